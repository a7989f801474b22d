//! The defaults of a text that was parsed: checked once all types are complete.

use super::Parse;
use crate::error::{Error, ErrorKind, Result, SchemaFault};
use crate::schema::default::{Checker, Expected, FieldId, Misfit};
use crate::schema::json::tape::{Kind, Place, Tape};
use crate::schema::lint::LintKind;
use crate::schema::node::{Field, Node, NodeKind};

impl Parse<'_, '_> {
    /// Checks the defaults against types that are all complete by now.
    pub(super) fn check_defaults(&mut self, tape: &Tape<'_>) -> Result<()> {
        if self.rules.unchecked_defaults {
            return Ok(());
        }
        let nodes = &self.draft.nodes[..];
        let steps = 65_536 + 16 * tape.len() as u64;
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
        checker.check_fills().map_err(|owner| {
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
