//! From bytes to a value, driven by the schema.

use std::sync::Arc;

use thin_vec::ThinVec;

use super::array::Items;
use super::{Array, Fixed, Map, Record, Symbol, Text, Value};
use crate::decode::{Blocks, Budget, read_items};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};
use crate::wire::Reader;

impl Value {
    /// Decodes the one datum that `bytes` hold, under the default [`Limits`].
    ///
    /// # Errors
    ///
    /// As [`read`](Value::read), and `TrailingBytes` when the datum ends before `bytes` do.
    pub fn decode(schema: &Schema, bytes: &[u8]) -> Result<Value> {
        let mut reader = Reader::new(bytes);
        let value = Value::read(schema, &mut reader, &Limits::default())?;
        match reader.remaining() {
            0 => Ok(value),
            left => Err(trailing(&reader, left)),
        }
    }

    /// Reads one datum of `schema`; the reader then stands behind it.
    ///
    /// # Errors
    ///
    /// `Truncated`, `Malformed` or `Limit`, with the byte and the path through the data.
    pub fn read(schema: &Schema, reader: &mut Reader<'_>, limits: &Limits) -> Result<Value> {
        let (arena, id) = (schema.arena(), schema.node_id());
        let budget = &mut Budget::new(limits);
        read_node(arena, id, reader, budget)
            .map_err(|error| error.at(reader.position() as u64).in_root(arena.type_name(id)))
    }
}

#[cold]
fn trailing(reader: &Reader<'_>, left: usize) -> Error {
    Error::new(ErrorKind::TrailingBytes, "the end of the input", format!("{left} more bytes"))
        .at(reader.position() as u64)
}

fn read_node(arena: &Arena, id: NodeId, reader: &mut Reader<'_>, budget: &mut Budget<'_>) -> Result<Value> {
    match &arena.node(id).kind {
        NodeKind::Null => Ok(Value::Null),
        NodeKind::Boolean => reader.read_boolean().map(Value::Boolean),
        NodeKind::Int => reader.read_int().map(Value::Int),
        NodeKind::Long => reader.read_long().map(Value::Long),
        NodeKind::Float => reader.read_float().map(Value::Float),
        NodeKind::Double => reader.read_double().map(Value::Double),
        NodeKind::Bytes => reader.read_bytes().map(|bytes| Value::Bytes(bytes.into())),
        NodeKind::String => reader.read_string().map(|text| Value::String(text.into())),
        NodeKind::Fixed(fixed) => {
            let bytes = reader.read_fixed(fixed.shape.size)?;
            Ok(Value::Fixed(Fixed::of_shape(Arc::clone(&fixed.shape), bytes)))
        }
        NodeKind::Enum(node) => {
            let index = reader.read_index(node.shape.symbols.len(), "the index of a symbol")?;
            Ok(Value::Enum(Symbol::of_shape(Arc::clone(&node.shape), index as u32)))
        }
        NodeKind::Union(branches) => {
            let branch = reader.read_index(branches.len(), "the index of a branch")?;
            read_node(arena, branches[branch], reader, budget)
        }
        NodeKind::Record(record) => {
            read_record(arena, record, arena.node(id).min_size, reader, budget).map(Value::Record)
        }
        NodeKind::Array(items) => read_array(arena, *items, reader, budget).map(Value::Array),
        NodeKind::Map(values) => read_map(arena, *values, reader, budget).map(Value::Map),
    }
}

fn read_record(
    arena: &Arena,
    record: &RecordNode,
    min_size: usize,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<Record> {
    budget.enter_record()?;
    if min_size == 0 {
        budget.spend_zero_size(record.fields.len(), reader.position())?;
    }
    let mut values = ThinVec::with_capacity(record.fields.len());
    for field in &record.fields {
        match read_node(arena, field.ty, reader, budget) {
            Ok(value) => values.push(value),
            Err(error) => return Err(error.in_field(&field.name)),
        }
    }
    budget.leave_record();
    Ok(Record::of_shape(Arc::clone(&record.shape), values))
}

fn read_array(
    arena: &Arena,
    items: NodeId,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<Array> {
    let node = arena.node(items);
    Ok(Array(match node.kind {
        NodeKind::Boolean => Items::Booleans(read_primitives(reader, budget, 1, Reader::read_boolean)?),
        NodeKind::Int => Items::Ints(read_primitives(reader, budget, 1, Reader::read_int)?),
        NodeKind::Long => Items::Longs(read_primitives(reader, budget, 1, Reader::read_long)?),
        NodeKind::Float => Items::Floats(read_primitives(reader, budget, 4, Reader::read_float)?),
        NodeKind::Double => Items::Doubles(read_primitives(reader, budget, 8, Reader::read_double)?),
        _ => {
            let mut values = ThinVec::new();
            read_items(
                Blocks::Items,
                reader,
                budget,
                node.min_size,
                &mut values,
                reserve,
                |values, reader, budget| {
                    values.push(read_node(arena, items, reader, budget)?);
                    Ok(())
                },
            )?;
            Items::Values(values)
        }
    }))
}

fn read_primitives<'a, T>(
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    min_size: usize,
    read: impl Fn(&mut Reader<'a>) -> Result<T>,
) -> Result<ThinVec<T>> {
    let mut items = ThinVec::new();
    read_items(Blocks::Items, reader, budget, min_size, &mut items, reserve, |items, reader, _| {
        items.push(read(reader)?);
        Ok(())
    })?;
    Ok(items)
}

fn read_map(arena: &Arena, values: NodeId, reader: &mut Reader<'_>, budget: &mut Budget<'_>) -> Result<Map> {
    let mut entries = ThinVec::new();
    let min_size = arena.node(values).min_size.saturating_add(1);
    read_items(
        Blocks::Entries,
        reader,
        budget,
        min_size,
        &mut entries,
        reserve,
        |entries, reader, budget| {
            let key = reader.read_string()?;
            match read_node(arena, values, reader, budget) {
                Ok(value) => entries.push((Text::from(key), value)),
                Err(error) => return Err(error.in_key(key)),
            }
            Ok(())
        },
    )?;
    Ok(Map::of_entries(entries))
}

/// Room for announced items. What is announced is not there yet: beyond a page or so, let it grow as it comes.
fn reserve<T>(items: &mut ThinVec<T>, count: usize) {
    const RESERVED_BYTES: usize = 64 << 10;
    items.reserve(count.min(RESERVED_BYTES / size_of::<T>().max(1)));
}
