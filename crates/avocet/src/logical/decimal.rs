//! Decimals: two's complement bytes, most significant first, and a scale ⇄ a number.

use std::fmt::{self, Display, Write as _};
use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// An exact decimal number: an integer of any size, divided by 10 to the power of a scale.
///
/// ```
/// use avocet::logical::Decimal;
///
/// let decimal = Decimal::from_be_bytes(&[0xff, 0x38], 2).unwrap();
/// assert_eq!(decimal.to_string(), "-2.00");
/// assert_eq!(decimal, "-2.00".parse()?);
/// assert_eq!(decimal.rescale(0).unwrap().to_be_bytes(), [0xfe]);
/// assert_eq!("0.05".parse::<Decimal>()?.rescale(1), None); // would lose a digit
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal {
    integer: Integer,
    scale: u32,
}

/// An integer of any size, in one form each: small whenever it fits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Integer {
    Small(i128),
    Large(Large),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Large {
    negative: bool,
    /// The absolute value, 32 bits each, least significant first; no zeros at the end.
    magnitude: Vec<u32>,
}

/// The most digits that a change of scale may give a number: what two schemas ask for stays cheap.
pub(super) const MAX_DIGITS: u32 = 65_536;

impl Decimal {
    /// From an integer: `unscaled` divided by 10 to the power of `scale`.
    pub const fn new(unscaled: i128, scale: u32) -> Self {
        Decimal { integer: Integer::Small(unscaled), scale }
    }

    /// From a two's complement integer, most significant byte first, of any length; `None` of no bytes at all, which
    /// hold no number.
    pub fn from_be_bytes(bytes: &[u8], scale: u32) -> Option<Self> {
        let negative = bytes.first()? & 0x80 != 0;
        let fill = if negative { 0xff } else { 0x00 };
        if let Some(missing) = 16_usize.checked_sub(bytes.len()) {
            let mut filled = [fill; 16];
            filled[missing..].copy_from_slice(bytes);
            return Some(Decimal::new(i128::from_be_bytes(filled), scale));
        }
        let mut magnitude: Vec<u32> = bytes
            .rchunks(4)
            .map(|chunk| {
                let mut word = [fill; 4];
                word[4 - chunk.len()..].copy_from_slice(chunk);
                u32::from_be_bytes(word)
            })
            .collect();
        if negative {
            negate(&mut magnitude);
        }
        Some(Decimal { integer: Large { negative, magnitude }.into(), scale })
    }

    /// The integer without its scale, in two's complement, most significant byte first, as short as it goes.
    pub fn to_be_bytes(&self) -> Vec<u8> {
        match &self.integer {
            Integer::Small(number) => {
                let bytes = number.to_be_bytes();
                // One bit of sign has to stay.
                let bits = 129 - (number ^ (number >> 127)).leading_zeros() as usize;
                bytes[16 - bits.div_ceil(8)..].to_vec()
            }
            Integer::Large(large) => large.to_be_bytes(),
        }
    }

    /// The same, filled up to `size` bytes with the sign; `None` when the number needs more.
    pub fn to_be_bytes_of(&self, size: usize) -> Option<Vec<u8>> {
        let bytes = self.to_be_bytes();
        let missing = size.checked_sub(bytes.len())?;
        let mut filled = vec![if self.is_negative() { 0xff } else { 0x00 }; size];
        filled[missing..].copy_from_slice(&bytes);
        Some(filled)
    }

    /// How many digits stand behind the point.
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// The integer without its scale, if it fits 128 bits.
    pub fn unscaled(&self) -> Option<i128> {
        match self.integer {
            Integer::Small(number) => Some(number),
            Integer::Large(_) => None,
        }
    }

    /// The number of decimal digits of the integer without its scale; 1 for zero.
    pub fn digits(&self) -> u64 {
        match &self.integer {
            Integer::Small(number) => u64::from(number.unsigned_abs().checked_ilog10().unwrap_or(0)) + 1,
            Integer::Large(large) => large.digit_text().len() as u64,
        }
    }

