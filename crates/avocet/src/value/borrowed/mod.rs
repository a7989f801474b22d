//! Values that borrow: the bytes of a datum in, a value that points into them out.
//!
//! [`ValueRef`] is the twin of [`Value`] for data that is looked at and dropped before its bytes: strings, bytes and
//! the keys of maps stay where they are, names stay in the plan.

mod target;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use thin_vec::ThinVec;

use super::{Array, Value, array::Items, map, named, record};
use super::{accessors, index_by_name};
use crate::decode::{Budget, read};
use crate::error::Result;
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::name::Name;
use crate::schema::shape::{EnumShape, FixedShape, RecordShape};
use crate::wire::Reader;

/// Any value of Avro, borrowed from the bytes that it was decoded from and from the plan that decoded it.
///
/// ```
/// use avocet::{Plan, Schema, ValueRef};
///
/// let plan = Plan::new(&Schema::parse(r#"{"type": "map", "values": "string"}"#)?);
/// let bytes = [0x02, 0x02, b'k', 0x06, b'a', b'd', b'a', 0x00];
/// let map = plan.decode_ref(&bytes)?;
/// assert_eq!(map["k"], ValueRef::String("ada"));
/// assert_eq!(map.into_owned(), plan.decode_value(&bytes)?);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ValueRef<'a> {
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
    /// Any bytes; owned only when resolution made them, such as a decimal of another scale.
    Bytes(Cow<'a, [u8]>),
    /// Text.
    String(&'a str),
    /// Values with names.
    Record(Record<'a>),
    /// Values of one type in order.
    Array(Array<ValueRef<'a>>),
    /// Values of one type by key.
    Map(map::Map<&'a str, ValueRef<'a>>),
    /// One of the symbols of an enum.
    Enum(Symbol<'a>),
    /// Bytes of a number that the schema fixes.
    Fixed(Fixed<'a>),
}

const _: () = assert!(size_of::<ValueRef<'_>>() == 32);

impl<'a> ValueRef<'a> {
    accessors!(Record<'a>, Array<ValueRef<'a>>, map::Map<&'a str, ValueRef<'a>>);

    /// The text of a string, or the symbol of an enum.
    pub fn as_str(&self) -> Option<&'a str> {
        match self {
            ValueRef::String(text) => Some(text),
            ValueRef::Enum(symbol) => Some(symbol.as_str()),
            _ => None,
        }
    }

    /// The same value with everything in it copied, so that it outlives bytes and plan.
    pub fn into_owned(self) -> Value {
        match self {
            ValueRef::Null => Value::Null,
            ValueRef::Boolean(value) => Value::Boolean(value),
            ValueRef::Int(value) => Value::Int(value),
            ValueRef::Long(value) => Value::Long(value),
            ValueRef::Float(value) => Value::Float(value),
            ValueRef::Double(value) => Value::Double(value),
            ValueRef::Bytes(bytes) => Value::Bytes(bytes.into()),
            ValueRef::String(text) => Value::String(text.into()),
            ValueRef::Record(record) => record.into_owned().into(),
            ValueRef::Array(array) => array.into_owned().into(),
            ValueRef::Map(map) => map.into_owned().into(),
            ValueRef::Enum(symbol) => symbol.into_owned().into(),
            ValueRef::Fixed(fixed) => fixed.into_owned().into(),
        }
    }
}

index_by_name!(ValueRef<'_>);

impl Plan {
    /// Decodes the one datum that `bytes` hold into a value that borrows from them and from the plan, under the
    /// default [`Limits`].
    ///
    /// # Errors
    ///
    /// As [`decode_value`](Plan::decode_value).
    pub fn decode_ref<'a>(&'a self, bytes: &'a [u8]) -> Result<ValueRef<'a>> {
        let mut value = ValueRef::Null;
        self.decode_ref_into(bytes, &mut value)?;
        Ok(value)
    }

    /// Decodes as [`decode_ref`](Plan::decode_ref) into a value that may hold an earlier one of bytes that are still
    /// there, such as the datum before in the same buffer, and uses again what it can of that one's allocations. After
    /// an error the value is some value, but no particular one.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn decode_ref_into<'a>(&'a self, bytes: &'a [u8], value: &mut ValueRef<'a>) -> Result<()> {
        let mut reader = Reader::new(bytes);
        self.read_ref_into(&mut reader, &Limits::default(), value)?;
        reader.end()
    }

    /// Reads one datum into a value that may hold an earlier one; the reader then stands behind it.
    ///
    /// # Errors
    ///
    /// As [`decode_value`](Plan::decode_value), but for trailing bytes.
    pub fn read_ref_into<'a>(
        &'a self,
        reader: &mut Reader<'a>,
        limits: &Limits,
        value: &mut ValueRef<'a>,
    ) -> Result<()> {
        let budget = &mut Budget::new(limits, reader.position());
        let done = read(self.program(), self.root(), reader, budget, value);
        done.map_err(|error| self.in_datum(error, reader))
    }
}

/// The values of a record, in the order of its schema's fields.
#[derive(Clone)]
pub struct Record<'a> {
    shape: &'a Arc<RecordShape>,
    values: ThinVec<ValueRef<'a>>,
}

impl<'a> Record<'a> {
    /// The full name of the record's schema.
    pub fn fullname(&self) -> Option<&'a str> {
        self.shape.name.as_ref().map(Name::full)
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no field.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The value of a field.
    pub fn get(&self, field: &str) -> Option<&ValueRef<'a>> {
        self.shape.position(field).map(|position| &self.values[position])
    }

    /// The values, in the order of the fields.
    pub fn values(&self) -> &[ValueRef<'a>] {
        &self.values
    }

    /// The names and values, in the order of the fields.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&'a str, &ValueRef<'a>)> {
        self.shape.fields.iter().map(|name| &**name).zip(&self.values)
    }

    fn into_owned(mut self) -> record::Record {
        let values = std::mem::take(&mut self.values).into_iter().map(ValueRef::into_owned).collect();
        record::Record::of_shape(Arc::clone(self.shape), values)
    }
}

/// As for owned records: most values have nothing to drop.
impl Drop for Record<'_> {
    #[inline]
    fn drop(&mut self) {
        for value in self.values.drain(..) {
            if value.is_plain() {
                std::mem::forget(value);
            }
        }
    }
}

