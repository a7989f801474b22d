//! The fields of a record, with their names or in order.

use std::marker::PhantomData;
use std::slice;

use serde::de::{self, Deserialize, DeserializeSeed, MapAccess, SeqAccess};

use super::name::Name;
use super::{Deserializer, Input};
use crate::decode::skip_op;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::op::{Id, Op, RecordOp, Step};

/// The fields that are left of a record, in the order in which they come.
pub(super) struct Fields<'c, 'l, 'de> {
    input: &'c mut Input<'l, 'de>,
    record: &'de RecordOp,
    steps: slice::Iter<'de, Step>,
    /// The field whose name was asked for, and whose value was not.
    current: Option<&'de Step>,
}

impl<'c, 'l, 'de> Fields<'c, 'l, 'de> {
    #[inline]
    pub(super) fn new(input: &'c mut Input<'l, 'de>, id: Id) -> Result<Self> {
        let record = &input.program.records[id as usize];
        input.enter_record(record)?;
        let steps = input.singles.records[id as usize].steps.iter();
        Ok(Fields { input, record, steps, current: None })
    }

    /// The step of the next field, behind those that are skipped.
    #[inline(always)]
    fn next(&mut self) -> Result<Option<&'de Step>> {
        loop {
            match self.steps.next() {
                Some(step) if step.op.is_skip() => self.skip(step)?,
                step => return Ok(step),
            }
        }
    }

    #[inline(never)]
    fn skip(&mut self, step: &Step) -> Result<()> {
        let Input { program, reader, budget, .. } = &mut *self.input;
        skip_op(program, step.op, reader, budget).map_err(|error| self.in_field(error, step))
    }

    #[inline(always)]
    fn value<T: DeserializeSeed<'de>>(&mut self, step: &Step, seed: T) -> Result<T::Value> {
        let value = seed.deserialize(Deserializer::of(self.input, step.op));
        if value.is_err() {
            return value.map_err(|error| self.in_field(error, step));
        }
        value
    }

    #[cold]
    #[inline(never)]
    fn in_field(&mut self, error: Error, step: &Step) -> Error {
        self.input.failed = true;
        let names = if matches!(step.op, Op::Default(_)) { &self.record.shape } else { &self.record.writer };
        error.in_field(&names.fields[step.field as usize])
    }

    /// Skips what the reader's schema leaves out at the end; a value that the type did not take is an error.
    pub(super) fn end(mut self) -> Result<()> {
        if let Some(step) = self.next()? {
            let name = &self.record.shape.fields[step.slot as usize];
            let error =
                Error::new(ErrorKind::Mismatch, "a type that takes all fields", "one that leaves this");
            return Err(error.at(self.input.reader.position() as u64).in_field(name));
        }
        self.input.budget.leave_record();
        Ok(())
    }
}

impl<'de> MapAccess<'de> for Fields<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        self.current = self.next()?;
        let Some(step) = self.current else { return Ok(None) };
        match seed.deserialize(Name(&self.record.shape.fields[step.slot as usize])) {
            Ok(name) => Ok(Some(name)),
            Err(error) => {
                self.input.failed = true;
                Err(error)
            }
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match self.current.take() {
            Some(step) => self.value(step, seed),
            None => Err(de::Error::custom("a value was asked for before its name")),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.steps.as_slice().iter().filter(|step| !step.op.is_skip()).count())
    }
}

/// The fields in their order, without names.
pub(super) struct InOrder<'f, 'c, 'l, 'de>(pub(super) &'f mut Fields<'c, 'l, 'de>);

impl<'de> SeqAccess<'de> for InOrder<'_, '_, '_, 'de> {
    type Error = Error;

    // Inlined into what the compiler makes of a type, this is most of what is left of it.
    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        match self.0.next()? {
            Some(step) => self.0.value(step, seed).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        MapAccess::size_hint(self.0)
    }
}
