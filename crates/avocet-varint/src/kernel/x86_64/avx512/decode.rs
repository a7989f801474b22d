//! Decoding by chunks.
//!
//! A chunk is up to sixteen 64-byte blocks and begins with a value. First its masks: they tell whether a rule of length
//! is broken (then the chunk is left to plain code) and which way suits it. Then one of
//! - **ones**: every byte is a value;
//! - **short**: few values have three bytes or more: first and second bytes are compressed into two lists, joined and
//!   widened; the longer ones are put right afterwards;
//! - **words**: the ends of all values are compressed into a list; eight values a step are picked out of a window and
//!   their groups joined by multiply-adds.

#[allow(clippy::wildcard_imports, reason = "many names with one prefix")]
use core::arch::x86_64::*;

use super::{load, store_bytes};
use crate::bits::low_bytes;
use crate::decode;
use crate::kernel::walk::{BLOCK, Block};
use crate::kernel::{Lane, Progress};
use crate::policy::Strict;

/// Blocks in a chunk, at most.
const BLOCKS: usize = 16;

/// Bytes that must be readable behind a chunk: two blocks loaded at the start of the last value.
const BEHIND: usize = 2 * BLOCK;

/// The masks of a chunk and what they say.
#[derive(Default)]
struct Masks {
    /// By block: one bit for each byte that ends a value.
    stops: [u64; BLOCKS],
    /// Values that end in the chunk.
    values: usize,
    /// Those of three or more bytes.
    longer: usize,
    /// One of them has more than eight bytes.
    beyond_a_word: bool,
    /// One of them has more bytes than its type allows.
    too_long: bool,
}

#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512cd,avx512vbmi,avx512vbmi2,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) fn decode<T: Lane>(bytes: &[u8], out: &mut [T]) -> Progress {
    let Some(mut done) = align(bytes, out) else { return Progress::default() };
    let mut masks = Masks::default();
    let mut ends = [0; ENDS];
    let mut staged = [0; STAGED];
    loop {
        let (chunk, out) = (&bytes[done.bytes..], &mut out[done.values..]);
        let blocks = (chunk.len().saturating_sub(BEHIND) / BLOCK).min(BLOCKS);
        if blocks == 0 || out.is_empty() {
            break;
        }
        masks.read::<T>(chunk, blocks);
        if masks.too_long {
            break;
        }
        let more = if masks.values == blocks * BLOCK {
            Some(ones(chunk, masks.values, out))
        } else if 8 * masks.longer <= masks.values {
            short(chunk, blocks, &masks, &mut staged, out)
        } else if masks.beyond_a_word {
            words::<T, true>(chunk, blocks, &masks, &mut ends, out)
        } else {
            words::<T, false>(chunk, blocks, &masks, &mut ends, out)
        };
        match more {
            Some(more) if more.values > 0 => {
                done = Progress { values: done.values + more.values, bytes: done.bytes + more.bytes };
            }
            _ => break,
        }
    }
    done
}

/// Values one by one up to the first place at a multiple of 64 bytes: whole vectors that cross cache lines cost as much
/// as all the rest. The chunks keep to it by multiples of eight values.
#[inline]
fn align<T: Lane>(bytes: &[u8], out: &mut [T]) -> Option<Progress> {
    let mut done = Progress::default();
    let lead = if out.len() < 128 { 0 } else { out.as_ptr().align_offset(64) };
    for place in out.iter_mut().take(lead) {
        let (raw, len) = one::<T>(&bytes[done.bytes..])?;
        *place = T::from_raw(raw);
        done = Progress { values: done.values + 1, bytes: done.bytes + len };
    }
    Some(done)
}

