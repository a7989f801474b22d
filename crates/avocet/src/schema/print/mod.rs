//! Prints schemas: an arena in, JSON text out, attributes in the order of Java's library.
//!
//! Walks with a stack of its own: types may refer to each other in chains of any length.

use std::collections::HashSet;

use crate::schema::draft::primitive_kind;
use crate::schema::json::emit::Emitter;
use crate::schema::name::Name;
use crate::schema::node::{Arena, Node, NodeId, NodeKind, Order, Properties};

pub(crate) use self::protocol::print_protocol;

mod protocol;

/// Prints a type, and each named type inside it where it is met first.
pub(crate) fn print(arena: &Arena, root: NodeId, emitter: Emitter) -> String {
    print_without(arena, root, emitter, HashSet::new())
}

/// Prints a type, but only the names of some types that are defined elsewhere.
pub(crate) fn print_without<'a>(
    arena: &'a Arena,
    root: NodeId,
    emitter: Emitter,
    defined: HashSet<&'a str>,
) -> String {
    let mut print = Print { arena, emitter, defined, todo: Vec::new() };
    print.run(Step::Type(root, ""));
    print.emitter.finish()
}

struct Print<'a> {
    arena: &'a Arena,
    emitter: Emitter,
    /// The named types that were printed in full.
    defined: HashSet<&'a str>,
    /// What is to be printed yet, the next step last.
    todo: Vec<Step<'a>>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    /// A type inside a namespace.
    Type(NodeId, &'a str),
    /// The branches of a union from a position on.
    Branches(&'a [NodeId], &'a str),
    /// The fields of a record from a position on, then what follows them.
    Fields(NodeId, usize),
    /// What follows the type of a field.
    FieldEnd(NodeId, usize),
    /// The end of an array or map.
    CollectionEnd(NodeId),
}

impl<'a> Print<'a> {
    /// Takes a step and all that follow from it.
    fn run(&mut self, step: Step<'a>) {
        self.todo.push(step);
        while let Some(step) = self.todo.pop() {
            self.step(step);
        }
    }

    fn step(&mut self, step: Step<'a>) {
        match step {
            Step::Type(id, namespace) => self.ty(id, namespace),
            Step::Branches(branches, namespace) => match branches.split_first() {
                Some((first, rest)) => {
                    self.todo.push(Step::Branches(rest, namespace));
                    self.todo.push(Step::Type(*first, namespace));
                }
                None => self.emitter.end_array(),
            },
            Step::Fields(id, position) => self.fields(id, position),
            Step::FieldEnd(id, position) => {
                self.field_end(id, position);
                self.todo.push(Step::Fields(id, position + 1));
            }
            Step::CollectionEnd(id) => {
                self.properties(&self.arena.node(id).properties);
                self.emitter.end_object();
            }
        }
    }

    fn ty(&mut self, id: NodeId, namespace: &'a str) {
        let node = self.arena.node(id);
        let keyword = node.kind.keyword();
        if let Some(name) = node.name()
            && !self.defined.insert(name.full())
        {
            return self.reference(name, namespace);
        }
        match &node.kind {
            NodeKind::Union(branches) => {
                self.emitter.begin_array();
                self.todo.push(Step::Branches(branches, namespace));
            }
            NodeKind::Array(inner) | NodeKind::Map(inner) => {
                self.emitter.begin_object();
                self.emitter.member("type", keyword);
                self.emitter.key(if keyword == "array" { "items" } else { "values" });
                self.todo.push(Step::CollectionEnd(id));
                self.todo.push(Step::Type(*inner, namespace));
            }
            NodeKind::Record(record) => {
                self.head(node, &record.name, record.doc.as_deref(), namespace);
                self.emitter.key("fields");
                self.emitter.begin_array();
                self.todo.push(Step::Fields(id, 0));
            }
            NodeKind::Enum(inner) => {
                let shape = &inner.shape;
                self.head(node, &shape.name, inner.doc.as_deref(), namespace);
                self.emitter.key("symbols");
                self.emitter.strings(&shape.symbols);
                if let Some(default) = inner.default {
                    self.emitter.member("default", &shape.symbols[default as usize]);
                }
                self.tail(&node.properties, &inner.aliases, &shape.name);
            }
            NodeKind::Fixed(fixed) => {
                self.head(node, &fixed.shape.name, fixed.doc.as_deref(), namespace);
                self.emitter.key("size");
                self.emitter.plain(fixed.shape.size);
                self.tail(&node.properties, &fixed.aliases, &fixed.shape.name);
            }
            _ if node.properties.is_empty() => self.emitter.string(keyword),
            _ => {
                self.emitter.begin_object();
                self.emitter.member("type", keyword);
                self.properties(&node.properties);
                self.emitter.end_object();
            }
        }
    }

