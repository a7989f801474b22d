//! Compares values as what they would be written as; what does not fit the schema is an error, as in writing.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{compare_doubles, directed};
use crate::decode::Budget;
use crate::error::Result;
use crate::schema::node::{Arena, NodeId, NodeKind, Order, RecordNode};
use crate::value::rules::{check_fields, enum_index, field, fixed_bytes, mismatch, union_branch};
use crate::value::{Array, Record, Value};

/// Compares two values of a type.
pub(super) fn compare(
    arena: &Arena,
    id: NodeId,
    left: &Value,
    right: &Value,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    let pair = Pair { arena, id, left, right };
    Ok(match &arena.node(id).kind {
        NodeKind::Null => pair.cmp(|value| value.is_null().then_some(()))?,
        NodeKind::Boolean => pair.cmp(Value::as_bool)?,
        NodeKind::Int => pair.cmp(Value::as_int)?,
        NodeKind::Long => pair.cmp(Value::as_long)?,
        NodeKind::Float => {
            let (left, right) = pair.both(Value::as_float)?;
            compare_doubles(left.into(), right.into())
        }
        NodeKind::Double => {
            let (left, right) = pair.both(Value::as_double)?;
            compare_doubles(left, right)
        }
        NodeKind::Bytes => pair.cmp(|value| match value {
            Value::Bytes(bytes) => Some(bytes),
            _ => None,
        })?,
        NodeKind::String => pair.cmp(|value| match value {
            Value::String(text) => Some(text),
            _ => None,
        })?,
        NodeKind::Fixed(node) => {
            fixed_bytes(arena, id, node, left)?.cmp(fixed_bytes(arena, id, node, right)?)
        }
        NodeKind::Enum(node) => enum_index(arena, id, node, left)?.cmp(&enum_index(arena, id, node, right)?),
        NodeKind::Union(branches) => {
            let branch =
                |value| union_branch(arena, branches, value).ok_or_else(|| mismatch(arena, id, value));
            let ours = branch(left)?;
            match ours.cmp(&branch(right)?) {
                Ordering::Equal => return compare(arena, branches[ours], left, right, budget),
                order => order,
            }
        }
        NodeKind::Record(node) => {
            let (left, right) = pair.both(Value::as_record)?;
            budget.enter_record()?;
            let order = compare_fields(arena, node, left, right, budget)?;
            budget.leave_record();
            order
        }
        NodeKind::Array(items) => {
            let (left, right) = pair.both(Value::as_array)?;
            budget.enter()?;
            let order = compare_items(arena, *items, left, right, budget)?;
            budget.leave();
            order
        }
        NodeKind::Map(_) => unreachable!("no order is made of a schema where maps are compared"),
    })
}

/// Two values that should be of one type.
struct Pair<'a> {
    arena: &'a Arena,
    id: NodeId,
    left: &'a Value,
    right: &'a Value,
}

impl<'a> Pair<'a> {
    /// What both hold; an error for one that does not.
    fn both<T>(&self, held: impl Fn(&'a Value) -> Option<T>) -> Result<(T, T)> {
        let held = |value| held(value).ok_or_else(|| mismatch(self.arena, self.id, value));
        Ok((held(self.left)?, held(self.right)?))
    }

    fn cmp<T: Ord>(&self, held: impl Fn(&'a Value) -> Option<T>) -> Result<Ordering> {
        let (left, right) = self.both(held)?;
        Ok(left.cmp(&right))
    }
}

fn compare_fields(
    arena: &Arena,
    node: &RecordNode,
    left: &Record,
    right: &Record,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    for record in [left, right] {
        if !Arc::ptr_eq(record.shape(), &node.shape) {
            check_fields(node, record)?;
        }
    }
    for of_schema in node.fields.iter().filter(|field| field.order != Order::Ignore) {
        let name = &of_schema.name;
        let (left, right) = (field(left, name)?, field(right, name)?);
        let order = compare(arena, of_schema.ty, left, right, budget);
        let order = directed(order.map_err(|error| error.in_field(name))?, of_schema.order);
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(Ordering::Equal)
}

fn compare_items(
    arena: &Arena,
    items: NodeId,
    left: &Array,
    right: &Array,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    for (index, (left, right)) in left.iter().zip(right.iter()).enumerate() {
        let order = compare(arena, items, &left, &right, budget).map_err(|error| error.in_item(index))?;
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(left.len().cmp(&right.len()))
}
