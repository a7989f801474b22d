//! From the bytes of a datum to its JSON text.

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use super::scan::plain_prefix;
use super::{Form, Style};
use crate::decode::{Blocks, Budget, read_items};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};
use crate::wire::Reader;

/// Reads one datum of `schema` and appends its JSON encoding to `out`.
///
/// Values of unions other than null are objects of one member, named after the branch: a type's name, or the full
/// name of a record, enum or fixed. Bytes and fixed are text of the code points 0-255. NaN and the infinities, which
/// JSON lacks, are the strings `NaN`, `Infinity` and `-Infinity`. A map's entries all appear as they come. Logical
/// types are written as the type that they stand on.
///
/// ```
/// use avocet::{Limits, Schema, json, wire::Reader};
///
/// let schema = Schema::parse(r#"{"type": "map", "values": ["null", "bytes"]}"#)?;
/// let bytes = [0x04, 0x02, b'a', 0x02, 0x04, 0x0a, 0xff, 0x02, b'b', 0x00, 0x00];
/// let mut out = Vec::new();
/// json::write(&schema, &mut Reader::new(&bytes), &Limits::default(), &mut out, json::Style::Compact)?;
/// assert_eq!(String::from_utf8(out).unwrap(), r#"{"a":{"bytes":"\nÿ"},"b":null}"#);
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// # Errors
///
/// As decoding has them; `out` is then as it was.
pub fn write(
    schema: &Schema,
    reader: &mut Reader<'_>,
    limits: &Limits,
    out: &mut Vec<u8>,
    style: Style,
) -> Result<()> {
    write_as(schema, reader, limits, out, Form::Avro, style)
}

/// As [`write`], in either form.
pub(super) fn write_as(
    schema: &Schema,
    reader: &mut Reader<'_>,
    limits: &Limits,
    out: &mut Vec<u8>,
    form: Form,
    style: Style,
) -> Result<()> {
    match style {
        Style::Compact => write_with(schema, reader, limits, out, form, CompactFormatter),
        Style::Pretty => write_with(schema, reader, limits, out, form, PrettyFormatter::new()),
    }
}

fn write_with<F: Formatter>(
    schema: &Schema,
    reader: &mut Reader<'_>,
    limits: &Limits,
    out: &mut Vec<u8>,
    form: Form,
    format: F,
) -> Result<()> {
    let (arena, id) = (schema.arena(), schema.node_id());
    let start = out.len();
    let mut text = Text { out, form, format, scratch: String::new() };
    let budget = &mut Budget::new(limits, reader.position());
    let written = write_node(arena, id, reader, budget, &mut text);
    written.map_err(|error| {
        out.truncate(start);
        error.at(reader.position() as u64).in_root(arena.type_name(id))
    })
}

/// The text so far, and how it goes on.
struct Text<'a, F> {
    out: &'a mut Vec<u8>,
    form: Form,
    format: F,
    scratch: String,
}

