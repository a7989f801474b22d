//! The fields of a record, which may come in any order.

use std::ops::Range;

use serde::ser::Serialize;

use super::{Output, Serializer};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::default;
use crate::schema::node::{Field, NodeKind, RecordNode};
use crate::wire::writer::write_int;

/// A record that is being written.
pub(super) struct Fields<'s, 'a> {
    out: &'s mut Output<'a>,
    record: &'a RecordNode,
    /// The position of the first field that is not written yet.
    next: usize,
    /// Fields that came before their turn.
    early: Option<Box<Early>>,
}

/// Encoded fields that wait for those before them.
struct Early {
    bytes: Vec<u8>,
    /// Where in them each field of the record stands, by position.
    places: Vec<Option<Range<usize>>>,
}

impl<'s, 'a> Fields<'s, 'a> {
    #[inline]
    pub(super) fn new(out: &'s mut Output<'a>, record: &'a RecordNode) -> Result<Self> {
        out.budget.enter_record()?;
        Ok(Fields { out, record, next: 0, early: None })
    }

    /// Writes a field. That it is the next one is the rule, and compares a name that the compiler knows.
    #[inline(always)]
    pub(super) fn field<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Result<()> {
        match self.record.fields.get(self.next) {
            Some(field) if *field.name == *name => self.next_field(field, value),
            _ => self.other_field(name, value),
        }
    }

    /// Writes the field at the next position, for tuples.
    pub(super) fn element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match self.record.fields.get(self.next) {
            Some(field) => self.next_field(field, value),
            None => Err(self.wrong_length(self.next + 1)),
        }
    }

    #[inline(always)]
    fn next_field<T: ?Sized + Serialize>(&mut self, field: &'a Field, value: &T) -> Result<()> {
        if let Err(error) = value.serialize(Serializer::at(self.out, field.ty)) {
            return Err(in_field(error, field));
        }
        self.next += 1;
        if self.early.is_some() {
            self.catch_up();
        }
        Ok(())
    }

    #[inline(never)]
    fn other_field<T: ?Sized + Serialize>(&mut self, name: &str, value: &T) -> Result<()> {
        let Some(position) = self.record.shape.position(name) else { return Err(self.unknown(name)) };
        if position < self.next || self.early.as_ref().is_some_and(|early| early.places[position].is_some()) {
            let expected = format!("a field {name:?} once");
            return Err(Error::new(ErrorKind::Mismatch, expected, "it twice"));
        }
        let field = &self.record.fields[position];
        let start = self.out.bytes.len();
        value.serialize(Serializer::at(self.out, field.ty)).map_err(|error| in_field(error, field))?;
        let early = self.early.get_or_insert_with(|| {
            Box::new(Early { bytes: Vec::new(), places: vec![None; self.record.fields.len()] })
        });
        let place = early.bytes.len();
        early.bytes.extend_from_slice(&self.out.bytes[start..]);
        early.places[position] = Some(place..early.bytes.len());
        self.out.bytes.truncate(start);
        Ok(())
    }

    /// Writes the fields whose turn it is and that came before it.
    fn catch_up(&mut self) {
        let Some(early) = &mut self.early else { return };
        while let Some(place) = early.places.get_mut(self.next).and_then(Option::take) {
            self.out.bytes.extend_from_slice(&early.bytes[place]);
            self.next += 1;
        }
    }

    /// A field that the type leaves out this time.
    pub(super) fn skip(&mut self, name: &str) -> Result<()> {
        // Out of turn it is filled in at the end.
        if self.record.fields.get(self.next).is_some_and(|field| *field.name == *name) {
            self.fill()?;
        }
        Ok(())
    }

    /// Fills in what did not come.
    #[inline(always)]
    pub(super) fn end(self) -> Result<()> {
        if self.next < self.record.fields.len() {
            return self.end_early();
        }
        self.out.budget.leave_record();
        Ok(())
    }

    #[inline(never)]
    fn end_early(mut self) -> Result<()> {
        self.catch_up();
        while self.next < self.record.fields.len() {
            self.fill()?;
        }
        self.out.budget.leave_record();
        Ok(())
    }

    /// Checks that there was something for every field.
    pub(super) fn end_of_elements(self) -> Result<()> {
        if self.next < self.record.fields.len() {
            return Err(self.wrong_length(self.next));
        }
        self.out.budget.leave_record();
        Ok(())
    }

    /// Writes what stands for a field that is missing: null where its type takes that, else its default.
    #[cold]
    fn fill(&mut self) -> Result<()> {
        let arena = self.out.arena;
        let field = &self.record.fields[self.next];
        let is_null = |kind: &NodeKind| matches!(kind, NodeKind::Null);
        let kind = &arena.node(field.ty).kind;
        let null = match kind {
            NodeKind::Union(branches) => {
                branches.iter().position(|branch| is_null(&arena.node(*branch).kind))
            }
            _ => None,
        };
        if let Some(index) = null {
            write_int(self.out.bytes, index as i32);
        } else if !is_null(kind) {
            let default = field.default.as_ref();
            if default.and_then(|value| default::encode(arena, field.ty, value, self.out.bytes)).is_none() {
                let expected = "a value, for there is neither null nor a default for it";
                return Err(in_field(Error::new(ErrorKind::Mismatch, expected, "no such field"), field));
            }
        }
        self.next += 1;
        self.catch_up();
        Ok(())
    }

    #[cold]
    fn unknown(&self, name: &str) -> Error {
        let expected = format!("only fields of {}", self.record.name.full());
        Error::new(ErrorKind::Mismatch, expected, format!("a field {name:?}"))
    }

    #[cold]
    fn wrong_length(&self, found: usize) -> Error {
        let expected = format!("{} values for {}", self.record.fields.len(), self.record.name.full());
        Error::new(ErrorKind::Mismatch, expected, format!("{found} of them"))
    }
}

#[cold]
#[inline(never)]
fn in_field(error: Error, field: &Field) -> Error {
    error.in_field(&field.name)
}
