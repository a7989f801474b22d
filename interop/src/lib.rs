//! Random schemas and datums for other libraries, and a text of values that all of them can make.

#[path = "../../crates/avocet/tests/random/mod.rs"]
mod random;

use std::fmt::Write as _;

use avocet::schema::{Kind, SchemaRef};
use avocet::{Schema, Value};
use random::{Choices, Features, Form};
use serde_json::Value as Json;

/// A schema with datums of it.
pub struct Sample {
    pub text: Json,
    pub schema: Schema,
    pub datums: Vec<Vec<u8>>,
}

/// So many random samples, the same every time. Without logical types, which other libraries turn into dates and the
/// like.
pub fn samples(count: usize) -> Vec<Sample> {
    let mut random = SplitMix(0x5eed);
    let features = Features { logical: false, ..Features::ALL };
    (0..count)
        .map(|_| {
            let text = random::schema(&mut Choices::new(&random.bytes(120)), features);
            let schema = Schema::parse(&text.to_string()).expect("random schemas are schemas");
            let datums = (0..4).map(|_| {
                let mut datum = Vec::new();
                random::datum(
                    &mut Choices::new(&random.bytes(300)),
                    schema.root(),
                    Form::AnyBlocks,
                    &mut datum,
                );
                datum
            });
            Sample { datums: datums.collect(), schema, text }
        })
        .collect()
}

/// Sebastiano Vigna's generator of 64-bit numbers.
struct SplitMix(u64);

impl SplitMix {
    fn bytes(&mut self, most: usize) -> Vec<u8> {
        let count = (self.next() % most as u64) as usize;
        (0..count).map(|_| (self.next() >> 56) as u8).collect()
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

/// A value as text without the names of types: integers as digits, floats as `f` and the bits of the double, bytes and
/// fixed as `b` and hexadecimal digits, texts and symbols as JSON, members of records and maps by name.
pub fn dump(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(value) => dump_float(f64::from(*value)),
        Value::Double(value) => dump_float(*value),
        Value::Bytes(bytes) => dump_bytes(bytes),
        Value::Fixed(fixed) => dump_bytes(fixed.as_bytes()),
        Value::String(text) => dump_text(text),
        Value::Enum(symbol) => dump_text(symbol.as_str()),
        Value::Array(array) => dump_items(array.iter().map(|item| dump(&item))),
        Value::Record(record) => dump_members(record.fields().map(|(name, value)| (name, dump(value)))),
        Value::Map(map) => dump_members(map.iter().map(|(key, value)| (key, dump(value)))),
    }
}

pub fn dump_float(value: f64) -> String {
    if value.is_nan() { "fnan".to_owned() } else { format!("f{:016x}", value.to_bits()) }
}

pub fn dump_bytes(bytes: &[u8]) -> String {
    format!("b{}", to_hex(bytes))
}

pub fn dump_text(text: &str) -> String {
    Json::from(text).to_string()
}

pub fn dump_items(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

pub fn dump_members<'a>(members: impl Iterator<Item = (&'a str, String)>) -> String {
    let mut members: Vec<_> = members.collect();
    members.sort();
    let members: Vec<_> =
        members.iter().map(|(name, value)| format!("{}:{value}", dump_text(name))).collect();
    format!("{{{}}}", members.join(","))
}

pub fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

pub fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex")).collect()
}

/// Whether some type of a schema is as `is` says. Records are looked into once.
pub fn any_type<'a>(schema: SchemaRef<'a>, is: &impl Fn(SchemaRef<'a>) -> bool) -> bool {
    fn look<'a>(
        schema: SchemaRef<'a>,
        known: &mut Vec<&'a str>,
        is: &impl Fn(SchemaRef<'a>) -> bool,
    ) -> bool {
        if let Some(name) = schema.fullname() {
            if known.contains(&name) {
                return false;
            }
            known.push(name);
        }
        is(schema)
            || match schema.kind() {
                Kind::Array(inner) | Kind::Map(inner) => look(inner, known, is),
                Kind::Union(union) => union.branches().any(|branch| look(branch, known, is)),
                Kind::Record(record) => record.fields().any(|field| look(field.schema(), known, is)),
                _ => false,
            }
    }
    look(schema, &mut Vec::new(), is)
}
