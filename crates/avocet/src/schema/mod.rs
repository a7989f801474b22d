//! What the bytes mean: schemas from text, to text, and compared.
//!
//! A [`Schema`] is parsed or built once, never changes, and costs a reference count to clone. [`SchemaRef`] and its
//! kin walk through it.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

pub use self::fingerprint::Fingerprint;
use self::json::emit::Emitter;
pub use self::json::{Json, Number};
pub use self::lint::{Lint, LintKind};
pub use self::logical::LogicalType;
use self::name::Name;
pub use self::node::Order;
use self::node::{Arena, NodeId};
pub use self::parser::Parser;
pub use self::protocol::{MessageRef, Protocol};
pub use self::view::{EnumRef, FieldRef, FixedRef, Kind, RecordRef, SchemaRef, UnionRef};
use crate::error::{Error, Result};

pub mod build;
mod canonical;
pub mod compatibility;
mod default;
mod draft;
mod equal;
mod fingerprint;
pub(crate) mod json;
mod known;
mod lint;
pub(crate) mod logical;
pub(crate) mod matching;
pub(crate) mod name;
pub(crate) mod node;
mod parse;
mod parser;
mod print;
mod project;
mod protocol;
mod set;
pub(crate) mod shape;
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
pub struct Schema(Arc<Inner>);

struct Inner {
    arena: Arc<Arena>,
    root: NodeId,
    // What has been asked for once.
    text: OnceLock<Box<str>>,
    canonical: OnceLock<Box<str>>,
    fingerprint: OnceLock<Fingerprint>,
    #[cfg(feature = "digest")]
    md5: OnceLock<[u8; 16]>,
    #[cfg(feature = "digest")]
    sha256: OnceLock<[u8; 32]>,
}

impl Schema {
    pub(crate) fn new(arena: Arc<Arena>, root: NodeId) -> Schema {
        Schema(Arc::new(Inner {
            arena,
            root,
            text: OnceLock::new(),
            canonical: OnceLock::new(),
            fingerprint: OnceLock::new(),
            #[cfg(feature = "digest")]
            md5: OnceLock::new(),
            #[cfg(feature = "digest")]
            sha256: OnceLock::new(),
        }))
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
        SchemaRef::new(self.arena(), self.node_id())
    }

    /// The schema as JSON in which the named types of some other schemas are left by name, for texts that are parsed
    /// with those: see [`Parser::add`] and [`Parser::parse_set`].
    pub fn to_string_without(&self, others: &[Schema]) -> String {
        let names = others.iter().flat_map(|other| {
            let arena = other.arena();
            arena
                .reachable(other.node_id())
                .into_iter()
                .filter_map(|id| arena.node(id).name())
                .map(Name::full)
        });
        print::print_without(self.arena(), self.node_id(), Emitter::compact(), names.collect())
    }

    /// The schema as indented JSON.
    pub fn to_pretty_string(&self) -> String {
        print::print(self.arena(), self.node_id(), Emitter::pretty())
    }

    /// The Parsing Canonical Form: the schema without anything that makes no difference to reading data. Worked out
    /// once.
    ///
    /// ```
    /// use avocet::Schema;
    ///
    /// let schema = Schema::parse(r#"{"name": "Id", "doc": "x", "type": "fixed", "size": 8, "namespace": "a"}"#)?;
    /// assert_eq!(schema.canonical_form(), r#"{"name":"a.Id","type":"fixed","size":8}"#);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn canonical_form(&self) -> &str {
        self.0.canonical.get_or_init(|| canonical::canonical(self.arena(), self.node_id()).into())
    }

    /// Whether two schemas read the same data in the same way, whatever their docs, defaults and other attributes.
    pub fn same_canonical_form(&self, other: &Schema) -> bool {
        self.canonical_form() == other.canonical_form()
    }

    /// The CRC-64-AVRO fingerprint of the canonical form. Worked out once.
    ///
    /// Defaults and aliases are no part of it, so it does not tell readers' schemas apart.
    pub fn fingerprint(&self) -> Fingerprint {
        *self.0.fingerprint.get_or_init(|| Fingerprint::of(self.canonical_form().as_bytes()))
    }

    /// The MD5 digest of the canonical form. Worked out once.
    #[cfg(feature = "digest")]
    pub fn md5(&self) -> [u8; 16] {
        use md5::{Digest, Md5};
        *self.0.md5.get_or_init(|| Md5::digest(self.canonical_form()).into())
    }

    /// The SHA-256 digest of the canonical form. Worked out once.
    #[cfg(feature = "digest")]
    pub fn sha256(&self) -> [u8; 32] {
        use sha2::{Digest, Sha256};
        *self.0.sha256.get_or_init(|| Sha256::digest(self.canonical_form()).into())
    }

    /// The JSON text, without spaces. Worked out once.
    pub(crate) fn text(&self) -> &str {
        self.0.text.get_or_init(|| self.root().text().into())
    }

    /// Whether this is a clone of the other, or the other of this: the same without a look at it.
    pub(crate) fn is_same(&self, other: &Schema) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    pub(crate) fn arena(&self) -> &Arc<Arena> {
        &self.0.arena
    }

    pub(crate) fn node_id(&self) -> NodeId {
        self.0.root
    }
}

/// Schemas are equal when they agree in everything that was written, docs and custom attributes too; see
/// [`Schema::same_canonical_form`] for less.
impl PartialEq for Schema {
    fn eq(&self, other: &Schema) -> bool {
        equal::equal((&self.arena().nodes, self.node_id()), (&other.arena().nodes, other.node_id()))
    }
}

impl Eq for Schema {}

impl Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.root(), f)
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

/// Runs the examples of the page on schemas.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/schemas.md")]
mod page {}
