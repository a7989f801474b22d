//! What the bytes mean: schemas from text, to text, and compared.
//!
//! A [`Schema`] is parsed or built once, never changes, and costs a reference count to clone. [`SchemaRef`] and its
//! kin walk through it.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

pub use self::json::Json;
pub use self::node::Order;
use self::node::{Arena, Node, NodeId};
pub use self::number::Number;
pub use self::parser::Parser;
pub use self::view::{EnumRef, FieldRef, FixedRef, Kind, RecordRef, SchemaRef, UnionRef};
use crate::error::{Error, Result};

mod default;
mod draft;
mod emit;
mod json;
pub(crate) mod name;
pub(crate) mod node;
mod number;
mod parse;
mod parser;
mod print;
pub(crate) mod shape;
mod tape;
mod view;

/// An Avro schema.
///
/// `Display` writes it as JSON the way Java's library does, each named type once.
///
/// ```
/// use avocet::Schema;
/// use avocet::schema::Kind;
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Point", "fields": [
///     {"name": "x", "type": "double"}, {"name": "y", "type": "double", "default": 0}]}"#)?;
/// let Kind::Record(point) = schema.root().kind() else { panic!("not a record") };
/// assert_eq!(point.fields().map(|field| field.name()).collect::<Vec<_>>(), ["x", "y"]);
/// assert_eq!(Schema::parse("\"long\"")?.to_string(), "\"long\"");
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone)]
pub struct Schema {
    arena: Arc<Arena>,
    root: NodeId,
}

impl Schema {
    fn new(nodes: Vec<Node>, root: NodeId) -> Schema {
        Schema { arena: Arc::new(Arena { nodes: nodes.into() }), root }
    }

    /// Parses JSON text by the rules of the specification.
    ///
    /// An error says where: [path](Error::path), [line and column](Error::position).
    pub fn parse(text: &str) -> Result<Schema> {
        Parser::new().parse(text)
    }

    /// A parser with options.
    pub fn parser() -> Parser {
        Parser::new()
    }

    /// The type that the schema describes.
    pub fn root(&self) -> SchemaRef<'_> {
        SchemaRef::new(&self.arena, self.root)
    }

    /// The schema as indented JSON.
    pub fn to_pretty_string(&self) -> String {
        print::print(&self.arena, self.root, emit::Emitter::pretty())
    }

    pub(crate) fn arena(&self) -> &Arc<Arena> {
        &self.arena
    }

    pub(crate) fn node_id(&self) -> NodeId {
        self.root
    }
}

impl Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::print(&self.arena, self.root, emit::Emitter::compact()))
    }
}

impl Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Schema({self})")
    }
}

impl FromStr for Schema {
    type Err = Error;

    fn from_str(text: &str) -> Result<Schema> {
        Schema::parse(text)
    }
}
