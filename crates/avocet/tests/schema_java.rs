//! What Java's library (1.8.2, the one of Debian 12) prints and fingerprints, compared with ours.
//!
//! `data/java_schemas.jsonl` has schemas of our own with what `Schema.toString`, `SchemaNormalization.toParsingForm`
//! and the fingerprints of Java gave; `data/java_files.jsonl` has the same for the shared test data, the printed
//! text as its CRC-64-AVRO fingerprint. `docs/schemas.md` says where we differ and why.

use std::fs;
use std::path::PathBuf;

use avocet::Schema;
use avocet::schema::Fingerprint;
use serde_json::Value;

#[test]
fn our_schemas_print_as_in_java() {
    let mut differing = Vec::new();
    for line in include_str!("data/java_schemas.jsonl").lines() {
        let java: Value = serde_json::from_str(line).unwrap();
        let text = java["schema"].as_str().unwrap();
        let schema = Schema::parse(text).unwrap();
        if schema.to_string() != java["printed"].as_str().unwrap() {
            differing.push(schema.to_string());
        }
        assert_eq!(schema.canonical_form(), java["canonical"].as_str().unwrap());
        assert_eq!(Some(schema.fingerprint().as_i64()), java["crc64"].as_i64(), "{text}");
        #[cfg(feature = "digest")]
        assert_eq!(hex(&schema.md5()), java["md5"].as_str().unwrap(), "{text}");
    }
    assert_eq!(
        differing,
        [
            // Java writes the alias `Root` of the null namespace so that it would be read as `n.Root`.
            r#"{"type":"record","name":"R","namespace":"n","fields":[],"aliases":[".Root","Same"]}"#,
            // Java drops attributes that have a meaning to other kinds of types.
            r#"{"type":"array","items":"int","doc":"dropped there","name":"n"}"#,
        ]
    );
}

#[test]
fn the_test_data_prints_as_in_java() {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata");
    let folder = std::env::var_os("AVOCET_TESTDATA").map_or_else(beside, PathBuf::from);
    if !folder.is_dir() {
        eprintln!("skipped: no test data at {}; set AVOCET_TESTDATA", folder.display());
        return;
    }
    let mut differing = Vec::new();
    for line in include_str!("data/java_files.jsonl").lines() {
        let java: Value = serde_json::from_str(line).unwrap();
        let file = java["file"].as_str().unwrap();
        let schema = Schema::parse(&fs::read_to_string(folder.join(file)).unwrap()).unwrap();
        if Fingerprint::of(schema.to_string().as_bytes()).to_string()
            != java["printed_crc64"].as_str().unwrap()
        {
            differing.push(file.to_string());
        }
        #[cfg(feature = "digest")]
        assert_eq!(hex(&schema.md5()), java["md5"].as_str().unwrap(), "{file}");
    }
    // Its aliases are of the null namespace, see above.
    assert_eq!(differing, ["linkedin_avro-util/RecordWithAliasesToNullNamespace.avsc"]);
}

#[cfg(feature = "digest")]
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}
