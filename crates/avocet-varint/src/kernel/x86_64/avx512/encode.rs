//! Encoding, 32 or eight values a step, without a branch on their lengths.

#[allow(clippy::wildcard_imports, reason = "many names with one prefix")]
use core::arch::x86_64::*;

use super::{load, store_bytes};
use crate::bits::len_u64;
use crate::kernel::walk::Block;
use crate::kernel::{Lane, Progress};

/// 32 values a step if all are below 2¹⁴, else eight.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512cd,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn encode<T: Lane>(values: &[T], out: &mut [u8]) -> Progress {
    let mut done = Progress::default();
    for values in values.as_chunks::<32>().0 {
        let Some(place) = out.get_mut(done.bytes..).and_then(|rest| rest.first_chunk_mut::<ROOM>()) else {
            break;
        };
        let mut raw = [_mm512_setzero_si512(); 4];
        for (raw, eight) in raw.iter_mut().zip(values.as_chunks::<8>().0) {
            *raw = begin::<T>(load_values(eight));
        }
        let any = _mm512_or_si512(_mm512_or_si512(raw[0], raw[1]), _mm512_or_si512(raw[2], raw[3]));
        let bytes = if _mm512_cmpge_epu64_mask(any, _mm512_set1_epi64(1 << 14)) == 0 {
            encode_short(raw, _mm512_cmpge_epu64_mask(any, _mm512_set1_epi64(1 << 7)) == 0, place)
        } else {
            encode_words(raw, place)
        };
        done = Progress { values: done.values + 32, bytes: done.bytes + bytes };
    }
    done
}

/// Bytes for 32 values, and one vector that is stored whole.
const ROOM: usize = 320 + 64;

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi2,popcnt")]
fn encode_short(raw: [__m512i; 4], all_ones: bool, out: &mut [u8; ROOM]) -> usize {
    let quarters = raw.map(|eight| _mm512_cvtepi64_epi16(eight));
    let low = _mm256_set_m128i(quarters[1], quarters[0]);
    let high = _mm256_set_m128i(quarters[3], quarters[2]);
    let raw = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
    let (place, _) = out.split_first_chunk_mut().expect("there is room for a vector");
    if all_ones {
        store_bytes(_mm512_zextsi256_si512(_mm512_cvtepi16_epi8(raw)), place);
        return 32;
    }
    let low = _mm512_and_si512(raw, _mm512_set1_epi16(0x7f));
    let high = _mm512_and_si512(_mm512_slli_epi16::<1>(raw), _mm512_set1_epi16(0x7f00));
    let two = _mm512_cmpgt_epu16_mask(raw, _mm512_set1_epi16(0x7f));
    let groups = _mm512_or_si512(low, high);
    let groups = _mm512_mask_add_epi16(groups, two, groups, _mm512_set1_epi16(0x80));
    // First bytes always, second ones unless zero.
    let kept = _mm512_or_si512(groups, _mm512_set1_epi16(0xff));
    let kept = _mm512_test_epi8_mask(kept, kept);
    store_bytes(_mm512_maskz_compress_epi8(kept, groups), place);
    kept.count_ones() as usize
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512cd,avx512vbmi,avx512vbmi2,popcnt")]
fn encode_words(raw: [__m512i; 4], out: &mut [u8; ROOM]) -> usize {
    let mut at = 0;
    for raw in raw {
        // By leading zeros: the length less one.
        let zeros = _mm512_lzcnt_epi64(_mm512_or_si512(raw, _mm512_set1_epi64(1)));
        let zeros = _mm512_shuffle_epi8(zeros, lane_starts());
        let last = _mm512_permutexvar_epi8(zeros, load(&LAST));
        if _mm512_test_epi64_mask(raw, _mm512_set1_epi64(0xff << 56)) == 0 {
            let shifts = _mm512_set1_epi64(0x312a_231c_150e_0700);
            let groups = _mm512_multishift_epi64_epi8(shifts, raw);
            at += pack(groups, last, _mm512_set1_epi64(0x0706_0504_0302_0100), out, at);
        } else {
            for half in [_mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0), _mm512_set_epi64(7, 7, 6, 6, 5, 5, 4, 4)] {
                let [raw, last] = [raw, last].map(|lanes| _mm512_permutexvar_epi64(half, lanes));
                let shifts = _mm512_broadcast_i32x4(_mm_set_epi64x(0x3f38, 0x312a_231c_150e_0700));
                let groups = _mm512_multishift_epi64_epi8(shifts, raw);
                // The tenth byte is one bit; what comes after it is not kept.
                let groups = _mm512_and_si512(
                    groups,
                    _mm512_broadcast_i32x4(_mm_set_epi64x(0x017f, 0x7f7f_7f7f_7f7f_7f7f)),
                );
                let in_lane =
                    _mm512_broadcast_i32x4(_mm_set_epi64x(0x0f0e_0d0c_0b0a_0908, 0x0706_0504_0302_0100));
                at += pack(groups, last, in_lane, out, at);
            }
        }
    }
    at
}

/// Of each lane the bytes up to its `last` one, with continuation bits; returns how many.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
fn pack(groups: __m512i, last: __m512i, in_lane: __m512i, out: &mut [u8; ROOM], at: usize) -> usize {
    let groups = _mm512_and_si512(groups, _mm512_set1_epi8(0x7f));
    let more = _mm512_cmplt_epu8_mask(in_lane, last);
    let groups = _mm512_mask_add_epi8(groups, more, groups, _mm512_set1_epi8(0x80_u8 as i8));
    let kept = _mm512_cmple_epu8_mask(in_lane, last);
    // At most 320 bytes before: the test is for the compiler.
    if let Some(place) = out.get_mut(at..).and_then(|rest| rest.first_chunk_mut()) {
        store_bytes(_mm512_maskz_compress_epi8(kept, groups), place);
    }
    kept.count_ones() as usize
}

/// By leading zeros of a number: the length of its varint less one.
static LAST: Block = {
    let mut table = [0; 64];
    let mut zeros = 0;
    while zeros < 64 {
        table[zeros] = len_u64(u64::MAX >> zeros) as u8 - 1;
        zeros += 1;
    }
    table
};

/// To the number that the varint holds from the value's bits, sign-extended.
#[inline]
#[target_feature(enable = "avx512f")]
fn begin<T: Lane>(values: __m512i) -> __m512i {
    if T::SIGNED {
        _mm512_xor_si512(_mm512_slli_epi64::<1>(values), _mm512_srai_epi64::<63>(values))
    } else {
        values
    }
}

/// Within 16 bytes: the first byte of each lane, eight times.
#[inline]
#[target_feature(enable = "avx512f")]
fn lane_starts() -> __m512i {
    _mm512_broadcast_i32x4(_mm_set_epi64x(0x0808_0808_0808_0808, 0))
}

/// Eight values as 64-bit lanes, sign-extended if signed.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn load_values<T: Lane>(eight: &[T; 8]) -> __m512i {
    if T::BITS == 64 {
        // SAFETY: a `Lane` of 64 bits is u64 or i64, so the reference is to 64 readable bytes.
        unsafe { _mm512_loadu_si512(eight.as_ptr().cast()) }
    } else {
        // SAFETY: a `Lane` of 32 bits is u32 or i32, so the reference is to 32 readable bytes.
        let narrow = unsafe { _mm256_loadu_si256(eight.as_ptr().cast()) };
        if T::SIGNED { _mm512_cvtepi32_epi64(narrow) } else { _mm512_cvtepu32_epi64(narrow) }
    }
}
