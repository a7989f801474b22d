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
                assert_eq!(Schema::parse(&printed).unwrap().to_string(), printed, "{file}");
            }
            "invalid" => {
                let (_, expected) = FAULTS.iter().find(|(name, _)| *name == file).expect(file);
                assert_eq!(fault, Some(ErrorKind::Schema(*expected)), "{file}: {parsed:?}");
            }
            "needs other files" => {
                assert_eq!(fault, Some(ErrorKind::Schema(SchemaFault::UnknownType)), "{file}: {parsed:?}");
            }
            other => panic!("{file}: no such verdict: {other}"),
        }
        count += 1;
    }
    assert!(count >= 80, "only {count} schemas");
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
