//! Eight bytes of seven bits ⇄ 56 bits, and the bytes a value needs: the arithmetic that every path shares.

/// The low `len` bytes of a word (1 to 8).
#[inline(always)]
pub(crate) const fn low_bytes(len: usize) -> u64 {
    u64::MAX >> (64 - 8 * len)
}

/// Joins the low seven bits of each byte to 56 bits; the top bits are ignored.
///
/// Pairs of bytes to 14 bits, pairs of those to 28, then to 56: what `PEXT` does in one instruction, in eleven that
/// every CPU has. They are not on the way to the next value's place, so they cost little (see the manual).
#[inline(always)]
pub(crate) const fn compact(word: u64) -> u64 {
    let word = word & 0x7f7f_7f7f_7f7f_7f7f;
    let word = word - ((word & 0x7f00_7f00_7f00_7f00) >> 1);
    let word = (word & 0x0000_3fff_0000_3fff) | (word & 0x3fff_0000_3fff_0000) >> 2;
    (word & 0x0fff_ffff) | (word >> 32) << 28
}

/// The inverse of [`compact`]: the low 56 bits of `value`, seven to a byte.
#[inline(always)]
pub(crate) const fn spread(value: u64) -> u64 {
    let word = (value & 0x0fff_ffff) | (value & 0x00ff_ffff_f000_0000) << 4;
    // Adding the upper groups three times moves them up by two bits, once by one.
    let word = word + 3 * (word & 0x0fff_c000_0fff_c000);
    word + (word & 0x3f80_3f80_3f80_3f80)
}

/// Bytes that the varint of `value` takes: 1 to 10.
#[inline(always)]
pub(crate) const fn len_u64(value: u64) -> usize {
    // ⌈bits / 7⌉ without a division: 9 / 64 is a little more than 1 / 7, right for all 64 bit counts.
    ((640 - 9 * (value | 1).leading_zeros()) >> 6) as usize
}

/// By the place of the highest bit that is set: the continuation bits of the first eight bytes.
pub(crate) static CONTINUATION: [u64; 64] = {
    let mut table = [0; 64];
    let mut top = 0;
    while top < 64 {
        let len = len_u64(1 << top);
        table[top] =
            if len > 8 { 0x8080_8080_8080_8080 } else { 0x8080_8080_8080_8080 & (low_bytes(len) >> 8) };
        top += 1;
    }
    table
};

/// By the place of the highest bit that is set: the length.
pub(crate) static LENGTH: [u8; 64] = {
    let mut table = [0; 64];
    let mut top = 0;
    while top < 64 {
        table[top] = len_u64(1 << top) as u8;
        top += 1;
    }
    table
};