    /// Refers to a type by its simple name where that means the same.
    fn reference(&mut self, name: &Name, namespace: &str) {
        if name.namespace() == namespace && primitive_kind(name.simple()).is_none() {
            self.emitter.string(name.simple());
        } else if name.namespace().is_empty()
            && self.defined.contains(&*format!("{namespace}.{}", name.simple()))
        {
            // The name alone would mean the type of this namespace. (Java prints it all the same.)
            self.emitter.string(&format!(".{}", name.full()));
        } else {
            self.emitter.string(name.full());
        }
    }

    fn head(&mut self, node: &Node, name: &Name, doc: Option<&str>, namespace: &str) {
        self.emitter.begin_object();
        self.emitter.member("type", node.kind.keyword());
        self.emitter.member("name", name.simple());
        if name.namespace() != namespace {
            self.emitter.member("namespace", name.namespace());
        }
        if let Some(doc) = doc {
            self.emitter.member("doc", doc);
        }
    }

    fn tail(&mut self, properties: &Properties, aliases: &[Name], name: &Name) {
        self.properties(properties);
        if !aliases.is_empty() {
            self.emitter.key("aliases");
            self.emitter.begin_array();
            for alias in aliases {
                self.emitter.string(&alias_of(alias, name));
            }
            self.emitter.end_array();
        }
        self.emitter.end_object();
    }

    /// A field, or after the last one the end of the record; a request of a protocol has no more than its fields.
    fn fields(&mut self, id: NodeId, position: usize) {
        let node = self.arena.node(id);
        let NodeKind::Record(record) = &node.kind else { return };
        if let Some(field) = record.fields.get(position) {
            self.emitter.begin_object();
            self.emitter.member("name", &field.name);
            self.emitter.key("type");
            self.todo.push(Step::FieldEnd(id, position));
            self.todo.push(Step::Type(field.ty, record.name.namespace()));
        } else {
            self.emitter.end_array();
            if record.shape.name.is_some() {
                self.tail(&node.properties, &record.aliases, &record.name);
            }
        }
    }

    fn field_end(&mut self, id: NodeId, position: usize) {
        let NodeKind::Record(record) = &self.arena.node(id).kind else { return };
        let field = &record.fields[position];
        if let Some(doc) = &field.doc {
            self.emitter.member("doc", doc);
        }
        if let Some(default) = &field.default {
            self.emitter.key("default");
            self.emitter.json(default);
        }
        if field.order != Order::Ascending {
            self.emitter.member("order", field.order.name());
        }
        if !field.aliases.is_empty() {
            self.emitter.key("aliases");
            self.emitter.strings(&field.aliases);
        }
        self.properties(&field.properties);
        self.emitter.end_object();
    }

    fn properties(&mut self, properties: &Properties) {
        for (key, value) in properties {
            self.emitter.key(key);
            self.emitter.json(value);
        }
    }
}

/// An alias as it is written in the type that it belongs to.
fn alias_of(alias: &Name, name: &Name) -> String {
    if alias.namespace() == name.namespace() {
        alias.simple().into()
    } else if alias.namespace().is_empty() {
        format!(".{}", alias.full())
    } else {
        alias.full().into()
    }
}
