//! A slice in; varints, fixed-width numbers, slices and strings out, one after the other.

use super::rest::Rest;
use super::text;
use crate::decode::{decode, len};
use crate::error::{Error, StrError};
use crate::policy::Strict;
use crate::zigzag::{unzigzag_i32, unzigzag_i64};

/// A cursor over a slice. Every read either succeeds and moves behind what it read, or fails and moves nothing.
///
/// ```
/// use avocet_varint::Reader;
///
/// let mut reader = Reader::new(b"\x54\x06abc\x80");
/// assert_eq!(reader.read_i64(), Ok(42));
/// let len = reader.read_i64().unwrap() as usize;
/// assert_eq!(reader.read_str(len), Ok("abc"));
/// assert!(reader.read_u32().unwrap_err().is_truncated());
/// assert_eq!(reader.position(), 5);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    /// What was not read yet.
    rest: Rest<'a>,
    /// Length of the whole, at least that of `rest`.
    len: usize,
}

impl<'a> Reader<'a> {
    /// A cursor at the start of `bytes`.
    #[inline]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: Rest::new(bytes), len: bytes.len() }
    }

    /// Moves behind one varint of at most ten bytes, whatever its value.
    ///
    /// # Errors
    /// `Truncated` or `TooLong`.
    #[inline]
    pub const fn skip_varint(&mut self) -> Result<(), Error> {
        match len(self.rest()) {
            Ok(len) => {
                self.rest.move_on(len);
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Moves behind `count` varints, or nowhere.
    ///
    /// # Errors
    /// That of the first varint that cannot be skipped, with its offset from that varint's own start.
    #[inline]
    pub const fn skip_n(&mut self, count: usize) -> Result<(), Error> {
        let start = self.rest;
        let mut left = count;
        while left > 0 {
            if let Err(error) = self.skip_varint() {
                self.rest = start;
                return Err(error);
            }
            left -= 1;
        }
        Ok(())
    }

    /// Reads one byte.
    ///
    /// # Errors
    /// `Truncated` at the end of the input.
    #[inline(always)]
    pub const fn read_u8(&mut self) -> Result<u8, Error> {
        match self.read_array() {
            Ok([byte]) => Ok(byte),
            Err(error) => Err(error),
        }
    }

    /// Reads `N` bytes into an array.
    ///
    /// # Errors
    /// `Truncated` if fewer are left.
    #[inline(always)]
    pub const fn read_array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        match self.rest().first_chunk() {
            Some(array) => {
                self.rest.move_on(N);
                Ok(*array)
            }
            None => Err(self.too_short(N)),
        }
    }

    /// Reads `len` bytes, borrowed from the input.
    ///
    /// # Errors
    /// `Truncated` if fewer are left.
    #[inline(always)]
    pub const fn read_slice(&mut self, len: usize) -> Result<&'a [u8], Error> {
        match self.rest().split_at_checked(len) {
            Some((slice, _)) => {
                self.rest.move_on(len);
                Ok(slice)
            }
            None => Err(self.too_short(len)),
        }
    }

    /// Reads `len` bytes of UTF-8, borrowed from the input.
    ///
    /// # Errors
    /// Truncated if fewer bytes are left; invalid UTF-8 with its offset inside the string.
    #[inline(always)]
    pub fn read_str(&mut self, len: usize) -> Result<&'a str, StrError> {
        match self.rest().split_at_checked(len) {
            Some((bytes, _)) => {
                let text = text::str_from(bytes)?;
                self.rest.move_on(len);
                Ok(text)
            }
            None => Err(self.too_short(len).into()),
        }
    }

    /// Moves on by `len` bytes.
    ///
    /// # Errors
    /// `Truncated` if fewer are left.
    #[inline(always)]
    pub const fn advance(&mut self, len: usize) -> Result<(), Error> {
        match self.read_slice(len) {
            Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Bytes read so far.
    #[inline(always)]
    pub const fn position(&self) -> usize {
        self.len - self.remaining()
    }

    /// Bytes left.
    #[inline(always)]
    pub const fn remaining(&self) -> usize {
        self.rest().len()
    }

    /// Whether no byte is left.
    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.rest().is_empty()
    }

    /// The bytes not yet read.
    #[inline(always)]
    pub const fn rest(&self) -> &'a [u8] {
        self.rest.as_slice()
    }

    #[cold]
    #[inline(never)]
    const fn too_short(&self, wanted: usize) -> Error {
        let left = self.remaining();
        Error::truncated(left, wanted - left)
    }
}

macro_rules! varints {
    ($($number:ident $bits:literal zigzag $zigzag:literal $what:literal $read:ident $decode:literal |$value:ident| $from:expr;)*) => {
        /// Varints.
        impl Reader<'_> {$(
            #[doc = $what]
            ///
            /// # Errors
            #[doc = concat!("As [`", $decode, "`](crate::", $decode, "), with offsets from the current position.")]
            #[inline(always)]
            pub const fn $read(&mut self) -> Result<$number, Error> {
                // Most values are one byte: taken by itself, not where the ways of all lengths meet. Without zigzag the
                // compiler does as well alone.
                if $zigzag
                    && let [byte, ..] = *self.rest()
                    && byte < 0x80
                {
                    self.rest.move_on(1);
                    let $value = byte as u64;
                    return Ok($from);
                }
                match decode::<$bits, Strict>(self.rest()) {
                    Ok(($value, len)) => {
                        self.rest.move_on(len);
                        Ok($from)
                    }
                    Err(error) => Err(error),
                }
            }
        )*}
    };
}

varints! {
    u64 64 zigzag false "Reads an unsigned varint of at most 64 bits." read_u64 "decode_u64" |value| value;
    i64 64 zigzag true "Reads a zigzag varint of at most 64 bits: Avro's `long`." read_i64 "decode_i64" |value| unzigzag_i64(value);
    u32 32 zigzag false "Reads an unsigned varint of at most 32 bits." read_u32 "decode_u32" |value| value as u32;
    i32 32 zigzag true "Reads a zigzag varint of at most 32 bits: Avro's `int`." read_i32 "decode_i32" |value| unzigzag_i32(value as u32);
}

macro_rules! fixed_width {
    ($($number:ident $le:ident $be:ident)*) => {
        /// Fixed-width numbers.
        impl Reader<'_> {$(
            #[doc = concat!("Reads a little-endian `", stringify!($number), "`; `Truncated` if too few bytes are left.")]
            #[inline(always)]
            pub const fn $le(&mut self) -> Result<$number, Error> {
                match self.read_array() {
                    Ok(array) => Ok($number::from_le_bytes(array)),
                    Err(error) => Err(error),
                }
            }

            #[doc = concat!("Reads a big-endian `", stringify!($number), "`; `Truncated` if too few bytes are left.")]
            #[inline(always)]
            pub const fn $be(&mut self) -> Result<$number, Error> {
                match self.read_array() {
                    Ok(array) => Ok($number::from_be_bytes(array)),
                    Err(error) => Err(error),
                }
            }
        )*}
    };
}

fixed_width! {
    u16 read_u16_le read_u16_be
    u32 read_u32_le read_u32_be
    u64 read_u64_le read_u64_be
    u128 read_u128_le read_u128_be
    i16 read_i16_le read_i16_be
    i32 read_i32_le read_i32_be
    i64 read_i64_le read_i64_be
    i128 read_i128_le read_i128_be
    f32 read_f32_le read_f32_be
    f64 read_f64_le read_f64_be
}
