//! Varints, fixed-width numbers, slices and strings in, one growing buffer out.

use alloc::vec::Vec;
use core::fmt;

use crate::encode::words;
use crate::encode_u64;
use crate::zigzag::{zigzag_i32, zigzag_i64};

/// A buffer to append to, with one test of room per value.
///
/// The buffer is kept filled with zeros up to its end, so that a value is stored as whole words whatever its length, in
/// safe code; growing takes the buffer by value, so that the place of the next value can stay in a register. Reuse a
/// writer with [`clear`](Self::clear) rather than making a new one.
///
/// ```
/// use avocet_varint::Writer;
///
/// let mut writer = Writer::new();
/// writer.write_i64(-3);
/// writer.write_u64(3);
/// writer.write_slice(b"abc");
/// assert_eq!(writer.as_slice(), b"\x05\x03abc");
/// ```
#[derive(Clone, Default)]
pub struct Writer {
    /// Written up to `len`, zeros or remains of earlier use behind.
    buffer: Vec<u8>,
    /// Never more than `buffer.len()`.
    len: usize,
}

impl Writer {
    /// An empty writer, without a buffer yet.
    pub const fn new() -> Self {
        Self { buffer: Vec::new(), len: 0 }
    }

    /// An empty writer with room for `capacity` bytes.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { buffer: alloc::vec![0; capacity], len: 0 }
    }

    /// Appends an unsigned varint.
    #[inline(always)]
    pub fn write_u64(&mut self, value: u64) {
        // Most values are one byte: taken by itself, so that the place of the next is a constant away.
        if value < 0x80
            && let Some(place) = self.room().first_mut()
        {
            *place = value as u8;
            self.len += 1;
            return;
        }
        match put(self.room(), value, |byte| byte) {
            Some(len) => self.len += len,
            // Moved out and back, so that in a loop the writer's parts can stay in registers.
            None => *self = core::mem::take(self).grown_by(value),
        }
    }

    /// Appends a zigzag varint: Avro's `long`.
    #[inline(always)]
    pub fn write_i64(&mut self, value: i64) {
        self.write_u64(zigzag_i64(value));
    }

    /// Appends an unsigned varint.
    #[inline(always)]
    pub fn write_u32(&mut self, value: u32) {
        self.write_u64(value.into());
    }

    /// Appends a zigzag varint: Avro's `int`.
    #[inline(always)]
    pub fn write_i32(&mut self, value: i32) {
        self.write_u32(zigzag_i32(value));
    }

    /// Appends unsigned varints, with one test of room for all and no branch on their lengths.
    #[expect(clippy::missing_panics_doc, reason = "the place has ten bytes for each value")]
    #[inline(always)]
    pub fn write_u64s<const N: usize>(&mut self, values: [u64; N]) {
        let place = self.place(N * MAX_LEN);
        let mut len = 0;
        for value in values {
            len += store(&mut place[len..], value, |byte| byte).expect("ten bytes for each");
        }
        self.len += len;
    }

    /// Appends the bytes of an array: a fixed-width number by its `to_le_bytes()` or `to_be_bytes()`.
    #[inline(always)]
    pub fn write_array<const N: usize>(&mut self, bytes: [u8; N]) {
        self.place(N).copy_from_slice(&bytes);
        self.len += N;
    }

    /// Appends bytes.
    #[inline(always)]
    pub fn write_slice(&mut self, bytes: &[u8]) {
        let place = self.place(bytes.len());
        if bytes.len() <= SHORT {
            copy_short(place, bytes, |byte| byte);
        } else {
            place.copy_from_slice(bytes);
        }
        self.len += bytes.len();
    }

    /// Appends the bytes of a string, without its length.
    #[inline(always)]
    pub fn write_str(&mut self, text: &str) {
        self.write_slice(text.as_bytes());
    }

    /// What was written.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// What was written, to be changed in place: lengths to be [patched](crate::padded::patch).
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [u8] {
        &mut self.buffer[..self.len]
    }

    /// Bytes written.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether nothing was written.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Forgets what was written and keeps the buffer.
    #[inline]
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// What was written, as a vector.
    pub fn into_vec(mut self) -> Vec<u8> {
        self.buffer.truncate(self.len);
        self.buffer
    }

    /// The buffer behind what was written.
    #[inline(always)]
    fn room(&mut self) -> &mut [u8] {
        #[cfg(not(feature = "forbid-unsafe"))]
        // SAFETY: `len` starts within the buffer and is only ever moved by lengths of places found inside it, or to 0;
        // the buffer never shrinks.
        unsafe {
            core::hint::assert_unchecked(self.len <= self.buffer.len());
        }
        &mut self.buffer[self.len..]
    }

    /// Appends an unsigned varint for which there was no room.
    #[cold]
    #[inline(never)]
    fn grown_by(mut self, value: u64) -> Self {
        self.write_slice(&encode_u64(value));
        self
    }

    /// The next `len` bytes of the buffer, not yet counted.
    #[inline(always)]
    fn place(&mut self, len: usize) -> &mut [u8] {
        if self.buffer.len() - self.len < len {
            self.buffer = grown(core::mem::take(&mut self.buffer), self.len, len);
        }
        &mut self.buffer[self.len..self.len + len]
    }
}

