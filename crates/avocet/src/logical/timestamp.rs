//! Timestamps: milli-, micro- or nanoseconds since 1970 ⇄ date and time.

use std::fmt;

use super::date::{Date, write_date};
use super::time::Time;

const SECONDS_PER_DAY: i64 = 86_400;
const NANOS_PER_SECOND: i64 = 1_000_000_000;

/// Seconds since 1970-01-01 00:00 and what comes on top, so that earlier moments have a negative number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Moment {
    seconds: i64,
    nanos: u32,
}

impl Moment {
    /// From a count of units of which a second has `per_second`.
    fn of_units(count: i64, per_second: i64) -> Self {
        let nanos = count.rem_euclid(per_second) * (NANOS_PER_SECOND / per_second);
        Moment { seconds: count.div_euclid(per_second), nanos: nanos as u32 }
    }

    /// Whole units, cut towards the past.
    fn units(self, per_second: i64) -> Option<i64> {
        let part = i64::from(self.nanos) / (NANOS_PER_SECOND / per_second);
        let units = i128::from(self.seconds) * i128::from(per_second) + i128::from(part);
        i64::try_from(units).ok()
    }

    fn days(self) -> i64 {
        self.seconds.div_euclid(SECONDS_PER_DAY)
    }

    fn time(self) -> Time {
        let seconds = self.seconds.rem_euclid(SECONDS_PER_DAY);
        Time::of_nanos((seconds * NANOS_PER_SECOND) as u64 + u64::from(self.nanos))
    }
}

/// Writes a type of moments with its conversions.
macro_rules! timestamp {
    ($(#[$doc:meta])* $name:ident, $stored:literal, $zone:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Moment);

        impl $name {
            /// A day and a time of it.
            pub fn new(date: Date, time: Time) -> Self {
                let seconds = i64::from(date.days()) * SECONDS_PER_DAY;
                let nanos = time.nanos() as i64; // of one day: 47 bits
                $name(Moment {
                    seconds: seconds + nanos / NANOS_PER_SECOND,
                    nanos: (nanos % NANOS_PER_SECOND) as u32,
                })
            }

            #[doc = concat!("From milliseconds since 1970-01-01 00:00, as `", $stored, "-millis` stores them.")]
            pub fn from_millis(millis: i64) -> Self {
                $name(Moment::of_units(millis, 1_000))
            }

            #[doc = concat!("From microseconds since 1970-01-01 00:00, as `", $stored, "-micros` stores them.")]
            pub fn from_micros(micros: i64) -> Self {
                $name(Moment::of_units(micros, 1_000_000))
            }

            #[doc = concat!("From nanoseconds since 1970-01-01 00:00, as `", $stored, "-nanos` stores them.")]
            pub fn from_nanos(nanos: i64) -> Self {
                $name(Moment::of_units(nanos, NANOS_PER_SECOND))
            }

            /// Whole milliseconds, cut towards the past; `None` beyond 64 bits.
            pub fn millis(self) -> Option<i64> {
                self.0.units(1_000)
            }

            /// Whole microseconds, cut towards the past; `None` beyond 64 bits.
            pub fn micros(self) -> Option<i64> {
                self.0.units(1_000_000)
            }

            /// Nanoseconds; `None` beyond 64 bits, which hold the years 1677 to 2262.
            pub fn nanos(self) -> Option<i64> {
                self.0.units(NANOS_PER_SECOND)
            }

            /// The day; `None` further away than a [`Date`] can tell.
            pub fn date(self) -> Option<Date> {
                i32::try_from(self.0.days()).ok().map(Date::from_days)
            }

            /// The time of the day.
            pub fn time(self) -> Time {
                self.0.time()
            }
        }

        #[doc = concat!("ISO 8601: `2024-02-29T12:34:56.789", $zone, "`.")]
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write_date(f, self.0.days())?;
                write!(f, concat!("T{}", $zone), self.0.time())
            }
        }
    };
}

timestamp! {
    /// A moment, the same all over the world.
    ///
    /// ```
    /// use avocet::logical::Timestamp;
    ///
    /// let moment = Timestamp::from_millis(-1);
    /// assert_eq!(moment.to_string(), "1969-12-31T23:59:59.999Z");
    /// assert_eq!(moment.micros(), Some(-1_000));
    /// ```
    Timestamp, "timestamp", "Z"
}

timestamp! {
    /// What calendar and clock on the wall show somewhere; no moment before one knows where. It never converts to a
    /// [`Timestamp`].
    LocalTimestamp, "local-timestamp", ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_64_bits_come_back() {
        for count in [0, 1, -1, 999, -999, 1_709_210_096_789, i64::MAX, i64::MIN] {
            assert_eq!(Timestamp::from_millis(count).millis(), Some(count));
            assert_eq!(Timestamp::from_micros(count).micros(), Some(count));
            assert_eq!(LocalTimestamp::from_nanos(count).nanos(), Some(count));
        }
        assert_eq!(Timestamp::from_millis(i64::MAX).nanos(), None);
        assert_eq!(Timestamp::from_millis(i64::MAX).date(), None);
    }

    #[test]
    fn what_does_not_fit_is_cut_towards_the_past() {
        assert_eq!(Timestamp::from_nanos(-1).millis(), Some(-1));
        assert_eq!(Timestamp::from_nanos(1_999_999).millis(), Some(1));
        assert_eq!(Timestamp::from_micros(-1_001).millis(), Some(-2));
    }

    #[test]
    fn texts() {
        let moment = Timestamp::from_micros(1_709_210_096_000_001);
        assert_eq!(moment.to_string(), "2024-02-29T12:34:56.000001Z");
        assert_eq!(Timestamp::new(moment.date().unwrap(), moment.time()), moment);
        assert_eq!(LocalTimestamp::from_nanos(1).to_string(), "1970-01-01T00:00:00.000000001");
        assert_eq!(Timestamp::from_millis(i64::MIN).to_string(), "-292275055-05-16T16:47:04.192Z");
        let before = Timestamp::new(Date::new(-1, 12, 31).unwrap(), Time::new(1, 0, 0, 0).unwrap());
        assert_eq!(before.to_string(), "-000001-12-31T01:00:00Z");
        assert_eq!(Timestamp::from_millis(before.millis().unwrap()), before);
    }
}
