//! From the bytes of a datum to its JSON text.

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

use super::labels::Labels;
use super::string::write_string;
use super::{Form, Style};
use crate::decode::{Blocks, Budget, read_items};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};
use crate::wire::Reader;

/// How to write datums of one schema.
pub(super) struct Writing<'a> {
    pub(super) schema: &'a Schema,
    /// Those of the schema, in the same style.
    pub(super) labels: &'a Labels,
    pub(super) form: Form,
    pub(super) style: Style,
    pub(super) limits: &'a Limits,
}

impl Writing<'_> {
    /// Reads one datum and appends its text to `out`, which is as it was after an error.
    pub(super) fn write(&self, reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<()> {
        match self.style {
            Style::Compact => self.write_with(reader, out, CompactFormatter),
            Style::Pretty => self.write_with(reader, out, PrettyFormatter::new()),
        }
    }

    fn write_with<F: Formatter>(&self, reader: &mut Reader<'_>, out: &mut Vec<u8>, format: F) -> Result<()> {
        let (arena, id) = (self.schema.arena(), self.schema.node_id());
        let start = out.len();
        let mut text = Text { out, labels: self.labels, form: self.form, format, scratch: String::new() };
        let budget = &mut Budget::new(self.limits, reader.position());
        let written = write_node(arena, id, reader, budget, &mut text);
        written.map_err(|error| {
            out.truncate(start);
            error.at(reader.position() as u64).in_root(arena.type_name(id))
        })
    }
}

/// The text so far, and how it goes on.
struct Text<'a, F> {
    out: &'a mut Vec<u8>,
    labels: &'a Labels,
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
        NodeKind::Null => done(text.format.write_null(text.out))?,
        NodeKind::Boolean => done(text.format.write_bool(text.out, reader.read_boolean()?))?,
        NodeKind::Int => done(text.format.write_i32(text.out, reader.read_int()?))?,
        NodeKind::Long => done(text.format.write_i64(text.out, reader.read_long()?))?,
        NodeKind::Float => match reader.read_float()? {
            value if value.is_finite() => done(text.format.write_f32(text.out, value))?,
            value => write_string(text.out, not_finite(f64::from(value))),
        },
        NodeKind::Double => match reader.read_double()? {
            value if value.is_finite() => done(text.format.write_f64(text.out, value))?,
            value => write_string(text.out, not_finite(value)),
        },
        NodeKind::Bytes => text.write_bytes(reader.read_bytes()?),
        NodeKind::Fixed(fixed) => text.write_bytes(reader.read_fixed(fixed.shape.size)?),
        NodeKind::String => write_string(text.out, reader.read_string()?),
        NodeKind::Enum(node) => {
            let index = reader.read_index(node.shape.symbols.len(), "the index of a symbol")?;
            write_string(text.out, &node.shape.symbols[index]);
        }
        NodeKind::Union(branches) => {
            let index = reader.read_index(branches.len(), "the index of a branch")?;
            let branch = branches[index];
            if text.form == Form::Plain || matches!(arena.node(branch).kind, NodeKind::Null) {
                return write_node(arena, branch, reader, budget, text);
            }
            done(text.format.begin_object(text.out))?;
            text.begin_labelled(true, &text.labels.of(id)[index])?;
            write_node(arena, branch, reader, budget, text)?;
            done(text.format.end_object_value(text.out))?;
            done(text.format.end_object(text.out))?;
        }
        NodeKind::Record(record) => return write_record(arena, id, record, reader, budget, text),
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
            done(state.0.format.end_array(state.0.out))?;
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
            done(state.0.format.end_object(state.0.out))?;
        }
    }
    Ok(())
}

fn write_record<F: Formatter>(
    arena: &Arena,
    id: NodeId,
    record: &RecordNode,
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    text: &mut Text<'_, F>,
) -> Result<()> {
    budget.enter_record()?;
    if arena.node(id).min_size == 0 {
        budget.spend_zero_size(record.fields.len(), reader.position())?;
    }
    done(text.format.begin_object(text.out))?;
    let labels = text.labels.of(id);
    for (index, (field, label)) in record.fields.iter().zip(labels).enumerate() {
        text.begin_labelled(index == 0, label)?;
        write_node(arena, field.ty, reader, budget, text).map_err(|error| error.in_field(&field.name))?;
        done(text.format.end_object_value(text.out))?;
    }
    done(text.format.end_object(text.out))?;
    budget.leave_record();
    Ok(())
}

impl<F: Formatter> Text<'_, F> {
    #[inline]
    fn begin_labelled(&mut self, first: bool, label: &[u8]) -> Result<()> {
        done(self.format.begin_object_key(self.out, first))?;
        self.out.extend_from_slice(label);
        Ok(())
    }

    fn begin_member(&mut self, first: bool, name: &str) -> Result<()> {
        done(self.format.begin_object_key(self.out, first))?;
        write_string(self.out, name);
        done(self.format.end_object_key(self.out))?;
        done(self.format.begin_object_value(self.out))
    }

    /// Bytes as the code points 0-255.
    fn write_bytes(&mut self, bytes: &[u8]) {
        self.scratch.clear();
        self.scratch.extend(bytes.iter().map(|byte| char::from(*byte)));
        write_string(self.out, &self.scratch);
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
