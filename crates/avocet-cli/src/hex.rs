//! Hexadecimal digits ⇄ bytes.

use crate::failure::Failure;

/// The bytes that hexadecimal digits stand for, two a byte; white space between them does not count.
pub(crate) fn from_hex(text: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for (place, char) in text.char_indices().filter(|(_, char)| !char.is_whitespace()) {
        let digit = char.to_digit(16).ok_or_else(|| {
            Failure::Input(format!("at byte {place}: expected a hexadecimal digit, found {char:?}"))
        })? as u8;
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    if high.is_some() {
        return Err(Failure::Input(
            "expected two hexadecimal digits for each byte, found a single one".to_owned(),
        ));
    }
    Ok(bytes)
}

/// Two hexadecimal digits for each byte.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{from_hex, to_hex};

    #[test]
    fn hexadecimal_and_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        assert_eq!(from_hex(&to_hex(&bytes)).unwrap(), bytes);
        assert_eq!(from_hex(" 0A fF\n0 1 ").unwrap(), [0x0a, 0xff, 0x01]);
        assert!(from_hex("").unwrap().is_empty());
        for wrong in ["0", "0g", "0x01", "é0", "012"] {
            from_hex(wrong).unwrap_err();
        }
    }
}
