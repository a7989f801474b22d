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

impl Uuid {
    /// From its bytes, as `fixed(16)` stores them.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Uuid(bytes)
    }

    /// Its bytes.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
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
        if text.len() != 36 {
            return Err(wrong());
        }
        let mut digits = 0;
        let mut number = 0_u128;
        for (position, byte) in text.bytes().enumerate() {
            if HYPHENS.contains(&position) && byte == b'-' {
                continue;
            }
            let digit = char::from(byte).to_digit(16).ok_or_else(wrong)?;
            number = number << 4 | u128::from(digit);
            digits += 1;
        }
        if digits == 32 { Ok(Uuid(number.to_be_bytes())) } else { Err(wrong()) }
    }
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [b'-'; 36];
        let mut places = (0..36).filter(|place| !HYPHENS.contains(place));
        for byte in self.0 {
            for digit in [byte >> 4, byte & 15] {
                let place = places.next().unwrap_or_default(); // there are 32 places
                text[place] = b"0123456789abcdef"[usize::from(digit)];
            }
        }
        f.pad(std::str::from_utf8(&text).unwrap_or_default()) // it is ASCII
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