impl Masks {
    /// How many of the chunk's values to decode: all that there is room for, but whole vectors while more may come.
    fn take(&self, room: usize) -> usize {
        if self.values < room && self.values >= 8 { self.values & !7 } else { self.values.min(room) }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi1,bmi2,lzcnt,popcnt")]
    fn read<T: Lane>(&mut self, chunk: &[u8], blocks: usize) {
        let (mut values, mut longer, mut beyond_a_word, mut too_long, mut before) = (0, 0, 0, 0, 0);
        for (block, stops) in chunk.as_chunks().0.iter().zip(&mut self.stops).take(blocks) {
            let more = _mm512_movepi8_mask(load(block));
            *stops = !more;
            values += stops.count_ones();
            // Bit i of `runN`: the N bytes up to and including byte i all continue, in this block; a run across the
            // border is seen by its two parts.
            let (run2, across) = (more & more << 1, before + stops.trailing_zeros());
            let run4 = run2 & run2 << 2;
            longer += (!more & run2 << 1).count_ones();
            if T::MAX_LEN == 5 {
                too_long |= u64::from(across >= 5) | run4 & more << 4;
            } else {
                let run8 = run4 & run4 << 4;
                beyond_a_word |= u64::from(across >= 8) | run8;
                too_long |= u64::from(across >= 10) | run8 & run2 << 8;
            }
            before = stops.leading_zeros();
        }
        (self.values, self.longer) = (values as usize, longer as usize);
        (self.beyond_a_word, self.too_long) = (beyond_a_word != 0, too_long != 0);
    }
}

/// Every byte a value: the first `values` bytes, in whole vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn ones<T: Lane>(chunk: &[u8], values: usize, out: &mut [T]) -> Progress {
    let mut done = 0;
    for (eight, place) in chunk[..values].as_chunks::<8>().0.iter().zip(out.as_chunks_mut().0) {
        let bytes = _mm_cvtsi64_si128(i64::from_le_bytes(*eight));
        store(finish::<T>(_mm512_cvtepu8_epi64(bytes)), place);
        done += 8;
    }
    Progress { values: done, bytes: done }
}

/// Values of a chunk and one vector more.
const STAGED: usize = BLOCKS * BLOCK + 64;

/// Values of one and two bytes; a few longer ones are put right afterwards.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn short<T: Lane>(
    chunk: &[u8],
    blocks: usize,
    masks: &Masks,
    staged: &mut [u16; STAGED],
    out: &mut [T],
) -> Option<Progress> {
    let low7 = _mm512_set1_epi8(0x7f);
    let mut count = 0;
    for (at, (block, stops)) in chunk.as_chunks().0.iter().zip(&masks.stops).take(blocks).enumerate() {
        let bytes = load(block);
        // Each byte's neighbour before it; in front of a chunk no value is open.
        let before = chunk.get((at * BLOCK).wrapping_sub(1)..).and_then(|from| from.first_chunk());
        let (previous, open) = if let Some(before) = before {
            let previous = load(before);
            (previous, _mm512_movepi8_mask(previous))
        } else {
            let previous = _mm512_permutexvar_epi8(_mm512_sub_epi8(iota(), _mm512_set1_epi8(1)), bytes);
            (previous, _mm512_movepi8_mask(previous) & !1)
        };
        let first = _mm512_mask_blend_epi8(open, bytes, _mm512_and_si512(previous, low7));
        let second = _mm512_maskz_mov_epi8(open, bytes);
        let [first, second] = [first, second].map(|bytes| _mm512_maskz_compress_epi8(*stops, bytes));
        let halves = [
            [_mm512_castsi512_si256(first), _mm512_castsi512_si256(second)],
            [_mm512_extracti64x4_epi64::<1>(first), _mm512_extracti64x4_epi64::<1>(second)],
        ];
        let values = stops.count_ones() as usize;
        for (half, [first, second]) in halves.into_iter().enumerate().take(values.div_ceil(32)) {
            let [first, second] = [first, second].map(|bytes| _mm512_cvtepu8_epi16(bytes));
            let joined = _mm512_add_epi16(first, _mm512_slli_epi16::<7>(second));
            // At most `BLOCKS * BLOCK` values were staged before: the test is for the compiler.
            if let Some(place) = staged[count + 32 * half..].first_chunk_mut() {
                store_u16(joined, place);
            }
        }
        count += values;
    }
    let take = masks.take(out.len());
    for (eight, place) in staged[..take].as_chunks::<8>().0.iter().zip(out.as_chunks_mut().0) {
        store(finish::<T>(_mm512_cvtepu16_epi64(load_u16(eight))), place);
    }
    for at in take & !7..take {
        out[at] = T::from_raw(u64::from(staged[at]));
    }
    repair(chunk, &masks.stops[..blocks], take, out).map(|bytes| Progress { values: take, bytes })
}

