//! What the parser accepts and refuses, and what it says.

use std::fmt::Write as _;

use avocet::schema::{Json, Kind, Order, Parser, RecordRef, SchemaRef};
use avocet::{ErrorKind, Limits, Schema, SchemaFault};

fn fault(text: &str) -> SchemaFault {
    let error = Schema::parse(text).expect_err(text);
    assert!(error.position().is_some() && error.path().starts_with('$'), "{error}");
    match error.kind() {
        ErrorKind::Schema(fault) => fault,
        kind => panic!("{kind:?}: {error}"),
    }
}

fn message(text: &str) -> String {
    Schema::parse(text).expect_err(text).to_string()
}

fn record(schema: SchemaRef<'_>) -> RecordRef<'_> {
    match schema.kind() {
        Kind::Record(record) => record,
        kind => panic!("{kind:?} is no record"),
    }
}

#[test]
fn every_kind_of_type() {
    let text = r#"{"type": "record", "name": "All", "namespace": "ns", "fields": [
        {"name": "a", "type": "null"}, {"name": "b", "type": "boolean"}, {"name": "c", "type": "int"},
        {"name": "d", "type": "long"}, {"name": "e", "type": "float"}, {"name": "f", "type": "double"},
        {"name": "g", "type": "bytes"}, {"name": "h", "type": {"type": "string"}},
        {"name": "i", "type": {"type": "array", "items": "int"}},
        {"name": "j", "type": {"type": "map", "values": "long"}},
        {"name": "k", "type": ["null", "string", "All"]},
        {"name": "l", "type": {"type": "enum", "name": "E", "symbols": ["X", "Y"], "default": "Y"}},
        {"name": "m", "type": {"type": "fixed", "name": "F", "size": 3}}]}"#;
    let schema = Schema::parse(text).unwrap();
    let all = record(schema.root());
    let kinds: Vec<_> = all.fields().map(|field| field.schema().branch_name()).collect();
    assert_eq!(
        kinds,
        [
            "null", "boolean", "int", "long", "float", "double", "bytes", "string", "array", "map", "union",
            "ns.E", "ns.F"
        ]
    );
    let kind = |name| all.field(name).unwrap().schema().kind();
    assert!(matches!(kind("i"), Kind::Array(items) if matches!(items.kind(), Kind::Int)));
    assert!(matches!(kind("j"), Kind::Map(values) if matches!(values.kind(), Kind::Long)));
    let Kind::Union(union) = kind("k") else { panic!() };
    assert_eq!(
        union.branches().map(SchemaRef::branch_name).collect::<Vec<_>>(),
        ["null", "string", "ns.All"]
    );
    let Kind::Enum(symbols) = kind("l") else { panic!() };
    assert_eq!(symbols.symbols().collect::<Vec<_>>(), ["X", "Y"]);
    assert_eq!(symbols.default(), Some("Y"));
    assert!(matches!(kind("m"), Kind::Fixed(fixed) if fixed.size() == 3));
}

#[test]
fn every_attribute_survives() {
    let text = concat!(
        r#"{"type":"record","name":"R","namespace":"a.b","doc":"A \"record\"","fields":["#,
        r#"{"name":"x","type":{"type":"long","logicalType":"timestamp-millis","k":[1,{"z":null,"a":1.50}]},"#,
        r#""doc":"x","default":0,"order":"descending","aliases":["y"],"field-id":1},"#,
        r#"{"name":"z","type":{"type":"array","items":{"type":"map","values":"int","p":1},"q":true},"order":"ignore"},"#,
        r#"{"name":"e","type":{"type":"enum","name":"E","namespace":"","doc":"d","symbols":["A"],"default":"A","#,
        r#""s":"t","aliases":["F","a.b.G"]}},"#,
        r#"{"name":"f","type":{"type":"fixed","name":"X","doc":"","size":2,"u":{},"aliases":["Y",".Z","c.Q"]}}"#,
        r#"],"prop":"v","aliases":["S","t.U"]}"#
    );
    let schema = Schema::parse(text).unwrap();
    assert_eq!(schema.to_string(), text.replace("1.50", "1.5"));
    assert_eq!(Schema::parse(&schema.to_pretty_string()).unwrap().to_string(), schema.to_string());

    let record = record(schema.root());
    assert_eq!((record.name(), record.namespace(), record.doc()), ("R", "a.b", Some("A \"record\"")));
    assert_eq!(record.aliases().collect::<Vec<_>>(), ["a.b.S", "t.U"]);
    assert_eq!(schema.root().property("prop"), Some(&Json::from("v")));
    let x = record.field("x").unwrap();
    assert_eq!((x.doc(), x.order(), x.default()), (Some("x"), Order::Descending, Some(&Json::from(0))));
    assert_eq!(x.aliases().collect::<Vec<_>>(), ["y"]);
    assert_eq!(x.property("field-id").and_then(Json::as_i64), Some(1));
    assert_eq!(x.schema().logical_type_name(), Some("timestamp-millis"));
    assert_eq!(
        x.schema().property("k").unwrap().as_array().unwrap()[1].member("a").unwrap().as_f64(),
        Some(1.5)
    );
    let Kind::Enum(node) = record.field("e").unwrap().schema().kind() else { panic!() };
    assert_eq!((node.fullname(), node.namespace()), ("E", ""));
    let Kind::Fixed(fixed) = record.field("f").unwrap().schema().kind() else { panic!() };
    assert_eq!(fixed.aliases().collect::<Vec<_>>(), ["a.b.Y", "Z", "c.Q"]);
    assert_eq!(fixed.doc(), Some(""));
}

