//! LEB128 varints and zigzag integers: one value, many values, a cursor over bytes.
//!
//! | you have | you want | call |
//! |---|---|---|
//! | bytes | an integer and its length | [`decode_u64`], [`decode_i64`], [`decode_u32`], [`decode_i32`] |
//! | an integer | its bytes, on the stack | [`encode_u64`], [`encode_i64`], [`encode_u32`], [`encode_i32`] |
//! | an integer | its length | [`encoded_len`] |
//! | bytes holding fields of all kinds | the fields, one after the other | [`Reader`] |
//! | a `Vec<u8>` | integers appended to it | [`write_u64`], [`write_i64`], [`write_u32`], [`write_i32`] |
//! | a signed integer | its zigzag number, and back | [`zigzag`] |
//!
//! ```
//! let bytes = avocet_varint::encode_i64(-150);
//! assert_eq!(*bytes, [0xab, 0x02]);
//! assert_eq!(avocet_varint::decode_i64(&bytes), Ok((-150, 2)));
//! ```
#![no_std]
#![cfg_attr(feature = "forbid-unsafe", forbid(unsafe_code))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod zigzag;

mod batch;
mod bits;
mod cursor;
mod decode;
mod encode;
mod error;
mod kernel;
mod policy;

#[cfg(feature = "alloc")]
pub use batch::append_batch;
pub use batch::{BatchError, count, decode_batch, encode_batch, encoded_len_batch, skip_batch};
pub use cursor::Reader;
#[cfg(feature = "alloc")]
pub use cursor::{write_i32, write_i64, write_u32, write_u64};
pub use encode::Encoded;
pub use error::{Error, ErrorKind, StrError, StrErrorKind};
pub use kernel::{BatchInt, Kernel, Progress};
pub use policy::{Policy, Strict};

use zigzag::{unzigzag_i32, unzigzag_i64, zigzag_i32, zigzag_i64};

/// Bytes that [`encode_u64`] gives for `value`: 1 to 10.
///
/// For zigzag integers ask with the zigzag number: `encoded_len(zigzag_i64(v))`.
#[inline]
pub const fn encoded_len(value: u64) -> usize {
    bits::len_u64(value)
}

macro_rules! one_value {
    ($($int:ident $max:literal $decode:ident $encode:ident, $unsigned:ident, $from:expr, $to:expr;)*) => {$(
        #[doc = concat!("Decodes the `", stringify!($int), "` that `bytes` begin with and tells its length, 1 to ", $max, ".")]
        ///
        /// Under the [`Strict`] policy; bytes behind the value are not looked at.
        ///
        /// # Errors
        /// `Truncated`, `TooLong` or `Overflow` (see [`ErrorKind`]), in this order of precedence.
        #[inline]
        pub const fn $decode(bytes: &[u8]) -> Result<($int, usize), Error> {
            match decode::decode::<{ $int::BITS }, Strict>(bytes) {
                Ok((raw, len)) => Ok(($from(raw as $unsigned), len)),
                Err(error) => Err(error),
            }
        }

        #[doc = concat!("Encodes an `", stringify!($int), "` into 1 to ", $max, " bytes, the shortest form.")]
        #[inline]
        pub const fn $encode(value: $int) -> Encoded<$max> {
            Encoded::from_u64($to(value) as u64)
        }
    )*};
}

one_value! {
    u64 10 decode_u64 encode_u64, u64, core::convert::identity, core::convert::identity;
    u32 5 decode_u32 encode_u32, u32, core::convert::identity, core::convert::identity;
    i64 10 decode_i64 encode_i64, u64, unzigzag_i64, zigzag_i64;
    i32 5 decode_i32 encode_i32, u32, unzigzag_i32, zigzag_i32;
}
