//! The defaults of a text that was parsed: checked once all types are complete.

use std::collections::HashSet;

use super::Parse;
use crate::error::{Error, ErrorKind, Result, SchemaFault};
use crate::schema::default::{Checker, Expected, FieldId, Misfit};
use crate::schema::json::tape::{Kind, Place, Tape};
use crate::schema::lint::LintKind;
use crate::schema::node::{Field, Node, NodeId, NodeKind};

impl Parse<'_, '_> {
    /// Checks the defaults against types that are all complete by now.
    pub(super) fn check_defaults(&mut self, tape: &Tape<'_>) -> Result<()> {
        let steps = 65_536 + 16 * tape.len() as u64;
        if self.rules.unchecked_defaults {
            self.demote_misfits(steps);
            return Ok(());
        }
        let nodes = &self.draft.nodes[..];
        let mut checker = Checker::new(nodes, self.rules.permissive_names, steps);
        let mut not_first = Vec::new();
        for (owner, index) in &self.defaults {
            let field = field_of(nodes, *owner);
            let Some(default) = &field.default else { continue };
            let branch = checker
                .check_field(*owner, field.ty, default)
                .map_err(|misfit| error(tape.place(*index), &misfit, nodes))?;
            if let Some(branch @ 1..) = branch {
                not_first.push((*index, branch));
            }
        }
        check_imported(&mut checker, &std::mem::take(&mut self.draft.imported));
        checker.check_fills(&mut self.draft.settled).map_err(|owner| {
            let at = self.defaults.iter().find(|(field, _)| *field == owner).map_or(0, |(_, index)| *index);
            let found = "one that fills in the defaults of fields without end";
            tape.place(at).error(SchemaFault::InvalidDefault, "a default that comes to an end", found)
        })?;
        for (index, branch) in not_first {
            self.lint(tape.place(index), LintKind::UnionDefault, || {
                format!("the default is of branch {branch}, which only readers of version 1.12 accept")
            });
        }
        Ok(())
    }

    /// Makes custom attributes of the defaults that do not fit, so that every default that there is can be relied on.
    fn demote_misfits(&mut self, mut steps: u64) {
        let imported = std::mem::take(&mut self.draft.imported);
        let mut fields: Vec<FieldId> = self.defaults.iter().map(|(owner, _)| *owner).collect();
        loop {
            let nodes = &self.draft.nodes[..];
            let mut checker = Checker::new(nodes, true, steps);
            let mut misfits = HashSet::new();
            for owner in &fields {
                let field = field_of(nodes, *owner);
                let Some(default) = &field.default else { continue };
                match checker.check_field(*owner, field.ty, default) {
                    Ok(_) => {}
                    Err(Misfit { expected: Expected::FewerSteps, .. }) => {
                        misfits.extend(&fields);
                        break;
                    }
                    Err(_) => {
                        misfits.insert(*owner);
                    }
                }
            }
            if misfits.is_empty() {
                check_imported(&mut checker, &imported);
                match checker.check_fills(&mut self.draft.settled) {
                    Ok(()) => return,
                    Err(owner) => misfits.extend([owner]),
                }
            }
            steps = checker.steps();
            // Without these, others may not fit any more that took them over.
            fields.retain(|owner| !misfits.contains(owner));
            for (record, position) in misfits {
                let NodeKind::Record(record) = &mut self.draft.nodes[record.0 as usize].kind else {
                    continue;
                };
                let field = &mut record.fields[position];
                if let Some(default) = field.default.take() {
                    let properties = std::mem::take(&mut field.properties);
                    field.properties = properties.into_iter().chain([("default".into(), default)]).collect();
                }
            }
        }
    }
}

/// Finds out what the defaults of other schemas' types take over; they were found to fit when those were parsed.
fn check_imported(checker: &mut Checker<'_>, records: &[NodeId]) {
    for id in records {
        let NodeKind::Record(record) = &checker.node(*id).kind else { continue };
        for (position, field) in record.fields.iter().enumerate() {
            if let Some(default) = &field.default {
                let _ = checker.check_field((*id, position), field.ty, default);
            }
        }
    }
}

fn field_of(nodes: &[Node], (record, position): FieldId) -> &Field {
    match &nodes[record.0 as usize].kind {
        NodeKind::Record(record) => &record.fields[position],
        _ => unreachable!("only records have fields"),
    }
}

fn error(default: Place<'_>, misfit: &Misfit, nodes: &[Node]) -> Error {
    let place = misfit.way.iter().rev().fold(default, |place, step| child(place, *step));
    let expected = misfit.expected.describe(nodes);
    let found = match misfit.expected {
        Expected::Type(_) => place.describe(),
        Expected::Member(_) => "none".into(),
        Expected::Field(_) => "another member".into(),
        Expected::FewerSteps => {
            return place.blame(Error::new(ErrorKind::Limit, expected, "a longer search"));
        }
    };
    place.error(SchemaFault::InvalidDefault, expected, found)
}

/// The value at a position of an array or object.
fn child(place: Place<'_>, position: usize) -> Place<'_> {
    let child = match place.kind() {
        Kind::Object => place.members().nth(position).map(|(_, value)| value),
        _ => place.items().nth(position),
    };
    child.unwrap_or(place)
}
