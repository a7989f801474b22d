//! Values as what their logical types stand for, and back; the stored form stays as it is.

use super::rules::branch_of;
use super::{Value, ValueRef};
use crate::error::{Error, ErrorKind, Result};
use crate::logical::{Date, Decimal, Duration, LocalTimestamp, Logical, Time, Timestamp, Uuid};
use crate::schema::{Kind, LogicalType, SchemaRef};

/// Writes the conversions for a kind of value.
macro_rules! conversions {
    ($value:ty) => {
        impl $value {
            /// The decimal of bytes or of a fixed. Its scale stands in the schema:
            /// [`LogicalType::Decimal`](crate::schema::LogicalType). `None` for other values and for no bytes at all.
            ///
            /// ```
            /// use avocet::Value;
            ///
            /// let price = Value::from(vec![0x01_u8, 0xf4]);
            /// assert_eq!(price.as_decimal(2).unwrap().to_string(), "5.00");
            /// ```
            pub fn as_decimal(&self, scale: u32) -> Option<Decimal> {
                Decimal::from_be_bytes(self.as_bytes()?, scale)
            }

            /// The decimal of bytes that hold a `big-decimal`, with its own scale.
            pub fn as_big_decimal(&self) -> Option<Decimal> {
                match self {
                    Self::Bytes(bytes) => Decimal::from_big_decimal(bytes).ok(),
                    _ => None,
                }
            }

            /// The UUID of a string in either letter case, or of a fixed of 16 bytes.
            pub fn as_uuid(&self) -> Option<Uuid> {
                match self {
                    Self::String(text) => text.parse().ok(),
                    Self::Fixed(fixed) => fixed.as_bytes().try_into().ok().map(Uuid::from_bytes),
                    _ => None,
                }
            }

            /// The duration of a fixed of 12 bytes.
            pub fn as_duration(&self) -> Option<Duration> {
                match self {
                    Self::Fixed(fixed) => fixed.as_bytes().try_into().ok().map(Duration::from_bytes),
                    _ => None,
                }
            }

            /// The date of an int.
            pub fn as_date(&self) -> Option<Date> {
                self.as_int().map(Date::from_days)
            }
        }
    };
}

