//! The corners of the specification, one test for each: names and schemas (b1), defaults (b2), logical types (b3),
//! canonical form and fingerprints (b4), and what resolution asks of schemas (b7).

use avocet::schema::compatibility::{Verdict, WarningKind, check};
use avocet::schema::{Json, Kind, LogicalType, Order, Parser, RecordRef};
use avocet::{ErrorKind, Schema, SchemaFault};

fn parse(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn fault(text: &str) -> SchemaFault {
    match Schema::parse(text).expect_err(text).kind() {
        ErrorKind::Schema(fault) => fault,
        kind => panic!("{kind:?}"),
    }
}

fn record(schema: &Schema) -> RecordRef<'_> {
    match schema.root().kind() {
        Kind::Record(record) => record,
        kind => panic!("{kind:?} is no record"),
    }
}

/// A record `R` with one field `f`, with or without a default.
fn field(ty: &str, default: &str) -> String {
    let default = if default.is_empty() { String::new() } else { format!(r#","default":{default}"#) };
    format!(r#"{{"type":"record","name":"R","fields":[{{"name":"f","type":{ty}{default}}}]}}"#)
}

fn fits(ty: &str, default: &str) -> bool {
    match Schema::parse(&field(ty, default)) {
        Ok(_) => true,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::InvalidDefault), "{error}");
            false
        }
    }
}

