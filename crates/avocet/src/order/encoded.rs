//! Compares encoded datums: two readers in, both moved on as long as what they read is equal.

use std::cmp::Ordering;

use super::{SortOrder, compare_doubles, directed};
use crate::decode::{Budget, skip_op};
use crate::error::Result;
use crate::schema::node::{NodeId, NodeKind, Order, RecordNode};
use crate::wire::{Block, Reader};

/// Compares two datums of a type; when they are equal, the readers stand behind them.
///
/// Only [`compare_nested`] and what it calls recurse: their frames are kept small, also without optimisation.
#[inline]
pub(super) fn compare(
    sort: &SortOrder,
    id: NodeId,
    left: &mut Reader<'_>,
    right: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    let kind = &sort.arena().node(id).kind;
    match kind {
        NodeKind::Record(_) | NodeKind::Array(_) | NodeKind::Union(_) => {
            compare_nested(sort, id, left, right, budget)
        }
        _ => compare_flat(kind, left, right),
    }
}

fn compare_flat(kind: &NodeKind, left: &mut Reader<'_>, right: &mut Reader<'_>) -> Result<Ordering> {
    Ok(match kind {
        NodeKind::Null => Ordering::Equal,
        NodeKind::Boolean => left.read_boolean()?.cmp(&right.read_boolean()?),
        NodeKind::Int => left.read_int()?.cmp(&right.read_int()?),
        NodeKind::Long => left.read_long()?.cmp(&right.read_long()?),
        NodeKind::Float => compare_doubles(left.read_float()?.into(), right.read_float()?.into()),
        NodeKind::Double => compare_doubles(left.read_double()?, right.read_double()?),
        NodeKind::Bytes | NodeKind::String => left.read_bytes()?.cmp(right.read_bytes()?),
        NodeKind::Fixed(fixed) => {
            let size = fixed.shape.size;
            left.read_fixed(size)?.cmp(right.read_fixed(size)?)
        }
        NodeKind::Enum(node) => {
            let count = node.shape.symbols.len();
            let what = "the index of a symbol";
            left.read_index(count, what)?.cmp(&right.read_index(count, what)?)
        }
        _ => unreachable!("what nests is compared part by part, and maps have no order"),
    })
}

fn compare_nested(
    sort: &SortOrder,
    id: NodeId,
    left: &mut Reader<'_>,
    right: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    let node = sort.arena().node(id);
    match &node.kind {
        NodeKind::Union(branches) => match compare_branches(branches.len(), left, right)? {
            (branch, Ordering::Equal) => compare(sort, branches[branch], left, right, budget),
            (_, order) => Ok(order),
        },
        NodeKind::Record(record) => {
            budget.enter_record()?;
            if node.min_size == 0 {
                budget.spend_zero_size(record.fields.len(), left.position())?;
            }
            let order = compare_fields(sort, record, left, right, budget);
            budget.leave_record();
            order
        }
        NodeKind::Array(items) => {
            budget.enter()?;
            let order = compare_items(sort, *items, left, right, budget);
            budget.leave();
            order
        }
        _ => unreachable!("only what nests comes here"),
    }
}

/// Reads which branches come next; gives the left one and their order.
fn compare_branches(
    count: usize,
    left: &mut Reader<'_>,
    right: &mut Reader<'_>,
) -> Result<(usize, Ordering)> {
    let what = "the index of a branch";
    let branch = left.read_index(count, what)?;
    Ok((branch, branch.cmp(&right.read_index(count, what)?)))
}

fn compare_fields(
    sort: &SortOrder,
    node: &RecordNode,
    left: &mut Reader<'_>,
    right: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    for field in &node.fields {
        let order = match field.order {
            Order::Ignore => {
                let (program, op) = (&sort.inner.program, sort.inner.skips[&field.ty]);
                skip_op(program, op, left, budget)
                    .and_then(|()| skip_op(program, op, right, budget))
                    .map(|()| Ordering::Equal)
            }
            _ => compare(sort, field.ty, left, right, budget),
        };
        let order = directed(order.map_err(|error| error.in_field(&field.name))?, field.order);
        if order.is_ne() {
            return Ok(order);
        }
    }
    Ok(Ordering::Equal)
}

fn compare_items(
    sort: &SortOrder,
    items: NodeId,
    left: &mut Reader<'_>,
    right: &mut Reader<'_>,
    budget: &mut Budget<'_>,
) -> Result<Ordering> {
    let min_size = sort.arena().node(items).min_size;
    let (mut ours, mut theirs) = (Items::default(), Items::default());
    let mut index = 0;
    loop {
        match (ours.next(left, min_size)?, theirs.next(right, min_size)?) {
            (true, true) => {
                if min_size == 0 {
                    budget.spend_zero_size(1, left.position())?; // of one side: the other has no more of them
                }
                let order = compare(sort, items, left, right, budget);
                let order = order.map_err(|error| error.in_item(index))?;
                if order.is_ne() {
                    return Ok(order);
                }
                index += 1;
            }
            (ours, theirs) => return Ok(ours.cmp(&theirs)),
        }
    }
}

/// The items of one array, whatever blocks they come in.
#[derive(Default)]
struct Items {
    block: Option<Block>,
    left: usize,
}

impl Items {
    /// Whether there is one more item, which the reader then stands before.
    fn next(&mut self, reader: &mut Reader<'_>, min_size: usize) -> Result<bool> {
        if self.left == 0 {
            if let Some(block) = self.block {
                block.check_end(reader)?;
            }
            self.block = reader.read_block(min_size)?;
            let Some(block) = self.block else { return Ok(false) };
            self.left = block.count;
        }
        self.left -= 1;
        Ok(true)
    }
}
