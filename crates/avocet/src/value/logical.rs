//! Values as what their logical types stand for, and back; the stored form stays as it is.

use avocet_varint::write_array;

use super::rules::branch_of;
use super::{Value, ValueRef};
use crate::error::{Error, ErrorKind, Result};
use crate::logical::{Date, Decimal, Duration, LocalTimestamp, Logical, Time, Timestamp, Uuid};
use crate::schema::{Kind, LogicalType, SchemaRef};
use crate::wire::Reader;
use crate::wire::writer::{write_bytes, write_int, write_long};

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
        let stored = match self {
            Value::Int(number) if matches!(schema.kind(), Kind::Long) => Stored::Long(i64::from(*number)),
            Value::Int(number) => Stored::Int(*number),
            Value::Long(number) => Stored::Long(*number),
            Value::String(text) => Stored::Text(text),
            Value::Bytes(bytes) => Stored::Bytes(bytes),
            Value::Fixed(fixed) => Stored::Fixed(fixed.as_bytes()),
            _ => return Err(Error::new(ErrorKind::Mismatch, a(ty), self.type_name())),
        };
        stands_for(stored, ty).map(Some)
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
        let logical = logical.into();
        let schema = match schema.kind() {
            Kind::Union(union) => {
                let mut branches = union.branches();
                branches.find(|branch| made(&logical, *branch).is_some()).unwrap_or(schema)
            }
            _ => schema,
        };
        let made = made(&logical, schema).ok_or_else(|| misfit(&logical, schema))?;
        Ok(match (made, schema.fixed_shape()) {
            (Made::Int(number), _) => number.into(),
            (Made::Long(number), _) => number.into(),
            (Made::Text(text), _) => Value::from(String::from_utf8_lossy(&text)), // it is ASCII
            (made, Some(shape)) => Value::Fixed(super::Fixed::of_shape(shape.clone(), made.bytes())),
            (made, None) => Value::from(made.bytes()),
        })
    }
}

impl Logical {
    /// Reads one datum of a logical type, or of a union of such types and null: `None` for null. The same as
    /// [`Plan::read_value`](crate::Plan::read_value) and [`Value::logical`], without a value between.
    ///
    /// ```
    /// use avocet::logical::{Date, Logical};
    /// use avocet::{Schema, wire::Reader};
    ///
    /// let schema = Schema::parse(r#"["null", {"type": "int", "logicalType": "date"}]"#)?;
    /// let mut reader = Reader::new(&[0x02, 0x04, 0x00]);
    /// assert_eq!(Logical::read(schema.root(), &mut reader)?, Some(Date::from_days(2).into()));
    /// assert_eq!(Logical::read(schema.root(), &mut reader)?, None);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Truncated` and `Malformed` with the byte; `Mismatch` as [`Value::logical`], and for types that are not logical.
    /// The reader then stands where it stood.
    pub fn read(schema: SchemaRef<'_>, reader: &mut Reader<'_>) -> Result<Option<Logical>> {
        let mut ahead = reader.clone();
        let logical = read(schema, &mut ahead)?;
        *reader = ahead;
        Ok(logical)
    }

