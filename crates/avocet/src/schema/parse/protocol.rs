//! Parses protocols: a tape of JSON in, types in a draft and messages out.

use std::sync::Arc;

use super::attributes::{invalid_name, missing, optional_text, text};
use super::{Parse, Rest, Rules};
use crate::error::{Result, SchemaFault};
use crate::schema::draft::Draft;
use crate::schema::json::tape::{Kind, Place, Tape};
use crate::schema::name::{Name, is_dotted_name, is_simple_name};
use crate::schema::node::{NodeId, NodeKind, Properties, RecordNode};
use crate::schema::protocol::MessageNode;
use crate::schema::shape::RecordShape;

/// What a protocol consists of besides its types' nodes.
pub(crate) struct Parts {
    pub(crate) name: Name,
    pub(crate) doc: Option<Box<str>>,
    pub(crate) properties: Properties,
    pub(crate) types: Vec<NodeId>,
    pub(crate) messages: Vec<MessageNode>,
}

/// Parses a text that was read, and adds its types to the draft.
pub(crate) fn parse_protocol(tape: &Tape<'_>, rules: Rules, draft: &mut Draft<'_>) -> Result<Parts> {
    let mut parse = Parse { draft, rules, lints: None, no_shape: None, defaults: Vec::new() };
    let parts = parse.protocol(tape.root())?;
    parse.check_defaults(tape)?;
    Ok(parts)
}

impl Parse<'_, '_> {
    fn protocol(&mut self, place: Place<'_>) -> Result<Parts> {
        if place.kind() != Kind::Object {
            return Err(place.error(SchemaFault::NotASchema, "a protocol: an object", place.describe()));
        }
        let (mut name_at, mut namespace_at, mut types_at, mut messages_at) = (None, None, None, None);
        let (mut doc, mut rest) = (None, Rest::new());
        for (key, value) in place.members() {
            match &*key.key() {
                "protocol" => name_at = Some(value),
                "namespace" => namespace_at = Some(value),
                "types" => types_at = Some(value),
                "messages" => messages_at = Some(value),
                "doc" => doc = optional_text(value, self.rules)?,
                key => rest.push((key.into(), value.to_json())),
            }
        }
        let Some(name_at) = name_at else { return Err(missing(place, "protocol", "a protocol")) };
        let written = text(name_at)?;
        let strict = !self.rules.permissive_names;
        if written.is_empty() || strict && !is_dotted_name(&written) {
            return Err(invalid_name(name_at, "a protocol", &written));
        }
        let mut namespace = None;
        if let Some(at) = namespace_at {
            namespace = optional_text(at, self.rules)?;
            if let Some(name) =
                namespace.as_deref().filter(|name| strict && !name.is_empty() && !is_dotted_name(name))
            {
                return Err(invalid_name(at, "a namespace", name));
            }
        }
        let name = Name::resolve(&written, namespace.as_deref().unwrap_or_default());
        if name.simple().is_empty() {
            return Err(invalid_name(name_at, "a protocol", &written));
        }
        let types = match types_at {
            Some(at) => self.types(at, name.namespace())?,
            None => Vec::new(),
        };
        let messages = match messages_at {
            Some(at) => self.messages(at, name.namespace())?,
            None => Vec::new(),
        };
        Ok(Parts { name, doc, properties: rest.into(), types, messages })
    }

    fn types(&mut self, place: Place<'_>, namespace: &str) -> Result<Vec<NodeId>> {
        if place.kind() != Kind::Array {
            return Err(place.error(SchemaFault::InvalidAttribute, "an array of types", place.describe()));
        }
        let mut types = Vec::new();
        for ty in place.items() {
            let id = self.schema(ty, namespace)?;
            if self.draft.node(id).name().is_none() {
                let expected = "a named type: a record, error, enum or fixed";
                return Err(ty.error(SchemaFault::InvalidAttribute, expected, ty.describe()));
            }
            types.push(id);
        }
        Ok(types)
    }

