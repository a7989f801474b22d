//! Reading: any type, nothing at all, a reader's schema, errors with their places.

use std::collections::HashMap;

use avocet::wire::Reader;
use avocet::{ErrorKind, Limits, Plan};
use serde::Deserialize;
use serde::de::{DeserializeSeed, IgnoredAny};
use serde_json::json;

use crate::{read, record, schema};

#[test]
fn any_value_of_json() {
    let text = record(
        r#"{"name": "a", "type": ["null", "int"]}, {"name": "b", "type": {"type": "array", "items": ["string", "double"]}},
        {"name": "c", "type": {"type": "map", "values": "boolean"}}, {"name": "d", "type": ["null", "long"]},
        {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["X", "Y"]}}"#,
    );
    let value = json!({"a": 5, "b": ["x", 0.5], "c": {"k": true}, "d": null, "e": "Y"});
    let bytes = avocet::serde::to_vec(&schema(&text), &value).unwrap();
    assert_eq!(read::<serde_json::Value>(&text, &bytes).unwrap(), value);
}

#[test]
fn ignored_values_are_read_over() {
    let inner = record(
        r#"{"name": "a", "type": {"type": "array", "items": "string"}}, {"name": "b", "type": "double"}"#,
    );
    let text = format!(r#"{{"type": "array", "items": {inner}}}"#);
    let bytes =
        avocet::serde::to_vec(&schema(&text), &json!([{"a": ["x"], "b": 1}, {"a": [], "b": 2}])).unwrap();
    let plan = Plan::new(&schema(&text));
    plan.decode::<IgnoredAny>(&bytes).unwrap();
    for end in 0..bytes.len() {
        assert!(plan.decode::<IgnoredAny>(&bytes[..end]).unwrap_err().is_truncated(), "{end}");
    }
    #[derive(Deserialize, PartialEq, Debug)]
    struct Half {
        b: f64,
    }
    assert_eq!(plan.decode::<Vec<Half>>(&bytes).unwrap(), [Half { b: 1.0 }, Half { b: 2.0 }]);
    assert_eq!(plan.decode::<Vec<HashMap<String, IgnoredAny>>>(&bytes).unwrap().len(), 2);
}

#[derive(Deserialize, PartialEq, Debug)]
struct V2 {
    id: i64,
    nick: Option<String>,
    ratio: f64,
    kind: Kind,
    tags: Vec<String>,
    inner: Inner,
}

#[derive(Deserialize, PartialEq, Debug)]
enum Kind {
    B,
    Unknown,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Inner {
    x: i64,
    y: i64,
}

const V1: &str = r#"{"type": "record", "name": "V", "fields": [
    {"name": "gone", "type": {"type": "map", "values": "long"}}, {"name": "id", "type": "int"}, {"name": "name", "type": "string"},
    {"name": "ratio", "type": "float"}, {"name": "gone2", "type": "boolean"},
    {"name": "kind", "type": {"type": "enum", "name": "K", "symbols": ["A", "B"]}}]}"#;

const V2_TEXT: &str = r#"{"type": "record", "name": "V", "fields": [
    {"name": "id", "type": "long"}, {"name": "nick", "type": ["null", "string"], "aliases": ["name"]},
    {"name": "ratio", "type": "double"},
    {"name": "kind", "type": {"type": "enum", "name": "K", "symbols": ["Unknown", "B"], "default": "Unknown"}},
    {"name": "tags", "type": {"type": "array", "items": "string"}, "default": ["a", "b"]},
    {"name": "inner", "type": {"type": "record", "name": "Inner", "fields": [
        {"name": "x", "type": "long"}, {"name": "y", "type": "long", "default": 2}]}, "default": {"x": 1}}]}"#;