    /// Appends the value, encoded under a logical type, to `out`: the same as [`Value::from_logical`] and
    /// [`Value::write`], without a value between.
    ///
    /// ```
    /// use avocet::Schema;
    /// use avocet::logical::{Date, Logical};
    ///
    /// let schema = Schema::parse(r#"["null", {"type": "int", "logicalType": "date"}]"#)?;
    /// let mut out = Vec::new();
    /// Logical::from(Date::from_days(2)).write(schema.root(), &mut out)?;
    /// assert_eq!(out, [0x02, 0x04]);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Value::from_logical`]; `out` is then as it was.
    pub fn write(&self, schema: SchemaRef<'_>, out: &mut Vec<u8>) -> Result<()> {
        let (made, schema) = match schema.kind() {
            Kind::Union(union) => {
                let mut branches = union.branches().enumerate();
                let taken = branches.find_map(|(index, branch)| Some((index, made(self, branch)?, branch)));
                let (index, made, branch) = taken.ok_or_else(|| misfit(self, schema))?;
                write_long(out, index as i64);
                (made, branch)
            }
            _ => (made(self, schema).ok_or_else(|| misfit(self, schema))?, schema),
        };
        match (made, schema.fixed_shape()) {
            (Made::Int(number), _) => write_int(out, number),
            (Made::Long(number), _) => write_long(out, number),
            (Made::Uuid(bytes), _) => write_array(out, *bytes),
            (made, Some(_)) => out.extend_from_slice(made.bytes()),
            (made, None) => write_bytes(out, made.bytes()),
        }
        Ok(())
    }
}

