//! The values of logical types: what the numbers, texts and bytes underneath stand for ("Logical Types").
//!
//! Each type is a small plain struct with conversions from and to the stored form; what the stored form cannot hold
//! is an error or `None`, and never changed silently. [`Value::logical`](crate::Value::logical) and
//! [`Value::from_logical`](crate::Value::from_logical) choose by the schema.

mod big_decimal;
mod date;
mod decimal;
mod duration;
mod time;
mod timestamp;
mod uuid;

pub use date::Date;
pub use decimal::Decimal;
pub use duration::Duration;
pub use time::Time;
pub use timestamp::{LocalTimestamp, Timestamp};
pub use uuid::Uuid;

/// A value of any logical type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Logical {
    /// `decimal`, and `big-decimal` which carries its own scale.
    Decimal(Decimal),
    /// `uuid`.
    Uuid(Uuid),
    /// `date`.
    Date(Date),
    /// `time-millis` and `time-micros`.
    Time(Time),
    /// `timestamp-millis`, `-micros` and `-nanos`.
    Timestamp(Timestamp),
    /// `local-timestamp-millis`, `-micros` and `-nanos`.
    LocalTimestamp(LocalTimestamp),
    /// `duration`.
    Duration(Duration),
}

/// The text of the value itself.
impl std::fmt::Display for Logical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Logical::Decimal(value) => value.fmt(f),
            Logical::Uuid(value) => value.fmt(f),
            Logical::Date(value) => value.fmt(f),
            Logical::Time(value) => value.fmt(f),
            Logical::Timestamp(value) => value.fmt(f),
            Logical::LocalTimestamp(value) => value.fmt(f),
            Logical::Duration(value) => value.fmt(f),
        }
    }
}

/// Conversions of each type into the one of all.
macro_rules! into_logical {
    ($($ty:ident),*) => {$(
        impl From<$ty> for Logical {
            fn from(value: $ty) -> Self {
                Logical::$ty(value)
            }
        }
    )*};
}

into_logical!(Decimal, Uuid, Date, Time, Timestamp, LocalTimestamp, Duration);
