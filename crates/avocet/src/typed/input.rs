//! Where values are read from: a reader, the budget of the datum, and the plan when the writer's schema is another.

use super::adapter::DecodeAs;
use super::resolution::Resolution;
use super::run::ReadRun;
use super::shape::is_leaf;
use super::traits::Record;
use crate::decode::{Budget, skip_op};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan::op::{Op, Packed, RecordOp, Step};
use crate::schema::node::NodeId;
use crate::wire;

/// The bytes of a datum, read from their start.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "lives while a value is read")]
pub struct Input<'a, 'l> {
    pub(crate) reader: wire::Reader<'a>,
    pub(crate) budget: Budget<'l>,
    resolution: Option<&'a Resolution>,
}

/// What a plan does for a value: its step, and the type that comes of it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub(crate) op: Op,
    /// The node in the schema of the type that is read.
    pub(crate) node: NodeId,
}

impl<'a, 'l> Input<'a, 'l> {
    pub(crate) fn new(
        reader: wire::Reader<'a>,
        limits: &'l Limits,
        resolution: Option<&'a Resolution>,
    ) -> Self {
        let budget = Budget::new(limits, reader.position());
        Input { reader, budget, resolution }
    }

    /// Bytes read so far.
    pub fn position(&self) -> usize {
        self.reader.position()
    }

    /// Reads a record: `fields` reads each.
    #[inline(always)]
    pub fn record<R: Record>(
        &mut self,
        fields: impl FnOnce(&mut Self, &mut ReadRun<'a>) -> Result<R>,
    ) -> Result<R> {
        let leaf = const { is_leaf(R::FIELDS) };
        if leaf {
            self.budget.check_record()?;
        } else {
            self.budget.enter_record()?;
        }
        if const { R::SHAPE.min_size == 0 } {
            self.budget.spend_zero_size(R::SLOTS, self.reader.position())?;
        }
        let record = fields(self, &mut ReadRun::new())?;
        if !leaf {
            self.budget.leave_record();
        }
        Ok(record)
    }

    /// Reads the index of one of `count` branches or symbols.
    #[inline(always)]
    pub fn index(&mut self, count: usize, what: &'static str) -> Result<usize> {
        self.reader.read_index(count, what)
    }

    /// Reads a value as a plan says.
    pub fn resolve<A: DecodeAs<'a, T>, T>(&mut self, from: Source) -> Result<T> {
        let program = self.resolution().program();
        match from.op {
            Op::Union(id) => {
                if self.is_direct(from) {
                    return A::decode(self);
                }
                let branches = &program.unions[id as usize];
                let branch = self.reader.read_index(branches.len(), "the index of a branch")?;
                self.resolve::<A, T>(Source { op: branches[branch], ..from })
            }
            Op::Default(id) => {
                let default = &program.defaults[id as usize];
                let outer = std::mem::replace(&mut self.reader, wire::Reader::new(&default.bytes));
                let value = self.resolve::<A, T>(Source { op: default.op, ..from });
                self.reader = outer;
                value
            }
            Op::Fail(id) => {
                let failure = &program.failures[id as usize];
                Err(Error::new(ErrorKind::Mismatch, failure.expected.clone(), failure.found.clone())
                    .at(self.position() as u64))
            }
            _ => A::resolve(self, from),
        }
    }

    /// Reads a record in the order of the writer's fields: `set` reads the field at a position of the reader's.
    pub fn resolve_fields(
        &mut self,
        from: Source,
        mut set: impl FnMut(&mut Self, usize, Source) -> Result<()>,
    ) -> Result<()> {
        let resolution = self.resolution();
        let program = resolution.program();
        let Op::Record(id) = from.op else { return Err(self.unfit()) };
        let record = &program.records[id as usize];
        let nodes = resolution.fields(from.node);
        self.budget.enter_record()?;
        if record.zero_size {
            self.budget.spend_zero_size(record.shape.fields.len(), self.reader.position())?;
        }
        for step in &program.steps[record.steps.clone()] {
            let mut one = |input: &mut Self, done: usize, op: Op| {
                let slot = step.slot as usize + done;
                match set(input, slot, Source { op, node: nodes[slot].ty }) {
                    Ok(()) => Ok(()),
                    Err(error) => Err(in_step(error, record, step, done)),
                }
            };
            match step.op {
                Op::Ints(count) => (0..count as usize).try_for_each(|done| one(self, done, Op::Int))?,
                Op::Longs(count) => (0..count as usize).try_for_each(|done| one(self, done, Op::Long))?,
                Op::Packed(id) => {
                    for (done, field) in program.packed[id as usize].fields.iter().enumerate() {
                        one(self, done, unpacked(field))?;
                    }
                }
                Op::SkipFixed(_) | Op::SkipVarints(_) | Op::SkipText | Op::Skip(_) => {
                    if let Err(error) = skip_op(program, step.op, &mut self.reader, &mut self.budget) {
                        return Err(in_step(error, record, step, 0));
                    }
                }
                op => one(self, 0, op)?,
            }
        }
        self.budget.leave_record();
        Ok(())
    }

    /// Whether a value can be read by the direct code: the writer's bytes are as the type's own.
    #[inline]
    pub fn is_direct(&self, from: Source) -> bool {
        self.resolution().is_direct(from.op)
    }

    /// The branch of the type's union that a value of the writer's goes to, and what reads it there.
    pub fn resolve_branch(&mut self, from: Source) -> Result<(usize, Source)> {
        match self.resolution().branch(from) {
            Some((branch, node)) => Ok((branch, Source { node, ..from })),
            None => Err(self.unfit()),
        }
    }

    /// Reads the symbol of an enum of the writer's as an index of the type's own.
    pub fn resolve_symbol(&mut self, from: Source) -> Result<usize> {
        let Op::Enum(id) = from.op else { return Err(self.unfit()) };
        crate::decode::read_symbol(&self.resolution().program().enums[id as usize], &mut self.reader)
            .map(|symbol| symbol as usize)
    }

    #[inline]
    pub(crate) fn resolution(&self) -> &'a Resolution {
        match self.resolution {
            Some(resolution) => resolution,
            None => unreachable!("only what a plan drives asks for it"),
        }
    }

    /// A step that no plan has for the type: the type's schema is not what the type reads.
    #[cold]
    pub(crate) fn unfit(&self) -> Error {
        Error::new(ErrorKind::Mismatch, "a plan for the type's own schema", "a step for another type")
            .at(self.position() as u64)
    }
}

fn unpacked(field: &Packed) -> Op {
    match field {
        Packed::Boolean => Op::Boolean,
        Packed::Float => Op::Float,
        Packed::Double => Op::Double,
        Packed::FloatToDouble => Op::FloatToDouble,
        Packed::Fixed(id) => Op::Fixed(*id),
    }
}

#[cold]
fn in_step(error: Error, record: &RecordOp, step: &Step, done: usize) -> Error {
    let names = if matches!(step.op, Op::Default(_)) { &record.shape } else { &record.writer };
    error.in_field(&names.fields[step.field as usize + done])
}

/// The field of a partial record that a plan has read; every plan reads each.
#[doc(hidden)]
pub fn taken<T>(field: Option<T>) -> Result<T> {
    field.ok_or_else(|| Error::new(ErrorKind::Mismatch, "a plan that reads every field", "none for one"))
}
