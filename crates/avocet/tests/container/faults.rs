//! Each way in which a file can be wrong, made by hand: the kind of the error, its offset and what it says.

use std::io::{self, Read};

use avocet::container::{Reader, SyncMarker};
use avocet::{Error, ErrorKind, Limits, Value};

use crate::raw::{self, MARKER, block, bytes, header, header_of, long, longs, map, stored};

/// Checks the kind and the offset of a file's error, and words of its message.
#[track_caller]
fn check(file: &[u8], kind: ErrorKind, offset: usize, words: &[&str]) {
    check_error(&raw::error(file), kind, offset, words);
}

#[track_caller]
fn check_error(error: &Error, kind: ErrorKind, offset: usize, words: &[&str]) {
    assert_eq!((error.kind(), error.offset()), (kind, Some(offset as u64)), "{error}");
    for word in words {
        assert!(error.to_string().contains(word), "{word:?} in: {error}");
    }
}

fn ints(numbers: &[i64]) -> Vec<u8> {
    block(numbers.len() as i64, &longs(numbers.iter().copied()))
}

fn int_header() -> Vec<u8> {
    header(r#""int""#, None)
}

#[test]
fn what_is_no_container_file() {
    check(b"", ErrorKind::Truncated, 0, &["an empty input", "4f 62 6a 01"]);
    check(b"Ob", ErrorKind::Truncated, 0, &["4f 62 and the end"]);
    check(b"PA", ErrorKind::Header, 0, &["50 41"]);
    check(b"PAR1 and more", ErrorKind::Header, 0, &["object container file", "50 41 52 31"]);
    check(b"Obj\x02", ErrorKind::Header, 0, &["4f 62 6a 02"]);
}

#[test]
fn what_is_no_file() {
    let missing = Reader::open("no/such/file.avro").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::Io);
    let directory = Reader::open(env!("CARGO_TARGET_TMPDIR")).unwrap_err();
    assert_eq!(directory.kind(), ErrorKind::Io);
    assert!(std::error::Error::source(&directory).is_some());
}

#[test]
fn an_input_that_fails() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("cable pulled"))
        }
    }
    let file = [int_header(), ints(&[1, 2]), ints(&[3])].concat();
    for end in 0..=file.len() {
        let (rows, error) = raw::read(file[..end].chain(Failing));
        check_error(&error.unwrap(), ErrorKind::Io, end, &["cable pulled"]);
        let whole = match file.len() - end {
            0 => 3,
            1..=19 => 2,
            _ => 0,
        };
        assert_eq!(rows.len(), whole, "after {end} bytes");
    }
}

