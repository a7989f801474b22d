//! Texts that refer to each other, known types, repeated definitions, and remarks.

use avocet::schema::{Kind, LintKind, Parser};
use avocet::{ErrorKind, Schema, SchemaFault};

const A: &str = r#"{"type":"record","name":"A","namespace":"n","fields":[{"name":"b","type":["null","B"]},{"name":"d","type":"m.D"}]}"#;
const B: &str =
    r#"{"type":"record","name":"n.B","fields":[{"name":"c","type":{"type":"array","items":"m.D"}}]}"#;
const D: &str = r#"{"type":"enum","name":"D","namespace":"m","symbols":["X"]}"#;

#[test]
fn a_set_may_come_in_any_order() {
    let texts = [("a", A), ("b", B), ("d", D)];
    let whole = r#"{"type":"record","name":"A","namespace":"n","fields":[{"name":"b","type":["null",{"type":"record","name":"B","fields":[{"name":"c","type":{"type":"array","items":{"type":"enum","name":"D","namespace":"m","symbols":["X"]}}}]}]},{"name":"d","type":"m.D"}]}"#;
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let schemas = Parser::new().parse_set(&order.map(|index| texts[index])).unwrap();
        let a = &schemas[order.iter().position(|index| *index == 0).unwrap()];
        assert_eq!(a.to_string(), whole);
        assert_eq!(Schema::parse(whole).unwrap(), *a);
    }
}

#[test]
fn a_cycle_between_texts_is_told_with_its_chain() {
    let record = |name: &str, field: &str| {
        format!(r#"{{"type":"record","name":"{name}","fields":[{{"name":"f","type":["null","{field}"]}}]}}"#)
    };
    let texts =
        [("a", record("A", "B")), ("b", record("B", "C")), ("c", record("C", "B")), ("d", record("D", "D"))];
    let error = Parser::new().parse_set(&texts).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::Cycle));
    assert!(error.found().ends_with("the cycle b -> c (for `C`) -> b (for `B`)"), "{error}");
    assert!(Parser::new().parse_set(&texts[3..]).is_ok());
}

#[test]
fn an_error_in_a_set_names_its_text() {
    let error = Parser::new().parse_set(&[("a.avsc", A), ("b.avsc", B)]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::UnknownType));
    assert_eq!(error.path(), "b.avsc: $.fields[0].type.items");
    let error = Parser::new().parse_set(&[("one", D), ("two", D)]).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Schema(SchemaFault::Duplicate), "two: $.name"));
    let error = Parser::new().parse_set(&[("x", "{")]).unwrap_err();
    assert_eq!(error.path(), "x: $");
    let error = Parser::new().parse_files(&["no/such/file.avsc"]).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Io, "no/such/file.avsc"));
}

