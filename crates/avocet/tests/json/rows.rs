//! The corners of the JSON encoding, a test each.

use avocet::{ErrorKind, Plan, Value};

use super::{parse, refuse, round_trip, schema};

const NAMED: &str = r#"["null", "int", "string", {"type": "array", "items": "int"},
    {"type": "map", "values": "int"}, {"type": "record", "name": "a.R", "fields": []},
    {"type": "enum", "name": "a.E", "symbols": ["X"]}, {"type": "fixed", "name": "a.F", "size": 1},
    {"type": "fixed", "name": "b.F", "size": 1}, {"type": "enum", "name": "int8", "symbols": ["Y"]}]"#;

#[test]
fn union_null_is_bare_and_any_other_names_its_branch() {
    for (text, index) in [
        ("null", 0),
        (r#"{"int":1}"#, 1),
        (r#"{"string":"x"}"#, 2),
        (r#"{"array":[]}"#, 3),
        (r#"{"map":{}}"#, 4),
        (r#"{"a.R":{}}"#, 5),
        (r#"{"a.E":"X"}"#, 6),
        (r#"{"a.F":"x"}"#, 7),
        (r#"{"b.F":"x"}"#, 8),
        (r#"{"int8":"Y"}"#, 9),
    ] {
        assert_eq!(parse(NAMED, text)[0], index * 2, "{text}");
        round_trip(NAMED, text, text);
    }
}

#[test]
fn union_short_names_are_read_where_one_branch_alone_has_them() {
    round_trip(NAMED, r#"{"R": {}}"#, r#"{"a.R":{}}"#);
    round_trip(NAMED, r#"{ "\u0045" : "X" }"#, r#"{"a.E":"X"}"#);
    let error = refuse(NAMED, r#"{"F": "x"}"#);
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.found().contains("\"F\""), "{error}");
}

#[test]
fn union_anything_else_is_an_error() {
    for (text, found) in [
        ("1", "the number 1"),
        ("\"x\"", "the string \"x\""),
        ("[1]", "an array"),
        ("{}", "an empty object"),
        (r#"{"long": 1}"#, "the branch \"long\""),
        (r#"{"null": null}"#, "the branch \"null\""),
        (r#"{"int": 1, "string": "x"}"#, "a second member \"string\""),
        (r#"{"int": 1, "int": 1}"#, "a second member \"int\""),
    ] {
        let error = refuse(NAMED, text);
        assert_eq!((error.kind(), error.found()), (ErrorKind::Mismatch, found), "{error}");
    }
    assert_eq!(refuse(r#"["int", "string"]"#, "null").found(), "null");
}

#[test]
fn bytes_and_fixed_are_code_points_up_to_255() {
    let fixed = r#"{"type": "fixed", "name": "F", "size": 3}"#;
    assert_eq!(parse("\"bytes\"", r#""a\u00ff\u0000ÿ""#), [0x08, b'a', 0xff, 0, 0xff]);
    assert_eq!(parse(fixed, r#""é\n\u007f""#), [0xe9, 0x0a, 0x7f]);
    round_trip("\"bytes\"", r#""\u00e9\t""#, r#""é\t""#);
    for (schema, text) in [
        ("\"bytes\"", r#""\u0100""#),
        ("\"bytes\"", r#""aaaaaaa😀""#),
        ("\"bytes\"", "[1]"),
        (fixed, r#""ab\u0100""#),
        (fixed, r#""ab""#),
        (fixed, r#""abcd""#),
        (fixed, r#""éé""#),
    ] {
        let error = refuse(schema, text);
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
        assert!(error.expected().contains("characters up to U+00FF"), "{error}");
    }
    let every: Vec<u8> = (0..=255).collect();
    let text = avocet::json::print(&schema("\"bytes\""), &[&[0x80, 0x04], &every[..]].concat()).unwrap();
    assert_eq!(parse("\"bytes\"", &text)[2..], every);
}

#[test]
fn nan_and_infinities_are_strings() {
    for (text, value) in [
        ("\"NaN\"", f64::NAN),
        ("\"Infinity\"", f64::INFINITY),
        ("\"INF\"", f64::INFINITY),
        ("\"+INF\"", f64::INFINITY),
        ("\"-Infinity\"", f64::NEG_INFINITY),
        ("\"-INF\"", f64::NEG_INFINITY),
        ("\"\\u004eaN\"", f64::NAN),
    ] {
        assert_eq!(parse("\"double\"", text), value.to_le_bytes(), "{text}");
        assert_eq!(parse("\"float\"", text), (value as f32).to_le_bytes(), "{text}");
    }
    round_trip("\"double\"", "\"INF\"", "\"Infinity\"");
    round_trip("\"float\"", "\"-INF\"", "\"-Infinity\"");
    for text in ["NaN", "Infinity", "-Infinity", "\"nan\"", "\"inf\"", "\"1.5\"", "null", "1e400", "-1e400"] {
        refuse("\"double\"", text);
        refuse("\"float\"", text);
    }
    refuse("\"float\"", "3.5e38");
}

#[test]
fn floats_and_doubles_are_the_nearest() {
    for value in [0.0, -0.0, 0.1, 1e308, 5e-324, 123_456_789.012_345_67, f64::MAX, f64::MIN_POSITIVE] {
        let text = avocet::json::print(&schema("\"double\""), &value.to_le_bytes()).unwrap();
        assert_eq!(parse("\"double\"", &text), value.to_le_bytes(), "{text}");
    }
    for value in [0.1_f32, f32::MAX, f32::MIN_POSITIVE, 1e-45, 16_777_217.0, -0.0] {
        let text = avocet::json::print(&schema("\"float\""), &value.to_le_bytes()).unwrap();
        assert_eq!(parse("\"float\"", &text), value.to_le_bytes(), "{text}");
    }
    // Rounded to a double first, this would become 1.
    assert_eq!(parse("\"float\"", "1.00000005960464477540"), 1.000_000_1_f32.to_le_bytes());
    assert_eq!(parse("\"double\"", "7"), 7_f64.to_le_bytes());
    assert_eq!(parse("\"double\"", "9007199254740993"), 9_007_199_254_740_992_f64.to_le_bytes());
}

#[test]
fn integers_are_exact_in_any_notation_and_range_checked() {
    for (text, value) in [
        ("1.0", 1),
        ("1e2", 100),
        ("-2.50E1", -25),
        ("-0", 0),
        ("9223372036854775807", i64::MAX),
        ("-9223372036854775808", i64::MIN),
        ("9007199254740993", 9_007_199_254_740_993),
        ("9007199254740993.0", 9_007_199_254_740_993),
    ] {
        let bytes = parse("\"long\"", text);
        assert_eq!(Value::decode(&schema("\"long\""), &bytes).unwrap(), Value::Long(value), "{text}");
    }
    assert_eq!(parse("\"int\"", "2147483647"), parse("\"long\"", "2147483647"));
    assert_eq!(parse("\"int\"", "-2147483648.0"), parse("\"long\"", "-2147483648"));
    for text in
        ["9223372036854775808", "-9223372036854775809", "1e19", "1.5", "1e-1", "\"1\"", "true", "null"]
    {
        let error = refuse("\"long\"", text);
        assert_eq!((error.kind(), error.expected()), (ErrorKind::Mismatch, "an integer of 64 bits (long)"));
        refuse("\"int\"", text);
    }
    for text in ["2147483648", "-2147483649", "2147483648.0", "3e9"] {
        let error = refuse("\"int\"", text);
        assert_eq!(error.found(), format!("the number {text}"));
    }
}

const ORDER: &str = r#"{"type": "record", "name": "Order", "namespace": "shop", "fields": [
    {"name": "id", "type": "long"},
    {"name": "note", "type": ["null", "string"], "default": null},
    {"name": "tags", "type": {"type": "array", "items": "string"}, "default": ["new"]},
    {"name": "raw", "type": "bytes", "default": "\u00ff"},
    {"name": "paid", "type": "boolean"}]}"#;

#[test]
fn fields_in_any_order_are_written_in_the_order_of_the_schema() {
    let written = r#"{"id":7,"note":{"string":"x"},"tags":["a","b"],"raw":"","paid":true}"#;
    round_trip(ORDER, written, written);
    round_trip(ORDER, r#"{"paid":true,"raw":"","tags":["a","b"],"note":{"string":"x"},"id":7}"#, written);
    round_trip(ORDER, r#"{"note":{"string":"x"},"paid":true,"id":7,"raw":"","tags":["a","b"]}"#, written);
    round_trip(
        ORDER,
        r#"{"\u0069d":7,"note":{"string":"x"},"tags":["a","b"],"raw":"","paid":true}"#,
        written,
    );
}

#[test]
fn fields_in_any_order_in_records_inside_each_other() {
    let schema = r#"{"type": "record", "name": "N", "fields": [{"name": "a", "type": "int"},
        {"name": "next", "type": ["null", "N"], "default": null}, {"name": "b", "type": "string"}]}"#;
    round_trip(
        schema,
        r#"{"b":"1","next":{"N":{"next":{"N":{"a":3,"b":"3"}},"b":"2","a":2}},"a":1}"#,
        r#"{"a":1,"next":{"N":{"a":2,"next":{"N":{"a":3,"next":null,"b":"3"}},"b":"2"}},"b":"1"}"#,
    );
}

#[test]
fn a_missing_member_is_its_default_or_an_error() {
    let written = r#"{"id":7,"note":null,"tags":["new"],"raw":"ÿ","paid":false}"#;
    round_trip(ORDER, r#"{"id":7,"paid":false}"#, written);
    round_trip(ORDER, r#"{"paid":false,"id":7}"#, written);
    let error = refuse(ORDER, "{\n  \"id\": 7\n}");
    assert_eq!(
        error.to_string(),
        "at byte 12, line 3, column 1, in shop.Order: expected a member \"paid\", which has no default, found the \
         end of the object"
    );
    assert_eq!(refuse(ORDER, "{}").expected(), "a member \"id\", which has no default");
}

#[test]
fn unknown_and_repeated_members_are_errors() {
    let error = refuse(ORDER, r#"{"id": 7, "payd": true}"#);
    assert_eq!(error.found(), "a member \"payd\"");
    assert_eq!(error.position(), Some((1, 11)));
    for text in [r#"{"id": 7, "id": 7, "paid": true}"#, r#"{"id": 7, "paid": true, "\u0069d": 7}"#] {
        assert_eq!(refuse(ORDER, text).found(), "a second member \"id\"");
    }
}

#[test]
fn a_key_that_a_map_has_twice_is_an_error() {
    let map = r#"{"type": "map", "values": {"type": "map", "values": "int"}}"#;
    round_trip(map, r#"{"a":{"x":1},"b":{"x":1},"":{}}"#, r#"{"a":{"x":1},"b":{"x":1},"":{}}"#);
    let error = refuse(map, r#"{"a":{"x":1, "y": 2, "\u0078": 3}}"#);
    assert_eq!(
        error.to_string(),
        "at byte 21, line 1, column 22, in map[\"a\"]: expected each member once in an object, found a second member \"x\""
    );
    let mut many: Vec<String> = (0..100).map(|key| format!("\"k{key}\":{{}}")).collect();
    parse(map, &format!("{{{}}}", many.join(",")));
    many.push("\"k57\":{}".to_owned());
    let text = format!("{{{}}}", many.join(","));
    let error = refuse(map, &text);
    assert_eq!(error.found(), "a second member \"k57\"");
    assert_eq!(error.offset(), text.rfind("\"k57\"").map(|at| at as u64));
}

#[test]
fn many_fields_and_symbols_are_found_by_name() {
    let fields: Vec<String> = (0..100)
        .map(|index| format!(r#"{{"name": "f{index}", "type": "int", "default": {index}}}"#))
        .collect();
    let schema = format!(r#"{{"type": "record", "name": "Wide", "fields": [{}]}}"#, fields.join(","));
    let members: Vec<String> = (0..100).rev().map(|index| format!("\"f{index}\": {index}")).collect();
    assert_eq!(parse(&schema, &format!("{{{}}}", members.join(","))), parse(&schema, "{}"));
    refuse(&schema, r#"{"f100": 1}"#);
    let symbols: Vec<String> = (0..100).map(|index| format!("\"S{index}\"")).collect();
    let schema = format!(r#"{{"type": "enum", "name": "E", "symbols": [{}]}}"#, symbols.join(","));
    for symbol in symbols {
        round_trip(&schema, &symbol, &symbol);
    }
    let error = refuse(&schema, "\"S100\"");
    assert!(error.expected().ends_with("S7, …"), "{error}");
}

#[test]
fn enum_symbols_are_checked() {
    let suit = r#"{"type": "enum", "name": "Suit", "symbols": ["SPADES", "HEARTS"], "default": "SPADES"}"#;
    assert_eq!(parse(suit, "\"HEARTS\""), [0x02]);
    for text in ["\"CLUBS\"", "\"hearts\"", "1", "null", "\"\""] {
        assert_eq!(refuse(suit, text).expected(), "a symbol of Suit, SPADES, HEARTS");
    }
}

#[test]
fn logical_types_are_those_that_they_stand_on() {
    let stamp = r#"["null", {"type": "long", "logicalType": "timestamp-millis"}]"#;
    round_trip(stamp, r#"{"long":1700000000123}"#, r#"{"long":1700000000123}"#);
    let decimal = r#"{"type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2}"#;
    round_trip(decimal, r#""\u00d4""#, "\"\u{d4}\"");
    refuse(decimal, "1.23");
}

#[test]
fn arrays_and_maps_are_one_block() {
    let ints = r#"{"type": "array", "items": "int"}"#;
    for count in [0, 1, 63, 64, 65, 8191, 8192, 10_000] {
        let items: Vec<i32> = (0..count).collect();
        let text = format!("{items:?}");
        let bytes = Value::from(items).encode(&schema(ints)).unwrap();
        assert_eq!(parse(ints, &text), bytes);
    }
    let nested =
        r#"{"type": "array", "items": {"type": "array", "items": {"type": "map", "values": "long"}}}"#;
    let map = (0..70).map(|key| format!("\"{key}\":{key}")).collect::<Vec<_>>().join(",");
    let text = format!("[{}]", vec![format!("[{{{map}}},{{}}]"); 80].join(","));
    round_trip(nested, &text, &text);
}

#[test]
fn strings_with_every_escape() {
    round_trip(
        "\"string\"",
        r#""\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00 é€😀""#,
        r#""\"\\/\b\f\n\r\tAé€😀 é€😀""#,
    );
    for control in 0..0x20 {
        let text = format!("\"a\\u{control:04x}b\"");
        assert_eq!(parse("\"string\"", &text), [0x06, b'a', control, b'b']);
        let bare = format!("\"a{}b\"", char::from(control));
        assert_eq!(refuse("\"string\"", &bare).kind(), ErrorKind::Malformed);
    }
}

#[test]
fn errors_say_where() {
    let text = "{\"id\": 1, \"paid\": true,\n \"tags\": [\"ä\", \"ö\", 3]}";
    assert_eq!(
        refuse(ORDER, text).to_string(),
        "at byte 46, line 2, column 21, in shop.Order.tags[2]: expected a string, found the number 3"
    );
    let map = r#"{"type": "map", "values": {"type": "array", "items": ["null", "int"]}}"#;
    assert_eq!(refuse(map, r#"{"a b": [null, {"int": "x"}]}"#).path(), r#"map["a b"][1]"#);
}

#[test]
fn one_datum_takes_the_whole_text() {
    assert_eq!(parse("\"int\"", " \t\r\n7\n "), [0x0e]);
    assert_eq!(parse("\"int\"", "\u{feff}7"), [0x0e]);
    let error = refuse("\"int\"", "7\n 8");
    assert_eq!((error.kind(), error.position()), (ErrorKind::TrailingBytes, Some((2, 2))));
    assert_eq!(refuse("\"int\"", "").kind(), ErrorKind::Truncated);
    assert_eq!(refuse("\"int\"", "7x").kind(), ErrorKind::Malformed);
    assert_eq!(refuse("\"null\"", "nullnull").kind(), ErrorKind::Malformed);
}

#[test]
fn values_and_text_by_way_of_the_bytes() {
    let schema = schema(ORDER);
    let plan = Plan::new(&schema);
    let value = plan.decode_value(&parse(ORDER, r#"{"id": 7, "paid": true}"#)).unwrap();
    assert_eq!(value["tags"].as_array().unwrap().len(), 1);
    let text = avocet::json::print(&schema, &value.encode(&schema).unwrap()).unwrap();
    assert_eq!(text, r#"{"id":7,"note":null,"tags":["new"],"raw":"ÿ","paid":true}"#);
}
