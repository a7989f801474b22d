//! Protocols: the JSON of an `.avpr` file in, its types and messages out ("Protocol Declaration" in the
//! specification).

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use super::Schema;
use super::json::Json;
use super::json::emit::Emitter;
use super::name::Name;
use super::node::{Arena, NodeId, NodeKind, Properties};
use super::parser::Parser;
use super::print;
use super::view::{FieldRef, SchemaRef};
use crate::error::{Error, Result};

/// A protocol: types, and the messages that are made of them.
///
/// `Display` writes it as JSON the way Java's library does.
///
/// ```
/// use avocet::schema::Protocol;
///
/// let echo = Protocol::parse(r#"{"protocol": "Echo", "namespace": "com.acme",
///     "types": [{"type": "record", "name": "Text", "fields": [{"name": "line", "type": "string"}]}],
///     "messages": {"echo": {"request": [{"name": "text", "type": "Text"}], "response": "Text"}}}"#)?;
/// assert_eq!(echo.schema("com.acme.Text").unwrap().root().fullname(), Some("com.acme.Text"));
/// assert_eq!(echo.messages().next().unwrap().response().branch_name(), "com.acme.Text");
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone)]
pub struct Protocol(Arc<ProtocolNode>);

pub(crate) struct ProtocolNode {
    pub(crate) arena: Arc<Arena>,
    pub(crate) name: Name,
    pub(crate) doc: Option<Box<str>>,
    pub(crate) properties: Properties,
    pub(crate) types: Box<[NodeId]>,
    pub(crate) messages: Box<[MessageNode]>,
}

pub(crate) struct MessageNode {
    pub(crate) name: Box<str>,
    pub(crate) doc: Option<Box<str>>,
    pub(crate) properties: Properties,
    /// A record whose shape has no name.
    pub(crate) request: NodeId,
    pub(crate) response: NodeId,
    /// The union as it was written, without the string that every message may fail with.
    pub(crate) errors: Option<NodeId>,
    pub(crate) one_way: bool,
}

impl Protocol {
    /// Parses JSON text by the rules of the specification; [`Parser::parse_protocol`] is the same with options.
    pub fn parse(text: &str) -> Result<Protocol> {
        Parser::new().parse_protocol(text)
    }

    pub(crate) fn new(node: ProtocolNode) -> Protocol {
        Protocol(Arc::new(node))
    }

    /// The name without the namespace.
    pub fn name(&self) -> &str {
        self.0.name.simple()
    }

    /// The namespace, "" for the null namespace; types without one of their own are in it.
    pub fn namespace(&self) -> &str {
        self.0.name.namespace()
    }

    /// The documentation.
    pub fn doc(&self) -> Option<&str> {
        self.0.doc.as_deref()
    }

    /// The attributes without a meaning to Avro, in the order of the text.
    pub fn properties(&self) -> impl ExactSizeIterator<Item = (&str, &Json)> {
        self.0.properties.iter().map(|(key, value)| (&**key, value))
    }

    /// The types that the protocol lists, in order; each is a schema of its own.
    pub fn types(&self) -> impl ExactSizeIterator<Item = Schema> {
        self.0.types.iter().map(|id| Schema::new(self.0.arena.clone(), *id))
    }

    /// A named type by its fullname, wherever in the protocol it is defined.
    pub fn schema(&self, fullname: &str) -> Option<Schema> {
        let is_it = |id: &NodeId| self.0.arena.node(*id).name().is_some_and(|name| name.full() == fullname);
        let id = (0..self.0.arena.nodes.len() as u32).map(NodeId).find(is_it)?;
        Some(Schema::new(self.0.arena.clone(), id))
    }

    /// The messages, in order.
    pub fn messages(&self) -> impl ExactSizeIterator<Item = MessageRef<'_>> {
        self.0.messages.iter().map(|message| MessageRef { arena: &self.0.arena, message })
    }

    /// The protocol as indented JSON.
    pub fn to_pretty_string(&self) -> String {
        print::print_protocol(&self.0, Emitter::pretty())
    }
}

impl Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::print_protocol(&self.0, Emitter::compact()))
    }
}

impl Debug for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Protocol({self})")
    }
}

impl FromStr for Protocol {
    type Err = Error;

    fn from_str(text: &str) -> Result<Protocol> {
        Protocol::parse(text)
    }
}

/// A message of a protocol.
#[derive(Clone, Copy)]
pub struct MessageRef<'a> {
    arena: &'a Arc<Arena>,
    message: &'a MessageNode,
}

impl<'a> MessageRef<'a> {
    /// The name.
    pub fn name(self) -> &'a str {
        &self.message.name
    }

    /// The documentation.
    pub fn doc(self) -> Option<&'a str> {
        self.message.doc.as_deref()
    }

    /// The attributes without a meaning to Avro, in the order of the text.
    pub fn properties(self) -> impl ExactSizeIterator<Item = (&'a str, &'a Json)> + use<'a> {
        self.message.properties.iter().map(|(key, value)| (&**key, value))
    }

    /// The parameters, in order.
    pub fn request(self) -> impl ExactSizeIterator<Item = FieldRef<'a>> + use<'a> {
        let fields = match &self.arena.node(self.message.request).kind {
            NodeKind::Record(record) => &record.fields[..],
            _ => &[],
        };
        fields.iter().map(move |field| FieldRef::new(self.arena, field))
    }

    /// What is answered; `null` for messages without an answer.
    pub fn response(self) -> SchemaRef<'a> {
        SchemaRef::new(self.arena, self.message.response)
    }

    /// The union of the errors that are declared; besides, every message may fail with a string.
    pub fn errors(self) -> Option<SchemaRef<'a>> {
        self.message.errors.map(|id| SchemaRef::new(self.arena, id))
    }

    /// Whether the sender does not wait for an answer.
    pub fn is_one_way(self) -> bool {
        self.message.one_way
    }
}

impl Debug for MessageRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MessageRef({})", self.name())
    }
}
