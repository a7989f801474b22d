//! `logical`: values as what their logical types stand for: datum ⇄ decimal, UUID, timestamp.

use std::rc::Rc;

use avocet::logical::{Decimal, Logical, Timestamp};
use avocet::wire::Reader;
use avocet::{Plan, Schema, Value};

use super::generic::decoder;
use super::peers::Apache;
use super::{Case, reading, writing};
use crate::data::Random;
use crate::measure::{Role, Row};

/// Decimals and UUIDs in both stored forms, timestamps; read and written.
pub fn cases() -> Vec<Case> {
    let types: [(&str, &'static str, fn(&mut Random) -> Logical); 5] = [
        (
            "decimal-bytes",
            r#"{"type": "bytes", "logicalType": "decimal", "precision": 18, "scale": 4}"#,
            decimal,
        ),
        (
            "decimal-fixed",
            r#"{"type": "fixed", "name": "D", "size": 12, "logicalType": "decimal", "precision": 18, "scale": 4}"#,
            decimal,
        ),
        ("uuid-string", r#"{"type": "string", "logicalType": "uuid"}"#, uuid),
        ("uuid-fixed", r#"{"type": "fixed", "name": "U", "size": 16, "logicalType": "uuid"}"#, uuid),
        ("timestamp-micros", r#"{"type": "long", "logicalType": "timestamp-micros"}"#, timestamp),
    ];
    let mut cases = Vec::new();
    for (name, schema, make) in types {
        cases.push(Case::new(format!("logical/{name}/read"), move || read(schema, make)));
        cases.push(Case::new(format!("logical/{name}/write"), move || write(schema, make)));
    }
    cases
}

/// 1,024 values; read, they are a `Logical` of ours and a `Value` of apache-avro's that holds the same.
fn read(text: &str, make: fn(&mut Random) -> Logical) -> Row {
    let schema = Schema::parse(text).expect("a valid schema");
    let (plan, raw, back) = (Plan::new(&schema), Plan::new(&schema), schema.clone());
    let datums: Rc<[Vec<u8>]> = values(make).iter().map(|value| bytes(&schema, value)).collect();
    let apache = Rc::new(Apache::new(text));
    let theirs = Rc::clone(&apache);
    let contenders = vec![
        reading(
            "Logical",
            Role::Ours,
            &datums,
            {
                let schema = schema.clone();
                move |datum| {
                    let mut reader = Reader::new(datum);
                    let value = Logical::read(schema.root(), &mut reader).expect("a datum").expect("not null");
                    reader.end().expect("one datum");
                    value
                }
            },
            {
                let schema = schema.clone();
                move |value| bytes(&schema, value)
            },
        ),
        reading(
            "Value, logical",
            Role::Reference,
            &datums,
            move |datum| {
                let value = plan.decode_value(datum).expect("a datum");
                value.logical(schema.root()).expect("of its type").expect("logical")
            },
            move |value| bytes(&back, value),
        ),
        reading("Value, stored form", Role::Reference, &datums, decoder(&raw), move |value| {
            value.encode(raw.reader()).expect("it fits")
        }),
        reading(
            "apache-avro Value",
            Role::Peer,
            &datums,
            move |datum| apache.read(datum),
            move |value| theirs.bytes(value),
        ),
    ];
    Row { units: datums.len(), contenders }
}

fn write(text: &str, make: fn(&mut Random) -> Logical) -> Row {
    let schema = Schema::parse(text).expect("a valid schema");
    let values = values(make);
    let apache = Apache::new(text);
    let theirs = values.iter().map(|value| apache.read(&bytes(&schema, value))).collect();
    let units = values.len();
    let (direct, raw) = (schema.clone(), schema.clone());
    let stored = values
        .iter()
        .map(|value| Value::from_logical(value.clone(), schema.root()).expect("it fits"))
        .collect();
    let contenders = vec![
        writing("Logical", Role::Ours, values.clone(), move |value: &Logical, out| {
            value.write(direct.root(), out).expect("it fits");
        }),
        writing("Value, from_logical", Role::Reference, values, move |value: &Logical, out| {
            let value = Value::from_logical(value.clone(), schema.root()).expect("it fits");
            value.write(&schema, out).expect("it fits");
        }),
        writing("Value, stored form", Role::Reference, stored, move |value: &Value, out| {
            value.write(&raw, out).expect("it fits");
        }),
        writing("apache-avro Value", Role::Peer, theirs, move |value, out| apache.write(value, out)),
    ];
    Row { units, contenders }
}

fn bytes(schema: &Schema, value: &Logical) -> Vec<u8> {
    Value::from_logical(value.clone(), schema.root()).expect("it fits").encode(schema).expect("it fits")
}

fn values(make: fn(&mut Random) -> Logical) -> Vec<Logical> {
    let mut random = Random(0x10_91ca1);
    (0..1024).map(|_| make(&mut random)).collect()
}

/// Of one to eighteen digits, positive and negative.
fn decimal(random: &mut Random) -> Logical {
    let digits = 1 + random.below(18) as u32;
    let magnitude = i128::from(random.below(10_u64.pow(digits)));
    Decimal::new(if random.below(2) == 1 { -magnitude } else { magnitude }, 4).into()
}

fn uuid(random: &mut Random) -> Logical {
    let number = (u128::from(random.word()) << 64) | u128::from(random.word());
    let text = format!("{number:032x}");
    let parts = [&text[..8], &text[8..12], &text[12..16], &text[16..20], &text[20..]];
    Logical::Uuid(parts.join("-").parse().expect("a UUID"))
}

fn timestamp(random: &mut Random) -> Logical {
    Timestamp::from_micros(1_700_000_000_000_000 + random.below(1 << 40) as i64).into()
}
