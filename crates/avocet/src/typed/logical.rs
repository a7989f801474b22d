//! Types that stand for logical types: times, decimals, UUIDs. A conversion is exact or an error.

use std::borrow::Cow;
use std::marker::PhantomData;

use super::adapter::{Adapter, DecodeAs, EncodeAs, Same};
use super::describe::Builder;
use super::input::{Input, Source};
use super::output::{Output, mismatch};
use super::shape::{Kind, Shape, Tree};
use super::traits::{Avro, Decode, Encode};
use crate::error::Result;
use crate::logical;
use crate::plan::op::Op;
use crate::wire;

/// Adapts a type to the logical type `L`.
#[derive(Debug)]
pub struct AsLogical<L>(PhantomData<L>);

/// A logical type on an int or a long.
pub trait Number {
    /// The type underneath.
    const KIND: Kind;
    /// The name in a schema.
    const NAME: &'static str;
}

macro_rules! numbers {
    ($($marker:ident $kind:ident $name:literal;)*) => {$(
        #[doc = concat!("The logical type ", $name, ".")]
        #[derive(Debug)]
        pub struct $marker;

        impl Number for $marker {
            const KIND: Kind = Kind::$kind;
            const NAME: &'static str = $name;
        }
    )*};
}

numbers! {
    Date Int "date";
    TimeMillis Int "time-millis";
    TimeMicros Long "time-micros";
    TimestampMillis Long "timestamp-millis";
    TimestampMicros Long "timestamp-micros";
    TimestampNanos Long "timestamp-nanos";
    LocalTimestampMillis Long "local-timestamp-millis";
    LocalTimestampMicros Long "local-timestamp-micros";
    LocalTimestampNanos Long "local-timestamp-nanos";
}

/// The logical type uuid.
#[derive(Debug)]
pub struct Uuid;

/// The logical type duration.
#[derive(Debug)]
pub struct Duration;

