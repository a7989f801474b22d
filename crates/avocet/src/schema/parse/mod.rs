//! Parses schemas: a tape of JSON in, nodes in a draft out ("Schema Declaration" in the specification).

use std::collections::HashSet;
use std::sync::Arc;

use self::attributes::{missing, rest_of};
use crate::error::{Result, SchemaFault};
use crate::schema::default::FieldId;
use crate::schema::draft::{Draft, primitive_kind};
use crate::schema::json::Json;
use crate::schema::json::tape::{Kind, Place, Tape};
use crate::schema::lint::{Lint, LintKind};
use crate::schema::node::{NodeId, NodeKind, Properties};
use crate::schema::shape::RecordShape;

mod attributes;
mod defaults;
mod lints;
mod named;
mod protocol;

pub(crate) use self::protocol::parse_protocol;

/// How strict to be.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rules {
    /// Names may be any text that is not empty, unions may be empty, and `doc` and `namespace` may be `null`.
    pub(crate) permissive_names: bool,
    /// Defaults that do not fit become custom attributes.
    pub(crate) unchecked_defaults: bool,
    /// A type may be defined again in the same words.
    pub(crate) repeated_definitions: bool,
}

/// Parses a text that was read, and adds its types to the draft.
pub(crate) fn parse(
    tape: &Tape<'_>,
    rules: Rules,
    draft: &mut Draft<'_>,
    lints: Option<&mut Vec<Lint>>,
) -> Result<NodeId> {
    let mut parse = Parse { draft, rules, lints, no_shape: None, defaults: Vec::new() };
    let root = parse.schema(tape.root(), "")?;
    parse.check_defaults(tape)?;
    Ok(root)
}

struct Parse<'d, 'k> {
    draft: &'d mut Draft<'k>,
    rules: Rules,
    /// Where remarks go, if anybody wants them.
    lints: Option<&'d mut Vec<Lint>>,
    /// Stands in for the shape of a record until its fields are known.
    no_shape: Option<Arc<RecordShape>>,
    /// Where the defaults stand that are to be checked once all types are known.
    defaults: Vec<(FieldId, u32)>,
}

/// The attributes without a meaning to the kind of type they stand at.
type Rest = Vec<(Box<str>, Json)>;

impl Parse<'_, '_> {
    fn schema(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
        match place.kind() {
            Kind::Plain | Kind::Escaped => self.reference(place, &place.key(), namespace),
            Kind::Array => self.union(place, namespace),
            Kind::Object => self.object(place, namespace),
            _ => Err(place.error(
                SchemaFault::NotASchema,
                "a schema: a name, an object or an array of branches",
                place.describe(),
            )),
        }
    }

    /// A type by its name.
    fn reference(&mut self, place: Place<'_>, name: &str, namespace: &str) -> Result<NodeId> {
        if let Some(id) = self.draft.primitive(name) {
            return Ok(id);
        }
        if let Some(id) = self.draft.lookup(name, namespace) {
            self.lint_reference(place, name, namespace, id);
            return Ok(id);
        }
        let found = match name {
            "record" | "error" | "enum" | "array" | "map" | "fixed" => {
                format!("\"{name}\", which is described by an object of its own: {{\"type\": \"{name}\", …}}")
            }
            _ => place.describe(),
        };
        Err(place.error(SchemaFault::UnknownType, "a type of Avro or a name that was defined before", found))
    }

    fn union(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
        let mut branches = Vec::new();
        let mut kinds = 0u16;
        let mut named = HashSet::new();
        for branch in place.items() {
            if branch.kind() == Kind::Array {
                return Err(branch.error(
                    SchemaFault::InvalidUnion,
                    "no union directly in a union",
                    "a union",
                ));
            }
            let id = self.schema(branch, namespace)?;
            let node = self.draft.node(id);
            let is_new = match unnamed_bit(&node.kind) {
                Some(bit) => {
                    let is_new = kinds & bit == 0;
                    kinds |= bit;
                    is_new
                }
                None => named.insert(id),
            };
            if !is_new {
                let found = format!("a second {}", node.branch_name());
                return Err(branch.error(SchemaFault::InvalidUnion, "each type once in a union", found));
            }
            branches.push(id);
        }
        if branches.is_empty() {
            self.lint(place, LintKind::NoValue, || "an empty union has no value".into());
        }
        if branches.is_empty() && !self.rules.permissive_names {
            return Err(place.error(
                SchemaFault::InvalidUnion,
                "a union of at least one branch",
                "an empty array",
            ));
        }
        Ok(self.draft.push(NodeKind::Union(branches.into()), Properties::default()))
    }

