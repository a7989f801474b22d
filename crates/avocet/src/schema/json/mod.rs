//! JSON values as a schema keeps them: the defaults of fields and the attributes without a meaning to Avro.

use std::fmt::{self, Display};

use self::emit::Emitter;
pub use self::number::Number;
use crate::error::Result;

pub(crate) mod emit;
mod number;
pub(crate) mod tape;

/// A JSON value that keeps the order of its members and all digits of its numbers.
///
/// ```
/// use avocet::Schema;
///
/// let schema = Schema::parse(r#"{"type": "long", "field-id": 7}"#)?;
/// let id = schema.root().property("field-id").unwrap();
/// assert_eq!(id.as_i64(), Some(7));
/// assert_eq!(id.to_string(), "7");
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, by its text.
    Number(Number),
    /// A string.
    String(Box<str>),
    /// An array.
    Array(Vec<Json>),
    /// An object: its members in the order of the text; no key occurs twice.
    Object(Vec<(Box<str>, Json)>),
}

impl Json {
    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value of an integer that fits 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Json::Number(number) => number.as_i64(),
            _ => None,
        }
    }

    /// The value of a number, rounded to the nearest double.
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Json::Number(number) => Some(number.as_f64()),
            _ => None,
        }
    }

    /// The value of `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        match self {
            Json::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members of an object.
    pub fn as_object(&self) -> Option<&[(Box<str>, Json)]> {
        match self {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The member of an object with this key.
    pub fn member(&self, key: &str) -> Option<&Json> {
        self.as_object()?.iter().find(|(name, _)| **name == *key).map(|(_, value)| value)
    }
}

/// Compact JSON, written as Java's library writes it: see [`Number`] for the numbers.
impl Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut emitter = Emitter::compact();
        emitter.json(self);
        f.write_str(&emitter.finish())
    }
}

/// Reads a JSON text that Avocet printed.
pub(crate) fn read(text: &str) -> Result<Json> {
    tape::Tape::read(text, 1_000).map(|tape| tape.root().to_json())
}

/// `null`.
impl From<()> for Json {
    fn from((): ()) -> Json {
        Json::Null
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.into())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<i64> for Json {
    fn from(value: i64) -> Json {
        Json::Number(value.into())
    }
}

impl From<i32> for Json {
    fn from(value: i32) -> Json {
        Json::Number(i64::from(value).into())
    }
}

/// NaN and the infinities, for which JSON has no numbers, become the strings that defaults use for them.
impl From<f64> for Json {
    fn from(value: f64) -> Json {
        if value.is_nan() {
            Json::from("NaN")
        } else if value.is_infinite() {
            Json::from(if value > 0.0 { "Infinity" } else { "-Infinity" })
        } else {
            Json::Number(Number::from_finite(value))
        }
    }
}

impl From<&serde_json::Value> for Json {
    fn from(value: &serde_json::Value) -> Json {
        use serde_json::Value;
        match value {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Number(number) => Json::Number(Number::from_json(number)),
            Value::String(text) => Json::String(text.as_str().into()),
            Value::Array(items) => Json::Array(items.iter().map(Json::from).collect()),
            Value::Object(members) => Json::Object(
                members.iter().map(|(key, value)| (key.as_str().into(), Json::from(value))).collect(),
            ),
        }
    }
}

/// Integers beyond 64 bits become the nearest double, or `null` when there is none.
impl From<&Json> for serde_json::Value {
    fn from(json: &Json) -> serde_json::Value {
        use serde_json::Value;
        match json {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::Number(number) => number.to_json(),
            Json::String(text) => Value::String(text.to_string()),
            Json::Array(items) => Value::Array(items.iter().map(Value::from).collect()),
            Json::Object(members) => Value::Object(
                members.iter().map(|(key, value)| (key.to_string(), Value::from(value))).collect(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn serde_json_and_back() {
        let text = r#"{"a":[1,-2,0.5,true,null],"b":"é\n\"","c":{}}"#;
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        let json = Json::from(&value);
        assert_eq!(json.to_string(), text);
        assert_eq!(serde_json::Value::from(&json), value);
    }

    #[test]
    fn doubles_without_a_number() {
        assert_eq!(Json::from(f64::NAN), Json::from("NaN"));
        assert_eq!(Json::from(f64::NEG_INFINITY), Json::from("-Infinity"));
        assert_eq!(Json::from(1e100).to_string(), "1.0E100");
    }
}
