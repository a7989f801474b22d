//! aarch64 with NEON: the mask walk with masks of 64 bytes from vectors.

use core::arch::aarch64::{
    uint8x16_t, vandq_u8, vcltzq_s8, vcombine_u8, vcreate_u8, vdupq_n_u8, vgetq_lane_u64, vpaddq_u8,
    vreinterpretq_s8_u8, vreinterpretq_u64_u8, vtstq_u8,
};

use super::walk::{Block, Machine, decode, skip};
use super::{Lane, Pair, Routines, portable};

/// NEON is part of the target (the module exists only then), so nothing is left to find out at run time.
pub(super) static KERNELS: [&Routines; 1] = [&ROUTINES];

static ROUTINES: Routines = Routines {
    name: "neon",
    runs_here: || true,
    u64: pair::<u64>(),
    i64: pair::<i64>(),
    u32: pair::<u32>(),
    i32: pair::<i32>(),
    skip: |bytes, count| skip(Neon, bytes, count),
};

const fn pair<T: Lane>() -> Pair<T> {
    Pair { decode: |bytes, out| decode(Neon, bytes, out), encode: portable::encode }
}

#[derive(Clone, Copy)]
struct Neon;

impl Machine for Neon {
    #[inline(always)]
    fn tops(self, block: &Block) -> u64 {
        // SAFETY: this module exists only where the target includes NEON.
        unsafe { tops(block) }
    }

    #[inline(always)]
    fn any_of(self, block: &Block, bits: u8) -> u64 {
        // SAFETY: as above.
        unsafe { any_of(block, bits) }
    }

    #[inline(always)]
    fn gather(self, word: u64, len: usize) -> u64 {
        portable::Portable.gather(word, len)
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn tops(block: &Block) -> u64 {
    joined(quarters(block).map(|bytes| vcltzq_s8(vreinterpretq_s8_u8(bytes))))
}

#[inline]
#[target_feature(enable = "neon")]
fn any_of(block: &Block, bits: u8) -> u64 {
    joined(quarters(block).map(|bytes| vtstq_u8(bytes, vdupq_n_u8(bits))))
}

#[inline]
#[target_feature(enable = "neon")]
fn quarters(block: &Block) -> [uint8x16_t; 4] {
    let half = |at: usize| vcreate_u8(u64::from_le_bytes(*block[at..].first_chunk().unwrap_or(&[0; 8])));
    [0, 16, 32, 48].map(|at| vcombine_u8(half(at), half(at + 8)))
}

/// One bit per byte: each byte keeps the bit of its place among eight, then neighbours are added up three times.
#[inline]
#[target_feature(enable = "neon")]
fn joined(hits: [uint8x16_t; 4]) -> u64 {
    let places = vcreate_u8(0x8040_2010_0804_0201);
    let places = vcombine_u8(places, places);
    let [a, b, c, d] = hits.map(|bytes| vandq_u8(bytes, places));
    let sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
}
