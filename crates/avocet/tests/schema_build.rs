//! Schemas built in code.

use avocet::schema::build::{self, Field, Type};
use avocet::schema::{Json, LogicalType, Order, Parser};
use avocet::{Error, ErrorKind, Schema, SchemaFault};

fn fault(ty: Type) -> (SchemaFault, String) {
    let error: Error = ty.build().unwrap_err();
    assert_eq!(error.position(), None, "{error}");
    match error.kind() {
        ErrorKind::Schema(fault) => (fault, error.path().to_string()),
        kind => panic!("{kind:?}: {error}"),
    }
}

#[test]
fn everything_that_a_text_can_say() {
    let built = build::record("Order")
        .namespace("com.acme")
        .doc("An order")
        .alias("Purchase")
        .alias("old.Order")
        .property("owner", "shop")
        .field(Field::new("id", build::long()).doc("Number").order(Order::Descending).property("field-id", 1))
        .field(Field::new("kind", build::enumeration("Kind", ["A", "B"]).default_symbol("A")).default("B"))
        .field(Field::new("hash", build::fixed("Hash", 2)).default("\u{ff}\0").alias("digest"))
        .field(Field::new("price", build::bytes().logical(LogicalType::Decimal { precision: 9, scale: 2 })))
        .field(Field::new("tags", build::map(build::array(build::union([build::null(), build::string()])))))
        .field(Field::new("next", build::optional(build::reference("Order"))).default(()))
        .field(Field::new("flags", build::array(build::boolean())).default(Json::Array(vec![true.into()])))
        .field(Field::new("ratio", build::float()).default(0.5))
        .build()
        .unwrap();
    let text = r#"{"type":"record","name":"Order","namespace":"com.acme","doc":"An order",
        "aliases":["Purchase","old.Order"],"owner":"shop","fields":[
        {"name":"id","type":"long","doc":"Number","order":"descending","field-id":1},
        {"name":"kind","type":{"type":"enum","name":"Kind","symbols":["A","B"],"default":"A"},"default":"B"},
        {"name":"hash","type":{"type":"fixed","name":"Hash","size":2},"default":"\u00ff\u0000","aliases":["digest"]},
        {"name":"price","type":{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}},
        {"name":"tags","type":{"type":"map","values":{"type":"array","items":["null","string"]}}},
        {"name":"next","type":["null","Order"],"default":null},
        {"name":"flags","type":{"type":"array","items":"boolean"},"default":[true]},
        {"name":"ratio","type":"float","default":0.5}]}"#;
    assert_eq!(built, Schema::parse(text).unwrap());
}

#[test]
fn a_schema_is_a_type_like_others() {
    let id = build::fixed("n.Id", 4).build().unwrap();
    let pairs = build::map(build::union([Type::from(&id), build::int()])).build().unwrap();
    let both = build::record("R")
        .field(Field::new("a", &id))
        .field(Field::new("b", &pairs))
        .field(Field::new("c", build::reference("n.Id")))
        .build()
        .unwrap();
    assert_eq!(
        both.to_string(),
        r#"{"type":"record","name":"R","fields":[{"name":"a","type":{"type":"fixed","name":"Id","namespace":"n","size":4}},{"name":"b","type":{"type":"map","values":["n.Id","int"]}},{"name":"c","type":"n.Id"}]}"#
    );
    let other = build::fixed("n.Id", 5).build().unwrap();
    assert_eq!(fault(build::union([&id, &other])).0, SchemaFault::Duplicate);
}

#[test]
fn the_parser_refuses() {
    assert_eq!(fault(build::record("a-b")), (SchemaFault::InvalidName, "$.name".into()));
    assert_eq!(fault(build::array(build::reference("X"))), (SchemaFault::UnknownType, "$.items".into()));
    assert_eq!(fault(build::optional(build::null())), (SchemaFault::InvalidUnion, "$[1]".into()));
    assert_eq!(
        fault(build::array(build::optional(build::optional(build::int())))).0,
        SchemaFault::InvalidUnion
    );
    let twice = build::record("R").field(Field::new("f", build::int())).field(Field::new("f", build::int()));
    assert_eq!(fault(twice), (SchemaFault::Duplicate, "$.fields[1].name".into()));
    let wrong = build::record("R").field(Field::new("f", build::int()).default("x"));
    assert_eq!(fault(wrong), (SchemaFault::InvalidDefault, "$.fields[0].default".into()));
    assert_eq!(fault(build::enumeration("E", ["A"]).default_symbol("B")).0, SchemaFault::InvalidDefault);
    assert_eq!(fault(build::int().logical(LogicalType::Uuid)).0, SchemaFault::InvalidAttribute);
    assert_eq!(fault(build::int().field(Field::new("f", build::int()))).0, SchemaFault::InvalidAttribute);
    assert_eq!(fault(build::optional(build::int()).property("a", 1)).0, SchemaFault::InvalidAttribute);
    assert_eq!(fault(build::int().property("a", 1).property("a", 2)).0, SchemaFault::Json);
    assert!(build::record("a-b").build_with(&Parser::new().permissive_names(true)).is_ok());
    assert!(build::int().property("logicalType", "mine").build().is_ok());
}

#[test]
fn depth_ends_in_an_error() {
    let deep = (0..1_000_000).fold(build::int(), |inner, _| build::array(inner));
    assert_eq!(fault(deep).0, SchemaFault::InvalidAttribute);
    let fine = (0..250).fold(build::int(), |inner, _| build::array(inner));
    assert!(fine.build().is_ok());
}
