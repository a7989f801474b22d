//! The slow, obvious twin: varints as the formats' texts describe them, one bit of meaning at a time.
#![allow(dead_code, unreachable_pub, reason = "each test file is a crate of its own and uses its part")]

use avocet_varint::ErrorKind;

/// What a policy says, as data.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub width: u32,
    pub max_len: usize,
    pub drop_surplus: bool,
    pub minimal: bool,
}

impl Rules {
    pub fn strict(width: u32) -> Self {
        Self { width, max_len: width.div_ceil(7) as usize, drop_surplus: false, minimal: false }
    }
}

/// Decodes; an error is a kind and an offset.
pub fn decode(bytes: &[u8], rules: Rules) -> Result<(u128, usize), (ErrorKind, usize)> {
    let Some(last) = bytes.iter().take(rules.max_len).position(|byte| byte & 0x80 == 0) else {
        return if bytes.len() >= rules.max_len {
            Err((ErrorKind::TooLong, rules.max_len - 1))
        } else {
            Err((ErrorKind::Truncated { needed: 1 }, bytes.len()))
        };
    };
    let mut value = 0u128;
    for (at, byte) in bytes[..=last].iter().enumerate() {
        for bit in 0..7 {
            if byte >> bit & 1 == 1 {
                let place = 7 * at as u32 + bit;
                if place < rules.width {
                    value |= 1 << place;
                } else if !rules.drop_surplus {
                    return Err((ErrorKind::Overflow, at));
                }
            }
        }
    }
    if rules.minimal && last > 0 && bytes[last] == 0 {
        return Err((ErrorKind::NotMinimal, last));
    }
    Ok((value, last + 1))
}

/// Encodes, the shortest form.
pub fn encode(mut value: u128) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

pub fn zigzag(value: i128) -> u128 {
    if value < 0 { 2 * value.unsigned_abs() - 1 } else { 2 * value.unsigned_abs() }
}

/// Splitmix64: a fixed sequence, good enough to reach every path.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// A value of random bit count, so that all lengths are alike often.
    pub fn varied(&mut self) -> u64 {
        let bits = self.below(65) as u32;
        if bits == 0 { 0 } else { self.next() >> (64 - bits) }
    }
}

/// How many rounds of random input: `AVOCET_TEST_ROUNDS` multiplies (ten million streams are a matter of an hour), Miri
/// does a few of many.
pub fn rounds(count: usize) -> usize {
    let times = std::env::var("AVOCET_TEST_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    if cfg!(miri) { count / 1000 + 3 } else { count * times }
}

/// All of the inputs, or under Miri one of forty.
fn thinned<T>(inputs: Vec<T>) -> Vec<T> {
    inputs.into_iter().step_by(if cfg!(miri) { 41 } else { 1 }).collect()
}

/// Every length boundary of 64 bits and its neighbours.
pub fn boundaries() -> Vec<u64> {
    let mut values = vec![0, 1, u64::MAX, u64::MAX - 1];
    for bit in 1..64 {
        values.extend([(1 << bit) - 1, 1 << bit, (1 << bit) + 1]);
    }
    thinned(values)
}

/// Byte strings that are awkward: all-continuation runs, padded zeros, surplus bits, each possible last byte.
pub fn awkward() -> Vec<Vec<u8>> {
    let mut inputs = vec![vec![]];
    for fill in [0x80, 0xff, 0xaa] {
        for len in 0..=20 {
            for last in [
                0x00, 0x01, 0x02, 0x03, 0x04, 0x07, 0x08, 0x0f, 0x10, 0x1f, 0x3f, 0x40, 0x7e, 0x7f, 0x80,
                0x81, 0xff,
            ] {
                let mut bytes = vec![fill; len];
                bytes.push(last);
                inputs.push(bytes);
            }
        }
    }
    thinned(inputs)
}
