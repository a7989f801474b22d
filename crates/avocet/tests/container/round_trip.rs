//! What is written is read again.

use std::path::PathBuf;

use avocet::container::{Codec, Reader, SyncMarker, Writer, WriterBuilder};
use avocet::{Schema, Value, record};
use proptest::prelude::*;

use crate::raw::{self, Dripping};

pub(crate) const ROW: &str = r#"{"type":"record","name":"shop.Row","fields":[
    {"name":"id","type":"long"},
    {"name":"name","type":"string"},
    {"name":"tags","type":{"type":"array","items":"string"}},
    {"name":"note","type":["null","string"]},
    {"name":"price","type":"double"}]}"#;

/// The row of a number.
pub(crate) fn row(id: i64) -> Value {
    let tags: Vec<Value> = (0..id % 4).map(|tag| Value::from(format!("tag{tag}"))).collect();
    let note = if id % 3 == 0 { Value::Null } else { Value::from("a note") };
    record! {
        "id": id,
        "name": format!("row {id}"),
        "tags": tags,
        "note": note,
        "price": id as f64 / 4.0,
    }
}

/// A file of blocks of rows: the counts of the blocks.
pub(crate) fn file(builder: WriterBuilder, counts: &[usize]) -> (Vec<u8>, Vec<Value>) {
    let schema = Schema::parse(ROW).unwrap();
    let mut writer = builder.sync_marker(SyncMarker(raw::MARKER)).build(Vec::new(), &schema).unwrap();
    let mut rows = Vec::new();
    for count in counts {
        for _ in 0..*count {
            let row = row(rows.len() as i64 + 17);
            writer.append(&row).unwrap();
            rows.push(row);
        }
        writer.flush().unwrap();
    }
    (writer.finish().unwrap(), rows)
}

pub(crate) fn codecs() -> impl Iterator<Item = WriterBuilder> {
    Codec::ALL.iter().map(|codec| Writer::builder().codec(*codec))
}

/// A path for a file of a test.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("container-{}-{name}", std::process::id()))
}

#[test]
fn rows_come_back_in_order() {
    for builder in codecs() {
        for counts in [&[][..], &[1], &[2, 3, 1], &[1000]] {
            let (file, rows) = file(builder.clone(), counts);
            let (found, error) = raw::read(&file[..]);
            assert!(error.is_none(), "{error:?}");
            assert_eq!(found, rows, "{builder:?}, blocks of {counts:?}");
        }
    }
}

#[test]
fn the_header_comes_back() {
    let schema = Schema::parse(ROW).unwrap();
    let writer = Writer::builder()
        .codec(Codec::Deflate)
        .metadata("zoo", "first")
        .metadata("avro", vec![0xff, 0x00])
        .metadata("", "")
        .sync_marker(SyncMarker(raw::MARKER))
        .build(Vec::new(), &schema)
        .unwrap();
    assert_eq!(writer.sync_marker(), SyncMarker(raw::MARKER));
    let file = writer.finish().unwrap();
    let reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.codec_name(), "deflate");
    assert_eq!(reader.sync_marker(), SyncMarker(raw::MARKER));
    assert_eq!(reader.schema().to_string(), schema.to_string());
    let user: Vec<_> = reader.metadata().user().collect();
    assert_eq!(user, [("zoo", &b"first"[..]), ("avro", &[0xff, 0x00]), ("", b"")]);
    let keys: Vec<_> = reader.metadata().iter().map(|(key, _)| key).collect();
    assert_eq!(keys, ["avro.schema", "avro.codec", "zoo", "avro", ""]);
    assert_eq!(reader.metadata().get("avro.schema"), Some(schema.to_string().as_bytes()));
    assert_eq!(reader.metadata().get("none"), None);
}

#[test]
fn any_input_will_do() {
    for builder in codecs() {
        let (file, rows) = file(builder, &[3, 2]);
        assert_eq!(raw::read(Dripping::new(&file)).0, rows);
        let path = path("any-input");
        std::fs::write(&path, &file).unwrap();
        let from_file: Vec<Value> = Reader::open(&path).unwrap().into_iter().map(Result::unwrap).collect();
        assert_eq!(from_file, rows);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_created_file_is_whole_after_finish_and_after_drop() {
    let schema = Schema::parse(ROW).unwrap();
    let path = path("created");
    for drop_it in [false, true] {
        let mut writer = Writer::create(&path, &schema).unwrap();
        writer.append(&row(1)).unwrap();
        writer.append(&row(2)).unwrap();
        if drop_it {
            drop(writer);
        } else {
            writer.finish().unwrap();
        }
        let rows: Vec<Value> = Reader::open(&path).unwrap().values().map(Result::unwrap).collect();
        assert_eq!(rows, [row(1), row(2)]);
    }
    std::fs::remove_file(path).unwrap();
}

#[test]
fn a_reader_lends_and_gives_its_values() {
    let (file, rows) = file(Writer::builder(), &[2, 2]);
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.values().next().unwrap().unwrap(), rows[0]);
    assert_eq!(reader.values().next().unwrap().unwrap(), rows[1]);
    let id = reader.read_with(|plan, object, limits| Ok(plan.read_value(object, limits)?["id"].clone()));
    assert_eq!(id.unwrap().unwrap(), rows[2]["id"]);
    let rest: Vec<Value> = reader.into_iter().map(Result::unwrap).collect();
    assert_eq!(rest, rows[3..]);
}

proptest! {
    #[test]
    fn any_longs_in_any_blocks_come_back(
        numbers in prop::collection::vec(any::<i64>(), 0..300),
        block_size in 1_usize..500,
        deflate: bool,
    ) {
        let schema = Schema::parse(r#""long""#).unwrap();
        let codec = if deflate { Codec::Deflate } else { Codec::Null };
        let mut writer =
            Writer::builder().codec(codec).block_size(block_size).build(Vec::new(), &schema).unwrap();
        for number in &numbers {
            writer.append(&Value::Long(*number)).unwrap();
        }
        let file = writer.finish().unwrap();
        let (values, error) = raw::read(&file[..]);
        prop_assert!(error.is_none());
        let found: Vec<i64> = values.iter().map(|value| value.as_long().unwrap()).collect();
        prop_assert_eq!(found, numbers);
    }
}
