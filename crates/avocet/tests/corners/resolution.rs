//! Schema resolution.

use avocet::plan::Options;
use avocet::value::Map;
use avocet::{ErrorKind, Plan, Value, record};

use crate::{of, read, schema};

fn record_of(name: &str, fields: &str) -> String {
    format!(r#"{{"type": "record", "name": "{name}", "fields": [{fields}]}}"#)
}

#[test]
fn promotions() {
    const NUMBERS: [&str; 8] = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];
    let value = |ty: &str| match ty {
        "null" => Value::Null,
        "boolean" => true.into(),
        "int" => 3.into(),
        "long" => 3_i64.into(),
        "float" => 3_f32.into(),
        "double" => 3.0.into(),
        "bytes" => b"3".into(),
        _ => "3".into(),
    };
    for writer in NUMBERS {
        for reader in NUMBERS {
            let promotes = match writer {
                "int" => ["int", "long", "float", "double"].contains(&reader),
                "long" => ["long", "float", "double"].contains(&reader),
                "float" => ["float", "double"].contains(&reader),
                "bytes" | "string" => ["bytes", "string"].contains(&reader),
                same => same == reader,
            };
            let read = read(&of(writer).to_string(), value(writer), &of(reader).to_string());
            match read {
                Ok(read) => {
                    assert!(promotes, "{writer} was read as {reader}");
                    assert_eq!(read, value(reader));
                }
                Err(error) => {
                    assert!(!promotes, "{writer} as {reader}: {error}");
                    assert_eq!(error.kind(), ErrorKind::Resolution);
                }
            }
        }
    }
}

