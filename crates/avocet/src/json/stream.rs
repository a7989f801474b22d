//! Text in pieces → the datums in it, as soon as each is whole.

use std::fmt::{self, Debug};

use super::lexer::Lexer;
use super::parser::{Parser, Place, text_start};
use super::read::Scratch;
use crate::error::{Error, ErrorKind, Result};

/// Reads datums from JSON text that comes in pieces, cut anywhere, with any white space between the datums.
///
/// It does no input of its own, so it serves blocking and asynchronous readers alike: push what came, then take
/// datums until none is whole. Text of a datum is kept until it is whole, up to
/// [`Limits::datum_bytes`](crate::Limits::datum_bytes). After the first error there is nothing more.
///
/// ```
/// use avocet::{Schema, json};
///
/// let mut stream = json::Parser::new(&Schema::parse("\"string\"")?).stream();
/// let mut datum = Vec::new();
/// stream.push(b"\"one\"\n\"tw");
/// assert!(stream.read_into(&mut datum)?);
/// assert!(!stream.read_into(&mut datum)?); // not whole yet
/// stream.push(b"o\"");
/// stream.end();
/// assert!(stream.read_into(&mut datum)?);
/// assert_eq!(datum, b"\x06one\x06two");
/// assert!(!stream.read_into(&mut datum)?);
/// # Ok::<(), avocet::Error>(())
/// ```
pub struct Stream {
    parser: Parser,
    /// Text that was pushed, and where in it the next datum begins.
    text: String,
    at: usize,
    /// Where `text` starts in the whole.
    place: Place,
    /// The beginning of a character that is not whole.
    cut: Vec<u8>,
    /// What follows `text`, and is no text.
    broken: Option<Error>,
    /// Of the datum at `at`, once it is known to be cut off.
    outline: Option<Outline>,
    ended: bool,
    scratch: Scratch,
}

impl Stream {
    pub(super) fn new(parser: Parser) -> Self {
        Stream {
            parser,
            text: String::new(),
            at: 0,
            place: Place::START,
            cut: Vec::new(),
            broken: None,
            outline: None,
            ended: false,
            scratch: Scratch::default(),
        }
    }

    /// Takes the next piece of the text.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.broken.is_some() || self.ended {
            return;
        }
        if self.at > self.text.len() / 2 {
            self.place = self.place.behind(&self.text[..self.at]);
            self.text.drain(..self.at);
            if let Some(outline) = &mut self.outline {
                outline.seen -= self.at;
            }
            self.at = 0;
        }
        self.cut.extend_from_slice(bytes);
        let valid = match str::from_utf8(&self.cut) {
            Ok(text) => {
                self.text.push_str(text);
                self.cut.clear();
                return;
            }
            Err(error) => {
                let valid = error.valid_up_to();
                if error.error_len().is_some() {
                    let found = format!("the byte {:#04x}", self.cut[valid]);
                    self.broken = Some(Error::new(ErrorKind::Malformed, "UTF-8 text", found));
                }
                valid
            }
        };
        if let Ok(text) = str::from_utf8(&self.cut[..valid]) {
            self.text.push_str(text);
        }
        self.cut.drain(..valid);
    }

    /// Says that no more text comes.
    pub fn end(&mut self) {
        self.ended = true;
        if let Some(byte) = self.cut.first()
            && self.broken.is_none()
        {
            let found = format!("the byte {byte:#04x} and the end of the text");
            self.broken = Some(Error::new(ErrorKind::Truncated, "UTF-8 text", found));
        }
    }

    /// Appends the next datum to `out`; false when none is whole yet, or none is left after the end.
    ///
    /// # Errors
    ///
    /// As for [`Parser::parse`], with places in the whole text; `out` is then as it was.
    pub fn read_into(&mut self, out: &mut Vec<u8>) -> Result<bool> {
        if self.place.offset == 0 && self.at == 0 {
            self.at = text_start(&self.text);
        }
        let mut lexer = Lexer::new(&self.text, self.at);
        let more = lexer.peek().is_some();
        self.at = lexer.position();
        let whole = self.ended || self.broken.is_some();
        if !more {
            return self.broken.take().map_or(Ok(false), |error| Err(self.fail(error)));
        }
        if !whole
            && let Some(outline) = &mut self.outline
            && !outline.ends_in(&self.text)
        {
            return self.check_size().map(|()| false);
        }
        let start = out.len();
        match self.parser.read(&self.text, self.at, self.place, out, &mut self.scratch) {
            // A number that the text ends with may go on in the next piece.
            Ok(end) if whole || end < self.text.len() || self.text.ends_with(['"', '}', ']']) => {
                self.at = end;
                self.outline = None;
                Ok(true)
            }
            Err(error) if whole || !error.is_truncated() => match self.broken.take() {
                Some(broken) if error.is_truncated() => Err(self.fail(broken)),
                _ => {
                    self.finish();
                    Err(error)
                }
            },
            _ => {
                out.truncate(start);
                self.outline = Some(Outline::new(&self.text, self.at));
                self.check_size().map(|()| false)
            }
        }
    }

    fn check_size(&mut self) -> Result<()> {
        let limit = self.parser.limits.datum_bytes;
        let size = (self.text.len() - self.at) as u64;
        if size <= limit {
            return Ok(());
        }
        let error = Error::limit(
            "datum_bytes",
            format_args!("{limit} bytes of text for one datum"),
            format!("{size} bytes and no end"),
        );
        let error = self.place.name(error.at(self.at as u64), &self.text);
        self.finish();
        Err(error)
    }

    /// The error behind all text, after which nothing follows.
    fn fail(&mut self, error: Error) -> Error {
        let error = self.place.name(error.at(self.text.len() as u64), &self.text);
        self.finish();
        error
    }

    fn finish(&mut self) {
        self.ended = true;
        self.broken = None;
        self.cut.clear();
        self.at = self.text.len();
    }
}

impl Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("parser", &self.parser).field("at", &self.at).finish_non_exhaustive()
    }
}

/// How a datum that was cut off nests: each byte of the text that follows is looked at once, and the datum is read
/// again only when its end has come.
#[derive(Default)]
struct Outline {
    /// How much of the text was looked at.
    seen: usize,
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Outline {
    /// Of a datum that begins at `at` and does not end in the text.
    fn new(text: &str, at: usize) -> Self {
        let mut outline = Outline { seen: at, ..Outline::default() };
        outline.ends_in(text);
        outline
    }

    /// Looks at what is new of the text; tells whether the datum ends in it.
    fn ends_in(&mut self, text: &str) -> bool {
        let new = &text.as_bytes()[self.seen..];
        self.seen = text.len();
        new.iter().any(|byte| self.ends_with(*byte))
    }

    fn ends_with(&mut self, byte: u8) -> bool {
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' if self.in_string => self.escaped = true,
            b'"' => {
                self.in_string = !self.in_string;
                return self.depth == 0 && !self.in_string;
            }
            _ if self.in_string => {}
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            b' ' | b'\n' | b'\r' | b'\t' => return self.depth == 0,
            _ => {}
        }
        false
    }
}
