//! What resolution does, one test for each rule of "Schema Resolution", named after what it shows.

use crate::plan::{Options, Plans};
use crate::value::Map;
use crate::{ErrorKind, Plan, Schema, Value, record};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

fn plan(writer: &str, reader: &str) -> Plan {
    Plan::resolve(&schema(writer), &schema(reader)).unwrap()
}

/// What `writer` made of `value`, read as `reader`.
fn read(writer: &str, value: impl Into<Value>, reader: &str) -> crate::Result<Value> {
    let bytes = value.into().encode(&schema(writer)).unwrap();
    Plan::resolve(&schema(writer), &schema(reader))?.decode_value(&bytes)
}

/// A record `R` with fields of these types.
fn record_of(fields: &str) -> String {
    format!(r#"{{"type": "record", "name": "R", "fields": [{fields}]}}"#)
}

#[test]
fn a_schema_resolves_with_itself() {
    let text = record_of(
        r#"{"name": "a", "type": "int"}, {"name": "b", "type": {"type": "array", "items": "R"}},
           {"name": "c", "type": ["null", {"type": "map", "values": "double"}]}, {"name": "d", "type": "boolean"},
           {"name": "e", "type": "float"}, {"name": "f", "type": {"type": "fixed", "name": "F", "size": 3}}"#,
    );
    let bytes = [0x02, 0x00, 0x00, 0x01, 0, 0, 0x80, 0x3f, 7, 8, 9];
    let same = plan(&text, &text);
    assert_eq!(same.decode_value(&bytes).unwrap(), Plan::new(&schema(&text)).decode_value(&bytes).unwrap());
    assert_eq!(same.to_string(), Plan::new(&schema(&text)).to_string());
}

#[test]
fn promotions() {
    for (writer, value, reader, expected) in [
        ("int", Value::Int(3), "long", Value::Long(3)),
        ("int", Value::Int(3), "float", Value::Float(3.0)),
        ("int", Value::Int(3), "double", Value::Double(3.0)),
        ("long", Value::Long(3), "float", Value::Float(3.0)),
        ("long", Value::Long(3), "double", Value::Double(3.0)),
        ("float", Value::Float(1.5), "double", Value::Double(1.5)),
        ("string", Value::from("é"), "bytes", Value::from(vec![0xc3_u8, 0xa9])),
        ("bytes", Value::from(vec![b'x']), "string", Value::from("x")),
    ] {
        let (writer, reader) = (format!("{writer:?}"), format!("{reader:?}"));
        assert_eq!(read(&writer, value.clone(), &reader).unwrap(), expected, "{writer} {reader}");
        let array = |items: &str| format!(r#"{{"type": "array", "items": {items}}}"#);
        let items = Value::from(vec![value]);
        assert_eq!(read(&array(&writer), items, &array(&reader)).unwrap(), Value::from(vec![expected]));
    }
    let error = read("\"bytes\"", vec![0xff_u8], "\"string\"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
}

#[test]
fn nothing_narrows() {
    for (writer, reader) in [
        ("long", "int"),
        ("float", "int"),
        ("float", "long"),
        ("double", "float"),
        ("double", "long"),
        ("boolean", "int"),
        ("int", "string"),
        ("null", "int"),
    ] {
        let error =
            Plan::resolve(&schema(&format!("{writer:?}")), &schema(&format!("{reader:?}"))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Resolution);
        assert_eq!(error.to_string(), format!("in $: expected {reader}, found {writer} of the writer's"));
    }
}

#[test]
fn fields_in_another_order_skipped_and_missing() {
    let writer = record_of(
        r#"{"name": "a", "type": "int"}, {"name": "gone", "type": {"type": "array", "items": "string"}},
           {"name": "b", "type": "string"}, {"name": "gone2", "type": "double"}, {"name": "gone3", "type": "boolean"},
           {"name": "gone4", "type": "long"}, {"name": "gone5", "type": "int"},
           {"name": "gone6", "type": ["null", {"type": "map", "values": "bytes"}]}, {"name": "c", "type": "long"}"#,
    );
    let reader = record_of(
        r#"{"name": "c", "type": "double"}, {"name": "b", "type": "string"},
           {"name": "n", "type": {"type": "map", "values": "int"}, "default": {"x": 1}}, {"name": "a", "type": "long"}"#,
    );
    let value = record! {
        "a": 1, "gone": vec![Value::from("x")], "b": "bee", "gone2": 1.0, "gone3": true, "gone4": 5_i64, "gone5": 6,
        "gone6": Map::from_iter([("k", vec![1_u8])]), "c": 9_i64,
    };
    let read = read(&writer, value, &reader).unwrap();
    let expected = record! { "c": 9.0, "b": "bee", "n": Map::from_iter([("x", 1)]), "a": 1_i64 };
    assert_eq!(read, expected);
    assert_eq!(
        plan(&writer, &reader).to_string(),
        "record R\n  a: int to long\n  (gone) skip\n    array\n      string\n  b: string\n  (gone2) skip 9 bytes\n  \
         (gone4) skip 2 numbers\n  (gone6) skip\n    union\n      0: null\n      1: map\n        bytes\n  \
         c: long to double\n  n: default, from 5 bytes\n    map\n      int\n"
    );
}

#[test]
fn a_field_without_default_that_the_writer_lacks_is_refused_with_all_reasons() {
    let error = Plan::resolve(
        &schema(&record_of(r#"{"name": "a", "type": "string"}"#)),
        &schema(&record_of(r#"{"name": "a", "type": "int"}, {"name": "b", "type": "int"}"#)),
    )
    .unwrap_err();
    assert_eq!(
        error.to_string(),
        "in R.a: expected int, found string of the writer's; and in R.b: expected a field of the writer's, or a \
         default, found neither"
    );
}

#[test]
fn aliases_of_types_and_fields() {
    let writer = r#"{"type": "record", "name": "Old", "namespace": "org.shop", "fields": [
        {"name": "a", "type": "string"}, {"name": "b", "type": "int"}]}"#;
    let reader = r#"{"type": "record", "name": "New", "namespace": "org.shop", "aliases": ["Old"], "fields": [
        {"name": "x", "type": "string", "aliases": ["a"]}, {"name": "y", "type": "long", "aliases": ["b"]},
        {"name": "z", "type": "int", "default": 9}]}"#;
    let value = read(writer, record! { "a": "hi", "b": 5 }, reader).unwrap();
    assert_eq!(value, record! { "x": "hi", "y": 5_i64, "z": 9 });
    // Two fields that change their names with each other.
    let writer = record_of(r#"{"name": "x", "type": "int"}, {"name": "y", "type": "int"}"#);
    let reader = record_of(
        r#"{"name": "x", "type": "int", "aliases": ["y"]}, {"name": "y", "type": "int", "aliases": ["x"]}"#,
    );
    assert_eq!(read(&writer, record! { "x": 1, "y": 2 }, &reader).unwrap(), record! { "x": 2, "y": 1 });
}

#[test]
fn names_match_without_their_namespace_or_not_at_all() {
    let named = |name: &str| format!(r#"{{"type": "enum", "name": "{name}", "symbols": ["A"]}}"#);
    let bytes = [0];
    assert!(plan(&named("a.E"), &named("b.E")).decode_value(&bytes).is_ok());
    let error = Plan::resolve(&schema(&named("E")), &schema(&named("F"))).unwrap_err();
    assert_eq!(error.to_string(), "in $: expected enum F, found enum E of the writer's");
}

#[test]
fn symbols_by_name_then_the_default_then_an_error_when_met() {
    let writer = r#"{"type": "enum", "name": "E", "symbols": ["A", "B", "C"]}"#;
    let reader = r#"{"type": "enum", "name": "E", "symbols": ["C", "X", "A"], "default": "X"}"#;
    let plan_with_default = plan(writer, reader);
    let symbols: Vec<String> = [0, 2, 4]
        .iter()
        .map(|index| plan_with_default.decode_value(&[*index]).unwrap().as_str().unwrap().to_owned())
        .collect();
    assert_eq!(symbols, ["A", "X", "C"]);
    let without = plan(writer, r#"{"type": "enum", "name": "E", "symbols": ["C", "X", "A"]}"#);
    assert_eq!(without.decode_value(&[4]).unwrap().as_str(), Some("C"));
    let error = without.decode_value(&[2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.to_string().contains(r#"a symbol that the reader's E knows, found "B""#), "{error}");
    let other = r#"{"type": "enum", "name": "E", "symbols": ["Y"]}"#;
    assert!(Plan::resolve(&schema(writer), &schema(other)).is_err());
}

#[test]
fn a_writers_union_is_resolved_branch_by_branch() {
    let resolved = plan(r#"["null", "int", "string"]"#, r#"["null", "long"]"#);
    assert_eq!(resolved.decode_value(&[0x00]).unwrap(), Value::Null);
    assert_eq!(resolved.decode_value(&[0x02, 0x06]).unwrap(), Value::Long(3));
    let error = resolved.decode_value(&[0x04, 0x00]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(
        error.to_string().contains("expected one of null, long, found string of the writer's"),
        "{error}"
    );
    // The reader's need not be a union.
    assert_eq!(
        plan(r#"["null", "int"]"#, r#""double""#).decode_value(&[0x02, 0x06]).unwrap(),
        Value::Double(3.0)
    );
    assert!(Plan::resolve(&schema(r#"["null", "int"]"#), &schema(r#""string""#)).is_err());
}

#[test]
fn a_readers_union_takes_the_closest_or_in_strict_mode_the_first() {
    let (writer, reader) = (schema(r#""int""#), schema(r#"["null", "double", "long", "int"]"#));
    let closest = Plan::resolve(&writer, &reader).unwrap();
    assert_eq!(closest.decode_value(&[0x06]).unwrap(), Value::Int(3));
    let first = Plan::resolve_with(&writer, &reader, Options::default().strict_unions(true)).unwrap();
    assert_eq!(first.decode_value(&[0x06]).unwrap(), Value::Double(3.0));
}

#[test]
fn plain_items_are_read_as_nullable() {
    let writer = r#"{"type": "array", "items": "long"}"#;
    for (items, expected) in [
        (r#"["null", "long"]"#, vec![Value::Long(1), Value::Long(-64)]),
        (r#"["long", "null"]"#, vec![Value::Long(1), Value::Long(-64)]),
        (r#"["null", "double"]"#, vec![Value::Double(1.0), Value::Double(-64.0)]),
    ] {
        let reader = format!(r#"{{"type": "array", "items": {items}}}"#);
        assert_eq!(
            plan(writer, &reader).decode_value(&[0x04, 0x02, 0x7f, 0x00]).unwrap(),
            Value::from(expected)
        );
    }
    let reader = r#"{"type": "array", "items": ["null", "string"]}"#;
    assert!(Plan::resolve(&schema(writer), &schema(reader)).is_err());
}

#[test]
fn defaults_of_every_type() {
    let reader = record_of(
        r#"{"name": "n", "type": "null", "default": null}, {"name": "b", "type": "boolean", "default": true},
           {"name": "i", "type": "int", "default": -1}, {"name": "l", "type": "long", "default": 9223372036854775807},
           {"name": "f", "type": "float", "default": 1}, {"name": "d", "type": "double", "default": "-Infinity"},
           {"name": "y", "type": "bytes", "default": "\u00ffA"}, {"name": "s", "type": "string", "default": "é"},
           {"name": "x", "type": {"type": "fixed", "name": "F2", "size": 2}, "default": "\u0000\u0080"},
           {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["A", "B"]}, "default": "B"},
           {"name": "a", "type": {"type": "array", "items": "int"}, "default": [1, 2]},
           {"name": "m", "type": {"type": "map", "values": "string"}, "default": {"k": "v"}},
           {"name": "r", "type": {"type": "record", "name": "I", "fields": [
                {"name": "p", "type": "int"}, {"name": "q", "type": "int", "default": 7}]}, "default": {"p": 3}},
           {"name": "u", "type": ["string", "int"], "default": 7}"#,
    );
    let value = plan(&record_of(""), &reader).decode_value(&[]).unwrap();
    assert_eq!(
        value.to_string(),
        "{\"n\":null,\"b\":true,\"i\":-1,\"l\":9223372036854775807,\"f\":1.0,\"d\":\"-Infinity\",\"y\":\"ÿA\",\"s\":\"é\",\
         \"x\":\"\\u0000\u{80}\",\"e\":\"B\",\"a\":[1,2],\"m\":{\"k\":\"v\"},\"r\":{\"p\":3,\"q\":7},\"u\":7}"
    );
}

#[test]
fn fixed_by_name_and_size() {
    let fixed = |name: &str, size: u32| format!(r#"{{"type": "fixed", "name": "{name}", "size": {size}}}"#);
    assert!(plan(&fixed("F", 2), &fixed("F", 2)).decode_value(&[1, 2]).is_ok());
    assert!(Plan::resolve(&schema(&fixed("F", 2)), &schema(&fixed("F", 3))).is_err());
    assert!(Plan::resolve(&schema(&fixed("F", 2)), &schema(&fixed("G", 2))).is_err());
}

#[test]
fn decimals_of_another_scale_are_rescaled_exactly() {
    let decimal = |precision: u32, scale: u32| {
        format!(
            r#"{{"type": "bytes", "logicalType": "decimal", "precision": {precision}, "scale": {scale}}}"#
        )
    };
    let wider = plan(&decimal(4, 2), &decimal(9, 4));
    assert_eq!(wider.decode_value(&[0x02, 0xfd]).unwrap(), Value::from(vec![0xfe_u8, 0xd4])); // -0.03 is -300 / 10^4
    let narrower = plan(&decimal(9, 4), &decimal(4, 2));
    assert_eq!(narrower.decode_value(&[0x04, 0xfe, 0xd4]).unwrap(), Value::from(vec![0xfd_u8]));
    let error = narrower.decode_value(&[0x02, 0x01]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.to_string().contains("found 0.0001"), "{error}");
    let strict = Options::default().strict_decimals(true);
    let (writer, reader) = (schema(&decimal(4, 2)), schema(&decimal(9, 4)));
    assert!(Plan::resolve_with(&writer, &reader, strict).is_err());
    // The same scale and room for the digits: the bytes as they are, padding and all.
    let same = plan(&decimal(4, 2), &decimal(9, 2));
    assert_eq!(same.decode_value(&[0x04, 0xff, 0xfd]).unwrap(), Value::from(vec![0xff_u8, 0xfd]));
}

#[test]
fn recursion_through_records() {
    let writer = record_of(r#"{"name": "v", "type": "int"}, {"name": "next", "type": ["null", "R"]}"#);
    let reader = record_of(r#"{"name": "next", "type": ["null", "R"]}, {"name": "v", "type": "long"}"#);
    let value = plan(&writer, &reader).decode_value(&[2, 2, 4, 2, 6, 0]).unwrap();
    assert_eq!(value["next"]["next"]["v"], Value::Long(3));
    assert!(value["next"]["next"]["next"].is_null());
}

#[test]
fn runs_are_fused() {
    let names = ["a", "b", "c", "d", "e", "f"];
    let fields = |ty: &str| {
        let fields: Vec<String> =
            names.iter().map(|name| format!(r#"{{"name": "{name}", "type": "{ty}"}}"#)).collect();
        schema(&record_of(&fields.join(", ")))
    };
    assert_eq!(Plan::new(&fields("long")).to_string(), "record R\n  a: 6 longs at once\n");
    assert_eq!(Plan::new(&fields("int")).to_string(), "record R\n  a: 6 ints at once\n");
    let doubles = Plan::new(&fields("double"));
    assert!(doubles.to_string().contains("48 bytes at once"), "{doubles}");

    let longs = Plan::new(&fields("long"));
    let bytes = [1, 2, 3, 0x80, 0x01, 5, 0x80];
    let error = longs.decode_value(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "at byte 6, in R.f: expected a long, found the end of the input");
    let error = longs.decode_value(&bytes[..4]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 3, in R.d: expected a long, found the end of the input");
    let error = doubles.decode_value(&[0; 20]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 16, in R.c: expected a double of 8 bytes, found 4 bytes left");
    let value = longs.decode_value(&[1, 2, 3, 0x80, 0x01, 5, 6]).unwrap();
    assert_eq!(value["d"], Value::Long(64));
    let booleans = Plan::new(&fields("boolean"));
    let error = booleans.decode_value(&[0, 1, 0, 9, 0, 0]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 3, in R.d: expected a boolean, 0 or 1, found 9");
}

#[test]
fn a_value_is_used_again() {
    let text = record_of(
        r#"{"name": "s", "type": "string"}, {"name": "a", "type": {"type": "array", "items": ["null", "string"]}},
           {"name": "m", "type": {"type": "map", "values": "int"}}, {"name": "l", "type": {"type": "array", "items": "long"}}"#,
    );
    let (schema, plan) = (schema(&text), Plan::new(&schema(&text)));
    let long = "a text that is too long to stand in a value itself";
    let first = record! {
        "s": long, "a": vec![Value::Null, long.into(), "x".into()], "m": Map::from_iter([("k", 1), ("l", 2)]),
        "l": vec![1_i64, 2, 3],
    };
    let second = record! {
        "s": "short", "a": vec![Value::from("y")], "m": Map::from_iter([("z", 9)]), "l": Vec::<i64>::new(),
    };
    let mut value = Value::Null;
    for expected in [&first, &second, &first] {
        plan.decode_into(&expected.encode(&schema).unwrap(), &mut value).unwrap();
        assert_eq!(value, *expected);
    }
}

#[test]
fn plans_are_kept_by_both_schemas() {
    let plans = Plans::new(2);
    let (int, long, double) = (schema("\"int\""), schema("\"long\""), schema("\"double\""));
    plans.resolve(&int, &long).unwrap();
    plans.resolve(&schema("\"int\""), &long).unwrap();
    assert_eq!(plans.len(), 1);
    // Equal fingerprints, other defaults: another plan.
    let with =
        |default: u8| schema(&record_of(&format!(r#"{{"name": "a", "type": "int", "default": {default}}}"#)));
    let empty = schema(&record_of(""));
    assert_eq!(plans.resolve(&empty, &with(1)).unwrap().decode_value(&[]).unwrap()["a"], Value::Int(1));
    assert_eq!(plans.resolve(&empty, &with(2)).unwrap().decode_value(&[]).unwrap()["a"], Value::Int(2));
    assert_eq!(plans.len(), 2);
    plans.resolve(&int, &double).unwrap();
    assert_eq!(plans.len(), 2);
    assert!(plans.resolve(&double, &int).is_err());
    assert_eq!(plans.len(), 2);
}

/// Row "Reader union, writer not a union" of the specification's corners (B7).
#[test]
fn b7_a_branch_that_is_not_the_first_match_is_told() {
    let warnings = |writer: &str, reader: &str, strict: bool| -> Vec<String> {
        let options = Options::default().strict_unions(strict);
        let plan = Plan::resolve_with(&schema(writer), &schema(reader), options).unwrap();
        plan.warnings().iter().map(ToString::to_string).collect()
    };
    let (writer, reader) =
        (r#"{"type": "array", "items": "int"}"#, r#"{"type": "array", "items": ["long", "int"]}"#);
    assert_eq!(
        warnings(writer, reader, false),
        ["in []: the writer's int goes to the branch int; the specification's first match is long"]
    );
    assert_eq!(warnings(writer, reader, true), [""; 0]);
    assert_eq!(warnings("\"int\"", r#"["null", "int", "long"]"#, false), [""; 0]);
    // A first match that turns out not to fit inside is none, and what was told of its inside is forgotten.
    let record =
        |name: &str, fields: &str| format!(r#"{{"type": "record", "name": "{name}", "fields": [{fields}]}}"#);
    let writer = record("R", r#"{"name": "a", "type": "int"}"#);
    let unfit = record("a.R", r#"{"name": "a", "type": ["long", "int"]}, {"name": "b", "type": "int"}"#);
    let fit = record("b.R", r#"{"name": "a", "type": "int"}"#);
    assert_eq!(warnings(&writer, &format!("[{unfit}, {fit}]"), false), [""; 0]);
}

#[test]
fn other_units_of_time_are_told() {
    let of = |unit: &str| schema(&format!(r#"{{"type": "long", "logicalType": "{unit}"}}"#));
    let plan = Plan::resolve(&of("timestamp-millis"), &of("timestamp-micros")).unwrap();
    let warnings: Vec<_> =
        plan.warnings().iter().map(|warning| (warning.path(), warning.message())).collect();
    assert_eq!(warnings, [("$", "numbers of timestamp-millis are taken for timestamp-micros as they are")]);
    assert_eq!(Plan::resolve(&of("time-micros"), &of("time-micros")).unwrap().warnings(), []);
}