#[test]
fn attributes_of_other_kinds_are_properties() {
    let text = r#"{"type":"array","items":"int","doc":"d","name":"n","size":3}"#;
    let schema = Schema::parse(text).unwrap();
    assert_eq!(schema.to_string(), text);
    assert_eq!(schema.root().properties().map(|(key, _)| key).collect::<Vec<_>>(), ["doc", "name", "size"]);
}

#[test]
fn errors_say_where() {
    let text = "{\"type\": \"record\", \"name\": \"R\",\n \"fields\": [{\"name\": \"a\", \"type\": \"int\"},\n  \
                {\"name\": \"b\", \"type\": {\"type\": \"map\", \"values\": \"Lost\"}}]}";
    assert_eq!(
        message(text),
        "at line 3, column 51, in $.fields[1].type.values: expected a type of Avro or a name that was defined \
         before, found the string \"Lost\""
    );
    assert_eq!(
        message(
            r#"{"type": "record", "name": "R", "fields": [{"name": "a", "type": "enum", "symbols": []}]}"#
        ),
        "at line 1, column 66, in $.fields[0].type: expected a type of Avro or a name that was defined before, found \
         \"enum\", which is described by an object of its own: {\"type\": \"enum\", …}"
    );
    assert_eq!(
        message("17"),
        "at line 1, column 1, in $: expected a schema: a name, an object or an array of \
                               branches, found the number 17"
    );
    assert_eq!(
        message(r#"{"type": "fixed", "name": "F"}"#),
        "at line 1, column 1, in $: expected `size` in a fixed, found none"
    );
    assert_eq!(
        message(r#"["null", {"type": "enum", "name": "E", "symbols": ["A", "A"]}]"#),
        "at line 1, column 57, in $[1].symbols[1]: expected each symbol once in an enum, found a second `A`"
    );
}

#[test]
fn what_is_missing() {
    for text in [
        "{}",
        r#"{"name": "R"}"#,
        r#"{"type": "record", "fields": []}"#,
        r#"{"type": "record", "name": "R"}"#,
        r#"{"type": "enum", "name": "E"}"#,
        r#"{"type": "fixed", "name": "F"}"#,
        r#"{"type": "array"}"#,
        r#"{"type": "map"}"#,
        r#"{"type": "record", "name": "R", "fields": [{"type": "int"}]}"#,
        r#"{"type": "record", "name": "R", "fields": [{"name": "f"}]}"#,
    ] {
        assert_eq!(fault(text), SchemaFault::MissingAttribute, "{text}");
    }
}

#[test]
fn what_has_the_wrong_type() {
    for text in [
        r#"{"type": 1}"#,
        r#"{"type": ["null"]}"#,
        r#"{"type": "record", "name": 1, "fields": []}"#,
        r#"{"type": "record", "name": "R", "fields": {}}"#,
        r#"{"type": "record", "name": "R", "fields": ["f"]}"#,
        r#"{"type": "record", "name": "R", "namespace": 7, "fields": []}"#,
        r#"{"type": "record", "name": "R", "aliases": "A", "fields": []}"#,
        r#"{"type": "record", "name": "R", "aliases": [1], "fields": []}"#,
        r#"{"type": "record", "name": "R", "doc": [], "fields": []}"#,
        r#"{"type": "record", "name": "R", "fields": [{"name": "f", "type": "int", "order": "up"}]}"#,
        r#"{"type": "record", "name": "R", "fields": [{"name": "f", "type": "int", "aliases": {}}]}"#,
        r#"{"type": "record", "name": "R", "fields": [{"name": 1, "type": "int"}]}"#,
        r#"{"type": "enum", "name": "E", "symbols": "A"}"#,
        r#"{"type": "enum", "name": "E", "symbols": [1]}"#,
        r#"{"type": "fixed", "name": "F", "size": "1"}"#,
        r#"{"type": "fixed", "name": "F", "size": -1}"#,
        r#"{"type": "fixed", "name": "F", "size": 1.5}"#,
        r#"{"type": "fixed", "name": "F", "size": 9223372036854775808}"#,
    ] {
        assert_eq!(fault(text), SchemaFault::InvalidAttribute, "{text}");
    }
    for text in ["null", "true", "1", r#"{"type": "array", "items": 1}"#, r#"["null", 1]"#] {
        assert_eq!(fault(text), SchemaFault::NotASchema, "{text}");
    }
    for text in ["", "{", "int", r#"{"type": "int", "type": "long"}"#, r#""int" x"#] {
        assert_eq!(fault(text), SchemaFault::Json, "{text}");
    }
}

#[test]
fn permissive_names_let_real_files_through() {
    let text = r#"{"type":"record","name":"my record","namespace":"a-b","fields":[{"name":"x y","type":["null",
        {"type":"enum","name":"é","doc":null,"symbols":["+","","1"]}]},{"name":"0","type":[]}]}"#;
    assert_eq!(fault(text), SchemaFault::InvalidName);
    let schema = Parser::new().permissive_names(true).parse(text).unwrap();
    assert_eq!(schema.root().fullname(), Some("a-b.my record"));
    let again = Parser::new().permissive_names(true).parse(&schema.to_string()).unwrap();
    assert_eq!(again.to_string(), schema.to_string());
    for text in [r#"{"type":"fixed","name":"","size":1}"#, r#"{"type":"fixed","name":"int","size":1}"#] {
        let error = Parser::new().permissive_names(true).parse(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::InvalidName));
    }
}

