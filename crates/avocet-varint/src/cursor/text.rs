//! Bytes in, the same bytes as `str` out.
//!
//! Most strings in records are short and ASCII, and the standard check costs more on them than the rest of the record.
//! So: one test of whole words for bytes above 0x7f first, and the standard check only if there are any.

use crate::error::StrError;

/// The bytes as a string.
///
/// # Errors
/// Invalid UTF-8, with the offset of the first byte that is not.
#[inline]
pub(super) fn str_from(bytes: &[u8]) -> Result<&str, StrError> {
    if is_ascii(bytes) { Ok(ascii_str(bytes)) } else { checked_str(bytes) }
}

/// Words from both ends, overlapping in the middle: no byte outside the slice, no loop below 33 bytes.
#[inline(always)]
fn is_ascii(bytes: &[u8]) -> bool {
    match bytes.len() {
        0..4 => bytes.iter().fold(0, |all, byte| all | byte) < 0x80,
        4..8 => ends::<4>(bytes, ascii_chunk),
        8..16 => ends::<8>(bytes, ascii_chunk),
        // The last chunk covers what the whole chunks leave.
        16.. => ends::<16>(bytes, ascii_chunk) && bytes.as_chunks::<16>().0.iter().skip(1).all(ascii_chunk),
    }
}

/// Whether the first and the last `N` bytes are `good`.
#[inline(always)]
fn ends<const N: usize>(bytes: &[u8], good: impl Fn(&[u8; N]) -> bool) -> bool {
    bytes.first_chunk().is_some_and(&good) && bytes.last_chunk().is_some_and(&good)
}

/// Compiles to one test of a word or vector.
#[inline(always)]
fn ascii_chunk<const N: usize>(chunk: &[u8; N]) -> bool {
    chunk.iter().fold(0, |all, byte| all | byte) < 0x80
}

#[cfg(not(feature = "forbid-unsafe"))]
#[inline(always)]
fn ascii_str(ascii: &[u8]) -> &str {
    // SAFETY: the only caller has just found every byte below 0x80, which is valid UTF-8.
    unsafe { core::str::from_utf8_unchecked(ascii) }
}

#[cfg(feature = "forbid-unsafe")]
#[inline(always)]
fn ascii_str(ascii: &[u8]) -> &str {
    core::str::from_utf8(ascii).unwrap_or_default()
}

#[cold]
#[inline(never)]
fn checked_str(bytes: &[u8]) -> Result<&str, StrError> {
    core::str::from_utf8(bytes).map_err(|error| StrError::invalid_utf8(error.valid_up_to()))
}