#[test]
fn metadata_may_come_in_any_blocks() {
    let schema = [bytes(b"avro.schema"), bytes(br#""int""#)].concat();
    let codec = [bytes(b"avro.codec"), bytes(b"null")].concat();
    let sized = |entry: &[u8]| [long(-1), bytes(entry)].concat();
    let one = |entry: &[u8]| [&long(1)[..], entry].concat();
    for metadata in [
        [one(&schema), one(&codec)].concat(),
        [sized(&schema), one(&codec)].concat(),
        [one(&schema), sized(&codec)].concat(),
        [long(-2), bytes(&[&schema[..], &codec].concat())].concat(),
        one(&schema),
        sized(&schema),
        // Zero padding of varints is read, if never written.
        [&[0x82, 0x80, 0x00], &schema[..]].concat(),
    ] {
        let file = [header_of(&[&metadata[..], &[0]].concat()), ints(&[5, 6])].concat();
        let (rows, error) = raw::read(&file[..]);
        assert!(error.is_none(), "{error:?}");
        assert_eq!(rows, [Value::Int(5), Value::Int(6)]);
        assert_eq!(Reader::new(&file[..]).unwrap().codec_name(), "null");
    }
}

#[test]
fn the_last_of_equal_keys_counts() {
    let metadata =
        map(&[("avro.schema", br#""string""#), ("k", b"1"), ("avro.schema", br#""int""#), ("k", b"2")]);
    let file = [header_of(&metadata), ints(&[5])].concat();
    assert_eq!(raw::read(&file[..]).0, [Value::Int(5)]);
    assert_eq!(Reader::new(&file[..]).unwrap().metadata().get("k"), Some(&b"2"[..]));
}

#[test]
fn metadata_that_is_wrong() {
    let entry = [bytes(b"avro.schema"), bytes(br#""int""#)].concat();
    let sized = |size: i64| header_of(&[long(-1), long(size), entry.clone(), vec![0]].concat());
    let len = entry.len() as i64;
    let end = 6 + entry.len();
    check(&sized(len + 1), ErrorKind::Header, end, &[&format!("end at byte {}", end + 1)]);
    check(&sized(len - 1), ErrorKind::Header, end, &[&format!("end at byte {}", end - 1)]);
    check(&sized(i64::MAX), ErrorKind::Header, end + 9, &["end at byte"]);
    check(&sized(-1), ErrorKind::Header, 5, &["length -1"]);
    check(&header_of(&long(i64::MIN)), ErrorKind::Limit, 4, &["metadata_entries"]);
    check(&header_of(&long(i64::MAX)), ErrorKind::Limit, 4, &["metadata_entries"]);
    check(&header_of(&[0xff; 11]), ErrorKind::Malformed, 4, &["long"]);
    check(&header_of(&[long(1), long(-7)].concat()), ErrorKind::Header, 5, &["a key", "length -7"]);
    check(
        &header_of(&[long(1), bytes(b"k"), long(-7)].concat()),
        ErrorKind::Header,
        7,
        &["a value", "length -7"],
    );
    check(&header_of(&[long(1), bytes(b"\xff\xfe")].concat()), ErrorKind::Header, 5, &["UTF-8"]);
    let file = header_of(&[long(1), bytes(b"k"), long(1 << 20)].concat());
    check(&file, ErrorKind::Truncated, file.len(), &["a value of 1048576 bytes", "[\"k\"]", "after 16"]);
}

#[test]
fn metadata_beyond_the_limits() {
    let check = |limits: Limits, offset: usize, name: &str| {
        let file = header_of(&map(&[("avro.schema", br#""int""#), ("key", b"value")]));
        let error = Reader::builder().limits(limits).build(&file[..]).unwrap_err();
        check_error(&error, ErrorKind::Limit, offset, &[name]);
    };
    let with = |change: fn(&mut Limits)| {
        let mut limits = Limits::default();
        change(&mut limits);
        limits
    };
    check(with(|limits| limits.metadata_entries = 1), 4, "metadata_entries");
    check(with(|limits| limits.schema_bytes = 4), 17, "schema_bytes");
    check(with(|limits| limits.metadata_bytes = 10), 5, "metadata_bytes");
    check(with(|limits| limits.metadata_bytes = 13), 23, "metadata_bytes");
    check(with(|limits| limits.metadata_bytes = 18), 27, "metadata_bytes");
    let fits = with(|limits| {
        limits.metadata_entries = 2;
        limits.schema_bytes = 5;
        limits.metadata_bytes = 19;
    });
    let file = header_of(&map(&[("avro.schema", br#""int""#), ("key", b"value")]));
    assert!(Reader::builder().limits(fits).build(&file[..]).is_ok());
    // In one entry after the other, the entries of all blocks count.
    let entry = [long(1), bytes(b"k"), bytes(b"")].concat();
    let file = header_of(&entry.repeat(1025));
    raw::error(&file);
    check_error(&raw::error(&file), ErrorKind::Limit, 4 + 1024 * entry.len(), &["1024", "metadata_entries"]);
}

#[test]
fn a_schema_that_is_missing_or_broken() {
    check(&header_of(&[0]), ErrorKind::Header, 4, &["avro.schema"]);
    check(&header_of(&map(&[("avro.schem", b"1")])), ErrorKind::Header, 4, &["avro.schema"]);
    check(&header_of(&map(&[("avro.schema", b"\"in\xff\"")])), ErrorKind::Header, 18, &["UTF-8"]);
    let error = raw::error(&header("{\"type\": \"fixed\",\n \"name\": 7, \"size\": 1}", None));
    assert!(matches!(error.kind(), ErrorKind::Schema(_)), "{error:?}");
    assert_eq!(error.offset(), Some(18));
    assert_eq!(error.position().map(|(line, _)| line), Some(2));
    let error = raw::error(&header("", None));
    assert!(matches!(error.kind(), ErrorKind::Schema(_)), "{error:?}");
}

#[test]
fn a_schema_with_names_or_defaults_that_break_the_rules() {
    let schema = r#"{"type":"record","name":"my-row","fields":[{"name":"first name","type":"int"}]}"#;
    let file = [header(schema, None), ints(&[5])].concat();
    assert_eq!(raw::read(&file[..]).0[0]["first name"], Value::Int(5));
    let schema = r#"{"type":"record","name":"R","fields":[{"name":"n","type":"int","default":"none"}]}"#;
    let file = [header(schema, None), ints(&[5])].concat();
    assert_eq!(raw::read(&file[..]).0[0]["n"], Value::Int(5));
}

#[test]
fn a_codec_that_is_not_known() {
    let file = [header(r#""int""#, Some("lzw")), ints(&[1]), ints(&[2, 3])].concat();
    let start = header(r#""int""#, Some("lzw")).len();
    check(&file, ErrorKind::Codec, start, &["lzw", "null", "deflate"]);
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.codec_name(), "lzw");
    assert_eq!(reader.blocks().map(|block| block.unwrap().count).sum::<u64>(), 3);
    // Without objects too, as nobody can say how many there would be.
    assert_eq!(raw::error(&header(r#""int""#, Some("lzw"))).kind(), ErrorKind::Codec);
    assert_eq!(raw::error(&header(r#""int""#, Some(""))).kind(), ErrorKind::Codec);
    assert_eq!(Reader::new(&file[..]).unwrap().skip(3).unwrap(), 3);
    assert_eq!(Reader::new(&file[..]).unwrap().skip(2).unwrap_err().kind(), ErrorKind::Codec);
}

#[test]
fn empty_blocks_are_no_end() {
    let file = [int_header(), ints(&[]), ints(&[1]), ints(&[]), ints(&[]), ints(&[2]), ints(&[])].concat();
    assert_eq!(raw::read(&file[..]).0, [Value::Int(1), Value::Int(2)]);
    let compressed = |count, data: &[u8]| block(count, &stored(data));
    let file = [
        header(r#""int""#, Some("deflate")),
        compressed(0, &[]),
        block(0, &[]),
        compressed(1, &[8]),
        block(0, &[]),
    ]
    .concat();
    assert_eq!(raw::read(&file[..]).0, [Value::Int(4)]);
}

#[test]
fn heads_that_are_wrong() {
    let header = int_header();
    let start = header.len();
    let file = |head: &[u8]| [&header[..], head, &[2, 4], &MARKER].concat();
    check(&file(&[3]), ErrorKind::Block, start, &["a count of objects", "-2"]);
    check(&file(&long(i64::MIN)), ErrorKind::Block, start, &["a count of objects"]);
    check(&file(&[4, 3]), ErrorKind::Block, start + 1, &["the size of a block", "-2"]);
    check(&file(&[0xff; 10]), ErrorKind::Malformed, start, &["long"]);
    check(&file(&[4, 2]), ErrorKind::Block, start, &["at most 1 objects", "found 2"]);
    check(&file(&[&long(i64::MAX)[..], &[4]].concat()), ErrorKind::Block, start, &["at most 2 objects"]);
    check(&file(&[&[4], &long(i64::MAX)[..]].concat()), ErrorKind::Limit, start + 1, &["block_bytes"]);
    check(&file(&[&[4], &long((64 << 20) + 1)[..]].concat()), ErrorKind::Limit, start + 1, &["67108864"]);
    let file = file(&[&[4], &long(64 << 20)[..]].concat());
    check(&file, ErrorKind::Truncated, file.len(), &["the block at byte 40", "67108864", "after 18"]);
    assert_eq!(start, 40);
}

#[test]
fn counts_and_sizes_that_do_not_agree() {
    let header = int_header();
    let data = header.len() + 2;
    // Fewer objects than bytes: what is left over is an error after the objects.
    let (rows, error) = raw::read(&[&header[..], &block(2, &[2, 4, 6])].concat()[..]);
    assert_eq!(rows, [Value::Int(1), Value::Int(2)]);
    check_error(&error.unwrap(), ErrorKind::Block, data + 2, &["1 more byte"]);
    check(&[&header[..], &block(0, &[2, 4])].concat(), ErrorKind::Block, data, &["2 more bytes"]);
    // An object that wants more bytes than its block has: no more input can help.
    let (rows, error) = raw::read(&[&header[..], &block(2, &[2, 0x80]), &ints(&[1])].concat()[..]);
    assert_eq!(rows, [Value::Int(1)]);
    check_error(&error.unwrap(), ErrorKind::Block, data + 1, &["an int"]);
}

#[test]
fn data_that_is_wrong_is_told_with_its_offset() {
    let schema =
        r#"{"type":"record","name":"R","fields":[{"name":"n","type":"int"},{"name":"ok","type":"boolean"}]}"#;
    let good = block(2, &[2, 1, 4, 0]);
    let bad = block(3, &[6, 1, 8, 1, 10, 7]);
    let header_null = header(schema, None);
    let file = [&header_null[..], &good, &bad].concat();
    let (rows, error) = raw::read(&file[..]);
    assert_eq!(rows.iter().map(|row| row["n"].as_int().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4]);
    let error = error.unwrap();
    check_error(&error, ErrorKind::Malformed, header_null.len() + good.len() + 2 + 5, &["R.ok", "7"]);
    assert_eq!(error.data_offset(), None);

    let compressed = |count, data: &[u8]| block(count, &stored(data));
    let header_deflate = header(schema, Some("deflate"));
    let good = compressed(2, &[2, 1, 4, 0]);
    let file = [&header_deflate[..], &good, &compressed(3, &[6, 1, 8, 1, 10, 7])].concat();
    let error = raw::error(&file);
    let place = header_deflate.len() + good.len();
    check_error(
        &error,
        ErrorKind::Malformed,
        place,
        &[&format!("byte 5 of the decompressed block at byte {place}")],
    );
    assert_eq!(error.data_offset(), Some(5));

    let file = [&header_deflate[..], &good, &compressed(1, &[6, 1, 8, 1])].concat();
    let error = raw::error(&file);
    check_error(&error, ErrorKind::Block, place, &["2 more bytes"]);
    assert_eq!(error.data_offset(), Some(2));

    // Skipping decodes as well, in the block where it ends.
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.skip(3).unwrap(), 3);
    let file = [&header_null[..], &bad].concat();
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.skip(2).unwrap(), 2);
    assert!(reader.values().next().unwrap().is_err());
}

#[test]
fn compressed_blocks_that_are_wrong() {
    let header = header(r#""int""#, Some("deflate"));
    let good = block(1, &stored(&[2]));
    let place = header.len() + good.len();
    let file = |bad: &[u8]| [&header[..], &good, bad].concat();
    let cut = stored(&[2, 4]);
    for (data, words) in [
        (&[0xff, 0xff][..], "a damaged one"),
        (&cut[..cut.len() - 1], "cut off"),
        (&[&cut[..], &[0]].concat(), "1 more byte"),
        (&[&cut[..], &[0; 9]].concat(), "9 more bytes"),
    ] {
        let (rows, error) = raw::read(&file(&block(2, data))[..]);
        assert_eq!(rows, [Value::Int(1)]);
        check_error(&error.unwrap(), ErrorKind::Codec, place, &[words]);
    }
    check(&file(&block(3, &cut)), ErrorKind::Block, place, &["at most 2 objects", "found 3"]);
    check(&file(&block(1, &[])), ErrorKind::Block, place, &["at most 0 objects", "found 1"]);
    check(&file(&block(i64::MAX, &cut)), ErrorKind::Block, place, &["at most 67108864 objects"]);
}

#[test]
fn a_bomb_of_bytes() {
    let mut limits = Limits::default();
    limits.block_bytes = 100;
    let header = header(r#""int""#, Some("deflate"));
    let read = |objects: usize| {
        let file = [&header[..], &block(objects as i64, &deflated(objects))].concat();
        let mut reader = Reader::builder().limits(limits.clone()).build(&file[..]).unwrap();
        reader.values().collect::<Result<Vec<_>, _>>()
    };
    assert_eq!(read(100).unwrap().len(), 100);
    // What cannot fit is refused from the head alone.
    check_error(&read(101).unwrap_err(), ErrorKind::Block, header.len(), &["at most 100 objects"]);
    let file = [&header[..], &block(100, &deflated(101))].concat();
    let mut reader = Reader::builder().limits(limits.clone()).build(&file[..]).unwrap();
    let error = reader.values().next().unwrap().unwrap_err();
    check_error(&error, ErrorKind::Limit, header.len(), &["block_bytes", "100"]);
}

/// Zeros in a deflate stream made by the library's own writer.
fn deflated(zeros: usize) -> Vec<u8> {
    use avocet::container::{Codec, Writer};
    let schema = avocet::Schema::parse(r#""int""#).unwrap();
    let mut writer = Writer::builder().codec(Codec::Deflate).build(Vec::new(), &schema).unwrap();
    let start =
        Writer::builder().codec(Codec::Deflate).build(Vec::new(), &schema).unwrap().finish().unwrap().len();
    for _ in 0..zeros {
        writer.append(&Value::Int(0)).unwrap();
    }
    let file = writer.finish().unwrap();
    let block = raw::blocks(Reader::new(&file[..])).0[0];
    assert_eq!(block.offset as usize, start);
    file[file.len() - 16 - block.size as usize..file.len() - 16].to_vec()
}

#[test]
fn a_bomb_of_objects() {
    for schema in [
        r#""null""#,
        r#"{"type":"fixed","name":"F","size":0}"#,
        r#"{"type":"record","name":"R","fields":[]}"#,
    ] {
        let header = header(schema, None);
        let file = |count: i64| [&header[..], &block(count, &[])].concat();
        check(&file(16_777_217), ErrorKind::Limit, header.len(), &["zero_size_objects", "16777216"]);
        check(&file(i64::MAX), ErrorKind::Limit, header.len(), &["zero_size_objects"]);
        assert_eq!(raw::blocks(Reader::new(&file(16_777_216)[..])).0[0].count, 16_777_216);
        let mut limits = Limits::default();
        limits.zero_size_objects = 9;
        let read = |count| {
            let file = file(count);
            let mut reader = Reader::builder().limits(limits.clone()).build(&file[..]).unwrap();
            reader.values().collect::<Result<Vec<_>, _>>()
        };
        assert_eq!(read(9).unwrap().len(), 9);
        assert_eq!(read(10).unwrap_err().kind(), ErrorKind::Limit);
    }
}

#[test]
fn sync_markers_that_differ() {
    let header = int_header();
    let mut last = ints(&[3]);
    *last.last_mut().unwrap() ^= 0x80;
    let file = [&header[..], &ints(&[1, 2]), &last].concat();
    let (rows, error) = raw::read(&file[..]);
    assert_eq!(rows, [Value::Int(1), Value::Int(2)], "none of the block's rows is handed out");
    let error = error.unwrap();
    let expected = SyncMarker(MARKER).to_string();
    check_error(&error, ErrorKind::Block, file.len() - 16, &["sync marker", &expected, "e7"]);
}

#[test]
fn nobody_is_told_twice() {
    let file = [int_header(), vec![3]].concat();
    let mut reader = Reader::new(&file[..]).unwrap();
    assert!(reader.blocks().next().unwrap().is_err());
    assert!(reader.blocks().next().is_none());
    assert!(reader.values().next().is_none());
    assert!(reader.read_with(|_, _, _| Ok(())).is_none());
    assert_eq!(reader.skip(1).unwrap(), 0);
}
