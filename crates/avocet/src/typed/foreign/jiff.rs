//! `jiff`: instants, civil dates, times and date-times.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil;

use super::units::{self, MICROS, MILLIS, NANOS, out_of_range};
use crate::error::Result;
use crate::typed::adapter::{Adapter, DecodeAs, EncodeAs};
use crate::typed::describe::Builder;
use crate::typed::input::{Input, Source};
use crate::typed::logical::{
    AsLogical, Date, LocalTimestampMicros, LocalTimestampMillis, LocalTimestampNanos, Number, TimeMicros,
    TimeMillis, TimestampMicros, TimestampMillis, TimestampNanos, number, stands_for,
};
use crate::typed::output::Output;
use crate::typed::shape::{Kind, Shape};
use crate::typed::traits::{Avro, Decode, Encode};
use crate::wire;

const DAY: i128 = 86_400_000_000_000;

fn instant(number: i64, per: i128) -> Result<Timestamp> {
    Timestamp::from_nanosecond(i128::from(number) * per).map_err(|_| out_of_range(number))
}

/// Days since 1970-01-01, by the calendar of Howard Hinnant's "chrono-Compatible Low-Level Date Algorithms".
fn days(date: civil::Date) -> i64 {
    let (year, month, day) = (i64::from(date.year()), i64::from(date.month()), i64::from(date.day()));
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

fn date(number: i64) -> Result<civil::Date> {
    let day = number.checked_add(719_468).ok_or_else(|| out_of_range(number))?;
    let (era, of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year + i64::from(month <= 2);
    i16::try_from(year)
        .ok()
        .and_then(|year| civil::Date::new(year, month as i8, day as i8).ok())
        .ok_or_else(|| out_of_range(number))
}

fn since_midnight(time: civil::Time) -> i128 {
    let seconds = (i128::from(time.hour()) * 60 + i128::from(time.minute())) * 60 + i128::from(time.second());
    seconds * 1_000_000_000 + i128::from(time.subsec_nanosecond())
}

fn time_of_day(nanoseconds: i128, number: i64) -> Result<civil::Time> {
    if !(0..DAY).contains(&nanoseconds) {
        return Err(out_of_range(number));
    }
    let seconds = (nanoseconds / 1_000_000_000) as i32;
    let nano = (nanoseconds % 1_000_000_000) as i32;
    civil::Time::new((seconds / 3600) as i8, (seconds / 60 % 60) as i8, (seconds % 60) as i8, nano)
        .map_err(|_| out_of_range(number))
}

fn local_count(time: civil::DateTime, per: i128) -> Result<i64> {
    units::count(i128::from(days(time.date())) * DAY + since_midnight(time.time()), per, &time)
}

fn local(number: i64, per: i128) -> Result<civil::DateTime> {
    let nanoseconds = i128::from(number) * per;
    let day = i64::try_from(nanoseconds.div_euclid(DAY)).map_err(|_| out_of_range(number))?;
    Ok(date(day)?.to_datetime(time_of_day(nanoseconds.rem_euclid(DAY), number)?))
}

number! {
    Timestamp as TimestampMillis, |value| units::count(value.as_nanosecond(), MILLIS, value),
        |number| instant(number, MILLIS);
    Timestamp as TimestampMicros, |value| units::count(value.as_nanosecond(), MICROS, value),
        |number| instant(number, MICROS);
    Timestamp as TimestampNanos, |value| units::count(value.as_nanosecond(), NANOS, value),
        |number| instant(number, NANOS);
    civil::DateTime as LocalTimestampMillis, |value| local_count(*value, MILLIS), |number| local(number, MILLIS);
    civil::DateTime as LocalTimestampMicros, |value| local_count(*value, MICROS), |number| local(number, MICROS);
    civil::DateTime as LocalTimestampNanos, |value| local_count(*value, NANOS), |number| local(number, NANOS);
    civil::Date as Date, |value| Ok(days(*value)), |number| date(number);
    civil::Time as TimeMillis, |value| units::count(since_midnight(*value), MILLIS, value),
        |number| time_of_day(i128::from(number) * MILLIS, number);
    civil::Time as TimeMicros, |value| units::count(since_midnight(*value), MICROS, value),
        |number| time_of_day(i128::from(number) * MICROS, number);
}

stands_for! {
    Timestamp as AsLogical<TimestampMicros>;
    civil::DateTime as AsLogical<LocalTimestampMicros>;
    civil::Date as AsLogical<Date>;
    civil::Time as AsLogical<TimeMicros>;
}
