//! Runs a plan's program: bytes in, a target filled.
//!
//! Primitives are read in the loop over a record's steps; only what nests costs a call. A run of fields is tried at
//! once and, when anything about it is unusual, read field by field, which owns all errors.

use thin_vec::ThinVec;

use super::skip::skip_op as skip;
use super::{Blocks, Budget, Target, primitives, read_items};
use crate::error::{Error, Result};
use crate::plan::decimal::Rescale;
use crate::plan::op::{BlocksOp, EnumOp, Op, Packed, PackedOp, Program, RecordOp, Step};
use crate::wire::Reader;

/// Decodes with `op`, and what it leads to in `program`, into `slot`.
///
/// Only [`read_nested`] and what it calls recurse: their frames are kept small, also without optimisation.
#[inline(always)]
pub(crate) fn read<'a, T: Target<'a>>(
    program: &'a Program,
    op: Op,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    slot: &mut T,
) -> Result<()> {
    if op.nests() { read_nested(program, op, reader, budget, slot) } else { read_primitive(op, reader, slot) }
}

/// In line, for most values are primitives; but not without optimisation, where it would make a frame of kilobytes for
/// each level of nesting.
#[cfg_attr(not(debug_assertions), inline(always))]
fn read_primitive<'a, T: Target<'a>>(op: Op, reader: &mut Reader<'a>, slot: &mut T) -> Result<()> {
    match op {
        Op::Null => slot.set_null(),
        Op::Boolean => slot.set_boolean(reader.read_boolean()?),
        Op::Int => slot.set_int(reader.read_int()?),
        Op::Long => slot.set_long(reader.read_long()?),
        Op::Float => slot.set_float(reader.read_float()?),
        Op::Double => slot.set_double(reader.read_double()?),
        Op::Bytes | Op::StringToBytes => slot.set_bytes(reader.read_bytes()?),
        Op::String | Op::BytesToString => slot.set_string(reader.read_string()?),
        Op::IntToLong => slot.set_long(i64::from(reader.read_int()?)),
        Op::IntToFloat => slot.set_float(reader.read_int()? as f32),
        Op::IntToDouble => slot.set_double(f64::from(reader.read_int()?)),
        Op::LongToFloat => slot.set_float(reader.read_long()? as f32),
        Op::LongToDouble => slot.set_double(reader.read_long()? as f64),
        Op::FloatToDouble => slot.set_double(f64::from(reader.read_float()?)),
        _ => unreachable!("runs and skips stand only among the steps of a record"),
    }
    Ok(())
}

#[inline(never)]
fn read_nested<'a, T: Target<'a>>(
    program: &'a Program,
    op: Op,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    slot: &mut T,
) -> Result<()> {
    match op {
        Op::Union(id) => {
            let branches = &program.unions[id as usize];
            let branch = reader.read_index(branches.len(), "the index of a branch")?;
            read(program, branches[branch], reader, budget, slot)
        }
        Op::Record(id) => read_record(program, &program.records[id as usize], reader, budget, slot),
        Op::Array(id) => read_array(program, &program.arrays[id as usize], reader, budget, slot),
        Op::Map(id) => read_map(program, &program.maps[id as usize], reader, budget, slot),
        Op::Enum(id) => read_enum(&program.enums[id as usize], reader, slot),
        Op::Fixed(id) => {
            let shape = &program.fixed[id as usize];
            slot.set_fixed(shape, reader.read_fixed(shape.size)?);
            Ok(())
        }
        Op::Decimal(id) => read_decimal(&program.decimals[id as usize], reader, slot),
        Op::Default(id) => {
            let default = &program.defaults[id as usize];
            read(program, default.op, &mut Reader::new(&default.bytes), budget, slot)
        }
        Op::Fail(id) => Err(program.failures[id as usize].error().at(reader.position() as u64)),
        _ => unreachable!("only what nests comes here"),
    }
}

fn read_record<'a, T: Target<'a>>(
    program: &'a Program,
    record: &'a RecordOp,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    slot: &mut T,
) -> Result<()> {
    budget.enter_record()?;
    if record.zero_size {
        budget.spend_zero_size(record.shape.fields.len(), reader.position())?;
    }
    let slots = slot.record(&record.shape);
    for step in &program.steps[record.steps.clone()] {
        if let Err(stop) = read_step(program, step, reader, budget, slots) {
            return Err(in_step(stop, record, step));
        }
    }
    budget.leave_record();
    Ok(())
}

