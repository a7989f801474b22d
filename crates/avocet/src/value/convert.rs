//! Rust's own types ⇄ values. What loses something, or may, is a `TryFrom`.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasher;

use super::{Array, Fixed, Map, Record, Symbol, Text, Value, ValueRef};
use crate::error::{Error, ErrorKind};
use crate::logical::{Date, Uuid};

/// Conversions that put something into one variant.
macro_rules! into_variant {
    ($($from:ty => $variant:ident),* $(,)?) => {$(
        impl From<$from> for Value {
            fn from(value: $from) -> Self {
                Value::$variant(value.into())
            }
        }
    )*};
}

into_variant! {
    bool => Boolean,
    i8 => Int,
    u8 => Int,
    i16 => Int,
    u16 => Int,
    i32 => Int,
    u32 => Long,
    i64 => Long,
    f32 => Float,
    f64 => Double,
    &str => String,
    &String => String,
    String => String,
    Box<str> => String,
    Cow<'_, str> => String,
    Text => String,
    &[u8] => Bytes,
    Vec<u8> => Bytes,
    Box<[u8]> => Bytes,
    Cow<'_, [u8]> => Bytes,
    Record => Record,
    Array => Array,
    Map => Map,
    Symbol => Enum,
    Fixed => Fixed,
    Vec<bool> => Array,
    Vec<i32> => Array,
    Vec<i64> => Array,
    Vec<f32> => Array,
    Vec<f64> => Array,
    &[bool] => Array,
    &[i32] => Array,
    &[i64] => Array,
    &[f32] => Array,
    &[f64] => Array,
}

/// Bytes, as of a slice.
impl<const N: usize> From<[u8; N]> for Value {
    fn from(bytes: [u8; N]) -> Self {
        Value::Bytes(bytes.into())
    }
}

/// Bytes, as of a slice.
impl<const N: usize> From<&[u8; N]> for Value {
    fn from(bytes: &[u8; N]) -> Self {
        Value::Bytes(bytes.as_slice().into())
    }
}

/// Arrays of primitives in an array of Rust.
macro_rules! from_arrays {
    ($($item:ty),*) => {$(
        impl<const N: usize> From<[$item; N]> for Value {
            fn from(items: [$item; N]) -> Self {
                items.as_slice().into()
            }
        }
    )*};
}

from_arrays!(bool, i32, i64, f32, f64);

/// Arrays of what converts to a value one by one.
macro_rules! from_items {
    ($($item:ty),*) => {$(
        impl From<Vec<$item>> for Value {
            fn from(items: Vec<$item>) -> Self {
                Value::Array(items.into_iter().collect())
            }
        }

        impl From<&[$item]> for Value {
            fn from(items: &[$item]) -> Self {
                Value::Array(items.iter().cloned().collect())
            }
        }

        impl<const N: usize> From<[$item; N]> for Value {
            fn from(items: [$item; N]) -> Self {
                Value::Array(items.into_iter().collect())
            }
        }
    )*};
}

from_items!(Value, String, &str, Text, Record, Vec<u8>);

impl From<()> for Value {
    fn from((): ()) -> Self {
        Value::Null
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}

impl<K: Into<Text>, V: Into<Value>> From<HashMap<K, V>> for Value {
    fn from(entries: HashMap<K, V>) -> Self {
        Value::Map(entries.into_iter().collect())
    }
}

impl<K: Into<Text>, V: Into<Value>> From<BTreeMap<K, V>> for Value {
    fn from(entries: BTreeMap<K, V>) -> Self {
        Value::Map(entries.into_iter().collect())
    }
}

impl From<ValueRef<'_>> for Value {
    fn from(value: ValueRef<'_>) -> Self {
        value.into_owned()
    }
}

impl From<Uuid> for Value {
    /// The text of the UUID, for a `uuid` on string; see [`Value::from_logical`] for one on fixed.
    fn from(value: Uuid) -> Self {
        value.to_string().into()
    }
}

