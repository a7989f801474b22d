//! LEB128 varints and zigzag integers: one value, many values, a cursor over bytes.
//!
//! | you have | you want | call |
//! |---|---|---|
//! | bytes | an integer and its length | [`decode_u64`], [`decode_i64`] (zigzag), …; [`decode_with`] for a [`Policy`] |
//! | an integer | its bytes, on the stack, also in a `const` | [`encode_u64`], [`encode_i64`], …; [`encode_with`] |
//! | an integer and a buffer | its bytes in the buffer | [`write()`] into slices, vectors, any [`Sink`] |
//! | records | their fields, one after the other | [`Reader`], and [`Writer`] back |
//! | an array of varints | all its integers | [`decode_batch`], [`iter()`], [`count`], [`skip_batch`] |
//! | many integers | their varints | [`append_batch`], [`encode_batch`] |
//! | signed LEB128 | a signed integer | [`signed`] |
//! | a length known only afterwards | a place for it | [`padded`] |
//! | input in pieces, files, sockets | integers | [`stream`] |
//!
//! [`Strict`] is the rule unless another is named: at most ⌈bits / 7⌉ bytes, no bit lost, padding accepted. The manual
//! tells which type and policy your format has ([`manual::formats`]) and how the crate is fast ([`manual::speed`]).
//!
//! ```
//! let bytes = avocet_varint::encode_i64(-150);
//! assert_eq!(*bytes, [0xab, 0x02]);
//! assert_eq!(avocet_varint::decode_i64(&bytes), Ok((-150, 2)));
//! ```
//! # Features
//!
//! - `std` (default): the fastest batch kernel is found at run time; `std::io`. Without it the choice is made when
//!   compiling, and the crate needs `core` only.
//! - `alloc`: [`Writer`] and appending to `Vec<u8>`.
//! - `bytes`, `tokio`, `futures`: their traits, in [`stream`].
//! - `forbid-unsafe`: a crate without any `unsafe`; portable kernel only, same answers.
#![no_std]
#![cfg_attr(feature = "forbid-unsafe", forbid(unsafe_code))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod padded;
pub mod signed;
pub mod stream;
pub mod zigzag;

/// Reading matter; there is no code here.
#[cfg(any(doc, doctest))]
pub mod manual {
    #[doc = include_str!("../docs/formats.md")]
    pub mod formats {}

    #[doc = include_str!("../docs/speed.md")]
    pub mod speed {}
}

mod batch;
mod bits;
mod cursor;
mod decode;
mod encode;
mod error;
mod int;
mod iter;
mod kernel;
mod policy;
mod sink;

#[cfg(feature = "alloc")]
pub use batch::append_batch;
pub use batch::{BatchError, count, decode_batch, encode_batch, encoded_len_batch, skip_batch};
pub use cursor::Reader;
#[cfg(feature = "alloc")]
pub use cursor::{Writer, write_array, write_i32, write_i64, write_slice, write_u32, write_u64};
pub use encode::Encoded;
pub use error::{Error, ErrorKind, StrError, StrErrorKind};
pub use int::{TwosComplement, Varint, decode_with, encode_with, read};
pub use iter::{Iter, iter};
pub use kernel::{BatchInt, Kernel, Progress};
pub use policy::{
    Avro, AvroLenient, Bedrock, BedrockCompat, Canonical, JavaEdition, JavaFrame, Kafka, Multiformats,
    Policy, Protobuf, Strict, Wasm,
};
pub use sink::{Sink, write};

use zigzag::{
    unzigzag_i8, unzigzag_i16, unzigzag_i32, unzigzag_i64, unzigzag_i128, zigzag_i8, zigzag_i16, zigzag_i32,
    zigzag_i64, zigzag_i128,
};

/// Bytes that [`encode_u64`] gives for `value`: 1 to 10.
///
/// For zigzag integers ask with the zigzag number: `encoded_len(zigzag_i64(v))`.
#[inline]
pub const fn encoded_len(value: u64) -> usize {
    bits::len_u64(value)
}

/// As [`encoded_len`], for 128 bits: 1 to 19.
#[inline]
pub const fn encoded_len_u128(value: u128) -> usize {
    match value >> 64 {
        0 => bits::len_u64(value as u64),
        _ => (128 - value.leading_zeros()).div_ceil(7) as usize,
    }
}

/// Length of the varint that `bytes` begin with, whatever its value; at most ten bytes.
///
/// # Errors
/// `Truncated` or `TooLong`.
#[inline]
pub const fn peek_len(bytes: &[u8]) -> Result<usize, Error> {
    decode::len(bytes)
}

/// Moves `bytes` behind the varint that they begin with, whatever its value; on an error they stay as they are.
///
/// # Errors
/// As [`peek_len`].
#[inline]
pub const fn skip(bytes: &mut &[u8]) -> Result<(), Error> {
    match decode::len(bytes) {
        Ok(len) => {
            *bytes = bytes.split_at(len).1;
            Ok(())
        }
        Err(error) => Err(error),
    }
}

macro_rules! one_value {
    ($($int:ident $max:literal $decode:ident $encode:ident, $core:expr, $make:ident, $wide:ident, $unsigned:ident, $from:expr, $to:expr;)*) => {$(
        #[doc = concat!("Decodes the `", stringify!($int), "` that `bytes` begin with and tells its length, 1 to ", $max, ".")]
        ///
        /// Under the [`Strict`] policy; bytes behind the value are not looked at.
        ///
        /// # Errors
        /// `Truncated`, `TooLong` or `Overflow` (see [`ErrorKind`]), in this order of precedence.
        #[inline]
        pub const fn $decode(bytes: &[u8]) -> Result<($int, usize), Error> {
            match $core(bytes) {
                Ok((raw, len)) => Ok(($from(raw as $unsigned), len)),
                Err(error) => Err(error),
            }
        }

        #[doc = concat!("Encodes the `", stringify!($int), "` in the shortest form, 1 to ", $max, " bytes.")]
        #[inline]
        pub const fn $encode(value: $int) -> Encoded<$max> {
            Encoded::$make($to(value) as $wide)
        }
    )*};
}

/// For the types that stand for themselves.
macro_rules! same {
    () => {
        core::convert::identity
    };
}

one_value! {
    u8 2 decode_u8 encode_u8, decode::decode::<8, Strict>, from_u64, u64, u8, same!(), same!();
    u16 3 decode_u16 encode_u16, decode::decode::<16, Strict>, from_u64, u64, u16, same!(), same!();
    u32 5 decode_u32 encode_u32, decode::decode::<32, Strict>, from_u64, u64, u32, same!(), same!();
    u64 10 decode_u64 encode_u64, decode::decode::<64, Strict>, from_u64, u64, u64, same!(), same!();
    u128 19 decode_u128 encode_u128, decode::decode_wide::<Strict>, from_u128, u128, u128, same!(), same!();
    i8 2 decode_i8 encode_i8, decode::decode::<8, Strict>, from_u64, u64, u8, unzigzag_i8, zigzag_i8;
    i16 3 decode_i16 encode_i16, decode::decode::<16, Strict>, from_u64, u64, u16, unzigzag_i16, zigzag_i16;
    i32 5 decode_i32 encode_i32, decode::decode::<32, Strict>, from_u64, u64, u32, unzigzag_i32, zigzag_i32;
    i64 10 decode_i64 encode_i64, decode::decode::<64, Strict>, from_u64, u64, u64, unzigzag_i64, zigzag_i64;
    i128 19 decode_i128 encode_i128, decode::decode_wide::<Strict>, from_u128, u128, u128, unzigzag_i128, zigzag_i128;
}
