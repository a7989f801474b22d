//! Faults that users of other libraries reported, each with the right answer; see `../shared/cases`.
//!
//! The cases stand outside of the repository; where they are absent the tests say so and pass. The kinds of fault
//! are tested with the crate's own data too, beside the code.

mod given;

use avocet::container::Reader;
use avocet::logical::Decimal;
use avocet::wire;
use avocet::{ErrorKind, Limits, Plan, Schema, SchemaFault, Value, json};
use given::{case, hex};
use serde_json::Value as Json;

fn schema(value: &Json) -> Schema {
    Schema::parse(&value.to_string()).unwrap()
}

fn avro_json(schema: &Schema, bytes: &[u8]) -> Json {
    let mut out = Vec::new();
    let mut reader = wire::Reader::new(bytes);
    json::write(schema, &mut reader, &Limits::default(), &mut out, json::Style::Compact).unwrap();
    serde_json::from_slice(&out).unwrap()
}

/// The readers that the case calls bad are refused for their defaults.
fn assert_bad_readers(input: &Json) {
    for bad in input["bad_readers"].as_array().unwrap() {
        let error = Schema::parse(&bad.to_string()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema(SchemaFault::InvalidDefault), "{error}");
    }
}

#[test]
fn s01_varint_tenth_byte() {
    let Some((input, right)) = case("s01-varint-tenth-byte") else { return };
    let inputs = input["decode_u64"].as_array().unwrap();
    let answers = right["decode_u64"].as_array().unwrap();
    assert_eq!(inputs.len(), answers.len());
    for (input, answer) in inputs.iter().zip(answers) {
        let bytes = hex(&input["hex"]);
        let read = wire::Reader::new(&bytes).read_long();
        match answer.get("value") {
            Some(value) => {
                let zigzag = value.as_u64().unwrap();
                let expected = (zigzag >> 1) as i64 ^ -((zigzag & 1) as i64);
                assert_eq!(read.unwrap(), expected, "{input}");
            }
            None => assert_eq!(read.unwrap_err().kind(), ErrorKind::Malformed, "{input}"),
        }
    }
}

#[test]
fn s02_zigzag_extremes() {
    let Some((_, right)) = case("s02-zigzag-extremes") else { return };
    for (answers, schema) in [("zigzag_64", "\"long\""), ("zigzag_32", "\"int\"")] {
        let schema = Schema::parse(schema).unwrap();
        for answer in right[answers].as_array().unwrap() {
            let (number, bytes) = (answer["value"].as_i64().unwrap(), hex(&answer["hex"]));
            let value = Value::decode(&schema, &bytes).unwrap();
            assert_eq!(value.as_long(), Some(number));
            assert_eq!(value.encode(&schema).unwrap(), bytes);
        }
    }
}

#[test]
fn s03_varint_truncated_at_offset() {
    let Some((input, _)) = case("s03-varint-truncated-at-offset") else { return };
    let buffer = hex(&input["buffer_hex"]);
    let mut reader = wire::Reader::new(&buffer);
    assert_eq!(reader.read_long().unwrap(), -3); // 5 without zigzag
    assert!(reader.read_long().unwrap_err().is_truncated());
    assert_eq!(reader.position(), 1);
    let whole = hex(&input["prefixes_of_hex"]);
    for length in 0..whole.len() {
        assert!(wire::Reader::new(&whole[..length]).read_long().unwrap_err().is_truncated());
    }
}

#[test]
fn s08_map_negative_block_count() {
    let Some((input, right)) = case("s08-map-negative-block-count") else { return };
    let schema = schema(&input["schema"]);
    let plan = Plan::new(&schema);
    let bytes = [hex(&input["datum_hex"]), vec![0]].concat();
    let mut reader = wire::Reader::new(&bytes);
    let limits = Limits::default();
    let value = plan.read_value(&mut reader, &limits).unwrap();
    assert_eq!(serde_json::from_str::<Json>(&value.to_string()).unwrap(), right["value"]);
    assert_eq!(reader.position() as u64, right["bytes_used"].as_u64().unwrap());
    assert!(plan.read_value(&mut reader, &limits).unwrap().as_map().unwrap().is_empty());
    assert!(reader.is_empty());

    let mut reader = wire::Reader::new(&bytes);
    plan.skip(&mut reader, &limits).unwrap();
    assert_eq!(reader.position() as u64, right["bytes_used"].as_u64().unwrap());
}

#[test]
fn s09_sync_marker_not_compared() {
    let Some((input, right)) = case("s09-sync-marker-not-compared") else { return };
    let rows = |file: &Json| -> Vec<Result<Json, ErrorKind>> {
        let mut reader = Reader::new(std::io::Cursor::new(hex(file))).unwrap();
        reader
            .values()
            .map(|row| match row {
                Ok(value) => Ok(serde_json::from_str(&value.to_string()).unwrap()),
                Err(error) => Err(error.kind()),
            })
            .collect()
    };
    let whole: Vec<_> = rows(&input["file_hex"]).into_iter().map(Result::unwrap).collect();
    assert_eq!(Json::from(whole), right["file"]["rows"]);
    let damaged = rows(&input["damaged_file_hex"]);
    assert_eq!(damaged.len(), 3);
    assert_eq!(damaged.last(), Some(&Err(ErrorKind::Block)));
    assert!(damaged[..2].iter().all(Result::is_ok));
}

