//! One table of datums, read, written, printed and skipped; then what must fail.

mod convert;
mod logical;

use crate::wire::Reader;
use crate::{ErrorKind, Limits, Plan, Schema, Value, json, record};

use super::{Array, Fixed, Map, Symbol};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

/// Schema, bytes and Avro JSON of one datum.
const DATUMS: &[(&str, &[u8], &str)] = &[
    (r#""null""#, &[], "null"),
    (r#""boolean""#, &[1], "true"),
    (r#""boolean""#, &[0], "false"),
    (r#""int""#, &[0], "0"),
    (r#""int""#, &[0x01], "-1"),
    (r#""int""#, &[0xff, 0xff, 0xff, 0xff, 0x0f], "-2147483648"),
    (r#""int""#, &[0xfe, 0xff, 0xff, 0xff, 0x0f], "2147483647"),
    (r#""long""#, &[0x7f], "-64"),
    (r#""long""#, &[0x80, 0x01], "64"),
    (r#""long""#, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], "-9223372036854775808"),
    (r#""long""#, &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01], "9223372036854775807"),
    (r#""float""#, &[0x00, 0x00, 0xc0, 0x3f], "1.5"),
    (r#""float""#, &[0x00, 0x00, 0x80, 0x7f], r#""Infinity""#),
    (r#""float""#, &[0x00, 0x00, 0x80, 0xff], r#""-Infinity""#),
    (r#""double""#, &[0, 0, 0, 0, 0, 0, 0x04, 0xc0], "-2.5"),
    (r#""bytes""#, &[0x06, 0x00, 0x41, 0xff], "\"\\u0000A\u{ff}\""),
    (r#""string""#, &[0x00], r#""""#),
    (r#""string""#, &[0x08, 0x22, 0xc3, 0xa9, 0x0a], "\"\\\"\u{e9}\\n\""),
    (r#"{"type": "fixed", "name": "F", "size": 2}"#, &[0x7f, 0x80], "\"\u{7f}\u{80}\""),
    (r#"{"type": "fixed", "name": "F", "size": 0}"#, &[], r#""""#),
    (r#"{"type": "enum", "name": "E", "symbols": ["A", "B"]}"#, &[0x02], r#""B""#),
    (r#"{"type": "array", "items": "int"}"#, &[0x00], "[]"),
    (r#"{"type": "array", "items": "int"}"#, &[0x04, 0x02, 0x04, 0x00], "[1,2]"),
    (r#"{"type": "array", "items": "boolean"}"#, &[0x04, 0x01, 0x00, 0x00], "[true,false]"),
    (r#"{"type": "array", "items": "string"}"#, &[0x02, 0x02, b'x', 0x00], r#"["x"]"#),
    (r#"{"type": "array", "items": "null"}"#, &[0x06, 0x00], "[null,null,null]"),
    (r#"{"type": "array", "items": {"type": "array", "items": "long"}}"#, &[0x02, 0x02, 0x02, 0, 0], "[[1]]"),
    (r#"{"type": "map", "values": "long"}"#, &[0x02, 0x02, b'k', 0x0a, 0x00], r#"{"k":5}"#),
    (r#"["null", "string"]"#, &[0x00], "null"),
    (r#"["null", "string"]"#, &[0x02, 0x02, b'x'], r#"{"string":"x"}"#),
    (r#"["int", "long", "float", "double"]"#, &[0x02, 0x06], r#"{"long":3}"#),
    (
        r#"["null", {"type": "record", "name": "a.R", "fields": []}, {"type": "record", "name": "b.R", "fields": []}]"#,
        &[0x04],
        r#"{"b.R":{}}"#,
    ),
    (
        r#"{"type": "record", "name": "L", "fields": [
            {"name": "v", "type": "int"}, {"name": "next", "type": ["null", "L"]}]}"#,
        &[0x02, 0x02, 0x04, 0x00],
        r#"{"v":1,"next":{"L":{"v":2,"next":null}}}"#,
    ),
];

#[test]
fn every_datum_reads_writes_prints_and_skips() {
    for &(text, bytes, expected) in DATUMS {
        let schema = schema(text);
        let value = Value::decode(&schema, bytes).unwrap();
        assert_eq!(value.encode(&schema).unwrap(), bytes, "{text}");
        assert_eq!(value, value.clone());

        let limits = Limits::default();
        let mut out = Vec::new();
        json::write(&schema, &mut Reader::new(bytes), &limits, &mut out, json::Style::Compact).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), expected, "{text}");

        let mut reader = Reader::new(bytes);
        Plan::new(&schema).skip(&mut reader, &limits).unwrap();
        assert!(reader.is_empty(), "{text}");
    }
}

#[test]
fn every_cut_of_every_datum_is_truncated() {
    for &(text, bytes, _) in DATUMS {
        let schema = schema(text);
        for cut in 0..bytes.len() {
            let limits = Limits::default();
            let part = &bytes[..cut];
            let error = Value::decode(&schema, part).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{text} cut at {cut}: {error}");
            assert!(error.offset().unwrap() <= cut as u64, "{text} cut at {cut}: {error}");

            let mut out = b"before".to_vec();
            let written =
                json::write(&schema, &mut Reader::new(part), &limits, &mut out, json::Style::Compact);
            assert_eq!(written.unwrap_err().kind(), ErrorKind::Truncated);
            assert_eq!(out, b"before");
            assert!(Plan::new(&schema).skip(&mut Reader::new(part), &limits).unwrap_err().is_truncated());
        }
        let longer = [bytes, &[0]].concat();
        assert_eq!(Value::decode(&schema, &longer).unwrap_err().kind(), ErrorKind::TrailingBytes);
    }
}

#[test]
fn not_a_number_keeps_its_bits() {
    let schema = schema(r#""double""#);
    let bytes = [1, 2, 3, 4, 5, 6, 0xf8, 0xff];
    assert_eq!(Value::decode(&schema, &bytes).unwrap().encode(&schema).unwrap(), bytes);
    let mut out = Vec::new();
    json::write(&schema, &mut Reader::new(&bytes), &Limits::default(), &mut out, json::Style::Compact)
        .unwrap();
    assert_eq!(out, br#""NaN""#);
}

#[test]
fn overlong_varints_are_read() {
    assert_eq!(Value::decode(&schema(r#""long""#), &[0x80, 0x00]).unwrap(), Value::Long(0));
}

#[test]
fn blocks_with_sizes_are_read_skipped_and_checked() {
    let schema = schema(r#"{"type": "map", "values": "int"}"#);
    // Two entries with the size of their block, one without; AVRO's negative counts.
    let bytes = [0x03, 0x0c, 0x02, b'a', 0x14, 0x02, b'b', 0x27, 0x02, 0x04, b'c', b'c', 0x0e, 0x00];
    let value = Value::decode(&schema, &bytes).unwrap();
    assert_eq!(value, Value::from(Map::from_iter([("a", 10), ("b", -20), ("cc", 7)])));
    let mut reader = Reader::new(&bytes);
    Plan::new(&schema).skip(&mut reader, &Limits::default()).unwrap();
    assert_eq!(reader.position(), 14);

    let mut wrong = bytes;
    wrong[1] = 0x0a;
    let error = Value::decode(&schema, &wrong).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert!(error.expected().contains("end at byte 7"), "{error}");
}

#[test]
fn a_key_that_comes_twice_keeps_its_last_value() {
    let schema = schema(r#"{"type": "map", "values": "int"}"#);
    let value = Value::decode(&schema, &[0x06, 2, b'a', 2, 2, b'b', 4, 2, b'a', 6, 0]).unwrap();
    assert_eq!(value, Value::from(Map::from_iter([("b", 2), ("a", 3)])));

    let mut bytes = vec![0x80, 0x01]; // 64 entries with the keys 0 to 31, twice each
    for index in 0..64_u8 {
        bytes.extend([2, b'0' + index % 32, index * 2]);
    }
    bytes.push(0);
    let value = Value::decode(&schema, &bytes).unwrap();
    let map = value.as_map().unwrap();
    assert_eq!(map.len(), 32);
    assert_eq!(map.get("0"), Some(&Value::Int(32)));
}

/// Schema, bytes, and what the error says.
const MALFORMED: &[(&str, &[u8], &str)] = &[
    (r#""boolean""#, &[2], "at byte 0, in boolean: expected a boolean, 0 or 1, found 2"),
    (r#""int""#, &[0x80, 0x80, 0x80, 0x80, 0x80, 0x00], "expected an int of at most 5 bytes"),
    (r#""int""#, &[0xff, 0xff, 0xff, 0xff, 0x1f], "expected an int of 32 bits"),
    (
        r#""long""#,
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02],
        "expected a long of 64 bits",
    ),
    (r#""long""#, &[0xff; 11], "expected a long of at most 10 bytes"),
    (r#""bytes""#, &[0x01], "expected bytes of no negative length, found length -1"),
    (r#""string""#, &[0x04, 0xc3, 0x28], "at byte 1, in string: expected a string of UTF-8, found byte 0xc3"),
    (r#"["null"]"#, &[0x02], "expected the index of a branch from 0 to 0, found 1"),
    (r#"["null"]"#, &[0x01], "found -1"),
    (r#"{"type": "enum", "name": "E", "symbols": ["A"]}"#, &[0x02], "the index of a symbol from 0 to 0"),
    (r#"{"type": "enum", "name": "E", "symbols": []}"#, &[0x00], "of which there is none"),
    (
        r#"{"type": "array", "items": "null"}"#,
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0, 0],
        "expected a count of items",
    ),
    (
        r#"{"type": "array", "items": "int"}"#,
        &[0x01, 0x03, 0x02, 0x00],
        "expected the size of a block, found -2",
    ),
    (r#"{"type": "map", "values": "boolean"}"#, &[0x02, 0x02, b'k', 0x07, 0x00], r#"in map["k"]"#),
    (
        r#"{"type": "record", "name": "com.R", "fields": [{"name": "a", "type": {"type": "array", "items":
            {"type": "record", "name": "I", "fields": [{"name": "ok", "type": "boolean"}]}}}]}"#,
        &[0x04, 0x01, 0x09, 0x00],
        "at byte 2, in com.R.a[1].ok: expected a boolean, 0 or 1, found 9",
    ),
];

#[test]
fn malformed_bytes_are_named_with_their_place() {
    for &(text, bytes, expected) in MALFORMED {
        let error = Value::decode(&schema(text), bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed, "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
    }
}

#[test]
fn counts_that_the_bytes_cannot_hold_are_refused_at_once() {
    let huge = [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00]; // 2^63 - 1
    for items in [r#""int""#, r#""double""#, r#""string""#, r#"["null", "int"]"#] {
        let text = format!(r#"{{"type": "array", "items": {items}}}"#);
        assert_eq!(Value::decode(&schema(&text), &huge).unwrap_err().kind(), ErrorKind::Truncated);
    }
    for text in [r#""bytes""#, r#""string""#] {
        assert_eq!(Value::decode(&schema(text), &huge).unwrap_err().kind(), ErrorKind::Truncated);
    }
}

#[test]
fn items_that_take_no_bytes_are_limited() {
    let empty_records = r#"{"type": "array", "items": {"type": "record", "name": "E", "fields": [
        {"name": "a", "type": "null"}, {"name": "b", "type": {"type": "fixed", "name": "F", "size": 0}}]}}"#;
    for text in [r#"{"type": "array", "items": "null"}"#, empty_records] {
        let schema = schema(text);
        for count in ["80ecb80b00", "8080808080808080800100"] {
            let error = Value::decode(&schema, &hex(count)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Limit);
            assert!(error.to_string().contains("zero_size_items"), "{error}");
        }
    }
    // An item with two fields counts three times.
    let mut bytes = Vec::new();
    crate::wire::writer::write_long(&mut bytes, 22_000);
    bytes.push(0);
    assert_eq!(Value::decode(&schema(empty_records), &bytes).unwrap_err().kind(), ErrorKind::Limit);
    let limits = Limits { zero_size_items: 100_000, ..Limits::default() };
    let value = Plan::new(&schema(empty_records)).read_value(&mut Reader::new(&bytes), &limits).unwrap();
    assert_eq!(value.as_array().unwrap().len(), 22_000);
}

#[test]
fn records_that_double_without_bytes_are_limited() {
    // Each level holds two of the next: 2^40 values from no byte at all.
    let mut text = r#"{"type": "record", "name": "R0", "fields": []}"#.to_owned();
    for level in 1..=40 {
        text = format!(
            r#"{{"type": "record", "name": "R{level}", "fields": [
                {{"name": "a", "type": {text}}}, {{"name": "b", "type": "R{}"}}]}}"#,
            level - 1
        );
    }
    let schema = schema(&text);
    assert_eq!(Value::decode(&schema, &[]).unwrap_err().kind(), ErrorKind::Limit);
    let mut out = Vec::new();
    let limits = Limits::default();
    let printed = json::write(&schema, &mut Reader::new(&[]), &limits, &mut out, json::Style::Compact);
    assert_eq!(printed.unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn recursion_ends_in_an_error_on_a_small_stack() {
    let list =
        schema(r#"{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}"#);
    let tree = schema(
        r#"{"type": "record", "name": "T", "fields": [{"name": "a", "type":
            {"type": "array", "items": {"type": "array", "items": {"type": "array", "items":
            {"type": "array", "items": {"type": "array", "items": {"type": "array", "items":
            {"type": "array", "items": "T"}}}}}}}}]}"#,
    );
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || {
            let bytes = vec![0x02; 120_000];
            for (schema, limits) in
                [(&list, &["record_depth"][..]), (&tree, &["nesting_depth", "stack_bytes"])]
            {
                let error = Value::decode(schema, &bytes).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Limit);
                assert!(limits.iter().any(|limit| error.to_string().contains(limit)), "{error}");
                let limits = Limits::default();
                let skipped = Plan::new(schema).skip(&mut Reader::new(&bytes), &limits);
                assert_eq!(skipped.unwrap_err().kind(), ErrorKind::Limit);
                let mut out = Vec::new();
                let printed =
                    json::write(schema, &mut Reader::new(&bytes), &limits, &mut out, json::Style::Pretty);
                assert_eq!(printed.unwrap_err().kind(), ErrorKind::Limit);
            }
            // As deep as allowed, all the way: read, compare, write, drop.
            let mut deep = vec![0x02; 127];
            deep.push(0);
            let value = Value::decode(&list, &deep).unwrap();
            assert_eq!(value.clone().encode(&list).unwrap(), deep);
        })
        .unwrap()
        .join()
        .unwrap();
}

#[test]
fn a_record_that_holds_itself_is_refused_by_depth() {
    let schema = schema(r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": "R"}]}"#);
    assert_eq!(Value::decode(&schema, &[]).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn what_loses_nothing_is_written() {
    assert_eq!(Value::Int(5).encode(&schema(r#""long""#)).unwrap(), [0x0a]);
    assert_eq!(Value::Int(1).encode(&schema(r#""double""#)).unwrap(), 1_f64.to_le_bytes());
    assert_eq!(Value::Float(1.5).encode(&schema(r#""double""#)).unwrap(), 1.5_f64.to_le_bytes());
    let suit = schema(r#"{"type": "enum", "name": "Suit", "symbols": ["CLUBS", "HEARTS"]}"#);
    assert_eq!(Value::from("HEARTS").encode(&suit).unwrap(), [0x02]);
    let id = schema(r#"{"type": "fixed", "name": "Id", "size": 2}"#);
    assert_eq!(Value::from(vec![1_u8, 2]).encode(&id).unwrap(), [1, 2]);
    let numbers = schema(r#"{"type": "array", "items": "long"}"#);
    for array in [Array::from(vec![1, 2]), Array::from(vec![1_i64, 2]), Array::from_iter([1_i64, 2])] {
        assert_eq!(Value::from(array).encode(&numbers).unwrap(), [0x04, 0x02, 0x04, 0x00]);
    }
}

#[test]
fn unions_take_the_branch_of_the_very_type_first() {
    let union = schema(
        r#"["null", "double", "long", "int", "string", {"type": "enum", "name": "E", "symbols": ["A"]}]"#,
    );
    assert_eq!(Value::Int(1).encode(&union).unwrap(), [0x06, 0x02]);
    assert_eq!(Value::from("A").encode(&union).unwrap(), [0x08, 0x02, b'A']);
    let symbol = Symbol::new(&schema(r#"{"type": "enum", "name": "E", "symbols": ["A"]}"#), "A").unwrap();
    assert_eq!(Value::from(symbol).encode(&union).unwrap(), [0x0a, 0x00]);
    let wide = schema(r#"["null", "long"]"#);
    assert_eq!(Value::Int(1).encode(&wide).unwrap(), [0x02, 0x02]);
}

#[test]
fn records_without_a_name_are_written_by_field() {
    let point = schema(
        r#"{"type": "record", "name": "P", "fields": [{"name": "x", "type": "int"}, {"name": "y", "type": "int"}]}"#,
    );
    assert_eq!(record! { "y": 2, "x": 1 }.encode(&point).unwrap(), [0x02, 0x04]);
    assert_eq!(record! { "y": 2, "x": 1 }, Value::decode(&point, &[0x02, 0x04]).unwrap());
}

/// A value, a schema it does not fit, and what the error says.
fn misfits() -> Vec<(Value, &'static str, &'static str)> {
    let id = schema(r#"{"type": "fixed", "name": "Id", "size": 1}"#);
    let point = r#"{"type": "record", "name": "P", "fields": [{"name": "x", "type": "int"}]}"#;
    let other = schema(r#"{"type": "record", "name": "Q", "fields": [{"name": "x", "type": "int"}]}"#);
    vec![
        (Value::Null, r#""int""#, "in int: expected int, found null"),
        (Value::Long(1), r#""int""#, "expected int, found long"),
        (Value::Double(1.0), r#""float""#, "expected float, found double"),
        (Value::Long(1), r#""double""#, "expected double, found long"),
        (Value::from("x"), r#""bytes""#, "expected bytes, found string"),
        (Value::from("x"), r#"["null", "int"]"#, "expected one of null, int, found string"),
        (
            Value::from("C"),
            r#"{"type": "enum", "name": "E", "symbols": ["A"]}"#,
            r#"a symbol of E, found "C""#,
        ),
        (
            Value::from(vec![0_u8; 3]),
            r#"{"type": "fixed", "name": "F", "size": 2}"#,
            "2 bytes for F, found 3 bytes",
        ),
        (
            Fixed::new(&id, &[1]).unwrap().into(),
            r#"{"type": "fixed", "name": "F", "size": 1}"#,
            "found a fixed Id",
        ),
        (record! { "x": 1, "z": 1 }, point, r#"expected only fields of P, found a field "z""#),
        (record! {}, point, "in P.x: expected a value, found no such field"),
        (record! { "x": "no" }, point, "in P.x: expected int, found string"),
        (Value::decode(&other, &[2]).unwrap(), point, "expected a record P, found a record Q"),
        (
            Value::from(vec![1_i64]),
            r#"{"type": "array", "items": "int"}"#,
            "in array[0]: expected int, found long",
        ),
        (Map::from_iter([("k", 1)]).into(), r#"{"type": "map", "values": "string"}"#, r#"in map["k"]"#),
    ]
}

#[test]
fn values_that_do_not_fit_are_refused_and_leave_nothing_behind() {
    for (value, text, expected) in misfits() {
        let mut out = b"before".to_vec();
        let error = value.write(&schema(text), &mut out).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{text}: {error}");
        assert!(error.to_string().contains(expected), "{text}: {error}");
        assert_eq!(out, b"before");
    }
}

#[test]
fn what_writing_refuses_validation_finds() {
    for (value, text, expected) in misfits() {
        let faults = value.validate(&schema(text)).unwrap_err();
        assert!(faults.iter().any(|fault| fault.to_string().contains(expected)), "{text}: {faults:?}");
        assert!(faults.iter().all(|fault| fault.kind() == ErrorKind::Mismatch), "{text}: {faults:?}");
    }
    for &(text, bytes, _) in DATUMS {
        let schema = schema(text);
        assert!(Value::decode(&schema, bytes).unwrap().validate(&schema).is_ok(), "{text}");
    }
}

#[test]
fn validation_finds_all_faults_with_their_places() {
    let order = schema(
        r#"{"type": "record", "name": "com.Order", "fields": [
            {"name": "id", "type": "long"},
            {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
                {"name": "sku", "type": "string"}, {"name": "price", "type": ["null", "double"]}]}}},
            {"name": "tags", "type": {"type": "map", "values": {"type": "fixed", "name": "Tag", "size": 2}}},
            {"name": "next", "type": ["null", "com.Order"]}]}"#,
    );
    let line = |sku: Value, price: Value| record! { "sku": sku, "price": price };
    let value = record! {
        "id": 1.5,
        "lines": vec![
            line("a".into(), 1.0.into()),
            line(Value::Null, "free".into()),
            record! { "sku": "c", "cost": 1 },
        ],
        "tags": Value::Null,
        "more": 1,
    };
    let mut tags = Map::from_iter([("ok", [1_u8, 2])]);
    tags.insert("no", vec![1_u8]);
    let Value::Record(mut record) = value else { unreachable!() };
    *record.get_mut("tags").unwrap() = tags.into();
    let faults = Value::Record(record).validate(&order).unwrap_err();
    assert_eq!(
        faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            r#"in com.Order: expected only fields of com.Order, found a field "more""#,
            "in com.Order.id: expected long, found double",
            "in com.Order.lines[1].sku: expected string, found null",
            "in com.Order.lines[1].price: expected one of null, double, found string",
            r#"in com.Order.lines[2]: expected only fields of com.Line, found a field "cost""#,
            "in com.Order.lines[2].price: expected a value, found no such field in the record",
            r#"in com.Order.tags["no"]: expected 2 bytes for com.Tag, found 1 bytes"#,
            "in com.Order.next: expected a value, found no such field in the record",
        ]
    );
}

#[test]
fn validation_ends_with_a_hundred_faults_or_too_much_depth() {
    let numbers = schema(r#"{"type": "array", "items": "int"}"#);
    let faults = Value::from(vec![0_i64; 1_000_000]).validate(&numbers).unwrap_err();
    assert_eq!(faults.len(), 100);
    assert_eq!(faults[99].path(), "array[99]");
    let list =
        schema(r#"{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}"#);
    let deep = (0..200).fold(Value::Null, |next, _| record! { "next": next });
    let faults = deep.validate(&list).unwrap_err();
    assert_eq!(faults.len(), 1);
    assert_eq!(faults[0].kind(), ErrorKind::Limit);
    assert_eq!(deep.write(&list, &mut Vec::new()).unwrap_err().to_string(), faults[0].to_string());
}

#[test]
fn values_display_as_json() {
    let value =
        record! { "a": vec![1, 2], "b": "q\"\n", "c": Value::from(vec![0xff_u8]), "d": f64::NAN, "e": 1.0 };
    assert_eq!(
        value.to_string(),
        "{\"a\":[1,2],\"b\":\"q\\\"\\n\",\"c\":\"\u{ff}\",\"d\":\"NaN\",\"e\":1.0}"
    );
}

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}
