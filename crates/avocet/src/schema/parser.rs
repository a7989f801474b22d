//! The parser and its options: text in, a schema out.

use std::sync::Arc;

use super::Schema;
use super::draft::Draft;
use super::node::Arena;
use super::parse::{self, Rules};
use super::tape::Tape;
use crate::error::{Error, Result};
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
}

impl Parser {
    /// A strict parser: names follow the grammar, defaults are checked, the depth is that of
    /// [`Limits::default`], the text may have any length.
    pub fn new() -> Parser {
        Parser { max_depth: Limits::default().schema_depth, max_bytes: usize::MAX, rules: Rules::default() }
    }

    /// Whether to accept what breaks the rules but does no harm to data, as in the headers of real files: names and
    /// symbols of any characters, empty unions, `null` as `doc` or `namespace`, more members in the default of a
    /// record than it has fields.
    #[must_use]
    pub fn permissive_names(mut self, permissive: bool) -> Parser {
        self.rules.permissive_names = permissive;
        self
    }

    /// Whether to keep the defaults of fields without checking them: a writer's schema never uses them.
    #[must_use]
    pub fn unchecked_defaults(mut self, unchecked: bool) -> Parser {
        self.rules.unchecked_defaults = unchecked;
        self
    }

    /// Sets [`Limits::schema_depth`], of which no more than 1 000 counts, and [`Limits::schema_bytes`].
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Parser {
        self.max_depth = limits.schema_depth.min(MAX_DEPTH);
        self.max_bytes = limits.schema_bytes;
        self
    }

    /// Parses a schema.
    pub fn parse(&self, text: &str) -> Result<Schema> {
        if text.len() > self.max_bytes {
            return Err(Error::limit("schema_bytes", self.max_bytes, format!("{} bytes", text.len())));
        }
        let tape = Tape::read(text, self.max_depth)?;
        let mut draft = Draft::default();
        let root = parse::parse(&tape, self.rules, &mut draft)?;
        Ok(Schema::new(Arc::new(Arena { nodes: draft.nodes.into() }), root))
    }
}

impl Default for Parser {
    fn default() -> Parser {
        Parser::new()
    }
}
