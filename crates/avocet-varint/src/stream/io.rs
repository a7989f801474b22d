//! `std::io`: integers from any `Read` through one buffer, and to any `Write`.

extern crate std;

use std::io::{self, BufRead, Read, Write};
use std::vec::Vec;

use crate::error::{Error, ErrorKind};
use crate::int::{Varint, encode_with};
use crate::policy::Policy;

/// `Truncated` becomes `UnexpectedEof`, the others `InvalidData`, each with the [`Error`] inside.
impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::Truncated { .. } => io::ErrorKind::UnexpectedEof,
            _ => io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// A reader with a buffer of its own, so that a value is looked at as a whole before any of it counts as read: after an
/// error the stream stands where the value began, never half-way.
///
/// Also a [`Read`] and [`BufRead`], for what stands between the integers.
///
/// ```
/// use avocet_varint::{Strict, stream::io::Reader};
///
/// let mut reader = Reader::new(&[0x96, 0x01, 0x07][..]);
/// assert_eq!(reader.read_int::<u64, Strict>()?, Some(150));
/// assert_eq!(reader.read_int::<i32, Strict>()?, Some(-4));
/// assert_eq!(reader.read_int::<i32, Strict>()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    inner: R,
    buffer: Vec<u8>,
    position: usize,
}

/// As large as what one system call usually gives.
const CAPACITY: usize = 8192;

impl<R: Read> Reader<R> {
    /// Reads from `inner`, 8 KiB at a time.
    pub fn new(inner: R) -> Self {
        Self { inner, buffer: Vec::with_capacity(CAPACITY), position: 0 }
    }

    /// Reads an integer; `None` at the end of the stream.
    ///
    /// # Errors
    /// Those of the inner reader; `UnexpectedEof` if the stream ends inside the integer, `InvalidData` if it breaks a
    /// rule of `P` (with an [`Error`] inside).
    pub fn read_int<T: Varint, P: Policy>(&mut self) -> io::Result<Option<T>> {
        loop {
            let rest = &self.buffer[self.position..];
            match T::decode_bits::<P>(rest) {
                Ok((value, len)) => {
                    self.position += len;
                    return Ok(Some(value));
                }
                Err(error) if error.is_truncated() => {
                    let empty = rest.is_empty();
                    if self.refill()? == 0 {
                        return if empty { Ok(None) } else { Err(error.into()) };
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The inner reader; bytes that were read from it and not yet from here are lost.
    pub fn into_inner(self) -> R {
        self.inner
    }

    /// Moves what is left to the front and reads more behind it.
    fn refill(&mut self) -> io::Result<usize> {
        self.buffer.drain(..self.position);
        self.position = 0;
        let left = self.buffer.len();
        self.buffer.resize(CAPACITY.max(left + 1), 0);
        let answer = loop {
            match self.inner.read(&mut self.buffer[left..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                answer => break answer,
            }
        };
        self.buffer.truncate(left + answer.as_ref().map_or(0, |more| *more));
        answer
    }
}

impl<R: Read> Read for Reader<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(out)?;
        self.consume(len);
        Ok(len)
    }
}

impl<R: Read> BufRead for Reader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position == self.buffer.len() {
            self.refill()?;
        }
        Ok(&self.buffer[self.position..])
    }

    fn consume(&mut self, len: usize) {
        self.position = self.buffer.len().min(self.position + len);
    }
}

/// Writes an integer in the shortest form, with one call of `write_all`; give it a buffered writer.
///
/// # Errors
/// Those of `out`; `InvalidData` if the value has more bits than `P` allows.
pub fn write_int<T: Varint, P: Policy>(out: &mut impl Write, value: T) -> io::Result<()> {
    out.write_all(&encode_with::<T, P>(value)?)
}