#[test]
fn b1_name_grammar() {
    for good in ["a", "_9", "Z_z0"] {
        parse(&format!(r#"{{"type":"fixed","name":"{good}","size":1}}"#));
        parse(&format!(r#"{{"type":"enum","name":"E","symbols":["{good}"]}}"#));
        parse(&field("\"int\"", "").replace("\"f\"", &format!("{good:?}")));
    }
    for bad in ["", "9a", "a-b", "é", "aé", "a b", "a..b", ".a", "a."] {
        assert_eq!(
            fault(&format!(r#"{{"type":"fixed","name":"{bad}","size":1}}"#)),
            SchemaFault::InvalidName
        );
    }
    for bad in ["", "9a", "a-b", "é", "a.b"] {
        assert_eq!(
            fault(&format!(r#"{{"type":"enum","name":"E","symbols":["{bad}"]}}"#)),
            SchemaFault::InvalidName
        );
        assert_eq!(
            fault(&field("\"int\"", "").replace("\"f\"", &format!("{bad:?}"))),
            SchemaFault::InvalidName
        );
    }
    // Case matters.
    parse(r#"{"type":"enum","name":"E","symbols":["a","A"]}"#);
}

#[test]
fn b1_dotted_name_with_a_namespace_attribute() {
    let schema = parse(r#"{"type":"fixed","name":"a.b.F","namespace":"ignored","size":1}"#);
    assert_eq!(schema.root().fullname(), Some("a.b.F"));
}

#[test]
fn b1_empty_namespace_is_the_null_namespace() {
    let inner = r#"{"type":"fixed","name":"F","namespace":"","size":1}"#;
    let schema = parse(&field(inner, "").replace("\"R\"", "\"n.R\""));
    assert_eq!(record(&schema).field("f").unwrap().schema().fullname(), Some("F"));
}

#[test]
fn b1_inheritance_from_the_closest_named_type() {
    let fixed = |name: &str| format!(r#"{{"type":"fixed","name":"{name}","size":1}}"#);
    let inner = format!(
        r#"{{"type":"record","name":"m.I","fields":[
            {{"name":"a","type":{{"type":"array","items":{{"type":"map","values":["null",{}]}}}}}}]}}"#,
        fixed("Deep")
    );
    let text = format!(
        r#"{{"type":"record","name":"n.R","fields":[{{"name":"i","type":{inner}}},{{"name":"f","type":{}}},
            {{"name":"g","type":"m.Deep"}},{{"name":"h","type":"n.Flat"}}]}}"#,
        fixed("Flat")
    );
    parse(&text);
}

#[test]
fn b1_simple_reference_inside_a_namespace() {
    let text = |name: &str| {
        format!(
            r#"[{{"type":"fixed","name":"F","size":1}},{{"type":"record","name":"n.R","fields":[
                {{"name":"a","type":{{"type":"fixed","name":"G","size":2}}}},{{"name":"b","type":"{name}"}}]}}]"#
        )
    };
    let named = |name: &str| {
        let schema = parse(&text(name));
        let Kind::Union(union) = schema.root().kind() else { panic!() };
        let Kind::Record(record) = union.branches().nth(1).unwrap().kind() else { panic!() };
        record.field("b").unwrap().schema().branch_name().to_string()
    };
    assert_eq!(named("G"), "n.G");
    assert_eq!(named("F"), "F", "falls back to the null namespace");
    assert_eq!(named("int"), "int", "primitives win");
    // Where both exist, the own namespace wins, and the other can be told by a leading dot, which we print.
    let both = parse(&text(".G").replace(r#""F""#, r#""G""#));
    assert_eq!(Schema::parse(&both.to_string()).unwrap(), both);
    assert!(both.to_string().contains(r#""type":".G""#));
}

#[test]
fn b1_canonical_form_of_a_null_namespace_type_inside_a_namespace() {
    let inner = r#"{"type":"fixed","name":"F","namespace":"","size":1}"#;
    let schema = parse(&field(inner, "").replace("\"R\"", "\"n.R\""));
    assert!(schema.canonical_form().contains(r#"{"name":"F","type":"fixed","size":1}"#));
    // The known hole: read again it is another schema.
    assert!(!parse(schema.canonical_form()).same_canonical_form(&schema));
}

#[test]
fn b1_primitive_name_as_a_type_name() {
    for name in ["int", "string", "null", "n.int"] {
        assert_eq!(
            fault(&format!(r#"{{"type":"fixed","name":"{name}","size":1}}"#)),
            SchemaFault::InvalidName
        );
    }
    for name in ["record", "array", "enum", "union"] {
        let text =
            format!(r#"[{{"type":"fixed","name":"{name}","size":1}},{{"type":"array","items":"{name}"}}]"#);
        assert_eq!(parse(&parse(&text).to_string()), parse(&text));
    }
}

#[test]
fn b1_name_defined_twice() {
    let fixed = r#"{"type":"fixed","name":"F","size":1}"#;
    let text = format!(r#"[{fixed},{{"type":"array","items":{fixed}}}]"#);
    assert_eq!(fault(&text), SchemaFault::Duplicate);
    assert!(Parser::new().repeated_definitions(true).parse(&text).is_ok());
    let other = text.replacen("\"size\":1", "\"size\":2", 1);
    assert!(Parser::new().repeated_definitions(true).parse(&other).is_err());
}

#[test]
fn b1_forward_reference() {
    let text = r#"[{"type":"array","items":"F"},{"type":"fixed","name":"F","size":1}]"#;
    assert_eq!(fault(text), SchemaFault::UnknownType);
    let set = [("a", r#"{"type":"array","items":"F"}"#), ("b", r#"{"type":"fixed","name":"F","size":1}"#)];
    assert!(Parser::new().parse_set(&set).is_ok());
}

#[test]
fn b1_alias_namespace() {
    let schema = parse(r#"{"type":"record","name":"n.R","aliases":["A","m.B",".C"],"fields":[]}"#);
    assert_eq!(record(&schema).aliases().collect::<Vec<_>>(), ["n.A", "m.B", "C"]);
    // s13: a reader that renames the writer's record by an alias without a dot.
    let writer = parse(
        r#"{"type":"record","name":"Old","namespace":"org.shop","fields":[{"name":"a","type":"string"}]}"#,
    );
    let reader = parse(
        r#"{"type":"record","name":"New","namespace":"org.shop","aliases":["Old"],
            "fields":[{"name":"x","type":"string","aliases":["a"]},{"name":"z","type":"int","default":9}]}"#,
    );
    assert!(check(&reader, &writer).is_compatible());
}

#[test]
fn b1_alias_text() {
    let schema = parse(r#"{"type":"fixed","name":"F","size":1,"aliases":["old-name","1st"]}"#);
    let Kind::Fixed(fixed) = schema.root().kind() else { panic!() };
    assert_eq!(fixed.aliases().collect::<Vec<_>>(), ["old-name", "1st"]);
}

#[test]
fn b1_type_inside_of_an_object() {
    assert_eq!(
        parse(r#"{"type":{"type":"array","items":"int"}}"#),
        parse(r#"{"type":"array","items":"int"}"#)
    );
    assert_eq!(fault(r#"{"type":["null","int"]}"#), SchemaFault::InvalidAttribute);
}

#[test]
fn b1_error_as_a_type() {
    let schema = parse(r#"{"type":"error","name":"E","fields":[]}"#);
    assert!(record(&schema).is_error());
    assert_eq!(schema.to_string(), r#"{"type":"error","name":"E","fields":[]}"#);
    assert_eq!(schema.canonical_form(), r#"{"name":"E","type":"record","fields":[]}"#);
}

#[test]
fn b1_union_of_two_of_a_kind() {
    for text in [
        r#"["int","int"]"#,
        r#"["int",{"type":"int","logicalType":"date"}]"#,
        r#"[{"type":"array","items":"int"},{"type":"array","items":"long"}]"#,
        r#"[{"type":"map","values":"int"},{"type":"map","values":"long"}]"#,
        r#"[{"type":"fixed","name":"F","size":1},"F"]"#,
    ] {
        assert_eq!(fault(text), SchemaFault::InvalidUnion, "{text}");
    }
    parse(r#"[{"type":"fixed","name":"F","size":1},{"type":"fixed","name":"G","size":1}]"#);
}

#[test]
fn b1_union_in_union() {
    assert_eq!(fault(r#"["int",["null","string"]]"#), SchemaFault::InvalidUnion);
    parse(r#"["int",{"type":"array","items":["null","string"]}]"#);
}

#[test]
fn b1_empty_union() {
    assert_eq!(fault("[]"), SchemaFault::InvalidUnion);
    assert!(Parser::new().permissive_names(true).parse("[]").is_ok());
}

#[test]
fn b1_size_zero_empty_enum_empty_record() {
    parse(r#"{"type":"fixed","name":"F","size":0}"#);
    parse(r#"{"type":"enum","name":"E","symbols":[]}"#);
    parse(r#"{"type":"record","name":"R","fields":[]}"#);
}

#[test]
fn b1_duplicate_fields_or_symbols() {
    let many = |count: usize| (0..count).map(|i| format!("S{i}")).collect::<Vec<_>>();
    for count in [2, 15, 16, 17, 100] {
        let mut symbols = many(count);
        parse(&format!(r#"{{"type":"enum","name":"E","symbols":{symbols:?}}}"#));
        symbols.push("S1".into());
        assert_eq!(
            fault(&format!(r#"{{"type":"enum","name":"E","symbols":{symbols:?}}}"#)),
            SchemaFault::Duplicate
        );
        let fields = |names: &[String]| {
            let fields: Vec<_> =
                names.iter().map(|name| format!(r#"{{"name":"{name}","type":"int"}}"#)).collect();
            format!(r#"{{"type":"record","name":"R","fields":[{}]}}"#, fields.join(","))
        };
        parse(&fields(&symbols[..count]));
        assert_eq!(fault(&fields(&symbols)), SchemaFault::Duplicate);
    }
}

#[test]
fn b1_field_order() {
    let with = |order: &str| field("\"int\"", "").replace(r#""int""#, &format!(r#""int","order":{order}"#));
    for (text, order) in [
        ("\"ascending\"", Order::Ascending),
        ("\"descending\"", Order::Descending),
        ("\"ignore\"", Order::Ignore),
    ] {
        assert_eq!(record(&parse(&with(text))).field("f").unwrap().order(), order);
    }
    for text in ["\"up\"", "\"Ascending\"", "1", "null"] {
        assert_eq!(fault(&with(text)), SchemaFault::InvalidAttribute);
    }
}

#[test]
fn b1_unknown_attributes() {
    let text = r#"{"type":"long","field-id":3,"nested":{"a":[1,null]}}"#;
    assert_eq!(parse(text).to_string(), text);
    assert!(parse(text).same_canonical_form(&parse("\"long\"")));
}

#[test]
fn b2_bytes_and_fixed_default() {
    // s14
    assert!(fits("\"bytes\"", r#""\u00ffA\u0000""#));
    assert!(!fits("\"bytes\"", r#""\u0100""#));
    assert!(!fits("\"bytes\"", "[255]"));
    let fixed = r#"{"type":"fixed","name":"F","size":2}"#;
    assert!(fits(fixed, r#""\u0000\u0080""#));
    for bad in [r#""abc""#, r#""a""#, r#""""#, r#""a\u0100""#] {
        assert!(!fits(fixed, bad), "{bad}");
    }
}

#[test]
fn b2_default_of_a_union() {
    // s20
    assert!(fits(r#"["string","int"]"#, "7"));
    assert!(fits(r#"["null","string"]"#, r#""x""#));
    assert!(!fits(r#"["string","int"]"#, r#"{"k":1}"#));
    assert!(!fits(r#"["string","int"]"#, "true"));
    let error = Schema::parse(&field(r#"["string","int"]"#, "true")).unwrap_err();
    assert_eq!((error.path(), error.found()), ("$.fields[0].default", "true"));
    assert_eq!(error.expected(), "a value of one of the branches string, int");
}

#[test]
fn b2_enum_field_default_and_enum_default() {
    let symbols = |default: &str| format!(r#"{{"type":"enum","name":"E","symbols":["A","B"]{default}}}"#);
    assert!(fits(&symbols(""), r#""B""#));
    assert!(!fits(&symbols(""), r#""C""#));
    let both = parse(&field(&symbols(r#","default":"A""#), r#""B""#));
    let found = record(&both).field("f").unwrap();
    assert_eq!(found.default(), Some(&Json::from("B")));
    assert!(matches!(found.schema().kind(), Kind::Enum(node) if node.default() == Some("A")));
    assert_eq!(fault(&symbols(r#","default":"C""#)), SchemaFault::InvalidDefault);
    assert_eq!(fault(&symbols(r#","default":null"#)), SchemaFault::InvalidDefault);
}

#[test]
fn b2_default_use() {
    // A default stands in for what the writer lacks, and only there.
    let reader = parse(&field("\"int\"", "1"));
    let writer = parse(&field("\"string\"", ""));
    assert_eq!(check(&reader, &writer).verdict(), Verdict::Incompatible);
    assert!(check(&reader, &parse(r#"{"type":"record","name":"R","fields":[]}"#)).is_compatible());
}

#[test]
fn b2_numeric_defaults() {
    for (ty, good, bad) in [
        (
            "int",
            &["2147483647", "-2147483648", "-0"][..],
            &["2147483648", "-2147483649", "1.0", "1e0", "\"1\""][..],
        ),
        ("long", &["9223372036854775807", "-9223372036854775808"], &["9223372036854775808", "0.5"]),
        (
            "float",
            &["1", "-0.5", "1e10", "\"NaN\"", "\"Infinity\"", "\"-Infinity\""],
            &["\"nan\"", "\"1\"", "null"],
        ),
        ("double", &["1", "1e308", "\"NaN\"", "\"-Infinity\""], &["1e309", "\"INF\"", "true"]),
    ] {
        for default in good {
            assert!(fits(&format!("{ty:?}"), default), "{ty} {default}");
        }
        for default in bad {
            assert!(!fits(&format!("{ty:?}"), default), "{ty} {default}");
        }
    }
}

#[test]
fn b2_record_default() {
    let inner = r#"{"type":"record","name":"I","fields":[{"name":"a","type":"int"},{"name":"b","type":"int","default":2}]}"#;
    assert!(fits(inner, r#"{"a":1}"#));
    assert!(fits(inner, r#"{"b":1,"a":1}"#));
    assert!(!fits(inner, r#"{"b":1}"#));
    assert!(!fits(inner, r#"{"a":1,"c":1}"#));
    assert!(!fits(inner, "[1]"));
    let error = Schema::parse(&field(inner, r#"{"a":"x"}"#)).unwrap_err();
    assert_eq!(error.path(), "$.fields[0].default.a");
    assert_eq!(error.expected(), "an integer of 32 bits (int)");
}

#[test]
fn b3_unknown_or_invalid_logical_type() {
    for text in [
        r#"{"type":"string","logicalType":"mine","k":1}"#,
        r#"{"type":"string","logicalType":7}"#,
        r#"{"type":"string","logicalType":"date"}"#,
        r#"{"type":"bytes","logicalType":"decimal","precision":2,"scale":3}"#,
    ] {
        let schema = parse(text);
        assert_eq!(schema.root().logical_type(), None);
        assert_eq!(schema.to_string(), text);
    }
}

#[test]
fn b3_decimal() {
    let decimal = |base: &str, rest: &str| {
        parse(&format!(r#"{{{base},"logicalType":"decimal",{rest}}}"#)).root().logical_type()
    };
    let bytes = |rest: &str| decimal(r#""type":"bytes""#, rest);
    assert_eq!(bytes(r#""precision":4"#), Some(LogicalType::Decimal { precision: 4, scale: 0 }));
    assert_eq!(bytes(r#""precision":4,"scale":4"#), Some(LogicalType::Decimal { precision: 4, scale: 4 }));
    for bad in [
        r#""scale":0"#,
        r#""precision":0"#,
        r#""precision":-1"#,
        r#""precision":"4""#,
        r#""precision":4.5"#,
        r#""precision":4,"scale":5"#,
        r#""precision":4,"scale":-1"#,
        r#""precision":4,"scale":2.5"#,
    ] {
        assert_eq!(bytes(bad), None, "{bad}");
    }
    let fixed = |size: u32, precision: u32| {
        let base = format!(r#""type":"fixed","name":"F","size":{size}"#);
        decimal(&base, &format!(r#""precision":{precision}"#)).is_some()
    };
    assert!(fixed(4, 9) && !fixed(4, 10));
    assert!(fixed(16, 38) && !fixed(16, 39));
    assert!(!fixed(0, 1));
    assert_eq!(decimal(r#""type":"int""#, r#""precision":4"#), None);
}

#[test]
fn b3_decimal_resolution() {
    let decimal = |precision, scale| {
        parse(&format!(
            r#"{{"type":"bytes","logicalType":"decimal","precision":{precision},"scale":{scale}}}"#
        ))
    };
    let result = check(&decimal(9, 2), &decimal(9, 3));
    assert_eq!(result.warnings()[0].kind(), WarningKind::Decimal);
    assert!(check(&decimal(9, 2), &decimal(9, 2)).warnings().is_empty());
}

#[test]
fn b3_bases_of_the_others() {
    use LogicalType::{
        BigDecimal, Date, Duration, LocalTimestampMicros, LocalTimestampMillis, LocalTimestampNanos,
        TimeMicros, TimeMillis, TimestampMicros, TimestampMillis, TimestampNanos, Uuid,
    };
    let fixed = |size: u32| format!(r#""fixed","name":"F","size":{size}"#);
    let right: [(LogicalType, Vec<String>); 12] = [
        (BigDecimal, vec!["\"bytes\"".into()]),
        (Uuid, vec!["\"string\"".into(), fixed(16)]),
        (Date, vec!["\"int\"".into()]),
        (TimeMillis, vec!["\"int\"".into()]),
        (TimeMicros, vec!["\"long\"".into()]),
        (TimestampMillis, vec!["\"long\"".into()]),
        (TimestampMicros, vec!["\"long\"".into()]),
        (TimestampNanos, vec!["\"long\"".into()]),
        (LocalTimestampMillis, vec!["\"long\"".into()]),
        (LocalTimestampMicros, vec!["\"long\"".into()]),
        (LocalTimestampNanos, vec!["\"long\"".into()]),
        (Duration, vec![fixed(12)]),
    ];
    let all: Vec<String> = ["int", "long", "bytes", "string", "float", "double", "boolean", "null"]
        .iter()
        .map(|name| format!("{name:?}"))
        .chain([11, 12, 15, 16].map(fixed))
        .collect();
    for (logical, bases) in right {
        for base in &all {
            let schema = parse(&format!(r#"{{"type":{base},"logicalType":"{}"}}"#, logical.name()));
            let expected = bases.contains(base).then_some(logical);
            assert_eq!(schema.root().logical_type(), expected, "{schema}");
            assert_eq!(schema.root().logical_type_name(), Some(logical.name()));
        }
    }
}

#[test]
fn b4_logical_types_in_the_canonical_form() {
    let schema = parse(r#"{"type":"long","logicalType":"timestamp-micros"}"#);
    assert_eq!(schema.canonical_form(), "\"long\"");
    let decimal = parse(r#"{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}"#);
    let uuid = parse(r#"{"type":"string","logicalType":"uuid"}"#);
    // Little-endian, as in single-object headers.
    for (schema, fingerprint) in
        [(schema, "b71df49344e154d0"), (uuid, "c70345637248018f"), (decimal, "651920c3da16c04f")]
    {
        let bytes = schema.fingerprint().to_le_bytes();
        assert_eq!(bytes.map(|byte| format!("{byte:02x}")).concat(), fingerprint);
    }
}

#[test]
fn b4_fixed_with_a_logical_type() {
    let schema = parse(
        r#"{"type":"fixed","name":"n.D","size":12,"logicalType":"duration","doc":"d","aliases":["E"]}"#,
    );
    assert_eq!(schema.canonical_form(), r#"{"name":"n.D","type":"fixed","size":12}"#);
}

#[test]
fn b4_escapes_in_strings() {
    let schema = parse(r#"{"type":"\u0065num","name":"\u0045","symbols":["\u0041"]}"#);
    assert_eq!(schema.canonical_form(), r#"{"name":"E","type":"enum","symbols":["A"]}"#);
    let schema =
        Parser::new().permissive_names(true).parse(r#"{"type":"enum","name":"E","symbols":["\u00e9\/"]}"#);
    assert_eq!(schema.unwrap().canonical_form(), r#"{"name":"E","type":"enum","symbols":["é/"]}"#);
}

#[test]
fn b4_order_aliases_doc_and_defaults_are_stripped() {
    let plain = parse(&field("\"int\"", ""));
    let rich = parse(
        r#"{"type":"record","name":"R","doc":"d","aliases":["S"],"fields":[
            {"name":"f","doc":"d","type":"int","default":1,"order":"ignore","aliases":["g"],"k":1}]}"#,
    );
    assert!(plain.same_canonical_form(&rich));
    assert_ne!(plain, rich);
    assert_eq!(plain.fingerprint(), rich.fingerprint());
}

#[test]
fn b4_byte_order() {
    // s16
    let schema = parse(
        r#"{"type":"record","name":"Ping","namespace":"ex","fields":[{"name":"n","type":"int"},{"name":"t","type":"string"}]}"#,
    );
    let bytes = [0x95, 0x0a, 0xd5, 0xfc, 0xb5, 0x86, 0x4c, 0x5c];
    assert_eq!(schema.fingerprint().to_le_bytes(), bytes);
    assert_eq!(schema.fingerprint().to_string(), "5c4c86b5fcd50a95");
    assert_eq!(avocet::schema::Fingerprint::from_le_bytes(bytes), schema.fingerprint());
}

#[test]
fn b4_which_text() {
    // s15: names inherit the namespace, and references are written in full.
    let schema = parse(
        r#"{"type":"record","name":"outer","namespace":"ns.deep","doc":"dropped","fields":[
            {"name":"e","type":{"type":"enum","name":"Kind","symbols":["A"]}},
            {"name":"f","type":{"type":"fixed","name":"other.Id","size":4}},
            {"name":"g","type":{"type":"record","name":"Inner","fields":[
                {"name":"k","type":"Kind"},{"name":"i","type":"other.Id"}]}}]}"#,
    );
    assert_eq!(
        schema.canonical_form(),
        r#"{"name":"ns.deep.outer","type":"record","fields":[{"name":"e","type":{"name":"ns.deep.Kind","type":"enum","symbols":["A"]}},{"name":"f","type":{"name":"other.Id","type":"fixed","size":4}},{"name":"g","type":{"name":"ns.deep.Inner","type":"record","fields":[{"name":"k","type":"ns.deep.Kind"},{"name":"i","type":"other.Id"}]}}]}"#
    );
    assert_eq!(schema.fingerprint().as_i64(), 2_384_387_663_801_772_438);
}

#[cfg(feature = "digest")]
#[test]
fn b4_digests() {
    // From Python's hashlib over the canonical form.
    let hex = |bytes: &[u8]| bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"));
    for (text, md5, sha256) in [
        (
            "\"int\"",
            "ef524ea1b91e73173d938ade36c1db32",
            "3f2b87a9fe7cc9b13835598c3981cd45e3e355309e5090aa0933d7becb6fba45",
        ),
        (
            r#"{"type":"fixed","size":8,"name":"Id","namespace":"a"}"#,
            "f76774b6aa7870a9107dbdfeb7d66859",
            "a11af29fccde513ce6998b59784b49b2a768f2c6d98e2d7740818e0d5051016b",
        ),
    ] {
        let schema = parse(text);
        assert_eq!(hex(&schema.md5()), md5);
        assert_eq!(hex(&schema.sha256()), sha256);
    }
}

#[test]
fn b7_names_match_unqualified() {
    let named = |name: &str| parse(&format!(r#"{{"type":"record","name":"{name}","fields":[]}}"#));
    let result = check(&named("a.R"), &named("b.R"));
    assert!(result.is_compatible());
    assert_eq!(result.warnings()[0].kind(), WarningKind::UnqualifiedName);
    assert!(!check(&named("a.R"), &named("a.S")).is_compatible());
}

#[test]
fn b7_only_the_readers_aliases_count() {
    let (a, b) = (
        r#"{"type":"record","name":"A","fields":[]}"#,
        r#"{"type":"record","name":"B","aliases":["A"],"fields":[]}"#,
    );
    assert!(check(&parse(b), &parse(a)).is_compatible());
    assert!(!check(&parse(a), &parse(b)).is_compatible());
}

#[test]
fn b7_reader_union() {
    let result = check(&parse(r#"["double","long"]"#), &parse("\"long\""));
    assert!(result.is_compatible());
    assert_eq!(result.warnings()[0].kind(), WarningKind::BranchOrder);
}

#[test]
fn b7_writer_union() {
    assert_eq!(check(&parse("\"string\""), &parse(r#"["null","string"]"#)).verdict(), Verdict::Partial);
}
