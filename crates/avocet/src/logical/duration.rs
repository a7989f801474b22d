//! Durations: 12 bytes ⇄ months, days and milliseconds.

use std::fmt;

/// An amount of time in three parts that do not convert into each other: a month has no fixed number of days, nor a
/// day of milliseconds.
///
/// ```
/// use avocet::logical::Duration;
///
/// let duration = Duration::from_bytes([1, 0, 0, 0, 2, 0, 0, 0, 0xdc, 5, 0, 0]);
/// assert_eq!(duration, Duration { months: 1, days: 2, millis: 1_500 });
/// assert_eq!(duration.to_string(), "P1M2DT1.5S");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Duration {
    /// Months of the calendar.
    pub months: u32,
    /// Days of the calendar.
    pub days: u32,
    /// Milliseconds.
    pub millis: u32,
}

impl Duration {
    /// From three unsigned numbers of 32 bits, little-endian, as `fixed(12)` stores them.
    pub const fn from_bytes(bytes: [u8; 12]) -> Self {
        let [m0, m1, m2, m3, d0, d1, d2, d3, s0, s1, s2, s3] = bytes;
        Duration {
            months: u32::from_le_bytes([m0, m1, m2, m3]),
            days: u32::from_le_bytes([d0, d1, d2, d3]),
            millis: u32::from_le_bytes([s0, s1, s2, s3]),
        }
    }

    /// The stored form.
    pub fn to_bytes(self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..4].copy_from_slice(&self.months.to_le_bytes());
        bytes[4..8].copy_from_slice(&self.days.to_le_bytes());
        bytes[8..].copy_from_slice(&self.millis.to_le_bytes());
        bytes
    }
}

/// As ISO 8601 writes it, without parts that are zero: `P1M2DT1.5S`, and `PT0S` of nothing.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("P")?;
        if self.months > 0 {
            write!(f, "{}M", self.months)?;
        }
        if self.days > 0 {
            write!(f, "{}D", self.days)?;
        }
        let (seconds, millis) = (self.millis / 1000, self.millis % 1000);
        match millis {
            0 if seconds > 0 || (self.months, self.days) == (0, 0) => write!(f, "T{seconds}S"),
            0 => Ok(()),
            _ => write!(f, "T{seconds}.{}S", format!("{millis:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_little_endian_and_unsigned() {
        let duration = Duration { months: 0x0102_0304, days: u32::MAX, millis: 1 };
        let bytes = [4, 3, 2, 1, 255, 255, 255, 255, 1, 0, 0, 0];
        assert_eq!(duration.to_bytes(), bytes);
        assert_eq!(Duration::from_bytes(bytes), duration);
    }

    #[test]
    fn texts() {
        for (months, days, millis, text) in [
            (0, 0, 0, "PT0S"),
            (14, 0, 0, "P14M"),
            (0, 1, 0, "P1D"),
            (0, 0, 90_001, "PT90.001S"),
            (1, 0, 50, "P1MT0.05S"),
        ] {
            assert_eq!(Duration { months, days, millis }.to_string(), text);
        }
    }
}
