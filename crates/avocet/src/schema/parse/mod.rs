//! Parses schemas: a tape of JSON in, nodes in a draft out ("Schema Declaration" in the specification).

use std::collections::HashSet;
use std::sync::Arc;

use self::attributes::{
    Distinct, Head, invalid_name, missing, optional_text, order_of, rest_of, text, texts,
};
use crate::error::{Result, SchemaFault};
use crate::schema::default::FieldId;
use crate::schema::draft::{Draft, primitive_kind};
use crate::schema::equal::equal;
use crate::schema::json::Json;
use crate::schema::json::tape::{Kind, Place, Tape, shorten};
use crate::schema::lint::{Lint, LintKind};
use crate::schema::name::{Name, is_dotted_name, is_simple_name};
use crate::schema::node::{EnumNode, Field, FixedNode, NodeId, NodeKind, Order, Properties, RecordNode};
use crate::schema::shape::{EnumShape, FixedShape, RecordShape};

mod attributes;
mod defaults;
mod lints;
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

    fn record(&mut self, place: Place<'_>, keyword: &str, namespace: &str) -> Result<NodeId> {
        let (mut head, mut fields_at, mut rest) = (Head::default(), None, Rest::new());
        for (key, value) in place.members() {
            match &*key.key() {
                "fields" => fields_at = Some(value),
                _ => head.attribute(key, value, self.rules, &mut rest)?,
            }
        }
        let (name, aliases) = self.name(place, &head, keyword, namespace)?;
        let Some(fields_at) = fields_at else { return Err(missing(place, "fields", keyword)) };
        if fields_at.kind() != Kind::Array {
            return Err(fields_at.error(
                SchemaFault::InvalidAttribute,
                "an array of fields",
                fields_at.describe(),
            ));
        }

        let error = keyword == "error";
        let id = self.open_record(&name, error);
        let is_first = self.draft.declare(name.clone(), id);
        let fields = self.fields(fields_at, id, name.namespace())?;
        let names = fields.iter().map(|field| field.name.clone()).collect();
        let shape = Arc::new(RecordShape { name: Some(name.clone()), fields: names });
        let record =
            RecordNode { shape, name: name.clone(), aliases, doc: head.doc, error, fields: fields.into() };
        self.draft.complete(id, NodeKind::Record(Box::new(record)), rest.into());
        self.lint_type(place, id, namespace);
        if is_first { Ok(id) } else { self.repeated(place, id, &name) }
    }

    /// Enters a record without its fields, so that they can refer to it.
    fn open_record(&mut self, name: &Name, error: bool) -> NodeId {
        let no_shape =
            self.no_shape.get_or_insert_with(|| Arc::new(RecordShape { name: None, fields: Box::default() }));
        let open = RecordNode {
            shape: no_shape.clone(),
            name: name.clone(),
            aliases: Box::default(),
            doc: None,
            error,
            fields: Box::default(),
        };
        self.draft.push(NodeKind::Record(Box::new(open)), Properties::default())
    }

    /// The fields of a record that was entered.
    fn fields(&mut self, place: Place<'_>, record: NodeId, namespace: &str) -> Result<Vec<Field>> {
        let mut fields = Vec::new();
        let mut names = Distinct::default();
        for field in place.items() {
            let (field, default) = self.field(field, namespace, &mut names)?;
            if let Some(default) = default {
                self.defaults.push(((record, fields.len()), default.index()));
            }
            fields.push(field);
        }
        Ok(fields)
    }

    /// A field, and where its default stands.
    fn field<'a>(
        &mut self,
        place: Place<'a>,
        namespace: &str,
        names: &mut Distinct<'a>,
    ) -> Result<(Field, Option<Place<'a>>)> {
        if place.kind() != Kind::Object {
            return Err(place.error(SchemaFault::InvalidAttribute, "a field: an object", place.describe()));
        }
        let (mut name_at, mut type_at, mut default_at, mut rest) = (None, None, None, Rest::new());
        let (mut aliases, mut doc, mut order) = (Box::default(), None, Order::default());
        for (key, value) in place.members() {
            match &*key.key() {
                "name" => name_at = Some(value),
                "type" => type_at = Some(value),
                "default" => default_at = Some(value),
                "aliases" => {
                    aliases = texts(value)?.map(|alias| Ok(alias?.1.into())).collect::<Result<_>>()?;
                }
                "doc" => doc = optional_text(value, self.rules)?,
                "order" => order = order_of(value)?,
                key => rest.push((key.into(), value.to_json())),
            }
        }
        let Some(name_at) = name_at else { return Err(missing(place, "name", "a field")) };
        let name = text(name_at)?;
        if !(is_simple_name(&name) || self.rules.permissive_names && !name.is_empty()) {
            return Err(invalid_name(name_at, "a field", &name));
        }
        if !names.insert(name.clone()) {
            let found = format!("a second field `{}`", shorten(&name));
            return Err(name_at.error(SchemaFault::Duplicate, "each field name once in a record", found));
        }
        let Some(type_at) = type_at else { return Err(missing(place, "type", "a field")) };
        let ty = self.schema(type_at, namespace)?;
        let default = default_at.map(Place::to_json);
        let field = Field { name: name.into(), aliases, doc, order, default, ty, properties: rest.into() };
        Ok((field, default_at))
    }

    fn enumeration(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
        let (mut head, mut rest) = (Head::default(), Rest::new());
        let (mut symbols_at, mut default_at) = (None, None);
        for (key, value) in place.members() {
            match &*key.key() {
                "symbols" => symbols_at = Some(value),
                "default" => default_at = Some(value),
                _ => head.attribute(key, value, self.rules, &mut rest)?,
            }
        }
        let (name, aliases) = self.name(place, &head, "enum", namespace)?;
        let Some(symbols_at) = symbols_at else { return Err(missing(place, "symbols", "enum")) };
        let mut symbols: Vec<Box<str>> = Vec::new();
        let mut distinct = Distinct::default();
        for symbol in texts(symbols_at)? {
            let (at, symbol) = symbol?;
            if !(is_simple_name(&symbol) || self.rules.permissive_names) {
                return Err(invalid_name(at, "a symbol", &symbol));
            }
            if !distinct.insert(symbol.clone()) {
                let found = format!("a second `{}`", shorten(&symbol));
                return Err(at.error(SchemaFault::Duplicate, "each symbol once in an enum", found));
            }
            symbols.push(symbol.into());
        }
        let mut default = None;
        if let Some(at) = default_at {
            let text = at.as_str();
            default =
                symbols.iter().position(|symbol| Some(&**symbol) == text.as_deref()).map(|at| at as u32);
            if default.is_none() && self.rules.unchecked_defaults {
                rest.push(("default".into(), at.to_json()));
            } else if default.is_none() {
                let expected = format!("a symbol of {}", name.full());
                return Err(at.error(SchemaFault::InvalidDefault, expected, at.describe()));
            }
        }
        let shape = Arc::new(EnumShape { name: name.clone(), symbols: symbols.into() });
        let node = EnumNode { shape, aliases, doc: head.doc, default };
        let id = self.draft.push(NodeKind::Enum(Box::new(node)), rest.into());
        self.lint_type(place, id, namespace);
        if self.draft.declare(name.clone(), id) { Ok(id) } else { self.repeated(place, id, &name) }
    }

    fn fixed(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
        let (mut head, mut size_at, mut rest) = (Head::default(), None, Rest::new());
        for (key, value) in place.members() {
            match &*key.key() {
                "size" => size_at = Some(value),
                _ => head.attribute(key, value, self.rules, &mut rest)?,
            }
        }
        let (name, aliases) = self.name(place, &head, "fixed", namespace)?;
        let Some(size_at) = size_at else { return Err(missing(place, "size", "fixed")) };
        let size = size_at.as_number().and_then(|text| text.parse::<i64>().ok());
        let Some(size) = size.and_then(|size| usize::try_from(size).ok()) else {
            return Err(size_at.error(
                SchemaFault::InvalidAttribute,
                "a number of bytes",
                size_at.describe(),
            ));
        };
        let shape = Arc::new(FixedShape { name: name.clone(), size });
        let node = FixedNode { shape, aliases, doc: head.doc };
        let id = self.draft.push(NodeKind::Fixed(Box::new(node)), rest.into());
        self.lint_type(place, id, namespace);
        if self.draft.declare(name.clone(), id) { Ok(id) } else { self.repeated(place, id, &name) }
    }

    /// The first definition of a type that was defined again.
    fn repeated(&mut self, place: Place<'_>, id: NodeId, name: &Name) -> Result<NodeId> {
        let first = self.draft.declared(name.full()).unwrap_or(id);
        if equal((&self.draft.nodes, first), (&self.draft.nodes, id)) {
            return Ok(first);
        }
        let found = format!("a second `{}` that differs", shorten(name.full()));
        Err(place.error(SchemaFault::Duplicate, "each name defined once, or again in the same words", found))
    }

    /// The fullname of a type that is being defined, and its aliases.
    fn name(
        &mut self,
        place: Place<'_>,
        head: &Head<'_>,
        keyword: &str,
        namespace: &str,
    ) -> Result<(Name, Box<[Name]>)> {
        let Some(name_at) = head.name else { return Err(missing(place, "name", keyword)) };
        let strict = !self.rules.permissive_names;
        let written = text(name_at)?;
        if written.is_empty() || strict && !is_dotted_name(&written) {
            return Err(invalid_name(name_at, "a type", &written));
        }
        let name = match head.namespace {
            Some(at) if !written.contains('.') => {
                let own = optional_text(at, self.rules)?;
                let own = own.as_deref().unwrap_or(namespace);
                if strict && !own.is_empty() && !is_dotted_name(own) {
                    return Err(invalid_name(at, "a namespace", own));
                }
                Name::resolve(&written, own)
            }
            _ => Name::resolve(&written, namespace),
        };
        if name.simple().is_empty() {
            return Err(invalid_name(name_at, "a type", &written));
        }
        if primitive_kind(name.simple()).is_some() && (strict || name.namespace().is_empty()) {
            let found = format!("\"{}\"", name.full());
            let expected = "a name other than those of the primitive types";
            return Err(name_at.error(SchemaFault::InvalidName, expected, found));
        }
        if !self.rules.repeated_definitions && self.draft.declared(name.full()).is_some() {
            let found = format!("a second `{}`", shorten(name.full()));
            return Err(name_at.error(SchemaFault::Duplicate, "each name defined once", found));
        }
        let aliases = match head.aliases {
            Some(at) => texts(at)?
                .map(|alias| Ok(Name::resolve(&alias?.1, name.namespace())))
                .collect::<Result<_>>()?,
            None => Box::default(),
        };
        Ok((name, aliases))
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
