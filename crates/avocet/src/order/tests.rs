//! One test for each sentence of "Sort Order", on bytes and on values at once.

use std::cmp::Ordering;

use super::SortOrder;
use crate::value::Map;
use crate::{ErrorKind, Limits, Schema, Value, record};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

/// The values stand in order, each less than all behind it and equal to itself, as values and in bytes.
fn assert_ascending(text: &str, values: &[Value]) {
    let schema = schema(text);
    let order = SortOrder::new(&schema).unwrap();
    let encoded: Vec<_> = values.iter().map(|value| value.encode(&schema).unwrap()).collect();
    for left in 0..values.len() {
        for right in 0..values.len() {
            let expected = left.cmp(&right);
            let of_values = order.compare_values(&values[left], &values[right]).unwrap();
            assert_eq!(of_values, expected, "{text}: {:?} and {:?}", values[left], values[right]);
            let of_bytes = order.compare(&encoded[left], &encoded[right]).unwrap();
            assert_eq!(of_bytes, expected, "{text}: bytes of {:?} and {:?}", values[left], values[right]);
        }
    }
}

fn array(items: &str) -> String {
    format!(r#"{{"type": "array", "items": {items}}}"#)
}

#[test]
fn null_equals_null_and_false_comes_before_true() {
    assert_ascending("\"null\"", &[Value::Null]);
    assert_ascending("\"boolean\"", &[false.into(), true.into()]);
}

#[test]
fn numbers_go_by_value() {
    assert_ascending("\"int\"", &[i32::MIN, -65, -64, -1, 0, 1, 63, 64, i32::MAX].map(Value::from));
    assert_ascending("\"long\"", &[i64::MIN, -300, -1, 0, 1, 300, i64::MAX].map(Value::from));
    let floats =
        [f32::NEG_INFINITY, -1.5, -f32::MIN_POSITIVE, -0.0, 0.0, 1e-40, 2.0, f32::INFINITY, f32::NAN];
    assert_ascending("\"float\"", &floats.map(Value::from));
    let doubles = [f64::NEG_INFINITY, -1.5, -5e-324, -0.0, 0.0, 5e-324, 2.0, f64::INFINITY, f64::NAN];
    assert_ascending("\"double\"", &doubles.map(Value::from));
}

#[test]
fn what_is_no_number_comes_last_and_equals_its_kind() {
    let order = SortOrder::new(&schema("\"double\"")).unwrap();
    let negative = f64::from_bits(0xfff8_0000_0000_0001);
    for (left, right, expected) in [
        (negative, f64::NAN, Ordering::Equal),
        (negative, f64::INFINITY, Ordering::Greater),
        (f64::NEG_INFINITY, negative, Ordering::Less),
    ] {
        assert_eq!(order.compare_values(&left.into(), &right.into()).unwrap(), expected);
        assert_eq!(order.compare(&left.to_le_bytes(), &right.to_le_bytes()).unwrap(), expected);
    }
}

#[test]
fn bytes_and_fixed_go_byte_by_byte_without_a_sign() {
    let bytes: [&[u8]; 6] = [&[], &[0], &[0, 255], &[1], &[127, 0], &[128]];
    assert_ascending("\"bytes\"", &bytes.map(Value::from));
    let fixed: [&[u8]; 4] = [&[0, 255], &[1, 0], &[127, 255], &[128, 0]];
    assert_ascending(r#"{"type": "fixed", "name": "F", "size": 2}"#, &fixed.map(Value::from));
}

#[test]
fn strings_go_by_utf8_and_not_by_utf16() {
    // In UTF-16 the last one begins with 0xd83d and would come before U+FF5E.
    assert_ascending("\"string\"", &["", "Z", "a", "aa", "b", "é", "\u{ff5e}", "😀"].map(Value::from));
}

#[test]
fn arrays_go_item_by_item_and_then_by_length() {
    let of = |items: &[i32]| Value::from(items);
    assert_ascending(&array("\"int\""), &[of(&[]), of(&[-5]), of(&[1]), of(&[1, 0]), of(&[1, 2]), of(&[2])]);
    assert_ascending(
        &array(&array("\"int\"")),
        &[
            Vec::<Value>::new().into(),
            vec![of(&[])].into(),
            vec![of(&[]), of(&[])].into(),
            vec![of(&[0])].into(),
        ],
    );
    let nulls = |count| vec![Value::Null; count].into();
    assert_ascending(&array("\"null\""), &[nulls(0), nulls(1), nulls(2)]);
}

#[test]
fn blocks_of_an_array_make_no_difference() {
    let order = SortOrder::new(&schema(&array("\"int\""))).unwrap();
    let plain = [0x06, 2, 4, 6, 0];
    for other in [&[0x02, 2, 0x04, 4, 6, 0][..], &[0x05, 0x06, 2, 4, 6, 0], &[0x04, 2, 4, 0x01, 0x02, 6, 0]] {
        assert_eq!(order.compare(&plain, other).unwrap(), Ordering::Equal);
        assert_eq!(order.compare(other, &plain).unwrap(), Ordering::Equal);
    }
    assert_eq!(order.compare(&plain, &[0x02, 2, 0x02, 6, 0]).unwrap(), Ordering::Less);
    assert_eq!(order.compare(&plain, &[0x02, 2, 0x02, 4, 0]).unwrap(), Ordering::Greater);
    let wrong_size = [0x05, 0x04, 2, 4, 6, 0];
    assert_eq!(order.compare(&plain, &wrong_size).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn enums_go_by_position_and_not_by_text() {
    let text = r#"{"type": "enum", "name": "E", "symbols": ["Z", "A", "M"]}"#;
    assert_ascending(text, &["Z", "A", "M"].map(Value::from));
}

#[test]
fn unions_go_by_branch_and_then_by_value() {
    let values = ["a".into(), "b".into(), Value::Null, Value::Int(-1), Value::Int(1), Value::Double(-9.0)];
    assert_ascending(r#"["string", "null", "int", "double"]"#, &values);
}

#[test]
fn records_go_field_by_field_as_their_order_says() {
    let text = r#"{"type": "record", "name": "R", "fields": [
        {"name": "a", "type": "int"}, {"name": "b", "type": "string", "order": "descending"},
        {"name": "m", "type": {"type": "map", "values": "R"}, "order": "ignore"}, {"name": "c", "type": "boolean"}]}"#;
    let row = |a: i32, b: &str, c: bool| {
        record! { "a": a, "b": b, "m": Map::from_iter([("k", record! {"a": a, "b": b, "m": Map::new(), "c": c})]), "c": c }
    };
    assert_ascending(
        text,
        &[
            row(-1, "x", true),
            row(0, "zz", false),
            row(0, "zz", true),
            row(0, "z", false),
            row(0, "", true),
            row(1, "z", false),
        ],
    );
    let order = SortOrder::new(&schema(text)).unwrap();
    let other = record! { "c": true, "a": -1, "b": "x", "m": Map::new() };
    assert_eq!(order.compare_values(&row(-1, "x", true), &other).unwrap(), Ordering::Equal);
}

#[test]
fn descending_turns_all_of_the_field_round() {
    let text = r#"{"type": "record", "name": "R", "fields": [
        {"name": "a", "type": {"type": "array", "items": "double"}, "order": "descending"}]}"#;
    let row = |items: &[f64]| record! { "a": items };
    assert_ascending(
        text,
        &[row(&[f64::NAN]), row(&[1.0, 2.0]), row(&[1.0]), row(&[0.0]), row(&[-0.0]), row(&[])],
    );
}

#[test]
fn maps_are_refused_unless_ignored() {
    for (text, place) in [
        (r#"{"type": "map", "values": "int"}"#, "in $:"),
        (r#"["null", {"type": "array", "items": {"type": "map", "values": "int"}}]"#, "in $[1].items:"),
        (
            r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"},
                {"name": "m", "type": ["null", "R", {"type": "map", "values": "int"}]}]}"#,
            "in $.m[2]:",
        ),
    ] {
        let error = SortOrder::new(&schema(text)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Incomparable);
        assert_eq!(
            error.to_string(),
            format!("{place} expected a type whose values can be compared, found a map")
        );
    }
}

#[test]
fn errors_have_their_place() {
    let text = r#"{"type": "record", "name": "R", "fields": [
        {"name": "i", "type": {"type": "array", "items": "string"}, "order": "ignore"},
        {"name": "b", "type": {"type": "array", "items": "boolean"}}]}"#;
    let order = SortOrder::new(&schema(text)).unwrap();
    let error = order.compare(&[0, 4, 1, 0, 0], &[0, 4, 1, 7, 0]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 3, in R.b[1]: expected a boolean, 0 or 1, found 7");
    let error = order.compare(&[2, 6, b'x'], &[0, 0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Truncated);
    assert_eq!(error.path(), "R.i");
    assert_eq!(order.compare(&[0, 0], &[0, 0, 9]).unwrap_err().kind(), ErrorKind::TrailingBytes);
    assert_eq!(order.compare(&[0, 2, 0, 0], &[0, 0, 9]).unwrap(), Ordering::Greater); // as soon as it is known
    let row = record! { "i": Vec::<Value>::new(), "b": [true] };
    let error = order.compare_values(&row, &record! { "i": 5, "b": vec![Value::Int(1)] }).unwrap_err();
    assert_eq!(error.to_string(), "in R.b[0]: expected boolean, found int");
}

#[test]
fn limits_hold() {
    let nulls = SortOrder::new(&schema(&array("\"null\""))).unwrap();
    let flood = [0x80, 0xec, 0xb8, 0x0b, 0x00]; // twelve million of them
    let error = nulls.compare(&flood, &flood).unwrap_err();
    assert!(error.kind() == ErrorKind::Limit && error.expected().contains("zero_size_items"), "{error}");
    let list = r#"{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}"#;
    let order = SortOrder::new(&schema(list)).unwrap();
    let links = vec![0x02; 150];
    let error = order.compare(&links, &links).unwrap_err();
    assert!(error.kind() == ErrorKind::Limit && error.expected().contains("record_depth"), "{error}");
    let mut readers = [(); 2].map(|()| crate::wire::Reader::new(&links[..]));
    let [left, right] = &mut readers;
    let deep = Limits { record_depth: 500, ..Limits::default() };
    assert_eq!(order.compare_next(left, right, &deep).unwrap_err().kind(), ErrorKind::Truncated);
}
