//! Bytes in, one unsigned value and its length out, for any width up to 64 bits and any policy.
//!
//! Fast paths accept only what is plainly right; everything else goes to [`careful_u128`], which owns every error and every
//! corner of the policies, so that the answer cannot depend on the path.

use crate::bits::{compact, compact_first};
use crate::error::Error;
use crate::policy::Policy;

/// Width and greatest length that `P` allows for a type of `BITS` bits.
pub(crate) struct Shape<const BITS: u32, P>(core::marker::PhantomData<P>);

impl<const BITS: u32, P: Policy> Shape<BITS, P> {
    pub(crate) const WIDTH: u32 = if BITS < P::MAX_BITS { BITS } else { P::MAX_BITS };
    pub(crate) const DROP_SURPLUS: bool = BITS < P::DROP_BELOW;
    pub(crate) const MAX_LEN: usize = {
        let own = Self::WIDTH.div_ceil(7) as usize;
        if own > P::MIN_MAX_LEN { own } else { P::MIN_MAX_LEN }
    };
}

/// Decodes the value of at most `BITS` ≤ 64 bits that `bytes` begins with.
#[inline(always)]
pub(crate) const fn decode<const BITS: u32, P: Policy>(bytes: &[u8]) -> Result<(u64, usize), Error> {
    let mut value = 0;
    macro_rules! rungs {
        ($($len:literal)*) => {$(
            if bytes.len() < $len || Shape::<BITS, P>::MAX_LEN < $len {
                return careful::<BITS, P>(bytes);
            }
            let byte = bytes[$len - 1];
            value |= (byte as u64 & 0x7f) << (7 * ($len - 1));
            if byte < 0x80 {
                return accept::<$len, BITS, P>(value, bytes);
            }
        )*};
    }
    // Few bytes by a test of bounds and of the top bit each: real data is mostly this, and it keeps the place of the next
    // value out of the loaded data (the CPU predicts it). For 32 bits it is all: a loaded word would not be faster, and it
    // needs a second way for the end of the input.
    rungs!(1 2 3 4);
    if Shape::<BITS, P>::MAX_LEN <= 5 {
        rungs!(5);
        return careful::<BITS, P>(bytes);
    }
    match bytes.first_chunk() {
        Some(window) => long::<BITS, P>(window, bytes),
        None => near_end::<BITS, P>(bytes),
    }
}

/// Five to ten bytes of at least ten that are readable: a ladder over one loaded word.
#[inline(always)]
const fn long<const BITS: u32, P: Policy>(window: &[u8; 10], bytes: &[u8]) -> Result<(u64, usize), Error> {
    let ([b8, b9], word) = match (window.last_chunk(), window.first_chunk()) {
        (Some(last), Some(first)) => (*last, u64::from_le_bytes(*first)),
        _ => unreachable!(),
    };
    macro_rules! rungs {
        ($($len:literal)*) => {$(
            if $len <= Shape::<BITS, P>::MAX_LEN && word & (0x80 << (8 * ($len - 1))) == 0 {
                return accept::<$len, BITS, P>(compact_first::<$len>(word), bytes);
            }
        )*};
    }
    rungs!(5 6 7 8);
    if Shape::<BITS, P>::MAX_LEN <= 8 {
        return careful::<BITS, P>(bytes);
    }
    let low = compact(word);
    if b8 < 0x80 {
        return accept::<9, BITS, P>(low | (b8 as u64) << 56, bytes);
    }
    if b9 < 0x80 && (b9 <= 1 || Shape::<BITS, P>::DROP_SURPLUS) {
        return accept::<10, BITS, P>(low | (b8 as u64 & 0x7f) << 56 | (b9 as u64) << 63, bytes);
    }
    careful::<BITS, P>(bytes)
}

/// Fewer than ten bytes: byte by byte. In line, since a call would have the caller keep its state over it, on the fast
/// paths too.
#[inline(always)]
const fn near_end<const BITS: u32, P: Policy>(bytes: &[u8]) -> Result<(u64, usize), Error> {
    let mut value = 0;
    let mut at = 0;
    while at < bytes.len() && at < 9 {
        let byte = bytes[at];
        value |= (byte as u64 & 0x7f) << (7 * at);
        at += 1;
        if byte < 0x80 {
            let surplus = Shape::<BITS, P>::WIDTH < 63 && value >> Shape::<BITS, P>::WIDTH != 0;
            if at > Shape::<BITS, P>::MAX_LEN || surplus || (P::MINIMAL && at > 1 && byte == 0) {
                break;
            }
            return Ok((value, at));
        }
    }
    careful::<BITS, P>(bytes)
}

