//! Signed LEB128: seven bits a byte, low first, and bit 6 of the last byte is the sign (WebAssembly, DWARF).
//!
//! Not zigzag: -1 is `7f` here. At most ⌈bits / 7⌉ bytes; padding inside that length is accepted; the bits of the last
//! allowed byte that the type has no room for must repeat the sign (WebAssembly core specification, "Integers").
//!
//! ```
//! use avocet_varint::signed;
//!
//! assert_eq!(*signed::encode_i32(-65), [0xbf, 0x7f]);
//! assert_eq!(signed::decode_i32(&[0xbf, 0x7f]), Ok((-65, 2)));
//! // WebAssembly's block types are 33 bits.
//! assert_eq!(signed::decode::<33>(&[0x40]), Ok((-64, 1)));
//! ```

use crate::encode::Encoded;
use crate::error::Error;

/// Decodes a signed integer of `BITS` bits, 1 to 128, and tells its length.
///
/// # Errors
/// `Truncated` or `TooLong` first, then `Overflow` at the last byte.
///
/// # Panics
/// If `BITS` is not 1 to 128, when compiled.
#[inline]
pub const fn decode<const BITS: u32>(bytes: &[u8]) -> Result<(i128, usize), Error> {
    const { assert!(BITS > 0 && BITS <= 128, "a signed LEB128 type has 1 to 128 bits") };
    let max_len = BITS.div_ceil(7) as usize;
    let mut value = 0_i128;
    let mut len = 0;
    while len < bytes.len() {
        let byte = bytes[len];
        let shift = 7 * len as u32;
        // The last allowed byte of 128 bits has room for two only; what is pushed out is looked at below.
        value |= ((byte & 0x7f) as i128) << shift;
        len += 1;
        if byte < 0x80 {
            let sign_extended = (byte as i8) << 1 >> 1;
            let room = BITS - shift;
            // All bits from the type's sign bit on must be alike.
            if room < 7 && sign_extended >> (room - 1) != 0 && sign_extended >> (room - 1) != -1 {
                return Err(Error::overflow(len - 1));
            }
            if shift + 7 < 128 && byte & 0x40 != 0 {
                value |= -1 << (shift + 7);
            }
            return Ok((value, len));
        }
        if len == max_len {
            return Err(Error::too_long(len - 1));
        }
    }
    Err(Error::truncated(len, 1))
}

/// Encodes in the shortest form, 1 to 19 bytes.
pub const fn encode(value: i128) -> Encoded<19> {
    shortest(value)
}

const fn shortest<const MAX: usize>(mut value: i128) -> Encoded<MAX> {
    let mut bytes = [0; MAX];
    let mut at = 0;
    // Done when what is left is the sign alone, and bit 6 says the same.
    while value >> 6 != 0 && value >> 6 != -1 {
        bytes[at] = (value as u8 & 0x7f) | 0x80;
        value >>= 7;
        at += 1;
    }
    bytes[at] = value as u8 & 0x7f;
    Encoded::from_array(bytes, at + 1)
}

macro_rules! widths {
    ($($int:ident $max:literal $decode:ident $encode:ident;)*) => {$(
        #[doc = concat!("As [`decode`], for `", stringify!($int), "`: at most ", $max, " bytes.")]
        ///
        /// # Errors
        /// As there.
        #[inline]
        pub const fn $decode(bytes: &[u8]) -> Result<($int, usize), Error> {
            match decode::<{ $int::BITS }>(bytes) {
                Ok((value, len)) => Ok((value as $int, len)),
                Err(error) => Err(error),
            }
        }

        #[doc = concat!("As [`encode`], for `", stringify!($int), "`: 1 to ", $max, " bytes.")]
        #[inline]
        pub const fn $encode(value: $int) -> Encoded<$max> {
            shortest(value as i128)
        }
    )*};
}

widths! {
    i8 2 decode_i8 encode_i8;
    i16 3 decode_i16 encode_i16;
    i32 5 decode_i32 encode_i32;
    i64 10 decode_i64 encode_i64;
    i128 19 decode_i128 encode_i128;
}