    /// A lower bound of the number of digits, which unlike they themselves is known at once; 0 for zero.
    pub(crate) fn digits_at_least(&self) -> u64 {
        match &self.integer {
            Integer::Small(0) => 0,
            Integer::Small(_) => self.digits(),
            Integer::Large(large) => large.digits_at_least(),
        }
    }

    /// The integer as it is, under another scale: another number.
    pub(super) fn with_scale(self, scale: u32) -> Self {
        Decimal { scale, ..self }
    }

    /// The same number with another scale; `None` when digits other than zero would be lost, or when there would be
    /// more than 65 536 digits.
    #[must_use]
    pub fn rescale(&self, scale: u32) -> Option<Self> {
        if let Integer::Small(number) = self.integer {
            if number == 0 {
                return Some(Decimal::new(0, scale));
            }
            let power = 10_i128.checked_pow(scale.abs_diff(self.scale));
            if scale >= self.scale {
                if let Some(product) = power.and_then(|power| number.checked_mul(power)) {
                    return Some(Decimal::new(product, scale));
                }
            } else if let Some(power) = power {
                return (number % power == 0).then(|| Decimal::new(number / power, scale));
            }
        }
        let Large { negative, mut magnitude } = self.to_large();
        let mut missing = scale.saturating_sub(self.scale);
        if missing > 0 && !magnitude.is_empty() {
            let digits = self.digits_at_least() + u64::from(missing);
            if digits > u64::from(MAX_DIGITS) {
                return None;
            }
        }
        while missing > 0 && !magnitude.is_empty() {
            let step = missing.min(9);
            multiply_add(&mut magnitude, 10_u32.pow(step), 0);
            missing -= step;
        }
        let mut extra = self.scale.saturating_sub(scale);
        while extra > 0 && !magnitude.is_empty() {
            let step = extra.min(9);
            if divide(&mut magnitude, 10_u32.pow(step)) != 0 {
                return None;
            }
            extra -= step;
        }
        Some(Decimal { integer: Large { negative, magnitude }.into(), scale })
    }

    /// The same number as a decimal type of this precision and scale holds it; `None` when it has more digits, or loses
    /// some.
    pub(crate) fn fit(&self, precision: u32, scale: u32) -> Option<Self> {
        let precision = u64::from(precision);
        let rescaled = self.rescale(scale)?;
        // The bound first: to count the digits of a large number takes time that grows with their square.
        (rescaled.digits_at_least() <= precision && rescaled.digits() <= precision).then_some(rescaled)
    }

    fn is_negative(&self) -> bool {
        match &self.integer {
            Integer::Small(number) => *number < 0,
            Integer::Large(large) => large.negative,
        }
    }

    fn to_large(&self) -> Large {
        match &self.integer {
            Integer::Small(number) => {
                let bits = number.unsigned_abs();
                let magnitude = [bits as u32, (bits >> 32) as u32, (bits >> 64) as u32, (bits >> 96) as u32];
                Large { negative: *number < 0, magnitude: magnitude.into() }.trimmed()
            }
            Integer::Large(large) => large.clone(),
        }
    }

    /// The digits of the integer without its scale and sign, at least one.
    fn digit_text(&self) -> String {
        match &self.integer {
            Integer::Small(number) => number.unsigned_abs().to_string(),
            Integer::Large(large) => large.digit_text(),
        }
    }
}

impl Large {
    fn trimmed(mut self) -> Self {
        while self.magnitude.last() == Some(&0) {
            self.magnitude.pop();
        }
        self
    }

    fn to_be_bytes(&self) -> Vec<u8> {
        let mut words = self.magnitude.clone();
        words.push(0);
        if self.negative {
            negate(&mut words);
        }
        let bytes: Vec<u8> = words.iter().rev().flat_map(|word| word.to_be_bytes()).collect();
        let fill = if self.negative { 0xff } else { 0x00 };
        let extra = bytes
            .windows(2)
            .take_while(|pair| pair[0] == fill && (pair[1] & 0x80 != 0) == self.negative)
            .count();
        bytes[extra..].to_vec()
    }