fn write_node<F: Formatter>(
    arena: &Arena,
    id: NodeId,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    text: &mut Text<'_, F>,
) -> Result<()> {
    match &arena.node(id).kind {
        NodeKind::Null => done(text.format.write_null(text.out)),
        NodeKind::Boolean => done(text.format.write_bool(text.out, reader.read_boolean()?)),
        NodeKind::Int => done(text.format.write_i32(text.out, reader.read_int()?)),
        NodeKind::Long => done(text.format.write_i64(text.out, reader.read_long()?)),
        NodeKind::Float => match reader.read_float()? {
            value if value.is_finite() => done(text.format.write_f32(text.out, value)),
            value => text.write_str(not_finite(f64::from(value))),
        },
        NodeKind::Double => match reader.read_double()? {
            value if value.is_finite() => done(text.format.write_f64(text.out, value)),
            value => text.write_str(not_finite(value)),
        },
        NodeKind::Bytes => text.write_bytes(reader.read_bytes()?),
        NodeKind::Fixed(fixed) => text.write_bytes(reader.read_fixed(fixed.shape.size)?),
        NodeKind::String => text.write_str(reader.read_string()?),
        NodeKind::Enum(node) => {
            let index = reader.read_index(node.shape.symbols.len(), "the index of a symbol")?;
            text.write_str(&node.shape.symbols[index])
        }
        NodeKind::Union(branches) => {
            let branch = branches[reader.read_index(branches.len(), "the index of a branch")?];
            if text.form == Form::Plain || matches!(arena.node(branch).kind, NodeKind::Null) {
                return write_node(arena, branch, reader, budget, text);
            }
            done(text.format.begin_object(text.out))?;
            text.begin_member(true, arena.type_name(branch))?;
            write_node(arena, branch, reader, budget, text)?;
            done(text.format.end_object_value(text.out))?;
            done(text.format.end_object(text.out))
        }
        NodeKind::Record(record) => {
            write_record(arena, record, arena.node(id).min_size, reader, budget, text)
        }
        NodeKind::Array(items) => {
            done(text.format.begin_array(text.out))?;
            let mut state = (text, true);
            let min_size = arena.node(*items).min_size;
            read_items(
                Blocks::Items,
                reader,
                budget,
                min_size,
                &mut state,
                |_, _| (),
                |(text, first), reader, budget| {
                    done(text.format.begin_array_value(text.out, std::mem::take(first)))?;
                    write_node(arena, *items, reader, budget, text)?;
                    done(text.format.end_array_value(text.out))
                },
            )?;
            done(state.0.format.end_array(state.0.out))
        }
        NodeKind::Map(values) => {
            done(text.format.begin_object(text.out))?;
            let mut state = (text, true);
            let min_size = arena.node(*values).min_size.saturating_add(1);
            read_items(
                Blocks::Entries,
                reader,
                budget,
                min_size,
                &mut state,
                |_, _| (),
                |(text, first), reader, budget| {
                    let key = reader.read_string()?;
                    text.begin_member(std::mem::take(first), key)?;
                    write_node(arena, *values, reader, budget, text).map_err(|error| error.in_key(key))?;
                    done(text.format.end_object_value(text.out))
                },
            )?;
            done(state.0.format.end_object(state.0.out))
        }
    }
}

fn write_record<F: Formatter>(
    arena: &Arena,
    record: &RecordNode,
    min_size: usize,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    text: &mut Text<'_, F>,
) -> Result<()> {
    budget.enter_record()?;
    if min_size == 0 {
        budget.spend_zero_size(record.fields.len(), reader.position())?;
    }
    done(text.format.begin_object(text.out))?;
    for (index, field) in record.fields.iter().enumerate() {
        text.begin_member(index == 0, &field.name)?;
        write_node(arena, field.ty, reader, budget, text).map_err(|error| error.in_field(&field.name))?;
        done(text.format.end_object_value(text.out))?;
    }
    done(text.format.end_object(text.out))?;
    budget.leave_record();
    Ok(())
}

impl<F: Formatter> Text<'_, F> {
    fn begin_member(&mut self, first: bool, name: &str) -> Result<()> {
        done(self.format.begin_object_key(self.out, first))?;
        self.write_str(name)?;
        done(self.format.end_object_key(self.out))?;
        done(self.format.begin_object_value(self.out))
    }

    fn write_str(&mut self, value: &str) -> Result<()> {
        if plain_prefix(value.as_bytes()) < value.len() {
            return serde_json::to_writer(&mut *self.out, value).map_err(|error| not_written(error.into()));
        }
        self.out.reserve(value.len() + 2);
        self.out.push(b'"');
        self.out.extend_from_slice(value.as_bytes());
        self.out.push(b'"');
        Ok(())
    }

    /// Bytes as the code points 0-255.
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        let mut chars = std::mem::take(&mut self.scratch);
        chars.clear();
        chars.extend(bytes.iter().map(|byte| char::from(*byte)));
        let written = self.write_str(&chars);
        self.scratch = chars;
        written
    }
}

fn not_finite(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// The formatter writes into memory, where nothing fails; its interface has an error all the same.
#[inline]
fn done(written: std::io::Result<()>) -> Result<()> {
    written.map_err(not_written)
}

#[cold]
fn not_written(error: std::io::Error) -> Error {
    Error::io("to write JSON text", error)
}