/// Same name, and same fields with same values.
impl PartialEq for Record<'_> {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(self.shape, other.shape) || self.shape == other.shape) && self.values == other.values
    }
}

impl fmt::Debug for Record<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct(self.fullname().unwrap_or("Record"));
        for (name, value) in self.fields() {
            debug.field(name, value);
        }
        debug.finish()
    }
}

impl Array<ValueRef<'_>> {
    fn into_owned(self) -> Array {
        Array(match self.0 {
            Items::Values(items) => Items::Values(items.into_iter().map(ValueRef::into_owned).collect()),
            Items::Booleans(items) => Items::Booleans(items),
            Items::Ints(items) => Items::Ints(items),
            Items::Longs(items) => Items::Longs(items),
            Items::Floats(items) => Items::Floats(items),
            Items::Doubles(items) => Items::Doubles(items),
        })
    }
}

impl<'a> map::Map<&'a str, ValueRef<'a>> {
    fn into_owned(self) -> map::Map {
        self.into_entries().map(|(key, value)| (key, value.into_owned())).collect()
    }
}

/// One of the symbols of an enum.
#[derive(Clone, Copy)]
pub struct Symbol<'a> {
    shape: &'a Arc<EnumShape>,
    index: u32,
}

impl<'a> Symbol<'a> {
    /// The symbol's text.
    pub fn as_str(self) -> &'a str {
        &self.shape.symbols[self.index as usize]
    }

    /// The symbol's position in the schema, from 0.
    pub fn index(self) -> usize {
        self.index as usize
    }

    /// The full name of the enum.
    pub fn fullname(self) -> &'a str {
        self.shape.name.full()
    }

    fn into_owned(self) -> named::Symbol {
        named::Symbol::of_shape(Arc::clone(self.shape), self.index)
    }
}

impl PartialEq for Symbol<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() && self.fullname() == other.fullname()
    }
}

impl fmt::Debug for Symbol<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The bytes of a fixed.
#[derive(Clone)]
pub struct Fixed<'a> {
    shape: &'a Arc<FixedShape>,
    bytes: Cow<'a, [u8]>,
}

impl<'a> Fixed<'a> {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The full name of the fixed.
    pub fn fullname(&self) -> &'a str {
        self.shape.name.full()
    }

    fn into_owned(self) -> named::Fixed {
        named::Fixed::of_shape(Arc::clone(self.shape), &self.bytes)
    }
}

impl PartialEq for Fixed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes && self.fullname() == other.fullname()
    }
}

impl fmt::Debug for Fixed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.bytes, f)
    }
}

/// Conversions of what an array of primitives holds.
macro_rules! from_primitives {
    ($($primitive:ty => $variant:ident),*) => {$(
        impl From<$primitive> for ValueRef<'_> {
            fn from(value: $primitive) -> Self {
                ValueRef::$variant(value)
            }
        }
    )*};
}

from_primitives!(bool => Boolean, i32 => Int, i64 => Long, f32 => Float, f64 => Double);
