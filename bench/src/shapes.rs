//! The records to measure with: their schemas and their data, from a fixed seed.

use std::fmt::Write as _;

use avocet::value::{Map, Record};
use avocet::{Schema, Value, record};

use crate::data::Random;

/// Records of one schema.
pub struct Shape {
    pub name: &'static str,
    pub schema: String,
    pub values: Vec<Value>,
}

impl Shape {
    fn new(name: &'static str, schema: String, count: usize, make: impl Fn(&mut Random) -> Value) -> Self {
        let mut random = Random(0x000a_0ce7);
        Shape { name, schema, values: (0..count).map(|_| make(&mut random)).collect() }
    }

    /// Whether arrow-avro can make a batch of it.
    pub fn is_record(&self) -> bool {
        self.schema.starts_with(r#"{"type": "record""#)
    }

    /// Each record by itself.
    pub fn datums(&self) -> Vec<Vec<u8>> {
        let schema = Schema::parse(&self.schema).expect("the schemas here are valid");
        self.values.iter().map(|value| value.encode(&schema).expect("the values fit their schema")).collect()
    }
}

/// A long and 24 doubles.
pub fn telemetry() -> Shape {
    let mut fields = r#"{"name": "time", "type": "long"}"#.to_owned();
    for index in 0..24 {
        let _ = write!(fields, r#", {{"name": "channel{index}", "type": "double"}}"#);
    }
    Shape::new("telemetry", record_schema("Telemetry", &fields), 2048, |random| {
        let time = 1_700_000_000_000_000 + random.below(1 << 40) as i64;
        let fields = std::iter::once(("time".to_owned(), Value::Long(time)))
            .chain((0..24).map(|index| (format!("channel{index}"), Value::Double(double(random)))));
        Value::Record(Record::new(fields.collect::<Vec<_>>()))
    })
}

/// Sixteen ints of one byte each.
pub fn counters() -> Shape {
    let fields: Vec<String> =
        (0..16).map(|index| format!(r#"{{"name": "count{index}", "type": "int"}}"#)).collect();
    Shape::new("counters", record_schema("Counters", &fields.join(", ")), 4096, |random| {
        let fields: Vec<_> =
            (0..16).map(|index| (format!("count{index}"), Value::Int(random.below(60) as i32))).collect();
        Value::Record(Record::new(fields))
    })
}

/// The order: eight fields and more, ten lines, 64 counters, a map, a union; about 320 bytes.
pub fn order() -> Shape {
    let schema = r#"{"type": "record", "name": "Order", "fields": [
        {"name": "id", "type": "long"}, {"name": "customer", "type": "string"}, {"name": "total", "type": "double"},
        {"name": "quantity", "type": "int"}, {"name": "paid", "type": "boolean"},
        {"name": "note", "type": ["null", "string"]},
        {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
            {"name": "sku", "type": "string"}, {"name": "qty", "type": "int"}, {"name": "price", "type": "double"}]}}},
        {"name": "counters", "type": {"type": "array", "items": "long"}},
        {"name": "tags", "type": {"type": "map", "values": "string"}}]}"#;
    Shape::new("order", schema.to_owned(), 1024, |random| {
        let lines: Vec<Value> = (0..10)
            .map(|_| {
                record! { "sku": text(random, 6, 10), "qty": random.below(50) as i32, "price": double(random) }
            })
            .collect();
        let counters: Vec<i64> = (0..64).map(|_| random.below(50) as i64).collect();
        let note = (random.below(2) == 1).then(|| text(random, 10, 30));
        record! {
            "id": random.below(1 << 40) as i64, "customer": text(random, 8, 16), "total": double(random),
            "quantity": random.below(100) as i32, "paid": random.below(2) == 1, "note": note, "lines": lines,
            "counters": counters, "tags": Map::from_iter([("channel", text(random, 3, 8)), ("region", text(random, 2, 4))]),
        }
    })
}

