//! Your own types through serde: any `Serialize` type and a schema → bytes; bytes and a plan → any `Deserialize` type.
//!
//! ```
//! use avocet::{Plan, Schema};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize, PartialEq, Debug)]
//! struct Bird<'a> {
//!     name: &'a str,
//!     wingspan: Option<u16>,
//! }
//!
//! let schema = Schema::parse(r#"{"type": "record", "name": "Bird", "fields": [
//!     {"name": "name", "type": "string"}, {"name": "wingspan", "type": ["null", "int"]}]}"#)?;
//! let avocet = Bird { name: "avocet", wingspan: Some(78) };
//! let bytes = avocet::serde::to_vec(&schema, &avocet)?;
//!
//! let plan = Plan::new(&schema); // or Plan::resolve(&writer, &reader)?, to be kept
//! assert_eq!(plan.decode::<Bird>(&bytes)?, avocet);
//! # Ok::<(), avocet::Error>(())
//! ```
//!
//! | you have | you want | call |
//! |---|---|---|
//! | a datum and a plan | a value | [`Plan::decode`]; [`Plan::read`] for one of several in a row |
//! | a value and a schema | a datum | [`to_vec`], [`append`] |
//! | a container file | its values | [`container::Reader::deserialize`](crate::container::Reader::deserialize) |
//! | values | a container file | [`container::Writer::serialize`](crate::container::Writer::serialize) |
//! | a seed, a tracing wrapper, a transcoder | the bare interfaces of serde | [`Plan::read_with`], [`append_with`] |
//!
//! # Which Rust type goes with which type of a schema
//!
//! | schema | Rust |
//! |---|---|
//! | null | `()`, unit structs, `None` |
//! | boolean | `bool` |
//! | int, long | every integer type; a value out of range is an error, both ways |
//! | float, double | `f32`, `f64`; a double for an `f32`, or the other way round, only when no digit is lost; integers are written when they are exact |
//! | string | `String`, `&str`, `Cow<str>`, `char`, enums without data by their variants' names |
//! | bytes | `serde_bytes`, `&[u8]`, `Vec<u8>` and `[u8; N]`, these two byte by byte |
//! | fixed | as bytes, of just its size |
//! | enum | enums without data, strings, and any integer type, which is the index of the symbol |
//! | array | sequences; tuples of just as many items |
//! | map | maps; structs; keys that are no strings by their text |
//! | record | structs and maps by their fields' names, in any order; tuples of just as many fields; unit structs if it has none |
//! | union of null and another | `Option`; the other type's rules for what is in it |
//! | any union | what goes with one of its branches; enums with data |
//!
//! Logical types are values of the type below: a decimal is bytes, a timestamp is a long. serde is told that the
//! format is not human-readable, so types such as `Uuid` come as bytes; those that shall be text say so with an
//! attribute such as `#[serde(with = "uuid::serde::simple")]`.
//!
//! # Enums
//!
//! - *Externally tagged*, serde's default. A variant without data is a symbol of an enum. A variant with data is
//!   the branch of a union that it is named after: a record, an enum or a fixed by its name, with or without
//!   namespace; any other by its kind, `Long` or `long`, `Map`, `String`; null is `Null` or `None`, and has no data.
//!   A struct variant is a record or a map, a tuple variant an array or a record. A variant without data that a
//!   branch's enum has as a symbol is written as that symbol. A named type that is no union is treated as a union of
//!   itself alone. Other names need `#[serde(rename = "…")]`, or one of the other representations.
//! - *Internally tagged*: a record with a field for the tag, and one for each field of any variant; see below for those
//!   that a variant does not have. *Adjacently tagged*: a record of two fields, the content's mostly a union.
//! - *Untagged*: the branch that takes the value. In a union of several records it is the one whose name is that of the
//!   struct, else the one that has the fields.
//!
//! No branch is taken on a guess: a value that two would take alike, such as bytes for two fixed of one size, is an error.
//! `Option<Option<T>>` has two ways to be null, so `Some(None)` is an error beneath a union of null and one other type.
//!
//! # Fields that one side does not have
//!
//! Nothing is lost silently when writing: a field of a struct that the record does not have is an error. A field of
//! the record that the struct does not have, or that `skip_serializing_if` leaves out, is written as null if its type
//! takes that, else as its default, else it is an error.
//!
//! When reading, a field of the record that the struct does not have is left out (`deny_unknown_fields` forbids it),
//! and a field that the record does not have is up to serde: `None` for an `Option`, `#[serde(default)]`, or an error.
//! The defaults, aliases and promotions of a reader's schema are those of its [`Plan`].
//!
//! # Borrowing
//!
//! `&str` and `&[u8]` are lent from the input, or from the plan: a default, a symbol, the name of a field stands there.
//! So a type that borrows lives as long as both.