impl From<Date> for Value {
    fn from(value: Date) -> Self {
        Value::Int(value.days())
    }
}

/// Conversions out of a value; the error is a `Mismatch` that names both sides.
macro_rules! try_from_value {
    ($($to:ty, $what:literal, $pattern:pat => $result:expr);* $(;)?) => {$(
        impl TryFrom<Value> for $to {
            type Error = Error;

            fn try_from(value: Value) -> Result<Self, Error> {
                match value {
                    $pattern => Ok($result),
                    other => Err(Error::new(ErrorKind::Mismatch, $what, other.type_name())),
                }
            }
        }
    )*};
}

try_from_value! {
    (), "null", Value::Null => ();
    bool, "a boolean", Value::Boolean(value) => value;
    i32, "an int", Value::Int(value) => value;
    f32, "a float", Value::Float(value) => value;
    String, "a string", Value::String(value) => value.into();
    Text, "a string", Value::String(value) => value;
    Vec<u8>, "bytes", Value::Bytes(value) => value.into();
    Box<[u8]>, "bytes", Value::Bytes(value) => value;
    Record, "a record", Value::Record(value) => value;
    Array, "an array", Value::Array(value) => value;
    Map, "a map", Value::Map(value) => value;
    Symbol, "an enum", Value::Enum(value) => value;
    Fixed, "a fixed", Value::Fixed(value) => value;
}

impl TryFrom<Value> for i64 {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        value.as_long().ok_or_else(|| Error::new(ErrorKind::Mismatch, "a long or an int", value.type_name()))
    }
}

impl TryFrom<Value> for f64 {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        value
            .as_double()
            .ok_or_else(|| Error::new(ErrorKind::Mismatch, "a double, a float or an int", value.type_name()))
    }
}

/// Integers that not every int or long fits.
macro_rules! try_from_integer {
    ($($to:ty),*) => {$(
        impl TryFrom<Value> for $to {
            type Error = Error;

            fn try_from(value: Value) -> Result<Self, Error> {
                let number = i64::try_from(value)?;
                <$to>::try_from(number).map_err(|_| {
                    Error::new(ErrorKind::Mismatch, concat!("a number that fits ", stringify!($to)), number.to_string())
                })
            }
        }
    )*};
}

try_from_integer!(i8, u8, i16, u16, u32, u64);

/// Arrays of which each item converts.
macro_rules! try_from_array {
    ($($item:ty),*) => {$(
        impl TryFrom<Value> for Vec<$item> {
            type Error = Error;

            fn try_from(value: Value) -> Result<Self, Error> {
                let array = Array::try_from(value)?;
                let item = |(index, item): (usize, Cow<'_, Value>)| {
                    <$item>::try_from(item.into_owned()).map_err(|error: Error| error.in_item(index))
                };
                array.iter().enumerate().map(item).collect()
            }
        }
    )*};
}

try_from_array!(bool, i32, i64, f32, f64, String, Record, Vec<u8>);

impl TryFrom<Value> for Vec<Value> {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        Ok(Array::try_from(value)?.iter().map(Cow::into_owned).collect())
    }
}

impl<V: TryFrom<Value, Error = Error>, S: BuildHasher + Default> TryFrom<Value> for HashMap<String, V, S> {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        entries(value)
    }
}

impl<V: TryFrom<Value, Error = Error>> TryFrom<Value> for BTreeMap<String, V> {
    type Error = Error;

    fn try_from(value: Value) -> Result<Self, Error> {
        entries(value)
    }
}

fn entries<V: TryFrom<Value, Error = Error>, M: FromIterator<(String, V)>>(value: Value) -> Result<M, Error> {
    let entry = |(key, value): (Text, Value)| match V::try_from(value) {
        Ok(value) => Ok((String::from(key), value)),
        Err(error) => Err(error.in_key(&key)),
    };
    Map::try_from(value)?.into_entries().map(entry).collect()
}
