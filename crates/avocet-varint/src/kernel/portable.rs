//! The kernel that every CPU runs, in safe code: the meaning of all the others.

use super::walk::{Block, Machine, decode, skip};
use super::{Lane, Pair, Progress, Routines};
use crate::bits::{compact, low_bytes};
use crate::encode::words;

pub(super) static ROUTINES: Routines = Routines {
    name: "portable",
    runs_here: || true,
    u64: pair::<u64>(),
    i64: pair::<i64>(),
    u32: pair::<u32>(),
    i32: pair::<i32>(),
    skip: |bytes, count| skip(Portable, bytes, count),
};

const fn pair<T: Lane>() -> Pair<T> {
    Pair { decode: |bytes, out| decode(Portable, bytes, out), encode }
}

/// What there is without asking for anything beyond the target's baseline.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Machine for Portable {
    #[inline(always)]
    fn tops(self, block: &Block) -> u64 {
        mask::tops(block)
    }

    #[inline(always)]
    fn any_of(self, block: &Block, bits: u8) -> u64 {
        mask::any_of(block, bits)
    }

    #[inline(always)]
    fn gather(self, word: u64, len: usize) -> u64 {
        const LOW: [u64; 16] = {
            let mut table = [u64::MAX; 16];
            let mut len = 1;
            while len < 8 {
                table[len] = low_bytes(len);
                len += 1;
            }
            table
        };
        compact(word & LOW[len & 15])
    }
}

/// Two stores per value, whatever its length, and the length from a table: no branch to guess wrong.
#[inline(always)]
pub(super) fn encode<T: Lane>(values: &[T], out: &mut [u8]) -> Progress {
    let mut done = Progress::default();
    for value in values {
        let Some(place) = out.get_mut(done.bytes..).and_then(|rest| rest.first_chunk_mut::<10>()) else {
            break;
        };
        let (low, high, len) = words(value.into_raw());
        let (first, second) = place.split_at_mut(8);
        first.copy_from_slice(&low.to_le_bytes());
        second.copy_from_slice(&high.to_le_bytes());
        done = Progress { values: done.values + 1, bytes: done.bytes + len };
    }
    done
}

#[cfg(all(target_arch = "x86_64", not(feature = "forbid-unsafe")))]
use super::x86_64::sse2 as mask;

/// Masks of 64 bytes from words: a multiplication brings the eight top bits together.
#[cfg(not(all(target_arch = "x86_64", not(feature = "forbid-unsafe"))))]
mod mask {
    use super::Block;

    const TOPS: u64 = 0x8080_8080_8080_8080;

    #[inline(always)]
    pub(super) fn tops(block: &Block) -> u64 {
        joined(block, |word| word & TOPS)
    }

    #[inline(always)]
    pub(super) fn any_of(block: &Block, bits: u8) -> u64 {
        // Per byte: the seven low bits plus 0x7f reach the top bit unless they are all zero.
        let bits = u64::from_le_bytes([bits; 8]);
        joined(block, |word| (((word & bits & !TOPS) + !TOPS) | (word & bits)) & TOPS)
    }

    #[inline(always)]
    fn joined(block: &Block, tops: impl Fn(u64) -> u64) -> u64 {
        let mut joined = 0;
        for (at, chunk) in block.as_chunks::<8>().0.iter().enumerate() {
            let together = (tops(u64::from_le_bytes(*chunk)) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
            joined |= together << (8 * at);
        }
        joined
    }
}
