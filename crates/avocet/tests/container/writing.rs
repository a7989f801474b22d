//! Blocks as they are written, and writers that meet trouble.

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use avocet::container::{Codec, Reader, Writer};
use avocet::wire::writer::write_long;
use avocet::{ErrorKind, Schema, Value};

use crate::raw;

fn schema(json: &str) -> Schema {
    Schema::parse(json).unwrap()
}

fn longs_of(file: &[u8]) -> Vec<i64> {
    let (values, error) = raw::read(file);
    assert!(error.is_none(), "{error:?}");
    values.iter().map(|value| value.as_long().unwrap()).collect()
}

fn counts_of(file: &[u8]) -> Vec<u64> {
    let (blocks, error) = raw::blocks(Reader::new(file));
    assert!(error.is_none(), "{error:?}");
    blocks.iter().map(|block| block.count).collect()
}

/// An output that others can look into, with room for so many bytes.
#[derive(Clone)]
struct Shared {
    bytes: Rc<RefCell<Vec<u8>>>,
    room: usize,
    flushes: Rc<RefCell<usize>>,
}

impl Shared {
    fn with_room(room: usize) -> Self {
        Shared { bytes: Rc::default(), room, flushes: Rc::default() }
    }
}

impl Write for Shared {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut bytes = self.bytes.borrow_mut();
        let len = buffer.len().min(self.room - bytes.len());
        if len == 0 && !buffer.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        bytes.extend_from_slice(&buffer[..len]);
        Ok(len)
    }

    fn flush(&mut self) -> io::Result<()> {
        *self.flushes.borrow_mut() += 1;
        Ok(())
    }
}

