//! Remarks about a valid schema, made while it is parsed, when somebody wants them.

use std::collections::HashMap;

use super::Parse;
use crate::schema::json::tape::{Place, shorten};
use crate::schema::lint::{Lint, LintKind};
use crate::schema::logical::{Unusable, logical_type};
use crate::schema::name::{Name, is_dotted_name, is_simple_name};
use crate::schema::node::{NodeId, NodeKind, RecordNode};

impl Parse<'_, '_> {
    pub(super) fn lint(&mut self, place: Place<'_>, kind: LintKind, message: impl FnOnce() -> String) {
        if let Some(lints) = &mut self.lints {
            lints.push(Lint { kind, path: place.path(), position: place.position(), message: message() });
        }
    }

    /// Looks at a name that was found.
    pub(super) fn lint_reference(&mut self, place: Place<'_>, name: &str, namespace: &str, id: NodeId) {
        let found = self.draft.node(id).name();
        if !namespace.is_empty()
            && !name.contains('.')
            && found.is_some_and(|name| name.namespace().is_empty())
        {
            self.lint(place, LintKind::NullNamespaceReference, || {
                format!("`{name}` is not in the namespace `{namespace}`; that of the null namespace is taken")
            });
        }
    }

    /// Looks at the attributes beside a reference.
    pub(super) fn lint_dropped(&mut self, place: Place<'_>) {
        if let Some((key, _)) = place.members().find(|(key, _)| key.key() != "type") {
            self.lint(key, LintKind::DroppedAttribute, || {
                format!(
                    "`{}` is dropped: the attributes of a type stand at its definition",
                    shorten(&key.key())
                )
            });
        }
    }

    /// Looks at a type that was defined inside a namespace.
    pub(super) fn lint_type(&mut self, place: Place<'_>, id: NodeId, namespace: &str) {
        if self.lints.is_none() {
            return;
        }
        let node = self.draft.node(id);
        let mut found = Vec::new();
        match logical_type(&node.kind, &node.properties) {
            Ok(_) => {}
            Err(Unusable::Unknown(reason)) => found.push((LintKind::UnknownLogicalType, reason)),
            Err(Unusable::Impossible(reason)) => found.push((LintKind::LogicalType, reason)),
        }
        let aliases = match &node.kind {
            NodeKind::Record(record) => {
                lint_fields(record, &mut found);
                &record.aliases
            }
            NodeKind::Enum(inner) => {
                if inner.shape.symbols.is_empty() {
                    found.push((LintKind::NoValue, "an enum without symbols has no value".into()));
                }
                &inner.aliases
            }
            NodeKind::Fixed(fixed) => &fixed.aliases,
            _ => &Box::default(),
        };
        for alias in aliases.iter().map(Name::full).filter(|alias| !is_dotted_name(alias)) {
            found.push((LintKind::AliasName, format!("the alias \"{}\" is no name", shorten(alias))));
        }
        if let Some(name) = node.name()
            && name.namespace().is_empty()
            && !namespace.is_empty()
        {
            let message = format!("`{}` of the null namespace stands inside of `{namespace}`", name.full());
            found.push((LintKind::NullNamespaceType, message));
        }
        for (kind, message) in found {
            self.lint(place, kind, || message);
        }
    }
}

fn lint_fields(record: &RecordNode, found: &mut Vec<(LintKind, String)>) {
    let mut names: HashMap<&str, usize> =
        record.fields.iter().enumerate().map(|(position, field)| (&*field.name, position)).collect();
    for (position, field) in record.fields.iter().enumerate() {
        for alias in &field.aliases {
            if !is_simple_name(alias) {
                let message = format!("the alias \"{}\" of `{}` is no name", shorten(alias), field.name);
                found.push((LintKind::AliasName, message));
            }
            if *names.entry(alias).or_insert(position) != position {
                let message =
                    format!("the alias `{}` of `{}` belongs to another field, too", alias, field.name);
                found.push((LintKind::AmbiguousAlias, message));
            }
        }
    }
}