#[test]
fn a_type_of_a_primitives_name_is_referred_to_in_full() {
    let text = r#"{"type":"record","name":"R","namespace":"n","fields":[{"name":"a","type":{"type":"fixed","name":"int","size":9}},{"name":"b","type":"n.int"},{"name":"c","type":"int"}]}"#;
    let schema = Parser::new().permissive_names(true).parse(text).unwrap();
    assert_eq!(schema.to_string(), text);
}

#[test]
fn defaults_may_go_unchecked() {
    let text = r#"{"type":"record","name":"R","fields":[{"name":"a","type":"int","default":"x"},
        {"name":"e","type":{"type":"enum","name":"E","symbols":["A"],"default":"B"}}]}"#;
    assert_eq!(fault(text), SchemaFault::InvalidDefault);
    let schema = Parser::new().unchecked_defaults(true).parse(text).unwrap();
    let a = record(schema.root()).field("a").unwrap();
    assert_eq!((a.default(), a.property("default")), (None, Some(&Json::from("x"))));
    assert!(schema.to_string().contains(r#""default":"B""#));
    let again = Schema::parser().unchecked_defaults(true).parse(&schema.to_string()).unwrap();
    assert_eq!(again, schema);

    // What took over a default that does not fit does not fit either; endless ones are none.
    let text = r#"{"type":"record","name":"R","fields":[
        {"name":"s","default":{},"type":{"type":"record","name":"S","fields":[
            {"name":"t","default":{},"type":{"type":"record","name":"T","fields":[
                {"name":"a","type":"int","default":"x"}]}}]}},
        {"name":"r","type":["R","null"],"default":{"s":{"t":{"a":1}}}},{"name":"z","type":"int","default":1}]}"#;
    let schema = Parser::new().unchecked_defaults(true).parse(text).unwrap();
    let defaults: Vec<_> =
        record(schema.root()).fields().map(|field| (field.name(), field.default().is_some())).collect();
    assert_eq!(defaults, [("s", false), ("r", false), ("z", true)]);
}

