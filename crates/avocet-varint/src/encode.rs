//! One unsigned value in, its varint out: two words and a length, without a branch.

use crate::bits::{CONTINUATION, LENGTH, spread};

/// Bytes one to eight, bytes nine and ten (both little-endian), and the length. Bytes past the length are zero.
#[inline(always)]
pub(crate) const fn words(value: u64) -> (u64, u16, usize) {
    let top_bit = (value | 1).ilog2() as usize;
    let low = spread(value) | CONTINUATION[top_bit];
    // Bit 63 is at once the continuation bit of the ninth byte and all of the tenth.
    let top = (value >> 56) as u16;
    (low, top | (top >> 7) << 8, LENGTH[top_bit] as usize)
}

/// An encoded value: an array that derefs to the slice of its bytes.
///
/// ```
/// use avocet_varint::{Encoded, encode_u64};
///
/// const THREE_HUNDRED: Encoded<10> = encode_u64(300);
/// assert_eq!(*THREE_HUNDRED, [0xac, 0x02]);
/// ```
#[derive(Clone, Copy)]
pub struct Encoded<const MAX: usize> {
    bytes: [u8; MAX],
    len: u8,
}

impl<const MAX: usize> Encoded<MAX> {
    #[inline(always)]
    pub(crate) const fn from_u64(value: u64) -> Self {
        let (low, high, len) = words(value);
        let (low, high) = (low.to_le_bytes(), high.to_le_bytes());
        let mut bytes = [0; MAX];
        let mut at = 0;
        while at < MAX && at < 10 {
            bytes[at] = if at < 8 { low[at] } else { high[at - 8] };
            at += 1;
        }
        Self { bytes, len: len as u8 }
    }

    /// For what does not fit into a word.
    pub(crate) const fn from_u128(mut value: u128) -> Self {
        let mut bytes = [0; MAX];
        let mut at = 0;
        while value >= 0x80 {
            bytes[at] = value as u8 | 0x80;
            value >>= 7;
            at += 1;
        }
        bytes[at] = value as u8;
        Self { bytes, len: at as u8 + 1 }
    }

    /// From bytes that are already encoded; `len` is at most `MAX`.
    pub(crate) const fn from_array(bytes: [u8; MAX], len: usize) -> Self {
        Self { bytes, len: len as u8 }
    }

    /// The encoded bytes, 1 to `MAX`.
    #[inline]
    pub const fn as_slice(&self) -> &[u8] {
        self.bytes.split_at(self.len as usize).0
    }
}

impl<const MAX: usize> core::ops::Deref for Encoded<MAX> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl<const MAX: usize> AsRef<[u8]> for Encoded<MAX> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl<const MAX: usize> core::fmt::Debug for Encoded<MAX> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<const MAX: usize> PartialEq for Encoded<MAX> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<const MAX: usize> Eq for Encoded<MAX> {}
