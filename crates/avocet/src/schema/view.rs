//! Read-only views: a schema's types, fields and attributes, borrowed from its arena.

use std::fmt::{self, Debug, Display};
use std::sync::Arc;

use super::Schema;
use super::json::Json;
use super::json::emit::Emitter;
use super::logical::LogicalType;
use super::name::Name;
use super::node::{Arena, EnumNode, Field, FixedNode, Node, NodeId, NodeKind, Order, RecordNode};
use super::print;
use super::shape::FixedShape;

/// A type somewhere in a schema.
#[derive(Clone, Copy)]
pub struct SchemaRef<'a> {
    arena: &'a Arc<Arena>,
    id: NodeId,
}

/// The kind of a type, with what belongs to it.
#[derive(Clone, Copy, Debug)]
pub enum Kind<'a> {
    /// No value.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A signed integer of 32 bits.
    Int,
    /// A signed integer of 64 bits.
    Long,
    /// A number of IEEE 754, 32 bits.
    Float,
    /// A number of IEEE 754, 64 bits.
    Double,
    /// A sequence of bytes.
    Bytes,
    /// Unicode text.
    String,
    /// A sequence of items of this type.
    Array(SchemaRef<'a>),
    /// Values of this type, each under a string.
    Map(SchemaRef<'a>),
    /// A value of one of several types.
    Union(UnionRef<'a>),
    /// Named fields, in order.
    Record(RecordRef<'a>),
    /// One of several symbols.
    Enum(EnumRef<'a>),
    /// A fixed number of bytes.
    Fixed(FixedRef<'a>),
}

impl<'a> SchemaRef<'a> {
    pub(crate) fn new(arena: &'a Arc<Arena>, id: NodeId) -> SchemaRef<'a> {
        SchemaRef { arena, id }
    }

    /// What kind of type it is.
    pub fn kind(self) -> Kind<'a> {
        let arena = self.arena;
        let view = |id: NodeId| SchemaRef { arena, id };
        match &self.node().kind {
            NodeKind::Null => Kind::Null,
            NodeKind::Boolean => Kind::Boolean,
            NodeKind::Int => Kind::Int,
            NodeKind::Long => Kind::Long,
            NodeKind::Float => Kind::Float,
            NodeKind::Double => Kind::Double,
            NodeKind::Bytes => Kind::Bytes,
            NodeKind::String => Kind::String,
            NodeKind::Array(items) => Kind::Array(view(*items)),
            NodeKind::Map(values) => Kind::Map(view(*values)),
            NodeKind::Union(branches) => Kind::Union(UnionRef { arena, branches }),
            NodeKind::Record(record) => Kind::Record(RecordRef { arena, record }),
            NodeKind::Enum(node) => Kind::Enum(EnumRef { node }),
            NodeKind::Fixed(node) => Kind::Fixed(FixedRef { node }),
        }
    }

    /// The name of a record, enum or fixed, with its namespace.
    pub fn fullname(self) -> Option<&'a str> {
        self.node().name().map(Name::full)
    }

    /// The fullname, or for a type without a name the name of its kind: what Avro's JSON encoding puts around a
    /// value of this branch of a union.
    pub fn branch_name(self) -> &'a str {
        self.node().branch_name()
    }

    /// The attributes without a meaning to the kind, `logicalType` and its parameters among them, in the order of
    /// the text.
    pub fn properties(self) -> impl ExactSizeIterator<Item = (&'a str, &'a Json)> + use<'a> {
        self.node().properties.iter().map(|(key, value)| (&**key, value))
    }

    /// One of the [`properties`](SchemaRef::properties).
    pub fn property(self, name: &str) -> Option<&'a Json> {
        self.properties().find(|(key, _)| *key == name).map(|(_, value)| value)
    }

    /// The text of the attribute `logicalType`, whether or not it is one that the specification knows.
    pub fn logical_type_name(self) -> Option<&'a str> {
        self.property("logicalType")?.as_str()
    }

    /// What the values stand for; `None` as well when the attributes make no sense, see
    /// [`logical_type_name`](SchemaRef::logical_type_name).
    pub fn logical_type(self) -> Option<LogicalType> {
        self.node().logical
    }

    /// The JSON text, without spaces.
    pub(crate) fn text(self) -> String {
        print::print(self.arena, self.id, Emitter::compact_of(64 * self.arena.nodes.len()))
    }

    pub(crate) fn node_of(self) -> (&'a Arc<Arena>, NodeId) {
        (self.arena, self.id)
    }

    /// The shape that all values of a fixed share.
    pub(crate) fn fixed_shape(self) -> Option<&'a Arc<FixedShape>> {
        match &self.node().kind {
            NodeKind::Fixed(fixed) => Some(&fixed.shape),
            _ => None,
        }
    }

    /// The type as a schema of its own, which shares its nodes with the one that it is a part of.
    pub fn to_schema(self) -> Schema {
        Schema::new(self.arena.clone(), self.id)
    }

    fn node(self) -> &'a Node {
        self.arena.node(self.id)
    }
}

/// The type as JSON, like a schema of its own.
impl Display for SchemaRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl Debug for SchemaRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SchemaRef({self})")
    }
}

/// A union.
#[derive(Clone, Copy)]
pub struct UnionRef<'a> {
    arena: &'a Arc<Arena>,
    branches: &'a [NodeId],
}

impl<'a> UnionRef<'a> {
    /// Its branches, in order.
    pub fn branches(self) -> impl ExactSizeIterator<Item = SchemaRef<'a>> + use<'a> {
        self.branches.iter().map(move |id| SchemaRef { arena: self.arena, id: *id })
    }
}

