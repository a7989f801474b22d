//! Masks of 64 bytes by `pmovmskb`, which is part of every x86-64 and so serves the portable kernel.

use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8,
    _mm_setzero_si128,
};

use crate::kernel::walk::Block;

/// One bit for each byte whose top bit is set.
#[inline(always)]
pub(in crate::kernel) fn tops(block: &Block) -> u64 {
    // SAFETY: the x86-64 baseline includes SSE2.
    unsafe { tops_sse2(block) }
}

/// One bit for each byte that has any of `bits`.
#[inline(always)]
pub(in crate::kernel) fn any_of(block: &Block, bits: u8) -> u64 {
    // SAFETY: the x86-64 baseline includes SSE2.
    unsafe { any_of_sse2(block, bits) }
}

#[inline]
#[target_feature(enable = "sse2")]
fn tops_sse2(block: &Block) -> u64 {
    joined(quarters(block).map(|bytes| _mm_movemask_epi8(bytes)))
}

#[inline]
#[target_feature(enable = "sse2")]
fn any_of_sse2(block: &Block, bits: u8) -> u64 {
    let (bits, zero) = (_mm_set1_epi8(bits as i8), _mm_setzero_si128());
    !joined(quarters(block).map(|bytes| _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(bytes, bits), zero))))
}

#[inline]
#[target_feature(enable = "sse2")]
fn quarters(block: &Block) -> [__m128i; 4] {
    [0, 16, 32, 48].map(|at| {
        let both = u128::from_le_bytes(*block[at..].first_chunk().unwrap_or(&[0; 16]));
        _mm_set_epi64x((both >> 64) as i64, both as i64)
    })
}

#[inline(always)]
fn joined([a, b, c, d]: [i32; 4]) -> u64 {
    a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
}