/// 140 fields, mostly null or a primitive, every second of those null; every 7th required, every 20th an array of
/// three ints.
pub fn wide() -> Shape {
    const KINDS: [&str; 6] = ["float", "string", "long", "double", "boolean", "int"];
    let mut fields = Vec::new();
    for index in 0..140 {
        let kind = KINDS[index % 6];
        fields.push(if index % 20 == 19 {
            format!(r#"{{"name": "f{index}", "type": {{"type": "array", "items": "int"}}}}"#)
        } else if index % 7 == 6 {
            format!(r#"{{"name": "f{index}", "type": "{kind}"}}"#)
        } else {
            format!(r#"{{"name": "f{index}", "type": ["null", "{kind}"], "default": null}}"#)
        });
    }
    Shape::new("wide", record_schema("Wide", &fields.join(", ")), 512, |random| {
        let fields = (0..140).map(|index| {
            let value = if index % 20 == 19 {
                Value::from((0..3).map(|_| random.below(100) as i32).collect::<Vec<_>>())
            } else if index % 7 != 6 && random.below(2) == 0 {
                Value::Null
            } else {
                match KINDS[index % 6] {
                    "float" => Value::Float(double(random) as f32),
                    "string" => Value::from(text(random, 5, 20)),
                    "long" => Value::Long(random.below(1 << 40) as i64),
                    "double" => Value::Double(double(random)),
                    "boolean" => Value::Boolean(random.below(2) == 1),
                    _ => Value::Int(random.below(1000) as i32),
                }
            };
            (format!("f{index}"), value)
        });
        Value::Record(Record::new(fields.collect::<Vec<_>>()))
    })
}

/// Arrays of 1 000 ints of -60 to 60.
pub fn ints() -> Shape {
    array("ints", "int", |random| {
        Value::from((0..1000).map(|_| random.below(121) as i32 - 60).collect::<Vec<_>>())
    })
}

/// Arrays of 1 000 longs of -60 to 60.
pub fn longs() -> Shape {
    array("longs", "long", |random| {
        Value::from((0..1000).map(|_| random.below(121) as i64 - 60).collect::<Vec<_>>())
    })
}

/// Arrays of 1 000 doubles.
pub fn doubles() -> Shape {
    array("doubles", "double", |random| Value::from((0..1000).map(|_| double(random)).collect::<Vec<_>>()))
}

/// Arrays of 1 000 booleans.
pub fn booleans() -> Shape {
    array("booleans", "boolean", |random| {
        Value::from((0..1000).map(|_| random.below(2) == 1).collect::<Vec<_>>())
    })
}

/// One long of any length.
pub fn long() -> Shape {
    Shape::new("long", r#""long""#.to_owned(), 1 << 14, |random| {
        let bits = random.below(64);
        Value::Long((random.word() >> bits) as i64)
    })
}

fn array(name: &'static str, items: &str, make: impl Fn(&mut Random) -> Value) -> Shape {
    Shape::new(name, format!(r#"{{"type": "array", "items": "{items}"}}"#), 64, make)
}

/// A customer as version 1 wrote it.
pub fn customer() -> Shape {
    let writer = r#"{"type": "record", "name": "Customer", "fields": [
        {"name": "id", "type": "int"}, {"name": "name", "type": "string"},
        {"name": "notes", "type": {"type": "array", "items": "string"}},
        {"name": "tier", "type": {"type": "enum", "name": "Tier", "symbols": ["FREE", "PLUS", "PRO"]}},
        {"name": "balance", "type": "float"}, {"name": "visits", "type": {"type": "array", "items": "int"}}]}"#;
    Shape::new("customer", writer.to_owned(), 1024, |random| {
        let notes: Vec<Value> = (0..20).map(|_| Value::from(text(random, 5, 20))).collect();
        let visits: Vec<i32> = (0..32).map(|_| random.below(5000) as i32).collect();
        record! {
            "id": random.below(1 << 30) as i32, "name": text(random, 8, 20), "notes": notes,
            "tier": ["FREE", "PLUS", "PRO"][random.below(3) as usize], "balance": double(random) as f32,
            "visits": visits,
        }
    })
}

/// Version 2: wider numbers, one field less and two more, the enum in another order. (No field has another name:
/// apache-avro does not know aliases of fields when it resolves.)
pub const CUSTOMER_2: &str = r#"{"type": "record", "name": "Customer", "fields": [
    {"name": "id", "type": "long"}, {"name": "name", "type": "string"},
    {"name": "email", "type": ["null", "string"], "default": null},
    {"name": "tier", "type": {"type": "enum", "name": "Tier", "symbols": ["OTHER", "PRO", "PLUS", "FREE"],
        "default": "OTHER"}},
    {"name": "balance", "type": "double"}, {"name": "visits", "type": {"type": "array", "items": "long"}},
    {"name": "loyalty", "type": "int", "default": 0}]}"#;

/// Version 2 with a field renamed by an alias.
pub const CUSTOMER_2_RENAMED: &str = r#"{"type": "record", "name": "Customer", "fields": [
    {"name": "id", "type": "long"}, {"name": "display_name", "aliases": ["name"], "type": "string"},
    {"name": "email", "type": ["null", "string"], "default": null},
    {"name": "tier", "type": {"type": "enum", "name": "Tier", "symbols": ["OTHER", "PRO", "PLUS", "FREE"],
        "default": "OTHER"}},
    {"name": "balance", "type": "double"}, {"name": "visits", "type": {"type": "array", "items": "long"}},
    {"name": "loyalty", "type": "int", "default": 0}]}"#;

/// Version 2 with defaults of a record, an array, a map, bytes and a union.
pub const CUSTOMER_2_DEFAULTS: &str = r#"{"type": "record", "name": "Customer", "fields": [
    {"name": "id", "type": "long"}, {"name": "name", "type": "string"},
    {"name": "address", "type": {"type": "record", "name": "Address", "fields": [
        {"name": "street", "type": "string"}, {"name": "zip", "type": "int"}]},
        "default": {"street": "unknown", "zip": 0}},
    {"name": "labels", "type": {"type": "array", "items": "string"}, "default": ["new", "v2"]},
    {"name": "limits", "type": {"type": "map", "values": "long"}, "default": {"daily": 100}},
    {"name": "token", "type": "bytes", "default": "abc"},
    {"name": "email", "type": ["null", "string"], "default": null},
    {"name": "tier", "type": {"type": "enum", "name": "Tier", "symbols": ["OTHER", "PRO", "PLUS", "FREE"],
        "default": "OTHER"}},
    {"name": "balance", "type": "double"}, {"name": "visits", "type": {"type": "array", "items": "long"}}]}"#;

fn record_schema(name: &str, fields: &str) -> String {
    format!(r#"{{"type": "record", "name": "{name}", "fields": [{fields}]}}"#)
}

fn double(random: &mut Random) -> f64 {
    random.below(10_000_000) as f64 / 100.0
}

/// Lower-case letters.
fn text(random: &mut Random, from: u64, to: u64) -> String {
    let length = from + random.below(to - from + 1);
    (0..length).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
}
