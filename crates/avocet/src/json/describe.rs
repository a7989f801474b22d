//! A type → the JSON that it wants, in words, for errors.

use std::fmt::Write as _;

use super::Form;
use crate::schema::node::{Arena, NodeId, NodeKind};

/// What JSON a value of a type is.
pub(super) fn describe(arena: &Arena, id: NodeId, form: Form) -> String {
    match &arena.node(id).kind {
        NodeKind::Null => "null".to_owned(),
        NodeKind::Boolean => "true or false".to_owned(),
        NodeKind::Int => "an integer of 32 bits (int)".to_owned(),
        NodeKind::Long => "an integer of 64 bits (long)".to_owned(),
        NodeKind::Float => {
            "a number in the range of a float, or \"NaN\", \"Infinity\", \"-Infinity\"".to_owned()
        }
        NodeKind::Double => {
            "a number in the range of a double, or \"NaN\", \"Infinity\", \"-Infinity\"".to_owned()
        }
        NodeKind::Bytes => "a string of characters up to U+00FF (bytes)".to_owned(),
        NodeKind::String => "a string".to_owned(),
        NodeKind::Array(_) => "an array".to_owned(),
        NodeKind::Map(_) => "an object (map)".to_owned(),
        NodeKind::Record(record) => format!("an object (record {})", record.name.full()),
        NodeKind::Enum(node) => {
            let name = node.shape.name.full();
            format!("a symbol of {name}, {}", list(node.shape.symbols.iter().map(|symbol| &**symbol)))
        }
        NodeKind::Fixed(fixed) => {
            let (name, size) = (fixed.shape.name.full(), fixed.shape.size);
            format!("a string of {size} characters up to U+00FF (fixed {name})")
        }
        NodeKind::Union(branches) => {
            let names = list(branches.iter().map(|branch| arena.type_name(*branch)));
            match form {
                Form::Avro => format!("null, or an object of one member, named after its branch: {names}"),
                Form::Plain => format!("a value of one of {names}"),
            }
        }
    }
}

/// The first of some names, which may be many.
fn list<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 8;
    let more = names.len() > SHOWN;
    let mut text = String::new();
    for (index, name) in names.take(SHOWN).enumerate() {
        let _ = write!(text, "{}{name}", if index == 0 { "" } else { ", " }); // a string takes all
    }
    if more {
        text.push_str(", …");
    }
    text
}
