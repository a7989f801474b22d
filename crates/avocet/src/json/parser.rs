//! From JSON text to datums, whole texts at a time.

use std::fmt::{self, Debug};
use std::iter::FusedIterator;
use std::sync::Arc;

use super::Form;
use super::lexer::Lexer;
use super::names::Names;
use super::position::Position;
use super::read::{DatumReader, Scratch};
use super::stream::Stream;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::wire::Reader;

/// Reads JSON text as datums of a schema.
///
/// - A value of a union other than null is an object of one member that names the branch, by its full name or by a
///   short one that no other branch shares.
/// - Bytes and fixed are text of the code points 0-255.
/// - `NaN`, `Infinity` and `-Infinity`, and `INF` and `-INF` too, are strings where a float or a double is wanted.
/// - Integers are exact, whatever their notation: `100`, `100.0` and `1e2` are the same.
/// - Members of records may come in any order; one that is missing takes its default or is an error. Members that are
///   no field, and members that come twice, are errors; so are keys that come twice in a map.
///
/// In the [plain form](Form::Plain) a union takes the branch that fits the JSON best. Numbers written as integers go
/// to int, long, double, float, the first of them that there is and that holds the number; others to double, float,
/// int, long. Strings go to the enum that has the symbol, then to string, fixed of that size, bytes, and at last to a
/// double or a float for NaN and the infinities. Objects go to the record whose fields they have, then to one whose
/// missing fields all have defaults, then to a map; only names are looked at for that. Two branches that fit equally
/// well are an error.
///
/// ```
/// use avocet::{Plan, Schema, json};
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Bird", "fields": [
///     {"name": "name", "type": "string"}, {"name": "wingspan", "type": ["null", "int"], "default": null}]}"#)?;
/// let parser = json::Parser::new(&schema);
/// let bytes = parser.parse(r#"{"wingspan": {"int": 78}, "name": "avocet"}"#)?;
/// let bird = Plan::new(&schema).decode_value(&bytes)?;
/// assert_eq!(bird["wingspan"].as_int(), Some(78));
///
/// let plain = json::Parser::new(&schema).form(json::Form::Plain);
/// assert_eq!(plain.parse(r#"{"name": "avocet", "wingspan": 78}"#)?, bytes);
///
/// let error = parser.parse("{\n \"name\": 7}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "at byte 11, line 2, column 10, in Bird.name: expected a string, found the number 7"
/// );
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone)]
pub struct Parser {
    schema: Schema,
    names: Arc<Names>,
    /// Makes the reader's bytes of those of the schema, which is its writer's.
    plan: Option<Plan>,
    form: Form,
    pub(super) limits: Limits,
}

impl Parser {
    /// A parser of datums of `schema`, in the Avro form, with the default [`Limits`].
    pub fn new(schema: &Schema) -> Self {
        let names = Arc::new(Names::new(schema.arena()));
        Parser { schema: schema.clone(), names, plan: None, form: Form::Avro, limits: Limits::default() }
    }

    /// A parser of text of the plan's writer's schema that makes datums of its reader's schema.
    ///
    /// ```
    /// use avocet::{Plan, Schema, json};
    ///
    /// let plan = Plan::resolve(&Schema::parse("\"int\"")?, &Schema::parse("\"double\"")?)?;
    /// assert_eq!(json::Parser::resolving(&plan).parse("1")?, 1_f64.to_le_bytes());
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn resolving(plan: &Plan) -> Self {
        Parser { plan: Some(plan.clone()), ..Parser::new(plan.writer()) }
    }

