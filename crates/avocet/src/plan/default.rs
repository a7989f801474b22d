//! A field's default → its bytes under the field's schema, made once per plan.

use crate::schema::Json;
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};
use crate::wire::writer;

/// Appends the encoding of a default to `out`; `None`, with anything appended, when the value does not fit. The parser
/// has checked defaults, so that happens only among the branches of a union, and with defaults that it was told not to
/// check: those may also nest or grow without end, by defaults that take over others.
pub(crate) fn encode(arena: &Arena, ty: NodeId, value: &Json, out: &mut Vec<u8>) -> Option<()> {
    Encoder { arena, depth: 0, filled: 0 }.value(ty, value, out)
}

/// How deep a default may nest, those that it takes over included: as deep as data may, see
/// [`Limits`](crate::Limits).
const MAX_DEPTH: u32 = 1_024;

/// How many fields a default may fill in with their own defaults; the parser has the same bound.
const MAX_FILLED: u32 = 65_536;

struct Encoder<'a> {
    arena: &'a Arena,
    depth: u32,
    filled: u32,
}

impl Encoder<'_> {
    fn value(&mut self, ty: NodeId, value: &Json, out: &mut Vec<u8>) -> Option<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let arena = self.arena;
        match (&arena.node(ty).kind, value) {
            (NodeKind::Null, Json::Null) => {}
            (NodeKind::Boolean, Json::Bool(value)) => writer::write_boolean(out, *value),
            (NodeKind::Int, Json::Number(number)) => {
                writer::write_int(out, i32::try_from(number.as_i64()?).ok()?);
            }
            (NodeKind::Long, Json::Number(number)) => writer::write_long(out, number.as_i64()?),
            (NodeKind::Float, value) => writer::write_float(out, number(value)? as f32),
            (NodeKind::Double, value) => writer::write_double(out, number(value)?),
            (NodeKind::String, Json::String(text)) => writer::write_string(out, text),
            (NodeKind::Bytes, Json::String(text)) => writer::write_bytes(out, &bytes(text)?),
            (NodeKind::Fixed(fixed), Json::String(text)) => {
                let bytes = bytes(text).filter(|bytes| bytes.len() == fixed.shape.size)?;
                out.extend_from_slice(&bytes);
            }
            (NodeKind::Enum(node), Json::String(symbol)) => {
                let index = node.shape.symbols.iter().position(|known| known == symbol)?;
                writer::write_int(out, index as i32);
            }
            (NodeKind::Array(items), Json::Array(values)) => {
                if !values.is_empty() {
                    writer::write_long(out, values.len() as i64);
                    values.iter().try_for_each(|value| self.value(*items, value, out))?;
                }
                writer::write_long(out, 0);
            }
            (NodeKind::Map(values), Json::Object(members)) => {
                if !members.is_empty() {
                    writer::write_long(out, members.len() as i64);
                    for (key, value) in members {
                        writer::write_string(out, key);
                        self.value(*values, value, out)?;
                    }
                }
                writer::write_long(out, 0);
            }
            (NodeKind::Record(record), Json::Object(members)) => self.record(record, members, out)?,
            (NodeKind::Union(branches), value) => self.union(branches, value, out)?,
            _ => return None,
        }
        self.depth -= 1;
        Some(())
    }

    fn record(&mut self, record: &RecordNode, members: &[(Box<str>, Json)], out: &mut Vec<u8>) -> Option<()> {
        if members.iter().any(|(name, _)| record.shape.position(name).is_none()) {
            return None;
        }
        record.fields.iter().try_for_each(|field| {
            let given = members.iter().find(|(name, _)| *name == field.name).map(|(_, value)| value);
            if given.is_none() {
                self.filled += 1;
            }
            let value = given.or(field.default.as_ref()).filter(|_| self.filled <= MAX_FILLED)?;
            self.value(field.ty, value, out)
        })
    }

    /// The first branch that fits.
    fn union(&mut self, branches: &[NodeId], value: &Json, out: &mut Vec<u8>) -> Option<()> {
        let (start, depth) = (out.len(), self.depth);
        branches.iter().enumerate().find_map(|(index, branch)| {
            self.depth = depth;
            out.truncate(start);
            writer::write_long(out, index as i64);
            self.value(*branch, value, out)
        })
    }
}

fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(number) => Some(number.as_f64()),
        Json::String(text) => match &**text {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// Code points 0-255 are the bytes.
fn bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|char| u8::try_from(u32::from(char)).ok()).collect()
}
