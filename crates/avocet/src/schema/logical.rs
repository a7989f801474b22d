//! Logical types: the attributes of a type in, what its values mean out ("Logical Types" in the specification).

use std::fmt::{self, Display};

use super::json::Json;
use super::node::{NodeKind, Properties};

/// What the values of a type stand for.
///
/// A logical type that is not known, stands on another type than it may, or has impossible parameters is no logical
/// type at all: the specification has readers go on with the underlying type.
///
/// ```
/// use avocet::Schema;
/// use avocet::schema::LogicalType;
///
/// let price = Schema::parse(r#"{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}"#)?;
/// assert_eq!(price.root().logical_type(), Some(LogicalType::Decimal { precision: 9, scale: 2 }));
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LogicalType {
    /// On bytes or fixed: an integer of at most `precision` digits, to be divided by 10 to the power of `scale`.
    Decimal {
        /// The most digits that a value has.
        precision: u32,
        /// How many of them stand behind the point.
        scale: u32,
    },
    /// On bytes: a decimal that carries its own scale.
    BigDecimal,
    /// On string or fixed(16): a UUID of RFC 4122.
    Uuid,
    /// On int: days since 1970-01-01.
    Date,
    /// On int: milliseconds since midnight.
    TimeMillis,
    /// On long: microseconds since midnight.
    TimeMicros,
    /// On long: milliseconds since 1970-01-01 00:00 UTC.
    TimestampMillis,
    /// On long: microseconds since 1970-01-01 00:00 UTC.
    TimestampMicros,
    /// On long: nanoseconds since 1970-01-01 00:00 UTC.
    TimestampNanos,
    /// On long: milliseconds since 1970-01-01 00:00 on the wall clock.
    LocalTimestampMillis,
    /// On long: microseconds since 1970-01-01 00:00 on the wall clock.
    LocalTimestampMicros,
    /// On long: nanoseconds since 1970-01-01 00:00 on the wall clock.
    LocalTimestampNanos,
    /// On fixed(12): months, days and milliseconds.
    Duration,
}

impl LogicalType {
    /// The value of the attribute `logicalType`.
    pub fn name(self) -> &'static str {
        match self {
            LogicalType::Decimal { .. } => "decimal",
            LogicalType::BigDecimal => "big-decimal",
            LogicalType::Uuid => "uuid",
            LogicalType::Date => "date",
            LogicalType::TimeMillis => "time-millis",
            LogicalType::TimeMicros => "time-micros",
            LogicalType::TimestampMillis => "timestamp-millis",
            LogicalType::TimestampMicros => "timestamp-micros",
            LogicalType::TimestampNanos => "timestamp-nanos",
            LogicalType::LocalTimestampMillis => "local-timestamp-millis",
            LogicalType::LocalTimestampMicros => "local-timestamp-micros",
            LogicalType::LocalTimestampNanos => "local-timestamp-nanos",
            LogicalType::Duration => "duration",
        }
    }

    /// Whether the values are numbers of a unit of time.
    pub(crate) fn is_time(self) -> bool {
        !matches!(
            self,
            LogicalType::Decimal { .. } | LogicalType::BigDecimal | LogicalType::Uuid | LogicalType::Duration
        )
    }
}

impl Display for LogicalType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LogicalType::Decimal { precision, scale } => write!(f, "decimal({precision},{scale})"),
            other => f.write_str(other.name()),
        }
    }
}

/// Why an attribute `logicalType` is not used, in words.
#[derive(Debug)]
pub(crate) enum Unusable {
    Unknown(String),
    Impossible(String),
}