#[test]
fn names() {
    let record = |name: &str| record_of(name, r#"{"name": "a", "type": "int"}"#);
    let symbols = |name: &str| format!(r#"{{"type": "enum", "name": "{name}", "symbols": ["A"]}}"#);
    let fixed = |name: &str, size: usize| format!(r#"{{"type": "fixed", "name": "{name}", "size": {size}}}"#);
    for (writer, reader, fits) in [
        (record("x.R"), record("y.R"), true),
        (record("x.R"), record("x.S"), false),
        (symbols("x.E"), symbols("y.E"), true),
        (symbols("x.E"), symbols("x.F"), false),
        (fixed("x.F", 2), fixed("F", 2), true),
        (fixed("F", 2), fixed("F", 3), false),
        (fixed("F", 2), fixed("G", 2), false),
        (record("R"), symbols("R"), false),
        (fixed("F", 1), symbols("F"), false),
        (fixed("F", 2), r#""bytes""#.to_owned(), false),
        (symbols("E"), r#""string""#.to_owned(), false),
    ] {
        match Plan::resolve(&schema(&writer), &schema(&reader)) {
            Ok(_) => assert!(fits, "{writer} and {reader}"),
            Err(error) => assert!(!fits && error.kind() == ErrorKind::Resolution, "{error}"),
        }
    }
}

#[test]
fn aliases() {
    let writer = record_of("Old", r#"{"name": "a", "type": "int"}, {"name": "b", "type": "int"}"#);
    let reader = r#"{"type": "record", "name": "New", "aliases": ["Old"], "fields": [
        {"name": "b", "type": "int", "default": -1}, {"name": "c", "type": "int", "aliases": ["x", "b"]}]}"#;
    // The alias takes the writer's field away from the field of its name.
    assert_eq!(read(&writer, record! {"a": 1, "b": 2}, reader).unwrap(), record! {"b": -1, "c": 2});
    // Those of the writer do not count.
    let error = read(reader, record! {"b": 1, "c": 2}, &writer).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Resolution);
    // An alias with a dot is a full name; one without belongs to the namespace of its type.
    let old = |namespace: &str| format!(r#"{{"type": "fixed", "name": "{namespace}.Old", "size": 1}}"#);
    for (alias, fits) in [("a.Old", true), ("Old", false), ("b.Old", false)] {
        let new = format!(r#"{{"type": "fixed", "name": "b.New", "size": 1, "aliases": ["{alias}"]}}"#);
        assert_eq!(Plan::resolve(&schema(&old("a")), &schema(&new)).is_ok(), fits, "{alias}");
    }
}

#[test]
fn field_missing_in_the_writer_or_in_the_reader() {
    let types = [
        (r#""int""#, "5", Value::from(5)),
        (r#""string""#, r#""é""#, "é".into()),
        (r#""bytes""#, r#""\u00ff""#, [0xff_u8].into()),
        (r#"{"type": "array", "items": "int"}"#, "[1, 2]", [1, 2].into()),
        (r#"{"type": "map", "values": "long"}"#, r#"{"k": 1}"#, Map::from_iter([("k", 1_i64)]).into()),
        (r#"["null", "int"]"#, "7", 7.into()),
        (r#"["null", "int"]"#, "null", Value::Null),
        (r#"{"type": "enum", "name": "E", "symbols": ["A", "B"], "default": "A"}"#, r#""B""#, "B".into()),
        (r#"{"type": "fixed", "name": "F", "size": 2}"#, r#""\u0000\u0080""#, [0, 0x80_u8].into()),
        (
            r#"{"type": "record", "name": "I", "fields": [{"name": "x", "type": "int", "default": 4}, {"name": "y", "type": "int"}]}"#,
            r#"{"y": 2}"#,
            record! {"x": 4, "y": 2},
        ),
    ];
    for (ty, default, value) in types {
        let with = record_of(
            "R",
            &format!(
                r#"{{"name": "f", "type": {ty}, "default": {default}}}, {{"name": "id", "type": "int"}}"#
            ),
        );
        let without = record_of("R", r#"{"name": "id", "type": "int"}"#);
        let value_of_with = record! {"id": 9, "f": value};
        // The default, in its encoded form: texts and bytes stand for symbols and fixed here.
        let given = read(&without, record! {"id": 9}, &with).unwrap();
        assert_eq!(
            given.encode(&schema(&with)).unwrap(),
            value_of_with.encode(&schema(&with)).unwrap(),
            "{ty}"
        );
        // Skipped, whatever its type.
        assert_eq!(read(&with, value_of_with, &without).unwrap(), record! {"id": 9}, "{ty}");
    }
    let error = read(&record_of("R", ""), record! {}, &record_of("R", r#"{"name": "f", "type": "int"}"#))
        .unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Resolution, "R.f"));
}

#[test]
fn writer_union() {
    let writer = r#"["int", "string", "null"]"#;
    assert_eq!(read(writer, 5, r#""long""#).unwrap(), Value::Long(5));
    // The branches that do not fit matter only where they are met.
    let error = read(writer, "x", r#""long""#).unwrap_err();
    assert_eq!(error.to_string(), "at byte 1, in union: expected long, found string of the writer's");
    // Unless none fits.
    assert_eq!(read(writer, "x", r#""boolean""#).unwrap_err().kind(), ErrorKind::Resolution);
}

#[test]
fn reader_union() {
    assert_eq!(read(r#""int""#, 5, r#"["null", "int"]"#).unwrap(), Value::Int(5));
    assert_eq!(read(r#""int""#, 5, r#"["null", "double"]"#).unwrap(), Value::Double(5.0));
    assert_eq!(read(r#""int""#, 5, r#"["null", "string"]"#).unwrap_err().kind(), ErrorKind::Resolution);
    // The exact type goes before a promotion; by the letter of the specification the first that matches does.
    let (writer, reader) = (of("int"), schema(r#"["null", "long", "int"]"#));
    assert_eq!(Plan::resolve(&writer, &reader).unwrap().decode_value(&[2]).unwrap(), Value::Int(1));
    let strict = Plan::resolve_with(&writer, &reader, Options::default().strict_unions(true)).unwrap();
    assert_eq!(strict.decode_value(&[2]).unwrap(), Value::Long(1));
    // The full name goes before the name alone.
    let of = |namespace: &str| record_of(&format!("{namespace}.R"), r#"{"name": "a", "type": "int"}"#);
    let reader = format!("[{}, {}]", of("x"), of("y"));
    let value = read(&of("y"), record! {"a": 1}, &reader).unwrap();
    assert_eq!(value.as_record().unwrap().fullname(), Some("y.R"));
}

#[test]
fn both_unions() {
    let (writer, reader) = (r#"["null", "int", "string"]"#, r#"["bytes", "double", "null"]"#);
    assert_eq!(read(writer, Value::Null, reader).unwrap(), Value::Null);
    assert_eq!(read(writer, 5, reader).unwrap(), Value::Double(5.0));
    assert_eq!(read(writer, "x", reader).unwrap(), Value::from(b"x"));
    assert_eq!(
        read(r#"["null", "int"]"#, 5, r#"["null", "string"]"#).unwrap_err().kind(),
        ErrorKind::Mismatch
    );
}

#[test]
fn enumeration() {
    let writer = r#"{"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}"#;
    let reader = |rest: &str| format!(r#"{{"type": "enum", "name": "E", "symbols": ["C", "X", "A"]{rest}}}"#);
    let (plain, with_default) = (reader(""), reader(r#", "default": "X""#));
    for (symbol, index, expected) in [("A", 2, "A"), ("C", 0, "C"), ("B", 1, "X")] {
        let value = read(writer, symbol, &with_default).unwrap();
        assert_eq!(value.as_str(), Some(expected));
        assert_eq!(value.encode(&schema(&with_default)).unwrap(), [index * 2]);
    }
    assert_eq!(read(writer, "A", &plain).unwrap().as_str(), Some("A"));
    let error = read(writer, "B", &plain).unwrap_err();
    assert_eq!((error.kind(), error.found()), (ErrorKind::Mismatch, r#""B""#));
}

#[test]
fn recursive_pairs() {
    let list = |value: &str| {
        record_of(
            "L",
            &format!(r#"{{"name": "v", "type": "{value}"}}, {{"name": "next", "type": ["null", "L"]}}"#),
        )
    };
    let value = record! {"v": 1, "next": record! {"v": 2, "next": Value::Null}};
    let expected = record! {"v": 1.0, "next": record! {"v": 2.0, "next": Value::Null}};
    assert_eq!(read(&list("int"), value, &list("double")).unwrap(), expected);
    // Two records that hold each other.
    let tree = record_of(
        "A",
        r#"{"name": "b", "type": {"type": "record", "name": "B", "fields": [
        {"name": "as", "type": {"type": "array", "items": "A"}}]}}"#,
    );
    let leaf = || record! {"b": record! {"as": Vec::<Value>::new()}};
    let value = record! {"b": record! {"as": vec![leaf(), leaf()]}};
    assert_eq!(read(&tree, value.clone(), &tree).unwrap(), value);
}

#[test]
fn decimals() {
    let decimal = |precision: u32, scale: u32| {
        format!(
            r#"{{"type": "bytes", "logicalType": "decimal", "precision": {precision}, "scale": {scale}}}"#
        )
    };
    let stored = |number: i16| Value::from(avocet::logical::Decimal::new(number.into(), 0).to_be_bytes());
    let of = |number: i16, from: (u32, u32), to: (u32, u32)| {
        read(&decimal(from.0, from.1), stored(number), &decimal(to.0, to.1))
    };
    assert_eq!(of(123, (4, 2), (4, 2)).unwrap(), stored(123));
    assert_eq!(of(123, (4, 2), (6, 4)).unwrap(), stored(12_300));
    assert_eq!(of(-1230, (4, 3), (4, 2)).unwrap(), stored(-123));
    for error in [of(123, (4, 2), (4, 1)), of(999, (4, 0), (4, 2)), of(999, (4, 0), (2, 0))] {
        assert_eq!(error.unwrap_err().kind(), ErrorKind::Mismatch);
    }
    let strict = Options::default().strict_decimals(true);
    let plan = Plan::resolve_with(&schema(&decimal(4, 2)), &schema(&decimal(6, 4)), strict);
    assert_eq!(plan.unwrap_err().kind(), ErrorKind::Resolution);
}

#[test]
fn errors() {
    let writer = record_of("R", r#"{"name": "a", "type": "string"}, {"name": "u", "type": ["null", "int"]}"#);
    let reader = record_of(
        "R",
        r#"{"name": "a", "type": "int"}, {"name": "u", "type": "int"}, {"name": "c", "type": "int"}"#,
    );
    // For every value: with the plan, and all reasons.
    let error = Plan::resolve(&schema(&writer), &schema(&reader)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "in R.a: expected int, found string of the writer's; and in R.c: expected a field of the writer's, or a \
         default, found neither"
    );
    // For some values: when they are met.
    let reader = record_of("R", r#"{"name": "u", "type": "int"}"#);
    assert_eq!(read(&writer, record! {"a": "", "u": 1}, &reader).unwrap(), record! {"u": 1});
    let error = read(&writer, record! {"a": "", "u": Value::Null}, &reader).unwrap_err();
    assert_eq!(error.to_string(), "at byte 2, in R.u: expected int, found null of the writer's");
}

/// Not a row of the corners: what is skipped is the writer's datum, whatever the reader would make of it.
#[test]
fn resolved_plans_skip_what_the_writer_wrote() {
    let decimal = |scale: u32| {
        let text = r#"{"type": "fixed", "name": "D", "size": 4, "logicalType": "decimal", "precision": 8, "scale": "#;
        schema(&format!("{text}{scale}}}"))
    };
    assert_eq!(Plan::resolve(&decimal(2), &decimal(3)).unwrap().measure(&[0, 0, 0, 1, 9]).unwrap(), 4);
    let writer = schema(r#"["int", "string"]"#);
    let plan = Plan::resolve(&writer, &of("int")).unwrap();
    assert_eq!(plan.measure(&[0x02, 0x04, b'h', b'i', 9]).unwrap(), 4);
    assert_eq!(plan.decode_value(&[0x02, 0x04, b'h', b'i']).unwrap_err().kind(), ErrorKind::Mismatch);
}