/// Decodes again those of the first `take` values that have three bytes or more; returns where the last one ends.
#[inline]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn repair<T: Lane>(chunk: &[u8], stops: &[u64], take: usize, out: &mut [T]) -> Option<usize> {
    let (mut index, mut end, mut open) = (0, 0, 0_u64);
    for (at, stops) in stops.iter().enumerate() {
        let (base, values) = (at * BLOCK, stops.count_ones() as usize);
        let mut longer = stops & (!stops << 1 | open >> 63) & (!stops << 2 | open >> 62);
        while longer != 0 {
            let before = stops & (longer & longer.wrapping_neg()).wrapping_sub(1);
            let start = if before == 0 { end } else { base + BLOCK - before.leading_zeros() as usize };
            let len = base + longer.trailing_zeros() as usize + 1 - start;
            let place = out[..take].get_mut(index + before.count_ones() as usize);
            if let Some(place) = place {
                let (low, high) = (word(chunk, start)?, word(chunk, start + 8)?);
                let high = high & [0, 0x7f, 0xff7f][len.saturating_sub(8).min(2)];
                let raw = _pext_u64(low, 0x7f7f_7f7f_7f7f_7f7f & low_bytes(len.min(8)))
                    | (high & 0x7f | high >> 1 & 0x80) << 56;
                if high & 0xfe00 != 0 || (T::BITS == 32 && raw >> 32 != 0) {
                    return None;
                }
                *place = T::from_raw(raw);
            }
            longer &= longer - 1;
        }
        if index + values >= take {
            // The last value taken ends in this block.
            let last = _pdep_u64(1 << ((take - index - 1) & 63), *stops);
            return Some(base + last.trailing_zeros() as usize + 1);
        }
        if values > 0 {
            end = base + BLOCK - stops.leading_zeros() as usize;
        }
        index += values;
        open = !stops;
    }
    None
}

#[inline(always)]
fn word(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..)?.first_chunk().map(|eight| u64::from_le_bytes(*eight))
}

#[inline(always)]
fn one<T: Lane>(bytes: &[u8]) -> Option<(u64, usize)> {
    let answer =
        if T::BITS == 32 { decode::decode::<32, Strict>(bytes) } else { decode::decode::<64, Strict>(bytes) };
    answer.ok()
}

/// Places of all ends of a chunk, that of its start before them, and one vector more.
const ENDS: usize = 1 + BLOCKS * BLOCK + 64;

/// Values of any length: `LONG` if some have nine or ten bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,lzcnt,popcnt")]
fn words<T: Lane, const LONG: bool>(
    chunk: &[u8],
    blocks: usize,
    masks: &Masks,
    ends: &mut [u8; ENDS],
    out: &mut [T],
) -> Option<Progress> {
    // Places modulo 256, which is enough: eight values span no more than 80 bytes.
    let mut places = _mm512_add_epi8(iota(), _mm512_set1_epi8(1));
    let mut count = 1;
    for stops in &masks.stops[..blocks] {
        // At most 1024 ends were stored before: the test is for the compiler.
        if let Some(place) = ends[count..].first_chunk_mut() {
            store_bytes(_mm512_maskz_compress_epi8(*stops, places), place);
        }
        count += stops.count_ones() as usize;
        places = _mm512_add_epi8(places, _mm512_set1_epi8(64));
    }
    let take = masks.take(out.len());
    let mut bad = _mm512_setzero_si512();
    let mut at = 0;
    let mut index = 0;
    while index < take {
        let (Some(starts), Some(stops)) = (ends[index..].first_chunk(), ends[index + 1..].first_chunk())
        else {
            break;
        };
        let (raw, surplus) = eight::<T, LONG>(chunk.get(at..)?, *starts, *stops)?;
        let now = (take - index).min(8);
        let used = (1_u16 << now).wrapping_sub(1) as u8;
        bad = _mm512_mask_or_epi64(bad, used, bad, surplus);
        if let Some(place) = out.get_mut(index..).and_then(|rest| rest.first_chunk_mut()) {
            store(finish::<T>(raw), place);
        } else {
            let mut last = [T::default(); 8];
            store(finish::<T>(raw), &mut last);
            out[index..take].copy_from_slice(&last[..now]);
        }
        at += usize::from(ends[index + now].wrapping_sub(ends[index]));
        index += now;
    }
    (_mm512_test_epi64_mask(bad, bad) == 0).then_some(Progress { values: take, bytes: at })
}

