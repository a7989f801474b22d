//! A schema under construction: nodes and names in, an arena out.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::name::Name;
use super::node::{Node, NodeId, NodeKind, Properties};

/// Grows by whole types; only records are entered before their fields are known, so that these can refer to them.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) nodes: Vec<Node>,
    names: HashMap<Name, NodeId>,
    /// The nodes of primitive types without attributes, each made once.
    plain: [Option<NodeId>; 8],
    /// Holds a name while it is looked up.
    scratch: String,
}

impl Draft {
    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Adds a type whose parts are all there.
    pub(crate) fn push(&mut self, kind: NodeKind, properties: Properties) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let min_size = self.min_size(&kind);
        self.nodes.push(Node { kind, properties, min_size });
        id
    }

    /// Completes a record that was pushed without its fields.
    pub(crate) fn complete(&mut self, record: NodeId, kind: NodeKind, properties: Properties) {
        let min_size = self.min_size(&kind);
        self.nodes[record.0 as usize] = Node { kind, properties, min_size };
    }

    /// The primitive type that a keyword of the specification names, without attributes.
    pub(crate) fn primitive(&mut self, keyword: &str) -> Option<NodeId> {
        let index = PRIMITIVES.iter().position(|(name, _)| *name == keyword)?;
        if let Some(id) = self.plain[index] {
            return Some(id);
        }
        let id = self.push(PRIMITIVES[index].1(), Properties::default());
        self.plain[index] = Some(id);
        Some(id)
    }

    /// Gives a type its name, unless another one has it.
    pub(crate) fn declare(&mut self, name: Name, id: NodeId) -> bool {
        match self.names.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(id);
                true
            }
            Entry::Occupied(_) => false,
        }
    }

    pub(crate) fn is_declared(&self, name: &Name) -> bool {
        self.names.contains_key(name)
    }

    /// The type that a name means inside a namespace. A name without a dot that the namespace does not know may,
    /// as in Java, also be one of the null namespace.
    pub(crate) fn lookup(&mut self, name: &str, namespace: &str) -> Option<NodeId> {
        if !namespace.is_empty() && !name.contains('.') {
            self.scratch.clear();
            self.scratch.push_str(namespace);
            self.scratch.push('.');
            self.scratch.push_str(name);
            if let Some(id) = self.names.get(self.scratch.as_str()) {
                return Some(*id);
            }
        }
        self.names.get(name.strip_prefix('.').unwrap_or(name)).copied()
    }

    /// See [`Node::min_size`]; a record that is not complete counts 0.
    fn min_size(&self, kind: &NodeKind) -> usize {
        let size = |id: NodeId| self.node(id).min_size;
        match kind {
            NodeKind::Null => 0,
            NodeKind::Float => 4,
            NodeKind::Double => 8,
            NodeKind::Boolean
            | NodeKind::Int
            | NodeKind::Long
            | NodeKind::Bytes
            | NodeKind::String
            | NodeKind::Array(_)
            | NodeKind::Map(_)
            | NodeKind::Enum(_) => 1,
            NodeKind::Union(branches) => {
                branches.iter().map(|branch| size(*branch)).min().unwrap_or(0).saturating_add(1)
            }
            NodeKind::Record(record) => {
                record.fields.iter().fold(0, |sum, field| sum.saturating_add(size(field.ty)))
            }
            NodeKind::Fixed(fixed) => fixed.shape.size,
        }
    }
}

type MakeKind = fn() -> NodeKind;

/// The primitive types and how to make their kinds.
const PRIMITIVES: [(&str, MakeKind); 8] = [
    ("null", || NodeKind::Null),
    ("boolean", || NodeKind::Boolean),
    ("int", || NodeKind::Int),
    ("long", || NodeKind::Long),
    ("float", || NodeKind::Float),
    ("double", || NodeKind::Double),
    ("bytes", || NodeKind::Bytes),
    ("string", || NodeKind::String),
];

/// The kind of a primitive type by its keyword.
pub(crate) fn primitive_kind(keyword: &str) -> Option<NodeKind> {
    PRIMITIVES.iter().find(|(name, _)| *name == keyword).map(|(_, kind)| kind())
}