    fn digits_at_least(&self) -> u64 {
        let top = self.magnitude.len().saturating_sub(1);
        top as u64 * 32 * 301 / 1000 + 1 // log10(2) is 0.30103
    }

    fn digit_text(&self) -> String {
        let mut groups = Vec::new();
        let mut rest = self.magnitude.clone();
        while !rest.is_empty() {
            groups.push(divide(&mut rest, 1_000_000_000));
        }
        let mut text = groups.pop().unwrap_or(0).to_string();
        for group in groups.iter().rev() {
            let _ = write!(text, "{group:09}");
        }
        text
    }
}

/// Small, if it fits.
impl From<Large> for Integer {
    fn from(large: Large) -> Self {
        let large = large.trimmed();
        if large.magnitude.len() > 4 {
            return Integer::Large(large);
        }
        let magnitude = large.magnitude.iter().rev().fold(0, |bits, word| bits << 32 | u128::from(*word));
        let number =
            if large.negative { 0_i128.checked_sub_unsigned(magnitude) } else { magnitude.try_into().ok() };
        number.map_or(Integer::Large(large), Integer::Small)
    }
}

/// Two's complement of a number of fixed width.
fn negate(words: &mut [u32]) {
    let mut carry = true;
    for word in words {
        (*word, carry) = (!*word).overflowing_add(u32::from(carry));
    }
}

fn multiply_add(magnitude: &mut Vec<u32>, factor: u32, summand: u32) {
    let mut carry = u64::from(summand);
    for word in magnitude.iter_mut() {
        let product = u64::from(*word) * u64::from(factor) + carry;
        *word = product as u32;
        carry = product >> 32;
    }
    if carry > 0 {
        magnitude.push(carry as u32);
    }
}

/// Divides and gives the remainder.
fn divide(magnitude: &mut Vec<u32>, divisor: u32) -> u32 {
    let mut rest = 0_u64;
    for word in magnitude.iter_mut().rev() {
        let dividend = rest << 32 | u64::from(*word);
        *word = (dividend / u64::from(divisor)) as u32;
        rest = dividend % u64::from(divisor);
    }
    while magnitude.last() == Some(&0) {
        magnitude.pop();
    }
    rest as u32
}

/// All digits, as many behind the point as the scale says: `-0.03`, `2.00`.
impl Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.digit_text();
        let scale = self.scale as usize;
        let text = match digits.len().checked_sub(scale) {
            _ if scale == 0 => digits,
            Some(whole) if whole > 0 => format!("{}.{}", &digits[..whole], &digits[whole..]),
            _ => format!("0.{}{digits}", "0".repeat(scale - digits.len())),
        };
        f.pad_integral(!self.is_negative(), "", &text)
    }
}

