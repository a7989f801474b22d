//! Types of other crates, each behind a feature of its crate's name; every conversion is exact or an error.

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(any(feature = "rust_decimal", feature = "bigdecimal", feature = "num-bigint"))]
mod decimal;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
mod units {
    use std::fmt::Display;

    use crate::error::{Error, Result};
    use crate::typed::output::mismatch;

    pub(super) const MILLIS: i128 = 1_000_000;
    pub(super) const MICROS: i128 = 1_000;
    pub(super) const NANOS: i128 = 1;

    /// A number of nanoseconds in units of `per`; what does not divide would be lost, and is an error.
    pub(super) fn count(nanoseconds: i128, per: i128, what: &impl Display) -> Result<i64> {
        let number = (nanoseconds % per == 0).then(|| i64::try_from(nanoseconds / per).ok()).flatten();
        number.ok_or_else(|| {
            let unit = match per {
                MILLIS => "milliseconds",
                MICROS => "microseconds",
                _ => "nanoseconds",
            };
            mismatch(format!("a time in whole {unit} that fits 64 bits"), what)
        })
    }

    #[cold]
    pub(super) fn out_of_range(number: i64) -> Error {
        mismatch("a time that the Rust type can hold", number)
    }
}
