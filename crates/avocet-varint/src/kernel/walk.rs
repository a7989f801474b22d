//! The mask walk: many values decoded or passed over from the masks of 64-byte blocks.
//!
//! Blocks stand at a fixed stride, so no load waits for the place of a value: the CPU works on the next block while
//! this one is being taken apart (the idea of `SFVInt`, 2024). The limits of length and width are looked at once per
//! block, on masks, never per value.

use super::{Lane, Progress};

/// 64 bytes of input.
pub(super) type Block = [u8; BLOCK];

pub(super) const BLOCK: usize = 64;

/// Bytes that must be readable from a block's start (less what [`Window::back`] takes): a value may begin in the
/// block's last byte, and two words are loaded for it.
const WINDOW: usize = 128 + 16;

/// The two primitives that differ from CPU to CPU.
pub(super) trait Machine: Copy {
    /// One bit for each byte whose top bit is set.
    fn tops(self, block: &Block) -> u64;

    /// One bit for each byte that has any of `bits`.
    fn any_of(self, block: &Block, bits: u8) -> u64;

    /// The low seven bits of the first `len` bytes (1 to 8, or more for all eight) of `word`, joined.
    fn gather(self, word: u64, len: usize) -> u64;

    /// Whether [`short`](Self::short) is better than the walk where nearly all values have one or two bytes.
    const SHORT: bool = false;

    /// The values that end among `eight` bytes, of which `more` marks those that continue; right for those of one and
    /// two bytes, anything for longer ones and behind the last.
    #[inline(always)]
    fn short<T: Lane>(self, _eight: u64, _more: u8, _out: &mut [T; 8]) -> Short {
        Short { values: 0, bytes: 0 }
    }
}

/// What a step of [`Machine::short`] came over: the bytes up to the end of its last value.
pub(super) struct Short {
    pub(super) values: usize,
    pub(super) bytes: usize,
}

/// Decodes while a whole window of input and a block's worth of output are left and nothing is wrong.
#[inline(always)]
pub(super) fn decode<T: Lane, M: Machine>(machine: M, bytes: &[u8], out: &mut [T]) -> Progress {
    let mut done = Progress::default();
    let mut base = 0;
    while let Some(window) = Window::at(bytes, base)
        && let Some(out) = out.get_mut(done.values..).and_then(|rest| rest.first_chunk_mut())
    {
        let block = window.block();
        let more = machine.tops(block);
        if more == 0 && done.bytes == base {
            widen(block, out);
            done = Progress { values: done.values + BLOCK, bytes: base + BLOCK };
        } else {
            let Some(runs) = Runs::within::<T>(more, base - done.bytes) else { break };
            if runs.full != 0 && runs.full & machine.any_of(block, surplus_bits::<T>()) != 0 {
                break;
            }
            let start = window.back + done.bytes - base;
            let end = if M::SHORT && mostly_short(more) {
                short_walk(machine, &window, more, start, out)
            } else if T::BITS == 64 && runs.beyond_a_word {
                walk::<T, M, true>(machine, &window, !more, start, out)
            } else {
                walk::<T, M, false>(machine, &window, !more, start, out)
            };
            let values = (!more).count_ones() as usize;
            done = Progress { values: done.values + values, bytes: base + end - window.back };
        }
        base += BLOCK;
    }
    done
}

/// Decodes all values that end in the block, whose last bytes `stops` marks and whose first one begins at `start` of
/// the window; returns the end of the last one. `LONG`: some have more than eight bytes.
#[inline(always)]
fn walk<T: Lane, M: Machine, const LONG: bool>(
    machine: M,
    window: &Window<'_>,
    mut stops: u64,
    mut start: usize,
    out: &mut [T; ROOM],
) -> usize {
    let last = window.back + BLOCK - stops.leading_zeros() as usize;
    let values = stops.count_ones() as usize;
    // In turns of a fixed number of values, since a wrong guess of the loop's end costs more than a few values too
    // many. Those are garbage from bytes that are readable, in places that the next block fills.
    for turn in out.as_chunks_mut::<TURN>().0.iter_mut().take(values.div_ceil(TURN)) {
        for place in turn {
            let end = window.back + (stops | 1 << 63).trailing_zeros() as usize + 1;
            let len = end.wrapping_sub(start);
            let mut raw = machine.gather(window.word(start), len);
            if LONG {
                raw |= machine.gather(window.word(start + 8) & HIGH[len & 15], 8) << 56;
            }
            *place = T::from_raw(raw);
            start = end;
            stops &= stops.wrapping_sub(1);
        }
    }
    if values == 0 { start } else { last }
}

/// At most one value in eight has three bytes or more.
#[inline(always)]
const fn mostly_short(more: u64) -> bool {
    8 * (!more & more << 1 & more << 2).count_ones() <= (!more).count_ones()
}

