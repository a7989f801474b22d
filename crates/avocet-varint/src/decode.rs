//! Bytes in, one unsigned value and its length out, for any width up to 64 bits and any policy.
//!
//! Fast paths accept only what is plainly right; everything else goes to [`careful_u128`], which owns every error and every
//! corner of the policies, so that the answer cannot depend on the path.

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

/// One rung a byte that would be the `$len`th of the value: is it there, and the last?
///
/// `early` tests before it masks: what ends with the byte needs no mask, at the price of a jump for what goes on. `late`
/// masks first, and what goes on does not jump.
macro_rules! rungs {
    ($when:ident $bits:ident $policy:ident $bytes:ident $value:ident $input:ident: $($len:literal)*) => {$(
        if Shape::<$bits, $policy>::MAX_LEN < $len || $bytes.len() < $len {
            return careful::<$bits, $policy>($input);
        }
        let byte = $bytes[$len - 1] as u64;
        rungs!($when $bits $policy $value $input byte $len);
    )*};
    (early $bits:ident $policy:ident $value:ident $input:ident $byte:ident $len:literal) => {
        if $byte < 0x80 {
            return accept::<$len, $bits, $policy>($value | $byte << (7 * ($len - 1)), $input);
        }
        $value |= ($byte & 0x7f) << (7 * ($len - 1));
    };
    (late $bits:ident $policy:ident $value:ident $input:ident $byte:ident $len:literal) => {
        $value |= ($byte & 0x7f) << (7 * ($len - 1));
        if $byte < 0x80 {
            return accept::<$len, $bits, $policy>($value, $input);
        }
    };
}

/// Decodes the value of at most `BITS` ≤ 64 bits that `bytes` begins with.
///
/// Byte by byte, unrolled: the CPU predicts the length, so the place of the next value does not wait for the loaded
/// data. (One word for five to eight bytes was not faster; the manual has the figures.)
#[inline(always)]
pub(crate) const fn decode<const BITS: u32, P: Policy>(bytes: &[u8]) -> Result<(u64, usize), Error> {
    let mut value = 0;
    rungs!(early BITS P bytes value bytes: 1 2 3);
    rungs!(late BITS P bytes value bytes: 4);
    if Shape::<BITS, P>::MAX_LEN <= 5 {
        rungs!(late BITS P bytes value bytes: 5);
        return careful::<BITS, P>(bytes);
    }
    match bytes.first_chunk() {
        Some(window) => long::<BITS, P>(value, window, bytes),
        None => near_end::<BITS, P>(value, bytes),
    }
}

/// Five to ten bytes, the first four of which are in `value`, of at least ten that are readable.
#[inline(always)]
const fn long<const BITS: u32, P: Policy>(
    mut value: u64,
    window: &[u8; 10],
    bytes: &[u8],
) -> Result<(u64, usize), Error> {
    rungs!(late BITS P window value bytes: 5 6 7 8 9);
    let byte = window[9];
    if Shape::<BITS, P>::MAX_LEN < 10 || byte >= 0x80 || byte > 1 && !Shape::<BITS, P>::DROP_SURPLUS {
        return careful::<BITS, P>(bytes);
    }
    accept::<10, BITS, P>(value | (byte as u64) << 63, bytes)
}

/// Five to nine bytes, the first four of which are in `value`, of fewer than ten. In line, since a call would have the
/// caller keep its state over it, on the fast paths too.
#[inline(always)]
const fn near_end<const BITS: u32, P: Policy>(mut value: u64, bytes: &[u8]) -> Result<(u64, usize), Error> {
    let mut at = 4;
    while at < bytes.len() && at < 9 {
        let byte = bytes[at];
        value |= (byte as u64 & 0x7f) << (7 * at);
        at += 1;
        if byte < 0x80 {
            let surplus = Shape::<BITS, P>::WIDTH < 63 && value >> Shape::<BITS, P>::WIDTH != 0;
            if at > Shape::<BITS, P>::MAX_LEN || surplus || (P::MINIMAL && byte == 0) {
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
    let (width, max_len) = (Shape::<BITS, P>::WIDTH, Shape::<BITS, P>::MAX_LEN);
    if Shape::<BITS, P>::DROP_SURPLUS {
        return careful_value(width, max_len, P::MINIMAL, bytes);
    }
    // That a call out of line can only fail keeps its caller's state out of memory; that the bytes come last leaves them
    // and what the caller got in its first argument where they are.
    Err(careful_error(width, max_len, P::MINIMAL, bytes))
}

#[cold]
#[inline(never)]
const fn careful_value(
    width: u32,
    max_len: usize,
    minimal: bool,
    bytes: &[u8],
) -> Result<(u64, usize), Error> {
    match careful_u128(width, max_len, true, minimal, bytes) {
        Ok((value, len)) => Ok((value as u64, len)),
        Err(error) => Err(error),
    }
}

#[cold]
#[inline(never)]
const fn careful_error(width: u32, max_len: usize, minimal: bool, bytes: &[u8]) -> Error {
    match careful_u128(width, max_len, false, minimal, bytes) {
        Err(error) => error,
        Ok(_) => panic!("the fast paths take all that is right"),
    }
}

/// The meaning, byte by byte, of every policy: length first, then surplus bits, then padding.
const fn careful_u128(
    width: u32,
    max_len: usize,
    drop_surplus: bool,
    minimal: bool,
    bytes: &[u8],
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
    careful_u128(width, max_len, Shape::<128, P>::DROP_SURPLUS, P::MINIMAL, bytes)
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