#[test]
fn s11_array_of_null_flood() {
    let Some((input, _)) = case("s11-array-of-null-flood") else { return };
    let schema = schema(&input["schema"]);
    for (datum, kind) in [
        ("datum_hex", ErrorKind::Limit),
        ("datum_2_hex", ErrorKind::Limit),
        ("datum_3_hex", ErrorKind::Malformed),
    ] {
        assert_eq!(Value::decode(&schema, &hex(&input[datum])).unwrap_err().kind(), kind, "{datum}");
    }
}

#[test]
fn s12_plain_items_read_as_nullable() {
    let Some((input, right)) = case("s12-plain-items-read-as-nullable") else { return };
    let (writer, bytes) = (schema(&input["writer"]), hex(&input["datum_hex"]));
    let (readers, answers) = (input["readers"].as_array().unwrap(), right["avro_json"].as_array().unwrap());
    assert_eq!(readers.len(), answers.len());
    for (reader, answer) in readers.iter().zip(answers) {
        let reader = schema(reader);
        if answer.is_string() {
            let error = Plan::resolve(&writer, &reader).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Resolution, "{answer}");
            assert_eq!(error.path(), "[]");
            continue;
        }
        let value = Plan::resolve(&writer, &reader).unwrap().decode_value(&bytes).unwrap();
        assert_eq!(&avro_json(&reader, &value.encode(&reader).unwrap()), answer);
    }
}

#[test]
fn s13_relative_type_alias() {
    let Some((input, right)) = case("s13-relative-type-alias") else { return };
    let (writer, reader) = (schema(&input["writer"]), schema(&input["reader"]));
    let value = Plan::resolve(&writer, &reader).unwrap().decode_value(&hex(&input["datum_hex"])).unwrap();
    assert_eq!(serde_json::from_str::<Json>(&value.to_string()).unwrap(), right["value"]);
}

#[test]
fn s14_bytes_default_is_latin1() {
    let Some((input, right)) = case("s14-bytes-default-is-latin1") else { return };
    let (writer, reader) = (schema(&input["writer"]), schema(&input["reader"]));
    let value = Plan::resolve(&writer, &reader).unwrap().decode_value(&hex(&input["datum_hex"])).unwrap();
    assert_eq!(value["id"].as_long(), right["value"]["id"].as_i64());
    assert_eq!(value["b"].as_bytes().unwrap(), hex(&right["value"]["b_hex"]));
    assert_eq!(value["f"].as_bytes().unwrap(), hex(&right["value"]["f_hex"]));
    let printed: Json = serde_json::from_str(&reader.to_string()).unwrap();
    assert_eq!(printed["fields"][1]["default"], "\u{ff}A");
    assert_bad_readers(&input);
}

#[test]
fn s17_decimal_negative() {
    let Some((input, right)) = case("s17-decimal-negative") else { return };
    let schema = schema(&input["schema"]);
    let (datums, numbers) = (input["decode_hex"].as_array().unwrap(), right["decode"].as_array().unwrap());
    assert_eq!(datums.len(), numbers.len());
    for (datum, number) in datums.iter().zip(numbers) {
        let value = Value::decode(&schema, &hex(datum)).unwrap();
        let decimal = value.logical(schema.root());
        if datum == "00" {
            // No bytes hold no number: of the two answers that the case allows, ours is to refuse.
            assert_eq!(decimal.unwrap_err().kind(), ErrorKind::Mismatch);
            continue;
        }
        assert_eq!(decimal.unwrap().unwrap().to_string(), number.as_str().unwrap(), "{datum}");
    }
    let (numbers, datums) = (input["encode"].as_array().unwrap(), right["encode_hex"].as_array().unwrap());
    assert_eq!(datums.len(), numbers.len());
    for (number, datum) in numbers.iter().zip(datums) {
        let decimal: Decimal = number.as_str().unwrap().parse().unwrap();
        let value = Value::from_logical(decimal, schema.root()).unwrap();
        assert_eq!(value.encode(&schema).unwrap(), hex(datum), "{number}");
    }
}

#[test]
fn s19_json_union_of_logical_type() {
    let Some((input, right)) = case("s19-json-union-of-logical-type") else { return };
    let schema = schema(&input["schema"]);
    assert_eq!(avro_json(&schema, &hex(&input["datum_hex"])), right["avro_json"]);
}

#[test]
fn s20_union_default_any_branch() {
    let Some((input, right)) = case("s20-union-default-any-branch") else { return };
    let (writer, reader) = (schema(&input["writer"]), schema(&input["reader"]));
    let value = Plan::resolve(&writer, &reader).unwrap().decode_value(&hex(&input["datum_hex"])).unwrap();
    assert_eq!(avro_json(&reader, &value.encode(&reader).unwrap()), right["avro_json"]);
    assert_bad_readers(&input);
}