/// Takes a value of `LEN` bytes if it breaks no rule. What it does not need to test vanishes at compile time.
#[inline(always)]
const fn accept<const LEN: usize, const BITS: u32, P: Policy>(
    value: u64,
    bytes: &[u8],
) -> Result<(u64, usize), Error> {
    let width = Shape::<BITS, P>::WIDTH;
    let surplus = 7 * LEN as u32 > width && width < 64 && value >> width != 0;
    let too_long = LEN > Shape::<BITS, P>::MAX_LEN;
    let padded = P::MINIMAL && LEN > 1 && value >> (7 * (LEN - 1)) == 0;
    if too_long || padded || (surplus && !Shape::<BITS, P>::DROP_SURPLUS) {
        return careful::<BITS, P>(bytes);
    }
    Ok((if surplus { value & ((1 << width) - 1) } else { value }, LEN))
}

/// What no fast path took: an error, unless the policy drops bits.
#[inline(always)]
const fn careful<const BITS: u32, P: Policy>(bytes: &[u8]) -> Result<(u64, usize), Error> {
    if Shape::<BITS, P>::DROP_SURPLUS {
        return careful_value::<BITS, P>(bytes);
    }
    // That a call out of line can only fail keeps its caller's state out of memory.
    Err(careful_error::<BITS, P>(bytes))
}

#[cold]
#[inline(never)]
const fn careful_value<const BITS: u32, P: Policy>(bytes: &[u8]) -> Result<(u64, usize), Error> {
    let (width, max_len) = (Shape::<BITS, P>::WIDTH, Shape::<BITS, P>::MAX_LEN);
    match careful_u128(bytes, width, max_len, Shape::<BITS, P>::DROP_SURPLUS, P::MINIMAL) {
        Ok((value, len)) => Ok((value as u64, len)),
        Err(error) => Err(error),
    }
}

#[cold]
#[inline(never)]
const fn careful_error<const BITS: u32, P: Policy>(bytes: &[u8]) -> Error {
    match careful_value::<BITS, P>(bytes) {
        Err(error) => error,
        Ok(_) => panic!("the fast paths take all that is right"),
    }
}

/// The meaning, byte by byte, of every policy: length first, then surplus bits, then padding.
const fn careful_u128(
    bytes: &[u8],
    width: u32,
    max_len: usize,
    drop_surplus: bool,
    minimal: bool,
) -> Result<(u128, usize), Error> {
    let mut len = 0;
    loop {
        if len == bytes.len() {
            return Err(Error::truncated(len, 1));
        }
        len += 1;
        if bytes[len - 1] < 0x80 {
            break;
        }
        if len == max_len {
            return Err(Error::too_long(len - 1));
        }
    }
    let mut value = 0;
    let mut at = 0;
    while at < len {
        let group = bytes[at] as u128 & 0x7f;
        let shift = 7 * at as u32;
        let room = width.saturating_sub(shift);
        if room < 7 && group >> room != 0 && !drop_surplus {
            return Err(Error::overflow(at));
        }
        if room > 0 {
            let kept = if room < 7 { group & ((1 << room) - 1) } else { group };
            value |= kept << shift;
        }
        at += 1;
    }
    if minimal && len > 1 && bytes[len - 1] == 0 {
        return Err(Error::not_minimal(len - 1));
    }
    Ok((value, len))
}

/// As [`decode`], for the types that do not fit into a word.
#[inline(always)]
pub(crate) const fn decode_wide<P: Policy>(bytes: &[u8]) -> Result<(u128, usize), Error> {
    if let [byte, ..] = *bytes
        && byte < 0x80
    {
        return Ok((byte as u128, 1));
    }
    let (width, max_len) = (Shape::<128, P>::WIDTH, Shape::<128, P>::MAX_LEN);
    careful_u128(bytes, width, max_len, Shape::<128, P>::DROP_SURPLUS, P::MINIMAL)
}

/// Length of the varint that `bytes` begins with, at most ten; the value is not looked at.
#[inline]
pub(crate) const fn len(bytes: &[u8]) -> Result<usize, Error> {
    let mut len = 0;
    while len < bytes.len() {
        len += 1;
        if bytes[len - 1] < 0x80 {
            return Ok(len);
        }
        if len == 10 {
            return Err(Error::too_long(len - 1));
        }
    }
    Err(Error::truncated(len, 1))
}
