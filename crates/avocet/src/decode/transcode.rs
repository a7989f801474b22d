//! From the bytes of a writer's datum to those of a reader's, without a value in between.
//!
//! Runs the plan's program beside the reader's schema, which knows what values do without: the branches of unions.

use super::{Blocks, Budget, read_blocks, skip_op};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::plan::op::{BlocksOp, EnumOp, Op, Packed, Program, RecordOp, Step};
use crate::schema::node::{Arena, NodeId, NodeKind};
use crate::wire::Reader;
use crate::wire::writer::{
    end_block, write_boolean, write_bytes, write_double, write_float, write_int, write_long, write_string,
};

impl Plan {
    /// Reads one datum of the writer's schema and appends it to `out` as one of the reader's schema. The reader then
    /// stands behind it.
    ///
    /// The same as [`read_value`](Plan::read_value) and then [`Value::write`](crate::Value::write), without the
    /// value; arrays and maps come out as one block.
    ///
    /// ```
    /// use avocet::{Limits, Plan, Schema, wire::Reader};
    ///
    /// let plan = Plan::resolve(&Schema::parse("\"int\"")?, &Schema::parse(r#"["null", "float"]"#)?)?;
    /// let mut out = Vec::new();
    /// plan.transcode(&mut Reader::new(&[0x04]), &Limits::default(), &mut out)?;
    /// assert_eq!(out, [0x02, 0, 0, 0, 0x40]);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`read_value`](Plan::read_value); `out` is then as it was.
    pub fn transcode(&self, reader: &mut Reader<'_>, limits: &Limits, out: &mut Vec<u8>) -> Result<()> {
        self.transcode_with(&mut Scratch::default(), reader, limits, out)
    }

    /// The same with room to be used again.
    pub(crate) fn transcode_with(
        &self,
        scratch: &mut Scratch,
        reader: &mut Reader<'_>,
        limits: &Limits,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let (writer, target) = (self.writer(), self.reader());
        let start = out.len();
        scratch.spans.clear(); // an error leaves some
        let mut transcoder = Transcoder { program: self.program(), arena: target.arena(), scratch };
        let budget = &mut Budget::new(limits, reader.position());
        transcoder.value(self.root(), target.node_id(), reader, budget, out).map_err(|error| {
            out.truncate(start);
            error.at(reader.position() as u64).in_root(writer.arena().type_name(writer.node_id()))
        })
    }
}

/// What a transcoder remembers for a while.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Where the encodings of fields stand, a run for each record that is not complete.
    spans: Vec<(usize, usize)>,
    /// A record whose fields are put in order.
    record: Vec<u8>,
}

struct Transcoder<'a> {
    program: &'a Program,
    /// The reader's.
    arena: &'a Arena,
    scratch: &'a mut Scratch,
}

