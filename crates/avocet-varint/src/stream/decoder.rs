//! Pieces of input in, integers out: the state between two pieces.

use core::fmt;
use core::marker::PhantomData;

use crate::error::Error;
use crate::int::{Bits, Varint};
use crate::policy::{Policy, Strict};

/// Decodes integers from input that arrives in pieces, cut anywhere.
///
/// Sixteen bytes for all types but those of 128 bits: the bytes of an unfinished value and their number. The whole value
/// is then decoded like any other, so the answers are the same.
///
/// ```
/// use avocet_varint::stream::Decoder;
///
/// let mut decoder = Decoder::<u64>::new();
/// let mut values = Vec::new();
/// for mut piece in [&[0x01, 0x80][..], &[0x80], &[0x01, 0x02]] {
///     while let Some(value) = decoder.decode(&mut piece)? {
///         values.push(value);
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(values, [1, 1 << 14, 2]);
/// # Ok::<(), avocet_varint::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Decoder<T: Varint, P: Policy = Strict> {
    held: <T as Bits>::Held,
    len: u8,
    policy: PhantomData<P>,
}

impl<T: Varint, P: Policy> Decoder<T, P> {
    /// Between two values.
    pub fn new() -> Self {
        Self { held: <T as Bits>::Held::default(), len: 0, policy: PhantomData }
    }

    /// Takes bytes off the front of `input` until a value is whole; `None` if all were taken before.
    ///
    /// # Errors
    /// As [`decode_with`](crate::decode_with), but never `Truncated`; offsets count from the value's start, which may
    /// lie in an earlier piece. Neither `input` nor the decoder changes then.
    #[inline]
    pub fn decode(&mut self, input: &mut &[u8]) -> Result<Option<T>, Error> {
        if self.len == 0 {
            match T::decode_bits::<P>(input) {
                Ok((value, len)) => {
                    *input = &input[len..];
                    return Ok(Some(value));
                }
                Err(error) if !error.is_truncated() => return Err(error),
                Err(_) => {}
            }
        }
        self.join(input)
    }

    /// # Errors
    /// `Truncated` if a value has begun and not ended.
    pub fn finish(&self) -> Result<(), Error> {
        if self.len == 0 { Ok(()) } else { Err(Error::truncated(self.len.into(), 1)) }
    }

    /// The bytes of the value that has begun.
    pub fn held(&self) -> &[u8] {
        &self.held.as_ref()[..self.len.into()]
    }

    #[cold]
    fn join(&mut self, input: &mut &[u8]) -> Result<Option<T>, Error> {
        let mut joined = self.held;
        let before = usize::from(self.len);
        let room = &mut joined.as_mut()[before..];
        let more = room.len().min(input.len());
        room[..more].copy_from_slice(&input[..more]);
        match T::decode_bits::<P>(&joined.as_ref()[..before + more]) {
            Ok((value, len)) => {
                *input = &input[len - before..];
                self.len = 0;
                Ok(Some(value))
            }
            // Room for more than any allowed length: full and still truncated cannot be.
            Err(error) if error.is_truncated() && more == input.len() => {
                *input = &[];
                self.held = joined;
                self.len = (before + more) as u8;
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}

impl<T: Varint, P: Policy> Default for Decoder<T, P> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Varint, P: Policy> fmt::Debug for Decoder<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Decoder").field("held", &self.held()).finish()
    }
}
