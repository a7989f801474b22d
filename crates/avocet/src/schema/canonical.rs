//! The Parsing Canonical Form: an arena in, the text that fingerprints are taken of out ("Transforming into Parsing
//! Canonical Form" in the specification).
//!
//! Only what reading data depends on stays: `name`, `type`, `fields`, `symbols`, `items`, `values` and `size`, with
//! fullnames, in this order, without spaces. Walks with a stack of its own, as [`print`](super::print) does.

use std::collections::HashSet;

use super::json::emit::Emitter;
use super::name::Name;
use super::node::{Arena, NodeId, NodeKind};

/// The canonical form of a type.
pub(crate) fn canonical(arena: &Arena, root: NodeId) -> String {
    // Room for a usual schema, so that nothing grows piece by piece.
    let nodes = arena.nodes.len();
    let mut todo = Vec::with_capacity(nodes.min(64));
    todo.push(Step::Type(root));
    let mut form = Form {
        arena,
        emitter: Emitter::compact_of(48 * nodes),
        defined: HashSet::with_capacity(nodes.min(64)),
        todo,
    };
    while let Some(step) = form.todo.pop() {
        form.step(step);
    }
    form.emitter.finish()
}

struct Form<'a> {
    arena: &'a Arena,
    emitter: Emitter,
    defined: HashSet<&'a str>,
    todo: Vec<Step<'a>>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Type(NodeId),
    Field(&'a str, NodeId),
    EndObject,
    EndArray,
}

impl<'a> Form<'a> {
    fn step(&mut self, step: Step<'a>) {
        match step {
            Step::Type(id) => self.ty(id),
            Step::Field(name, ty) => {
                self.emitter.begin_object();
                self.emitter.member("name", name);
                self.emitter.key("type");
                self.todo.extend([Step::EndObject, Step::Type(ty)]);
            }
            Step::EndObject => self.emitter.end_object(),
            Step::EndArray => self.emitter.end_array(),
        }
    }

    fn ty(&mut self, id: NodeId) {
        let node = self.arena.node(id);
        if let Some(name) = node.name()
            && !self.defined.insert(name.full())
        {
            return self.emitter.string(name.full());
        }
        match &node.kind {
            NodeKind::Record(record) => {
                self.head(&record.name, "record");
                self.emitter.key("fields");
                self.emitter.begin_array();
                self.todo.extend([Step::EndObject, Step::EndArray]);
                self.todo.extend(record.fields.iter().rev().map(|field| Step::Field(&field.name, field.ty)));
            }
            NodeKind::Enum(inner) => {
                self.head(&inner.shape.name, "enum");
                self.emitter.key("symbols");
                self.emitter.strings(&inner.shape.symbols);
                self.emitter.end_object();
            }
            NodeKind::Fixed(fixed) => {
                self.head(&fixed.shape.name, "fixed");
                self.emitter.key("size");
                self.emitter.plain(fixed.shape.size);
                self.emitter.end_object();
            }
            NodeKind::Array(inner) => self.collection("array", "items", *inner),
            NodeKind::Map(inner) => self.collection("map", "values", *inner),
            NodeKind::Union(branches) => {
                self.emitter.begin_array();
                self.todo.push(Step::EndArray);
                self.todo.extend(branches.iter().rev().map(|branch| Step::Type(*branch)));
            }
            primitive => self.emitter.string(primitive.keyword()),
        }
    }

    fn head(&mut self, name: &Name, keyword: &str) {
        self.emitter.begin_object();
        self.emitter.member("name", name.full());
        self.emitter.member("type", keyword);
    }

    fn collection(&mut self, keyword: &str, key: &str, inner: NodeId) {
        self.emitter.begin_object();
        self.emitter.member("type", keyword);
        self.emitter.key(key);
        self.todo.extend([Step::EndObject, Step::Type(inner)]);
    }
}