#[test]
fn a_repeated_definition_agrees_with_the_known_one() {
    let user =
        |ty: &str| format!(r#"{{"type":"record","name":"User","fields":[{{"name":"id","type":"{ty}"}}]}}"#);
    let mut parser = Parser::new().repeated_definitions(true);
    parser.parse_and_add(&user("long")).unwrap();
    let team = r#"{"type":"record","name":"Team","fields":[{"name":"lead","type":"User"}]}"#;
    parser.parse_and_add(team).unwrap();
    let game = |ty: &str| {
        let fields = format!(r#"[{{"name":"user","type":{}}},{{"name":"team","type":"Team"}}]"#, user(ty));
        parser.parse(&format!(r#"{{"type":"record","name":"Game","fields":{fields}}}"#))
    };
    assert!(game("long").is_ok());
    let error = game("int").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::Duplicate));
    assert_eq!(error.path(), "$.fields[0].type");
}

#[test]
fn long_chains_of_texts_end() {
    let texts: Vec<_> = (0..20_000)
        .map(|i| {
            let next = if i == 19_999 { "null".to_string() } else { format!("R{}", i + 1) };
            let text =
                format!(r#"{{"type":"record","name":"R{i}","fields":[{{"name":"f","type":"{next}"}}]}}"#);
            (i.to_string(), text)
        })
        .collect();
    let schemas = Parser::new().parse_set(&texts).unwrap();
    assert!(schemas[0].to_string().len() > 20_000 * 40);
    assert!(schemas[0].canonical_form().len() > 20_000 * 40);
    assert_eq!(schemas[0], schemas[0].clone());
}

#[test]
fn defaults_do_not_grow_from_text_to_text() {
    // Each takes over the default of the one before twice.
    let text = |level: u32| {
        let field = |name: &str| match level {
            0 => format!(r#"{{"name":"{name}","type":"int","default":1}}"#),
            _ => format!(r#"{{"name":"{name}","type":"R{}","default":{{}}}}"#, level - 1),
        };
        format!(r#"{{"type":"record","name":"R{level}","fields":[{},{}]}}"#, field("a"), field("b"))
    };
    let set: Vec<_> = (0..40).map(|level| (level.to_string(), text(level))).collect();
    let fault = ErrorKind::Schema(SchemaFault::InvalidDefault);
    assert_eq!(Parser::new().parse_set(&set).unwrap_err().kind(), fault);
    assert!(Parser::new().parse_set(&set[..12]).is_ok());
    let mut parser = Parser::new();
    let error = (0..40).find_map(|level| parser.parse_and_add(&text(level)).err());
    assert_eq!(error.unwrap().kind(), fault);
}

#[test]
fn a_parser_keeps_what_was_added() {
    let mut parser = Parser::new();
    for text in [D, B, A] {
        parser.parse_and_add(text).unwrap();
    }
    let schema = parser.parse(r#"["n.A","n.B","m.D",{"type":"map","values":"m.D"}]"#).unwrap();
    assert_eq!(Schema::parse(&schema.to_string()).unwrap(), schema);
    let Kind::Union(union) = schema.root().kind() else { panic!() };
    assert_eq!(
        union.branches().map(avocet::schema::SchemaRef::branch_name).collect::<Vec<_>>(),
        ["n.A", "n.B", "m.D", "map"]
    );

    // The same again is fine, another one of the name is not.
    parser.add(&Schema::parse(D).unwrap()).unwrap();
    let other = Schema::parse(&D.replace('X', "Y")).unwrap();
    assert_eq!(parser.add(&other).unwrap_err().kind(), ErrorKind::Schema(SchemaFault::Duplicate));
    assert_eq!(parser.parse(D).unwrap_err().kind(), ErrorKind::Schema(SchemaFault::Duplicate));
}

#[test]
fn definitions_may_repeat_when_asked() {
    let parser = Parser::new().repeated_definitions(true);
    let text = format!(
        r#"{{"type":"record","name":"R","fields":[{{"name":"a","type":{D}}},{{"name":"b","type":{D}}}]}}"#
    );
    let schema = parser.parse(&text).unwrap();
    assert_eq!(schema.to_string(), text.replacen(D, "\"m.D\"", 2).replacen("\"m.D\"", D, 1));
    let error = parser.parse(&text.replacen('X', "Y", 1)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::Duplicate));
    let records = r#"{"type":"record","name":"L","fields":[{"name":"next","type":["null","L"]}]}"#;
    assert!(parser.parse(&format!(r#"[{{"type":"array","items":{records}}},{records}]"#)).is_ok());
}

#[test]
fn a_type_may_stand_inside_of_an_object() {
    let schema =
        Schema::parse(r#"{"type": {"type": {"type": "long", "a": 1}}, "logicalType": "date"}"#).unwrap();
    assert_eq!(schema.to_string(), r#"{"type":"long","a":1,"logicalType":"date"}"#);
    let schema = Schema::parse(&format!(r#"{{"type": {D}, "x": 1}}"#)).unwrap();
    assert!(schema.to_string().ends_with(r#""symbols":["X"],"x":1}"#));
    let error = Schema::parse(&format!(r#"{{"type": {D}, "name": "E"}}"#)).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Schema(SchemaFault::InvalidAttribute), "$.name"));
}

#[test]
fn lints() {
    let lint = |text: &str| {
        let (_, lints) = Parser::new().permissive_names(true).lint(text).unwrap();
        lints.into_iter().map(|lint| (lint.kind(), lint.path().to_string())).collect::<Vec<_>>()
    };
    assert_eq!(lint(A.replace("\"B\"", "\"int\"").replace("m.D", "int").as_str()), []);
    let record = |field: &str| format!(r#"{{"type":"record","name":"n.R","fields":[{field}]}}"#);
    for (text, kind, path) in [
        (
            record(r#"{"name":"f","type":["null","int"],"default":1}"#),
            LintKind::UnionDefault,
            "$.fields[0].default",
        ),
        (r#"{"type":"int","logicalType":"uuid"}"#.into(), LintKind::LogicalType, "$"),
        (r#"{"type":"array","items":"int","logicalType":7}"#.into(), LintKind::UnknownLogicalType, "$"),
        (
            record(r#"{"name":"f","type":{"type":"array","items":{"type":"R","doc":"x"}}}"#),
            LintKind::DroppedAttribute,
            "$.fields[0].type.items.doc",
        ),
        (r#"{"type":"fixed","name":"F","size":1,"aliases":["a-b"]}"#.into(), LintKind::AliasName, "$"),
        (record(r#"{"name":"f","type":"int","aliases":["-"]}"#), LintKind::AliasName, "$"),
        (
            record(r#"{"name":"f","type":"int","aliases":["g"]},{"name":"g","type":"int"}"#),
            LintKind::AmbiguousAlias,
            "$",
        ),
        (
            record(r#"{"name":"f","type":{"type":"fixed","name":"F","namespace":"","size":1}}"#),
            LintKind::NullNamespaceType,
            "$.fields[0].type",
        ),
        (r#"{"type":"enum","name":"E","symbols":[]}"#.into(), LintKind::NoValue, "$"),
        ("[]".into(), LintKind::NoValue, "$"),
    ] {
        assert_eq!(lint(&text), [(kind, path.to_string())], "{text}");
    }
    let text =
        format!(r#"[{{"type":"fixed","name":"F","size":1}},{}]"#, record(r#"{"name":"f","type":"F"}"#));
    assert_eq!(lint(&text), [(LintKind::NullNamespaceReference, "$[1].fields[0].type".to_string())]);
}
