//! Integers in, their varints at the end of a `Vec<u8>` out.

use alloc::vec::Vec;

use crate::encode::words;
use crate::zigzag::{zigzag_i32, zigzag_i64};

/// Appends the varint of `value`.
#[inline]
pub fn write_u64(out: &mut Vec<u8>, value: u64) {
    if value < 0x80 {
        // In records most integers are small, and field by field of the same length: this branch is predicted.
        out.push(value as u8);
    } else {
        append(out, value);
    }
}

/// Appends the zigzag varint of `value`.
#[inline]
pub fn write_i64(out: &mut Vec<u8>, value: i64) {
    write_u64(out, zigzag_i64(value));
}

/// Appends the varint of `value`.
#[inline]
pub fn write_u32(out: &mut Vec<u8>, value: u32) {
    write_u64(out, u64::from(value));
}

/// Appends the zigzag varint of `value`.
#[inline]
pub fn write_i32(out: &mut Vec<u8>, value: i32) {
    write_u32(out, zigzag_i32(value));
}

/// Two whole words are stored, whatever the length, and only the length is counted.
#[cfg(not(feature = "forbid-unsafe"))]
#[inline]
fn append(out: &mut Vec<u8>, value: u64) {
    let (low, high, len) = words(value);
    out.reserve(10);
    // SAFETY: `reserve` made room for ten bytes behind the vector's `len()`; the two stores write exactly those ten.
    // `words` gives lengths up to ten, so all bytes below the new length are written.
    unsafe {
        let end = out.as_mut_ptr().add(out.len());
        end.cast::<[u8; 8]>().write(low.to_le_bytes());
        end.add(8).cast::<[u8; 2]>().write(high.to_le_bytes());
        out.set_len(out.len() + len);
    }
}

#[cfg(feature = "forbid-unsafe")]
#[inline]
fn append(out: &mut Vec<u8>, value: u64) {
    let (low, high, len) = words(value);
    let start = out.len();
    out.extend_from_slice(&low.to_le_bytes());
    out.extend_from_slice(&high.to_le_bytes());
    out.truncate(start + len);
}
