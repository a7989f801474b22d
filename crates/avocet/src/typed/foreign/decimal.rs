//! Types of decimal numbers, for fields with the attribute `decimal`.

use crate::error::Result;
use crate::logical::Decimal;
use crate::typed::logical::DecimalNumber;
use crate::typed::output::mismatch;

#[cfg(feature = "rust_decimal")]
impl DecimalNumber for rust_decimal::Decimal {
    fn to_decimal(&self) -> Result<Decimal> {
        Ok(Decimal::new(self.mantissa(), self.scale()))
    }
    fn from_decimal(decimal: Decimal) -> Result<Self> {
        decimal
            .unscaled()
            .and_then(|unscaled| {
                rust_decimal::Decimal::try_from_i128_with_scale(unscaled, decimal.scale()).ok()
            })
            .ok_or_else(|| mismatch("a decimal of at most 96 bits and 28 digits behind the point", &decimal))
    }
}

#[cfg(feature = "bigdecimal")]
impl DecimalNumber for bigdecimal::BigDecimal {
    fn to_decimal(&self) -> Result<Decimal> {
        let (digits, scale) = self.as_bigint_and_exponent();
        match u32::try_from(scale) {
            Ok(scale) => number(&digits.to_signed_bytes_be(), scale),
            // Zeros in front of the point that the digits leave out; the field's precision bounds their number.
            Err(_) if (-(1 << 16)..0).contains(&scale) => {
                number(&self.with_scale(0).as_bigint_and_exponent().0.to_signed_bytes_be(), 0)
            }
            Err(_) => Err(mismatch("a decimal of a smaller exponent", scale)),
        }
    }
    fn from_decimal(decimal: Decimal) -> Result<Self> {
        let digits = bigdecimal::num_bigint::BigInt::from_signed_bytes_be(&decimal.to_be_bytes());
        Ok(bigdecimal::BigDecimal::new(digits, i64::from(decimal.scale())))
    }
}

/// An integer: a decimal whose digits behind the point are zeros.
#[cfg(feature = "num-bigint")]
impl DecimalNumber for num_bigint::BigInt {
    fn to_decimal(&self) -> Result<Decimal> {
        number(&self.to_signed_bytes_be(), 0)
    }
    fn from_decimal(decimal: Decimal) -> Result<Self> {
        let whole = decimal.rescale(0).ok_or_else(|| mismatch("a whole number", &decimal))?;
        Ok(num_bigint::BigInt::from_signed_bytes_be(&whole.to_be_bytes()))
    }
}

#[cfg(any(feature = "bigdecimal", feature = "num-bigint"))]
fn number(bytes: &[u8], scale: u32) -> Result<Decimal> {
    Decimal::from_be_bytes(bytes, scale).ok_or_else(|| mismatch("an integer", "no bytes"))
}