/// As [`walk`], eight bytes a step; the few longer values come out wrong and are put right afterwards.
#[inline(always)]
fn short_walk<T: Lane, M: Machine>(
    machine: M,
    window: &Window<'_>,
    more: u64,
    start: usize,
    out: &mut [T; ROOM],
) -> usize {
    let stops = !more;
    let values = stops.count_ones() as usize;
    if values == 0 {
        return start;
    }
    let one = |start: usize, len: usize| {
        let low = machine.gather(window.word(start), len);
        T::from_raw(low | machine.gather(window.word(start + 8) & HIGH[len & 15], 8) << 56)
    };
    // The first value may begin before the block.
    let mut at = stops.trailing_zeros() as usize + 1;
    out[0] = one(start, window.back + at - start);
    let mut done = 1;
    while done < values {
        let Some(place) = out.get_mut(done..).and_then(|rest| rest.first_chunk_mut()) else { break };
        let step = machine.short(window.word(window.back + at), (more >> (at & 63)) as u8, place);
        done += step.values;
        at += step.bytes;
    }
    // Those of which two bytes before the last continue, but for the first value.
    let mut longer = stops & (stops - 1) & more << 1 & more << 2;
    while longer != 0 {
        let before = stops & ((longer & longer.wrapping_neg()) - 1);
        let begin = BLOCK - before.leading_zeros() as usize;
        out[before.count_ones() as usize & 63] =
            one(window.back + begin, longer.trailing_zeros() as usize + 1 - begin);
        longer &= longer - 1;
    }
    window.back + BLOCK - stops.leading_zeros() as usize
}

/// Values that one block can hold, and those that the last turn may add.
const ROOM: usize = BLOCK + 8;
const TURN: usize = 2;

/// By length: what bytes nine and ten may add.
const HIGH: [u64; 16] = {
    let mut table = [0; 16];
    table[9] = 0x7f;
    table[10] = 0x017f;
    table
};

/// Every byte a value of its own.
#[inline(always)]
fn widen<T: Lane>(block: &Block, out: &mut [T; ROOM]) {
    for (byte, place) in block.iter().zip(out) {
        *place = T::from_raw(u64::from(*byte));
    }
}

/// Bits that the last byte of a value of full length must not have.
const fn surplus_bits<T: Lane>() -> u8 {
    0x7f & (0x7f << (T::BITS as usize - 7 * (T::MAX_LEN - 1)))
}

/// What a block's mask of continuation bytes says about the lengths of the values that end in it.
struct Runs {
    /// A value has more than eight bytes.
    beyond_a_word: bool,
    /// Last bytes of values of full length.
    full: u64,
}

impl Runs {
    /// `before` bytes of the first value lie before the block. None if a value is too long, or may be.
    #[inline(always)]
    fn within<T: Lane>(more: u64, before: usize) -> Option<Self> {
        let first = before + (!more).trailing_zeros() as usize + 1;
        if first > T::MAX_LEN {
            return None;
        }
        let first_full = u64::from(first == T::MAX_LEN) << ((first - 1 - before) & 63);
        // Bit i of `runN`: the N bytes up to and including byte i all continue.
        let run2 = more & more << 1;
        let run4 = run2 & run2 << 2;
        if T::MAX_LEN == 5 {
            let too_long = run4 & more << 4;
            return (too_long == 0)
                .then_some(Self { beyond_a_word: false, full: !more & run4 << 1 | first_full });
        }
        let run8 = run4 & run4 << 4;
        if run8 == 0 {
            return Some(Self { beyond_a_word: first > 8, full: first_full });
        }
        let run9 = run8 & more << 8;
        let too_long = run9 & more << 9;
        (too_long == 0).then_some(Self { beyond_a_word: true, full: !more & run9 << 1 | first_full })
    }
}

/// The input around a block, of constant size so that no load needs a test.
struct Window<'a> {
    bytes: &'a [u8; WINDOW],
    /// Bytes before the block: what the block's first value may have there.
    back: usize,
}

impl<'a> Window<'a> {
    #[inline(always)]
    fn at(bytes: &'a [u8], base: usize) -> Option<Self> {
        let back = base.min(16);
        bytes.get(base - back..)?.first_chunk().map(|bytes| Self { bytes, back })
    }

    #[inline(always)]
    fn block(&self) -> &'a Block {
        let [first, second] = [self.bytes.first_chunk(), self.bytes[16..].first_chunk()];
        // `back` is 0 in the first block and 16 in all others.
        if self.back == 0 { first } else { second }.unwrap_or(&[0; BLOCK])
    }

    #[inline(always)]
    fn word(&self, at: usize) -> u64 {
        // Positions are below 128; saying so costs less than a test.
        let at = at & 127;
        u64::from_le_bytes(*self.bytes[at..].first_chunk().unwrap_or(&[0; 8]))
    }
}

/// Passes over at most `count` values, in whole windows.
#[inline(always)]
pub(super) fn skip<M: Machine>(machine: M, bytes: &[u8], count: usize) -> Progress {
    let mut done = Progress::default();
    for (index, block) in bytes.as_chunks::<BLOCK>().0.iter().enumerate() {
        let base = index * BLOCK;
        let more = machine.tops(block);
        let mut stops = !more;
        let first = base - done.bytes + stops.trailing_zeros() as usize + 1;
        let run2 = more & more << 1;
        let run4 = run2 & run2 << 2;
        let run8 = run4 & run4 << 4;
        if first > 10 || run8 & run2 << 8 != 0 {
            break;
        }
        let values = stops.count_ones() as usize;
        if values >= count - done.values {
            // The last one is in this block: drop the stops before it.
            for _ in done.values + 1..count {
                stops &= stops - 1;
            }
            if done.values < count {
                done = Progress { values: count, bytes: base + stops.trailing_zeros() as usize + 1 };
            }
            break;
        }
        done =
            Progress { values: done.values + values, bytes: base + BLOCK - stops.leading_zeros() as usize };
    }
    done
}