/// Eight values that begin at `starts` and end before `ends` (modulo 256), the first one at the start of `window`; and
/// what is not zero where one has bits beyond its width.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")]
fn eight<T: Lane, const LONG: bool>(
    window: &[u8],
    starts: [u8; 8],
    ends: [u8; 8],
) -> Option<(__m512i, __m512i)> {
    let spread = _mm512_set_epi64(
        0x0707_0707_0707_0707,
        0x0606_0606_0606_0606,
        0x0505_0505_0505_0505,
        0x0404_0404_0404_0404,
        0x0303_0303_0303_0303,
        0x0202_0202_0202_0202,
        0x0101_0101_0101_0101,
        0,
    );
    let in_lane = _mm512_set1_epi64(0x0706_0504_0302_0100);
    let first = _mm_set1_epi8(starts[0] as i8);
    let [starts, ends] = [starts, ends].map(|places| _mm_cvtsi64_si128(i64::from_le_bytes(places)));
    let lens = _mm_sub_epi8(ends, starts);
    let [starts, lens] = [_mm_sub_epi8(starts, first), lens]
        .map(|eight| _mm512_permutexvar_epi8(spread, _mm512_castsi128_si512(eight)));
    let places = _mm512_add_epi8(starts, in_lane);
    let kept = _mm512_cmplt_epu8_mask(in_lane, lens);
    let near = load(window.first_chunk()?);
    if !LONG {
        let raw = join(_mm512_maskz_permutexvar_epi8(kept, places, near));
        let surplus = if T::BITS == 32 { _mm512_srli_epi64::<32>(raw) } else { _mm512_setzero_si512() };
        return Some((raw, surplus));
    }
    let far = load(window.get(BLOCK..)?.first_chunk()?);
    let low = join(_mm512_maskz_permutex2var_epi8(kept, near, places, far));
    let eights = _mm512_set1_epi8(8);
    let kept = _mm512_cmplt_epu8_mask(_mm512_add_epi8(in_lane, eights), lens);
    let high = _mm512_maskz_permutex2var_epi8(kept, near, _mm512_add_epi8(places, eights), far);
    let ninth = _mm512_slli_epi64::<57>(high);
    let tenth = _mm512_slli_epi64::<55>(_mm512_and_si512(high, _mm512_set1_epi64(0x100)));
    let raw = _mm512_or_si512(_mm512_or_si512(low, _mm512_srli_epi64::<1>(ninth)), tenth);
    Some((raw, _mm512_and_si512(high, _mm512_set1_epi64(0xfe00))))
}

/// Joins the low seven bits of the eight bytes of each lane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn join(bytes: __m512i) -> __m512i {
    let groups = _mm512_and_si512(bytes, _mm512_set1_epi8(0x7f));
    // The unsigned factors 1 and 128 stand in front, since the second operand is signed.
    let pairs = _mm512_maddubs_epi16(_mm512_set1_epi16(0x8001_u16 as i16), groups);
    let fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x4000_0001));
    // Per bit: where the mask is set the value, elsewhere the value moved down by four.
    _mm512_ternarylogic_epi64::<0xca>(_mm512_set1_epi64(0x0fff_ffff), fours, _mm512_srli_epi64::<4>(fours))
}

/// From the number that the varint holds to the value's bits.
#[inline]
#[target_feature(enable = "avx512f")]
fn finish<T: Lane>(raw: __m512i) -> __m512i {
    if !T::SIGNED {
        return raw;
    }
    let half = _mm512_srli_epi64::<1>(raw);
    let odd = _mm512_test_epi64_mask(raw, _mm512_set1_epi64(1));
    _mm512_mask_xor_epi64(half, odd, half, _mm512_set1_epi64(-1))
}

/// 0 to 63.
#[inline]
#[target_feature(enable = "avx512f")]
fn iota() -> __m512i {
    const IOTA: Block = {
        let mut bytes = [0; BLOCK];
        let mut at = 0;
        while at < BLOCK {
            bytes[at] = at as u8;
            at += 1;
        }
        bytes
    };
    load(&IOTA)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load_u16(eight: &[u16; 8]) -> __m128i {
    // SAFETY: the reference is to 16 readable bytes; the load needs no alignment.
    unsafe { _mm_loadu_si128(eight.as_ptr().cast()) }
}

/// Eight 64-bit lanes as values.
#[inline]
#[target_feature(enable = "avx512f,avx512vl")]
fn store<T: Lane>(lanes: __m512i, place: &mut [T; 8]) {
    if T::BITS == 64 {
        // SAFETY: a `Lane` of 64 bits is u64 or i64, so the reference is to 64 writable bytes, and every pattern is
        // valid; the store needs no alignment.
        unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), lanes) };
    } else {
        // SAFETY: a `Lane` of 32 bits is u32 or i32, so the reference is to 32 writable bytes; else as above.
        unsafe { _mm256_storeu_si256(place.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(lanes)) };
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store_u16(values: __m512i, place: &mut [u16; 32]) {
    // SAFETY: the reference is to 64 writable bytes; the store needs no alignment.
    unsafe { _mm512_storeu_si512(place.as_mut_ptr().cast(), values) }
}
