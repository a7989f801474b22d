//! A schema under construction: nodes and names in, an arena out.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use super::default::Settled;
use super::known::Known;
use super::name::Name;
use super::node::{Arena, Node, NodeId, NodeKind, Properties};

/// Grows by whole types; only records are entered before their fields are known, so that these can refer to them.
#[derive(Debug, Default)]
pub(crate) struct Draft<'k> {
    pub(crate) nodes: Vec<Node>,
    names: HashMap<Name, NodeId>,
    known: Option<&'k Known>,
    /// The nodes of primitive types without attributes, each made once.
    plain: [Option<NodeId>; 8],
    /// What is known of the defaults of types that were parsed.
    pub(crate) settled: Settled,
    /// The records of other schemas, whose defaults are checked but not settled here.
    pub(crate) imported: Vec<NodeId>,
    /// Holds a name while it is looked up.
    scratch: String,
}

impl<'k> Draft<'k> {
    /// An empty draft whose texts may refer to types of other schemas.
    pub(crate) fn new(known: &'k Known) -> Draft<'k> {
        Draft { known: Some(known), ..Draft::default() }
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Adds a type whose parts are all there.
    pub(crate) fn push(&mut self, kind: NodeKind, properties: Properties) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        let min_size = self.min_size(&kind);
        self.nodes.push(Node::new(kind, properties, min_size));
        id
    }

    /// Completes a record that was pushed without its fields.
    pub(crate) fn complete(&mut self, record: NodeId, kind: NodeKind, properties: Properties) {
        let min_size = self.min_size(&kind);
        self.nodes[record.0 as usize] = Node::new(kind, properties, min_size);
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

    /// The type with a fullname, which may come from another schema.
    pub(crate) fn declared(&mut self, fullname: &str) -> Option<NodeId> {
        if let Some(id) = self.names.get(fullname) {
            return Some(*id);
        }
        let known = self.known?;
        let (arena, id) = known.get(fullname)?;
        Some(self.import(arena, id))
    }

    /// The type that a name means inside a namespace. A name without a dot that the namespace does not know may,
    /// as in Java, also be one of the null namespace.
    pub(crate) fn lookup(&mut self, name: &str, namespace: &str) -> Option<NodeId> {
        if !namespace.is_empty() && !name.contains('.') {
            let mut full = std::mem::take(&mut self.scratch);
            full.clear();
            full.push_str(namespace);
            full.push('.');
            full.push_str(name);
            let found = self.declared(&full);
            self.scratch = full;
            if found.is_some() {
                return found;
            }
        }
        self.declared(name.trim_start_matches('.'))
    }

    /// Copies a type of another arena with all that it contains. Names that are declared already mean the same
    /// there: [`Known`] and [`declared`](Draft::declared) see to it.
    fn import(&mut self, arena: &Arc<Arena>, root: NodeId) -> NodeId {
        let mut copies: HashMap<NodeId, NodeId> = HashMap::new();
        let mut fresh = Vec::new();
        for id in arena.reachable(root) {
            let node = arena.node(id);
            let declared = node.name().and_then(|name| self.names.get(name.full()).copied());
            let plain = || node.properties.is_empty().then(|| self.primitive(node.kind.keyword())).flatten();
            let copy = declared.or_else(plain).unwrap_or_else(|| {
                let copy = NodeId(self.nodes.len() as u32);
                self.nodes.push(node.clone());
                if let Some(name) = node.name() {
                    self.names.insert(name.clone(), copy);
                }
                fresh.push(copy);
                if matches!(node.kind, NodeKind::Record(_)) {
                    self.imported.push(copy);
                }
                copy
            });
            copies.insert(id, copy);
        }
        for copy in fresh {
            self.nodes[copy.0 as usize].kind.map_parts(|part| copies[&part]);
        }
        copies[&root]
    }

    /// See [`Node::min_size`]; a record that is not complete counts 0.
    fn min_size(&self, kind: &NodeKind) -> usize {
        min_size(kind, |part| self.node(part).min_size)
    }
}

/// See [`Node::min_size`]; `size` knows that of the parts.
pub(crate) fn min_size(kind: &NodeKind, size: impl Fn(NodeId) -> usize) -> usize {
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