conversions!(Value);
conversions!(ValueRef<'_>);

impl Value {
    /// What the value stands for under the type that it is of; `None` when that type is no logical one. Of a union it
    /// is the type of the value's branch.
    ///
    /// ```
    /// use avocet::{Schema, Value};
    ///
    /// let schema = Schema::parse(r#"["null", {"type": "long", "logicalType": "timestamp-millis"}]"#)?;
    /// let value = Value::decode(&schema, &[0x02, 0x02])?;
    /// assert_eq!(value.logical(schema.root())?.unwrap().to_string(), "1970-01-01T00:00:00.001Z");
    /// assert_eq!(Value::Null.logical(schema.root())?, None);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Mismatch` when the stored form is none of the type: a time of 24 hours or more, a text that is no UUID, a
    /// decimal of no bytes, a value of another type. The value itself can be used all the same.
    pub fn logical(&self, schema: SchemaRef<'_>) -> Result<Option<Logical>> {
        let schema = match schema.kind() {
            Kind::Union(_) => branch_of(schema, self)?,
            _ => schema,
        };
        let Some(ty) = schema.logical_type() else { return Ok(None) };
        let wrong = || Error::new(ErrorKind::Mismatch, a(ty), self.describe());
        let int = || self.as_int().ok_or_else(wrong);
        let long = || self.as_long().ok_or_else(wrong);
        Ok(Some(match ty {
            LogicalType::Decimal { scale, .. } => self.as_decimal(scale).ok_or_else(wrong)?.into(),
            LogicalType::BigDecimal => match self {
                Value::Bytes(bytes) => Decimal::from_big_decimal(bytes)?.into(),
                _ => return Err(wrong()),
            },
            LogicalType::Uuid => self.as_uuid().ok_or_else(wrong)?.into(),
            LogicalType::Duration => self.as_duration().ok_or_else(wrong)?.into(),
            LogicalType::Date => Date::from_days(int()?).into(),
            LogicalType::TimeMillis => Time::from_millis(int()?)?.into(),
            LogicalType::TimeMicros => Time::from_micros(long()?)?.into(),
            LogicalType::TimestampMillis => Timestamp::from_millis(long()?).into(),
            LogicalType::TimestampMicros => Timestamp::from_micros(long()?).into(),
            LogicalType::TimestampNanos => Timestamp::from_nanos(long()?).into(),
            LogicalType::LocalTimestampMillis => LocalTimestamp::from_millis(long()?).into(),
            LogicalType::LocalTimestampMicros => LocalTimestamp::from_micros(long()?).into(),
            LogicalType::LocalTimestampNanos => LocalTimestamp::from_nanos(long()?).into(),
        }))
    }

    /// The stored form of a logical value under a logical type. Of a union it is the first branch that takes it.
    ///
    /// Decimals are rescaled exactly. Parts of a second that the type has no digits for are cut towards the past.
    ///
    /// ```
    /// use avocet::logical::{Decimal, Logical};
    /// use avocet::{Schema, Value};
    ///
    /// let schema = Schema::parse(r#"{"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}"#)?;
    /// let price: Decimal = "5".parse()?;
    /// assert_eq!(Value::from_logical(price, schema.root())?, Value::from(vec![0x01_u8, 0xf4]));
    /// let too_exact: Decimal = "0.001".parse()?;
    /// assert!(Value::from_logical(too_exact, schema.root()).is_err());
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Mismatch` when the type is not that of the value, or cannot hold it: more digits than its precision, or than
    /// its scale behind the point, a moment beyond 64 bits.
    pub fn from_logical(logical: impl Into<Logical>, schema: SchemaRef<'_>) -> Result<Value> {
        stored(&logical.into(), schema)
    }

    /// The value in a few words, for a message.
    fn describe(&self) -> String {
        match self {
            Value::String(_) | Value::Int(_) | Value::Long(_) => {
                let text: String = self.to_string().chars().take(64).collect();
                format!("the {} {text}", self.type_name())
            }
            Value::Bytes(bytes) if bytes.is_empty() => "no bytes".to_owned(),
            _ => self.type_name().to_owned(),
        }
    }
}

fn stored(logical: &Logical, schema: SchemaRef<'_>) -> Result<Value> {
    if let Kind::Union(union) = schema.kind() {
        let mut answers = union.branches().map(|branch| stored(logical, branch));
        let first = answers.find(Result::is_ok);
        return first.unwrap_or_else(|| Err(misfit(logical, schema)));
    }
    let ty = schema.logical_type().ok_or_else(|| misfit(logical, schema))?;
    let value = match (ty, logical) {
        (LogicalType::Decimal { precision, scale }, Logical::Decimal(decimal)) => decimal
            .fit(precision, scale)
            .and_then(|fitting| match schema.kind() {
                Kind::Fixed(fixed) => fitting.to_be_bytes_of(fixed.size()),
                _ => Some(fitting.to_be_bytes()),
            })
            .map(|bytes| of_bytes(&bytes, schema)),
        (LogicalType::BigDecimal, Logical::Decimal(decimal)) => decimal.to_big_decimal().map(Value::from),
        (LogicalType::Uuid, Logical::Uuid(uuid)) => match schema.kind() {
            Kind::Fixed(_) => Some(of_bytes(uuid.as_bytes(), schema)),
            _ => std::str::from_utf8(&uuid.text()).ok().map(Value::from), // it is ASCII
        },
        (LogicalType::Duration, Logical::Duration(duration)) => Some(of_bytes(&duration.to_bytes(), schema)),
        (LogicalType::Date, Logical::Date(date)) => Some(date.days().into()),
        (LogicalType::TimeMillis, Logical::Time(time)) => Some(time.millis().into()),
        (LogicalType::TimeMicros, Logical::Time(time)) => Some(time.micros().into()),
        (LogicalType::TimestampMillis, Logical::Timestamp(moment)) => moment.millis().map(Value::from),
        (LogicalType::TimestampMicros, Logical::Timestamp(moment)) => moment.micros().map(Value::from),
        (LogicalType::TimestampNanos, Logical::Timestamp(moment)) => moment.nanos().map(Value::from),
        (LogicalType::LocalTimestampMillis, Logical::LocalTimestamp(moment)) => {
            moment.millis().map(Value::from)
        }
        (LogicalType::LocalTimestampMicros, Logical::LocalTimestamp(moment)) => {
            moment.micros().map(Value::from)
        }
        (LogicalType::LocalTimestampNanos, Logical::LocalTimestamp(moment)) => {
            moment.nanos().map(Value::from)
        }
        _ => None,
    };
    value.ok_or_else(|| misfit(logical, schema))
}

/// Bytes as a value of a type on bytes or on a fixed.
fn of_bytes(bytes: &[u8], schema: SchemaRef<'_>) -> Value {
    match schema.fixed_shape() {
        Some(shape) => Value::Fixed(super::Fixed::of_shape(shape.clone(), bytes)),
        None => Value::from(bytes),
    }
}

#[cold]
fn misfit(logical: &Logical, schema: SchemaRef<'_>) -> Error {
    let expected = match schema.logical_type() {
        Some(ty) => a(ty),
        None => format!("a value of {}", schema.branch_name()),
    };
    let kind = match logical {
        Logical::Decimal(decimal) if decimal.scale() > 64 || decimal.digits_at_least() > 64 => {
            return Error::new(ErrorKind::Mismatch, expected, "a decimal of very many digits");
        }
        Logical::Decimal(_) => "the decimal",
        Logical::Uuid(_) => "the UUID",
        Logical::Date(_) => "the date",
        Logical::Time(_) => "the time",
        Logical::Timestamp(_) => "the timestamp",
        Logical::LocalTimestamp(_) => "the local timestamp",
        Logical::Duration(_) => "the duration",
    };
    Error::new(ErrorKind::Mismatch, expected, format!("{kind} {logical}"))
}

fn a(ty: LogicalType) -> String {
    format!("a value of {ty}")
}
