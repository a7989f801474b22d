//! The names of fields and branches as JSON text, made once for all data of a schema.

use super::Style;
use super::string::write_string;
use crate::schema::node::{Arena, NodeId, NodeKind};

/// What stands before each value that has a name: `"name":`, and in the pretty style a space.
pub(super) struct Labels {
    /// For each node a list: of a record's fields, of a union's branches.
    texts: Vec<Box<[Box<[u8]>]>>,
}

impl Labels {
    pub(super) fn new(arena: &Arena, style: Style) -> Self {
        let end = match style {
            Style::Compact => ":",
            Style::Pretty => ": ",
        };
        let label = |name: &str| {
            let mut text = Vec::with_capacity(name.len() + 4);
            write_string(&mut text, name);
            text.extend_from_slice(end.as_bytes());
            text.into_boxed_slice()
        };
        let texts = arena.nodes.iter().map(|node| match &node.kind {
            NodeKind::Record(record) => record.fields.iter().map(|field| label(&field.name)).collect(),
            NodeKind::Union(branches) => {
                branches.iter().map(|branch| label(arena.type_name(*branch))).collect()
            }
            _ => Box::default(),
        });
        Labels { texts: texts.collect() }
    }

    /// The labels of a record's fields or of a union's branches, in their order.
    #[inline]
    pub(super) fn of(&self, id: NodeId) -> &[Box<[u8]>] {
        &self.texts[id.0 as usize]
    }
}
