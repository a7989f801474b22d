//! Names → positions, for records with many fields and enums with many symbols.

use std::collections::HashMap;

use crate::schema::node::{Arena, EnumNode, NodeId, NodeKind, RecordNode};

/// From so many names on, looking through them costs more than a search among sorted ones.
const MANY: usize = 12;

/// The positions of fields and symbols in the order of their names, for the types of a schema that have many.
pub(super) struct Names(HashMap<NodeId, Box<[u32]>>);

impl Names {
    pub(super) fn new(arena: &Arena) -> Self {
        let sorted = |names: &[Box<str>]| {
            (names.len() >= MANY).then(|| {
                let mut order: Vec<u32> = (0..names.len() as u32).collect();
                order.sort_unstable_by(|one, other| names[*one as usize].cmp(&names[*other as usize]));
                order.into_boxed_slice()
            })
        };
        let orders = arena.nodes.iter().zip(0..).filter_map(|(node, index)| {
            let order = match &node.kind {
                NodeKind::Record(record) => sorted(&record.shape.fields),
                NodeKind::Enum(node) => sorted(&node.shape.symbols),
                _ => None,
            };
            Some((NodeId(index), order?))
        });
        Names(orders.collect())
    }

    /// The position of a field in the record that stands at a node.
    pub(super) fn field(&self, id: NodeId, record: &RecordNode, name: &str) -> Option<usize> {
        self.position(id, &record.shape.fields, name)
    }

    /// The position of a symbol in the enum that stands at a node.
    pub(super) fn symbol(&self, id: NodeId, node: &EnumNode, name: &str) -> Option<usize> {
        self.position(id, &node.shape.symbols, name)
    }

    fn position(&self, id: NodeId, names: &[Box<str>], name: &str) -> Option<usize> {
        if names.len() < MANY {
            return names.iter().position(|known| **known == *name);
        }
        let order = self.0.get(&id)?;
        let found = order.binary_search_by(|index| (*names[*index as usize]).cmp(name)).ok()?;
        Some(order[found] as usize)
    }
}
