//! Rust's own types ⇄ values.

use std::collections::{BTreeMap, HashMap};

use super::{Array, Fixed, Map, Record, Symbol, Text, Value};
use crate::error::{Error, ErrorKind};

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
    i32 => Int,
    i64 => Long,
    f32 => Float,
    f64 => Double,
    &str => String,
    String => String,
    Text => String,
    &[u8] => Bytes,
    Vec<u8> => Bytes,
    Box<[u8]> => Bytes,
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
}

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

impl From<Vec<Value>> for Value {
    fn from(items: Vec<Value>) -> Self {
        Value::Array(items.into_iter().collect())
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
