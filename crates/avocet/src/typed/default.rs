//! The bytes of a value → the JSON that stands for it as a field's default. Unlike in Avro's JSON encoding, a union's
//! value is not wrapped in the name of its branch.

use crate::decode::Budget;
use crate::error::Result;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::json::emit::push_quoted;
use crate::schema::node::{Arena, NodeId, NodeKind};
use crate::wire::Reader;

/// The default that has these bytes under `schema`.
pub(super) fn json(schema: &Schema, bytes: &[u8]) -> Result<String> {
    let limits = Limits::default();
    let mut text = String::new();
    let budget = &mut Budget::new(&limits, 0);
    write(schema.arena(), schema.node_id(), &mut Reader::new(bytes), budget, &mut text)?;
    Ok(text)
}

fn write(
    arena: &Arena,
    id: NodeId,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    text: &mut String,
) -> Result<()> {
    match &arena.node(id).kind {
        NodeKind::Null => text.push_str("null"),
        NodeKind::Boolean => text.push_str(if reader.read_boolean()? { "true" } else { "false" }),
        NodeKind::Int => text.push_str(&reader.read_int()?.to_string()),
        NodeKind::Long => text.push_str(&reader.read_long()?.to_string()),
        NodeKind::Float => {
            let value = reader.read_float()?;
            number(f64::from(value), &format!("{value:?}"), text);
        }
        NodeKind::Double => {
            let value = reader.read_double()?;
            number(value, &format!("{value:?}"), text);
        }
        NodeKind::Bytes => latin1(reader.read_bytes()?, text),
        NodeKind::String => push_quoted(text, reader.read_string()?),
        NodeKind::Fixed(fixed) => latin1(reader.read_fixed(fixed.shape.size)?, text),
        NodeKind::Enum(node) => {
            let symbols = &node.shape.symbols;
            push_quoted(text, &symbols[reader.read_index(symbols.len(), "the index of a symbol")?]);
        }
        NodeKind::Union(branches) => {
            let branch = reader.read_index(branches.len(), "the index of a branch")?;
            write(arena, branches[branch], reader, budget, text)?;
        }
        NodeKind::Array(items) => blocks(reader, budget, text, ['[', ']'], |reader, budget, text| {
            write(arena, *items, reader, budget, text)
        })?,
        NodeKind::Map(values) => blocks(reader, budget, text, ['{', '}'], |reader, budget, text| {
            push_quoted(text, reader.read_string()?);
            text.push(':');
            write(arena, *values, reader, budget, text)
        })?,
        NodeKind::Record(record) => {
            budget.enter_record()?;
            text.push('{');
            for (index, field) in record.fields.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                push_quoted(text, &field.name);
                text.push(':');
                write(arena, field.ty, reader, budget, text)?;
            }
            text.push('}');
            budget.leave_record();
        }
    }
    Ok(())
}

fn blocks(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    text: &mut String,
    [open, close]: [char; 2],
    mut item: impl FnMut(&mut Reader<'_>, &mut Budget<'_>, &mut String) -> Result<()>,
) -> Result<()> {
    budget.enter()?;
    text.push(open);
    let mut first = true;
    while let Some(block) = reader.read_block(0)? {
        for _ in 0..block.count {
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            item(reader, budget, text)?;
        }
    }
    text.push(close);
    budget.leave();
    Ok(())
}

/// JSON has no word for the numbers that are none; the strings that stand for them are read back.
fn number(value: f64, digits: &str, text: &mut String) {
    text.push_str(if value.is_nan() {
        "\"NaN\""
    } else if value == f64::INFINITY {
        "\"Infinity\""
    } else if value == f64::NEG_INFINITY {
        "\"-Infinity\""
    } else {
        digits
    });
}

/// Bytes as the characters U+0000 to U+00FF.
fn latin1(bytes: &[u8], text: &mut String) {
    let chars: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    push_quoted(text, &chars);
}
