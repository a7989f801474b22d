//! Varints of a fixed number of bytes, padded with zeros, for lengths that are known only after what they stand before.
//!
//! Legal wherever padding is: WebAssembly's section sizes, protobuf, Avro; not in canonical formats.
//!
//! ```
//! use avocet_varint::{decode_u32, padded};
//!
//! let mut out = vec![0; 5]; // a place for the length
//! out.extend(b"section");
//! padded::patch(&mut out[..5], 7).unwrap();
//! assert_eq!(out[..5], [0x87, 0x80, 0x80, 0x80, 0x00]);
//! assert_eq!(decode_u32(&out), Ok((7, 5)));
//! ```

use crate::error::Error;

/// Encodes into exactly `N` bytes.
///
/// # Errors
/// `Overflow` if the value needs more than `N` bytes.
pub const fn encode<const N: usize>(value: u64) -> Result<[u8; N], Error> {
    let mut bytes = [0; N];
    match patch(&mut bytes, value) {
        Ok(()) => Ok(bytes),
        Err(error) => Err(error),
    }
}

/// Writes the value over all of `place`, as long as that is.
///
/// # Errors
/// `Overflow` if the value needs more bytes than `place` has; `place` is then unchanged.
pub const fn patch(place: &mut [u8], value: u64) -> Result<(), Error> {
    if crate::encoded_len(value) > place.len() {
        return Err(Error::overflow(place.len()));
    }
    let mut left = value;
    let mut at = 0;
    while at < place.len() {
        let more = if at + 1 < place.len() { 0x80 } else { 0 };
        place[at] = (left as u8 & 0x7f) | more;
        left >>= 7;
        at += 1;
    }
    Ok(())
}