    /// Which JSON stands for a datum.
    #[must_use]
    pub fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// What the parser is ready to spend on text it cannot trust.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The encoding of the one datum that a text holds.
    ///
    /// # Errors
    ///
    /// `Truncated` when the text ends too early, `Malformed` when it is not JSON, `Mismatch` when it does not fit the
    /// schema, `Limit` when it is too deep or asks for too much, `TrailingBytes` when something follows the datum;
    /// each with byte, line, column and path.
    pub fn parse(&self, text: &str) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.parse_into(text, &mut out)?;
        Ok(out)
    }

    /// Appends the encoding of the one datum that a text holds to `out`.
    ///
    /// # Errors
    ///
    /// As for [`parse`](Parser::parse); `out` is then as it was.
    pub fn parse_into(&self, text: &str, out: &mut Vec<u8>) -> Result<()> {
        let start = out.len();
        let end = self.read(text, text_start(text), Place::START, out, &mut Scratch::default())?;
        let mut rest = Lexer::new(text, end);
        if rest.peek().is_some() {
            out.truncate(start);
            let error = Error::new(ErrorKind::TrailingBytes, "the end of the text", "more");
            return Err(Place::START.name(error.at(rest.position() as u64), text));
        }
        Ok(())
    }

    /// The encodings of all datums that a text holds one after the other, such as JSON lines. White space between
    /// them is free.
    ///
    /// ```
    /// use avocet::{Schema, json};
    ///
    /// let parser = json::Parser::new(&Schema::parse("\"long\"")?);
    /// let datums: Vec<Vec<u8>> = parser.datums("1\n-1 64").collect::<avocet::Result<_>>()?;
    /// assert_eq!(datums, [&[0x02][..], &[0x01], &[0x80, 0x01]]);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn datums<'a>(&'a self, text: &'a str) -> Datums<'a> {
        Datums { parser: self, text, at: text_start(text), scratch: Scratch::default() }
    }

    /// A reader of datums from text that comes in pieces.
    pub fn stream(&self) -> Stream {
        Stream::new(self.clone())
    }

    /// Reads the datum at byte `at` of a text, whose start has a place, or behind white space there; returns where it
    /// ends.
    pub(super) fn read(
        &self,
        text: &str,
        at: usize,
        place: Place,
        out: &mut Vec<u8>,
        scratch: &mut Scratch,
    ) -> Result<usize> {
        let start = out.len();
        let at = {
            let mut lexer = Lexer::new(text, at);
            lexer.peek();
            lexer.position()
        };
        let read = match &self.plan {
            None => self.read_writers(text, at, out, scratch),
            Some(plan) => {
                let mut written = std::mem::take(&mut scratch.written);
                written.clear();
                let read = self.read_writers(text, at, &mut written, scratch).and_then(|end| {
                    let resolved = plan.transcode(&mut Reader::new(&written), &self.limits, out);
                    // The bytes are nothing that anybody knows: the place is the datum.
                    resolved.map_err(|error| error.moved_to(at as u64))?;
                    Ok(end)
                });
                scratch.written = written;
                read
            }
        };
        read.map_err(|error| {
            out.truncate(start);
            place.name(error, text)
        })
    }

    fn read_writers(&self, text: &str, at: usize, out: &mut Vec<u8>, scratch: &mut Scratch) -> Result<usize> {
        let (arena, id) = (self.schema.arena(), self.schema.node_id());
        let lexer = Lexer::new(text, at);
        let mut reader = DatumReader::new(arena, &self.names, self.form, &self.limits, lexer, out, scratch);
        match reader.value(id) {
            Ok(()) => Ok(reader.lexer.position()),
            Err(error) => Err(error.at(reader.lexer.position() as u64).in_root(arena.type_name(id))),
        }
    }
}

impl Debug for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parser")
            .field("schema", &self.schema)
            .field("form", &self.form)
            .finish_non_exhaustive()
    }
}

/// The datums of a text; made by [`Parser::datums`]. Ends after the first error.
pub struct Datums<'a> {
    parser: &'a Parser,
    text: &'a str,
    at: usize,
    scratch: Scratch,
}

impl Datums<'_> {
    /// Appends the next datum to `out`; `None` when there is none.
    ///
    /// # Errors
    ///
    /// As for [`Parser::parse`]; `out` is then as it was.
    pub fn read_into(&mut self, out: &mut Vec<u8>) -> Option<Result<()>> {
        let mut lexer = Lexer::new(self.text, self.at);
        lexer.peek()?;
        match self.parser.read(self.text, lexer.position(), Place::START, out, &mut self.scratch) {
            Ok(end) => {
                self.at = end;
                Some(Ok(()))
            }
            Err(error) => {
                self.at = self.text.len();
                Some(Err(error))
            }
        }
    }
}

impl Iterator for Datums<'_> {
    type Item = Result<Vec<u8>>;

    fn next(&mut self) -> Option<Result<Vec<u8>>> {
        let mut out = Vec::new();
        self.read_into(&mut out).map(|read| read.map(|()| out))
    }
}

impl FusedIterator for Datums<'_> {}

impl Debug for Datums<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Datums").field("parser", self.parser).field("at", &self.at).finish_non_exhaustive()
    }
}

/// Where a text starts in the whole that it is a part of.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) position: Position,
}

impl Place {
    pub(super) const START: Place = Place { offset: 0, position: Position::START };

    /// The place behind a text that begins here.
    pub(super) fn behind(self, text: &str) -> Place {
        Place { offset: self.offset + text.len() as u64, position: self.position.behind(text) }
    }

    /// Gives an error, of which the byte in a text that begins here is known, its line and column.
    #[cold]
    pub(super) fn name(self, error: Error, text: &str) -> Error {
        let at = error.offset().map_or(0, |offset| offset as usize);
        let Position { line, column } = self.position.behind(&text[..at]);
        error.offset_by(self.offset).at_position(line, column)
    }
}

/// Behind the byte order mark that some programs begin texts with.
pub(super) fn text_start(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}
