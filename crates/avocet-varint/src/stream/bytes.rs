//! `bytes`: integers from any `Buf` and to any `BufMut`.

use ::bytes::{Buf, BufMut};

use super::Decoder;
use crate::error::Error;
use crate::int::{Varint, encode_with};
use crate::policy::Policy;

/// Reading integers, for every [`Buf`].
///
/// ```
/// use avocet_varint::{Strict, stream::bytes::BufExt};
/// use bytes::{Buf, Bytes};
///
/// let mut chained = Bytes::from_static(&[0x80]).chain(Bytes::from_static(&[0x01, 0x05]));
/// assert_eq!(chained.read_int::<u64, Strict>(), Ok(128));
/// assert_eq!(chained.read_int::<i64, Strict>(), Ok(-3));
/// ```
pub trait BufExt: Buf {
    /// Reads an integer.
    ///
    /// # Errors
    /// As [`decode_with`](crate::decode_with). If all of the integer (or of what there is of it) lies in the buffer's
    /// first chunk, an error leaves the buffer as it was; where chunks meet, their bytes are taken.
    fn read_int<T: Varint, P: Policy>(&mut self) -> Result<T, Error> {
        match T::decode_bits::<P>(self.chunk()) {
            Ok((value, len)) => {
                self.advance(len);
                return Ok(value);
            }
            Err(error) if !error.is_truncated() || self.remaining() == self.chunk().len() => {
                return Err(error);
            }
            Err(_) => {}
        }
        let mut decoder = Decoder::<T, P>::new();
        while self.has_remaining() {
            let mut chunk = self.chunk();
            let before = chunk.len();
            let answer = decoder.decode(&mut chunk)?;
            let taken = before - chunk.len();
            self.advance(taken);
            if let Some(value) = answer {
                return Ok(value);
            }
        }
        decoder.finish()?;
        Err(Error::truncated(0, 1))
    }
}

impl<B: Buf + ?Sized> BufExt for B {}

/// Writing integers, for every [`BufMut`].
///
/// ```
/// use avocet_varint::{Strict, stream::bytes::BufMutExt};
/// use bytes::BytesMut;
///
/// let mut out = BytesMut::new();
/// out.write_int::<_, Strict>(300_u32).unwrap();
/// assert_eq!(out[..], [0xac, 0x02]);
/// ```
pub trait BufMutExt: BufMut {
    /// Appends an integer in the shortest form.
    ///
    /// # Errors
    /// `Overflow` if the value has more bits than `P` allows, `Truncated` if the buffer cannot grow so far; nothing is
    /// written then.
    fn write_int<T: Varint, P: Policy>(&mut self, value: T) -> Result<(), Error> {
        let bytes = encode_with::<T, P>(value)?;
        if self.remaining_mut() < bytes.len() {
            return Err(Error::truncated(self.remaining_mut(), bytes.len() - self.remaining_mut()));
        }
        self.put_slice(&bytes);
        Ok(())
    }
}

impl<B: BufMut + ?Sized> BufMutExt for B {}
