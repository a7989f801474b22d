//! Datums of one schema as text of another, and back: `Plan::transcode` beneath.

use avocet::json::{Parser, Printer};
use avocet::wire::Reader;
use avocet::{ErrorKind, Limits, Plan, Schema};

use super::schema;

fn plan(writer: &str, reader: &str) -> Plan {
    Plan::resolve(&schema(writer), &schema(reader)).unwrap()
}

/// A datum as the reader's text, and the same by way of values.
#[track_caller]
fn read_as(writer: &str, reader: &str, text: &str) -> String {
    let plan = plan(writer, reader);
    let bytes = Parser::new(plan.writer()).parse(text).unwrap();
    let printed = Printer::resolving(&plan).print(&bytes).unwrap();
    let value = plan.decode_value(&bytes).unwrap().encode(plan.reader()).unwrap();
    assert_eq!(avocet::json::print(plan.reader(), &value).unwrap(), printed);
    assert_eq!(Parser::resolving(&plan).parse(text).unwrap(), value);
    printed
}

#[test]
fn fields_are_reordered_renamed_promoted_skipped_and_filled_in() {
    let writer = r#"{"type": "record", "name": "User", "fields": [
        {"name": "id", "type": "int"}, {"name": "nick", "type": "string"}, {"name": "old", "type": {"type": "array", "items": "string"}},
        {"name": "a", "type": "double"}, {"name": "b", "type": "float"}, {"name": "c", "type": "boolean"}]}"#;
    let reader = r#"{"type": "record", "name": "User", "fields": [
        {"name": "c", "type": ["boolean", "null"]}, {"name": "b", "type": "double"}, {"name": "a", "type": "double"},
        {"name": "age", "type": ["null", "int"], "default": null}, {"name": "name", "type": ["null", "bytes", "string"], "aliases": ["nick"]},
        {"name": "tags", "type": {"type": "map", "values": "int"}, "default": {"x": 1}}, {"name": "id", "type": "long"}]}"#;
    assert_eq!(
        read_as(writer, reader, r#"{"id":1,"nick":"n","old":["x"],"a":0.5,"b":1.5,"c":true}"#),
        r#"{"c":{"boolean":true},"b":1.5,"a":0.5,"age":null,"name":{"string":"n"},"tags":{"x":1},"id":1}"#
    );
}

