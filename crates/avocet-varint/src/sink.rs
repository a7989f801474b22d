//! An integer and a place for bytes in, the integer's varint in that place.

use crate::error::Error;
use crate::int::{Varint, encode_with};
use crate::policy::Policy;

/// What varints can be appended to: vectors, slices (filled from their start), or a buffer of your own.
///
/// ```
/// use avocet_varint::{Sink, Strict, write};
///
/// /// The send buffer of a device: eight bytes, some of them used.
/// struct Fifo { bytes: [u8; 8], used: usize }
///
/// impl Sink for Fifo {
///     fn append(&mut self, bytes: &[u8]) -> Result<(), usize> {
///         let mut room = &mut self.bytes[self.used..];
///         room.append(bytes)?;
///         self.used += bytes.len();
///         Ok(())
///     }
/// }
///
/// let mut fifo = Fifo { bytes: [0; 8], used: 6 };
/// write::<u16, Strict>(&mut fifo, 300)?;
/// assert_eq!(fifo.bytes, [0, 0, 0, 0, 0, 0, 0xac, 0x02]);
/// # Ok::<(), avocet_varint::Error>(())
/// ```
pub trait Sink {
    /// Appends all of the bytes, or none.
    ///
    /// # Errors
    /// How many of the bytes do not fit, at least one.
    fn append(&mut self, bytes: &[u8]) -> Result<(), usize>;
}

/// Fills the slice from its start and leaves the part that is still free, as `std::io::Write` does.
impl Sink for &mut [u8] {
    #[inline]
    fn append(&mut self, bytes: &[u8]) -> Result<(), usize> {
        if self.len() < bytes.len() {
            return Err(bytes.len() - self.len());
        }
        let (place, free) = core::mem::take(self).split_at_mut(bytes.len());
        place.copy_from_slice(bytes);
        *self = free;
        Ok(())
    }
}

#[cfg(feature = "alloc")]
impl Sink for alloc::vec::Vec<u8> {
    #[inline]
    fn append(&mut self, bytes: &[u8]) -> Result<(), usize> {
        self.extend_from_slice(bytes);
        Ok(())
    }
}

#[cfg(feature = "alloc")]
impl Sink for crate::Writer {
    #[inline]
    fn append(&mut self, bytes: &[u8]) -> Result<(), usize> {
        self.write_slice(bytes);
        Ok(())
    }
}

/// Appends the varint of `value` under the rules of `P`, in the shortest form, and tells its length.
///
/// The counterpart of [`read`](crate::read), for any type, policy and sink. For many 32- and 64-bit integers
/// [`Writer`](crate::Writer) and [`append_batch`](crate::append_batch) are faster.
///
/// ```
/// use avocet_varint::{Bedrock, ErrorKind, write};
///
/// let mut bytes = [0; 4];
/// let mut free = &mut bytes[..];
/// assert_eq!(write::<i32, Bedrock>(&mut free, -200), Ok(2));
/// let error = write::<i32, Bedrock>(&mut free, i32::MIN).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Truncated { needed: 3 });
/// assert_eq!(free.len(), 2);
/// assert_eq!(bytes, [0x8f, 0x03, 0, 0]);
/// ```
///
/// # Errors
/// `Overflow` as [`encode_with`]; `Truncated` if the sink has no room, with the number of places that it lacks.
/// Nothing is appended then.
#[inline]
pub fn write<T: Varint, P: Policy>(sink: &mut impl Sink, value: T) -> Result<usize, Error> {
    let bytes = encode_with::<T, P>(value)?;
    match sink.append(&bytes) {
        Ok(()) => Ok(bytes.len()),
        Err(lacking) => Err(Error::truncated(bytes.len().saturating_sub(lacking), lacking)),
    }
}
