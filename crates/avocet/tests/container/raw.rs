//! Container files made by hand, byte by byte, so that the tests do not rest on the writer they test.

use std::io::{self, Read};

use avocet::container::{Block, Reader};
use avocet::{Error, Value};

pub(crate) const MARKER: [u8; 16] = *b"sixteen-byte-tag";

/// A zigzag varint, the slow way.
pub(crate) fn long(number: i64) -> Vec<u8> {
    let mut rest = if number < 0 { (number.unsigned_abs() - 1) * 2 + 1 } else { number as u64 * 2 };
    let mut bytes = Vec::new();
    while rest >= 128 {
        bytes.push((rest % 128) as u8 + 128);
        rest /= 128;
    }
    bytes.push(rest as u8);
    bytes
}

/// Bytes after their length.
pub(crate) fn bytes(value: &[u8]) -> Vec<u8> {
    [long(value.len() as i64), value.to_vec()].concat()
}

/// The encodings of ints or longs, one after the other.
pub(crate) fn longs(numbers: impl IntoIterator<Item = i64>) -> Vec<u8> {
    numbers.into_iter().flat_map(long).collect()
}

/// Metadata entries as a map of one block.
pub(crate) fn map(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut map = long(entries.len() as i64);
    for (key, value) in entries {
        map.extend(bytes(key.as_bytes()));
        map.extend(bytes(value));
    }
    map.push(0);
    map
}

/// A header around the encoding of its metadata.
pub(crate) fn header_of(metadata: &[u8]) -> Vec<u8> {
    [b"Obj\x01", metadata, &MARKER].concat()
}

/// A header with a schema and perhaps a codec.
pub(crate) fn header(schema: &str, codec: Option<&str>) -> Vec<u8> {
    let mut entries = vec![("avro.schema", schema.as_bytes())];
    entries.extend(codec.map(|codec| ("avro.codec", codec.as_bytes())));
    header_of(&map(&entries))
}

/// A block: count, size, data, sync marker.
pub(crate) fn block(count: i64, data: &[u8]) -> Vec<u8> {
    [long(count), bytes(data), MARKER.to_vec()].concat()
}

/// A raw deflate stream that stores its data.
pub(crate) fn stored(data: &[u8]) -> Vec<u8> {
    let len = u16::try_from(data.len()).unwrap();
    [&[0x01][..], &len.to_le_bytes(), &(!len).to_le_bytes(), data].concat()
}

/// All values of a file up to its end or the first error.
pub(crate) fn read(file: impl Read) -> (Vec<Value>, Option<Error>) {
    let mut reader = match Reader::new(file) {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), Some(error)),
    };
    let mut rows = Vec::new();
    let mut values = reader.values();
    while let Some(value) = values.next() {
        match value {
            Ok(value) => rows.push(value),
            Err(error) => {
                assert!(values.next().is_none(), "nothing follows an error");
                return (rows, Some(error));
            }
        }
    }
    assert!(values.next().is_none(), "the end stays the end");
    (rows, None)
}

/// The error that a file ends with.
#[track_caller]
pub(crate) fn error(file: &[u8]) -> Error {
    let (rows, error) = read(file);
    error.unwrap_or_else(|| panic!("no error after {rows:?}"))
}

/// All blocks of a file up to its end or the first error.
pub(crate) fn blocks<R: Read>(reader: avocet::Result<Reader<R>>) -> (Vec<Block>, Option<Error>) {
    let mut found = Vec::new();
    let result = reader.and_then(|mut reader| {
        for block in reader.blocks() {
            found.push(block?);
        }
        Ok(())
    });
    (found, result.err())
}

/// An input that gives its bytes one at a time and is interrupted between them.
pub(crate) struct Dripping<'a> {
    bytes: &'a [u8],
    ready: bool,
}

impl<'a> Dripping<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Dripping { bytes, ready: false }
    }
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.ready = !self.ready;
        if !self.ready {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(1);
        self.bytes.read(&mut buffer[..len])
    }
}
