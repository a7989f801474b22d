//! Rust's enums in serde's four representations.

use std::collections::BTreeMap;

use avocet::ErrorKind;
use serde::{Deserialize, Serialize};

use crate::{read, record, refused, round_trip, same, schema};

const CIRCLE: &str = r#"{"type": "record", "name": "Circle", "namespace": "shapes", "fields": [{"name": "radius", "type": "double"}]}"#;
const PAIR: &str = r#"{"type": "record", "name": "Pair", "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": "string"}]}"#;
const COLOUR: &str = r#"{"type": "enum", "name": "Colour", "symbols": ["Red", "Green"]}"#;

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
enum Any {
    Null,
    Boolean(bool),
    Int(i32),
    Long(i64),
    #[serde(rename = "double")]
    Number(f64),
    String(String),
    Bytes(serde_bytes::ByteBuf),
    Array(Vec<i32>),
    Map(BTreeMap<String, i32>),
    Circle {
        radius: f64,
    },
    Pair(i32, String),
    #[serde(rename = "shapes.Empty")]
    Empty,
    Id([u8; 2]),
    Red,
    Green,
}

fn union() -> String {
    format!(
        r#"["null", "boolean", "int", "long", "double", "string", "bytes", {{"type": "array", "items": "int"}},
        {{"type": "map", "values": "int"}}, {CIRCLE}, {PAIR},
        {{"type": "record", "name": "Empty", "namespace": "shapes", "fields": []}},
        {{"type": "fixed", "name": "Id", "size": 2}}, {COLOUR}]"#
    )
}