/// Makes a type stand for a logical type on int or long: how it becomes a number, and a number it.
macro_rules! number {
    ($($(#[$meta:meta])* $type:ty as $marker:ident, |$value:ident| $to:expr, |$number:ident| $from:expr;)*) => {$(
        $(#[$meta])*
        impl Adapter<$type> for AsLogical<$marker> {
            const SHAPE: Shape = Shape::of($marker::KIND, 1);
            fn type_name() -> Cow<'static, str> {
                $marker::NAME.replace('-', "_").into()
            }
            fn describe(builder: &mut Builder) {
                builder.logical(if matches!($marker::KIND, Kind::Int) { "int" } else { "long" }, $marker::NAME, &[]);
            }
        }

        $(#[$meta])*
        impl EncodeAs<$type> for AsLogical<$marker> {
            #[inline(always)]
            fn encode(value: &$type, output: &mut Output<'_>) -> Result<()> {
                // An int has the same bytes as a long of its value.
                Self::to_number(value)?.encode(output)
            }
            #[inline(always)]
            fn to_number($value: &$type) -> Result<i64> {
                $to
            }
        }

        $(#[$meta])*
        impl<'a> DecodeAs<'a, $type> for AsLogical<$marker> {
            #[inline(always)]
            fn decode(input: &mut Input<'a, '_>) -> Result<$type> {
                let position = input.position();
                let number = if matches!($marker::KIND, Kind::Int) {
                    input.reader.read_int()?.into()
                } else {
                    input.reader.read_long()?
                };
                match Self::from_number(number) {
                    Ok(value) => Ok(value),
                    Err(error) => Err(error.at(position as u64)),
                }
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<$type> {
                let position = input.position();
                Self::from_number(i64::resolve(input, from)?).map_err(|error| error.at(position as u64))
            }
            #[inline(always)]
            fn from_number($number: i64) -> Result<$type> {
                $from
            }
        }
    )*};
}
#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
pub(super) use number;

number! {
    i32 as Date, |value| Ok(i64::from(*value)), |number| i32::from_number(number);
    i32 as TimeMillis, |value| Ok(i64::from(*value)), |number| i32::from_number(number);
    i64 as TimeMicros, |value| Ok(*value), |number| Ok(number);
    i64 as TimestampMillis, |value| Ok(*value), |number| Ok(number);
    i64 as TimestampMicros, |value| Ok(*value), |number| Ok(number);
    i64 as TimestampNanos, |value| Ok(*value), |number| Ok(number);
    i64 as LocalTimestampMillis, |value| Ok(*value), |number| Ok(number);
    i64 as LocalTimestampMicros, |value| Ok(*value), |number| Ok(number);
    i64 as LocalTimestampNanos, |value| Ok(*value), |number| Ok(number);
}

/// A type that stands for a logical type where no attribute says which.
#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
macro_rules! stands_for {
    ($($(#[$meta:meta])* $type:ty as $adapter:ty;)*) => {$(
        $(#[$meta])*
        impl Avro for $type {
            const SHAPE: Shape = <$adapter as Adapter<$type>>::SHAPE;
            fn type_name() -> Cow<'static, str> {
                <$adapter as Adapter<$type>>::type_name()
            }
            fn describe(builder: &mut Builder) {
                <$adapter as Adapter<$type>>::describe(builder);
            }
        }

        $(#[$meta])*
        impl Encode for $type {
            #[inline(always)]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                <$adapter as EncodeAs<$type>>::encode(self, output)
            }
            #[inline(always)]
            fn to_packed(&self, place: &mut [u8]) -> Result<()> {
                <$adapter as EncodeAs<$type>>::to_packed(self, place)
            }
            #[inline(always)]
            fn to_number(&self) -> Result<i64> {
                <$adapter as EncodeAs<$type>>::to_number(self)
            }
        }

        $(#[$meta])*
        impl<'a> Decode<'a> for $type {
            #[inline(always)]
            fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                <$adapter as DecodeAs<'a, $type>>::decode(input)
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                <$adapter as DecodeAs<'a, $type>>::resolve(input, from)
            }
            #[inline(always)]
            fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
                <$adapter as DecodeAs<'a, $type>>::from_packed(reader)
            }
            #[inline(always)]
            fn from_number(number: i64) -> Result<Self> {
                <$adapter as DecodeAs<'a, $type>>::from_number(number)
            }
        }
    )*};
}
#[cfg(any(feature = "chrono", feature = "time", feature = "jiff"))]
pub(super) use stands_for;

/// Adapts a type as its own Avro type does, with another text in the schema.
macro_rules! annotated {
    ($($marker:ident $({$($generics:tt)*})? $type:ty, $name:literal, $describe:expr;)*) => {$(
        impl<$($($generics)*)?> Adapter<$type> for AsLogical<$marker> {
            const SHAPE: Shape = <$type>::SHAPE;
            fn type_name() -> Cow<'static, str> {
                $name.into()
            }
            fn describe(builder: &mut Builder) {
                let describe: fn(&mut Builder) = $describe;
                describe(builder);
            }
        }

        impl<$($($generics)*)?> EncodeAs<$type> for AsLogical<$marker> {
            #[inline(always)]
            fn encode(value: &$type, output: &mut Output<'_>) -> Result<()> {
                value.encode(output)
            }
            #[inline(always)]
            fn to_packed(value: &$type, place: &mut [u8]) -> Result<()> {
                value.to_packed(place)
            }
        }

        impl<'a, $($($generics)*)?> DecodeAs<'a, $type> for AsLogical<$marker>
        where
            $type: Decode<'a>,
        {
            #[inline(always)]
            fn decode(input: &mut Input<'a, '_>) -> Result<$type> {
                <$type>::decode(input)
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<$type> {
                <$type>::resolve(input, from)
            }
            #[inline(always)]
            fn from_packed(reader: &mut wire::Reader<'a>) -> Result<$type> {
                <$type>::from_packed(reader)
            }
        }
    )*};
}

annotated! {
    Uuid String, "uuid", |builder| builder.logical("string", "uuid", &[]);
    Uuid {'b} &'b str, "uuid", |builder| builder.logical("string", "uuid", &[]);
    Uuid [u8; 16], "uuid", |builder| builder.fixed("Uuid", 16, Some("uuid"), &[]);
    Duration [u8; 12], "duration", |builder| builder.fixed("Duration", 12, Some("duration"), &[]);
}

/// Adapts a type to a decimal of a precision and a scale, on bytes.
#[derive(Debug)]
pub struct Decimal<const PRECISION: u32, const SCALE: u32>;

/// Adapts a type to a decimal of a precision and a scale, on a fixed of `SIZE` bytes.
#[derive(Debug)]
pub struct DecimalFixed<const PRECISION: u32, const SCALE: u32, const SIZE: usize>;

/// A type of decimal numbers.
pub trait DecimalNumber: Sized {
    /// The number as ours.
    fn to_decimal(&self) -> Result<logical::Decimal>;
    /// The number of ours.
    fn from_decimal(decimal: logical::Decimal) -> Result<Self>;
}

impl DecimalNumber for logical::Decimal {
    fn to_decimal(&self) -> Result<logical::Decimal> {
        Ok(self.clone())
    }
    fn from_decimal(decimal: logical::Decimal) -> Result<Self> {
        Ok(decimal)
    }
}

/// The bytes of a decimal, which must have no more digits than the schema has room for: as few as it takes, or as many
/// as a fixed has.
pub(super) fn decimal_bytes(
    number: &logical::Decimal,
    precision: u32,
    scale: u32,
    fixed: Option<usize>,
) -> Result<Vec<u8>> {
    number
        .fit(precision, scale)
        .and_then(|fitting| match fixed {
            Some(size) => fitting.to_be_bytes_of(size),
            None => Some(fitting.to_be_bytes()),
        })
        .ok_or_else(|| mismatch(format!("a decimal of precision {precision} and scale {scale}"), number))
}

/// The decimal of bytes that are at least one.
pub(super) fn decimal_of(bytes: &[u8], scale: u32) -> Result<logical::Decimal> {
    logical::Decimal::from_be_bytes(bytes, scale).ok_or_else(|| mismatch("the bytes of a decimal", "none"))
}

macro_rules! decimals {
    ($($(#[$meta:meta])* $type:ty;)*) => {$(
        $(#[$meta])*
        impl<const P: u32, const S: u32> Adapter<$type> for Decimal<P, S> {
            const SHAPE: Shape = Shape::of(Kind::Bytes, 1);
            fn type_name() -> Cow<'static, str> {
                format!("decimal_{P}_{S}").into()
            }
            fn describe(builder: &mut Builder) {
                builder.logical("bytes", "decimal", &[("precision", P), ("scale", S)]);
            }
        }

        $(#[$meta])*
        impl<const P: u32, const S: u32> EncodeAs<$type> for Decimal<P, S> {
            fn encode(value: &$type, output: &mut Output<'_>) -> Result<()> {
                decimal_bytes(&value.to_decimal()?, P, S, None)?.encode(output)
            }
        }

        $(#[$meta])*
        impl<'a, const P: u32, const S: u32> DecodeAs<'a, $type> for Decimal<P, S> {
            fn decode(input: &mut Input<'a, '_>) -> Result<$type> {
                let position = input.position();
                let decimal = decimal_of(input.reader.read_bytes()?, S).and_then(<$type>::from_decimal);
                decimal.map_err(|error| error.at(position as u64))
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<$type> {
                let position = input.position();
                let bytes = super::text::resolve_bytes(input, from)?;
                let decimal = decimal_of(&bytes, S).and_then(<$type>::from_decimal);
                decimal.map_err(|error| error.at(position as u64))
            }
        }

        $(#[$meta])*
        impl<const P: u32, const S: u32, const N: usize> Adapter<$type> for DecimalFixed<P, S, N> {
            const SHAPE: Shape = Shape::fixed(Kind::Fixed, N);
            fn type_name() -> Cow<'static, str> {
                format!("decimal_{P}_{S}_{N}").into()
            }
            fn describe(builder: &mut Builder) {
                let name = format!("Decimal{N}");
                builder.fixed(&name, N, Some("decimal"), &[("precision", P), ("scale", S)]);
            }
        }

        $(#[$meta])*
        impl<const P: u32, const S: u32, const N: usize> EncodeAs<$type> for DecimalFixed<P, S, N> {
            fn encode(value: &$type, output: &mut Output<'_>) -> Result<()> {
                output.bytes.extend_from_slice(&decimal_bytes(&value.to_decimal()?, P, S, Some(N))?);
                Ok(())
            }
            fn to_packed(value: &$type, place: &mut [u8]) -> Result<()> {
                place.copy_from_slice(&decimal_bytes(&value.to_decimal()?, P, S, Some(N))?);
                Ok(())
            }
        }

        $(#[$meta])*
        impl<'a, const P: u32, const S: u32, const N: usize> DecodeAs<'a, $type> for DecimalFixed<P, S, N> {
            fn decode(input: &mut Input<'a, '_>) -> Result<$type> {
                Self::from_packed(&mut input.reader)
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<$type> {
                let position = input.position();
                let bytes = super::text::resolve_fixed(input, from, N)?;
                let decimal = decimal_of(&bytes, S).and_then(<$type>::from_decimal);
                decimal.map_err(|error| error.at(position as u64))
            }
            fn from_packed(reader: &mut wire::Reader<'a>) -> Result<$type> {
                read_decimal::<$type, N>(reader, S)
            }
        }
    )*};
}

/// Reads a fixed of `N` bytes as a decimal.
fn read_decimal<T: DecimalNumber, const N: usize>(reader: &mut wire::Reader<'_>, scale: u32) -> Result<T> {
    let position = reader.position();
    let decimal = decimal_of(reader.read_fixed(N)?, scale).and_then(T::from_decimal);
    decimal.map_err(|error| error.at(position as u64))
}

decimals! {
    logical::Decimal;
    #[cfg(feature = "rust_decimal")]
    rust_decimal::Decimal;
    #[cfg(feature = "bigdecimal")]
    bigdecimal::BigDecimal;
    #[cfg(feature = "num-bigint")]
    num_bigint::BigInt;
}

/// What an adapter does with an option or a vector of its type.
macro_rules! inside {
    ($({$($generics:tt)*} $adapter:ty;)*) => {$(
        impl<$($generics)* T> Adapter<Option<T>> for $adapter
        where
            Self: Adapter<T>,
        {
            const SHAPE: Shape = Shape::optional();
            const TREE: Tree =
                Tree::of(Kind::Union, const { &[<()>::TREE, <Self as Adapter<T>>::TREE] });
            fn type_name() -> Cow<'static, str> {
                format!("optional_{}", <Self as Adapter<T>>::type_name()).into()
            }
            fn describe(builder: &mut Builder) {
                builder.union(&[<Same as Adapter<()>>::describe, <Self as Adapter<T>>::describe]);
            }
        }

        impl<$($generics)* T> EncodeAs<Option<T>> for $adapter
        where
            Self: EncodeAs<T>,
        {
            fn encode(value: &Option<T>, output: &mut Output<'_>) -> Result<()> {
                output.index(i32::from(value.is_some()));
                value.as_ref().map_or(Ok(()), |value| <Self as EncodeAs<T>>::encode(value, output))
            }
        }

        impl<'a, $($generics)* T> DecodeAs<'a, Option<T>> for $adapter
        where
            Self: DecodeAs<'a, T>,
        {
            fn decode(input: &mut Input<'a, '_>) -> Result<Option<T>> {
                match input.index(2, "the index of a branch")? {
                    0 => Ok(None),
                    _ => <Self as DecodeAs<'a, T>>::decode(input).map(Some),
                }
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Option<T>> {
                if matches!(from.op, Op::Null) {
                    return Ok(None);
                }
                let (_, from) = input.resolve_branch(from)?;
                <Self as DecodeAs<'a, T>>::resolve(input, from).map(Some)
            }
        }
    )*};
}

inside! {
    {L,} AsLogical<L>;
    {const P: u32, const S: u32, const N: usize,} DecimalFixed<P, S, N>;
    {const P: u32, const S: u32,} Decimal<P, S>;
}
