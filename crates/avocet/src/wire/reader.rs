//! From a slice to primitives, one after the other.

use super::Block;
use crate::error::{Error, ErrorKind, Result};

/// A position in encoded bytes, from which primitives are read in order.
///
/// Every method that fails leaves the position where it was; the error's offset counts from the start of the slice.
///
/// ```
/// use avocet::wire::Reader;
///
/// let mut reader = Reader::new(&[0x06, b'f', b'o', b'o', 0x7f]);
/// assert_eq!(reader.read_string()?, "foo");
/// assert_eq!(reader.read_long()?, -64);
/// assert!(reader.is_empty());
/// assert!(reader.read_long().unwrap_err().is_truncated());
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    cursor: avocet_varint::Reader<'a>,
}

impl<'a> Reader<'a> {
    /// A reader at the start of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Reader { cursor: avocet_varint::Reader::new(bytes) }
    }

    /// Bytes read so far.
    #[inline]
    pub fn position(&self) -> usize {
        self.cursor.position()
    }

    /// Bytes left.
    #[inline]
    pub fn remaining(&self) -> usize {
        self.cursor.remaining()
    }

    /// Whether all bytes are read.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cursor.remaining() == 0
    }

    /// Reads a boolean: one byte, 0 or 1.
    #[inline]
    pub fn read_boolean(&mut self) -> Result<bool> {
        match self.cursor.rest() {
            [byte @ (0 | 1), ..] => {
                let value = *byte == 1;
                self.skip(1, "a boolean")?;
                Ok(value)
            }
            [] => Err(self.truncated("a boolean", 1)),
            [byte, ..] => Err(Error::new(ErrorKind::Malformed, "a boolean, 0 or 1", byte.to_string())
                .at(self.position() as u64)),
        }
    }

    /// Reads an int: a zigzag varint of at most 5 bytes and 32 bits.
    #[inline(always)]
    pub fn read_int(&mut self) -> Result<i32> {
        match self.cursor.read_i32() {
            Ok(value) => Ok(value),
            Err(error) => Err(self.bad_varint(error, "an int", 32)),
        }
    }

    /// Reads a long: a zigzag varint of at most 10 bytes and 64 bits.
    #[inline(always)]
    pub fn read_long(&mut self) -> Result<i64> {
        match self.cursor.read_i64() {
            Ok(value) => Ok(value),
            Err(error) => Err(self.bad_varint(error, "a long", 64)),
        }
    }

    /// Reads a float: four bytes, little-endian; every bit of a NaN is kept.
    #[inline]
    pub fn read_float(&mut self) -> Result<f32> {
        match self.cursor.read_array() {
            Ok(bytes) => Ok(f32::from_le_bytes(bytes)),
            Err(_) => Err(self.truncated("a float", 4)),
        }
    }

    /// Reads a double: eight bytes, little-endian; every bit of a NaN is kept.
    #[inline]
    pub fn read_double(&mut self) -> Result<f64> {
        match self.cursor.read_array() {
            Ok(bytes) => Ok(f64::from_le_bytes(bytes)),
            Err(_) => Err(self.truncated("a double", 8)),
        }
    }

    /// Reads bytes: a long that says how many, then they themselves.
    #[inline]
    pub fn read_bytes(&mut self) -> Result<&'a [u8]> {
        let mut ahead = self.cursor.clone();
        if let Ok(length) = ahead.read_i64()
            && let Ok(length) = usize::try_from(length)
            && let Ok(bytes) = ahead.read_slice(length)
        {
            self.cursor = ahead;
            return Ok(bytes);
        }
        Err(self.bad_bytes("bytes"))
    }

    /// Reads a string: a long that says how many bytes, then UTF-8 text.
    #[inline]
    pub fn read_string(&mut self) -> Result<&'a str> {
        // Most are shorter than 64 bytes, and then their length is one byte.
        let mut ahead = self.cursor.clone();
        if let Some(&[length]) = self.peek(1)
            && length & 0x81 == 0
            && ahead.advance(1).is_ok()
            && let Ok(text) = ahead.read_str(usize::from(length >> 1))
        {
            self.cursor = ahead;
            return Ok(text);
        }
        self.read_long_string()
    }

    #[inline(never)]
    fn read_long_string(&mut self) -> Result<&'a str> {
        let mut ahead = self.cursor.clone();
        if let Ok(length) = ahead.read_i64()
            && let Ok(length) = usize::try_from(length)
            && let Ok(text) = ahead.read_str(length)
        {
            self.cursor = ahead;
            return Ok(text);
        }
        Err(self.bad_string())
    }

    /// Reads `size` bytes, as a fixed of that size has them.
    #[inline]
    pub fn read_fixed(&mut self, size: usize) -> Result<&'a [u8]> {
        match self.cursor.read_slice(size) {
            Ok(bytes) => Ok(bytes),
            Err(_) => Err(self.truncated("a fixed", size)),
        }
    }

    /// Reads the index of one of `count` things, called `what` in an error: a union's branches, an enum's symbols.
    #[inline]
    pub fn read_index(&mut self, count: usize, what: &'static str) -> Result<usize> {
        // On a copy, not with one kept to go back to: that would be a wide load of what was stored in parts just before,
        // for which the CPU waits.
        let mut ahead = self.clone();
        let index = ahead.read_long()?;
        if (index as u64) < count as u64 {
            *self = ahead;
            return Ok(index as usize);
        }
        Err(bad_index(self.position(), index, count, what))
    }

    /// Reads the head of a block of an array or a map; `None` when it ends the array or map.
    ///
    /// `min_size` is the least number of bytes that an item takes: a count that the remaining bytes cannot hold is
    /// an error here, before anything is reserved for it.
    #[inline]
    pub fn read_block(&mut self, min_size: usize) -> Result<Option<Block>> {
        let mut ahead = self.clone();
        let block = Block::read(&mut ahead, min_size)?;
        *self = ahead;
        Ok(block)
    }

    /// Skips `size` bytes that belong to `what`.
    #[inline]
    pub fn skip(&mut self, size: usize, what: &'static str) -> Result<()> {
        match self.cursor.read_slice(size) {
            Ok(_) => Ok(()),
            Err(_) => Err(self.truncated(what, size)),
        }
    }

    /// Checks that all bytes are read.
    ///
    /// # Errors
    ///
    /// `TrailingBytes` when some are left.
    pub fn end(&self) -> Result<()> {
        match self.remaining() {
            0 => Ok(()),
            left => Err(self.trailing(left)),
        }
    }

    /// Reads as many ints as `out` has places, by the batch decoder; an error comes with how many were read before
    /// it, and leaves the reader behind those.
    #[inline]
    pub(crate) fn read_ints(&mut self, out: &mut [i32]) -> Result<(), (usize, Error)> {
        self.read_batch(out, Reader::read_int)
    }

    /// Reads as many longs as `out` has places; otherwise as [`read_ints`](Reader::read_ints).
    #[inline]
    pub(crate) fn read_longs(&mut self, out: &mut [i64]) -> Result<(), (usize, Error)> {
        self.read_batch(out, Reader::read_long)
    }

    #[inline]
    fn read_batch<T: avocet_varint::BatchInt>(
        &mut self,
        out: &mut [T],
        read: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<(), (usize, Error)> {
        let done = match avocet_varint::decode_batch(self.cursor.rest(), out) {
            Ok(done) => done,
            Err(stopped) => stopped.done,
        };
        self.advance(done.bytes);
        if done.values == out.len() {
            return Ok(());
        }
        // The next value is the one at fault; read alone, it says how.
        match read(self) {
            Err(error) => Err((done.values, error)),
            Ok(_) => unreachable!("one value at a time and many at a time have the same rules"),
        }
    }

    /// Skips ints or longs.
    pub(crate) fn skip_varints(&mut self, count: usize) -> Result<()> {
        match avocet_varint::skip_batch(self.cursor.rest(), count) {
            Ok(done) if done.values == count => {
                self.advance(done.bytes);
                Ok(())
            }
            Ok(done) | Err(avocet_varint::BatchError { done, .. }) => {
                let mut rest = self.clone();
                rest.advance(done.bytes);
                Err(rest.read_long().map_or_else(|error| error, |_| self.truncated("a long", 1)))
            }
        }
    }

    /// The next `size` bytes, if there are so many, without moving.
    #[inline]
    pub(crate) fn peek(&self, size: usize) -> Option<&'a [u8]> {
        self.cursor.rest().get(..size)
    }

    /// Moves over bytes that were looked at.
    #[inline]
    pub(crate) fn advance(&mut self, size: usize) {
        let moved = self.cursor.advance(size);
        debug_assert!(moved.is_ok(), "only what was looked at is moved over");
    }

    /// Why no bytes (or, as far as the bytes go, no string) stand here: reads them again to find out.
    #[cold]
    fn bad_bytes(&self, what: &'static str) -> Error {
        let mut ahead = self.clone();
        match ahead.read_long() {
            Err(error) => error,
            Ok(length) => match usize::try_from(length) {
                Ok(length) => ahead.truncated(what, length),
                Err(_) => Error::new(
                    ErrorKind::Malformed,
                    format!("{what} of no negative length"),
                    format!("length {length}"),
                )
                .at(self.position() as u64),
            },
        }
    }

    #[cold]
    fn bad_string(&self) -> Error {
        let mut ahead = self.clone();
        let Ok(bytes) = ahead.read_bytes() else { return self.bad_bytes("a string") };
        let valid = std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), str::len);
        let found =
            bytes.get(valid).map_or_else(|| "other bytes".to_owned(), |byte| format!("byte {byte:#04x}"));
        let offset = ahead.position() - bytes.len() + valid;
        Error::new(ErrorKind::Malformed, "a string of UTF-8", found).at(offset as u64)
    }

    #[cold]
    fn trailing(&self, left: usize) -> Error {
        Error::new(ErrorKind::TrailingBytes, "the end of the input", format!("{left} more bytes"))
            .at(self.position() as u64)
    }

    #[cold]
    fn truncated(&self, what: &str, size: usize) -> Error {
        let found = match self.remaining() {
            0 => "the end of the input".to_owned(),
            1 => "1 byte left".to_owned(),
            left => format!("{left} bytes left"),
        };
        let bytes = if size == 1 { "byte" } else { "bytes" };
        Error::new(ErrorKind::Truncated, format!("{what} of {size} {bytes}"), found)
            .at(self.position() as u64)
    }

    /// The bytes of a length that was read are not all there: back to before the length.
    #[cold]
    fn bad_varint(&self, error: avocet_varint::Error, what: &'static str, bits: u32) -> Error {
        use avocet_varint::ErrorKind as Varint;
        let bytes = bits.div_ceil(7);
        let error = match error.kind() {
            Varint::Truncated { .. } => Error::new(ErrorKind::Truncated, what, "the end of the input"),
            Varint::TooLong => Error::new(
                ErrorKind::Malformed,
                format!("{what} of at most {bytes} bytes"),
                "a varint that goes on",
            ),
            _ => Error::new(
                ErrorKind::Malformed,
                format!("{what} of {bits} bits"),
                "a varint with bits beyond them",
            ),
        };
        error.at(self.position() as u64)
    }
}

#[cold]
fn bad_index(position: usize, index: i64, count: usize, what: &str) -> Error {
    let expected = match count {
        0 => format!("{what}, of which there is none"),
        _ => format!("{what} from 0 to {}", count - 1),
    };
    Error::new(ErrorKind::Malformed, expected, index.to_string()).at(position as u64)
}
