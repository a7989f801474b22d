//! The binary encoding.

use avocet::value::{Array, Map};
use avocet::wire::Reader;
use avocet::{ErrorKind, Limits, Plan, Value, record};

use crate::{assert_refused, of, schema};

const MALFORMED: ErrorKind = ErrorKind::Malformed;

#[test]
fn varint_length() {
    let most = [&[0xff; 9][..], &[0x01]].concat();
    assert_eq!(Value::decode(&of("long"), &most).unwrap(), Value::Long(i64::MIN));
    for tenth in [0x02, 0x03, 0x7e, 0x7f] {
        assert_refused(&of("long"), &[&[0xff; 9][..], &[tenth]].concat(), MALFORMED, "a long of 64 bits");
    }
    assert_refused(
        &of("long"),
        &[&[0x80; 10][..], &[0x00]].concat(),
        MALFORMED,
        "a long of at most 10 bytes",
    );
    for (bytes, number) in
        [([0xff, 0xff, 0xff, 0xff, 0x0f], i32::MIN), ([0xfe, 0xff, 0xff, 0xff, 0x0f], i32::MAX)]
    {
        assert_eq!(Value::decode(&of("int"), &bytes).unwrap(), Value::Int(number));
    }
    assert_refused(&of("int"), &[0x80, 0x80, 0x80, 0x80, 0x10], MALFORMED, "an int of 32 bits");
    assert_refused(&of("int"), &[0x80, 0x80, 0x80, 0x80, 0x80, 0x00], MALFORMED, "an int of at most 5 bytes");
    // In arrays and runs of fields, which are decoded many at a time, as well.
    let ints = schema(r#"{"type": "array", "items": "int"}"#);
    assert_refused(&ints, &[0x04, 0x02, 0x80, 0x80, 0x80, 0x80, 0x10, 0x00], MALFORMED, "an int of 32 bits");
    let fields = schema(
        r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "int"}, {"name": "b", "type": "int"}]}"#,
    );
    assert_refused(&fields, &[0x02, 0x80, 0x80, 0x80, 0x80, 0x10], MALFORMED, "an int of 32 bits");
}

