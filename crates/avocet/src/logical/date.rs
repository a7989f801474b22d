//! Dates: days since 1970-01-01 ⇄ year, month and day.

use std::fmt;

/// A day of the Gregorian calendar, also before it came into use ("proleptic").
///
/// ```
/// use avocet::logical::Date;
///
/// let date = Date::from_days(19_782);
/// assert_eq!((date.year(), date.month(), date.day()), (2024, 2, 29));
/// assert_eq!(date, Date::new(2024, 2, 29).unwrap());
/// assert_eq!(date.to_string(), "2024-02-29");
/// assert_eq!(Date::new(2023, 2, 29), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    days: i32,
}

impl Date {
    /// A day by year, month (from 1) and day (from 1); `None` when there is none such, or it is further away than a
    /// `date` can tell (five million years).
    pub fn new(year: i32, month: u8, day: u8) -> Option<Self> {
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return None;
        }
        let days = days_of(i64::from(year), month, day);
        let date = Date { days: i32::try_from(days).ok()? };
        (date.parts() == (i64::from(year), month, day)).then_some(date)
    }

    /// From days since 1970-01-01, as `date` stores them.
    pub const fn from_days(days: i32) -> Self {
        Date { days }
    }

    /// Days since 1970-01-01.
    pub const fn days(self) -> i32 {
        self.days
    }

    /// The year; 0 is the year before 1.
    pub fn year(self) -> i32 {
        self.parts().0 as i32 // a 365th of the days, which are 32 bits
    }

    /// The month, 1 to 12.
    pub fn month(self) -> u8 {
        self.parts().1
    }

    /// The day of the month, 1 to 31.
    pub fn day(self) -> u8 {
        self.parts().2
    }

    fn parts(self) -> (i64, u8, u8) {
        parts_of(i64::from(self.days))
    }
}

/// ISO 8601: `2024-02-29`; years beyond four digits with a sign.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_date(f, i64::from(self.days))
    }
}

pub(super) fn write_date(f: &mut fmt::Formatter<'_>, days: i64) -> fmt::Result {
    let (year, month, day) = parts_of(days);
    match year {
        0..=9999 => write!(f, "{year:04}-{month:02}-{day:02}"),
        _ => write!(f, "{year:+07}-{month:02}-{day:02}"),
    }
}

/// Days of 400 years, after which the calendar repeats.
const ERA: i64 = 146_097;
/// Days from 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;

/// Howard Hinnant's `days_from_civil`: years begin in March, so that the leap day is their last.
fn days_of(year: i64, month: u8, day: u8) -> i64 {
    let month = i64::from(month);
    let year = if month <= 2 { year - 1 } else { year };
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + i64::from(day) - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    year.div_euclid(400) * ERA + day_of_era - EPOCH
}

/// Howard Hinnant's `civil_from_days`.
fn parts_of(days: i64) -> (i64, u8, u8) {
    let days = days + EPOCH;
    let day_of_era = days.rem_euclid(ERA);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + days.div_euclid(ERA) * 400 + i64::from(month <= 2);
    (year, month as u8, day as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_days() {
        for (days, text) in [
            (0, "1970-01-01"),
            (-1, "1969-12-31"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (-719_468, "0000-03-01"),
            (-719_529, "-000001-12-31"),
            (2_932_896, "9999-12-31"),
            (2_932_897, "+010000-01-01"),
            (i32::MAX, "+5881580-07-11"),
            (i32::MIN, "-5877641-06-23"),
        ] {
            assert_eq!(Date::from_days(days).to_string(), text);
        }
    }

    #[test]
    fn every_day_of_eight_centuries_follows_the_one_before() {
        let leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let (mut year, mut month, mut day) = (1600, 1, 1);
        let start = Date::new(year, month, day).unwrap().days();
        for days in start..start + 292_194 {
            let date = Date::from_days(days);
            assert_eq!((date.year(), date.month(), date.day()), (year, month, day));
            assert_eq!(Date::new(year, month, day), Some(date));
            let length = match month {
                2 if leap(year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            assert_eq!(Date::new(year, month, length + 1), None);
            (year, month, day) = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                (_, day) if day == length => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
        assert_eq!((year, month, day), (2400, 1, 1));
    }

    #[test]
    fn days_that_do_not_exist() {
        for (year, month, day) in
            [(2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2024, 4, 31), (6_000_000, 1, 1), (i32::MIN, 1, 1)]
        {
            assert_eq!(Date::new(year, month, day), None);
        }
    }
}
