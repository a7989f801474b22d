//! What stands between two types that are no unions: their nodes in, findings and pairs of their parts out.

use std::collections::{HashMap, HashSet};

use super::pairs::{Pairs, Step};
use super::{IssueKind, Verdict, WarningKind};
use crate::schema::logical::LogicalType;
use crate::schema::matching::{self, Closeness};
use crate::schema::node::{EnumNode, Field, Node, NodeKind, RecordNode};

impl Pairs<'_> {
    pub(super) fn types(&mut self, index: usize, reader: &Node, writer: &Node) {
        let (reader_name, writer_name) = (reader.branch_name(), writer.branch_name());
        let Some(closeness) = matching::closeness(writer, reader) else {
            let (kind, message) = mismatch(reader, writer);
            return self.issue(index, kind, Verdict::Incompatible, None, message);
        };
        if closeness == Closeness::SameName {
            let message = format!("{reader_name} matches {writer_name} without its namespace only");
            self.warn(index, WarningKind::UnqualifiedName, None, message);
        }
        self.decimals(index, reader, writer);
        match (&reader.kind, &writer.kind) {
            (NodeKind::Array(reader), NodeKind::Array(writer)) => {
                self.part(index, Step::Items, *reader, *writer);
            }
            (NodeKind::Map(reader), NodeKind::Map(writer)) => {
                self.part(index, Step::Values, *reader, *writer);
            }
            (NodeKind::Record(reader), NodeKind::Record(writer)) => self.records(index, reader, writer),
            (NodeKind::Enum(reader), NodeKind::Enum(writer)) => self.enums(index, reader, writer),
            (NodeKind::Float, NodeKind::Int | NodeKind::Long) | (NodeKind::Double, NodeKind::Long) => {
                let message = format!("large values of {writer_name} lose digits as {reader_name}");
                self.warn(index, WarningKind::LossyPromotion, None, message);
            }
            _ => {}
        }
    }

    fn records(&mut self, index: usize, reader: &RecordNode, writer: &RecordNode) {
        let matches = matching::fields(writer, reader);
        for position in ambiguous(reader, writer, &matches) {
            let name = &reader.fields[position].name;
            let message = format!("more than one field can match the reader's `{name}` by name and aliases");
            self.warn(index, WarningKind::AmbiguousAlias, Some(position), message);
        }
        for (position, found) in matches.iter().enumerate() {
            let field = &reader.fields[position];
            match found {
                Some(found) => {
                    let step = Step::Field { reader: position, writer: *found };
                    self.part(index, step, field.ty, writer.fields[*found].ty);
                }
                None if field.default.is_some() => {}
                None => {
                    let name = &field.name;
                    let message = format!(
                        "the reader's field `{name}` has no default, and the writer has no such field"
                    );
                    self.issue(
                        index,
                        IssueKind::MissingField,
                        Verdict::Incompatible,
                        Some(position),
                        message,
                    );
                }
            }
        }
    }

    fn enums(&mut self, index: usize, reader: &EnumNode, writer: &EnumNode) {
        let known: HashSet<&str> = reader.shape.symbols.iter().map(|symbol| &**symbol).collect();
        let missing: Vec<&str> = writer
            .shape
            .symbols
            .iter()
            .map(|symbol| &**symbol)
            .filter(|symbol| !known.contains(symbol))
            .collect();
        if missing.is_empty() {
            return;
        }
        let mut names =
            missing.iter().take(10).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        if missing.len() > 10 {
            names.push_str(", …");
        }
        if let Some(default) = reader.default {
            let default = &reader.shape.symbols[default as usize];
            let message = format!("{names} of the writer become the default `{default}`");
            return self.warn(index, WarningKind::EnumDefault, None, message);
        }
        let all = missing.len() == writer.shape.symbols.len();
        let verdict = if all { Verdict::Incompatible } else { Verdict::Partial };
        let message = format!("the reader has no symbol for {names}, and no default");
        self.issue(index, IssueKind::MissingSymbol, verdict, None, message);
    }

    fn decimals(&mut self, index: usize, reader: &Node, writer: &Node) {
        if let (Some(reader @ LogicalType::Decimal { .. }), Some(writer @ LogicalType::Decimal { .. })) =
            (reader.logical, writer.logical)
            && reader != writer
        {
            let message =
                format!("{reader} is not {writer}: values are rescaled where that is exact, or refused");
            self.warn(index, WarningKind::Decimal, None, message);
        }
    }
}

/// Why two types that are no unions do not match.
fn mismatch(reader: &Node, writer: &Node) -> (IssueKind, String) {
    let (reader_name, writer_name) = (reader.branch_name(), writer.branch_name());
    match (&reader.kind, &writer.kind) {
        (NodeKind::Fixed(reader), NodeKind::Fixed(writer)) if reader.shape.size != writer.shape.size => (
            IssueKind::Size,
            format!(
                "{reader_name} has {} bytes and {writer_name} has {}",
                reader.shape.size, writer.shape.size
            ),
        ),
        (NodeKind::Record(_), NodeKind::Record(_))
        | (NodeKind::Enum(_), NodeKind::Enum(_))
        | (NodeKind::Fixed(_), NodeKind::Fixed(_)) => (
            IssueKind::Name,
            format!("{reader_name} has neither the name of {writer_name} nor an alias for it"),
        ),
        _ => (IssueKind::Type, format!("{reader_name} cannot be read from {writer_name}")),
    }
}

/// The reader's fields that could have taken more than one of the writer's, or lost theirs to another field.
fn ambiguous(reader: &RecordNode, writer: &RecordNode, matches: &[Option<usize>]) -> Vec<usize> {
    if reader.fields.iter().all(|field| field.aliases.is_empty()) {
        return Vec::new();
    }
    let writers: HashMap<&str, usize> =
        writer.fields.iter().enumerate().map(|(position, field)| (&*field.name, position)).collect();
    let mut takers: Vec<Option<usize>> = vec![None; writer.fields.len()];
    for (position, found) in matches.iter().enumerate() {
        if let Some(found) = found {
            takers[*found] = Some(position);
        }
    }
    let is_ambiguous = |(position, field): &(usize, &Field)| {
        let names = std::iter::once(&field.name).chain(&field.aliases);
        let claims: HashSet<usize> = names.filter_map(|name| writers.get(&**name).copied()).collect();
        claims.len() > 1 || claims.iter().any(|claim| takers[*claim].is_some_and(|taker| taker != *position))
    };
    reader.fields.iter().enumerate().filter(is_ambiguous).map(|(position, _)| position).collect()
}
