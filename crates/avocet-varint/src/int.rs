//! The integer types that have a varint, and how each maps to the number in it.

use core::fmt;

use crate::decode::{decode, decode_wide};
use crate::encode::Encoded;
use crate::error::Error;
use crate::policy::Policy;
use crate::zigzag::{
    unzigzag_i8, unzigzag_i16, unzigzag_i32, unzigzag_i64, unzigzag_i128, zigzag_i8, zigzag_i16, zigzag_i32,
    zigzag_i64, zigzag_i128,
};

/// An integer that can be a varint.
///
/// Unsigned types stand for themselves, signed types are mapped by [`zigzag`](crate::zigzag), and
/// [`TwosComplement`] holds signed integers that are not.
#[expect(private_bounds, reason = "sealed: how a type maps to bits is the crate's own affair")]
pub trait Varint: Sized + Copy + Bits {
    /// Bits of the type.
    const BITS: u32;

    /// Length of the longest encoding that encoding can give: ⌈bits / 7⌉.
    const MAX_LEN: usize = Self::BITS.div_ceil(7) as usize;
}

/// A signed integer whose varint is that of its bit pattern: Java Edition's `VarInt` and `VarLong`, protobuf's
/// `int32` and `int64`. Negative numbers always take the greatest length.
///
/// ```
/// use avocet_varint::{JavaEdition, Protobuf, TwosComplement, encode_with};
///
/// let minus_one = TwosComplement(-1_i32);
/// assert_eq!(*encode_with::<_, JavaEdition>(minus_one).unwrap(), [0xff, 0xff, 0xff, 0xff, 0x0f]);
/// assert_eq!(encode_with::<_, Protobuf>(minus_one).unwrap().len(), 10);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TwosComplement<T>(pub T);

impl<T: fmt::Display> fmt::Display for TwosComplement<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

pub(crate) trait Bits: Sized {
    /// Decodes under a policy.
    fn decode_bits<P: Policy>(bytes: &[u8]) -> Result<(Self, usize), Error>;

    /// The number in the varint, when encoded under `P`.
    fn into_bits<P: Policy>(self) -> u128;

    /// Room for any varint of the type under any preset, less its last byte; a length beside it makes 16 bytes for
    /// all but the widest types.
    type Held: AsRef<[u8]> + AsMut<[u8]> + Copy + Default + fmt::Debug;
}

macro_rules! ints {
    ($($int:ty, $unsigned:ident, $held:ty, $decode:expr, $from:expr, $into:expr;)*) => {$(
        impl Varint for $int {
            const BITS: u32 = $unsigned::BITS;
        }

        impl Bits for $int {
            #[inline(always)]
            fn decode_bits<P: Policy>(bytes: &[u8]) -> Result<(Self, usize), Error> {
                let (bits, len) = $decode(bytes)?;
                Ok(($from(bits as $unsigned), len))
            }

            #[inline(always)]
            fn into_bits<P: Policy>(self) -> u128 {
                $into(self)
            }

            type Held = $held;
        }
    )*};
}

ints! {
    u8, u8, [u8; 15], decode::<8, P>, |bits| bits, |value| value as u128;
    u16, u16, [u8; 15], decode::<16, P>, |bits| bits, |value| value as u128;
    u32, u32, [u8; 15], decode::<32, P>, |bits| bits, |value| value as u128;
    u64, u64, [u8; 15], decode::<64, P>, |bits| bits, |value| value as u128;
    u128, u128, [u8; 23], decode_wide::<P>, |bits| bits, |value| value;
    i8, u8, [u8; 15], decode::<8, P>, unzigzag_i8, |value| zigzag_i8(value) as u128;
    i16, u16, [u8; 15], decode::<16, P>, unzigzag_i16, |value| zigzag_i16(value) as u128;
    i32, u32, [u8; 15], decode::<32, P>, unzigzag_i32, |value| zigzag_i32(value) as u128;
    i64, u64, [u8; 15], decode::<64, P>, unzigzag_i64, |value| zigzag_i64(value) as u128;
    i128, u128, [u8; 23], decode_wide::<P>, unzigzag_i128, zigzag_i128;
    TwosComplement<i8>, u8, [u8; 15], decode::<8, P>, |bits| Self(bits as i8), |value: Self| pattern::<P>(value.0 as i128, 8);
    TwosComplement<i16>, u16, [u8; 15], decode::<16, P>, |bits| Self(bits as i16), |value: Self| pattern::<P>(value.0 as i128, 16);
    TwosComplement<i32>, u32, [u8; 15], decode::<32, P>, |bits| Self(bits as i32), |value: Self| pattern::<P>(value.0 as i128, 32);
    TwosComplement<i64>, u64, [u8; 15], decode::<64, P>, |bits| Self(bits as i64), |value: Self| pattern::<P>(value.0 as i128, 64);
    TwosComplement<i128>, u128, [u8; 23], decode_wide::<P>, |bits| Self(bits as i128), |value: Self| value.0 as u128;
}

/// The bit pattern of a number of `bits` bits, extended as `P` says.
#[inline(always)]
fn pattern<P: Policy>(value: i128, bits: u32) -> u128 {
    let bits = if P::SIGN_BITS > bits { P::SIGN_BITS } else { bits };
    value as u128 & (u128::MAX >> (128 - bits))
}

/// Decodes the integer that `bytes` begin with under the rules of `P`, and tells its length.
///
/// ```
/// use avocet_varint::{Canonical, ErrorKind, Strict, decode_with};
///
/// assert_eq!(decode_with::<u16, Strict>(&[0x80, 0x00]), Ok((0, 2)));
/// let error = decode_with::<u16, Canonical>(&[0x80, 0x00]).unwrap_err();
/// assert_eq!((error.kind(), error.offset()), (ErrorKind::NotMinimal, 1));
/// ```
///
/// # Errors
/// In this order: `Truncated` or `TooLong`, `Overflow`, `NotMinimal`; see [`ErrorKind`](crate::ErrorKind).
#[inline]
pub fn decode_with<T: Varint, P: Policy>(bytes: &[u8]) -> Result<(T, usize), Error> {
    T::decode_bits::<P>(bytes)
}

/// As [`decode_with`], and moves `bytes` behind the integer; on an error they stay as they are.
///
/// ```
/// use avocet_varint::{Strict, read};
///
/// let mut bytes: &[u8] = &[0x96, 0x01, 0x80];
/// assert_eq!(read::<u64, Strict>(&mut bytes), Ok(150));
/// assert!(read::<u64, Strict>(&mut bytes).unwrap_err().is_truncated());
/// assert_eq!(bytes, [0x80]);
/// ```
///
/// # Errors
/// As [`decode_with`].
#[inline]
pub fn read<T: Varint, P: Policy>(bytes: &mut &[u8]) -> Result<T, Error> {
    let (value, len) = T::decode_bits::<P>(bytes)?;
    *bytes = &bytes[len..];
    Ok(value)
}

/// Encodes an integer under the rules of `P`, in the shortest form.
///
/// # Errors
/// `Overflow` if the value has more bits than `P` allows, which only [`Policy::MAX_BITS`] can cause.
#[inline]
pub fn encode_with<T: Varint, P: Policy>(value: T) -> Result<Encoded<19>, Error> {
    let bits = value.into_bits::<P>();
    if P::MAX_BITS < 128 && bits >> P::MAX_BITS != 0 {
        return Err(Error::overflow(P::MAX_BITS as usize / 7));
    }
    Ok(match u64::try_from(bits) {
        Ok(bits) => Encoded::from_u64(bits),
        Err(_) => Encoded::from_u128(bits),
    })
}