#[inline]
fn read_step<'a, T: Target<'a>>(
    program: &'a Program,
    step: &Step,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    slots: &mut [T],
) -> Result<(), Stop> {
    let slot = step.slot as usize;
    let read = match step.op {
        Op::Longs(count) => return read_longs(reader, &mut slots[slot..][..count as usize]),
        Op::Ints(count) => return read_ints(reader, &mut slots[slot..][..count as usize]),
        Op::Packed(id) => {
            let run = &program.packed[id as usize];
            return read_packed(program, run, reader, &mut slots[slot..][..run.fields.len()]);
        }
        Op::SkipFixed(_) | Op::SkipVarints(_) | Op::SkipText | Op::Skip(_) => {
            skip(program, step.op, reader, budget)
        }
        op => read(program, op, reader, budget, &mut slots[slot]),
    };
    match read {
        Ok(()) => Ok(()),
        Err(error) => Err(Stop { done: 0, error }),
    }
}

/// An error in the middle of a run.
struct Stop {
    /// How many fields of the run were read before.
    done: usize,
    error: Error,
}

#[cold]
fn in_step(Stop { done, error }: Stop, record: &RecordOp, step: &Step) -> Error {
    let names = if matches!(step.op, Op::Default(_)) { &record.shape } else { &record.writer };
    error.in_field(&names.fields[step.field as usize + done])
}

/// Numbers of a run that are decoded before they go to their places.
const RUN: usize = 64;

fn read_longs<'a, T: Target<'a>>(reader: &mut Reader<'a>, slots: &mut [T]) -> Result<(), Stop> {
    let mut values = [0_i64; RUN];
    for (index, slots) in slots.chunks_mut(RUN).enumerate() {
        let values = &mut values[..slots.len()];
        reader.read_longs(values).map_err(|(done, error)| Stop { done: index * RUN + done, error })?;
        slots.iter_mut().zip(values).for_each(|(slot, value)| slot.set_long(*value));
    }
    Ok(())
}

fn read_ints<'a, T: Target<'a>>(reader: &mut Reader<'a>, slots: &mut [T]) -> Result<(), Stop> {
    let mut values = [0_i32; RUN];
    for (index, slots) in slots.chunks_mut(RUN).enumerate() {
        let values = &mut values[..slots.len()];
        reader.read_ints(values).map_err(|(done, error)| Stop { done: index * RUN + done, error })?;
        slots.iter_mut().zip(values).for_each(|(slot, value)| slot.set_int(*value));
    }
    Ok(())
}

fn read_packed<'a, T: Target<'a>>(
    program: &'a Program,
    run: &'a PackedOp,
    reader: &mut Reader<'a>,
    slots: &mut [T],
) -> Result<(), Stop> {
    let Some(bytes) = reader.peek(run.size) else {
        return read_unpacked(program, run, reader, slots);
    };
    if run.doubles {
        for (slot, word) in slots.iter_mut().zip(bytes.as_chunks().0) {
            slot.set_double(f64::from_le_bytes(*word));
        }
        reader.advance(run.size);
        return Ok(());
    }
    let mut rest = Reader::new(bytes);
    if read_unpacked(program, run, &mut rest, slots).is_err() {
        return read_unpacked(program, run, reader, slots); // for the place of the error
    }
    reader.advance(run.size);
    Ok(())
}

#[inline(always)]
fn read_unpacked<'a, T: Target<'a>>(
    program: &'a Program,
    run: &PackedOp,
    reader: &mut Reader<'a>,
    slots: &mut [T],
) -> Result<(), Stop> {
    for (done, (field, slot)) in run.fields.iter().zip(slots).enumerate() {
        let read = match field {
            Packed::Double => reader.read_double().map(|value| slot.set_double(value)),
            Packed::Float => reader.read_float().map(|value| slot.set_float(value)),
            Packed::FloatToDouble => reader.read_float().map(|value| slot.set_double(f64::from(value))),
            Packed::Boolean => reader.read_boolean().map(|value| slot.set_boolean(value)),
            Packed::Fixed(id) => {
                let shape = &program.fixed[*id as usize];
                reader.read_fixed(shape.size).map(|bytes| slot.set_fixed(shape, bytes))
            }
        };
        read.map_err(|error| Stop { done, error })?;
    }
    Ok(())
}

fn read_enum<'a, T: Target<'a>>(op: &'a EnumOp, reader: &mut Reader<'a>, slot: &mut T) -> Result<()> {
    slot.set_symbol(&op.shape, read_symbol(op, reader)?);
    Ok(())
}