/// A stored form that is read.
#[derive(Clone, Copy)]
enum Stored<'a> {
    Int(i32),
    Long(i64),
    Text(&'a str),
    Bytes(&'a [u8]),
    Fixed(&'a [u8]),
}

fn read(schema: SchemaRef<'_>, reader: &mut Reader<'_>) -> Result<Option<Logical>> {
    let position = reader.position();
    let Some(ty) = schema.logical_type() else {
        return match schema.kind() {
            Kind::Null => Ok(None),
            Kind::Union(union) => {
                let index = reader.read_index(union.branches().len(), "the index of a branch")?;
                union.branches().nth(index).map_or(Ok(None), |branch| read(branch, reader))
            }
            _ => Err(Error::new(ErrorKind::Mismatch, "a logical type", schema.branch_name().to_owned())),
        };
    };
    let stored = match schema.kind() {
        Kind::Int => Stored::Int(reader.read_int()?),
        Kind::Long => Stored::Long(reader.read_long()?),
        Kind::String => Stored::Text(reader.read_string()?),
        Kind::Fixed(fixed) => Stored::Fixed(reader.read_fixed(fixed.size())?),
        _ => Stored::Bytes(reader.read_bytes()?),
    };
    stands_for(stored, ty).map(Some).map_err(|error| error.at(position as u64))
}

fn stands_for(stored: Stored<'_>, ty: LogicalType) -> Result<Logical> {
    let logical = match (ty, stored) {
        (LogicalType::Decimal { scale, .. }, Stored::Bytes(bytes) | Stored::Fixed(bytes)) => {
            Decimal::from_be_bytes(bytes, scale).map(Logical::from)
        }
        (LogicalType::BigDecimal, Stored::Bytes(bytes)) => Some(Decimal::from_big_decimal(bytes)?.into()),
        (LogicalType::Uuid, Stored::Text(text)) => text.parse().ok().map(Logical::Uuid),
        (LogicalType::Uuid, Stored::Fixed(bytes)) => {
            bytes.try_into().ok().map(|bytes| Uuid::from_bytes(bytes).into())
        }
        (LogicalType::Duration, Stored::Fixed(bytes)) => {
            bytes.try_into().ok().map(|bytes| Duration::from_bytes(bytes).into())
        }
        (LogicalType::Date, Stored::Int(number)) => Some(Date::from_days(number).into()),
        (LogicalType::TimeMillis, Stored::Int(number)) => Some(Time::from_millis(number)?.into()),
        (LogicalType::TimeMicros, Stored::Long(number)) => Some(Time::from_micros(number)?.into()),
        (LogicalType::TimestampMillis, Stored::Long(number)) => Some(Timestamp::from_millis(number).into()),
        (LogicalType::TimestampMicros, Stored::Long(number)) => Some(Timestamp::from_micros(number).into()),
        (LogicalType::TimestampNanos, Stored::Long(number)) => Some(Timestamp::from_nanos(number).into()),
        (LogicalType::LocalTimestampMillis, Stored::Long(number)) => {
            Some(LocalTimestamp::from_millis(number).into())
        }
        (LogicalType::LocalTimestampMicros, Stored::Long(number)) => {
            Some(LocalTimestamp::from_micros(number).into())
        }
        (LogicalType::LocalTimestampNanos, Stored::Long(number)) => {
            Some(LocalTimestamp::from_nanos(number).into())
        }
        _ => None,
    };
    logical.ok_or_else(|| Error::new(ErrorKind::Mismatch, a(ty), found(stored)))
}

/// The stored form in a few words, for a message.
#[cold]
fn found(stored: Stored<'_>) -> String {
    match stored {
        Stored::Int(number) => format!("the int {number}"),
        Stored::Long(number) => format!("the long {number}"),
        Stored::Text(text) => format!("the string {:?}", text.chars().take(64).collect::<String>()),
        Stored::Bytes([]) => "no bytes".to_owned(),
        Stored::Bytes(bytes) => format!("{} bytes", bytes.len()),
        Stored::Fixed(bytes) => format!("a fixed of {} bytes", bytes.len()),
    }
}

/// A stored form that is made.
enum Made<'a> {
    Int(i32),
    Long(i64),
    /// A UUID's, in ASCII.
    Text([u8; 36]),
    Uuid(&'a [u8; 16]),
    Duration([u8; 12]),
    Number(Vec<u8>),
}

impl Made<'_> {
    /// The bytes of a form that is not a number itself.
    fn bytes(&self) -> &[u8] {
        match self {
            Made::Int(_) | Made::Long(_) => &[],
            Made::Text(bytes) => bytes,
            Made::Uuid(bytes) => *bytes,
            Made::Duration(bytes) => bytes,
            Made::Number(bytes) => bytes,
        }
    }
}

/// The stored form of a value under a type that is no union; `None` when the type cannot hold it.
#[inline]
fn made<'a>(logical: &'a Logical, schema: SchemaRef<'_>) -> Option<Made<'a>> {
    match (schema.logical_type()?, logical) {
        (LogicalType::Decimal { precision, scale }, Logical::Decimal(decimal)) => {
            let fitting = decimal.fit(precision, scale)?;
            Some(Made::Number(match schema.fixed_shape() {
                Some(shape) => fitting.to_be_bytes_of(shape.size)?,
                None => fitting.to_be_bytes(),
            }))
        }
        (LogicalType::BigDecimal, Logical::Decimal(decimal)) => decimal.to_big_decimal().map(Made::Number),
        (LogicalType::Uuid, Logical::Uuid(uuid)) => Some(match schema.fixed_shape() {
            Some(_) => Made::Uuid(uuid.as_bytes()),
            None => Made::Text(uuid.text()),
        }),
        (LogicalType::Duration, Logical::Duration(duration)) => Some(Made::Duration(duration.to_bytes())),
        (LogicalType::Date, Logical::Date(date)) => Some(Made::Int(date.days())),
        (LogicalType::TimeMillis, Logical::Time(time)) => Some(Made::Int(time.millis())),
        (LogicalType::TimeMicros, Logical::Time(time)) => Some(Made::Long(time.micros())),
        (LogicalType::TimestampMillis, Logical::Timestamp(moment)) => moment.millis().map(Made::Long),
        (LogicalType::TimestampMicros, Logical::Timestamp(moment)) => moment.micros().map(Made::Long),
        (LogicalType::TimestampNanos, Logical::Timestamp(moment)) => moment.nanos().map(Made::Long),
        (LogicalType::LocalTimestampMillis, Logical::LocalTimestamp(moment)) => {
            moment.millis().map(Made::Long)
        }
        (LogicalType::LocalTimestampMicros, Logical::LocalTimestamp(moment)) => {
            moment.micros().map(Made::Long)
        }
        (LogicalType::LocalTimestampNanos, Logical::LocalTimestamp(moment)) => moment.nanos().map(Made::Long),
        _ => None,
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
