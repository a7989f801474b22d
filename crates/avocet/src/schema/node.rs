//! The arena: a schema is a flat list of nodes that name each other by index, so recursion is no cycle.

use std::collections::HashSet;
use std::sync::Arc;

use super::json::Json;
use super::logical::{LogicalType, logical_type};
use super::name::Name;
use super::shape::{EnumShape, FixedShape, RecordShape};

/// The index of a node in its arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(crate) u32);

/// All nodes of a schema; immutable once built.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) nodes: Box<[Node]>,
}

impl Arena {
    /// The node at an index of this arena.
    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A type and all that it contains, each node once.
    pub(crate) fn reachable(&self, root: NodeId) -> Vec<NodeId> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut todo = vec![root];
        while let Some(id) = todo.pop() {
            if seen.insert(id) {
                found.push(id);
                self.node(id).kind.for_each_part(|part| todo.push(part));
            }
        }
        found
    }

    /// A type in a few words: `int`, `record com.Order`, `one of null, string`.
    pub(crate) fn describe(&self, id: NodeId) -> String {
        self.describe_node(self.node(id))
    }

    /// A type in a few words, by its node.
    pub(crate) fn describe_node(&self, node: &Node) -> String {
        match &node.kind {
            NodeKind::Union(branches) if branches.is_empty() => "no value at all".to_owned(),
            NodeKind::Union(branches) => {
                const SHOWN: usize = 8;
                let names: Vec<&str> =
                    branches.iter().take(SHOWN).map(|branch| self.type_name(*branch)).collect();
                let others = if branches.len() > SHOWN { ", …" } else { "" };
                format!("one of {}{others}", names.join(", "))
            }
            NodeKind::Fixed(fixed) => {
                format!("fixed {} of {} bytes", fixed.shape.name.full(), fixed.shape.size)
            }
            kind => match node.name() {
                Some(name) => format!("{} {}", kind.keyword(), name.full()),
                None => kind.keyword().to_owned(),
            },
        }
    }

    /// What a type is called in messages and in Avro's JSON encoding: see [`Node::branch_name`].
    pub(crate) fn type_name(&self, id: NodeId) -> &str {
        self.node(id).branch_name()
    }
}

/// One type of a schema.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: NodeKind,
    /// Attributes without a meaning to the kind, in the order of the text; `logicalType` and its parameters too.
    pub(crate) properties: Properties,
    /// A lower bound of the bytes that any datum of this type takes; 0 when it may take none.
    pub(crate) min_size: usize,
    /// What the values stand for, as the properties say it.
    pub(crate) logical: Option<LogicalType>,
}

/// Attributes that are kept as they were written: name and JSON value, in the order of the text.
pub(crate) type Properties = Box<[(Box<str>, Json)]>;

/// The kind of a node with what belongs to it.
#[derive(Clone, Debug)]
pub(crate) enum NodeKind {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    /// The type of the items.
    Array(NodeId),
    /// The type of the values.
    Map(NodeId),
    /// The branches, in order.
    Union(Box<[NodeId]>),
    Record(Box<RecordNode>),
    Enum(Box<EnumNode>),
    Fixed(Box<FixedNode>),
}

/// A record, or with `error` set an error of a protocol.
#[derive(Clone, Debug)]
pub(crate) struct RecordNode {
    pub(crate) shape: Arc<RecordShape>,
    pub(crate) name: Name,
    pub(crate) aliases: Box<[Name]>,
    pub(crate) doc: Option<Box<str>>,
    pub(crate) error: bool,
    pub(crate) fields: Box<[Field]>,
}

/// A field of a record.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Box<str>,
    pub(crate) aliases: Box<[Box<str>]>,
    pub(crate) doc: Option<Box<str>>,
    pub(crate) order: Order,
    pub(crate) default: Option<Json>,
    pub(crate) ty: NodeId,
    pub(crate) properties: Properties,
}

