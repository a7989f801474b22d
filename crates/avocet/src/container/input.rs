//! A stream of bytes that knows its offset: what header and blocks are read from.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Seek};

use crate::error::{Error, ErrorKind, Result};
use crate::wire;

/// The input of a container reader, buffered, with the number of bytes taken from it.
pub(super) struct Input<R> {
    inner: BufReader<R>,
    offset: u64,
    pass: Pass<R>,
}

/// Passes over bytes; returns how many, fewer only at the end of the input.
type Pass<R> = fn(&mut BufReader<R>, u64) -> io::Result<u64>;

/// Bytes that are read at once, unless a whole block is.
const BUFFER: usize = 64 << 10;

/// Bytes reserved at once for data that a length announces; beyond it, room grows with the bytes that come.
const RESERVE: u64 = 64 << 10;

impl<R: Read> Input<R> {
    /// An input that passes over bytes by reading them.
    pub(super) fn new(inner: R) -> Self {
        Input { inner: BufReader::with_capacity(BUFFER, inner), offset: 0, pass: pass_by_reading }
    }

    /// An input that passes over bytes by seeking.
    pub(super) fn seekable(inner: R) -> Self
    where
        R: Seek,
    {
        Input { pass: pass_by_seeking, ..Input::new(inner) }
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether no byte is left.
    pub(super) fn is_at_end(&mut self) -> Result<bool> {
        Ok(self.peek()?.is_none())
    }

    /// Reads a long.
    pub(super) fn read_long(&mut self) -> Result<i64> {
        let start = self.offset;
        let mut bytes = [0; 10];
        let mut len = 0;
        while len < bytes.len() {
            let Some(byte) = self.peek()? else { break };
            self.inner.consume(1);
            self.offset += 1;
            bytes[len] = byte;
            len += 1;
            if byte < 0x80 {
                break;
            }
        }
        wire::Reader::new(&bytes[..len]).read_long().map_err(|error| error.offset_by(start))
    }

    /// Appends the next `size` bytes to `bytes`; `what` names them in an error.
    ///
    /// Memory grows with the bytes that are there, whatever `size` says.
    pub(super) fn read_to(&mut self, bytes: &mut Vec<u8>, size: u64, what: impl Display) -> Result<()> {
        bytes.reserve(size.min(RESERVE) as usize);
        let read =
            (&mut self.inner).take(size).read_to_end(bytes).map_err(|error| self.failed(error))? as u64;
        self.offset += read;
        if read < size { Err(self.truncated(what, size, read)) } else { Ok(()) }
    }

    /// The next `N` bytes.
    pub(super) fn read_array<const N: usize>(&mut self, what: impl Display) -> Result<[u8; N]> {
        let mut array = [0; N];
        let mut read = 0;
        while read < N {
            match self.inner.read(&mut array[read..]) {
                Ok(0) => {
                    self.offset += read as u64;
                    return Err(self.truncated(what, N as u64, read as u64));
                }
                Ok(more) => read += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        self.offset += N as u64;
        Ok(array)
    }

    /// Passes over the next `size` bytes. By seeking, this may go past the end; the next read tells.
    pub(super) fn pass(&mut self, size: u64, what: impl Display) -> Result<()> {
        let passed = (self.pass)(&mut self.inner, size).map_err(|error| self.failed(error))?;
        self.offset += passed;
        if passed < size { Err(self.truncated(what, size, passed)) } else { Ok(()) }
    }

    /// The next byte, without taking it.
    fn peek(&mut self) -> Result<Option<u8>> {
        loop {
            match self.inner.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Error::io("readable bytes", error).at(self.offset)),
            }
        }
    }

    #[cold]
    fn failed(&self, error: io::Error) -> Error {
        Error::io("readable bytes", error).at(self.offset)
    }

    /// The input ended after `found` of `size` bytes; the offset is already the end.
    #[cold]
    fn truncated(&self, what: impl Display, size: u64, found: u64) -> Error {
        Error::new(
            ErrorKind::Truncated,
            format!("{what} of {size} bytes"),
            format!("the end of the input after {found} of them"),
        )
        .at(self.offset)
    }
}

fn pass_by_reading<R: Read>(input: &mut BufReader<R>, size: u64) -> io::Result<u64> {
    io::copy(&mut input.take(size), &mut io::sink())
}

fn pass_by_seeking<R: Read + Seek>(input: &mut BufReader<R>, size: u64) -> io::Result<u64> {
    let distance = i64::try_from(size).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
    input.seek_relative(distance)?;
    Ok(size)
}
