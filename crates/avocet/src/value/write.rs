//! From a value to bytes, driven by the schema.

use std::sync::Arc;

use super::array::Items;
use super::rules::{self, check_fields, enum_index, fixed_bytes, mismatch, union_branch};
use super::{Array, Map, Record, Value};
use crate::decode::Budget;
use crate::error::Result;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};
use crate::wire::writer::{
    write_boolean, write_bytes, write_double, write_float, write_int, write_ints, write_long, write_longs,
    write_string,
};

impl Value {
    /// Encodes the value under `schema`.
    ///
    /// # Errors
    ///
    /// As [`write`](Value::write).
    pub fn encode(&self, schema: &Schema) -> Result<Vec<u8>> {
        let mut out = Vec::new();
        self.write(schema, &mut out)?;
        Ok(out)
    }

    /// Appends the value, encoded under `schema`, to `out`.
    ///
    /// The value has to be of the schema's type. Beyond that, what loses nothing is taken: an int for a long or a
    /// double, a float for a double, a string for the symbol of an enum, bytes for a fixed of their size, and a
    /// record without a name for any record with the same fields. In a union the branch of the value's very type
    /// goes first.
    ///
    /// # Errors
    ///
    /// `Mismatch` with the path when the value does not fit, `Limit` when it is too deep; `out` is then as it was.
    pub fn write(&self, schema: &Schema, out: &mut Vec<u8>) -> Result<()> {
        let (arena, id) = (schema.arena(), schema.node_id());
        let start = out.len();
        let written = write_node(arena, id, self, out, &mut Budget::new(&Limits::default(), 0));
        written.map_err(|error| {
            out.truncate(start);
            error.in_root(arena.type_name(id))
        })
    }
}

pub(super) fn write_node(
    arena: &Arena,
    id: NodeId,
    value: &Value,
    out: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    let kind = &arena.node(id).kind;
    if write_primitive(kind, value, out) {
        return Ok(());
    }
    match (kind, value) {
        (NodeKind::Long, Value::Int(value)) => write_long(out, i64::from(*value)),
        (NodeKind::Double, Value::Float(value)) => write_double(out, f64::from(*value)),
        (NodeKind::Double, Value::Int(value)) => write_double(out, f64::from(*value)),
        (NodeKind::Fixed(node), _) => out.extend_from_slice(fixed_bytes(arena, id, node, value)?),
        (NodeKind::Enum(node), _) => write_int(out, enum_index(arena, id, node, value)? as i32),
        (NodeKind::Union(branches), _) => return write_branch(arena, id, branches, value, out, budget),
        (NodeKind::Record(node), Value::Record(record)) => {
            return write_record(arena, node, record, out, budget);
        }
        (NodeKind::Array(items), Value::Array(array)) => {
            return write_array(arena, id, *items, array, out, budget);
        }
        (NodeKind::Map(values), Value::Map(map)) => return write_map(arena, *values, map, out, budget),
        _ => return Err(mismatch(arena, id, value)),
    }
    Ok(())
}

/// Writes a primitive under its very type; whether it was one.
///
/// In line, for most fields are primitives; but not without optimisation, where it would make the frame of each level
/// of nesting larger.
#[cfg_attr(not(debug_assertions), inline(always))]
fn write_primitive(kind: &NodeKind, value: &Value, out: &mut Vec<u8>) -> bool {
    match (value, kind) {
        (Value::Null, NodeKind::Null) => {}
        (Value::Boolean(value), NodeKind::Boolean) => write_boolean(out, *value),
        (Value::Int(value), NodeKind::Int) => write_int(out, *value),
        (Value::Long(value), NodeKind::Long) => write_long(out, *value),
        (Value::Float(value), NodeKind::Float) => write_float(out, *value),
        (Value::Double(value), NodeKind::Double) => write_double(out, *value),
        (Value::Bytes(bytes), NodeKind::Bytes) => write_bytes(out, bytes),
        (Value::String(text), NodeKind::String) => write_string(out, text),
        _ => return false,
    }
    true
}

fn write_record(
    arena: &Arena,
    node: &RecordNode,
    record: &Record,
    out: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    budget.enter_record()?;
    if Arc::ptr_eq(record.shape(), &node.shape) {
        for (field, value) in node.fields.iter().zip(record.values()) {
            write_field(arena, field.ty, &field.name, value, out, budget)?;
        }
    } else {
        check_fields(node, record)?;
        for field in &node.fields {
            let value = rules::field(record, &field.name)?;
            write_field(arena, field.ty, &field.name, value, out, budget)?;
        }
    }
    budget.leave_record();
    Ok(())
}

#[cfg_attr(not(debug_assertions), inline(always))]
fn write_field(
    arena: &Arena,
    ty: NodeId,
    name: &str,
    value: &Value,
    out: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    let kind = &arena.node(ty).kind;
    let written = if let NodeKind::Union(branches) = kind {
        write_branch(arena, ty, branches, value, out, budget)
    } else if write_primitive(kind, value, out) {
        return Ok(());
    } else {
        write_node(arena, ty, value, out, budget)
    };
    written.map_err(|error| error.in_field(name))
}

#[inline]
fn write_branch(
    arena: &Arena,
    id: NodeId,
    branches: &[NodeId],
    value: &Value,
    out: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    let branch = union_branch(arena, branches, value).ok_or_else(|| mismatch(arena, id, value))?;
    write_long(out, branch as i64);
    if write_primitive(&arena.node(branches[branch]).kind, value, out) {
        return Ok(());
    }
    write_node(arena, branches[branch], value, out, budget)
}

fn write_array(
    arena: &Arena,
    id: NodeId,
    items: NodeId,
    array: &Array,
    out: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    budget.enter()?;
    if !array.is_empty() {
        write_long(out, array.len() as i64);
        match (&arena.node(items).kind, &array.0) {
            (NodeKind::Boolean, Items::Booleans(items)) => {
                items.iter().for_each(|item| write_boolean(out, *item));
            }
            (NodeKind::Int, Items::Ints(items)) => write_ints(out, items),
            (NodeKind::Long, Items::Longs(items)) => write_longs(out, items),
            (NodeKind::Float, Items::Floats(items)) => items.iter().for_each(|item| write_float(out, *item)),
            (NodeKind::Double, Items::Doubles(items)) => {
                items.iter().for_each(|item| write_double(out, *item));
            }
            _ => {
                for (index, item) in array.iter().enumerate() {
                    write_node(arena, items, &item, out, budget).map_err(|error| error.in_item(index))?;
                }
            }
        }
    }
    debug_assert!(matches!(arena.node(id).kind, NodeKind::Array(_)));
    write_long(out, 0);
    budget.leave();
    Ok(())
}

fn write_map(
    arena: &Arena,
    values: NodeId,
    map: &Map,
    out: &mut Vec<u8>,
    budget: &mut Budget<'_>,
) -> Result<()> {
    budget.enter()?;
    if !map.is_empty() {
        write_long(out, map.len() as i64);
        for (key, value) in map.iter() {
            write_string(out, key);
            write_node(arena, values, value, out, budget).map_err(|error| error.in_key(key))?;
        }
    }
    write_long(out, 0);
    budget.leave();
    Ok(())
}
