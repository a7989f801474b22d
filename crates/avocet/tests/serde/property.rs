//! Any value of a type with everything in it comes back; any bytes give a value or an error, the same by every way.

use std::collections::BTreeMap;

use avocet::{Plan, Value};
use proptest::prelude::*;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::{record, schema};

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Everything {
    int: i32,
    long: i64,
    small: u16,
    float: f32,
    double: f64,
    flag: bool,
    text: String,
    bytes: serde_bytes::ByteBuf,
    id: [u8; 4],
    maybe: Option<i64>,
    list: Vec<Option<String>>,
    numbers: Vec<i64>,
    map: BTreeMap<String, f64>,
    pair: (i32, String),
    choice: Choice,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Choice {
    Null,
    A,
    B,
    Long(i64),
    Point { x: i32, y: i32 },
}

/// The same fields in another order.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Turned {
    choice: Choice,
    pair: (i32, String),
    map: BTreeMap<String, f64>,
    numbers: Vec<i64>,
    list: Vec<Option<String>>,
    maybe: Option<i64>,
    id: [u8; 4],
    bytes: serde_bytes::ByteBuf,
    text: String,
    flag: bool,
    double: f64,
    float: f32,
    small: u16,
    long: i64,
    int: i32,
}

fn text() -> String {
    record(
        r#"{"name": "int", "type": "int"}, {"name": "long", "type": "long"}, {"name": "small", "type": "int"},
        {"name": "float", "type": "float"}, {"name": "double", "type": "double"}, {"name": "flag", "type": "boolean"},
        {"name": "text", "type": "string"}, {"name": "bytes", "type": "bytes"},
        {"name": "id", "type": {"type": "fixed", "name": "Id", "size": 4}}, {"name": "maybe", "type": ["null", "long"]},
        {"name": "list", "type": {"type": "array", "items": ["null", "string"]}},
        {"name": "numbers", "type": {"type": "array", "items": "long"}},
        {"name": "map", "type": {"type": "map", "values": "double"}},
        {"name": "pair", "type": {"type": "record", "name": "Pair", "fields": [
            {"name": "a", "type": "int"}, {"name": "b", "type": "string"}]}},
        {"name": "choice", "type": ["null", {"type": "enum", "name": "E", "symbols": ["A", "B"]}, "long",
            {"type": "record", "name": "Point", "fields": [{"name": "x", "type": "int"}, {"name": "y", "type": "int"}]}]}"#,
    )
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        Just(Choice::Null),
        Just(Choice::A),
        Just(Choice::B),
        any::<i64>().prop_map(Choice::Long),
        any::<(i32, i32)>().prop_map(|(x, y)| Choice::Point { x, y }),
    ]
}

fn everything() -> impl Strategy<Value = Everything> {
    let numbers =
        (any::<i32>(), any::<i64>(), any::<u16>(), -1e30_f32..1e30, -1e300_f64..1e300, any::<bool>());
    let texts = (any::<String>(), any::<Vec<u8>>(), any::<[u8; 4]>());
    let collections = (
        any::<Option<i64>>(),
        prop::collection::vec(any::<Option<String>>(), 0..5),
        prop::collection::vec(any::<i64>(), 0..20),
        prop::collection::btree_map(any::<String>(), -1e300_f64..1e300, 0..5),
        any::<(i32, String)>(),
        choice(),
    );
    (numbers, texts, collections).prop_map(|(numbers, texts, collections)| {
        let (int, long, small, float, double, flag) = numbers;
        let (text, bytes, id) = texts;
        let (maybe, list, numbers, map, pair, choice) = collections;
        let bytes = serde_bytes::ByteBuf::from(bytes);
        Everything {
            int,
            long,
            small,
            float,
            double,
            flag,
            text,
            bytes,
            id,
            maybe,
            list,
            numbers,
            map,
            pair,
            choice,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_written_is_read(value in everything()) {
        let schema = schema(&text());
        let plan = Plan::new(&schema);
        let bytes = avocet::serde::to_vec(&schema, &value).unwrap();
        prop_assert_eq!(&plan.decode::<Everything>(&bytes).unwrap(), &value);
        plan.decode::<IgnoredAny>(&bytes).unwrap();
        // In another order, and back.
        let turned: Turned = plan.decode(&bytes).unwrap();
        prop_assert_eq!(&avocet::serde::to_vec(&schema, &turned).unwrap(), &bytes);
        // As values, which know nothing of serde.
        let values = plan.decode_value(&bytes).unwrap();
        prop_assert_eq!(&values.encode(&schema).unwrap(), &bytes);
        prop_assert_eq!(values["long"].as_long(), Some(value.long));
        for end in 0..bytes.len() {
            prop_assert!(plan.decode::<Everything>(&bytes[..end]).unwrap_err().is_truncated());
        }
    }

    #[test]
    fn any_bytes_give_a_value_or_an_error(bytes in any::<Vec<u8>>(), flips in any::<Vec<(u16, u8)>>(), value in everything()) {
        let schema = schema(&text());
        let plan = Plan::new(&schema);
        let mut damaged = avocet::serde::to_vec(&schema, &value).unwrap();
        for (at, mask) in flips {
            let len = damaged.len();
            damaged[usize::from(at) % len] ^= mask;
        }
        for bytes in [bytes, damaged] {
            let value: avocet::Result<Value> = plan.decode_value(&bytes);
            let skipped = plan.decode::<IgnoredAny>(&bytes);
            prop_assert!(skipped.is_ok() || value.is_err());
            match plan.decode::<Everything>(&bytes) {
                Ok(_) => prop_assert!(value.is_ok()),
                // A type may refuse what is right by the schema, such as a number that it cannot hold.
                Err(error) if value.is_ok() => prop_assert_eq!(error.kind(), avocet::ErrorKind::Mismatch),
                Err(_) => {}
            }
        }
    }
}