#[test]
fn runs_of_fields_go_to_their_places() {
    let field = |name: &str, ty: &str| format!(r#"{{"name": "{name}", "type": "{ty}"}}"#);
    let record =
        |fields: &[String]| format!(r#"{{"type": "record", "name": "R", "fields": [{}]}}"#, fields.join(","));
    let longs: Vec<String> = (0..9).map(|index| field(&format!("l{index}"), "long")).collect();
    let doubles: Vec<String> = (0..5).map(|index| field(&format!("d{index}"), "double")).collect();
    let writer = record(&[longs.clone(), doubles.clone()].concat());
    let reader = record(&[doubles, longs].concat());
    let members = |names: &str, range: std::ops::Range<i32>, end: &str| {
        range.map(|index| format!("\"{names}{index}\":{index}{end}")).collect::<Vec<_>>().join(",")
    };
    let (longs, doubles) = (members("l", 0..9, ""), members("d", 0..5, ".0"));
    assert_eq!(
        read_as(&writer, &reader, &format!("{{{longs},{doubles}}}")),
        format!("{{{doubles},{longs}}}")
    );
}

#[test]
fn unions_on_either_side_and_both() {
    assert_eq!(read_as("\"int\"", r#"["null", "string", "long"]"#, "7"), r#"{"long":7}"#);
    assert_eq!(read_as(r#"["int", "string"]"#, "\"string\"", r#"{"string":"x"}"#), "\"x\"");
    assert_eq!(
        read_as(r#"["int", "string", "null"]"#, r#"["bytes", "null", "double", "string"]"#, r#"{"int":7}"#),
        r#"{"double":7.0}"#
    );
    assert_eq!(
        read_as(r#"["int", "string", "null"]"#, r#"["bytes", "null", "double", "string"]"#, "null"),
        "null"
    );
    let named = r#"["null", {"type": "record", "name": "a.R", "fields": []}, {"type": "enum", "name": "a.E", "symbols": ["X", "Y"]},
        {"type": "fixed", "name": "a.F", "size": 2}, {"type": "array", "items": "int"}, {"type": "map", "values": "int"}]"#;
    let other = r#"[{"type": "map", "values": ["null", "long"]}, {"type": "array", "items": ["float", "null"]},
        {"type": "fixed", "name": "b.F", "size": 2}, {"type": "enum", "name": "b.E", "symbols": ["Y"], "default": "Y"},
        {"type": "record", "name": "b.R", "fields": [{"name": "x", "type": ["int", "null"], "default": 5}]}]"#;
    for (written, read) in [
        (r#"{"a.R":{}}"#, r#"{"b.R":{"x":{"int":5}}}"#),
        (r#"{"a.E":"X"}"#, r#"{"b.E":"Y"}"#),
        (r#"{"a.F":"xy"}"#, r#"{"b.F":"xy"}"#),
        (r#"{"array":[1,2]}"#, r#"{"array":[{"float":1.0},{"float":2.0}]}"#),
        (r#"{"map":{"k":3}}"#, r#"{"map":{"k":{"long":3}}}"#),
    ] {
        assert_eq!(read_as(named, other, written), read);
    }
    let plan = plan(named, other);
    let error = Printer::resolving(&plan).print(&[0x00]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
}

#[test]
fn decimals_are_rescaled() {
    let decimal = |scale: u32| {
        format!(r#"{{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": {scale}}}"#)
    };
    assert_eq!(read_as(&decimal(0), &decimal(2), "\"\\u0001\""), "\"d\"");
    assert_eq!(
        read_as(&decimal(0), &format!("[\"null\", {}]", decimal(2)), "\"\\u0001\""),
        r#"{"bytes":"d"}"#
    );
}

#[test]
fn recursion_and_blocks() {
    let writer = r#"{"type": "record", "name": "T", "fields": [{"name": "v", "type": "int"},
        {"name": "kids", "type": {"type": "array", "items": "T"}}]}"#;
    let reader = r#"{"type": "record", "name": "T", "fields": [
        {"name": "kids", "type": {"type": "array", "items": ["null", "T"]}}, {"name": "v", "type": "long"}]}"#;
    let written = r#"{"v":1,"kids":[{"v":2,"kids":[]},{"v":3,"kids":[{"v":4,"kids":[]}]}]}"#;
    let read = r#"{"kids":[{"T":{"kids":[],"v":2}},{"T":{"kids":[{"T":{"kids":[],"v":4}}],"v":3}}],"v":1}"#;
    assert_eq!(read_as(writer, reader, written), read);
    // Several blocks, one with its size, become one.
    let plan = plan(r#"{"type": "array", "items": "int"}"#, r#"{"type": "array", "items": "long"}"#);
    let mut out = Vec::new();
    let mut input = Reader::new(&[0x03, 0x04, 0x02, 0x04, 0x02, 0x06, 0x00, 0xff]);
    plan.transcode(&mut input, &Limits::default(), &mut out).unwrap();
    assert_eq!((out.as_slice(), input.position()), (&[0x06, 0x02, 0x04, 0x06, 0x00][..], 7));
}

#[test]
fn errors_have_the_place_in_the_writers_datum_and_leave_nothing() {
    let writer = r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "string"},
        {"name": "b", "type": {"type": "map", "values": ["int", "string"]}}]}"#;
    let reader = r#"{"type": "record", "name": "R", "fields": [{"name": "b", "type": {"type": "map", "values": "long"}}]}"#;
    let plan = plan(writer, reader);
    let bytes = Parser::new(plan.writer())
        .parse(r#"{"a": "x", "b": {"k": {"int": 1}, "l": {"string": "s"}}}"#)
        .unwrap();
    let mut out = b"before".to_vec();
    let error = plan.transcode(&mut Reader::new(&bytes), &Limits::default(), &mut out).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Mismatch, r#"R.b["l"]"#));
    assert_eq!(error.to_string(), plan.decode_value(&bytes).unwrap_err().to_string());
    assert_eq!(out, b"before");
    for end in 0..bytes.len() {
        let ours = plan.transcode(&mut Reader::new(&bytes[..end]), &Limits::default(), &mut out).unwrap_err();
        assert_eq!(
            ours.to_string(),
            plan.decode_value(&bytes[..end]).unwrap_err().to_string(),
            "cut at {end}"
        );
    }
    // From text, the place is the datum in the text.
    let text = "\n{\"a\": \"x\", \"b\": {\"l\": {\"string\": \"s\"}}}";
    let error = Parser::resolving(&plan).parse(text).unwrap_err();
    assert_eq!((error.position(), error.path()), (Some((2, 1)), r#"R.b["l"]"#));
}

#[test]
fn deep_data_is_a_limit_whatever_the_stack() {
    let list = |ty: &str| {
        format!(
            r#"{{"type": "record", "name": "L", "fields": [{{"name": "v", "type": "{ty}"}}, {{"name": "n", "type": ["null", "L"]}}]}}"#
        )
    };
    let tree = |ty: &str| {
        format!(
            r#"{{"type": "record", "name": "L", "fields": [{{"name": "n", "type": {{"type": "array", "items": {{"type": "map", "values": "L"}}}}}}, {{"name": "v", "type": "{ty}", "default": 0}}]}}"#
        )
    };
    let check = move || {
        let lists = plan(&list("int"), &list("long"));
        let trees = plan(&tree("int"), &tree("double"));
        for (plan, bytes) in
            [(lists, [0x00, 0x02].repeat(120_000)), (trees, [0x02, 0x02, 0x00].repeat(120_000))]
        {
            let error =
                plan.transcode(&mut Reader::new(&bytes), &Limits::default(), &mut Vec::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
        }
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(check).unwrap().join().unwrap();
}

#[test]
fn one_schema_for_both_is_the_datum_as_it_is() {
    let schema: Schema = schema(r#"{"type": "array", "items": ["null", "int"]}"#);
    let bytes = [0x02, 0x02, 0x0e, 0x00];
    for plan in [Plan::new(&schema), Plan::resolve(&schema, &schema.to_string().parse().unwrap()).unwrap()] {
        assert_eq!(Printer::resolving(&plan).print(&bytes).unwrap(), r#"[{"int":7}]"#);
    }
}
