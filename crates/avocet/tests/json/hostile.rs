//! Text that means harm: always an error, soon, and without much memory.

use std::fmt::Write as _;

use avocet::json::{Form, Parser};
use avocet::{ErrorKind, Limits, Schema};

use super::{parse, refuse, schema};

const LIST: &str = r#"{"type": "record", "name": "List", "fields": [
    {"name": "value", "type": "int", "default": 0}, {"name": "next", "type": ["null", "List"], "default": null}]}"#;
const TREE: &str = r#"{"type": "record", "name": "Tree", "fields": [
    {"name": "children", "type": {"type": "array", "items": "Tree"}}]}"#;
const DEEP_MAP: &str = r#"{"type": "record", "name": "Map", "fields": [
    {"name": "m", "type": {"type": "map", "values": {"type": "map", "values": ["null", "Map"]}}}]}"#;

/// `open` so many times, then `close`.
fn nested(count: usize, open: &str, middle: &str, close: &str) -> String {
    open.repeat(count) + middle + &close.repeat(count)
}

#[test]
fn deep_nesting_is_a_limit_whatever_the_stack() {
    let small = std::thread::Builder::new().stack_size(2 << 20).spawn(|| {
        for count in [200, 100_000] {
            for (schema, text) in [
                (LIST, nested(count, r#"{"next":{"List":"#, "{}", "}}")),
                (TREE, nested(count, r#"{"children":["#, "", "]}")),
                (DEEP_MAP, nested(count, r#"{"m":{"a":{"b":{"Map":"#, "null", "}}}}")),
            ] {
                let error = refuse(schema, &text);
                assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
                if count > 1000 {
                    let cut = refuse(schema, &text[..text.len() / 2]);
                    assert_eq!(cut.kind(), ErrorKind::Limit, "{cut}");
                }
            }
        }
        let unbounded = nested(100_000, "[", "", "]");
        assert_eq!(refuse("\"int\"", &unbounded).kind(), ErrorKind::Mismatch);
    });
    small.unwrap().join().unwrap();
}

#[test]
fn deep_nesting_in_the_plain_form() {
    let schema = r#"{"type": "record", "name": "R", "fields": [{"name": "next", "type":
        ["null", "R", {"type": "record", "name": "S", "fields": [{"name": "next", "type": ["null", "R"]}, {"name": "b", "type": "int"}]}]}]}"#;
    let parser = Parser::new(&Schema::parse(schema).unwrap()).form(Form::Plain);
    let error = parser.parse(&nested(10_000, r#"{"next":"#, "null", "}")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    parser.parse(&nested(50, r#"{"next":"#, "null", "}")).unwrap();
}

#[test]
fn the_limit_of_the_depth_is_reached_and_named() {
    let list = |count| nested(count, r#"{"next":{"List":"#, "{}", "}}");
    parse(LIST, &list(127));
    let error = refuse(LIST, &list(128));
    assert!(error.expected().contains("`record_depth`"), "{error}");
    let mut limits = Limits::default();
    limits.record_depth = 10;
    let parser = Parser::new(&schema(LIST)).limits(limits);
    assert!(parser.parse(&list(9)).is_ok());
    assert_eq!(parser.parse(&list(10)).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn little_text_does_not_ask_for_much_by_defaults() {
    let big = "x".repeat(100_000);
    let schema = format!(
        r#"{{"type": "array", "items": {{"type": "record", "name": "R", "fields": [
            {{"name": "s", "type": "string", "default": "{big}"}}]}}}}"#
    );
    let text = format!("[{}]", vec!["{}"; 10_000].join(","));
    let error = refuse(&schema, &text);
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.expected().contains("`datum_bytes`"), "{error}");
    assert_eq!(parse(&schema, "[{},{}]").len(), 2 * 100_003 + 2);
}

#[test]
fn defaults_that_nobody_checked_end() {
    let endless = r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": "R", "default": {}}]}"#;
    let mut doubling = r#"{"type": "record", "name": "R0", "fields": []}"#.to_owned();
    for level in 1..60 {
        doubling = format!(
            r#"{{"type": "record", "name": "R{level}", "fields": [{{"name": "a", "type": {doubling}, "default": {{}}}},
            {{"name": "b", "type": "R{}", "default": {{}}}}]}}"#,
            level - 1
        );
    }
    for text in [endless, &doubling] {
        let schema = Schema::parser().unchecked_defaults(true).parse(text).unwrap();
        let error = Parser::new(&schema).parse("{}").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    }
}

#[test]
fn huge_numbers() {
    let digits = "9".repeat(1_000_000);
    let long_zero = format!("0.{}e1000000", "0".repeat(1_000_000));
    for schema in ["\"int\"", "\"long\"", "\"float\"", "\"double\""] {
        for text in [&*digits, "1e999999999999", "-1e99999999999999999999999999", "1e9223372036854775807"] {
            let error = refuse(schema, text);
            assert_eq!(error.kind(), ErrorKind::Mismatch);
            assert!(error.to_string().len() < 300);
        }
        parse(schema, &long_zero);
        for text in ["01", "-", "+1", ".5", "1.", "1e", "1e+", "--1", "0x1", "1_000", "1,", "٣"] {
            let error = refuse(schema, text);
            assert_ne!(error.kind(), ErrorKind::Mismatch, "{text}: {error}");
        }
    }
    assert_eq!(parse("\"double\"", "1e-999999999999"), 0_f64.to_le_bytes());
}