mod de;
mod error;
mod names;
mod ser;

// `::serde` is the crate: this module has its name.
use ::serde::de::DeserializeOwned;
use ::serde::{Deserialize, Serialize};

pub use self::de::Deserializer;
pub use self::ser::Serializer;
use crate::error::Result;
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::wire::Reader;

/// Encodes a value under a schema.
///
/// # Errors
///
/// As [`append`].
pub fn to_vec<T: ?Sized + Serialize>(schema: &Schema, value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    append(schema, value, &mut out)?;
    Ok(out)
}

/// Appends a value, encoded under a schema, to `out`. The [module](self) says what goes with what.
///
/// # Errors
///
/// `Mismatch` with the path when the value does not fit, `Limit` when it is too deep, `Custom` when the type itself
/// fails; `out` is then as it was.
pub fn append<T: ?Sized + Serialize>(schema: &Schema, value: &T, out: &mut Vec<u8>) -> Result<()> {
    ser::append_with(schema, out, |place| value.serialize(place))
}

/// Appends what `write` does with the place of one value; for what is no `Serialize` type.
///
/// # Errors
///
/// As [`append`].
pub fn append_with(
    schema: &Schema,
    out: &mut Vec<u8>,
    write: impl FnOnce(Serializer<'_, '_>) -> Result<()>,
) -> Result<()> {
    ser::append_with(schema, out, write)
}

/// Decodes the one datum of `schema` that `bytes` hold.
///
/// It makes a [`Plan`] for that one datum; for more than one, make the plan yourself and keep it.
///
/// # Errors
///
/// As [`Plan::decode`].
pub fn from_slice<T: DeserializeOwned>(schema: &Schema, bytes: &[u8]) -> Result<T> {
    Plan::new(schema).decode(bytes)
}

/// The float that is the same number as a double; any NaN is one.
fn as_float(value: f64) -> Option<f32> {
    let float = value as f32;
    (value.is_nan() || f64::from(float).to_bits() == value.to_bits()).then_some(float)
}

/// The examples of the page about serde compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../../docs/serde.md")]
struct Page;

/// Types of serde.
impl Plan {
    /// Decodes the one datum that `bytes` hold, under the default [`Limits`]. The module [`serde`](crate::serde) says
    /// what goes with what.
    ///
    /// # Errors
    ///
    /// As [`decode_value`](Plan::decode_value); `Mismatch` or `Custom` also for what the type refuses.
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, bytes: &'a [u8]) -> Result<T> {
        let mut reader = Reader::new(bytes);
        let value = de::read(self, &mut reader, Limits::DEFAULT);
        // In place, for a large type is not moved for nothing.
        if value.is_ok()
            && let Err(error) = reader.end()
        {
            return Err(error);
        }
        value
    }

    /// Reads one datum; the reader then stands behind it, and after an error where it stood.
    ///
    /// # Errors
    ///
    /// As [`decode`](Plan::decode), but for trailing bytes.
    pub fn read<'a, 'r: 'a, T: Deserialize<'a>>(
        &'a self,
        reader: &mut Reader<'r>,
        limits: &Limits,
    ) -> Result<T> {
        de::read(self, reader, limits)
    }

    /// Reads one datum with `read`, which gets serde's deserializer; for what is no `Deserialize` type.
    ///
    /// ```
    /// use avocet::wire::Reader;
    /// use avocet::{Limits, Plan, Schema};
    /// use serde::de::{Deserialize, IgnoredAny};
    ///
    /// let plan = Plan::new(&Schema::parse(r#"{"type": "map", "values": "int"}"#)?);
    /// let mut reader = Reader::new(&[0x02, 0x02, b'k', 0x0e, 0x00, 0x55]);
    /// plan.read_with(&mut reader, &Limits::default(), |datum| IgnoredAny::deserialize(datum))?;
    /// assert_eq!(reader.position(), 5);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`read`](Plan::read).
    pub fn read_with<'a, 'r: 'a, T>(
        &'a self,
        reader: &mut Reader<'r>,
        limits: &Limits,
        read: impl FnOnce(Deserializer<'_, '_, 'a>) -> Result<T>,
    ) -> Result<T> {
        de::read_with(self, reader, limits, read)
    }
}
