//! Parses every schema of the shared test data; `schemas.expect.jsonl` there says what is right.
//!
//! The data lies beside the repository, or where `AVOCET_TESTDATA` says; without it the tests say that they skip.

use std::fs;
use std::path::PathBuf;

use avocet::{ErrorKind, Schema, SchemaFault};
use serde_json::Value;

/// Why each invalid schema is invalid.
const FAULTS: &[(&str, SchemaFault)] = &[
    ("apache_avro/schema_tests/fail/enum_nonarray_symbols", SchemaFault::InvalidAttribute),
    // The name of this one is wrong, too, and stands first.
    ("apache_avro/schema_tests/fail/fixed_without_size", SchemaFault::InvalidName),
    ("apache_avro/schema_tests/fail/invalid_avro_id", SchemaFault::InvalidName),
    ("apache_avro/schema_tests/fail/record_with_field_missing_type", SchemaFault::MissingAttribute),
    ("apache_avro/schema_tests/fail/record_with_invalid_reference", SchemaFault::UnknownType),
    ("apache_avro/schema_tests/fail/illegal_type", SchemaFault::UnknownType),
    ("apache_avro/cpp_schemas/nested.error", SchemaFault::UnknownType),
    ("hamba_avro/bad-default-schema.avsc", SchemaFault::InvalidDefault),
    ("linkedin_avro-util/EnumWithInvalidName.avsc", SchemaFault::InvalidName),
    ("linkedin_avro-util/RecordWithInvalidFieldDefaultValue.avsc", SchemaFault::InvalidDefault),
    ("linkedin_avro-util/TestInvalidReferenceRecord.avsc", SchemaFault::UnknownType),
    ("davidmc24_gradle-avro-plugin/enumMalformed.avsc", SchemaFault::UnknownType),
];

/// What the schemas of several files need: texts beside them, in an order that is not theirs, and the canonical form of
/// the whole.
const NEIGHBOURS: &[(&str, &[&str], &str)] = &[
    (
        "apache_avro/idl/input/player.avsc",
        &["position.avsc"],
        r#"{"name":"avro.examples.baseball.Player","type":"record","fields":[{"name":"number","type":"int"},{"name":"first_name","type":"string"},{"name":"last_name","type":"string"},{"name":"position","type":{"type":"array","items":{"name":"avro.examples.baseball.Position","type":"enum","symbols":["P","C","B1","B2","B3","SS","LF","CF","RF","DH"]}}}]}"#,
    ),
    (
        "fastavro_fastavro/load_schema/1/A.avsc",
        &["D.avsc", "B.avsc", "C.avsc"],
        r#"{"name":"A","type":"record","fields":[{"name":"b","type":["null",{"name":"B","type":"record","fields":[{"name":"c","type":["null",{"name":"C","type":"record","fields":[{"name":"foo","type":"string"}]}]}]}]},{"name":"d","type":["null",{"name":"D","type":"record","fields":[{"name":"bar","type":"string"}]}]}]}"#,
    ),
    (
        "fastavro_fastavro/load_schema/1/B.avsc",
        &["C.avsc"],
        r#"{"name":"B","type":"record","fields":[{"name":"c","type":["null",{"name":"C","type":"record","fields":[{"name":"foo","type":"string"}]}]}]}"#,
    ),
    (
        "fastavro_fastavro/load_schema/7/A.avsc",
        &["namespace.B.avsc"],
        r#"{"name":"namespace.A","type":"record","fields":[{"name":"b","type":{"name":"namespace.B","type":"record","fields":[{"name":"foo","type":"string"}]}}]}"#,
    ),
    (
        "davidmc24_gradle-avro-plugin/UseRecordWithType.avsc",
        &["SimpleRecord.avsc"],
        r#"{"name":"resolver.UseRecord","type":"record","fields":[{"name":"field1","type":{"name":"resolver.SimpleRecord","type":"record","fields":[{"name":"field1","type":"string"}]}}]}"#,
    ),
];

/// A file that no other file can help: it holds three schemas, and refers to types by their aliases.
const ALONE: &str = "haskell-works_avro/namespace-inference.json";