/// Reads the index of one of the writer's symbols as one of the reader's.
pub(crate) fn read_symbol(op: &EnumOp, reader: &mut Reader<'_>) -> Result<u32> {
    let position = reader.position();
    let index = reader.read_index(op.writer.symbols.len(), "the index of a symbol")?;
    let symbol = op.symbols.as_ref().map_or(index as u32, |symbols| symbols[index]);
    if symbol == EnumOp::UNKNOWN {
        return Err(op.unknown(index).at(position as u64));
    }
    Ok(symbol)
}

fn read_decimal<'a, T: Target<'a>>(
    rescale: &'a Rescale,
    reader: &mut Reader<'a>,
    slot: &mut T,
) -> Result<()> {
    let position = reader.position();
    if let Some(shape) = &rescale.fixed {
        let bytes = reader.read_fixed(shape.size)?;
        slot.set_made_fixed(shape, &rescale.rescale(bytes, position)?);
    } else {
        let bytes = reader.read_bytes()?;
        slot.set_made_bytes(&rescale.rescale(bytes, position)?);
    }
    Ok(())
}

fn read_array<'a, T: Target<'a>>(
    program: &'a Program,
    array: &BlocksOp,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    slot: &mut T,
) -> Result<()> {
    match array.item {
        Op::Boolean => primitives::read_booleans(reader, budget, slot.booleans()),
        Op::Int => primitives::read_ints(reader, budget, slot.ints()),
        Op::Long => primitives::read_longs(reader, budget, slot.longs()),
        Op::Float => primitives::read_floats(reader, budget, slot.floats()),
        Op::Double => primitives::read_doubles(reader, budget, slot.doubles()),
        Op::IntToLong => {
            primitives::read_each(reader, budget, 1, slot.longs(), |reader| reader.read_int().map(i64::from))
        }
        Op::IntToFloat => {
            primitives::read_each(reader, budget, 1, slot.floats(), |reader| Ok(reader.read_int()? as f32))
        }
        Op::IntToDouble => primitives::read_each(reader, budget, 1, slot.doubles(), |reader| {
            reader.read_int().map(f64::from)
        }),
        Op::LongToFloat => {
            primitives::read_each(reader, budget, 1, slot.floats(), |reader| Ok(reader.read_long()? as f32))
        }
        Op::LongToDouble => {
            primitives::read_each(reader, budget, 1, slot.doubles(), |reader| Ok(reader.read_long()? as f64))
        }
        Op::FloatToDouble => primitives::read_each(reader, budget, 4, slot.doubles(), |reader| {
            reader.read_float().map(f64::from)
        }),
        item => {
            let mut state = (slot.values(), 0);
            read_items(
                Blocks::Items,
                reader,
                budget,
                array.min_size,
                &mut state,
                |(values, used), count| reserve(values, *used, count),
                |(values, used), reader, budget| {
                    if *used == values.len() {
                        values.push(T::default());
                    }
                    read(program, item, reader, budget, &mut values[*used])?;
                    *used += 1;
                    Ok(())
                },
            )?;
            let (values, used) = state;
            values.truncate(used);
            Ok(())
        }
    }
}

fn read_map<'a, T: Target<'a>>(
    program: &'a Program,
    map: &BlocksOp,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    slot: &mut T,
) -> Result<()> {
    let mut state = (slot.entries(), 0);
    read_items(
        Blocks::Entries,
        reader,
        budget,
        map.min_size,
        &mut state,
        |(entries, used), count| reserve(entries, *used, count),
        |(entries, used), reader, budget| {
            let key = reader.read_string()?;
            if *used == entries.len() {
                entries.push((key.into(), T::default()));
            } else {
                entries[*used].0 = key.into();
            }
            if let Err(error) = read(program, map.item, reader, budget, &mut entries[*used].1) {
                return Err(error.in_key(key));
            }
            *used += 1;
            Ok(())
        },
    )?;
    let (entries, used) = state;
    entries.truncate(used);
    slot.end_entries();
    Ok(())
}

/// Room for announced items behind those in use. What is announced is not there yet: beyond some pages, let it grow
/// as it comes.
fn reserve<T>(items: &mut ThinVec<T>, used: usize, count: usize) {
    const RESERVED_BYTES: usize = 64 << 10;
    let count = count.min(RESERVED_BYTES / size_of::<T>());
    items.reserve((used + count).saturating_sub(items.len()));
}