#[test]
fn lone_surrogates_and_other_bad_escapes() {
    for schema in ["\"string\"", "\"bytes\""] {
        for text in [
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ud800x""#,
            r#""\ud800\n""#,
            r#""\ud800\ud800""#,
            r#""\ud800\u0041""#,
            r#""\udc00\ud800""#,
            r#""\u12""#,
            r#""\u12g4""#,
            r#""\u+123""#,
            r#""\x41""#,
            r#""\U0041""#,
            r#""\'""#,
        ] {
            let error = refuse(schema, text);
            assert_eq!(error.kind(), ErrorKind::Malformed, "{text}: {error}");
        }
    }
    let map = r#"{"type": "map", "values": "int"}"#;
    assert_eq!(refuse(map, r#"{"\ud800": 1}"#).kind(), ErrorKind::Malformed);
}

#[test]
fn what_is_nearly_json() {
    let array = r#"{"type": "array", "items": "int"}"#;
    for text in ["[1,]", "[,1]", "[1 2]", "[1}", "[1,,2]", "(1)", "[1;2]", "[tru]", "[1]]", "[nul]", "['1']"]
    {
        let error = refuse(array, text);
        assert!(matches!(error.kind(), ErrorKind::Malformed | ErrorKind::TrailingBytes), "{text}: {error}");
    }
    let map = r#"{"type": "map", "values": "int"}"#;
    for text in [r#"{"a":1,}"#, r#"{"a" 1}"#, "{a:1}", r#"{"a":1 "b":2}"#, r#"{"a":}"#, r#"{"a":1]"#, "{1:1}"]
    {
        assert_eq!(refuse(map, text).kind(), ErrorKind::Malformed, "{text}");
    }
}

/// A datum with every kind of token.
const EVERY: &str = r#"{"type": "record", "name": "R", "fields": [
    {"name": "s", "type": "string"}, {"name": "b", "type": "bytes"}, {"name": "n", "type": ["null", "long"]},
    {"name": "d", "type": "double"}, {"name": "t", "type": "boolean"}, {"name": "f", "type": "boolean"},
    {"name": "a", "type": {"type": "array", "items": ["null", "R"]}},
    {"name": "m", "type": {"type": "map", "values": "float"}},
    {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A"]}}]}"#;
const TEXT: &str = r#" {"a": [null, {"R": {"s": "", "b": "", "n": null, "d": 0, "t": true, "f": false, "a": [],
    "m": {}, "e": "A"}}], "s": "é\ud83d\ude00\n", "b": "\u00ff", "n": {"long": -12}, "d": -1.5e-3, "t": true,
    "f": false, "m": {"x": 1.25, "y": "NaN"}, "e": "A"}"#;

#[test]
fn text_cut_at_every_byte_is_truncated() {
    parse(EVERY, TEXT);
    for end in (0..TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
        let error = refuse(EVERY, &TEXT[..end]);
        assert_eq!(error.kind(), ErrorKind::Truncated, "cut at {end}: {error}");
    }
    for plain in [false, true] {
        let form = if plain { Form::Plain } else { Form::Avro };
        let parser = Parser::new(&schema(EVERY)).form(form);
        for end in (0..TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
            assert!(parser.parse(&TEXT[..end]).is_err());
        }
    }
}

#[test]
fn any_byte_changed_gives_a_datum_or_an_error_with_a_place() {
    let schema = schema(EVERY);
    for form in [Form::Avro, Form::Plain] {
        let parser = Parser::new(&schema).form(form);
        for at in (0..TEXT.len()).filter(|at| TEXT.is_char_boundary(*at)) {
            let rest = &TEXT[at + TEXT[at..].chars().next().map_or(0, char::len_utf8)..];
            for char in
                ['"', '\\', '{', '}', '[', ']', ',', ':', '0', '9', '-', 'e', '.', 'n', ' ', 'é', '\u{1}']
            {
                let mut text = TEXT[..at].to_owned();
                let _ = write!(text, "{char}{rest}");
                if let Err(error) = parser.parse(&text) {
                    assert!(error.offset().is_some_and(|offset| offset <= text.len() as u64), "{error}");
                    assert!(error.position().is_some(), "{error}");
                }
            }
        }
    }
}

#[test]
fn a_failed_datum_leaves_nothing_behind() {
    let parser = Parser::new(&schema(EVERY));
    let mut out = b"before".to_vec();
    for end in (0..TEXT.len()).filter(|end| TEXT.is_char_boundary(*end)) {
        parser.parse_into(&TEXT[..end], &mut out).unwrap_err();
        assert_eq!(out, b"before");
    }
    parser.parse_into(&format!("{TEXT} 1"), &mut out).unwrap_err();
    assert_eq!(out, b"before");
}
