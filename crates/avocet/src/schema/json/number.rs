//! Numbers of JSON: their text in, their value or the text that Java would print out.

use std::cmp::Ordering;
use std::fmt::{self, Display, Write as _};

/// A number of JSON, kept as it was written.
///
/// Two numbers are equal when they have the same value, whatever their digits: `1e2` and `100.0`. `Display` writes
/// integers as they are and other numbers in the notation of Java's doubles (`100.0`, `1.0E10`), unless a double
/// cannot hold all their digits: then they stay as they were written.
#[derive(Clone)]
pub struct Number(Box<str>);

impl Number {
    /// `text` follows the grammar of JSON numbers.
    pub(crate) fn from_text(text: &str) -> Number {
        Number(text.into())
    }

    /// `value` is finite.
    pub(crate) fn from_finite(value: f64) -> Number {
        Number(java_double(value).into())
    }

    pub(crate) fn from_json(number: &serde_json::Number) -> Number {
        Number(number.to_string().into())
    }

    pub(crate) fn to_json(&self) -> serde_json::Value {
        if let Ok(value) = self.0.parse::<i64>()
            && *self.0 != *"-0"
        {
            return value.into();
        }
        if let Ok(value) = self.0.parse::<u64>() {
            return value.into();
        }
        serde_json::Number::from_f64(self.as_f64()).map_or(serde_json::Value::Null, serde_json::Value::Number)
    }

    /// The text of the number, as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The value, when it is written as an integer (no point, no exponent) and fits 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.parse().ok()
    }

    /// The value, rounded to the nearest double; infinite when it is beyond them.
    pub fn as_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }

    fn is_integer(&self) -> bool {
        !self.0.contains(['.', 'e', 'E'])
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Number {
        Number(value.to_string().into())
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Number) -> bool {
        self.0 == other.0 || Decimal::of(&self.0) == Decimal::of(&other.0)
    }
}

impl Eq for Number {}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_integer() {
            return f.write_str(&self.0);
        }
        let value = self.as_f64();
        if value.is_finite() {
            let text = java_double(value);
            if Decimal::of(&text) == Decimal::of(&self.0) {
                return f.write_str(&text);
            }
        }
        f.write_str(&self.0)
    }
}

/// A decimal number in its one normal form: sign, digits without zeros at either end, and the power of ten of the
/// point that stands before them. The digits are a text with at most one point among them that does not count.
#[derive(Debug)]
struct Decimal<'a> {
    negative: bool,
    digits: &'a str,
    exponent: i128,
}

impl<'a> Decimal<'a> {
    fn of(text: &'a str) -> Decimal<'a> {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        // An exponent beyond the type is as good as infinite; numbers that differ there only are not told apart.
        let sign = if exponent.starts_with('-') { i128::from(i64::MIN) } else { i128::from(i64::MAX) };
        let exponent = exponent.parse::<i64>().map_or(sign, i128::from);
        let whole = mantissa.find('.').unwrap_or(mantissa.len());
        let digits = mantissa.trim_start_matches(['0', '.']);
        if digits.is_empty() {
            return Decimal { negative, digits: "", exponent: 0 };
        }
        let start = mantissa.len() - digits.len();
        // Digits between the point and the first one that counts: negative when that one stands before the point.
        let point =
            if start <= whole { whole as i128 - start as i128 } else { whole as i128 + 1 - start as i128 };
        let digits = if digits.contains('.') || start > whole {
            digits.trim_end_matches(['0', '.'])
        } else {
            digits.trim_end_matches('0')
        };
        Decimal { negative, digits, exponent: exponent + point }
    }
}

impl PartialEq for Decimal<'_> {
    fn eq(&self, other: &Decimal<'_>) -> bool {
        let digits = |text: &'_ str| text.bytes().filter(|byte| *byte != b'.').collect::<Vec<_>>();
        self.negative == other.negative
            && self.exponent == other.exponent
            && digits(self.digits).cmp(&digits(other.digits)) == Ordering::Equal
    }
}

/// A finite double as `Double.toString` of Java 19 and later writes it: the shortest digits that give the value
/// back, plain between 10^-3 and 10^7, with an exponent beyond.
fn java_double(value: f64) -> String {
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mut text = String::with_capacity(24);
    if value == 0.0 || (-3..7).contains(&exponent) {
        let _ = write!(text, "{value}");
        if !text.contains('.') {
            text.push_str(".0");
        }
    } else {
        text.push_str(mantissa);
        if !mantissa.contains('.') {
            text.push_str(".0");
        }
        let _ = write!(text, "E{exponent}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_print_as_java_prints_them() {
        for (written, printed) in [
            ("0", "0"),
            ("-17", "-17"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("0.0", "0.0"),
            ("-0.0", "-0.0"),
            ("1.50", "1.5"),
            ("1e2", "100.0"),
            ("1E+2", "100.0"),
            ("0.001", "0.001"),
            ("0.0001", "1.0E-4"),
            ("9999999.0", "9999999.0"),
            ("10000000.0", "1.0E7"),
            ("12345678.9", "1.23456789E7"),
            ("1.7976931348623157e308", "1.7976931348623157E308"),
        ] {
            assert_eq!(Number::from_text(written).to_string(), printed);
        }
    }

    #[test]
    fn digits_that_no_double_holds_stay() {
        for text in ["0.12345678901234567890123", "1e400", "3.0000000000000000001", "1e-400"] {
            assert_eq!(Number::from_text(text).to_string(), text);
        }
    }

    #[test]
    fn equality_is_by_value() {
        for (a, b) in
            [("1e2", "100"), ("100.0", "1E2"), ("0.050", "5e-2"), ("0", "0.000e7"), ("12.5", "125e-1")]
        {
            assert_eq!(Number::from_text(a), Number::from_text(b));
        }
        for (a, b) in
            [("1", "10"), ("1", "-1"), ("0.5", "0.05"), ("1.05", "10.5"), ("1e99999999999999999999", "1")]
        {
            assert_ne!(Number::from_text(a), Number::from_text(b));
        }
    }
}
