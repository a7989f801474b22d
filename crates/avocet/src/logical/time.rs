//! Times of day: milliseconds or microseconds since midnight ⇄ hours, minutes, seconds.

use std::fmt;

use crate::error::{Error, ErrorKind, Result};

/// A time of day, without a date or zone, from 00:00 up to but not including 24:00.
///
/// ```
/// use avocet::logical::Time;
///
/// let time = Time::from_millis(45_296_789)?;
/// assert_eq!(time.to_string(), "12:34:56.789");
/// assert_eq!(time.micros(), 45_296_789_000);
/// assert!(Time::from_millis(24 * 60 * 60 * 1000).is_err());
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    nanos: u64,
}

const NANOS_PER_SECOND: u64 = 1_000_000_000;
const NANOS_PER_DAY: u64 = 86_400 * NANOS_PER_SECOND;

impl Time {
    /// A time by its parts; `None` when one is out of its range.
    pub fn new(hour: u8, minute: u8, second: u8, nanosecond: u32) -> Option<Self> {
        let in_range = hour < 24 && minute < 60 && second < 60 && u64::from(nanosecond) < NANOS_PER_SECOND;
        let seconds = u64::from(hour) * 3600 + u64::from(minute) * 60 + u64::from(second);
        in_range.then_some(Time { nanos: seconds * NANOS_PER_SECOND + u64::from(nanosecond) })
    }

    /// From milliseconds since midnight, as `time-millis` stores them.
    ///
    /// # Errors
    ///
    /// `Mismatch` for a number below 0 or of 24 hours or more.
    pub fn from_millis(millis: i32) -> Result<Self> {
        Time::of_units(i64::from(millis), 1_000_000).ok_or_else(|| not_a_time(millis.into(), "milliseconds"))
    }

    /// From microseconds since midnight, as `time-micros` stores them.
    ///
    /// # Errors
    ///
    /// As [`from_millis`](Time::from_millis).
    pub fn from_micros(micros: i64) -> Result<Self> {
        Time::of_units(micros, 1_000).ok_or_else(|| not_a_time(micros, "microseconds"))
    }

    fn of_units(count: i64, nanos_of_one: u64) -> Option<Self> {
        let nanos = u64::try_from(count).ok()?.checked_mul(nanos_of_one)?;
        (nanos < NANOS_PER_DAY).then_some(Time { nanos })
    }

    pub(super) fn of_nanos(nanos: u64) -> Self {
        debug_assert!(nanos < NANOS_PER_DAY);
        Time { nanos }
    }

    /// Whole milliseconds since midnight.
    pub fn millis(self) -> i32 {
        (self.nanos / 1_000_000) as i32 // of one day: 27 bits
    }

    /// Whole microseconds since midnight.
    pub fn micros(self) -> i64 {
        (self.nanos / 1_000) as i64
    }

    /// Nanoseconds since midnight.
    pub fn nanos(self) -> u64 {
        self.nanos
    }

    /// The hour, 0 to 23.
    pub fn hour(self) -> u8 {
        (self.nanos / (3600 * NANOS_PER_SECOND)) as u8
    }

    /// The minute of the hour, 0 to 59.
    pub fn minute(self) -> u8 {
        (self.nanos / (60 * NANOS_PER_SECOND) % 60) as u8
    }

    /// The second of the minute, 0 to 59.
    pub fn second(self) -> u8 {
        (self.nanos / NANOS_PER_SECOND % 60) as u8
    }

    /// The nanosecond of the second, 0 to 999 999 999.
    pub fn nanosecond(self) -> u32 {
        (self.nanos % NANOS_PER_SECOND) as u32
    }
}

#[cold]
fn not_a_time(count: i64, unit: &str) -> Error {
    Error::new(ErrorKind::Mismatch, "a time of day, from 0 to less than 24 hours", format!("{count} {unit}"))
}

/// ISO 8601, with as many groups of three digits of a second as there are: `12:34:56`, `12:34:56.789`.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}:{:02}", self.hour(), self.minute(), self.second())?;
        match self.nanosecond() {
            0 => Ok(()),
            nanos if nanos % 1_000_000 == 0 => write!(f, ".{:03}", nanos / 1_000_000),
            nanos if nanos % 1_000 == 0 => write!(f, ".{:06}", nanos / 1_000),
            nanos => write!(f, ".{nanos:09}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_day_has_24_hours() {
        let last = 86_400_000;
        assert_eq!(Time::from_millis(0).unwrap().to_string(), "00:00:00");
        assert_eq!(Time::from_millis(last - 1).unwrap().to_string(), "23:59:59.999");
        assert_eq!(Time::from_micros(86_399_999_999).unwrap().to_string(), "23:59:59.999999");
        for millis in [-1, last, i32::MAX, i32::MIN] {
            let error = Time::from_millis(millis).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Mismatch);
            assert_eq!(error.found(), format!("{millis} milliseconds"));
        }
        for micros in [-1, 86_400_000_000, i64::MAX, i64::MIN] {
            assert!(Time::from_micros(micros).is_err());
        }
    }

    #[test]
    fn parts_make_the_time_and_the_time_its_parts() {
        let time = Time::new(1, 2, 3, 4_000_005).unwrap();
        assert_eq!((time.hour(), time.minute(), time.second(), time.nanosecond()), (1, 2, 3, 4_000_005));
        assert_eq!(time.to_string(), "01:02:03.004000005");
        assert_eq!((time.millis(), time.micros()), (3_723_004, 3_723_004_000));
        for parts in [(24, 0, 0, 0), (0, 60, 0, 0), (0, 0, 60, 0), (0, 0, 0, 1_000_000_000)] {
            assert_eq!(Time::new(parts.0, parts.1, parts.2, parts.3), None);
        }
    }
}
