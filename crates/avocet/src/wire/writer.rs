//! From primitives to bytes, appended to a `Vec<u8>`.
//!
//! ```
//! use avocet::wire::writer;
//!
//! let mut out = Vec::new();
//! writer::write_string(&mut out, "foo");
//! writer::write_long(&mut out, -64);
//! assert_eq!(out, [0x06, b'f', b'o', b'o', 0x7f]);
//! ```

/// Writes a boolean: one byte, 0 or 1.
#[inline]
pub fn write_boolean(out: &mut Vec<u8>, value: bool) {
    out.push(u8::from(value));
}

/// Writes an int: a zigzag varint of 1 to 5 bytes.
#[inline]
pub fn write_int(out: &mut Vec<u8>, value: i32) {
    avocet_varint::write_i32(out, value);
}

/// Writes a long: a zigzag varint of 1 to 10 bytes.
#[inline]
pub fn write_long(out: &mut Vec<u8>, value: i64) {
    avocet_varint::write_i64(out, value);
}

/// Writes ints, one after the other, by the batch encoder.
#[inline]
pub fn write_ints(out: &mut Vec<u8>, values: &[i32]) {
    avocet_varint::append_batch(values, out);
}

/// Writes longs, one after the other, by the batch encoder.
#[inline]
pub fn write_longs(out: &mut Vec<u8>, values: &[i64]) {
    avocet_varint::append_batch(values, out);
}

/// Writes a float: four bytes, little-endian.
#[inline]
pub fn write_float(out: &mut Vec<u8>, value: f32) {
    avocet_varint::write_array(out, value.to_le_bytes());
}

/// Writes a double: eight bytes, little-endian.
#[inline]
pub fn write_double(out: &mut Vec<u8>, value: f64) {
    avocet_varint::write_array(out, value.to_le_bytes());
}

/// Writes bytes: their number as a long, then they themselves.
#[inline]
pub fn write_bytes(out: &mut Vec<u8>, value: &[u8]) {
    write_long(out, value.len() as i64);
    avocet_varint::write_slice(out, value);
}

/// Writes a string: the number of its bytes as a long, then its UTF-8.
#[inline]
pub fn write_string(out: &mut Vec<u8>, value: &str) {
    write_bytes(out, value.as_bytes());
}

/// Ends an array or a map that is one block and begins at `start` with a byte of room for the count, which is known
/// only now.
pub(crate) fn end_block(out: &mut Vec<u8>, start: usize, count: usize) {
    if count == 0 {
        return; // the room is the end
    }
    let head = avocet_varint::encode_i64(count as i64);
    let head = head.as_slice();
    if head.len() > 1 {
        let end = out.len();
        out.resize(end + head.len() - 1, 0);
        out.copy_within(start + 1..end, start + head.len());
    }
    out[start..start + head.len()].copy_from_slice(head);
    out.push(0);
}