#[test]
fn what_needs_other_files_parses_with_them() {
    let Some(folder) = testdata() else { return };
    for (file, neighbours, canonical) in NEIGHBOURS {
        let path = folder.join(file);
        let mut paths = vec![path.clone()];
        paths.extend(neighbours.iter().map(|name| path.with_file_name(name)));
        for place in 0..paths.len() {
            paths.swap(0, place);
            let schemas = Schema::parser().parse_files(&paths).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(schemas[place].canonical_form(), *canonical, "{file} as number {place}");
            assert_eq!(Schema::parse(&schemas[place].to_string()).unwrap(), schemas[place], "{file}");
            paths.swap(0, place);
        }
    }
}

#[test]
fn every_schema_has_its_verdict() {
    let Some(folder) = testdata() else { return };
    let expectations = fs::read_to_string(folder.join("schemas.expect.jsonl")).unwrap();
    let mut count = 0;
    for line in expectations.lines() {
        let expectation: Value = serde_json::from_str(line).unwrap();
        let file = expectation["file"].as_str().unwrap();
        let parsed = Schema::parse(&fs::read_to_string(folder.join(file)).unwrap());
        let fault = parsed.as_ref().err().map(avocet::Error::kind);
        match expectation["verdict"].as_str().unwrap() {
            "valid" => {
                let schema = parsed.unwrap_or_else(|error| panic!("{file}: {error}"));
                let printed = schema.to_string();
                assert_eq!(Schema::parse(&printed).unwrap(), schema, "{file}");
                let expected = |key: &str| expectation[key].as_str().unwrap();
                assert_eq!(schema.canonical_form(), expected("canonical"), "{file}");
                let fingerprint = schema.fingerprint();
                assert_eq!(Some(fingerprint.as_i64()), expectation["crc64_signed"].as_i64(), "{file}");
                assert_eq!(hex(&fingerprint.to_le_bytes()), expected("crc64_le_hex"), "{file}");
                #[cfg(feature = "digest")]
                assert_eq!(hex(&schema.sha256()), expected("sha256"), "{file}");
                if !file.ends_with("namespace_null_enum") {
                    // That one shows the hole of the form: a type of the null namespace inside of another one.
                    let again = Schema::parse(schema.canonical_form()).unwrap();
                    assert_eq!(again.canonical_form(), schema.canonical_form(), "{file}");
                }
            }
            "invalid" => {
                let (_, expected) = FAULTS.iter().find(|(name, _)| *name == file).expect(file);
                assert_eq!(fault, Some(ErrorKind::Schema(*expected)), "{file}: {parsed:?}");
            }
            "needs other files" => {
                assert_eq!(fault, Some(ErrorKind::Schema(SchemaFault::UnknownType)), "{file}: {parsed:?}");
                assert!(
                    file == ALONE || NEIGHBOURS.iter().any(|(name, ..)| *name == file),
                    "{file}: no neighbours"
                );
            }
            other => panic!("{file}: no such verdict: {other}"),
        }
        count += 1;
    }
    assert!(count >= 80, "only {count} schemas");
}

/// Apache's own list of schemas, canonical forms and fingerprints; 8 of the 34 cases come without a fingerprint.
#[test]
fn apache_schema_tests() {
    let Some(folder) = testdata() else { return };
    let text = fs::read_to_string(folder.join("apache_avro/data/schema-tests.txt")).unwrap();
    // One of them is the empty union.
    let parse = |text: &str| Schema::parser().permissive_names(true).parse(text).unwrap();
    let (mut input, mut count, mut fingerprints) = (String::new(), 0, 0);
    // An entry is `<<name text`, or `<<name`, a newline and lines up to one that says `name`.
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(entry) = line.strip_prefix("<<") else { continue };
        let (name, value) = entry.split_once(' ').map_or((entry, None), |(name, value)| (name, Some(value)));
        let value = value.map_or_else(
            || lines.by_ref().take_while(|line| *line != name).collect::<Vec<_>>().join("\n"),
            |value| value.trim().to_string(),
        );
        match name {
            "INPUT" => input = value,
            "canonical" => {
                count += 1;
                assert_eq!(parse(&input).canonical_form(), value, "{input}");
            }
            "fingerprint" => {
                fingerprints += 1;
                assert_eq!(parse(&input).fingerprint().as_i64().to_string(), value, "{input}");
            }
            other => panic!("no such entry: {other}"),
        }
    }
    assert_eq!((count, fingerprints), (34, 26));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn testdata() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata");
    let folder = std::env::var_os("AVOCET_TESTDATA").map_or_else(beside, PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no test data at {}; set AVOCET_TESTDATA", folder.display());
    None
}
