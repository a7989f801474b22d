//! `chrono`: instants in UTC, dates, times of day, wall-clock times.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};

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

fn since_1970(time: &DateTime<Utc>) -> i128 {
    i128::from(time.timestamp()) * 1_000_000_000 + i128::from(time.timestamp_subsec_nanos())
}

fn instant(number: i64, per: i128) -> Result<DateTime<Utc>> {
    let nanoseconds = i128::from(number) * per;
    i64::try_from(nanoseconds.div_euclid(1_000_000_000))
        .ok()
        .and_then(|seconds| DateTime::from_timestamp(seconds, nanoseconds.rem_euclid(1_000_000_000) as u32))
        .ok_or_else(|| out_of_range(number))
}

fn since_midnight(time: NaiveTime) -> i128 {
    use chrono::Timelike;
    // A leap second counts more than a thousand million nanoseconds, and no unit of the day holds it.
    i128::from(time.num_seconds_from_midnight()) * 1_000_000_000 + i128::from(time.nanosecond())
}

fn time_of_day(number: i64, per: i128) -> Result<NaiveTime> {
    let nanoseconds = i128::from(number) * per;
    u32::try_from(nanoseconds.div_euclid(1_000_000_000))
        .ok()
        .and_then(|seconds| {
            let rest = nanoseconds.rem_euclid(1_000_000_000) as u32;
            NaiveTime::from_num_seconds_from_midnight_opt(seconds, rest)
        })
        .ok_or_else(|| out_of_range(number))
}

/// Nanoseconds since midnight, without leap seconds, which would read as another time.
fn day_count(time: NaiveTime, per: i128) -> Result<i64> {
    use chrono::Timelike;
    if time.nanosecond() >= 1_000_000_000 {
        return Err(crate::typed::output::mismatch("a time of day without a leap second", time));
    }
    units::count(since_midnight(time), per, &time)
}

fn instant_count(time: &DateTime<Utc>, per: i128) -> Result<i64> {
    if time.timestamp_subsec_nanos() >= 1_000_000_000 {
        return Err(crate::typed::output::mismatch("a time without a leap second", time));
    }
    units::count(since_1970(time), per, time)
}

number! {
    DateTime<Utc> as TimestampMillis, |value| instant_count(value, MILLIS), |number| instant(number, MILLIS);
    DateTime<Utc> as TimestampMicros, |value| instant_count(value, MICROS), |number| instant(number, MICROS);
    DateTime<Utc> as TimestampNanos, |value| instant_count(value, NANOS), |number| instant(number, NANOS);
    NaiveDateTime as LocalTimestampMillis, |value| instant_count(&value.and_utc(), MILLIS),
        |number| instant(number, MILLIS).map(|time| time.naive_utc());
    NaiveDateTime as LocalTimestampMicros, |value| instant_count(&value.and_utc(), MICROS),
        |number| instant(number, MICROS).map(|time| time.naive_utc());
    NaiveDateTime as LocalTimestampNanos, |value| instant_count(&value.and_utc(), NANOS),
        |number| instant(number, NANOS).map(|time| time.naive_utc());
    NaiveDate as Date, |value| Ok(i64::from(value.to_epoch_days())),
        |number| i32::try_from(number).ok().and_then(NaiveDate::from_epoch_days).ok_or_else(|| out_of_range(number));
    NaiveTime as TimeMillis, |value| day_count(*value, MILLIS), |number| time_of_day(number, MILLIS);
    NaiveTime as TimeMicros, |value| day_count(*value, MICROS), |number| time_of_day(number, MICROS);
}

stands_for! {
    DateTime<Utc> as AsLogical<TimestampMicros>;
    NaiveDateTime as AsLogical<LocalTimestampMicros>;
    NaiveDate as AsLogical<Date>;
    NaiveTime as AsLogical<TimeMicros>;
}
