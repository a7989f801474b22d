//! Prints protocols, attributes in the order of Java's library.

use std::collections::HashSet;

use super::{Print, Step};
use crate::schema::json::emit::Emitter;
use crate::schema::protocol::{MessageNode, ProtocolNode};

/// Prints a protocol, and each named type where it is met first.
pub(crate) fn print_protocol(protocol: &ProtocolNode, emitter: Emitter) -> String {
    let mut print = Print { arena: &protocol.arena, emitter, defined: HashSet::new(), todo: Vec::new() };
    print.protocol(protocol);
    print.emitter.finish()
}

impl<'a> Print<'a> {
    fn protocol(&mut self, protocol: &'a ProtocolNode) {
        let namespace = protocol.name.namespace();
        self.emitter.begin_object();
        self.emitter.member("protocol", protocol.name.simple());
        if !namespace.is_empty() {
            self.emitter.member("namespace", namespace);
        }
        if let Some(doc) = &protocol.doc {
            self.emitter.member("doc", doc);
        }
        self.properties(&protocol.properties);
        self.emitter.key("types");
        self.emitter.begin_array();
        for id in &protocol.types {
            // A type inside of another one was printed there.
            if !protocol.arena.node(*id).name().is_some_and(|name| self.defined.contains(name.full())) {
                self.run(Step::Type(*id, namespace));
            }
        }
        self.emitter.end_array();
        self.emitter.key("messages");
        self.emitter.begin_object();
        for message in &protocol.messages {
            self.emitter.key(&message.name);
            self.message(message, namespace);
        }
        self.emitter.end_object();
        self.emitter.end_object();
    }

    fn message(&mut self, message: &'a MessageNode, namespace: &'a str) {
        self.emitter.begin_object();
        if let Some(doc) = &message.doc {
            self.emitter.member("doc", doc);
        }
        self.properties(&message.properties);
        self.emitter.key("request");
        self.emitter.begin_array();
        self.run(Step::Fields(message.request, 0));
        self.emitter.key("response");
        self.run(Step::Type(message.response, namespace));
        if let Some(errors) = message.errors {
            self.emitter.key("errors");
            self.run(Step::Type(errors, namespace));
        }
        if message.one_way {
            self.emitter.key("one-way");
            self.emitter.plain(true);
        }
        self.emitter.end_object();
    }
}
