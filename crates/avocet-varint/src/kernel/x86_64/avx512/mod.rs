//! AVX-512 with VBMI2: whole chunks at a time, in stages of which none waits for the place of a value.

#[allow(clippy::wildcard_imports, reason = "many names with one prefix")]
use core::arch::x86_64::*;

use super::{all_detected, routines};
use crate::bits::{compact, low_bytes};
use crate::kernel::walk::{self, Block, Machine};
use crate::kernel::{Lane, Progress, Routines};

mod decode;
mod encode;

routines!("avx512", decode::decode, encode::encode, skip);

fn runs_here() -> bool {
    all_detected!("avx512f" "avx512bw" "avx512vl" "avx512cd" "avx512vbmi" "avx512vbmi2"
        "avx2" "bmi1" "bmi2" "lzcnt" "popcnt")
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn skip(bytes: &[u8], count: usize) -> Progress {
    walk::skip(Avx512, bytes, count)
}

/// Stands for the features: used only in [`skip`].
#[derive(Clone, Copy)]
struct Avx512;

impl Machine for Avx512 {
    #[inline(always)]
    fn tops(self, block: &Block) -> u64 {
        // SAFETY: `Avx512` is used only where the features are enabled.
        unsafe { _mm512_movepi8_mask(load(block)) }
    }

    #[inline(always)]
    fn any_of(self, block: &Block, bits: u8) -> u64 {
        // SAFETY: as above.
        unsafe { _mm512_test_epi8_mask(load(block), _mm512_set1_epi8(bits as i8)) }
    }

    #[inline(always)]
    fn gather(self, word: u64, len: usize) -> u64 {
        compact(word & low_bytes(len.clamp(1, 8)))
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(block: &Block) -> __m512i {
    // SAFETY: the reference is to 64 readable bytes; the load needs no alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_bytes(bytes: __m512i, place: &mut Block) {
    // SAFETY: the reference is to 64 writable bytes; the store needs no alignment.
    unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), bytes) }
}