#[test]
fn the_bytes_of_a_file_are_these() {
    let mut writer = Writer::builder()
        .metadata("k", "v")
        .sync_marker(avocet::container::SyncMarker(raw::MARKER))
        .build(Vec::new(), &schema(r#""long""#))
        .unwrap();
    for number in [0, -1, 64] {
        writer.append(&Value::Long(number)).unwrap();
    }
    writer.flush().unwrap();
    writer.append(&Value::Long(i64::MIN)).unwrap();
    let metadata = raw::map(&[("avro.schema", br#""long""#), ("avro.codec", b"null"), ("k", b"v")]);
    let blocks = [raw::block(3, &[0x00, 0x01, 0x80, 0x01]), raw::block(1, &raw::long(i64::MIN))].concat();
    assert_eq!(writer.finish().unwrap(), [raw::header_of(&metadata), blocks].concat());
}

#[test]
fn a_file_without_objects_is_its_header() {
    for codec in Codec::ALL {
        let mut writer = Writer::builder().codec(*codec).build(Vec::new(), &schema(r#""long""#)).unwrap();
        writer.flush().unwrap();
        let file = writer.finish().unwrap();
        assert!(counts_of(&file).is_empty());
        assert!(longs_of(&file).is_empty());
    }
}

#[test]
fn markers_are_random_unless_given() {
    let marker = || Writer::new(Vec::new(), &schema(r#""long""#)).unwrap().sync_marker();
    assert_ne!(marker(), marker());
}

#[test]
fn a_block_ends_with_the_object_that_reaches_its_size() {
    let mut writer = Writer::builder().block_size(4).build(Vec::new(), &schema(r#""long""#)).unwrap();
    for number in [1, 1000, 1, 1 << 40, 1, 2, 3, 4, 5] {
        writer.append(&Value::Long(number)).unwrap();
    }
    assert_eq!(counts_of(&writer.finish().unwrap()), [3, 1, 4, 1]);
}

#[test]
fn a_block_has_64_kib_unless_said_otherwise() {
    let mut writer = Writer::new(Vec::new(), &schema(r#""bytes""#)).unwrap();
    for _ in 0..130 {
        writer.append(&Value::from(&[0_u8; 1022][..])).unwrap(); // 1024 bytes with the length
    }
    assert_eq!(counts_of(&writer.finish().unwrap()), [64, 64, 2]);
}

#[test]
fn objects_of_no_bytes_come_65536_a_block() {
    let mut writer = Writer::new(Vec::new(), &schema(r#""null""#)).unwrap();
    for _ in 0..150_000 {
        writer.append(&Value::Null).unwrap();
    }
    let file = writer.finish().unwrap();
    assert_eq!(counts_of(&file), [65_536, 65_536, 18_928]);
    assert_eq!(raw::read(&file[..]).0.len(), 150_000);
}

#[test]
fn a_failed_append_leaves_nothing_behind() {
    let mut writer =
        Writer::new(Vec::new(), &schema(r#"["long", {"type": "array", "items": "long"}]"#)).unwrap();
    let wrong = Value::from(vec![Value::Long(1), Value::from("no number")]);
    writer.append(&Value::Long(1)).unwrap();
    assert_eq!(writer.append(&wrong).unwrap_err().kind(), ErrorKind::Mismatch);
    writer.append(&Value::Long(2)).unwrap();
    let error = writer.append_with(|out| {
        write_long(out, 7);
        Err(Schema::parse("7").unwrap_err())
    });
    assert!(matches!(error.unwrap_err().kind(), ErrorKind::Schema(_)));
    assert_eq!(longs_of(&writer.finish().unwrap()), [1, 2]);
}

#[test]
fn an_encoder_that_panics_leaves_nothing_behind() {
    let output = Shared::with_room(usize::MAX);
    let append_and_panic = |writer: &mut Writer<Shared>| {
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            writer.append_with(|out| {
                write_long(out, 7);
                panic!("on purpose");
            })
        }));
        assert!(panicked.is_err());
    };
    let mut writer = Writer::new(output.clone(), &schema(r#""long""#)).unwrap();
    writer.append(&Value::Long(1)).unwrap();
    append_and_panic(&mut writer);
    writer.append(&Value::Long(2)).unwrap();
    append_and_panic(&mut writer);
    drop(writer);
    assert_eq!(longs_of(&output.bytes.borrow()), [1, 2]);
}

#[test]
fn an_encoder_that_takes_bytes_away_is_found_out() {
    let output = Shared::with_room(usize::MAX);
    let mut writer = Writer::new(output.clone(), &schema(r#""long""#)).unwrap();
    writer.append(&Value::Long(1)).unwrap();
    writer.flush().unwrap();
    writer.append(&Value::Long(2)).unwrap();
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        writer.append_with(|out| {
            out.clear();
            Ok(())
        })
    }));
    assert!(panicked.is_err());
    assert_eq!(writer.append(&Value::Long(3)).unwrap_err().kind(), ErrorKind::Io);
    drop(writer);
    assert_eq!(longs_of(&output.bytes.borrow()), [1], "only what was whole is written");
}

#[test]
fn flush_makes_readable_what_was_appended() {
    let output = Shared::with_room(usize::MAX);
    let mut writer = Writer::new(output.clone(), &schema(r#""long""#)).unwrap();
    assert!(longs_of(&output.bytes.borrow()).is_empty(), "the header is there at once");
    writer.append(&Value::Long(1)).unwrap();
    assert!(longs_of(&output.bytes.borrow()).is_empty());
    writer.flush().unwrap();
    assert_eq!(longs_of(&output.bytes.borrow()), [1]);
    assert_eq!(*output.flushes.borrow(), 1);
    writer.append(&Value::Long(2)).unwrap();
    drop(writer);
    assert_eq!(longs_of(&output.bytes.borrow()), [1, 2]);
    assert_eq!(*output.flushes.borrow(), 2);
}

#[test]
fn a_full_output_is_told_once_and_never_written_to_again() {
    let header = Writer::new(Vec::new(), &schema(r#""long""#)).unwrap().finish().unwrap().len();
    for room in 0..header {
        let error = Writer::new(Shared::with_room(room), &schema(r#""long""#)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
    }
    // Two blocks of 1 + 1 + 1 + 16 bytes, of which the second does not fit.
    for room in header + 19..header + 38 {
        let output = Shared::with_room(room);
        let mut writer = Writer::builder().block_size(1).build(output.clone(), &schema(r#""long""#)).unwrap();
        writer.append(&Value::Long(1)).unwrap();
        let error = writer.append(&Value::Long(2)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io);
        assert!(std::error::Error::source(&error).is_some());
        assert_eq!(writer.append(&Value::Long(3)).unwrap_err().kind(), ErrorKind::Io);
        assert_eq!(writer.flush().unwrap_err().kind(), ErrorKind::Io);
        drop(writer);
        let bytes = output.bytes.borrow();
        assert_eq!(bytes.len(), room, "what fits is there, once");
        assert_eq!(raw::read(&bytes[..]).0, [Value::Long(1)]);
    }
}

#[test]
fn bad_options_are_refused_before_a_file_is_touched() {
    let path = crate::round_trip::path("refused");
    let long = schema(r#""long""#);
    for builder in [
        Writer::builder().codec(Codec::Deflate).level(10),
        Writer::builder().level(1),
        Writer::builder().metadata("avro.codec", "deflate"),
        Writer::builder().metadata("avro.", ""),
        Writer::builder().metadata("twice", "1").metadata("twice", "1"),
    ] {
        let error = builder.clone().create(&path, &long).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Codec | ErrorKind::Header), "{builder:?}: {error}");
        assert!(!path.exists());
    }
}

#[test]
fn levels_make_a_difference() {
    let file = |level| {
        let mut writer = Writer::builder()
            .codec(Codec::Deflate)
            .level(level)
            .build(Vec::new(), &schema(r#""string""#))
            .unwrap();
        for number in 0..2000 {
            writer.append(&Value::from(format!("order number {}", number * 7919 % 1000))).unwrap();
        }
        writer.finish().unwrap().len()
    };
    assert!(file(9) < file(1), "more effort makes smaller files");
    assert!(file(1) < file(0) / 2, "level 0 only stores");
}
