//! The hottest functions over fixed data, each in a function of its own, for `.ci/instructions` to count.

use std::hint::black_box;

use avocet::container::Reader;
use avocet::value::Map;
use avocet::{Limits, Plan, Result, Schema, Value, json, record, wire};

const ORDER: &str = r#"{"type": "record", "name": "Order", "fields": [
    {"name": "id", "type": "long"}, {"name": "customer", "type": "string"}, {"name": "total", "type": "double"},
    {"name": "note", "type": ["null", "string"]},
    {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
        {"name": "sku", "type": "string"}, {"name": "quantity", "type": "int"}, {"name": "price", "type": "double"}]}}},
    {"name": "counters", "type": {"type": "array", "items": "long"}},
    {"name": "tags", "type": {"type": "map", "values": "string"}}]}"#;

/// Without the lines, with one more field, a wider one and another order.
const ORDER_2: &str = r#"{"type": "record", "name": "Order", "fields": [
    {"name": "customer", "type": "string"}, {"name": "id", "type": "double"},
    {"name": "email", "type": ["null", "string"], "default": null},
    {"name": "counters", "type": {"type": "array", "items": "double"}},
    {"name": "tags", "type": {"type": "map", "values": "string"}}]}"#;

/// Always the same thousand orders.
fn orders() -> Vec<Value> {
    (0..1000_i32)
        .map(|at| {
            let lines: Vec<Value> = (0..at % 10)
                .map(|line| record! { "sku": format!("SKU-{at}-{line}"), "quantity": line, "price": f64::from(at) })
                .collect();
            let counters: Vec<i64> = (0..64).map(|counter| i64::from(at ^ counter) % 50).collect();
            record! {
                "id": i64::from(at) << 20, "customer": format!("customer {at}"), "total": f64::from(at) / 8.0,
                "note": (at % 2 == 0).then(|| format!("note {at}")), "lines": lines, "counters": counters,
                "tags": Map::from_iter([("channel", "web"), ("region", "north")]),
            }
        })
        .collect()
}

#[inline(never)]
fn read_value(plan: &Plan, datum: &[u8]) -> Result<Value> {
    plan.decode_value(datum)
}

#[inline(never)]
fn read_into(plan: &Plan, datum: &[u8], value: &mut Value) -> Result<()> {
    plan.decode_into(datum, value)
}

#[inline(never)]
fn read_resolved(plan: &Plan, datum: &[u8]) -> bool {
    // Not the value itself: the linker would fold this function and the one above into one.
    plan.decode_value(datum).is_ok()
}

#[inline(never)]
fn skip_datum(plan: &Plan, datum: &[u8]) -> Result<usize> {
    plan.measure(datum)
}

#[inline(never)]
fn write_value(value: &Value, schema: &Schema, out: &mut Vec<u8>) -> Result<()> {
    value.write(schema, out)
}

#[inline(never)]
fn read_file(file: &[u8]) -> Result<usize> {
    Reader::new(file)?.values().try_fold(0, |count, value| value.map(|_| count + 1))
}

#[inline(never)]
fn write_json(schema: &Schema, datum: &[u8], out: &mut Vec<u8>) -> Result<()> {
    json::write(schema, &mut wire::Reader::new(datum), &Limits::default(), out, json::Style::Compact)
}

#[inline(never)]
fn parse_schema(text: &str) -> Result<Schema> {
    Schema::parse(text)
}

#[inline(never)]
fn resolve_schemas(writer: &Schema, reader: &Schema) -> Result<Plan> {
    Plan::resolve(writer, reader)
}

fn main() -> Result<()> {
    let (schema, reader) = (parse_schema(ORDER)?, parse_schema(ORDER_2)?);
    let (plan, resolving) = (Plan::new(&schema), resolve_schemas(&schema, &reader)?);
    let mut file = avocet::container::Writer::new(Vec::new(), &schema)?;
    let (mut datum, mut text, mut reused) = (Vec::new(), Vec::new(), Value::Null);
    for order in orders() {
        datum.clear();
        write_value(&order, &schema, &mut datum)?;
        assert_eq!(read_value(&plan, &datum)?, order);
        assert_eq!(skip_datum(&plan, &datum)?, datum.len());
        read_into(&plan, &datum, &mut reused)?;
        assert!(black_box(read_resolved(&resolving, &datum)));
        text.clear();
        write_json(&schema, &datum, &mut text)?;
        file.append(&order)?;
    }
    assert_eq!(read_file(&file.finish()?)?, 1000);
    Ok(())
}
