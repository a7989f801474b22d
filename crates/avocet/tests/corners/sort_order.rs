//! Sort order: each row is a list of values that ascends, as values and in their encoded form.

use avocet::order::SortOrder;
use avocet::value::Map;
use avocet::{ErrorKind, Value, record};

use crate::schema;

fn assert_ascending(text: &str, values: &[Value]) {
    let schema = schema(text);
    let order = SortOrder::new(&schema).unwrap();
    let bytes: Vec<_> = values.iter().map(|value| value.encode(&schema).unwrap()).collect();
    for (left, right) in (0..values.len()).flat_map(|left| (0..values.len()).map(move |right| (left, right)))
    {
        let expected = left.cmp(&right);
        assert_eq!(
            order.compare(&bytes[left], &bytes[right]).unwrap(),
            expected,
            "{text}: {left} and {right}"
        );
        assert_eq!(
            order.compare_values(&values[left], &values[right]).unwrap(),
            expected,
            "{text}: {left} and {right}"
        );
    }
}

#[test]
fn null_is_equal() {
    assert_ascending(r#""null""#, &[Value::Null]);
}

#[test]
fn false_before_true() {
    assert_ascending(r#""boolean""#, &[false.into(), true.into()]);
}

#[test]
fn numbers_by_value() {
    assert_ascending(r#""int""#, &[i32::MIN, -128, -1, 0, 1, 128, i32::MAX].map(Value::from));
    assert_ascending(r#""long""#, &[i64::MIN, -128, -1, 0, 1, 128, i64::MAX].map(Value::from));
}

#[test]
fn floats_by_value_nan_last_and_negative_zero_first() {
    let floats = [f32::NEG_INFINITY, -1e9, -0.0, 0.0, 1e-9, f32::INFINITY, f32::NAN];
    assert_ascending(r#""float""#, &floats.map(Value::from));
    let doubles = [f64::NEG_INFINITY, -1e9, -0.0, 0.0, 1e-9, f64::INFINITY, f64::NAN];
    assert_ascending(r#""double""#, &doubles.map(Value::from));
}

#[test]
fn bytes_and_fixed_unsigned() {
    assert_ascending(
        r#""bytes""#,
        &[vec![], vec![0x7f], vec![0x7f, 0x00], vec![0x80], vec![0xff_u8]].map(Value::from),
    );
    assert_ascending(
        r#"{"type": "fixed", "name": "F", "size": 1}"#,
        &[[0_u8], [0x7f], [0x80], [0xff]].map(Value::from),
    );
}

#[test]
fn strings_by_utf8() {
    assert_ascending(r#""string""#, &["", "a", "aa", "z", "\u{e000}", "\u{10000}"].map(Value::from));
}

#[test]
fn arrays_item_by_item_then_length() {
    let of = |items: &[i64]| Value::from(items);
    let text = r#"{"type": "array", "items": "long"}"#;
    assert_ascending(text, &[of(&[]), of(&[-9, 9]), of(&[1]), of(&[1, -5]), of(&[2])]);
}

#[test]
fn enums_by_index() {
    assert_ascending(r#"{"type": "enum", "name": "E", "symbols": ["B", "A"]}"#, &["B", "A"].map(Value::from));
}

#[test]
fn unions_by_branch_then_value() {
    assert_ascending(
        r#"["string", "int", "null"]"#,
        &["x".into(), "y".into(), 1.into(), 2.into(), Value::Null],
    );
}

#[test]
fn records_field_by_field_with_order() {
    let text = r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int", "order": "descending"},
        {"name": "b", "type": "int", "order": "ignore"}, {"name": "c", "type": "int", "order": "ascending"}]}"#;
    let row = |a: i32, b: i32, c: i32| record! {"a": a, "b": b, "c": c};
    assert_ascending(text, &[row(2, 0, 0), row(1, 9, 1), row(1, 5, 2), row(0, 7, 0)]);
}

#[test]
fn maps_cannot_be_compared_unless_ignored() {
    let of = |order: &str| {
        let map = r#"{"type": "map", "values": "int"}"#;
        schema(&format!(
            r#"{{"type": "record", "name": "R", "fields": [{{"name": "m", "type": {map}, "order": "{order}"}}]}}"#
        ))
    };
    for order in ["ascending", "descending"] {
        assert_eq!(SortOrder::new(&of(order)).unwrap_err().kind(), ErrorKind::Incomparable);
    }
    let order = SortOrder::new(&of("ignore")).unwrap();
    let (full, empty) = (record! {"m": Map::from_iter([("k", 1)])}, record! {"m": Map::new()});
    assert!(order.compare_values(&full, &empty).unwrap().is_eq());
    assert!(order.compare(&[0x02, 0x02, b'k', 0x02, 0x00], &[0x00]).unwrap().is_eq());
}