#[test]
fn limits_hold() {
    let mut limits = Limits::default();
    limits.schema_bytes = 10;
    let error = Schema::parser().limits(&limits).parse(r#"{"type":"int"}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(error.to_string().contains("`schema_bytes`"), "{error}");

    let nested =
        |depth: usize| format!("{}\"int\"{}", r#"{"type":"array","items":"#.repeat(depth), "}".repeat(depth));
    assert!(Schema::parse(&nested(256)).is_ok());
    let error = Schema::parse(&nested(257)).unwrap_err();
    assert!(error.to_string().contains("`schema_depth`"), "{error}");
    assert_eq!(Schema::parse(&nested(100_000)).unwrap_err().kind(), ErrorKind::Limit);

    // As deep as a caller may ask for, on a test's small stack.
    limits.schema_bytes = usize::MAX;
    limits.schema_depth = u32::MAX;
    let parser = Schema::parser().limits(&limits);
    assert!(parser.parse(&nested(1_000)).is_ok());
    assert_eq!(parser.parse(&nested(1_001)).unwrap_err().kind(), ErrorKind::Limit);
    let records = |depth: usize| {
        let open = |level| format!(r#"{{"type":"record","name":"R{level}","fields":[{{"name":"f","type":"#);
        (0..depth).map(open).collect::<String>() + "\"int\"" + &"}]}".repeat(depth)
    };
    let deep = parser.parse(&records(333)).unwrap();
    assert!(deep.to_string().len() > 333 * 40);
    let nested_types = format!("{}\"int\"{}", r#"{"type":"#.repeat(900), "}".repeat(900));
    assert_eq!(parser.parse(&nested_types).unwrap().to_string(), "\"int\"");
}

#[test]
fn hostile_defaults_end() {
    // Each level of the value fits neither branch, which would double the work at every level.
    let value = (0..40).fold("1".to_string(), |inner, _| format!(r#"{{"f":{inner}}}"#));
    let text = format!(
        r#"[{{"type":"record","name":"A","fields":[{{"name":"f","type":["null","A",
            {{"type":"record","name":"B","fields":[{{"name":"f","type":["null","A","B"]}}]}}]}}]}},
            {{"type":"record","name":"C","fields":[{{"name":"x","type":"A","default":{value}}}]}}]"#
    );
    let error = Schema::parse(&text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");

    let endless = r#"{"type":"record","name":"R","fields":[{"name":"r","type":"R","default":{}}]}"#;
    assert_eq!(fault(endless), SchemaFault::InvalidDefault);
    let in_turn = r#"{"type":"record","name":"R","fields":[
        {"name":"s","type":{"type":"record","name":"S","fields":[{"name":"r","type":["null","R"],"default":{}}]},
         "default":{}}]}"#;
    assert_eq!(fault(in_turn), SchemaFault::InvalidDefault);

    // Each record's default holds the one before twice: 2^40 values from a short text.
    let mut fields =
        String::from(r#"{"type":"record","name":"R0","fields":[{"name":"a","type":"int","default":1}]}"#);
    for level in 1..=40 {
        let _ = write!(
            fields,
            r#",{{"type":"record","name":"R{level}","fields":[{{"name":"a","type":"R{0}","default":{{}}}},
                {{"name":"b","type":"R{0}","default":{{}}}}]}}"#,
            level - 1
        );
    }
    assert_eq!(fault(&format!("[{fields}]")), SchemaFault::InvalidDefault);
}

#[test]
fn a_million_fields_and_a_long_name_are_read_in_time() {
    let fields: Vec<_> = (0..1_000_000).map(|i| format!(r#"{{"name":"f{i}","type":"int"}}"#)).collect();
    let text = format!(r#"{{"type":"record","name":"R","fields":[{}]}}"#, fields.join(","));
    let schema = Schema::parse(&text).unwrap();
    assert_eq!(record(schema.root()).fields().len(), 1_000_000);

    let name = "n".repeat(10 << 20);
    let schema = Schema::parse(&format!(r#"{{"type":"fixed","name":"{name}","size":1}}"#)).unwrap();
    assert_eq!(schema.root().fullname(), Some(&*name));
}