#[test]
fn externally_tagged_by_the_names_of_branches() {
    let values = [
        Any::Null,
        Any::Boolean(true),
        Any::Int(-1),
        Any::Long(1 << 40),
        Any::Number(0.5),
        Any::String("Null".to_owned()),
        Any::Bytes(serde_bytes::ByteBuf::from([1, 2])),
        Any::Array(vec![1, 2]),
        Any::Map(BTreeMap::from([("k".to_owned(), 1)])),
        Any::Circle { radius: 1.0 },
        Any::Pair(1, "x".to_owned()),
        Any::Empty,
        Any::Id([7, 8]),
        Any::Red,
        Any::Green,
    ];
    for (index, value) in values.into_iter().enumerate() {
        let bytes = avocet::serde::to_vec(&schema(&union()), &value).unwrap();
        assert_eq!(bytes[0], 2 * index.min(13) as u8, "{value:?} is its branch");
        assert_eq!(read::<Any>(&union(), &bytes).unwrap(), value);
        round_trip(&union(), Some(value.clone()).filter(|value| *value != Any::Null));
        round_trip(&format!(r#"{{"type": "array", "items": {}}}"#, union()), vec![value.clone(), value]);
    }
}

#[test]
fn text_is_no_variant_where_a_string_is_one() {
    // "Red" is the text of a string branch here, not the variant Red.
    for text in ["Red", "Null", "String"] {
        round_trip(&union(), Any::String(text.to_owned()));
        round_trip(&union(), Some(Any::String(text.to_owned())));
    }
    // And a plain string holds variants by their text, so it takes no variant with data.
    same("\"string\"", Any::Red, b"\x06Red");
    refused("\"string\"", &Any::String("Red".to_owned()));
    refused(r#"["null", "string"]"#, &Any::Red);
}

#[test]
fn nullable_enums() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Shape {
        #[serde(rename = "Circle")]
        Round {
            radius: f64,
        },
        Pair(i32, String),
    }
    let text = format!(r#"["null", {CIRCLE}, {PAIR}]"#);
    round_trip(&text, Some(Shape::Round { radius: 1.0 }));
    round_trip(&text, None::<Shape>);
    round_trip(&format!(r#"["null", {PAIR}]"#), Some(Shape::Pair(1, "x".to_owned())));
    // A named type that is no union.
    round_trip(CIRCLE, Shape::Round { radius: 1.0 });
    refused(PAIR, &Shape::Round { radius: 1.0 });
    let error = read::<Shape>(&text, &[0]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 1, in union: expected a variant of Circle, Pair, found \"null\"");
}

#[test]
fn an_unknown_variant_is_refused_both_ways() {
    let error = refused(COLOUR, &Any::Null);
    assert_eq!(error.to_string(), "in Colour: expected enum Colour, found string \"Null\"");
    let error = refused(&format!(r#"["null", {CIRCLE}]"#), &Any::Int(1));
    assert_eq!(
        error.to_string(),
        "in union: expected one of null, shapes.Circle, found variant \"Int\", after which none is named"
    );
    #[derive(Deserialize, Debug)]
    enum Light {
        Red,
    }
    assert!(matches!(read(COLOUR, &[0]).unwrap(), Light::Red));
    let error = read::<Light>(COLOUR, &[2]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0, in Colour: expected a variant of Red, found \"Green\"");
}

#[test]
fn data_is_not_left_out_for_a_variant_without() {
    #[derive(Deserialize, Debug)]
    enum Bare {
        Int,
    }
    let error = read::<Bare>(r#"["null", "int"]"#, &[2, 4]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(
        error.to_string().contains("null, for a variant without data, found a value of type int"),
        "{error}"
    );
}

#[test]
fn an_enum_inside_an_enum() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Colour {
        Red,
        Green,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    enum Paint {
        Colour(Colour),
        Int(i32),
    }
    let text = format!(r#"["int", {COLOUR}]"#);
    same(&text, Paint::Colour(Colour::Green), &[2, 2]);
    same(&text, Paint::Int(5), &[0, 10]);
    // The name of the Rust enum tells which of two enums with the symbol is meant.
    let two = format!(r#"[{{"type": "enum", "name": "Light", "symbols": ["Red"]}}, {COLOUR}]"#);
    same(&two, Colour::Red, &[2, 0]);
    let error = refused(&two, &Any::Red);
    assert!(error.to_string().contains("just one of Light, Colour"), "{error}");
}

#[test]
fn internally_tagged() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "kind")]
    enum Shape {
        Circle { radius: f64 },
        Square { side: f64, label: Option<String> },
        Nothing,
    }
    let text = record(
        r#"{"name": "kind", "type": {"type": "enum", "name": "K", "symbols": ["Nothing", "Circle", "Square"]}},
        {"name": "side", "type": ["null", "double"]}, {"name": "label", "type": ["null", "string"]},
        {"name": "radius", "type": ["null", "double"]}"#,
    );
    for value in [
        Shape::Circle { radius: 1.0 },
        Shape::Square { side: 2.0, label: Some("x".to_owned()) },
        Shape::Square { side: 2.0, label: None },
        Shape::Nothing,
    ] {
        round_trip(&text, value);
    }
    let text = text.replace(
        r#"{"type": "enum", "name": "K", "symbols": ["Nothing", "Circle", "Square"]}"#,
        "\"string\"",
    );
    round_trip(&text, Shape::Nothing);
    round_trip(&text, Some(Shape::Circle { radius: 1.0 }));
}

#[test]
fn adjacently_tagged() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(tag = "t", content = "c")]
    enum Shape {
        Radius(f64),
        Sides(i32, i32),
        Named { name: String },
        Nothing,
    }
    let text = record(
        r#"{"name": "t", "type": "string"}, {"name": "c", "type": ["null", "double", {"type": "array", "items": "int"},
        {"type": "map", "values": "string"}]}"#,
    );
    let other_order = record(
        r#"{"name": "c", "type": ["null", "double", {"type": "array", "items": "int"}, {"type": "map", "values": "string"}]},
        {"name": "t", "type": "string"}"#,
    );
    for text in [text, other_order] {
        round_trip(&text, Shape::Radius(1.0));
        round_trip(&text, Shape::Sides(1, 2));
        round_trip(&text, Shape::Named { name: "x".to_owned() });
        round_trip(&text, Shape::Nothing);
    }
}

#[test]
fn untagged() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(untagged)]
    enum Either {
        Number(i64),
        Text(String),
        List(Vec<i64>),
        Circle { radius: f64 },
        Pair { a: i32, b: String },
        Nothing,
    }
    let text =
        format!(r#"["string", {{"type": "array", "items": "long"}}, "long", {CIRCLE}, {PAIR}, "null"]"#);
    for value in [
        Either::Number(5),
        Either::Text("x".to_owned()),
        Either::List(vec![1, 2]),
        Either::Circle { radius: 1.0 },
        Either::Pair { a: 1, b: "x".to_owned() },
        Either::Nothing,
    ] {
        round_trip(&text, value);
    }
    let error = read::<Either>("\"boolean\"", &[1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Custom);
    assert!(error.to_string().starts_with("at byte 1, in boolean: data did not match"), "{error}");
}
