//! Over a datum without building anything.

use super::Budget;
use crate::error::Result;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind};
use crate::wire::Reader;

/// Skips one datum of `schema`; blocks of arrays and maps that tell their size are jumped over.
///
/// ```
/// use avocet::{Limits, Schema, decode, wire::Reader};
///
/// let schema = Schema::parse(r#"{"type": "array", "items": "string"}"#)?;
/// let mut reader = Reader::new(&[0x02, 0x04, b'h', b'i', 0x00, 0x55]);
/// decode::skip(&schema, &mut reader, &Limits::default())?;
/// assert_eq!(reader.position(), 5);
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// # Errors
///
/// As decoding has them, except that text is not checked for UTF-8 and what is jumped over is not looked at.
pub fn skip(schema: &Schema, reader: &mut Reader<'_>, limits: &Limits) -> Result<()> {
    skip_node(schema.arena(), schema.node_id(), reader, &mut Budget::new(limits))
}

fn skip_node(arena: &Arena, id: NodeId, reader: &mut Reader<'_>, budget: &mut Budget<'_>) -> Result<()> {
    match &arena.node(id).kind {
        NodeKind::Null => Ok(()),
        NodeKind::Boolean => reader.read_boolean().map(drop),
        NodeKind::Int => reader.read_int().map(drop),
        NodeKind::Long => reader.read_long().map(drop),
        NodeKind::Float => reader.skip(4, "a float"),
        NodeKind::Double => reader.skip(8, "a double"),
        NodeKind::Bytes | NodeKind::String => reader.read_bytes().map(drop),
        NodeKind::Fixed(fixed) => reader.skip(fixed.shape.size, "a fixed"),
        NodeKind::Enum(node) => {
            reader.read_index(node.shape.symbols.len(), "the index of a symbol").map(drop)
        }
        NodeKind::Union(branches) => {
            let branch = reader.read_index(branches.len(), "the index of a branch")?;
            skip_node(arena, branches[branch], reader, budget)
        }
        NodeKind::Record(record) => {
            budget.enter_record()?;
            for field in &record.fields {
                skip_node(arena, field.ty, reader, budget).map_err(|error| error.in_field(&field.name))?;
            }
            budget.leave_record();
            Ok(())
        }
        NodeKind::Array(items) => {
            skip_items(reader, budget, arena.node(*items).min_size, |reader, budget| {
                skip_node(arena, *items, reader, budget)
            })
        }
        NodeKind::Map(values) => {
            skip_items(reader, budget, arena.node(*values).min_size.saturating_add(1), |reader, budget| {
                reader.read_bytes()?;
                skip_node(arena, *values, reader, budget)
            })
        }
    }
}

fn skip_items<'a>(
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    min_size: usize,
    item: impl Fn(&mut Reader<'a>, &mut Budget<'_>) -> Result<()>,
) -> Result<()> {
    budget.enter()?;
    while let Some(block) = reader.read_block(min_size)? {
        if let Some(end) = block.end {
            reader.skip(end - reader.position(), "a block")?;
            continue;
        }
        if min_size == 0 {
            budget.spend_zero_size(block.count, reader.position())?;
        }
        for _ in 0..block.count {
            item(reader, budget)?;
        }
    }
    budget.leave();
    Ok(())
}