/// Digits with an optional sign and point; the digits behind the point are the scale.
impl FromStr for Decimal {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            let found: String = text.chars().take(64).collect();
            Error::new(ErrorKind::Mismatch, "a decimal number", format!("{found:?}"))
        };
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let mut magnitude = Vec::new();
        if whole.is_empty() && part.is_empty() {
            return Err(wrong());
        }
        let digits: Vec<u32> = whole
            .chars()
            .chain(part.chars())
            .map(|digit| digit.to_digit(10))
            .collect::<Option<_>>()
            .ok_or_else(wrong)?;
        for group in digits.chunks(9) {
            let number = group.iter().fold(0, |number, digit| number * 10 + digit);
            multiply_add(&mut magnitude, 10_u32.pow(group.len() as u32), number);
        }
        let scale = u32::try_from(part.len()).map_err(|_| wrong())?;
        Ok(Decimal { integer: Large { negative, magnitude }.into(), scale })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_padding_reads_the_same() {
        for (hex, text) in [
            (&[0xfd][..], "-0.03"),
            (&[0x00, 0xc8], "2.00"),
            (&[0x80], "-1.28"),
            (&[0xfe, 0x80, 0x00], "-983.04"),
            (&[0x00], "0.00"),
            (&[0xff, 0xff, 0xff, 0xfd], "-0.03"),
            (&[0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00], "42949672.96"),
        ] {
            let decimal = Decimal::from_be_bytes(hex, 2).unwrap();
            assert_eq!(decimal.to_string(), text);
            assert_eq!(text.parse::<Decimal>().unwrap(), decimal);
        }
        assert_eq!(Decimal::from_be_bytes(&[], 2), None);
    }

    #[test]
    fn bytes_are_as_short_as_they_go() {
        for number in [0, 1, -1, 127, 128, -128, -129, 255, 256, 32767, -32768, i128::MAX, i128::MIN] {
            let decimal = Decimal::new(number, 0);
            assert_eq!(decimal.unscaled(), Some(number));
            assert_eq!(decimal.to_string(), number.to_string());
            assert_eq!(decimal, number.to_string().parse().unwrap());
            let bytes = decimal.to_be_bytes();
            assert_eq!(Decimal::from_be_bytes(&bytes, 0).unwrap(), decimal);
            let shorter = Decimal::from_be_bytes(&bytes[1..], 0);
            assert_ne!(shorter, Some(decimal));
        }
        assert_eq!(Decimal::new(-1, 0).to_be_bytes_of(3).unwrap(), [0xff; 3]);
        assert_eq!(Decimal::new(128, 0).to_be_bytes_of(1), None);
    }

    #[test]
    fn numbers_of_many_digits_come_back() {
        let text = "-123456789012345678901234567890123456789012345678901234567890.000000001";
        let decimal: Decimal = text.parse().unwrap();
        assert_eq!(decimal.to_string(), text);
        assert_eq!(decimal.digits(), 69);
        assert_eq!(decimal.unscaled(), None);
        assert_eq!(decimal.rescale(30).unwrap().rescale(9), Some(decimal));
    }

    #[test]
    fn rescaling_loses_nothing() {
        let decimal: Decimal = "1.50".parse().unwrap();
        assert_eq!(decimal.rescale(1).unwrap().to_string(), "1.5");
        assert_eq!(decimal.rescale(0), None);
        assert_eq!(decimal.rescale(12).unwrap().to_string(), "1.500000000000");
        assert_eq!(Decimal::new(0, 9).rescale(u32::MAX).unwrap().digits(), 1);
        assert_eq!(Decimal::new(1, 9).rescale(u32::MAX), None);
        assert_eq!(Decimal::new(1, 0).rescale(65_000).unwrap().digits(), 65_001);
    }

    #[test]
    fn scales_beyond_any_width_of_formatting_display() {
        let text = Decimal::new(-12, 100_000).to_string();
        assert!(text.starts_with("-0.000") && text.ends_with("012"));
        assert_eq!(text.len(), 100_003);
        assert_eq!(text.parse::<Decimal>().unwrap(), Decimal::new(-12, 100_000));
        assert_eq!(Decimal::new(12, 2).to_string(), "0.12");
        assert_eq!(Decimal::new(123, 2).to_string(), "1.23");
        assert_eq!(Decimal::new(5, 2).to_string(), "0.05");
    }

    #[test]
    fn the_lower_bound_of_digits_is_one() {
        for number in [0, 1, 9, 10, i128::from(u32::MAX), 1 << 32, 10_i128.pow(30), i128::MAX] {
            let decimal = Decimal::new(number, 0);
            assert!(decimal.digits_at_least() <= decimal.digits(), "{number}");
        }
    }

    #[test]
    fn texts_that_are_no_numbers_are_refused() {
        for text in ["", "-", ".", "1.2.3", "1e5", "--1", "½", "1 "] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }
}
