//! Over a datum without building anything: runs of fields in one step, blocks that tell their size in one jump.

use super::Budget;
use crate::error::Result;
use crate::plan::op::{BlocksOp, Op, Program, RecordOp, Step};
use crate::wire::Reader;

/// Skips what `op` reads.
///
/// What does not fit the reader's schema is an error here, too: a program that resolves does not know how it is
/// skipped; [`Plan::as_written`](crate::Plan::as_written) does.
///
/// Only [`skip_nested`] and what it calls recurse: their frames are kept small, also without optimisation.
#[inline]
pub(crate) fn skip_op(
    program: &Program,
    op: Op,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    match op {
        Op::Union(_) | Op::Record(_) | Op::Array(_) | Op::Map(_) | Op::Skip(_) => {
            skip_nested(program, op, reader, budget)
        }
        op => skip_flat(program, op, reader),
    }
}

fn skip_nested(program: &Program, op: Op, reader: &mut Reader<'_>, budget: &mut Budget<'_>) -> Result<()> {
    match op {
        Op::Union(id) => {
            let branches = &program.unions[id as usize];
            let branch = reader.read_index(branches.len(), "the index of a branch")?;
            skip_op(program, branches[branch], reader, budget)
        }
        Op::Record(id) => skip_record(program, &program.records[id as usize], reader, budget),
        Op::Array(id) => skip_blocks(program, &program.arrays[id as usize], false, reader, budget),
        Op::Map(id) => skip_blocks(program, &program.maps[id as usize], true, reader, budget),
        Op::Skip(id) => skip_op(program, program.skips[id as usize], reader, budget),
        _ => unreachable!("only what nests comes here"),
    }
}

fn skip_flat(program: &Program, op: Op, reader: &mut Reader<'_>) -> Result<()> {
    match op {
        Op::Boolean => reader.read_boolean().map(drop),
        Op::Int | Op::IntToLong | Op::IntToFloat | Op::IntToDouble => reader.read_int().map(drop),
        Op::Long | Op::LongToFloat | Op::LongToDouble => reader.read_long().map(drop),
        Op::Float | Op::FloatToDouble => reader.skip(4, "a float"),
        Op::Double => reader.skip(8, "a double"),
        Op::Bytes | Op::String | Op::BytesToString | Op::StringToBytes | Op::SkipText => {
            reader.read_bytes().map(drop)
        }
        Op::Decimal(id) => match &program.decimals[id as usize].fixed {
            Some(shape) => reader.skip(shape.size, "a fixed"),
            None => reader.read_bytes().map(drop),
        },
        Op::Fixed(id) => reader.skip(program.fixed[id as usize].size, "a fixed"),
        Op::Enum(id) => {
            let count = program.enums[id as usize].writer.symbols.len();
            reader.read_index(count, "the index of a symbol").map(drop)
        }
        Op::Ints(count) | Op::Longs(count) | Op::SkipVarints(count) => reader.skip_varints(count as usize),
        Op::Packed(id) => reader.skip(program.packed[id as usize].size, "fields of fixed width"),
        Op::SkipFixed(size) => reader.skip(size as usize, "fields of fixed width"),
        Op::Null | Op::Default(_) => Ok(()),
        Op::Fail(id) => Err(program.failures[id as usize].error().at(reader.position() as u64)),
        _ => unreachable!("what nests does not come here"),
    }
}

fn skip_record(
    program: &Program,
    record: &RecordOp,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    budget.enter_record()?;
    if record.zero_size {
        budget.spend_zero_size(record.shape.fields.len(), reader.position())?;
    }
    for step in &program.steps[record.steps.clone()] {
        skip_op(program, step.op, reader, budget).map_err(|error| in_step(error, record, step))?;
    }
    budget.leave_record();
    Ok(())
}

#[cold]
fn in_step(error: crate::Error, record: &RecordOp, step: &Step) -> crate::Error {
    error.in_field(&record.writer.fields[step.field as usize])
}

fn skip_blocks(
    program: &Program,
    blocks: &BlocksOp,
    keys: bool,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    budget.enter()?;
    while let Some(block) = reader.read_block(blocks.min_size)? {
        if let Some(end) = block.end {
            reader.skip(end - reader.position(), "a block")?;
            continue;
        }
        if blocks.min_size == 0 {
            budget.spend_zero_size(block.count, reader.position())?;
        }
        if !keys && skip_numbers(blocks.item, block.count, reader)? {
            continue;
        }
        for _ in 0..block.count {
            if keys {
                reader.read_bytes()?;
            }
            skip_op(program, blocks.item, reader, budget)?;
        }
    }
    budget.leave();
    Ok(())
}

/// Skips numbers of one kind at once, if that is what they are.
fn skip_numbers(item: Op, count: usize, reader: &mut Reader<'_>) -> Result<bool> {
    match item {
        Op::Int | Op::Long => reader.skip_varints(count)?,
        Op::Boolean => reader.skip(count, "booleans")?,
        Op::Float => reader.skip(count * 4, "floats")?,
        Op::Double => reader.skip(count * 8, "doubles")?,
        _ => return Ok(false),
    }
    Ok(true)
}
