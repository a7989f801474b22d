//! The plain form: unions without the names of their branches.

use avocet::json::{Form, Parser, Printer, Style};
use avocet::{Error, ErrorKind};

use super::schema;

fn parser(text: &str) -> Parser {
    Parser::new(&schema(text)).form(Form::Plain)
}

/// The branch that a text takes.
#[track_caller]
fn branch(union: &str, text: &str) -> usize {
    let bytes = parser(union).parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    usize::from(bytes[0] / 2)
}

#[track_caller]
fn refuse(union: &str, text: &str) -> Error {
    parser(union).parse(text).unwrap_err()
}

const SHAPES: &str = r#"["null", {"type": "record", "name": "Circle", "fields": [{"name": "r", "type": "int"}]},
    {"type": "record", "name": "Box", "fields": [{"name": "w", "type": "int"}, {"name": "h", "type": "int"},
        {"name": "label", "type": "string", "default": ""}]},
    {"type": "record", "name": "Square", "fields": [{"name": "w", "type": "int"}, {"name": "label", "type": "string", "default": ""}]},
    {"type": "map", "values": "int"}]"#;

#[test]
fn values_stand_as_they_are() {
    let text = r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": ["null", "int"]},
        {"name": "b", "type": {"type": "array", "items": ["string", "R", "null"]}}]}"#;
    let plain = r#"{"a":7,"b":["x",null,{"a":null,"b":[]}]}"#;
    let avro = r#"{"a":{"int":7},"b":[{"string":"x"},null,{"R":{"a":null,"b":[]}}]}"#;
    let bytes = parser(text).parse(plain).unwrap();
    assert_eq!(avocet::json::parse(&schema(text), avro).unwrap(), bytes);
    let mut printer = Printer::new(&schema(text)).form(Form::Plain);
    assert_eq!(printer.print(&bytes).unwrap(), plain);
    let pretty = printer.style(Style::Pretty).print(&bytes).unwrap();
    assert_eq!(parser(text).parse(&pretty).unwrap(), bytes);
    assert!(pretty.lines().count() > 5);
}

#[test]
fn kinds_of_json_tell_the_branch() {
    let union = r#"["null", "boolean", "int", "string", {"type": "array", "items": "int"}, {"type": "map", "values": "int"}]"#;
    for (index, text) in ["null", "true", "-7", "\"x\"", "[1]", "{\"a\": 1}"].iter().enumerate() {
        assert_eq!(branch(union, text), index, "{text}");
    }
    assert_eq!(branch(union, "false"), 1);
    assert_eq!(branch(union, "7.0"), 2);
}

#[test]
fn numbers_take_the_narrowest_type_that_holds_them() {
    let union = r#"["double", "float", "long", "int"]"#;
    for (text, index) in [
        ("7", 3),
        ("-2147483648", 3),
        ("2147483648", 2),
        ("9223372036854775807", 2),
        ("9223372036854775808", 0),
        ("7.0", 0),
        ("1e3", 0),
    ] {
        assert_eq!(branch(union, text), index, "{text}");
    }
    assert_eq!(branch(r#"["long", "int"]"#, "7.0"), 1);
    assert_eq!(branch(r#"["float", "int"]"#, "7.5"), 0);
    assert_eq!(branch(r#"["float", "int"]"#, "7"), 1);
    assert_eq!(branch(r#"["float", "int"]"#, "3000000000"), 0);
}

#[test]
fn text_takes_a_symbol_before_a_string_before_bytes() {
    let union = r#"["bytes", {"type": "fixed", "name": "F", "size": 2}, "double", "string", {"type": "enum", "name": "E", "symbols": ["A"]}]"#;
    for (text, index) in [("\"A\"", 4), ("\"B\"", 3), ("\"xy\"", 3), ("\"NaN\"", 3)] {
        assert_eq!(branch(union, text), index, "{text}");
    }
    let union = r#"["bytes", {"type": "fixed", "name": "F", "size": 2}, "double"]"#;
    for (text, index) in [("\"xy\"", 1), ("\"xyz\"", 0), ("\"éé\"", 1)] {
        assert_eq!(branch(union, text), index, "{text}");
    }
    assert_eq!(branch(r#"["null", "float", "double"]"#, "\"-INF\""), 2);
}

#[test]
fn objects_take_the_record_with_their_members_before_a_map() {
    for (text, index) in [
        (r#"{"r": 1}"#, 1),
        (r#"{"w": 1, "h": 2}"#, 2),
        (r#"{"label": "x", "h": 2, "w": 1}"#, 2),
        (r#"{"w": 1}"#, 3),
        (r#"{"w": 1, "label": ""}"#, 3),
        (r#"{"x": 1}"#, 4),
        ("{}", 4),
    ] {
        assert_eq!(branch(SHAPES, text), index, "{text}");
    }
}

#[test]
fn ambiguity_is_an_error() {
    let twins = r#"[{"type": "record", "name": "A", "fields": [{"name": "x", "type": "int"}]},
        {"type": "record", "name": "B", "fields": [{"name": "x", "type": "string"}]}]"#;
    let error = refuse(twins, r#" {"x": 1}"#);
    assert_eq!((error.kind(), error.position()), (ErrorKind::Mismatch, Some((1, 2))));
    assert_eq!(error.found(), "one that A and B both take");
    let suits = r#"["null", {"type": "enum", "name": "A", "symbols": ["X", "Y"]}, {"type": "enum", "name": "B", "symbols": ["Y"]}]"#;
    assert_eq!(refuse(suits, "\"Y\"").found(), "one that A and B both take");
    assert_eq!(branch(suits, "\"X\""), 1);
}

#[test]
fn misfits_are_errors_of_the_one_branch_that_could_be_meant() {
    let union = r#"["null", "int"]"#;
    assert_eq!(refuse(union, "3000000000").expected(), "an integer of 32 bits (int)");
    let error = refuse(union, "\"x\"");
    assert_eq!((error.expected(), error.found()), ("a value of one of null, int", "the string \"x\""));
    let record = r#"["null", {"type": "record", "name": "A", "fields": [{"name": "x", "type": "int"}]}]"#;
    assert_eq!(refuse(record, r#"{"y": 1}"#).expected(), "only fields of A");
    assert_eq!(refuse(record, r#"{"x": "1"}"#).path(), "union.x");
    let shapes = r#"["null", {"type": "record", "name": "A", "fields": [{"name": "x", "type": "int"}]},
        {"type": "record", "name": "B", "fields": [{"name": "z", "type": "int"}]}]"#;
    let error = refuse(shapes, r#"{"y": 1}"#);
    assert_eq!((error.expected(), error.found()), ("a value of one of null, A, B", "an object"));
    // The Avro form is no plain form.
    assert_eq!(refuse(union, r#"{"int": 1}"#).kind(), ErrorKind::Mismatch);
}
