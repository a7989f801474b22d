//! The parser and its options: text in, a schema out.

use std::str;
use std::sync::Arc;

use super::Schema;
use super::draft::Draft;
use super::json::tape::Tape;
use super::known::Known;
use super::lint::Lint;
use super::node::{Arena, NodeId};
use super::parse::{self, Rules};
use super::protocol::{Protocol, ProtocolNode};
use crate::error::{Error, ErrorKind, Result, SchemaFault};
use crate::limits::Limits;

/// How deep a schema text may nest, whatever the limits say: types are walked by recursion.
const MAX_DEPTH: u32 = 1_000;

/// Parses schemas with options; [`Schema::parse`] is the parser without any.
///
/// ```
/// use avocet::schema::Parser;
///
/// let text = r#"{"type": "fixed", "name": "order-id", "size": 16}"#;
/// assert!(Parser::new().parse(text).is_err()); // `-` is not part of a name
/// let schema = Parser::new().permissive_names(true).parse(text)?;
/// assert_eq!(schema.root().fullname(), Some("order-id"));
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Parser {
    max_depth: u32,
    max_bytes: usize,
    rules: Rules,
    known: Known,
}

impl Parser {
    /// A strict parser: names follow the grammar, defaults are checked, the depth is that of
    /// [`Limits::default`], the text may have any length.
    pub fn new() -> Parser {
        Parser {
            max_depth: Limits::default().schema_depth,
            max_bytes: usize::MAX,
            rules: Rules::default(),
            known: Known::default(),
        }
    }

    /// Whether to accept what breaks the rules but does no harm to data, as in the headers of real files: names and
    /// symbols of any characters, empty unions, `null` as `doc` or `namespace`, more members in the default of a
    /// record than it has fields.
    #[must_use]
    pub fn permissive_names(mut self, permissive: bool) -> Parser {
        self.rules.permissive_names = permissive;
        self
    }

    /// Whether to go on when the default of a field or enum does not fit; it is kept as a custom attribute then. A
    /// writer's schema never uses its defaults.
    #[must_use]
    pub fn unchecked_defaults(mut self, unchecked: bool) -> Parser {
        self.rules.unchecked_defaults = unchecked;
        self
    }

    /// Whether a type may be defined again, if it is the same in everything. Some tools write such schemas.
    #[must_use]
    pub fn repeated_definitions(mut self, repeated: bool) -> Parser {
        self.rules.repeated_definitions = repeated;
        self
    }

    /// Sets [`Limits::schema_depth`], of which no more than 1 000 counts, and [`Limits::schema_bytes`].
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Parser {
        self.max_depth = limits.schema_depth.min(MAX_DEPTH);
        self.max_bytes = limits.schema_bytes;
        self
    }

    /// Lets all later texts refer to the named types of a schema. Fails when a type of the same name, but not the
    /// same in everything, is known already.
    pub fn add(&mut self, schema: &Schema) -> Result<()> {
        self.known.add(schema)
    }

    /// Parses a schema and lets all later texts refer to its named types: [`parse`](Parser::parse), then
    /// [`add`](Parser::add).
    ///
    /// ```
    /// use avocet::schema::Parser;
    ///
    /// let mut parser = Parser::new();
    /// parser.parse_and_add(r#"{"type": "enum", "name": "Suit", "symbols": ["CLUBS", "HEARTS"]}"#)?;
    /// let suits = parser.parse(r#"{"type": "array", "items": "Suit"}"#)?;
    /// assert_eq!(
    ///     suits.to_string(),
    ///     r#"{"type":"array","items":{"type":"enum","name":"Suit","symbols":["CLUBS","HEARTS"]}}"#
    /// );
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn parse_and_add(&mut self, text: &str) -> Result<Schema> {
        let schema = self.parse(text)?;
        self.add(&schema)?;
        Ok(schema)
    }

    /// Parses a schema.
    pub fn parse(&self, text: &str) -> Result<Schema> {
        let tape = self.read(text)?;
        let mut draft = Draft::new(&self.known);
        let root = parse::parse(&tape, self.rules, &mut draft, None)?;
        Ok(finish(draft, root))
    }

    /// Parses a protocol.
    pub fn parse_protocol(&self, text: &str) -> Result<Protocol> {
        let tape = self.read(text)?;
        let mut draft = Draft::new(&self.known);
        let parts = parse::parse_protocol(&tape, self.rules, &mut draft)?;
        Ok(Protocol::new(ProtocolNode {
            arena: Arc::new(Arena { nodes: draft.nodes.into() }),
            name: parts.name,
            doc: parts.doc,
            properties: parts.properties,
            types: parts.types.into(),
            messages: parts.messages.into(),
        }))
    }

    /// Parses a schema from UTF-8.
    pub fn parse_bytes(&self, bytes: &[u8]) -> Result<Schema> {
        let text = str::from_utf8(bytes).map_err(|error| {
            Error::new(ErrorKind::Schema(SchemaFault::Json), "UTF-8", "other bytes")
                .at(error.valid_up_to() as u64)
                .because(error)
        })?;
        self.parse(text)
    }

    /// Parses a schema that was read as JSON already. Lines and columns of errors are those of the value printed in
    /// one line.
    pub fn parse_json(&self, json: &serde_json::Value) -> Result<Schema> {
        self.parse(&json.to_string())
    }

    /// Parses a schema, and looks for what it could do better.
    ///
    /// ```
    /// use avocet::schema::{LintKind, Parser};
    ///
    /// let text = r#"{"type": "string", "logicalType": "uid"}"#;
    /// let (_, lints) = Parser::new().lint(text)?;
    /// assert_eq!(lints[0].kind(), LintKind::UnknownLogicalType);
    /// assert_eq!(lints[0].to_string(), "at line 1, column 1, in $: the logical type `uid` is not known");
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn lint(&self, text: &str) -> Result<(Schema, Vec<Lint>)> {
        let tape = self.read(text)?;
        let mut draft = Draft::new(&self.known);
        let mut lints = Vec::new();
        let root = parse::parse(&tape, self.rules, &mut draft, Some(&mut lints))?;
        Ok((finish(draft, root), lints))
    }

    pub(crate) fn rules(&self) -> Rules {
        self.rules
    }

    pub(crate) fn known(&self) -> &Known {
        &self.known
    }

    /// Reads the JSON of a schema.
    pub(crate) fn read<'t>(&self, text: &'t str) -> Result<Tape<'t>> {
        if text.len() > self.max_bytes {
            return Err(Error::limit("schema_bytes", self.max_bytes, format!("{} bytes", text.len())));
        }
        Tape::read(text, self.max_depth)
    }
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new()
    }
}

fn finish(draft: Draft<'_>, root: NodeId) -> Schema {
    Schema::new(Arc::new(Arena { nodes: draft.nodes.into() }), root)
}