/// A record, or an error of a protocol.
#[derive(Clone, Copy)]
pub struct RecordRef<'a> {
    arena: &'a Arc<Arena>,
    record: &'a RecordNode,
}

impl<'a> RecordRef<'a> {
    /// The name without the namespace.
    pub fn name(self) -> &'a str {
        self.record.name.simple()
    }

    /// The namespace, "" for the null namespace.
    pub fn namespace(self) -> &'a str {
        self.record.name.namespace()
    }

    /// Namespace and name, with a dot between them.
    pub fn fullname(self) -> &'a str {
        self.record.name.full()
    }

    /// Other fullnames for the record, used when a writer's schema is matched with this one.
    pub fn aliases(self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        self.record.aliases.iter().map(Name::full)
    }

    /// The documentation.
    pub fn doc(self) -> Option<&'a str> {
        self.record.doc.as_deref()
    }

    /// Whether the text said `error` instead of `record`.
    pub fn is_error(self) -> bool {
        self.record.error
    }

    /// The fields, in order.
    pub fn fields(self) -> impl ExactSizeIterator<Item = FieldRef<'a>> + use<'a> {
        self.record.fields.iter().map(move |field| FieldRef { arena: self.arena, field })
    }

    /// The field with a name.
    pub fn field(self, name: &str) -> Option<FieldRef<'a>> {
        self.fields().find(|field| field.name() == name)
    }
}

/// A field of a record.
#[derive(Clone, Copy)]
pub struct FieldRef<'a> {
    arena: &'a Arc<Arena>,
    field: &'a Field,
}

impl<'a> FieldRef<'a> {
    pub(crate) fn new(arena: &'a Arc<Arena>, field: &'a Field) -> FieldRef<'a> {
        FieldRef { arena, field }
    }

    /// The name.
    pub fn name(self) -> &'a str {
        &self.field.name
    }

    /// The type.
    pub fn schema(self) -> SchemaRef<'a> {
        SchemaRef { arena: self.arena, id: self.field.ty }
    }

    /// What a reader takes when the writer had no such field; bytes are strings of characters up to U+00FF.
    pub fn default(self) -> Option<&'a Json> {
        self.field.default.as_ref()
    }

    /// How the field takes part in the order of records.
    pub fn order(self) -> Order {
        self.field.order
    }

    /// Other names for the field, used when a writer's schema is matched with this one.
    pub fn aliases(self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        self.field.aliases.iter().map(|alias| &**alias)
    }

    /// The documentation.
    pub fn doc(self) -> Option<&'a str> {
        self.field.doc.as_deref()
    }

    /// The attributes of the field without a meaning to Avro, in the order of the text.
    pub fn properties(self) -> impl ExactSizeIterator<Item = (&'a str, &'a Json)> + use<'a> {
        self.field.properties.iter().map(|(key, value)| (&**key, value))
    }

    /// One of the [`properties`](FieldRef::properties).
    pub fn property(self, name: &str) -> Option<&'a Json> {
        self.properties().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

/// An enum.
#[derive(Clone, Copy)]
pub struct EnumRef<'a> {
    node: &'a EnumNode,
}

impl<'a> EnumRef<'a> {
    /// The name without the namespace.
    pub fn name(self) -> &'a str {
        self.node.shape.name.simple()
    }

    /// The namespace, "" for the null namespace.
    pub fn namespace(self) -> &'a str {
        self.node.shape.name.namespace()
    }

    /// Namespace and name, with a dot between them.
    pub fn fullname(self) -> &'a str {
        self.node.shape.name.full()
    }

    /// Other fullnames for the enum, used when a writer's schema is matched with this one.
    pub fn aliases(self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        self.node.aliases.iter().map(Name::full)
    }

    /// The documentation.
    pub fn doc(self) -> Option<&'a str> {
        self.node.doc.as_deref()
    }

    /// The symbols, in order.
    pub fn symbols(self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        self.node.shape.symbols.iter().map(|symbol| &**symbol)
    }

    /// The symbol that a reader takes for those it does not know.
    pub fn default(self) -> Option<&'a str> {
        self.node.default.map(|index| &*self.node.shape.symbols[index as usize])
    }
}

/// A fixed.
#[derive(Clone, Copy)]
pub struct FixedRef<'a> {
    node: &'a FixedNode,
}

impl<'a> FixedRef<'a> {
    /// The name without the namespace.
    pub fn name(self) -> &'a str {
        self.node.shape.name.simple()
    }

    /// The namespace, "" for the null namespace.
    pub fn namespace(self) -> &'a str {
        self.node.shape.name.namespace()
    }

    /// Namespace and name, with a dot between them.
    pub fn fullname(self) -> &'a str {
        self.node.shape.name.full()
    }

    /// Other fullnames for the fixed, used when a writer's schema is matched with this one.
    pub fn aliases(self) -> impl ExactSizeIterator<Item = &'a str> + use<'a> {
        self.node.aliases.iter().map(Name::full)
    }

    /// The documentation.
    pub fn doc(self) -> Option<&'a str> {
        self.node.doc.as_deref()
    }

    /// The number of bytes.
    pub fn size(self) -> usize {
        self.node.shape.size
    }
}

impl Debug for UnionRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.branches().map(SchemaRef::branch_name)).finish()
    }
}

impl Debug for RecordRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordRef({})", self.fullname())
    }
}

impl Debug for FieldRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FieldRef({}: {})", self.name(), self.schema().branch_name())
    }
}

impl Debug for EnumRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EnumRef({})", self.fullname())
    }
}

impl Debug for FixedRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FixedRef({})", self.fullname())
    }
}
