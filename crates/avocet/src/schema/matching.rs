//! Which parts of a reader's schema take which parts of a writer's ("Schema Resolution" in the specification).
//!
//! Only names and kinds are looked at here; whether the parts inside fit each other is for the caller to find out.

use std::collections::HashMap;

use super::name::Name;
use super::node::{Arena, Node, NodeId, NodeKind, RecordNode};

/// How closely a reader's type is the writer's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Closeness {
    /// The same type, and for named types the same fullname or an alias of the reader's.
    Exact,
    /// A named type of the same name in another namespace.
    SameName,
    /// Another primitive that the writer's is promoted to.
    Promoted,
}

/// Whether the reader's type may take the writer's, by kind and name alone; unions are the caller's.
pub(crate) fn closeness(writer: &Node, reader: &Node) -> Option<Closeness> {
    use NodeKind as K;
    match (&writer.kind, &reader.kind) {
        (K::Null, K::Null)
        | (K::Boolean, K::Boolean)
        | (K::Int, K::Int)
        | (K::Long, K::Long)
        | (K::Float, K::Float)
        | (K::Double, K::Double)
        | (K::Bytes, K::Bytes)
        | (K::String, K::String)
        | (K::Array(_), K::Array(_))
        | (K::Map(_), K::Map(_)) => Some(Closeness::Exact),
        (K::Int, K::Long | K::Float | K::Double)
        | (K::Long, K::Float | K::Double)
        | (K::Float, K::Double)
        | (K::Bytes, K::String)
        | (K::String, K::Bytes) => Some(Closeness::Promoted),
        (K::Record(writer), K::Record(reader)) => names(&writer.name, &reader.name, &reader.aliases),
        (K::Enum(writer), K::Enum(reader)) => names(&writer.shape.name, &reader.shape.name, &reader.aliases),
        (K::Fixed(writer), K::Fixed(reader)) if writer.shape.size == reader.shape.size => {
            names(&writer.shape.name, &reader.shape.name, &reader.aliases)
        }
        _ => None,
    }
}

fn names(writer: &Name, reader: &Name, aliases: &[Name]) -> Option<Closeness> {
    if writer.full() == reader.full() || aliases.iter().any(|alias| alias.full() == writer.full()) {
        Some(Closeness::Exact)
    } else if writer.simple() == reader.simple() {
        Some(Closeness::SameName)
    } else {
        None
    }
}

/// The branches of a reader's union that may take a writer's type, in the order in which to try them: the closest
/// first, and of equals the first; in strict mode in the order of the union, as the specification has it.
pub(crate) fn candidates(
    writer: &Node,
    branches: &[NodeId],
    reader: &Arena,
    strict: bool,
) -> Vec<(usize, Closeness)> {
    let mut candidates: Vec<_> = branches
        .iter()
        .enumerate()
        .filter_map(|(index, branch)| Some((index, closeness(writer, reader.node(*branch))?)))
        .collect();
    if !strict {
        candidates.sort_by_key(|(_, closeness)| *closeness);
    }
    candidates
}

/// For each field of the reader, the position of the writer's field that it takes.
///
/// A field takes the writer's of its own name, unless another field of the reader has that name as an alias; else
/// the first of the writer's that one of its aliases names. Each of the writer's fields is taken at most once.
pub(crate) fn fields(writer: &RecordNode, reader: &RecordNode) -> Vec<Option<usize>> {
    // Looked through while the fields are few, hashed when they are many.
    let map: Option<HashMap<&str, usize>> = (writer.fields.len() > 16).then(|| {
        writer.fields.iter().enumerate().map(|(position, field)| (&*field.name, position)).collect()
    });
    let position = |name: &str| match &map {
        Some(map) => map.get(name).copied(),
        None => writer.shape.position(name),
    };
    // Whether an alias takes the writer's field away from the reader's field of the same name.
    let mut aliased = vec![None; writer.fields.len()];
    for (index, field) in reader.fields.iter().enumerate() {
        for found in field.aliases.iter().filter_map(|alias| position(alias)) {
            if *writer.fields[found].name != *field.name {
                aliased[found].get_or_insert(index);
            }
        }
    }
    let mut taken = vec![false; writer.fields.len()];
    let mut take = |found: usize| !std::mem::replace(&mut taken[found], true);
    let mut matches: Vec<Option<usize>> = reader
        .fields
        .iter()
        .map(|field| position(&field.name).filter(|found| aliased[*found].is_none() && take(*found)))
        .collect();
    for (index, field) in reader.fields.iter().enumerate() {
        if matches[index].is_none() {
            matches[index] =
                field.aliases.iter().filter_map(|alias| position(alias)).find(|found| take(*found));
        }
    }
    // A field whose name an alias wanted, but did not need.
    for (index, field) in reader.fields.iter().enumerate() {
        if matches[index].is_none() {
            matches[index] = position(&field.name).filter(|found| take(*found));
        }
    }
    matches
}