#[test]
fn a_readers_schema() {
    let plan = Plan::resolve(&schema(V1), &schema(V2_TEXT)).unwrap();
    for (kind, expected) in [("A", Kind::Unknown), ("B", Kind::B)] {
        let value =
            json!({"gone": {"k": 1}, "id": 7, "name": "ada", "ratio": 0.5, "gone2": true, "kind": kind});
        let bytes = avocet::serde::to_vec(&schema(V1), &value).unwrap();
        let expected = V2 {
            id: 7,
            nick: Some("ada".to_owned()),
            ratio: 0.5,
            kind: expected,
            tags: vec!["a".to_owned(), "b".to_owned()],
            inner: Inner { x: 1, y: 2 },
        };
        assert_eq!(plan.decode::<V2>(&bytes).unwrap(), expected);
        assert_eq!(plan.decode::<serde_json::Value>(&bytes).unwrap()["inner"], json!({"x": 1, "y": 2}));
        for end in 0..bytes.len() {
            assert!(plan.decode::<V2>(&bytes[..end]).unwrap_err().is_truncated(), "{end}");
        }
    }
}

#[test]
fn every_promotion() {
    for (writer, reader, bytes, expected) in [
        ("int", "long", &[6_u8][..], json!(3)),
        ("int", "float", &[6], json!(3.0)),
        ("int", "double", &[6], json!(3.0)),
        ("long", "float", &[6], json!(3.0)),
        ("long", "double", &[6], json!(3.0)),
        ("float", "double", &[0, 0, 0xc0, 0x3f], json!(1.5)),
        ("bytes", "string", b"\x04hi", json!("hi")),
    ] {
        let quoted = |text: &str| schema(&format!("{text:?}"));
        let plan = Plan::resolve(&quoted(writer), &quoted(reader)).unwrap();
        assert_eq!(plan.decode::<serde_json::Value>(bytes).unwrap(), expected, "{writer} {reader}");
        if reader == "double" || reader == "float" {
            assert_eq!(plan.decode::<f64>(bytes).unwrap(), expected.as_f64().unwrap());
            assert_eq!(f64::from(plan.decode::<f32>(bytes).unwrap()), expected.as_f64().unwrap());
        }
        if reader == "long" {
            assert_eq!(plan.decode::<Option<u8>>(bytes).unwrap(), Some(3));
        }
    }
    let plan = Plan::resolve(&schema("\"string\""), &schema("\"bytes\"")).unwrap();
    assert_eq!(plan.decode::<serde_bytes::ByteBuf>(b"\x04hi").unwrap(), serde_bytes::ByteBuf::from(*b"hi"));
    assert_eq!(plan.decode::<Vec<u8>>(b"\x04hi").unwrap(), b"hi");
    let decimal = |scale: u8| {
        schema(&format!(r#"{{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": {scale}}}"#))
    };
    let plan = Plan::resolve(&decimal(2), &decimal(4)).unwrap();
    assert_eq!(plan.decode::<Vec<u8>>(&[2, 0xfd]).unwrap(), [0xfe, 0xd4]);
    assert_eq!(
        plan.decode::<serde_bytes::ByteBuf>(&[2, 0xfd]).unwrap(),
        serde_bytes::ByteBuf::from([0xfe, 0xd4])
    );
}

#[test]
fn what_does_not_fit_fails_when_it_is_met_even_where_it_is_ignored() {
    let writer = record(r#"{"name": "a", "type": ["int", "string"]}, {"name": "b", "type": "int"}"#);
    let reader = record(r#"{"name": "a", "type": "long"}, {"name": "b", "type": "int"}"#);
    let plan = Plan::resolve(&schema(&writer), &schema(&reader)).unwrap();
    #[derive(Deserialize, PartialEq, Debug)]
    struct OnlyB {
        b: i32,
    }
    assert_eq!(plan.decode::<OnlyB>(&[0, 2, 4]).unwrap(), OnlyB { b: 2 });
    let bytes = [2, 2, b'x', 4];
    let errors = [
        plan.decode::<OnlyB>(&bytes).map(drop),
        plan.decode::<(i64, i32)>(&bytes).map(drop),
        plan.decode::<IgnoredAny>(&bytes).map(drop),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Mismatch, "R.a"), "{error}");
    }
}

#[test]
fn reordered_fields_are_no_tuple() {
    let writer = record(r#"{"name": "a", "type": "int"}, {"name": "b", "type": "int"}"#);
    let reader = record(r#"{"name": "b", "type": "int"}, {"name": "a", "type": "int"}"#);
    let plan = Plan::resolve(&schema(&writer), &schema(&reader)).unwrap();
    assert_eq!(plan.decode::<(i32, i32)>(&[2, 4]).unwrap_err().kind(), ErrorKind::Mismatch);
    #[derive(Deserialize, PartialEq, Debug)]
    struct Swapped {
        b: i32,
        a: i32,
    }
    assert_eq!(plan.decode::<Swapped>(&[2, 4]).unwrap(), Swapped { a: 1, b: 2 });
}

#[test]
fn errors_name_their_place() {
    let text = record(
        r#"{"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
            {"name": "sku", "type": "string"}, {"name": "count", "type": "int"}]}}}"#,
    );
    #[derive(Deserialize, Debug)]
    struct Order {
        #[expect(dead_code, reason = "never read")]
        lines: Vec<Line>,
    }
    #[derive(Deserialize, Debug)]
    struct Line {
        #[expect(dead_code, reason = "never read")]
        sku: String,
        #[expect(dead_code, reason = "never read")]
        count: u8,
    }
    let error = read::<Order>(&text, &[4, 2, b'x', 2, 2, b'y', 1, 0]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 6, in R.lines[1].count: expected u8, found integer `-1`");
    let error = read::<Order>(&text, &[4, 2, b'x', 2, 2, b'y']).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 6, in R.lines[1].count: expected an int, found the end of the input"
    );
    let error = read::<Order>(&text, &[0, 9]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::TrailingBytes, Some(1)));
    // The value of a default stands nowhere in the input.
    let writer = record(r#"{"name": "a", "type": "int"}"#);
    let reader = record(r#"{"name": "a", "type": "int"}, {"name": "b", "type": "int", "default": -1}"#);
    let plan = Plan::resolve(&schema(&writer), &schema(&reader)).unwrap();
    let error = plan.decode::<HashMap<String, u8>>(&[2]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 1, in R.b: expected u8, found integer `-1`");
}

#[test]
fn several_in_a_row() {
    let plan = Plan::new(&schema("\"string\""));
    let bytes = *b"\x02a\x04bc\x07";
    let mut reader = Reader::new(&bytes);
    let limits = Limits::default();
    assert_eq!(plan.read::<&str>(&mut reader, &limits).unwrap(), "a");
    assert_eq!(plan.read::<String>(&mut reader, &limits).unwrap(), "bc");
    assert_eq!(plan.read::<String>(&mut reader, &limits).unwrap_err().offset(), Some(5));
    assert_eq!(reader.position(), 5);
}

#[test]
fn a_seed() {
    struct Sum(i64);
    impl<'de> DeserializeSeed<'de> for Sum {
        type Value = i64;
        fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<i64, D::Error> {
            Ok(self.0 + Vec::<i64>::deserialize(deserializer)?.iter().sum::<i64>())
        }
    }
    let plan = Plan::new(&schema(r#"{"type": "array", "items": "long"}"#));
    let mut reader = Reader::new(&[4, 2, 4, 0]);
    let sum = plan.read_with(&mut reader, &Limits::default(), |datum| Sum(10).deserialize(datum));
    assert_eq!(sum.unwrap(), 13);
}

/// A visitor that goes on after an error would read from the middle of a value.
#[test]
fn nothing_follows_an_error() {
    #[derive(Debug)]
    struct Careless;
    impl<'de> Deserialize<'de> for Careless {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = Careless;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("anything")
                }
                fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut seq: A) -> Result<Careless, A::Error> {
                    while !matches!(seq.next_element::<u8>(), Ok(None)) {}
                    Ok(Careless)
                }
            }
            deserializer.deserialize_seq(Visitor)
        }
    }
    let error = read::<Careless>(r#"{"type": "array", "items": "int"}"#, &[4, 1, 2, 0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Custom);
    assert!(error.to_string().contains("went on after an error"), "{error}");
}