/// An enum.
#[derive(Clone, Debug)]
pub(crate) struct EnumNode {
    pub(crate) shape: Arc<EnumShape>,
    pub(crate) aliases: Box<[Name]>,
    pub(crate) doc: Option<Box<str>>,
    /// The index of the symbol that stands for unknown ones.
    pub(crate) default: Option<u32>,
}

/// A fixed.
#[derive(Clone, Debug)]
pub(crate) struct FixedNode {
    pub(crate) shape: Arc<FixedShape>,
    pub(crate) aliases: Box<[Name]>,
    pub(crate) doc: Option<Box<str>>,
}

/// How a field takes part in the sort order of its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Smaller values first; the default.
    #[default]
    Ascending,
    /// Larger values first.
    Descending,
    /// The field has no part in the order.
    Ignore,
}

impl Order {
    /// The specification's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Order::Ascending => "ascending",
            Order::Descending => "descending",
            Order::Ignore => "ignore",
        }
    }
}

impl Node {
    pub(crate) fn new(kind: NodeKind, properties: Properties, min_size: usize) -> Node {
        let logical = logical_type(&kind, &properties).ok().flatten();
        Node { kind, properties, min_size, logical }
    }

    /// What Avro's JSON encoding calls this type as the branch of a union: its fullname, or the name of its kind.
    pub(crate) fn branch_name(&self) -> &str {
        self.name().map_or_else(|| self.kind.keyword(), Name::full)
    }

    /// The name of a named type.
    pub(crate) fn name(&self) -> Option<&Name> {
        match &self.kind {
            NodeKind::Record(record) => Some(&record.name),
            NodeKind::Enum(node) => Some(&node.shape.name),
            NodeKind::Fixed(fixed) => Some(&fixed.shape.name),
            _ => None,
        }
    }
}

impl NodeKind {
    /// The specification's word for the kind.
    pub(crate) fn keyword(&self) -> &'static str {
        match self {
            NodeKind::Null => "null",
            NodeKind::Boolean => "boolean",
            NodeKind::Int => "int",
            NodeKind::Long => "long",
            NodeKind::Float => "float",
            NodeKind::Double => "double",
            NodeKind::Bytes => "bytes",
            NodeKind::String => "string",
            NodeKind::Array(_) => "array",
            NodeKind::Map(_) => "map",
            NodeKind::Union(_) => "union",
            NodeKind::Record(record) if record.error => "error",
            NodeKind::Record(_) => "record",
            NodeKind::Enum(_) => "enum",
            NodeKind::Fixed(_) => "fixed",
        }
    }
    /// Calls a function with each type that this kind directly contains.
    pub(crate) fn for_each_part(&self, mut each: impl FnMut(NodeId)) {
        match self {
            NodeKind::Array(inner) | NodeKind::Map(inner) => each(*inner),
            NodeKind::Union(branches) => branches.iter().for_each(|branch| each(*branch)),
            NodeKind::Record(record) => record.fields.iter().for_each(|field| each(field.ty)),
            _ => {}
        }
    }

    /// Replaces each type that this kind directly contains.
    pub(crate) fn map_parts(&mut self, mut map: impl FnMut(NodeId) -> NodeId) {
        match self {
            NodeKind::Array(inner) | NodeKind::Map(inner) => *inner = map(*inner),
            NodeKind::Union(branches) => branches.iter_mut().for_each(|branch| *branch = map(*branch)),
            NodeKind::Record(record) => record.fields.iter_mut().for_each(|field| field.ty = map(field.ty)),
            _ => {}
        }
    }

    /// The attributes that mean something to the kind; any other is a property.
    pub(crate) fn attributes(&self) -> &'static [&'static str] {
        match self {
            NodeKind::Array(_) => &["type", "items"],
            NodeKind::Map(_) => &["type", "values"],
            NodeKind::Record(_) => &["type", "name", "namespace", "aliases", "doc", "fields"],
            NodeKind::Enum(_) => &["type", "name", "namespace", "aliases", "doc", "symbols", "default"],
            NodeKind::Fixed(_) => &["type", "name", "namespace", "aliases", "doc", "size"],
            _ => &["type"],
        }
    }
}
