//! UUIDs: text or 16 bytes ⇄ the same 16 bytes.

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind};

/// A UUID of RFC 4122, as its bytes in network order. Read in either letter case, written in lower case.
///
/// ```
/// use avocet::logical::Uuid;
///
/// let uuid: Uuid = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6".parse()?;
/// assert_eq!(uuid.to_string(), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
/// assert_eq!(uuid.as_bytes()[..2], [0xf8, 0x1d]);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid([u8; 16]);

/// Where the hyphens stand in the text.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// Where the two digits of each byte stand in the text.
const PLACES: [usize; 16] = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/// The two digits of each byte.
static DIGITS: [[u8; 2]; 256] = {
    let mut digits = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        digits[byte] = [b"0123456789abcdef"[byte >> 4], b"0123456789abcdef"[byte & 15]];
        byte += 1;
    }
    digits
};

/// The value of each hexadecimal digit; 255 of all other bytes.
static VALUES: [u8; 256] = {
    let mut values = [255; 256];
    let mut digit = 0;
    while digit < 16 {
        let lower = b"0123456789abcdef"[digit];
        values[lower as usize] = digit as u8;
        values[lower.to_ascii_uppercase() as usize] = digit as u8;
        digit += 1;
    }
    values
};

impl Uuid {
    /// From its bytes, as `fixed(16)` stores them.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Uuid(bytes)
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Its text, in ASCII.
    pub(crate) fn text(self) -> [u8; 36] {
        let mut text = [b'-'; 36];
        for (byte, place) in self.0.into_iter().zip(PLACES) {
            [text[place], text[place + 1]] = DIGITS[usize::from(byte)];
        }
        text
    }
}

/// 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
impl FromStr for Uuid {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || {
            let found: String = text.chars().take(64).collect();
            Error::new(ErrorKind::Mismatch, "a UUID", format!("{found:?}"))
        };
        let Ok(text) = <&[u8; 36]>::try_from(text.as_bytes()) else { return Err(wrong()) };
        let mut uuid = [0; 16];
        // Any byte that is no digit sets a high bit here.
        let mut all = 0;
        for (byte, place) in uuid.iter_mut().zip(PLACES) {
            let (high, low) = (VALUES[usize::from(text[place])], VALUES[usize::from(text[place + 1])]);
            all |= high | low;
            *byte = high << 4 | low;
        }
        if all > 15 || HYPHENS.iter().any(|place| text[*place] != b'-') {
            return Err(wrong());
        }
        Ok(Uuid(uuid))
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(std::str::from_utf8(&self.text()).unwrap_or_default()) // it is ASCII
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_letter_cases_are_read_and_the_lower_written() {
        let text = "00112233-4455-6677-8899-aAbBcCdDeEfF";
        let uuid: Uuid = text.parse().unwrap();
        assert_eq!(uuid.to_string(), text.to_lowercase());
        assert_eq!(uuid, Uuid::from_bytes(*uuid.as_bytes()));
        assert_eq!(uuid.as_bytes()[15], 0xff);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "00112233445566778899aabbccddeeff",
            "00112233-4455-6677-8899-aabbccddeeg0",
            "00112233-4455-6677-8899-aabbccddeef",
            "00112233-4455-6677-8899-aabbccddeeff0",
            "001122334-455-6677-8899-aabbccddeeff",
            "0011223304455-6677-8899-aabbccddeeff",
            "{0112233-4455-6677-8899-aabbccddeef}",
            "00112233-4455-6677-8899-aabbccddeeé",
        ] {
            assert!(text.parse::<Uuid>().is_err(), "{text}");
        }
    }
}
