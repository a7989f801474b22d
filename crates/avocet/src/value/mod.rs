//! Run-time values: any datum of any schema, in and out of bytes.
//!
//! A [`Value`] is 24 bytes. Primitives stand in it, strings of up to 24 bytes too; a record is one slice of values
//! that shares its names with the schema; arrays of booleans and numbers are stored as just those. Unions leave no
//! trace: a value's own type, and for records, enums and fixed its name, tells the branch, since no union holds
//! two of a kind.

mod array;
mod convert;
mod decode;
mod display;
mod infer;
mod macros;
mod map;
mod named;
mod record;
mod target;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use array::Array;
pub use map::Map;
pub use named::{Fixed, Symbol};
pub use record::Record;
pub use text::Text;

/// Any value of Avro.
///
/// ```
/// use avocet::{Schema, Value, record};
///
/// let schema = Schema::parse(
///     r#"{"type": "record", "name": "Point", "fields": [
///         {"name": "x", "type": "int"}, {"name": "label", "type": ["null", "string"]}]}"#,
/// )?;
/// let bytes = record! { "x": -3, "label": "origin" }.encode(&schema)?;
/// assert_eq!(bytes, [0x05, 0x02, 0x0c, b'o', b'r', b'i', b'g', b'i', b'n']);
///
/// let point = Value::decode(&schema, &bytes)?;
/// assert_eq!(point["x"], Value::Int(-3));
/// assert_eq!(point["label"].as_str(), Some("origin"));
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// No value.
    #[default]
    Null,
    /// A truth value.
    Boolean(bool),
    /// A number of 32 bits.
    Int(i32),
    /// A number of 64 bits.
    Long(i64),
    /// An IEEE 754 number of 32 bits.
    Float(f32),
    /// An IEEE 754 number of 64 bits.
    Double(f64),
    /// Any bytes.
    Bytes(Box<[u8]>),
    /// Text.
    String(Text),
    /// Values with names.
    Record(Record),
    /// Values of one type in order.
    Array(Array),
    /// Values of one type by key.
    Map(Map),
    /// One of the symbols of an enum.
    Enum(Symbol),
    /// Bytes of a number that the schema fixes.
    Fixed(Fixed),
}

const _: () = assert!(size_of::<Value>() == 24);

impl Value {
    /// What the specification calls a value of this kind: `"null"`, `"int"`, `"record"` …
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Null => "null",
            Value::Boolean(_) => "boolean",
            Value::Int(_) => "int",
            Value::Long(_) => "long",
            Value::Float(_) => "float",
            Value::Double(_) => "double",
            Value::Bytes(_) => "bytes",
            Value::String(_) => "string",
            Value::Record(_) => "record",
            Value::Array(_) => "array",
            Value::Map(_) => "map",
            Value::Enum(_) => "enum",
            Value::Fixed(_) => "fixed",
        }
    }

    /// Whether this is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// The truth value of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Boolean(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of an int.
    pub fn as_int(&self) -> Option<i32> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of a long or an int.
    pub fn as_long(&self) -> Option<i64> {
        match self {
            Value::Long(value) => Some(*value),
            Value::Int(value) => Some(i64::from(*value)),
            _ => None,
        }
    }

    /// The number of a float.
    pub fn as_float(&self) -> Option<f32> {
        match self {
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The number of a double, a float or an int: all of them are doubles too.
    pub fn as_double(&self) -> Option<f64> {
        match self {
            Value::Double(value) => Some(*value),
            Value::Float(value) => Some(f64::from(*value)),
            Value::Int(value) => Some(f64::from(*value)),
            _ => None,
        }
    }

    /// The text of a string, or the symbol of an enum.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            Value::Enum(symbol) => Some(symbol.as_str()),
            _ => None,
        }
    }

    /// The bytes of bytes or of a fixed.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Value::Bytes(bytes) => Some(bytes),
            Value::Fixed(fixed) => Some(fixed.as_bytes()),
            _ => None,
        }
    }

    /// The record, if it is one.
    pub fn as_record(&self) -> Option<&Record> {
        match self {
            Value::Record(record) => Some(record),
            _ => None,
        }
    }

    /// The array, if it is one.
    pub fn as_array(&self) -> Option<&Array> {
        match self {
            Value::Array(array) => Some(array),
            _ => None,
        }
    }

    /// The map, if it is one.
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The value of a record's field or of a map's key.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Record(record) => record.get(name),
            Value::Map(map) => map.get(name),
            _ => None,
        }
    }
}

/// The value of a record's field or of a map's key.
///
/// # Panics
///
/// If there is none of that name; [`Value::get`] asks first.
impl std::ops::Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        match self.get(name) {
            Some(value) => value,
            None => panic!("{} has no {name:?}", self.type_name()),
        }
    }
}
