//! Which of the reader's types and fields meet which of the writer's: two nodes in, how they match out ("Schema
//! Resolution" and "Aliases" in the specification).
//!
//! Only the types themselves are looked at, not what they contain.

use std::collections::HashMap;

use super::name::Name;
use super::node::{Node, NodeId, NodeKind, RecordNode};

/// How a reader's type takes what a writer's type wrote, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Match {
    /// The same kind, and the same fullname if it has one.
    Exact,
    /// A named type that has the writer's fullname as an alias.
    Alias,
    /// A named type of the same name in another namespace.
    SimpleName,
    /// Another type that all the writer's values can be converted to.
    Promotion,
}

/// Why types do not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mismatch {
    Kind,
    Name,
    Size,
}

/// Matches two types that are not unions.
pub(crate) fn match_types(reader: &Node, writer: &Node) -> Result<Match, Mismatch> {
    use NodeKind::{Array, Boolean, Bytes, Double, Enum, Fixed, Float, Int, Long, Map, Null, Record, String};
    match (&reader.kind, &writer.kind) {
        (Null, Null)
        | (Boolean, Boolean)
        | (Int, Int)
        | (Long, Long)
        | (Float, Float)
        | (Double, Double)
        | (Bytes, Bytes)
        | (String, String)
        | (Array(_), Array(_))
        | (Map(_), Map(_)) => Ok(Match::Exact),
        (Long | Float | Double, Int)
        | (Float | Double, Long)
        | (Double, Float)
        | (String, Bytes)
        | (Bytes, String) => Ok(Match::Promotion),
        (Record(reader), Record(writer)) => match_names(&reader.name, &reader.aliases, &writer.name),
        (Enum(reader), Enum(writer)) => match_names(&reader.shape.name, &reader.aliases, &writer.shape.name),
        (Fixed(reader), Fixed(writer)) => {
            let matched = match_names(&reader.shape.name, &reader.aliases, &writer.shape.name)?;
            if reader.shape.size == writer.shape.size { Ok(matched) } else { Err(Mismatch::Size) }
        }
        _ => Err(Mismatch::Kind),
    }
}

fn match_names(reader: &Name, aliases: &[Name], writer: &Name) -> Result<Match, Mismatch> {
    if reader == writer {
        Ok(Match::Exact)
    } else if aliases.contains(writer) {
        Ok(Match::Alias)
    } else if reader.simple() == writer.simple() {
        Ok(Match::SimpleName)
    } else {
        Err(Mismatch::Name)
    }
}

/// The branch of a reader's union that takes what a writer's type wrote: an exact or named match goes before a
/// promotion, and among equals the first branch is taken. Also gives the branch that the words of the specification
/// ask for, which is the first that matches in any way.
pub(crate) fn match_branch(nodes: &[Node], branches: &[NodeId], writer: &Node) -> Option<BranchMatch> {
    let candidates = branches.iter().enumerate().filter_map(|(position, branch)| {
        match_types(&nodes[branch.0 as usize], writer).ok().map(|matched| (position, matched))
    });
    let first = candidates.clone().next()?.0;
    let (position, matched) = candidates.min_by_key(|(_, matched)| *matched)?;
    Some(BranchMatch { position, matched, first })
}

/// See [`match_branch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BranchMatch {
    pub(crate) position: usize,
    pub(crate) matched: Match,
    /// The branch of the specification's rule.
    pub(crate) first: usize,
}

/// The fields of two records that meet.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FieldMatches {
    /// For each field of the reader, the writer's field.
    pub(crate) of_reader: Vec<Option<usize>>,
    /// Fields of the reader for which more than one assignment was possible.
    pub(crate) ambiguous: Vec<usize>,
}

/// Matches fields by name, after the reader's aliases have renamed the writer's fields: an alias takes a field of the
/// writer before a field of the reader that has the name. A field of the reader takes its own name before an alias.
pub(crate) fn match_fields(reader: &RecordNode, writer: &RecordNode) -> FieldMatches {
    let writers: HashMap<&str, usize> =
        writer.fields.iter().enumerate().map(|(position, field)| (&*field.name, position)).collect();
    let mut of_reader: Vec<Option<usize>> = vec![None; reader.fields.len()];
    let mut ambiguous = Vec::new();
    // Which field of the reader has taken a field of the writer by an alias.
    let mut taken: HashMap<usize, usize> = HashMap::new();
    for (position, field) in reader.fields.iter().enumerate() {
        let has_own = writers.contains_key(&*field.name);
        for alias in &field.aliases {
            let Some(found) = writers.get(&**alias) else { continue };
            if *alias == field.name {
                continue;
            }
            if has_own || of_reader[position].is_some() || taken.contains_key(found) {
                ambiguous.push(position);
            } else {
                of_reader[position] = Some(*found);
                taken.insert(*found, position);
            }
        }
    }
    for (position, field) in reader.fields.iter().enumerate() {
        let Some(found) = writers.get(&*field.name) else { continue };
        if taken.contains_key(found) {
            ambiguous.push(position);
        } else {
            of_reader[position] = Some(*found);
        }
    }
    ambiguous.sort_unstable();
    ambiguous.dedup();
    FieldMatches { of_reader, ambiguous }
}