#[test]
fn overlong_varints() {
    for bytes in [&[0x00][..], &[0x80, 0x00], &[0x80, 0x80, 0x80, 0x80, 0x00]] {
        for (ty, zero) in [("int", Value::Int(0)), ("long", Value::Long(0))] {
            let value = Value::decode(&of(ty), bytes).unwrap();
            assert_eq!(value, zero);
            assert_eq!(value.encode(&of(ty)).unwrap(), [0x00]);
        }
    }
    // Of lengths, counts and indexes too.
    assert_eq!(Value::decode(&of("string"), &[0x82, 0x00, b'x']).unwrap(), Value::from("x"));
    let ints = schema(r#"{"type": "array", "items": "int"}"#);
    assert_eq!(Value::decode(&ints, &[0x82, 0x00, 0x02, 0x80, 0x00]).unwrap(), Value::from([1]));
    assert_eq!(Value::decode(&schema(r#"["null", "int"]"#), &[0x82, 0x00, 0x02]).unwrap(), Value::Int(1));
}

#[test]
fn boolean() {
    for (byte, value) in [(0, false), (1, true)] {
        assert_eq!(Value::decode(&of("boolean"), &[byte]).unwrap(), Value::Boolean(value));
    }
    let booleans = schema(r#"{"type": "array", "items": "boolean"}"#);
    let fields = schema(
        r#"{"type": "record", "name": "R", "fields": [
            {"name": "a", "type": "boolean"}, {"name": "b", "type": "boolean"}]}"#,
    );
    for byte in 2..=255 {
        assert_refused(&of("boolean"), &[byte], MALFORMED, "a boolean, 0 or 1");
        assert_refused(&booleans, &[0x04, 1, byte, 0], MALFORMED, "a boolean, 0 or 1");
        assert_refused(&fields, &[1, byte], MALFORMED, "a boolean, 0 or 1");
    }
}

#[test]
fn string() {
    for text in ["", "é", "😀", "\u{0}", "a string of more than twenty-four bytes"] {
        let bytes = Value::from(text).encode(&of("string")).unwrap();
        assert_eq!(Value::decode(&of("string"), &bytes).unwrap(), Value::from(text));
    }
    let keys = schema(r#"{"type": "map", "values": "null"}"#);
    for bytes in
        [&[0xff][..], &[0xc3], &[0xc3, 0x28], &[0xed, 0xa0, 0x80], &[0xc0, 0x80], &[0xf4, 0x90, 0x80, 0x80]]
    {
        let datum = [&[bytes.len() as u8 * 2], bytes].concat();
        assert_refused(&of("string"), &datum, MALFORMED, "a string of UTF-8");
        assert_refused(&keys, &[&[0x02], &datum[..], &[0x00]].concat(), MALFORMED, "a string of UTF-8");
    }
}

#[test]
fn negative_lengths_enum_and_union_index() {
    for number in [&[0x01][..], &[0x03], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]] {
        assert_refused(&of("string"), number, MALFORMED, "a string of no negative length");
        assert_refused(&of("bytes"), number, MALFORMED, "bytes of no negative length");
        let symbols = schema(r#"{"type": "enum", "name": "E", "symbols": ["A", "B"]}"#);
        assert_refused(&symbols, number, MALFORMED, "the index of a symbol from 0 to 1");
        assert_refused(&symbols, &[0x04], MALFORMED, "the index of a symbol from 0 to 1");
        let union = schema(r#"["null", "int"]"#);
        assert_refused(&union, number, MALFORMED, "the index of a branch from 0 to 1");
        assert_refused(&union, &[0x04], MALFORMED, "the index of a branch from 0 to 1");
    }
}

#[test]
fn truncated_input() {
    let all = schema(
        r#"{"type": "record", "name": "R", "fields": [
            {"name": "s", "type": "string"}, {"name": "b", "type": "boolean"}, {"name": "f", "type": "float"},
            {"name": "u", "type": ["null", "long"]}, {"name": "d", "type": "double"},
            {"name": "x", "type": {"type": "fixed", "name": "F", "size": 3}},
            {"name": "a", "type": {"type": "array", "items": "double"}},
            {"name": "m", "type": {"type": "map", "values": "bytes"}},
            {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A"]}}]}"#,
    );
    let value = record! {
        "s": "hi", "b": true, "f": 1_f32, "u": 64_i64, "d": 1.0, "x": [1_u8, 2, 3], "a": [1.0, 2.0],
        "m": Map::from_iter([("k", [9_u8]), ("l", [8])]), "e": "A",
    };
    let bytes = value.encode(&all).unwrap();
    for cut in 0..bytes.len() {
        assert_refused(&all, &bytes[..cut], ErrorKind::Truncated, "");
    }
}

#[test]
fn block_with_negative_count() {
    let ints = schema(r#"{"type": "array", "items": "int"}"#);
    let three = Value::from([1, 2, 3]);
    for bytes in [
        &[0x06, 2, 4, 6, 0][..],
        &[0x05, 0x06, 2, 4, 6, 0],
        &[0x02, 2, 0x03, 0x04, 4, 6, 0],
        &[0x01, 0x02, 2, 0x02, 4, 0x01, 0x02, 6, 0],
    ] {
        assert_eq!(Value::decode(&ints, bytes).unwrap(), three, "{bytes:02x?}");
        assert_eq!(Plan::new(&ints).measure(bytes).unwrap(), bytes.len());
    }
    let least = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00, 0x00];
    for items in [r#""int""#, r#""null""#, r#""double""#] {
        let array = schema(&format!(r#"{{"type": "array", "items": {items}}}"#));
        assert_refused(&array, &least, MALFORMED, "a count of items");
        let map = schema(&format!(r#"{{"type": "map", "values": {items}}}"#));
        assert_refused(&map, &least, MALFORMED, "a count of items");
    }
}

#[test]
fn byte_size_of_a_block() {
    let strings = schema(r#"{"type": "array", "items": "string"}"#);
    // Skipping believes the size: what stands in the block is not looked at.
    let odd = [0x03, 0x04, 0xff, 0xff, 0x00];
    assert_eq!(Plan::new(&strings).measure(&odd).unwrap(), odd.len());
    for size in [0x02, 0x06] {
        let bytes = [0x03, size, 0x02, b'x', 0x02, b'y', 0x00];
        assert_refused(&strings, &bytes, MALFORMED, "the items of a block to end at byte");
    }
    assert_refused(&strings, &[0x01, 0x01, 0x00, 0x00], MALFORMED, "the size of a block");
    assert_refused(&strings, &[0x01, 0x7e, 0x00, 0x00], ErrorKind::Truncated, "a block of 63 bytes");
}

#[test]
fn map_with_a_key_twice() {
    let map = schema(r#"{"type": "map", "values": "int"}"#);
    let bytes = [0x04, 2, b'a', 2, 2, b'b', 4, 0x02, 2, b'a', 6, 0x00];
    let value = Value::decode(&map, &bytes).unwrap();
    assert_eq!(value, Value::from(Map::from_iter([("b", 2), ("a", 3)])));
    // All of them are there for who reads the parts.
    let mut reader = Reader::new(&bytes);
    let mut entries = Vec::new();
    while let Some(block) = reader.read_block(2).unwrap() {
        for _ in 0..block.count {
            entries.push((reader.read_string().unwrap(), reader.read_int().unwrap()));
        }
    }
    assert_eq!(entries, [("a", 1), ("b", 2), ("a", 3)]);
}

#[test]
fn zero_byte_items() {
    let nulls = schema(r#"{"type": "array", "items": "null"}"#);
    let value = Value::decode(&nulls, &[0x06, 0x00]).unwrap();
    assert_eq!(value.as_array().map(Array::len), Some(3));
    let million = [0x80, 0x89, 0x7a, 0x00];
    assert_refused(&nulls, &million, ErrorKind::Limit, "at most 65536 items that take no bytes");
    let limits = {
        let mut limits = Limits::default();
        limits.zero_size_items = 1_000_000;
        limits
    };
    let value = Plan::new(&nulls).read_value(&mut Reader::new(&million), &limits).unwrap();
    assert_eq!(value.as_array().map(Array::len), Some(1_000_000));
}

#[test]
fn payloads_of_nan_and_negative_zero() {
    for bits in
        [0x7ff8_0000_0000_0001_u64, 0xfff0_0000_0000_0001, 0x7ff4_dead_beef_0000, 0x8000_0000_0000_0000]
    {
        let value = Value::decode(&of("double"), &bits.to_le_bytes()).unwrap();
        assert_eq!(value.as_double().map(f64::to_bits), Some(bits));
        assert_eq!(value.encode(&of("double")).unwrap(), bits.to_le_bytes());
        let array = schema(r#"{"type": "array", "items": "double"}"#);
        let bytes = [&[0x02], &bits.to_le_bytes()[..], &[0x00]].concat();
        assert_eq!(Value::decode(&array, &bytes).unwrap().encode(&array).unwrap(), bytes);
    }
    for bits in [0x7fc0_0001_u32, 0x7f80_0001, 0x8000_0000] {
        let value = Value::decode(&of("float"), &bits.to_le_bytes()).unwrap();
        assert_eq!(value.as_float().map(f32::to_bits), Some(bits));
        assert_eq!(value.encode(&of("float")).unwrap(), bits.to_le_bytes());
    }
}

#[test]
fn trailing_bytes_after_a_single_value() {
    let int = of("int");
    assert_refused(&int, &[0x02, 0x00], ErrorKind::TrailingBytes, "the end of the input");
    let mut reader = Reader::new(&[0x02, 0x00]);
    let plan = Plan::new(&int);
    assert_eq!(plan.read_value(&mut reader, &Limits::default()).unwrap(), Value::Int(1));
    assert_eq!(reader.remaining(), 1);
    assert_eq!(plan.measure(&[0x02, 0x00]).unwrap(), 1);
}

#[test]
fn depth() {
    let list =
        schema(r#"{"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}"#);
    let links = |count: usize| [&vec![0x02; count - 1][..], &[0x00]].concat();
    assert!(Value::decode(&list, &links(128)).is_ok());
    assert_refused(&list, &links(129), ErrorKind::Limit, "at most 128 records inside each other");
    assert_refused(&list, &links(100_000), ErrorKind::Limit, "at most 128 records inside each other");
}
