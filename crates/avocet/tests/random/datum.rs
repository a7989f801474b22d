//! Choices and a schema → the bytes of a datum.

use avocet::schema::{Kind, SchemaRef};
use avocet::wire::writer;

use super::Choices;

/// How arrays and maps are laid out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// In one block, as we write them.
    Plain,
    /// In any number of blocks, with and without their size.
    AnyBlocks,
}

/// Appends a datum of a schema.
pub(crate) fn datum(choices: &mut Choices<'_>, schema: SchemaRef<'_>, form: Form, out: &mut Vec<u8>) {
    make(choices, schema, form, 0, out);
}

/// Deeper than this, arrays are empty and unions take their null: datums end.
const DEEPEST: usize = 12;

fn make(choices: &mut Choices<'_>, schema: SchemaRef<'_>, form: Form, depth: usize, out: &mut Vec<u8>) {
    match schema.kind() {
        Kind::Null => {}
        Kind::Boolean => writer::write_boolean(out, choices.one_in(2)),
        Kind::Int => writer::write_int(out, choices.number() as i32),
        Kind::Long => writer::write_long(out, choices.number()),
        Kind::Float => writer::write_float(out, float(choices) as f32),
        Kind::Double => writer::write_double(out, float(choices)),
        Kind::Bytes => {
            let bytes: Vec<u8> = (0..=choices.below(20)).map(|_| choices.byte()).collect();
            writer::write_bytes(out, &bytes);
        }
        Kind::String => writer::write_string(out, &text(choices)),
        Kind::Fixed(fixed) => out.extend((0..fixed.size()).map(|_| choices.byte())),
        Kind::Enum(node) => writer::write_int(out, choices.below(node.symbols().len().min(256)) as i32),
        Kind::Record(record) => {
            for field in record.fields() {
                make(choices, field.schema(), form, depth + 1, out);
            }
        }
        Kind::Union(union) => {
            let branches: Vec<_> = union.branches().collect();
            let null = branches.iter().position(|branch| matches!(branch.kind(), Kind::Null));
            let branch = match null {
                Some(null) if depth >= DEEPEST || choices.are_over() => null,
                _ => choices.below(branches.len()),
            };
            writer::write_long(out, branch as i64);
            make(choices, branches[branch], form, depth + 1, out);
        }
        Kind::Array(items) => blocks(choices, form, depth, out, |choices, _, out| {
            make(choices, items, form, depth + 1, out);
        }),
        Kind::Map(values) => blocks(choices, form, depth, out, |choices, index, out| {
            writer::write_string(out, &format!("{index}{}", text(choices)));
            make(choices, values, form, depth + 1, out);
        }),
    }
}

fn blocks(
    choices: &mut Choices<'_>,
    form: Form,
    depth: usize,
    out: &mut Vec<u8>,
    mut item: impl FnMut(&mut Choices<'_>, usize, &mut Vec<u8>),
) {
    let count = match choices.below(8) {
        0 => 0,
        _ if depth >= DEEPEST || choices.are_over() => 0,
        7 => choices.below(100),
        few => few,
    };
    let mut index = 0;
    while index < count {
        let in_block = if form == Form::Plain { count } else { 1 + choices.below(count - index) };
        let mut body = Vec::new();
        for _ in 0..in_block {
            item(choices, index, &mut body);
            index += 1;
        }
        if form == Form::AnyBlocks && choices.one_in(2) {
            writer::write_long(out, -(in_block as i64));
            writer::write_long(out, body.len() as i64);
        } else {
            writer::write_long(out, in_block as i64);
        }
        out.extend(body);
    }
    writer::write_long(out, 0);
}

fn float(choices: &mut Choices<'_>) -> f64 {
    match choices.below(10) {
        0 => 0.0,
        1 => -0.0,
        2 => f64::INFINITY,
        3 => f64::NEG_INFINITY,
        4 => f64::NAN,
        5 => f64::from_le_bytes(choices.word()),
        _ => choices.number() as f64 / 4.0,
    }
}

fn text(choices: &mut Choices<'_>) -> String {
    let length = [0, 1, 2, 5, 23, 24, 25, 60][choices.below(8)];
    (0..length).map(|_| ['a', 'b', 'é', '"', '\n', '😀', '\u{ff5e}', 'Z'][choices.below(8)]).collect()
}
