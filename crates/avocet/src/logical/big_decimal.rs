//! `big-decimal`: bytes that hold an integer and its scale ⇄ a [`Decimal`].

use avocet_varint::{Reader, write_i32, write_i64};

use super::decimal::{Decimal, MAX_DIGITS};
use crate::error::{Error, ErrorKind, Result};

impl Decimal {
    /// From the bytes of a `big-decimal`: the integer in two's complement as Avro encodes bytes, then its scale as
    /// Avro encodes an int. A scale below zero, which Java can write, multiplies.
    ///
    /// ```
    /// use avocet::logical::Decimal;
    ///
    /// assert_eq!(Decimal::from_big_decimal(&[0x02, 0xd4, 0x04])?.to_string(), "-0.44");
    /// assert_eq!(Decimal::from_big_decimal(&[0x02, 0x05, 0x03])?.to_string(), "500");
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Mismatch` when the bytes hold something else, or less or more; when the integer has no byte; when a scale
    /// below zero makes more than 65 536 digits.
    pub fn from_big_decimal(bytes: &[u8]) -> Result<Self> {
        let wrong = |found: &'static str| {
            Error::new(ErrorKind::Mismatch, "a big-decimal: an integer with its length, then a scale", found)
        };
        let mut reader = Reader::new(bytes);
        let length = reader.read_i64().map_err(|_| wrong("no length"))?;
        let length = usize::try_from(length).map_err(|_| wrong("a length below zero"))?;
        let unscaled = reader.read_slice(length).map_err(|_| wrong("fewer bytes than its length"))?;
        let scale = reader.read_i32().map_err(|_| wrong("no scale"))?;
        if reader.remaining() > 0 {
            return Err(wrong("bytes behind the scale"));
        }
        let positive = u32::try_from(scale).unwrap_or(0);
        let decimal =
            Decimal::from_be_bytes(unscaled, positive).ok_or_else(|| wrong("an integer of no bytes"))?;
        if scale >= 0 {
            return Ok(decimal);
        }
        let factor = scale.unsigned_abs();
        // Digits that come in front of the point are zeros that move there by another scale.
        let shifted = decimal.rescale(factor).ok_or_else(|| {
            let found = format!("the scale {scale}");
            Error::new(ErrorKind::Mismatch, format!("a big-decimal of at most {MAX_DIGITS} digits"), found)
        })?;
        Ok(shifted.with_scale(0))
    }

    /// The bytes of a `big-decimal`, as [`from_big_decimal`](Decimal::from_big_decimal) reads them; `None` for a
    /// scale of more than 31 bits.
    pub fn to_big_decimal(&self) -> Option<Vec<u8>> {
        let scale = i32::try_from(self.scale()).ok()?;
        let unscaled = self.to_be_bytes();
        let mut bytes = Vec::with_capacity(unscaled.len() + 10);
        write_i64(&mut bytes, unscaled.len() as i64);
        bytes.extend(unscaled);
        write_i32(&mut bytes, scale);
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_with_their_scale() {
        for text in ["0", "0.00", "-0.03", "123456789012345678901234567890.12345", "-1", "1.50"] {
            let decimal: Decimal = text.parse().unwrap();
            let bytes = decimal.to_big_decimal().unwrap();
            assert_eq!(Decimal::from_big_decimal(&bytes).unwrap(), decimal, "{text}");
        }
        assert_eq!(Decimal::new(-44, 2).to_big_decimal().unwrap(), [0x02, 0xd4, 0x04]);
        assert_eq!(Decimal::new(1, u32::MAX).to_big_decimal(), None);
    }

    #[test]
    fn other_bytes_are_refused() {
        for (bytes, found) in [
            (&[][..], "no length"),
            (&[0x01, 0x04], "a length below zero"),
            (&[0x04, 0xd4], "fewer bytes than its length"),
            (&[0x02, 0xd4], "no scale"),
            (&[0x00, 0x00], "an integer of no bytes"),
            (&[0x02, 0xd4, 0x04, 0x00], "bytes behind the scale"),
            (&[0x02, 0x05, 0xff, 0xff, 0xff, 0xff, 0x0f], "the scale -2147483648"),
        ] {
            let error = Decimal::from_big_decimal(bytes).unwrap_err();
            assert_eq!((error.kind(), error.found()), (ErrorKind::Mismatch, found));
        }
        let zero = Decimal::from_big_decimal(&[0x02, 0x00, 0xff, 0xff, 0xff, 0xff, 0x0f]).unwrap();
        assert_eq!(zero, Decimal::new(0, 0));
    }
}