    fn messages(&mut self, place: Place<'_>, namespace: &str) -> Result<Vec<MessageNode>> {
        // Some tools write no messages as an empty array.
        let is_empty_array = place.kind() == Kind::Array && place.items().next().is_none();
        if place.kind() != Kind::Object && !is_empty_array {
            return Err(place.error(
                SchemaFault::InvalidAttribute,
                "an object of messages",
                place.describe(),
            ));
        }
        let mut messages = Vec::new();
        for (key, value) in place.members() {
            let name = key.key();
            if !self.rules.permissive_names && !is_simple_name(&name) {
                return Err(invalid_name(key, "a message", &name));
            }
            messages.push(self.message(name.into(), value, namespace)?);
        }
        Ok(messages)
    }

    fn message(&mut self, name: Box<str>, place: Place<'_>, namespace: &str) -> Result<MessageNode> {
        if place.kind() != Kind::Object {
            return Err(place.error(SchemaFault::InvalidAttribute, "a message: an object", place.describe()));
        }
        let (mut request_at, mut response_at, mut errors_at, mut one_way_at) = (None, None, None, None);
        let (mut doc, mut rest) = (None, Rest::new());
        for (key, value) in place.members() {
            match &*key.key() {
                "request" => request_at = Some(value),
                "response" => response_at = Some(value),
                "errors" => errors_at = Some(value),
                "one-way" => one_way_at = Some(value),
                "doc" => doc = optional_text(value, self.rules)?,
                key => rest.push((key.into(), value.to_json())),
            }
        }
        let Some(request_at) = request_at else { return Err(missing(place, "request", "a message")) };
        let request = self.request(request_at, &name, namespace)?;
        let one_way = match one_way_at.map(|at| (at, at.kind())) {
            None | Some((_, Kind::False)) => false,
            Some((_, Kind::True)) => true,
            Some((at, _)) => {
                return Err(at.error(SchemaFault::InvalidAttribute, "true or false", at.describe()));
            }
        };
        let null = self.draft.primitive("null");
        let response = match (response_at, null) {
            (Some(at), _) => self.schema(at, namespace)?,
            (None, Some(null)) if one_way => null,
            _ => return Err(missing(place, "response", "a message that is not one-way")),
        };
        if one_way && (Some(response) != null || errors_at.is_some()) {
            let (at, found) = match errors_at {
                Some(at) => (at, "errors"),
                None => (response_at.unwrap_or(place), "a response"),
            };
            return Err(at.error(
                SchemaFault::InvalidAttribute,
                "neither response nor errors, as it is one-way",
                found,
            ));
        }
        let errors = match errors_at {
            Some(at) if at.kind() != Kind::Array => {
                return Err(at.error(SchemaFault::InvalidAttribute, "an array of errors", at.describe()));
            }
            // An empty list is as good as none.
            Some(at) if at.items().next().is_some() => Some(self.union(at, namespace)?),
            _ => None,
        };
        Ok(MessageNode { name, doc, properties: rest.into(), request, response, errors, one_way })
    }

    /// The parameters, as the fields of a record without a name.
    fn request(&mut self, place: Place<'_>, message: &str, namespace: &str) -> Result<NodeId> {
        if place.kind() != Kind::Array {
            return Err(place.error(
                SchemaFault::InvalidAttribute,
                "an array of parameters",
                place.describe(),
            ));
        }
        let name = Name::resolve(message, namespace);
        let id = self.open_record(&name, false);
        let fields = self.fields(place, id, namespace)?;
        let names = fields.iter().map(|field| field.name.clone()).collect();
        let shape = Arc::new(RecordShape { name: None, fields: names });
        let (aliases, fields) = (Box::default(), fields.into());
        let record = RecordNode { shape, name, aliases, doc: None, error: false, fields };
        self.draft.complete(id, NodeKind::Record(Box::new(record)), Properties::default());
        Ok(id)
    }
}
