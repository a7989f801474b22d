//! Faults that users of other libraries reported; see `../shared/cases`. Where they are absent, the tests say so.

use avocet::json;
use avocet::{Plan, Schema};
use serde_json::Value as Json;

use crate::given::{case, hex};

fn schema(value: &Json) -> Schema {
    Schema::parse(&value.to_string()).unwrap()
}

/// The datum as each reader prints it.
fn resolved(writer: &Json, reader: &Json, datum: &Json) -> avocet::Result<Json> {
    let plan = Plan::resolve(&schema(writer), &schema(reader))?;
    let text = json::Printer::resolving(&plan).print(&hex(datum))?;
    Ok(serde_json::from_str(&text).unwrap())
}

#[test]
fn s12_plain_items_read_as_nullable() {
    let Some((input, right)) = case("s12-plain-items-read-as-nullable") else { return };
    let readers = input["readers"].as_array().unwrap();
    for (reader, expected) in readers.iter().zip(right["avro_json"].as_array().unwrap()) {
        let printed = resolved(&input["writer"], reader, &input["datum_hex"]);
        match expected.as_str() {
            Some(_) => assert!(printed.is_err()),
            None => assert_eq!(printed.unwrap(), *expected),
        }
    }
}

#[test]
fn s14_bytes_default_is_latin1() {
    let Some((input, right)) = case("s14-bytes-default-is-latin1") else { return };
    let printed = resolved(&input["writer"], &input["reader"], &input["datum_hex"]).unwrap();
    assert_eq!(printed["id"], right["value"]["id"]);
    assert_eq!((&printed["b"], &printed["f"]), (&Json::from("\u{ff}A"), &Json::from("\0\u{80}")));
    // Text without these members gives the same bytes.
    let bytes = json::parse(&schema(&input["reader"]), r#"{"id": 7}"#).unwrap();
    assert_eq!(bytes, [0x0e, 0x04, 0xff, 0x41, 0x00, 0x80]);
}

#[test]
fn s19_json_union_of_logical_type() {
    let Some((input, right)) = case("s19-json-union-of-logical-type") else { return };
    let schema = schema(&input["schema"]);
    assert_eq!(json::parse(&schema, &right["avro_json"].to_string()).unwrap(), hex(&right["back_hex"]));
}

#[test]
fn s20_union_default_any_branch() {
    let Some((input, right)) = case("s20-union-default-any-branch") else { return };
    let printed = resolved(&input["writer"], &input["reader"], &input["datum_hex"]).unwrap();
    assert_eq!(printed, right["avro_json"]);
    let bytes = json::parse(&schema(&input["reader"]), r#"{"id": 2}"#).unwrap();
    assert_eq!(bytes, [0x04, 0x02, 0x0e]);
}
