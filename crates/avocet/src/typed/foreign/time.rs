//! `time`: instants, dates, times of day, wall-clock times.

use std::borrow::Cow;

use time::{OffsetDateTime, PrimitiveDateTime};

use super::units::{self, MICROS, MILLIS, NANOS, out_of_range};
use crate::error::Result;
use crate::typed::adapter::{Adapter, DecodeAs, EncodeAs};
use crate::typed::describe::Builder;
use crate::typed::input::{Input, Source};
use crate::typed::logical::{
    AsLogical, Date, LocalTimestampMicros, LocalTimestampMillis, LocalTimestampNanos, Number, TimeMicros,
    TimeMillis, TimestampMicros, TimestampMillis, TimestampNanos, number, stands_for,
};
use crate::typed::output::{Output, mismatch};
use crate::typed::shape::{Kind, Shape};
use crate::typed::traits::{Avro, Decode, Encode};
use crate::wire;

/// An offset has no place in Avro's timestamps, and would be lost.
fn instant_count(time: &OffsetDateTime, per: i128) -> Result<i64> {
    if !time.offset().is_utc() {
        return Err(mismatch(
            "a time in UTC, for the offset would be lost",
            format_args!("offset {:?}", time.offset()),
        ));
    }
    units::count(time.unix_timestamp_nanos(), per, &format_args!("{time:?}"))
}

fn instant(number: i64, per: i128) -> Result<OffsetDateTime> {
    OffsetDateTime::from_unix_timestamp_nanos(i128::from(number) * per).map_err(|_| out_of_range(number))
}

fn local(number: i64, per: i128) -> Result<PrimitiveDateTime> {
    instant(number, per).map(|time| PrimitiveDateTime::new(time.date(), time.time()))
}

fn day_count(time: time::Time, per: i128) -> Result<i64> {
    let (hour, minute, second, nano) = time.as_hms_nano();
    let seconds = (i128::from(hour) * 60 + i128::from(minute)) * 60 + i128::from(second);
    units::count(seconds * 1_000_000_000 + i128::from(nano), per, &format_args!("{time:?}"))
}

fn time_of_day(number: i64, per: i128) -> Result<time::Time> {
    let nanoseconds = i128::from(number) * per;
    if !(0..86_400_000_000_000).contains(&nanoseconds) {
        return Err(out_of_range(number));
    }
    let seconds = (nanoseconds / 1_000_000_000) as u32;
    let nano = (nanoseconds % 1_000_000_000) as u32;
    time::Time::from_hms_nano((seconds / 3600) as u8, (seconds / 60 % 60) as u8, (seconds % 60) as u8, nano)
        .map_err(|_| out_of_range(number))
}

/// The Julian day of 1970-01-01.
const EPOCH: i32 = 2_440_588;

fn date(number: i64) -> Result<time::Date> {
    i32::try_from(number)
        .ok()
        .and_then(|days| days.checked_add(EPOCH))
        .and_then(|day| time::Date::from_julian_day(day).ok())
        .ok_or_else(|| out_of_range(number))
}

number! {
    OffsetDateTime as TimestampMillis, |value| instant_count(value, MILLIS), |number| instant(number, MILLIS);
    OffsetDateTime as TimestampMicros, |value| instant_count(value, MICROS), |number| instant(number, MICROS);
    OffsetDateTime as TimestampNanos, |value| instant_count(value, NANOS), |number| instant(number, NANOS);
    PrimitiveDateTime as LocalTimestampMillis, |value| instant_count(&value.assume_utc(), MILLIS),
        |number| local(number, MILLIS);
    PrimitiveDateTime as LocalTimestampMicros, |value| instant_count(&value.assume_utc(), MICROS),
        |number| local(number, MICROS);
    PrimitiveDateTime as LocalTimestampNanos, |value| instant_count(&value.assume_utc(), NANOS),
        |number| local(number, NANOS);
    time::Date as Date, |value| Ok(i64::from(value.to_julian_day() - EPOCH)), |number| date(number);
    time::Time as TimeMillis, |value| day_count(*value, MILLIS), |number| time_of_day(number, MILLIS);
    time::Time as TimeMicros, |value| day_count(*value, MICROS), |number| time_of_day(number, MICROS);
}

stands_for! {
    OffsetDateTime as AsLogical<TimestampMicros>;
    PrimitiveDateTime as AsLogical<LocalTimestampMicros>;
    time::Date as AsLogical<Date>;
    time::Time as AsLogical<TimeMicros>;
}
