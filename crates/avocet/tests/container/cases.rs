//! Mistakes that other libraries made, with our own inputs; and the shared cases, where they are at hand.

use std::path::PathBuf;

use avocet::container::Reader;
use avocet::{ErrorKind, Value, record};
use serde_yaml_ng::Value as Yaml;

use crate::raw::{self, block, header};

/// A reader that takes the marker after a block without comparing it reads a shifted file without an error.
#[test]
fn the_marker_of_a_block_is_compared() {
    let schema = r#"{"type":"record","name":"Row","fields":[{"name":"n","type":"int"}]}"#;
    let file = [header(schema, Some("null")), block(2, &[2, 4]), block(1, &[6])].concat();
    assert_eq!(raw::read(&file[..]).0, [record! {"n": 1}, record! {"n": 2}, record! {"n": 3}]);
    for bit in 0..128 {
        let mut file = file.clone();
        let place = file.len() - 16 + bit / 8;
        file[place] ^= 1 << (bit % 8);
        let (rows, error) = raw::read(&file[..]);
        assert_eq!(rows, [record! {"n": 1}, record! {"n": 2}]);
        assert_eq!(error.unwrap().kind(), ErrorKind::Block);
    }
}

/// A block that is one byte too long, so that all after it is read one byte off.
#[test]
fn a_shifted_block_is_found() {
    let mut shifted = block(2, &[2, 4]);
    shifted.insert(3, 2);
    let file = [&header(r#""int""#, None)[..], &shifted, &block(1, &[6])].concat();
    let (rows, error) = raw::read(&file[..]);
    assert_eq!(rows, []);
    assert_eq!(error.unwrap().kind(), ErrorKind::Block);
}

/// Items of no bytes: five bytes that announce millions.
#[test]
fn a_flood_of_nulls_in_an_object_is_stopped() {
    for datum in ["80ecb80b00", "8080808080808080800100", "ffffffffffffffffff010000"] {
        let file = [header(r#"{"type":"array","items":"null"}"#, None), block(1, &from_hex(datum))].concat();
        let (rows, error) = raw::read(&file[..]);
        assert_eq!(rows, []);
        let error = error.unwrap();
        assert!(
            error.offset().is_some_and(|offset| offset as usize >= file.len() - 16 - datum.len() / 2),
            "{error}"
        );
    }
}

#[test]
fn s09_sync_marker_not_compared() {
    let Some(case) = load("s09-sync-marker-not-compared") else { return };
    let wanted: Vec<Value> = (case["right_result"]["file"]["rows"].as_sequence().unwrap().iter())
        .map(|row| record! {"n": row["n"].as_i64().unwrap() as i32})
        .collect();
    let (rows, error) = raw::read(&hex(&case["input"]["file_hex"])[..]);
    assert!(error.is_none());
    assert_eq!(rows, wanted);
    let at_most = case["right_result"]["damaged_file"]["rows_at_most"].as_sequence().unwrap().len();
    let (rows, error) = raw::read(&hex(&case["input"]["damaged_file_hex"])[..]);
    assert!(error.unwrap().to_string().contains("sync marker"));
    assert_eq!(rows, wanted[..at_most]);
}

/// Until there is a codec snappy: the file opens, its blocks are counted, its objects are an error that names it.
#[test]
fn s10_snappy() {
    let Some(case) = load("s10-snappy-crc") else { return };
    let file = hex(&case["input"]["file_hex"]);
    let rows = case["right_result"]["file"]["rows"].as_u64().unwrap();
    let (blocks, error) = raw::blocks(Reader::new(&file[..]));
    assert!(error.is_none());
    assert_eq!(blocks.iter().map(|block| block.count).sum::<u64>(), rows);
    let error = raw::error(&file);
    assert_eq!(error.kind(), ErrorKind::Codec);
    assert!(error.to_string().contains("snappy"), "{error}");
}

#[test]
fn s11_array_of_null_flood() {
    let Some(case) = load("s11-array-of-null-flood") else { return };
    for name in ["datum_hex", "datum_2_hex", "datum_3_hex"] {
        let datum = hex(&case["input"][name]);
        let file = [header(r#"{"type":"array","items":"null"}"#, None), block(1, &datum)].concat();
        assert!(raw::read(&file[..]).1.is_some(), "{name}");
    }
}

/// A shared case; none, and a word about it, when it is not at hand.
fn load(name: &str) -> Option<Yaml> {
    let folder = std::env::var_os("AVOCET_CASES").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases"),
        PathBuf::from,
    );
    let path = folder.join(format!("{name}.yaml"));
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(serde_yaml_ng::from_str(&text).unwrap()),
        Err(error) => {
            eprintln!("skipped: {}: {error}", path.display());
            None
        }
    }
}

fn hex(value: &Yaml) -> Vec<u8> {
    from_hex(value.as_str().unwrap())
}

fn from_hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|start| u8::from_str_radix(&text[start..start + 2], 16).unwrap()).collect()
}
