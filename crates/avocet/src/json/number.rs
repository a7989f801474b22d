//! Numbers of JSON text → integers, exactly: `1.0` and `1e2` are integers, `1.5` is none.

/// The integer that a number stands for, when it is one and fits 64 bits. `text` follows the grammar of JSON.
#[inline]
pub(super) fn to_integer(text: &str, only_digits: bool) -> Option<i64> {
    if only_digits { text.parse().ok() } else { exact(text) }
}

fn exact(text: &str) -> Option<i64> {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let fraction = mantissa.split_once('.').map_or("", |(_, fraction)| fraction);
    let digits = || mantissa.bytes().filter(|byte| *byte != b'.').map(|byte| i128::from(byte - b'0'));
    let zeros = digits().rev().take_while(|digit| *digit == 0).count();
    let significant = digits().count() - zeros;
    if significant == 0 {
        return Some(0);
    }
    // One beyond 64 bits moves the digits out of reach in either direction.
    let exponent: i64 = exponent.parse().ok()?;
    let power = exponent.checked_sub(fraction.len() as i64)?.checked_add(zeros as i64)?;
    let mut value = 0_i128;
    for digit in digits().take(significant) {
        value = value * 10 + digit;
        if value > 1 << 63 {
            return None;
        }
    }
    let value = value.checked_mul(10_i128.checked_pow(u32::try_from(power).ok()?)?)?;
    i64::try_from(if negative { -value } else { value }).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(text: &str) -> Option<i64> {
        to_integer(text, !text.contains(['.', 'e', 'E']))
    }

    #[test]
    fn integers_in_any_notation() {
        for (text, value) in [
            ("0", 0),
            ("-0", 0),
            ("-0.0", 0),
            ("0e999999999999999999999", 0),
            ("1.0", 1),
            ("1e2", 100),
            ("-1.5E+1", -15),
            ("0.00120e4", 12),
            ("1200e-2", 12),
            ("9223372036854775807.000", i64::MAX),
            ("-9223372036854775808", i64::MIN),
            ("-9.223372036854775808e18", i64::MIN),
            ("9007199254740993.0", 9_007_199_254_740_993), // no double holds it
        ] {
            assert_eq!(integer(text), Some(value), "{text}");
        }
    }

    #[test]
    fn what_is_none() {
        for text in [
            "0.5",
            "1e-1",
            "1200e-3",
            "9223372036854775808",
            "9223372036854775808.0",
            "-9223372036854775809",
            "1e19",
            "1e99999999999999999999",
            "1e-99999999999999999999",
            "1e9223372036854775807",
            "123456789012345678901234567890.0",
            "1.00000000000000000000000000000000000000000001",
        ] {
            assert_eq!(integer(text), None, "{text}");
        }
        assert_eq!(integer(&format!("1{}", "0".repeat(100_000))), None);
        assert_eq!(integer(&format!("1.{}", "0".repeat(100_000))), Some(1));
    }
}