/// The logical type of a node with this kind and these attributes: `None` without one, and why there is none when the attribute says otherwise.
pub(crate) fn logical_type(
    kind: &NodeKind,
    properties: &Properties,
) -> Result<Option<LogicalType>, Unusable> {
    let attribute = |name: &str| properties.iter().find(|(key, _)| **key == *name).map(|(_, value)| value);
    let Some(value) = attribute("logicalType") else { return Ok(None) };
    let Json::String(name) = value else {
        return Err(Unusable::Unknown(format!("the logical type is no string but {value}")));
    };
    let (ty, bases): (LogicalType, &[&str]) = match &**name {
        "decimal" => {
            let decimal = decimal(kind, attribute("precision"), attribute("scale"));
            return decimal.map(Some).map_err(Unusable::Impossible);
        }
        "big-decimal" => (LogicalType::BigDecimal, &["bytes"]),
        "uuid" => (LogicalType::Uuid, &["string", "fixed"]),
        "date" => (LogicalType::Date, &["int"]),
        "time-millis" => (LogicalType::TimeMillis, &["int"]),
        "time-micros" => (LogicalType::TimeMicros, &["long"]),
        "timestamp-millis" => (LogicalType::TimestampMillis, &["long"]),
        "timestamp-micros" => (LogicalType::TimestampMicros, &["long"]),
        "timestamp-nanos" => (LogicalType::TimestampNanos, &["long"]),
        "local-timestamp-millis" => (LogicalType::LocalTimestampMillis, &["long"]),
        "local-timestamp-micros" => (LogicalType::LocalTimestampMicros, &["long"]),
        "local-timestamp-nanos" => (LogicalType::LocalTimestampNanos, &["long"]),
        "duration" => (LogicalType::Duration, &["fixed"]),
        other => return Err(Unusable::Unknown(format!("the logical type `{other}` is not known"))),
    };
    if !bases.contains(&kind.keyword()) {
        let message = format!("{ty} stands on {}, not on {}", bases.join(" or "), kind.keyword());
        return Err(Unusable::Impossible(message));
    }
    let size = match ty {
        LogicalType::Uuid => 16,
        LogicalType::Duration => 12,
        _ => return Ok(Some(ty)),
    };
    match kind {
        NodeKind::Fixed(fixed) if fixed.shape.size != size => {
            let message = format!("{ty} stands on a fixed of {size} bytes, not of {}", fixed.shape.size);
            Err(Unusable::Impossible(message))
        }
        _ => Ok(Some(ty)),
    }
}

fn decimal(kind: &NodeKind, precision: Option<&Json>, scale: Option<&Json>) -> Result<LogicalType, String> {
    let number = |json: &Json| json.as_i64().and_then(|value| u32::try_from(value).ok());
    let Some(precision) = precision.and_then(number).filter(|precision| *precision > 0) else {
        return Err("decimal needs a `precision` of 1 or more".into());
    };
    let Some(scale) = scale.map_or(Some(0), number).filter(|scale| *scale <= precision) else {
        return Err(format!("the `scale` of a decimal is a number from 0 to its precision {precision}"));
    };
    match kind {
        NodeKind::Bytes => {}
        NodeKind::Fixed(fixed) => {
            let most = digits_of_fixed(fixed.shape.size);
            if u64::from(precision) > most {
                return Err(format!(
                    "a fixed of {} bytes holds {most} digits, not {precision}",
                    fixed.shape.size
                ));
            }
        }
        other => return Err(format!("decimal stands on bytes or fixed, not on {}", other.keyword())),
    }
    Ok(LogicalType::Decimal { precision, scale })
}

/// The digits that every integer of `size` bytes in two's complement can have: floor(log10(2^(8 size - 1) - 1)).
/// No power of two but 1 is a power of ten, so the "- 1" makes no difference.
fn digits_of_fixed(size: usize) -> u64 {
    let bits = (size as u64).saturating_mul(8).saturating_sub(1);
    (bits as f64 * std::f64::consts::LOG10_2) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_a_fixed() {
        for (size, digits) in
            [(0, 0), (1, 2), (2, 4), (3, 6), (4, 9), (5, 11), (8, 18), (12, 28), (16, 38), (32, 76)]
        {
            assert_eq!(digits_of_fixed(size), digits, "{size} bytes");
        }
    }
}