/// Goes on behind the bytes of the vector.
impl From<Vec<u8>> for Writer {
    fn from(buffer: Vec<u8>) -> Self {
        Self { len: buffer.len(), buffer }
    }
}

impl AsRef<[u8]> for Writer {
    fn as_ref(&self) -> &[u8] {
        self.as_slice()
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

/// Appends the varint of `value` to a vector. For arrays [`append_batch`](crate::append_batch) is faster.
#[inline(always)]
pub fn write_u64(out: &mut Vec<u8>, value: u64) {
    #[cfg(not(feature = "forbid-unsafe"))]
    match put(out.spare_capacity_mut(), value, core::mem::MaybeUninit::new) {
        Some(len) => {
            let len = out.len() + len;
            // SAFETY: `put` filled as many places behind the vector's end, which are within its capacity.
            unsafe { out.set_len(len) };
        }
        None => *out = vec_grown_by(core::mem::take(out), value),
    }
    #[cfg(feature = "forbid-unsafe")]
    if value < 0x80 {
        out.push(value as u8);
    } else {
        out.extend_from_slice(&encode_u64(value));
    }
}

/// Appends bytes to a vector: as `extend_from_slice`, but short ones, as the strings in records are, without a call.
///
/// ```
/// let mut out = Vec::new();
/// avocet_varint::write_u64(&mut out, 3);
/// avocet_varint::write_slice(&mut out, b"abc");
/// assert_eq!(out, b"\x03abc");
/// ```
#[inline]
pub fn write_slice(out: &mut Vec<u8>, bytes: &[u8]) {
    #[cfg(not(feature = "forbid-unsafe"))]
    if bytes.len() <= SHORT
        && let Some(place) = out.spare_capacity_mut().get_mut(..bytes.len())
    {
        copy_short(place, bytes, core::mem::MaybeUninit::new);
        let len = out.len() + bytes.len();
        // SAFETY: `copy_short` filled all of `place`, which stands behind the vector's end and within its capacity: it
        // is as long as `bytes`, of which each arm covers the whole (from 4 bytes on with two words that overlap or
        // meet: N <= length <= 2 N).
        unsafe { out.set_len(len) };
        return;
    }
    out.extend_from_slice(bytes);
}

/// Appends an array to a vector: as `extend_from_slice`, but always in line.
///
/// ```
/// let mut out = Vec::new();
/// avocet_varint::write_array(&mut out, 1.5_f64.to_le_bytes());
/// assert_eq!(out, [0, 0, 0, 0, 0, 0, 0xf8, 0x3f]);
/// ```
#[inline(always)]
pub fn write_array<const N: usize>(out: &mut Vec<u8>, bytes: [u8; N]) {
    #[cfg(not(feature = "forbid-unsafe"))]
    match out.spare_capacity_mut().first_chunk_mut() {
        Some(place) => {
            *place = bytes.map(core::mem::MaybeUninit::new);
            let len = out.len() + N;
            // SAFETY: the `N` places behind the vector's end, which are within its capacity, were just filled.
            unsafe { out.set_len(len) };
        }
        None => append_apart(out, &bytes),
    }
    #[cfg(feature = "forbid-unsafe")]
    out.extend_from_slice(&bytes);
}

#[cfg(not(feature = "forbid-unsafe"))]
#[cold]
#[inline(never)]
fn append_apart(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}

/// The vector with the varint of `value` behind.
#[cfg(not(feature = "forbid-unsafe"))]
#[cold]
#[inline(never)]
fn vec_grown_by(mut out: Vec<u8>, value: u64) -> Vec<u8> {
    // Room for a few more, of any length.
    out.reserve(4 * MAX_LEN);
    out.extend_from_slice(&encode_u64(value));
    out
}

/// Appends the zigzag varint of `value` to a vector.
#[inline]
pub fn write_i64(out: &mut Vec<u8>, value: i64) {
    write_u64(out, zigzag_i64(value));
}

/// Appends the varint of `value` to a vector.
#[inline]
pub fn write_u32(out: &mut Vec<u8>, value: u32) {
    write_u64(out, u64::from(value));
}

/// Appends the zigzag varint of `value` to a vector.
#[inline]
pub fn write_i32(out: &mut Vec<u8>, value: i32) {
    write_u32(out, zigzag_i32(value));
}

const MAX_LEN: usize = 10;

/// Puts the varint of `value` at the front of `room`, whose bytes `cell` makes, and tells its length. `None` if there is
/// no room for its step: one, two, four or ten bytes.
#[inline(always)]
fn put<T>(room: &mut [T], value: u64, cell: impl Fn(u8) -> T) -> Option<usize> {
    // In records most integers are small, and field by field of the same length: these branches are predicted.
    if value < 0x80 {
        *room.first_mut()? = cell(value as u8);
        return Some(1);
    }
    if value < 0x4000 {
        *room.first_chunk_mut()? = [value as u8 | 0x80, (value >> 7) as u8].map(cell);
        return Some(2);
    }
    if value < 0x1000_0000 {
        let (word, len) = three_or_four_bytes(value);
        *room.first_chunk_mut()? = word.to_le_bytes().map(cell);
        return Some(len);
    }
    store(room, value, cell)
}

/// The varint of a value from 2¹⁴ to 2²⁸ - 1, with a zero behind it if it has three bytes, and its length.
#[inline(always)]
const fn three_or_four_bytes(value: u64) -> (u32, usize) {
    let value = value as u32;
    let four = (value >= 0x20_0000) as u32;
    // As in `spread`: what is to move up by two bits is added three times, by one bit once.
    let pairs = value + 3 * (value & 0xfff_c000);
    let groups = pairs + (pairs & 0x3f80_3f80);
    (groups | 0x8080 | four << 23, 3 + four as usize)
}

/// As [`put`], without a branch: always two whole words, ten bytes.
#[inline(always)]
fn store<T>(room: &mut [T], value: u64, cell: impl Fn(u8) -> T) -> Option<usize> {
    let (low, high, len) = words(value);
    let room = room.first_chunk_mut::<MAX_LEN>()?;
    *room.first_chunk_mut()? = low.to_le_bytes().map(&cell);
    *room.last_chunk_mut()? = high.to_le_bytes().map(&cell);
    Some(len)
}

/// Copies between slices of one length up to [`SHORT`], by two overlapping words instead of a call; `cell` makes the
/// bytes of `to`.
#[inline(always)]
fn copy_short<T>(to: &mut [T], from: &[u8], cell: impl Fn(u8) -> T + Copy) {
    #[inline(always)]
    fn both_ends<const N: usize, T>(to: &mut [T], from: &[u8], cell: impl Fn(u8) -> T + Copy) {
        if let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>())
            && to.len() >= N
        {
            let end = to.len() - N;
            if let Some(place) = to.first_chunk_mut() {
                *place = first.map(cell);
            }
            if let Some(place) = to[end..].first_chunk_mut() {
                *place = last.map(cell);
            }
        }
    }
    match from.len() {
        0..4 => {
            for (to, from) in to.iter_mut().zip(from) {
                *to = cell(*from);
            }
        }
        4..8 => both_ends::<4, T>(to, from, cell),
        8..16 => both_ends::<8, T>(to, from, cell),
        _ => both_ends::<16, T>(to, from, cell),
    }
}

/// Longer copies are worth a call.
const SHORT: usize = 32;

/// A buffer of at least twice the size, with room for `more` bytes behind the first `len`.
#[cold]
#[inline(never)]
fn grown(mut buffer: Vec<u8>, len: usize, more: usize) -> Vec<u8> {
    let wanted = len.checked_add(more).expect("a buffer larger than the address space");
    buffer.resize(wanted.max(2 * len).max(64), 0);
    buffer
}