impl Transcoder<'_> {
    /// Does what `op` does, for a value of the reader's type `id`.
    fn value(
        &mut self,
        op: Op,
        id: NodeId,
        reader: &mut Reader<'_>,
        budget: &mut Budget<'_>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let program = self.program;
        let mut id = id;
        if let NodeKind::Union(branches) = &self.arena.node(id).kind {
            // A union of the writer's leads to a branch of its own for each of its branches.
            if !matches!(op, Op::Union(_) | Op::Fail(_)) {
                let branch = branch_of(program, op, self.arena, branches);
                write_long(out, branch as i64);
                id = branches[branch];
            }
        }
        match op {
            Op::Null => {}
            Op::Boolean => write_boolean(out, reader.read_boolean()?),
            Op::Int => write_int(out, reader.read_int()?),
            Op::Long => write_long(out, reader.read_long()?),
            Op::Float => write_float(out, reader.read_float()?),
            Op::Double => write_double(out, reader.read_double()?),
            Op::Bytes | Op::StringToBytes => write_bytes(out, reader.read_bytes()?),
            Op::String | Op::BytesToString => write_string(out, reader.read_string()?),
            Op::IntToLong => write_long(out, i64::from(reader.read_int()?)),
            Op::IntToFloat => write_float(out, reader.read_int()? as f32),
            Op::IntToDouble => write_double(out, f64::from(reader.read_int()?)),
            Op::LongToFloat => write_float(out, reader.read_long()? as f32),
            Op::LongToDouble => write_double(out, reader.read_long()? as f64),
            Op::FloatToDouble => write_double(out, f64::from(reader.read_float()?)),
            Op::Fixed(fixed) => {
                out.extend_from_slice(reader.read_fixed(program.fixed[fixed as usize].size)?);
            }
            Op::Enum(op) => write_int(out, symbol(&program.enums[op as usize], reader)? as i32),
            Op::Decimal(op) => {
                let rescale = &program.decimals[op as usize];
                let position = reader.position();
                if let Some(shape) = &rescale.fixed {
                    let bytes = reader.read_fixed(shape.size)?;
                    out.extend_from_slice(&rescale.rescale(bytes, position)?);
                } else {
                    write_bytes(out, &rescale.rescale(reader.read_bytes()?, position)?);
                }
            }
            Op::Union(union) => {
                let branches = &program.unions[union as usize];
                let branch = reader.read_index(branches.len(), "the index of a branch")?;
                return self.value(branches[branch], id, reader, budget, out);
            }
            Op::Record(record) => {
                return self.record(&program.records[record as usize], id, reader, budget, out);
            }
            Op::Array(array) => {
                return self.blocks(Blocks::Items, &program.arrays[array as usize], id, reader, budget, out);
            }
            Op::Map(map) => {
                return self.blocks(Blocks::Entries, &program.maps[map as usize], id, reader, budget, out);
            }
            Op::Fail(failure) => {
                return Err(program.failures[failure as usize].error().at(reader.position() as u64));
            }
            _ => unreachable!("runs, skips and defaults stand only among the steps of a record"),
        }
        Ok(())
    }

    fn record(
        &mut self,
        op: &RecordOp,
        id: NodeId,
        reader: &mut Reader<'_>,
        budget: &mut Budget<'_>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        budget.enter_record()?;
        if op.zero_size {
            budget.spend_zero_size(op.shape.fields.len(), reader.position())?;
        }
        let program = self.program;
        let NodeKind::Record(record) = &self.arena.node(id).kind else { unreachable!("{PAIRED}") };
        let start = out.len();
        let base = self.scratch.spans.len();
        self.scratch.spans.resize(base + record.fields.len(), (start, start));
        let (mut next, mut in_order) = (0, true);
        for step in &program.steps[op.steps.clone()] {
            if takes_no_place(step.op) {
                let done = match step.op {
                    Op::Fail(_) => self.value(step.op, id, reader, budget, out),
                    skip => skip_op(program, skip, reader, budget),
                };
                done.map_err(|error| in_step(error, op, step, 0))?;
                continue;
            }
            let slot = step.slot as usize;
            let width = width(program, step.op);
            for index in 0..width {
                let begin = out.len();
                match one_of(program, step.op, index) {
                    // It is encoded under the reader's schema already.
                    Op::Default(default) => {
                        out.extend_from_slice(&program.defaults[default as usize].bytes);
                    }
                    one => {
                        let done = self.value(one, record.fields[slot + index].ty, reader, budget, out);
                        done.map_err(|error| in_step(error, op, step, index))?;
                    }
                }
                self.scratch.spans[base + slot + index] = (begin, out.len());
            }
            in_order &= slot == next;
            next = slot + width;
        }
        if !in_order {
            let Scratch { spans, record } = &mut *self.scratch;
            record.clear();
            record.extend_from_slice(&out[start..]);
            out.truncate(start);
            for (begin, end) in &spans[base..] {
                out.extend_from_slice(&record[begin - start..end - start]);
            }
        }
        self.scratch.spans.truncate(base);
        budget.leave_record();
        Ok(())
    }

    fn blocks(
        &mut self,
        blocks: Blocks,
        op: &BlocksOp,
        id: NodeId,
        reader: &mut Reader<'_>,
        budget: &mut Budget<'_>,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        let (NodeKind::Array(ty) | NodeKind::Map(ty)) = self.arena.node(id).kind else {
            unreachable!("{PAIRED}")
        };
        let start = out.len();
        out.push(0);
        let mut total = 0;
        read_blocks(reader, budget, op.min_size, |reader, budget, count| {
            for _ in 0..count {
                if blocks == Blocks::Entries {
                    let key = reader.read_string()?;
                    write_string(out, key);
                    self.value(op.item, ty, reader, budget, out).map_err(|error| error.in_key(key))?;
                } else {
                    self.value(op.item, ty, reader, budget, out).map_err(|error| error.in_item(total))?;
                }
                total += 1;
            }
            Ok(())
        })?;
        end_block(out, start, total);
        Ok(())
    }
}

const PAIRED: &str = "the plan was made for this schema";

/// The branch of the reader's that takes what `op` makes.
fn branch_of(program: &Program, op: Op, arena: &Arena, branches: &[NodeId]) -> usize {
    branches.iter().position(|branch| program.gives(op, &arena.node(*branch).kind)).expect(PAIRED)
}

/// Whether a step of a record sets no field.
fn takes_no_place(op: Op) -> bool {
    matches!(op, Op::Fail(_) | Op::SkipFixed(_) | Op::SkipVarints(_) | Op::SkipText | Op::Skip(_))
}

/// How many fields a step sets.
fn width(program: &Program, op: Op) -> usize {
    match op {
        Op::Ints(count) | Op::Longs(count) => count as usize,
        Op::Packed(id) => program.packed[id as usize].fields.len(),
        _ => 1,
    }
}

/// What a step does for one of the fields that it sets.
fn one_of(program: &Program, op: Op, index: usize) -> Op {
    match op {
        Op::Ints(_) => Op::Int,
        Op::Longs(_) => Op::Long,
        Op::Packed(id) => match program.packed[id as usize].fields[index] {
            Packed::Boolean => Op::Boolean,
            Packed::Float => Op::Float,
            Packed::Double => Op::Double,
            Packed::FloatToDouble => Op::FloatToDouble,
            Packed::Fixed(fixed) => Op::Fixed(fixed),
        },
        op => op,
    }
}

/// The index of the symbol for the reader.
fn symbol(op: &EnumOp, reader: &mut Reader<'_>) -> Result<u32> {
    let position = reader.position();
    let index = reader.read_index(op.writer.symbols.len(), "the index of a symbol")?;
    let symbol = op.symbols.as_ref().map_or(index as u32, |symbols| symbols[index]);
    if symbol == EnumOp::UNKNOWN {
        return Err(op.unknown(index).at(position as u64));
    }
    Ok(symbol)
}

#[cold]
fn in_step(error: Error, record: &RecordOp, step: &Step, index: usize) -> Error {
    match record.writer.fields.get(step.field as usize + index) {
        Some(field) => error.in_field(field),
        None => error,
    }
}
