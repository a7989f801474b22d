//! Parses records, enums and fixeds: objects of a tape in, nodes with names in a draft out.

use std::sync::Arc;

use super::attributes::{Distinct, Head, invalid_name, missing, optional_text, order_of, text, texts};
use super::{Parse, Rest};
use crate::error::{Result, SchemaFault};
use crate::schema::draft::primitive_kind;
use crate::schema::equal::equal;
use crate::schema::json::tape::{Kind, Place, shorten};
use crate::schema::name::{Name, is_dotted_name, is_simple_name};
use crate::schema::node::{EnumNode, Field, FixedNode, NodeId, NodeKind, Order, Properties, RecordNode};
use crate::schema::shape::{EnumShape, FixedShape, RecordShape};

impl Parse<'_, '_> {
    pub(super) fn record(&mut self, place: Place<'_>, keyword: &str, namespace: &str) -> Result<NodeId> {
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
    pub(super) fn open_record(&mut self, name: &Name, error: bool) -> NodeId {
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
    pub(super) fn fields(&mut self, place: Place<'_>, record: NodeId, namespace: &str) -> Result<Vec<Field>> {
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

    pub(super) fn enumeration(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
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

    pub(super) fn fixed(&mut self, place: Place<'_>, namespace: &str) -> Result<NodeId> {
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
        // The look also takes over what other schemas say of the name, for a repeated definition to agree with.
        if self.draft.declared(name.full()).is_some() && !self.rules.repeated_definitions {
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
