//! Bytes that hold nothing but varints in, an iterator over the integers out.

use crate::batch::BatchError;
use crate::kernel::{BatchInt, Kernel, Progress};

/// Iterates over the varints that `bytes` consist of.
///
/// A few dozen values at a time are decoded by the batch kernel, so that mixed lengths cost no mispredicted branches:
/// the one-at-a-time interface for arrays of integers.
///
/// ```
/// let bytes = [0x02, 0x01, 0x80, 0x01];
/// let values: Result<Vec<i64>, _> = avocet_varint::iter(&bytes).collect();
/// assert_eq!(values.unwrap(), [1, -1, 64]);
/// ```
pub fn iter<T: BatchInt>(bytes: &[u8]) -> Iter<'_, T> {
    Iter {
        bytes,
        kernel: Kernel::best(),
        ready: [T::default(); READY],
        next: 0,
        end: 0,
        before: Progress::default(),
        error: None,
    }
}

/// The iterator of [`iter()`]: the values, then at most one error, with the progress made before it.
#[derive(Clone, Debug)]
pub struct Iter<'a, T> {
    bytes: &'a [u8],
    kernel: Kernel,
    ready: [T; READY],
    next: usize,
    end: usize,
    /// What was decoded, from the start.
    before: Progress,
    error: Option<BatchError>,
}

/// Values decoded at a time: enough for the kernels' chunks, and still in the nearest cache.
const READY: usize = 256;

impl<T: BatchInt> Iterator for Iter<'_, T> {
    type Item = Result<T, BatchError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            self.refill();
        }
        match self.ready.get(self.next) {
            Some(value) if self.next < self.end => {
                self.next += 1;
                Some(Ok(*value))
            }
            _ => self.error.take().map(Err),
        }
    }
}

impl<T: BatchInt> core::iter::FusedIterator for Iter<'_, T> {}

impl<T: BatchInt> Iter<'_, T> {
    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        if self.error.is_some() {
            return;
        }
        let answer = self.kernel.decode_batch(&self.bytes[self.before.bytes..], &mut self.ready);
        let done = answer.unwrap_or_else(|stopped| stopped.done);
        (self.next, self.end) = (0, done.values);
        self.before.values += done.values;
        self.before.bytes += done.bytes;
        if let Err(stopped) = answer {
            self.error = Some(BatchError { done: self.before, error: stopped.error });
            // Nothing is read after an error.
            self.bytes = &self.bytes[..self.before.bytes];
        }
    }
}
