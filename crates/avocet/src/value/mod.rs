//! Run-time values: any datum of any schema, in and out of bytes.
//!
//! A [`Value`] is 24 bytes. Primitives stand in it, strings of up to 24 bytes too; a record is one slice of values
//! that shares its names with the schema; arrays of booleans and numbers are stored as just those. Unions leave no
//! trace: a value's own type, and for records, enums and fixed its name, tells the branch, since no union holds
//! two of a kind.

mod access;
mod array;
pub mod borrowed;
mod convert;
mod decode;
mod display;
mod infer;
mod logical;
mod macros;
mod map;
mod named;
mod record;
pub(crate) mod rules;
mod target;
#[cfg(test)]
mod tests;
mod text;
mod validate;
mod write;

use access::{accessors, index_by_name};
pub use array::Array;
pub use borrowed::ValueRef;
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
    accessors!(Record, Array, Map);

    /// The text of a string, or the symbol of an enum.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            Value::Enum(symbol) => Some(symbol.as_str()),
            _ => None,
        }
    }
}

index_by_name!(Value);
