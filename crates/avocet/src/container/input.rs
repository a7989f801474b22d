//! A stream of bytes that knows its offset: what header and blocks are read from.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

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
const BUFFER: usize = 16 << 10;

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
        let start = bytes.len();
        let result = (&mut self.inner).take(size).read_to_end(bytes);
        let read = (bytes.len() - start) as u64;
        self.offset += read;
        match result {
            Err(error) => Err(self.failed(error)),
            Ok(_) if read < size => Err(self.truncated(what, size, read)),
            Ok(_) => Ok(()),
        }
    }

    /// The next `N` bytes.
    pub(super) fn read_array<const N: usize>(&mut self, what: impl Display) -> Result<[u8; N]> {
        let mut array = [0; N];
        let mut read = 0;
        while read < N {
            match self.inner.read(&mut array[read..]) {
                Ok(0) => return Err(self.truncated(what, N as u64, read as u64)),
                Ok(more) => {
                    read += more;
                    self.offset += more as u64;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.failed(error)),
            }
        }
        Ok(array)
    }

    /// Passes over the next `size` bytes.
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
                Err(error) => return Err(self.failed(error)),
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

/// Seeks to the last of the bytes and reads that one: it is there, or the input ends before and tells where.
fn pass_by_seeking<R: Read + Seek>(input: &mut BufReader<R>, size: u64) -> io::Result<u64> {
    let Some(before_last) = size.checked_sub(1) else { return Ok(0) };
    let step = i64::try_from(before_last).map_err(|_| io::ErrorKind::InvalidInput)?;
    input.seek_relative(step)?;
    if pass_by_reading(input, 1)? == 1 {
        return Ok(size);
    }
    let past_end = input.stream_position()?;
    let missing = past_end.saturating_sub(input.seek(SeekFrom::End(0))?);
    Ok(before_last.saturating_sub(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passing_over_what_is_not_there_names_the_end() {
        for there in [0, 1, 5, 99, 100, 101, 70_000] {
            let mut input = Input::seekable(io::Cursor::new(vec![0; there]));
            let passed = input.pass(100, "the data");
            match passed {
                Ok(()) => assert!(there >= 100),
                Err(error) => {
                    assert_eq!(error.offset(), Some(there as u64));
                    assert!(error.found().contains(&format!("after {there} of them")), "{error}");
                }
            }
            assert_eq!(input.offset(), there.min(100) as u64);
        }
    }

    #[test]
    fn memory_follows_the_bytes_and_not_their_announcement() {
        let mut bytes = Vec::new();
        let mut input = Input::new(&b"three"[..]);
        let error = input.read_to(&mut bytes, 1 << 40, "data").unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated, Some(5)));
        assert_eq!(bytes, b"three");
        assert!(bytes.capacity() as u64 <= RESERVE, "{} bytes", bytes.capacity());

        let mut input = Input::new(io::repeat(7).take(1 << 20));
        bytes.clear();
        assert!(input.read_to(&mut bytes, 1 << 40, "data").unwrap_err().is_truncated());
        assert_eq!(bytes.len(), 1 << 20);
        assert!(bytes.capacity() <= 4 << 20, "{} bytes", bytes.capacity());
    }

    #[test]
    fn passing_over_more_than_there_is_ends_where_the_input_ends() {
        let mut input = Input::new(io::repeat(0).take(100_000));
        let error = input.pass(100_001, "zeros").unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated, Some(100_000)));
    }

    #[test]
    fn offsets_count_every_byte_taken() {
        let bytes: Vec<u8> = [&[0x02, 0x80, 0x01][..], &vec![9; 200_000], b"tail"].concat();
        for seek in [false, true] {
            let file = io::Cursor::new(&bytes);
            let mut input = if seek { Input::seekable(file) } else { Input::new(file) };
            assert_eq!((input.read_long().unwrap(), input.offset()), (1, 1));
            assert_eq!((input.read_long().unwrap(), input.offset()), (64, 3));
            input.pass(199_998, "nines").unwrap();
            assert_eq!(input.read_array::<2>("nines").unwrap(), [9, 9]);
            assert!(!input.is_at_end().unwrap());
            let mut tail = Vec::new();
            input.read_to(&mut tail, 4, "a tail").unwrap();
            assert_eq!((&tail[..], input.offset()), (&b"tail"[..], bytes.len() as u64));
            assert!(input.is_at_end().unwrap());
        }
    }

    #[test]
    fn a_long_that_is_cut_or_goes_on_is_told_with_its_start() {
        let mut input = Input::new(&[0x02, 0x80, 0x80][..]);
        input.read_long().unwrap();
        let error = input.read_long().unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated, Some(1)));
        let mut input = Input::new(&[0x80; 11][..]);
        assert_eq!(input.read_long().unwrap_err().kind(), ErrorKind::Malformed);
    }
}