    fn object(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
        let Some((_, ty)) = place.members().find(|(key, _)| key.key() == "type") else {
            return Err(missing(place, "type", "a schema"));
        };
        match ty.kind() {
            Kind::Plain | Kind::Escaped => {}
            Kind::Object => return self.nested(place, ty, namespace),
            _ => return Err(ty.error(SchemaFault::InvalidAttribute, "the name of a type", ty.describe())),
        }
        let keyword = ty.key();
        match &*keyword {
            "record" | "error" => self.record(place, &keyword, namespace),
            "enum" => self.enumeration(place, namespace),
            "fixed" => self.fixed(place, namespace),
            "array" | "map" => self.collection(place, &keyword, namespace),
            _ => {
                let Some(kind) = primitive_kind(&keyword) else {
                    let id = self.reference(ty, &keyword, namespace)?;
                    self.lint_dropped(place);
                    return Ok(id);
                };
                let rest = rest_of(place, &["type"]);
                if rest.is_empty() {
                    return self.reference(ty, &keyword, namespace);
                }
                let id = self.draft.push(kind, rest.into());
                self.lint_type(place, id, namespace);
                Ok(id)
            }
        }
    }

    /// `{"type": {…}}`: the type inside, with the attributes around it.
    fn nested(&mut self, place: Place<'_>, inner: Place<'_>, namespace: &str) -> Result<NodeId> {
        let before = self.draft.nodes.len();
        let id = self.schema(inner, namespace)?;
        let outer = rest_of(place, &["type"]);
        if outer.is_empty() {
            return Ok(id);
        }
        let node = self.draft.node(id);
        if let Some(kind) = primitive_kind(node.kind.keyword())
            && node.properties.is_empty()
        {
            let id = self.draft.push(kind, outer.into());
            self.lint_type(place, id, namespace);
            return Ok(id);
        }
        if (id.0 as usize) < before || !is_definition(inner) {
            self.lint_dropped(place);
            return Ok(id);
        }
        for (key, _) in place.members() {
            let name = key.key();
            let is_inside = inner.members().any(|(key, _)| key.key() == name);
            if name != "type" && (is_inside || node.kind.attributes().contains(&&*name)) {
                return Err(key.error(
                    SchemaFault::InvalidAttribute,
                    format!("`{name}` inside the inner object, with the type that it describes"),
                    "it outside",
                ));
            }
        }
        let node = &mut self.draft.nodes[id.0 as usize];
        node.properties = std::mem::take(&mut node.properties).into_iter().chain(outer).collect();
        self.lint_type(place, id, namespace);
        Ok(id)
    }

    fn collection(&mut self, place: Place<'_>, keyword: &str, namespace: &str) -> Result<NodeId> {
        let inner = if keyword == "array" { "items" } else { "values" };
        let Some((_, ty)) = place.members().find(|(key, _)| key.key() == inner) else {
            return Err(missing(place, inner, keyword));
        };
        let ty = self.schema(ty, namespace)?;
        let kind = if keyword == "array" { NodeKind::Array(ty) } else { NodeKind::Map(ty) };
        let id = self.draft.push(kind, rest_of(place, &["type", inner]).into());
        self.lint_type(place, id, namespace);
        Ok(id)
    }
}

/// Whether an object describes a type, rather than naming one.
fn is_definition(place: Place<'_>) -> bool {
    let ty = place.members().find(|(key, _)| key.key() == "type").map(|(_, ty)| ty);
    match ty.map(|ty| (ty, ty.as_str())) {
        Some((_, Some(keyword))) => {
            matches!(&*keyword, "record" | "error" | "enum" | "fixed" | "array" | "map")
                || primitive_kind(&keyword).is_some()
        }
        Some((ty, None)) => is_definition(ty),
        None => false,
    }
}

/// A bit for each kind of type that a union may hold once only; named types may differ by name.
fn unnamed_bit(kind: &NodeKind) -> Option<u16> {
    let bit = match kind {
        NodeKind::Null => 0,
        NodeKind::Boolean => 1,
        NodeKind::Int => 2,
        NodeKind::Long => 3,
        NodeKind::Float => 4,
        NodeKind::Double => 5,
        NodeKind::Bytes => 6,
        NodeKind::String => 7,
        NodeKind::Array(_) => 8,
        NodeKind::Map(_) => 9,
        NodeKind::Union(_) => 10,
        NodeKind::Record(_) | NodeKind::Enum(_) | NodeKind::Fixed(_) => return None,
    };
    Some(1 << bit)
}
