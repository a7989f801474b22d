//! Files that others wrote: one made by hand as Python's libraries make them, and the shared ones, where they are at
//! hand.

use std::fs;
use std::path::{Path, PathBuf};

use avocet::container::{Codec, Reader};
use avocet::{ErrorKind, Value};

use crate::raw::{self, block, header, stored};

/// Python's libraries cut a zlib stream down to a deflate stream and leave three bytes of the checksum behind it.
#[test]
fn what_python_leaves_of_the_checksum_is_checked() {
    let data = [2, 4, 6];
    let checksum = [0x00, 0x17, 0x00, 0x0d]; // python3 -c 'import zlib; print(zlib.adler32(bytes([2, 4, 6])).to_bytes(4, "big").hex())'
    let file = |rest: &[u8]| {
        [header(r#""int""#, Some("deflate")), block(3, &[&stored(&data)[..], rest].concat())].concat()
    };
    let (rows, error) = raw::read(&file(&checksum[..3])[..]);
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows, [Value::Int(1), Value::Int(2), Value::Int(3)]);
    let (rows, error) = raw::read(&file(&[0x00, 0x17, 0x01])[..]);
    assert_eq!((rows, error.unwrap().kind()), (vec![], ErrorKind::Codec));
}

/// Rows, blocks, codec and metadata of each file; of one that is damaged, the rows before the damage and an error.
#[test]
fn shared_files_read_as_expected() {
    let folder = std::env::var_os("AVOCET_TESTDATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/testdata"),
        PathBuf::from,
    );
    if !folder.is_dir() {
        eprintln!("skipped: {}: no such folder", folder.display());
        return;
    }
    let mut checked = 0;
    walk(&folder, &mut |path| {
        let Some(name) = path.to_str().and_then(|path| path.strip_suffix(".expect.json")) else { return };
        let expected = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        check(Path::new(name), &expected);
        checked += 1;
    });
    assert!(checked > 0, "no file in {}", folder.display());
    eprintln!("{checked} files");
}

fn check(path: &Path, expected: &serde_json::Value) {
    let place = path.display();
    let damaged = !expected["error"].is_null();
    let mut reader = match Reader::open(path) {
        Ok(reader) => reader,
        Err(error) => {
            assert!(damaged && expected["codec"].is_null(), "{place}: {error}");
            return;
        }
    };
    assert_eq!(reader.codec_name(), expected["codec"].as_str().unwrap(), "{place}");
    for (key, value) in expected["user_metadata"].as_object().unwrap() {
        let found = reader.metadata().get(key).unwrap_or_else(|| panic!("{place}: no {key}"));
        assert_eq!(String::from_utf8_lossy(found), value.as_str().unwrap(), "{place}: {key}");
    }
    assert_eq!(
        reader.metadata().user().count(),
        expected["user_metadata"].as_object().unwrap().len(),
        "{place}"
    );
    if !damaged {
        let counts: Vec<u64> = reader.blocks().map(|block| block.unwrap().count).collect();
        let wanted: Vec<u64> = expected["records_per_block"]
            .as_array()
            .unwrap()
            .iter()
            .map(|count| count.as_u64().unwrap())
            .collect();
        assert_eq!(counts, wanted, "{place}");
    }
    let known = reader.codec_name().parse::<Codec>().is_ok();
    let (rows, error) = raw::read(fs::File::open(path).unwrap());
    if known {
        assert_eq!(rows.len() as u64, expected["total"].as_u64().unwrap(), "{place}: {error:?}");
        assert_eq!(error.is_some(), damaged, "{place}: {error:?}");
    } else {
        assert_eq!(error.unwrap().kind(), ErrorKind::Codec, "{place}");
    }
}

fn walk(folder: &Path, visit: &mut impl FnMut(&Path)) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, visit);
        } else {
            visit(&path);
        }
    }
}
