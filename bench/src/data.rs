//! Values to measure with: fixed seed, no repeating pattern, more than a branch predictor learns by heart.

/// Splitmix64.
pub struct Random(pub u64);

impl Random {
    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.word() % end
    }
}

/// Name of a column and how long its values are.
#[derive(Clone, Copy)]
pub enum Lengths {
    /// All of this many bytes.
    Only(u32),
    /// Uniform over lengths from 1 to this.
    Mix(u32),
    /// 90 % one byte, 7 % two, 2 % three to five, 1 % eight or nine (the longest of 32 bits: five).
    Realistic,
}

impl Lengths {
    pub fn name(self) -> String {
        match self {
            Self::Only(len) => format!("L{len}"),
            Self::Mix(max) => format!("mix1-{max}"),
            Self::Realistic => "real".to_owned(),
        }
    }

    fn pick(self, random: &mut Random, max: u32) -> u32 {
        match self {
            Self::Only(len) => len,
            Self::Mix(to) => 1 + random.below(u64::from(to)) as u32,
            Self::Realistic => match random.below(100) {
                0..90 => 1,
                90..97 => 2,
                97..99 => (3 + random.below(3) as u32).min(max - 1),
                _ => (8 + random.below(2) as u32).min(max),
            },
        }
    }

    /// Single lengths repeat the same work: 65,536 values; mixes must not be learned: 262,144.
    fn values(self) -> usize {
        match self {
            Self::Only(_) => 1 << 16,
            _ => 1 << 18,
        }
    }
}

/// Numbers of at most `bits` bits whose varints have the lengths asked for.
pub fn numbers(lengths: Lengths, bits: u32) -> Vec<u64> {
    let max = bits.div_ceil(7);
    let mut random = Random(0xa70c_e700 + u64::from(bits));
    (0..lengths.values())
        .map(|_| {
            let len = lengths.pick(&mut random, max);
            let least = if len == 1 { 0 } else { 1u64 << (7 * (len - 1)) };
            let most = if 7 * len >= bits { u64::MAX >> (64 - bits) } else { (1 << (7 * len)) - 1 };
            least + ((u128::from(random.word()) * (u128::from(most - least) + 1)) >> 64) as u64
        })
        .collect()
}

/// Their varints, one after the other.
pub fn encoded(numbers: &[u64]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in numbers {
        let mut left = *number;
        while left >= 0x80 {
            bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        bytes.push(left as u8);
    }
    bytes
}

pub const U64: [Lengths; 13] = {
    use Lengths::{Mix, Only, Realistic};
    [
        Only(1),
        Only(2),
        Only(3),
        Only(4),
        Only(5),
        Only(6),
        Only(7),
        Only(8),
        Only(9),
        Only(10),
        Mix(2),
        Mix(10),
        Realistic,
    ]
};

pub const U32: [Lengths; 8] = {
    use Lengths::{Mix, Only, Realistic};
    [Only(1), Only(2), Only(3), Only(4), Only(5), Mix(2), Mix(5), Realistic]
};
