//! The heads of the blocks that arrays and maps consist of.

use super::Reader;
use crate::error::{Error, ErrorKind, Result};

/// The head of one block of an array or a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Items or entries in the block; at least 1.
    pub count: usize,
    /// Where the block ends, as a position of the reader, when the block tells its size.
    pub end: Option<usize>,
}

impl Block {
    /// Reads a head; the caller restores the position after an error.
    #[inline]
    pub(super) fn read(reader: &mut Reader<'_>, min_size: usize) -> Result<Option<Block>> {
        let position = reader.position();
        let raw = reader.read_long()?;
        if raw == 0 {
            return Ok(None);
        }
        let end = if raw < 0 { Some(read_end(reader)?) } else { None };
        match usize::try_from(raw.unsigned_abs()) {
            Ok(count) if raw != i64::MIN && holds(reader.remaining(), count, min_size) => {
                Ok(Some(Block { count, end }))
            }
            _ => Err(bad_count(position, raw, min_size, reader.remaining())),
        }
    }

    /// Checks, after the items were read, that they took the bytes that the head told.
    #[inline]
    pub fn check_end(&self, reader: &Reader<'_>) -> Result<()> {
        match self.end {
            Some(end) if end != reader.position() => Err(bad_end(end, reader.position())),
            _ => Ok(()),
        }
    }
}

/// Whether `remaining` bytes can hold so many items of at least `min_size` bytes. Items that may take no byte are
/// bounded by whoever builds them, with `Limits::zero_size_items`.
#[inline]
fn holds(remaining: usize, count: usize, min_size: usize) -> bool {
    min_size == 0 || count <= remaining / min_size
}

fn read_end(reader: &mut Reader<'_>) -> Result<usize> {
    let position = reader.position();
    let size = reader.read_long()?;
    match usize::try_from(size) {
        Ok(size) if size <= reader.remaining() => Ok(reader.position() + size),
        Ok(_) => Err(Error::new(
            ErrorKind::Truncated,
            format!("a block of {size} bytes"),
            format!("{} bytes left", reader.remaining()),
        )
        .at(position as u64)),
        Err(_) => {
            Err(Error::new(ErrorKind::Malformed, "the size of a block", size.to_string()).at(position as u64))
        }
    }
}

#[cold]
fn bad_count(position: usize, count: i64, min_size: usize, remaining: usize) -> Error {
    let error = if count == i64::MIN || min_size == 0 {
        Error::new(ErrorKind::Malformed, "a count of items", count.to_string())
    } else {
        let count = count.unsigned_abs();
        let expected = format!("{count} items of {min_size} or more bytes");
        Error::new(ErrorKind::Truncated, expected, format!("{remaining} bytes left"))
    };
    error.at(position as u64)
}

#[cold]
fn bad_end(end: usize, position: usize) -> Error {
    Error::new(
        ErrorKind::Malformed,
        format!("the items of a block to end at byte {end}, as its size tells"),
        format!("their end at byte {position}"),
    )
    .at(position as u64)
}
