//! Which values fit which types, and which branch of a union a value takes: what writing, checking and comparing
//! have in common.

use std::sync::Arc;

use super::named::{unknown_symbol, wrong_size};
use super::{Record, Value};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::SchemaRef;
use crate::schema::node::{Arena, EnumNode, FixedNode, NodeId, NodeKind, RecordNode};

/// The branch of a union that a value takes: that of its very type and name, else the first that takes it without
/// loss.
pub(crate) fn union_branch(arena: &Arena, branches: &[NodeId], value: &Value) -> Option<usize> {
    let find = |fits: fn(&NodeKind, &Value) -> bool| {
        branches.iter().position(|branch| fits(&arena.node(*branch).kind, value))
    };
    find(is_exactly).or_else(|| find(takes))
}

/// The branch as a type; `schema` is a union.
pub(super) fn branch_of<'a>(schema: SchemaRef<'a>, value: &Value) -> Result<SchemaRef<'a>> {
    let (arena, id) = schema.node_of();
    let NodeKind::Union(branches) = &arena.node(id).kind else { return Ok(schema) };
    match union_branch(arena, branches, value) {
        Some(branch) => Ok(SchemaRef::new(arena, branches[branch])),
        None => Err(mismatch(arena, id, value)),
    }
}

/// Whether a value is of just this type, and of this name where both have one.
fn is_exactly(kind: &NodeKind, value: &Value) -> bool {
    match (kind, value) {
        (NodeKind::Null, Value::Null)
        | (NodeKind::Boolean, Value::Boolean(_))
        | (NodeKind::Int, Value::Int(_))
        | (NodeKind::Long, Value::Long(_))
        | (NodeKind::Float, Value::Float(_))
        | (NodeKind::Double, Value::Double(_))
        | (NodeKind::Bytes, Value::Bytes(_))
        | (NodeKind::String, Value::String(_))
        | (NodeKind::Array(_), Value::Array(_))
        | (NodeKind::Map(_), Value::Map(_)) => true,
        (NodeKind::Fixed(node), Value::Fixed(fixed)) => fixed.fullname() == node.shape.name.full(),
        (NodeKind::Enum(node), Value::Enum(symbol)) => symbol.fullname() == node.shape.name.full(),
        (NodeKind::Record(node), Value::Record(record)) => record.fullname() == Some(node.name.full()),
        _ => false,
    }
}

/// Whether a value that is not of this type is taken all the same.
fn takes(kind: &NodeKind, value: &Value) -> bool {
    match (kind, value) {
        (NodeKind::Long | NodeKind::Double, Value::Int(_)) | (NodeKind::Double, Value::Float(_)) => true,
        (NodeKind::Enum(node), Value::String(text)) => {
            node.shape.symbols.iter().any(|symbol| **symbol == **text)
        }
        (NodeKind::Fixed(node), Value::Bytes(bytes)) => bytes.len() == node.shape.size,
        (NodeKind::Record(node), Value::Record(record)) => {
            record.fullname().is_none()
                && record.len() == node.fields.len()
                && node.fields.iter().all(|field| record.get(&field.name).is_some())
        }
        _ => false,
    }
}

/// Nothing is lost: the record has the schema's name, or none, and no field that the schema lacks.
pub(crate) fn check_fields(node: &RecordNode, record: &Record) -> Result<()> {
    if let Some(name) = record.fullname()
        && name != node.name.full()
    {
        let found = format!("a record {name}");
        return Err(Error::new(ErrorKind::Mismatch, format!("a record {}", node.name.full()), found));
    }
    match record.shape().fields.iter().find(|field| node.shape.position(field).is_none()) {
        Some(field) => {
            let expected = format!("only fields of {}", node.name.full());
            Err(Error::new(ErrorKind::Mismatch, expected, format!("a field {field:?}")))
        }
        None => Ok(()),
    }
}

/// The value of a field of the schema.
pub(crate) fn field<'a>(record: &'a Record, name: &str) -> Result<&'a Value> {
    record.get(name).ok_or_else(|| {
        Error::new(ErrorKind::Mismatch, "a value", "no such field in the record").in_field(name)
    })
}

/// The index of a text among the symbols of an enum.
fn symbol_index(node: &EnumNode, symbol: &str) -> Result<usize> {
    let position = node.shape.symbols.iter().position(|known| **known == *symbol);
    position.ok_or_else(|| unknown_symbol(&node.shape, symbol))
}

/// The index of the symbol that a value names, which may come from another schema of the same enum.
pub(crate) fn enum_index(arena: &Arena, id: NodeId, node: &EnumNode, value: &Value) -> Result<usize> {
    match value {
        Value::Enum(symbol) if Arc::ptr_eq(symbol.shape(), &node.shape) => Ok(symbol.index()),
        Value::Enum(symbol) if symbol.fullname() == node.shape.name.full() => {
            symbol_index(node, symbol.as_str())
        }
        Value::String(text) => symbol_index(node, text),
        _ => Err(mismatch(arena, id, value)),
    }
}

/// The bytes of a value for a fixed.
pub(crate) fn fixed_bytes<'a>(
    arena: &Arena,
    id: NodeId,
    node: &FixedNode,
    value: &'a Value,
) -> Result<&'a [u8]> {
    match value {
        Value::Fixed(fixed) if *fixed.shape() == node.shape => Ok(fixed.as_bytes()),
        Value::Bytes(bytes) if bytes.len() == node.shape.size => Ok(bytes),
        Value::Bytes(bytes) => Err(wrong_size(&node.shape, bytes.len())),
        _ => Err(mismatch(arena, id, value)),
    }
}

#[cold]
pub(crate) fn mismatch(arena: &Arena, id: NodeId, value: &Value) -> Error {
    let found = match value {
        Value::Record(record) => format!("a record {}", record.fullname().unwrap_or("without a name")),
        Value::Enum(symbol) => format!("an enum {}", symbol.fullname()),
        Value::Fixed(fixed) => format!("a fixed {}", fixed.fullname()),
        other => other.type_name().to_owned(),
    };
    Error::new(ErrorKind::Mismatch, arena.describe(id), found)
}
