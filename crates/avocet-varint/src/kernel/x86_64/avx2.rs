//! AVX2 with BMI2: the mask walk with wider masks and `PEXT`, and shuffles for values of one and two bytes.

use core::arch::x86_64::{
    __cpuid, __m128i, __m256i, _mm_and_si128, _mm_cmpgt_epi16, _mm_maddubs_epi16, _mm_movemask_epi8,
    _mm_or_si128, _mm_packs_epi16, _mm_set1_epi16, _mm_setzero_si128, _mm_shuffle_epi8, _mm_slli_epi16,
    _mm256_and_si256, _mm256_cmpeq_epi8, _mm256_movemask_epi8, _mm256_set1_epi8, _mm256_setzero_si256,
    _pext_u64,
};

use super::tables::{PACK, SPREAD};
use super::{all_detected, routines};
use crate::bits::low_bytes;
use crate::encode::words;
use crate::kernel::walk::{self, Block, Machine, Short};
use crate::kernel::{Lane, Progress, Routines};

routines!("avx2", decode, encode, skip);

/// Not on AMD before Zen 3, where `PEXT` takes up to hundreds of cycles.
fn runs_here() -> bool {
    all_detected!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt") && (cfg!(miri) || !slow_pext())
}

/// Not asked under Miri, which has no `cpuid`.
fn slow_pext() -> bool {
    // SAFETY: every x86-64 has the instruction.
    #[allow(unused_unsafe, reason = "safe in newer standard libraries")]
    let (vendor, version) = unsafe { (__cpuid(0), __cpuid(1)) };
    let family = (version.eax >> 8 & 0xf) + (version.eax >> 20 & 0xff);
    [vendor.ebx, vendor.edx, vendor.ecx] == [0x6874_7541, 0x6974_6e65, 0x444d_4163] && family < 0x19
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn decode<T: Lane>(bytes: &[u8], out: &mut [T]) -> Progress {
    walk::decode(Avx2, bytes, out)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn skip(bytes: &[u8], count: usize) -> Progress {
    walk::skip(Avx2, bytes, count)
}

/// Stands for the features: used only in the two functions above.
#[derive(Clone, Copy)]
struct Avx2;

impl Machine for Avx2 {
    const SHORT: bool = true;

    #[inline(always)]
    fn tops(self, block: &Block) -> u64 {
        // SAFETY: `Avx2` is used only where the features are enabled.
        unsafe { tops(block) }
    }

    #[inline(always)]
    fn any_of(self, block: &Block, bits: u8) -> u64 {
        // SAFETY: as above.
        unsafe { any_of(block, bits) }
    }

    #[inline(always)]
    fn gather(self, word: u64, len: usize) -> u64 {
        /// By length: the low seven bits of that many bytes.
        const LOW: [u64; 16] = {
            let mut table = [0x7f7f_7f7f_7f7f_7f7f; 16];
            let mut len = 1;
            while len < 8 {
                table[len] = 0x7f7f_7f7f_7f7f_7f7f & low_bytes(len);
                len += 1;
            }
            table
        };
        // SAFETY: as above.
        unsafe { _pext_u64(word, LOW[len & 15]) }
    }

    #[inline(always)]
    fn short<T: Lane>(self, eight: u64, more: u8, out: &mut [T; 8]) -> Short {
        // SAFETY: as above.
        let lanes = unsafe { short(eight, more) };
        for (place, lane) in out.iter_mut().zip(lanes) {
            *place = T::from_raw(u64::from(lane));
        }
        let stops = !more;
        Short {
            values: stops.count_ones() as usize,
            bytes: if stops == 0 { 8 } else { 8 - stops.leading_zeros() as usize },
        }
    }
}

/// The values of one or two bytes among eight bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn short(eight: u64, more: u8) -> [u16; 8] {
    let bytes = vector(u128::from(eight & 0x7f7f_7f7f_7f7f_7f7f).to_le_bytes());
    let pairs = _mm_shuffle_epi8(bytes, vector(SPREAD[more as usize]));
    // The first byte once, the second 128 times (an unsigned factor, hence in front).
    let values = _mm_maddubs_epi16(_mm_set1_epi16(0x8001_u16 as i16), pairs);
    // SAFETY: same size, and every pattern is valid.
    unsafe { core::mem::transmute::<__m128i, [u16; 8]>(values) }
}

#[inline(always)]
fn vector(bytes: [u8; 16]) -> __m128i {
    // SAFETY: same size, and every pattern is valid.
    unsafe { core::mem::transmute(bytes) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn halves(block: &Block) -> [__m256i; 2] {
    // SAFETY: same size, and every pattern is valid.
    unsafe { core::mem::transmute::<Block, [__m256i; 2]>(*block) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn tops(block: &Block) -> u64 {
    let [low, high] = halves(block).map(|bytes| _mm256_movemask_epi8(bytes) as u32);
    u64::from(low) | u64::from(high) << 32
}

#[inline]
#[target_feature(enable = "avx2")]
fn any_of(block: &Block, bits: u8) -> u64 {
    let (bits, zero) = (_mm256_set1_epi8(bits as i8), _mm256_setzero_si256());
    let [low, high] = halves(block)
        .map(|bytes| _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_and_si256(bytes, bits), zero)) as u32);
    !(u64::from(low) | u64::from(high) << 32)
}

/// Eight values a step if all are below 2¹⁴, else one by one.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn encode<T: Lane>(values: &[T], out: &mut [u8]) -> Progress {
    let mut done = Progress::default();
    for eight in values.as_chunks::<8>().0 {
        let Some(place) = out.get_mut(done.bytes..).and_then(|rest| rest.first_chunk_mut::<80>()) else {
            break;
        };
        let raw = eight.map(T::into_raw);
        let bytes = if raw.iter().fold(0, |all, raw| all | raw) < 1 << 14 {
            let (bytes, len) = encode_short(raw.map(|raw| raw as u16));
            place[..16].copy_from_slice(&bytes);
            len
        } else {
            let mut at = 0;
            for raw in raw {
                let (low, high, len) = words(raw);
                // At most 70 so far: the test is for the compiler.
                let Some(place) = place[at..].first_chunk_mut::<10>() else { break };
                place[..8].copy_from_slice(&low.to_le_bytes());
                place[8..].copy_from_slice(&high.to_le_bytes());
                at += len;
            }
            at
        };
        done = Progress { values: done.values + 8, bytes: done.bytes + bytes };
    }
    done
}

#[inline]
#[target_feature(enable = "avx2,popcnt")]
fn encode_short(raw: [u16; 8]) -> ([u8; 16], usize) {
    // SAFETY: same size, and every pattern is valid.
    let raw = unsafe { core::mem::transmute::<[u16; 8], __m128i>(raw) };
    let two = _mm_cmpgt_epi16(raw, _mm_set1_epi16(0x7f));
    let low =
        _mm_or_si128(_mm_and_si128(raw, _mm_set1_epi16(0x7f)), _mm_and_si128(two, _mm_set1_epi16(0x80)));
    let groups = _mm_or_si128(low, _mm_and_si128(_mm_slli_epi16(raw, 1), _mm_set1_epi16(0x7f00)));
    let twos = _mm_movemask_epi8(_mm_packs_epi16(two, _mm_setzero_si128())) as usize & 0xff;
    let bytes = _mm_shuffle_epi8(groups, vector(PACK[twos]));
    // SAFETY: same size, and every pattern is valid.
    (unsafe { core::mem::transmute::<__m128i, [u8; 16]>(bytes) }, 8 + twos.count_ones() as usize)
}
