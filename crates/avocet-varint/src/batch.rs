//! Many varints in one piece of memory in, as many integers out, and back: the kernels' fast stretches joined by plain
//! code, which owns the ends of buffers and every error.

use crate::decode;
use crate::encode::words;
use crate::error::Error;
use crate::kernel::{BatchInt, Kernel, Lane, Progress};
use crate::policy::Strict;

/// A value that stopped a batch, and what was done before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// The whole values before the bad one: decoded or passed over, and usable.
    pub done: Progress,
    /// What is wrong with the value at `done.bytes`; its offset counts from there.
    pub error: Error,
}

impl core::fmt::Display for BatchError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "value {} at offset {}: {}", self.done.values, self.done.bytes, self.error)
    }
}

impl core::error::Error for BatchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.error)
    }
}

/// Decodes varints into `out` until `out` is full or `bytes` end: `u64`, `u32`, and with zigzag `i64`, `i32`.
///
/// Same answers as calling the one-value decoder (policy [`Strict`]) in a loop. Elements of `out` behind the reported
/// values may have been overwritten.
///
/// ```
/// use avocet_varint::decode_batch;
///
/// let mut out = [0i64; 4];
/// let done = decode_batch(&[0x02, 0x01, 0x80, 0x01], &mut out).unwrap();
/// assert_eq!(out[..done.values], [1, -1, 64]);
///
/// // Cut in the middle of a value: the whole ones before it are there.
/// let stopped = decode_batch(&[0x02, 0x01, 0x80], &mut out).unwrap_err();
/// assert_eq!((stopped.done.values, stopped.done.bytes), (2, 2));
/// assert!(stopped.error.is_truncated());
/// ```
///
/// # Errors
/// The first value that is cut off or breaks a rule, with the progress made before it.
#[inline]
pub fn decode_batch<T: BatchInt>(bytes: &[u8], out: &mut [T]) -> Result<Progress, BatchError> {
    Kernel::best().decode_batch(bytes, out)
}

/// Encodes values into `out` until `values` end or the next one does not fit.
///
/// Bytes of `out` behind the reported ones may have been overwritten; ten bytes per value always suffice.
///
/// ```
/// let mut out = [0; 8];
/// let done = avocet_varint::encode_batch(&[1u32, 300], &mut out);
/// assert_eq!(out[..done.bytes], [1, 0xac, 0x02]);
/// ```
#[inline]
pub fn encode_batch<T: BatchInt>(values: &[T], out: &mut [u8]) -> Progress {
    Kernel::best().encode_batch(values, out)
}

/// Appends the varints of all values to `out`.
#[cfg(feature = "alloc")]
pub fn append_batch<T: BatchInt>(values: &[T], out: &mut alloc::vec::Vec<u8>) {
    Kernel::best().append_batch(values, out);
}

/// Passes over `count` varints of at most ten bytes, or fewer if `bytes` end before; values are not looked at.
///
/// # Errors
/// The first varint that is cut off or too long, with the progress made before it.
#[inline]
pub fn skip_batch(bytes: &[u8], count: usize) -> Result<Progress, BatchError> {
    Kernel::best().skip_batch(bytes, count)
}

/// How many varints of at most ten bytes `bytes` hold.
///
/// # Errors
/// The first varint that is cut off or too long, with the progress made before it.
#[inline]
pub fn count(bytes: &[u8]) -> Result<usize, BatchError> {
    skip_batch(bytes, usize::MAX).map(|done| done.values)
}

/// Bytes that [`encode_batch`] gives for all of `values`.
pub fn encoded_len_batch<T: BatchInt>(values: &[T]) -> usize {
    values.iter().map(|value| crate::encoded_len(value.into_raw())).sum()
}

/// Decodes when every value is a byte of its own; else changes nothing that matters and says no.
///
/// Short batches, such as the counters of a record, often are just that: one test for all and a widening loop, which
/// the compiler turns into vectors, cost less than a kernel's call.
#[inline]
fn single_bytes<T: BatchInt>(bytes: &[u8], out: &mut [T]) -> bool {
    let Some(bytes) = bytes.get(..out.len()) else { return false };
    if bytes.iter().fold(0, |or, byte| or | byte) >= 0x80 {
        return false;
    }
    for (place, byte) in out.iter_mut().zip(bytes) {
        *place = T::from_raw(u64::from(*byte));
    }
    true
}

impl Kernel {
    /// [`decode_batch`](crate::decode_batch) by this kernel.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn decode_batch<T: BatchInt>(self, bytes: &[u8], out: &mut [T]) -> Result<Progress, BatchError> {
        if out.len() <= SHORT && single_bytes(bytes, out) {
            return Ok(Progress { values: out.len(), bytes: out.len() });
        }
        let mut done = match out.len() {
            0..FEW => Progress::default(),
            FEW.. => (T::routines(self).decode)(bytes, out),
        };
        for place in &mut out[done.values..] {
            let rest = &bytes[done.bytes..];
            if rest.is_empty() {
                break;
            }
            let (raw, len) = one::<T>(rest).map_err(|error| BatchError { done, error })?;
            *place = T::from_raw(raw);
            done = Progress { values: done.values + 1, bytes: done.bytes + len };
        }
        Ok(done)
    }

    /// [`encode_batch`](crate::encode_batch) by this kernel.
    #[inline]
    pub fn encode_batch<T: BatchInt>(self, values: &[T], out: &mut [u8]) -> Progress {
        let mut done = match values.len() {
            0..FEW => Progress::default(),
            FEW.. => (T::routines(self).encode)(values, out),
        };
        for value in &values[done.values..] {
            let (low, high, len) = words(value.into_raw());
            let Some(place) = out.get_mut(done.bytes..done.bytes + len) else { break };
            for (at, byte) in place.iter_mut().enumerate() {
                *byte = if at < 8 { low.to_le_bytes()[at] } else { high.to_le_bytes()[at - 8] };
            }
            done = Progress { values: done.values + 1, bytes: done.bytes + len };
        }
        done
    }

    /// [`append_batch`](crate::append_batch) by this kernel.
    #[cfg(feature = "alloc")]
    pub fn append_batch<T: BatchInt>(self, values: &[T], out: &mut alloc::vec::Vec<u8>) {
        for values in values.chunks(1024) {
            let start = out.len();
            // Room for the kernels' whole-vector stores too, so that they need not stop before the end.
            out.resize(start + values.len() * T::MAX_LEN + 64, 0);
            let done = self.encode_batch(values, &mut out[start..]);
            debug_assert_eq!(done.values, values.len());
            out.truncate(start + done.bytes);
        }
    }

    /// [`skip_batch`](crate::skip_batch) by this kernel.
    ///
    /// # Errors
    /// As there.
    #[inline]
    pub fn skip_batch(self, bytes: &[u8], count: usize) -> Result<Progress, BatchError> {
        let mut done = (self.routines().skip)(bytes, count);
        while done.values < count && done.bytes < bytes.len() {
            let len = decode::len(&bytes[done.bytes..]).map_err(|error| BatchError { done, error })?;
            done = Progress { values: done.values + 1, bytes: done.bytes + len };
        }
        Ok(done)
    }
}

/// Below this many values a call through a pointer costs more than it brings.
const FEW: usize = 16;

/// Up to so many values are first tried as single bytes: about the input that a kernel wants to have at once.
const SHORT: usize = 128;

#[inline(always)]
fn one<T: Lane>(bytes: &[u8]) -> Result<(u64, usize), Error> {
    if T::BITS == 32 { decode::decode::<32, Strict>(bytes) } else { decode::decode::<64, Strict>(bytes) }
}
