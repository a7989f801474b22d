//! Records: a row of values that shares its names with the schema.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use thin_vec::ThinVec;

use super::Value;
use crate::schema::name::Name;
use crate::schema::shape::RecordShape;

/// The values of a record, in the order of its schema's fields.
///
/// ```
/// let point = avocet::record! { "x": 1, "y": 2 };
/// let record = point.as_record().unwrap();
/// assert_eq!(record["y"].as_int(), Some(2));
/// assert_eq!(record[0].as_int(), Some(1));
/// assert_eq!(record.fields().map(|(name, _)| name).collect::<Vec<_>>(), ["x", "y"]);
/// ```
#[derive(Clone)]
pub struct Record {
    shape: Arc<RecordShape>,
    values: ThinVec<Value>,
}

impl Record {
    /// A record without a schema; it is written under any schema of a record with these fields, in any order.
    ///
    /// When a name comes twice, the later value stays.
    pub fn new<N: Into<Box<str>>, V: Into<Value>>(fields: impl IntoIterator<Item = (N, V)>) -> Self {
        let mut names: Vec<Box<str>> = Vec::new();
        let mut values = ThinVec::new();
        for (name, value) in fields {
            let name = name.into();
            if let Some(position) = names.iter().position(|known| *known == name) {
                values[position] = value.into();
            } else {
                names.push(name);
                values.push(value.into());
            }
        }
        Record { shape: Arc::new(RecordShape { name: None, fields: names.into() }), values }
    }

    /// A record of a schema's shape; there is a value for each field.
    #[inline]
    pub(crate) fn of_shape(shape: Arc<RecordShape>, values: ThinVec<Value>) -> Self {
        debug_assert_eq!(shape.fields.len(), values.len());
        Record { shape, values }
    }

    pub(crate) fn shape(&self) -> &Arc<RecordShape> {
        &self.shape
    }

    pub(super) fn values_mut(&mut self) -> &mut [Value] {
        &mut self.values
    }

    /// The full name of the record's schema; `None` when it was made without one.
    pub fn fullname(&self) -> Option<&str> {
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
    pub fn get(&self, field: &str) -> Option<&Value> {
        self.shape.position(field).map(|position| &self.values[position])
    }

    /// The value of a field, to change it.
    pub fn get_mut(&mut self, field: &str) -> Option<&mut Value> {
        self.shape.position(field).map(|position| &mut self.values[position])
    }

    /// The values, in the order of the fields.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The names and values, in the order of the fields.
    pub fn fields(&self) -> impl ExactSizeIterator<Item = (&str, &Value)> {
        self.shape.fields.iter().map(|name| &**name).zip(&self.values)
    }
}

/// Drops the values that own something. The others are most, and dropping them one by one costs as much as reading them.
impl Drop for Record {
    #[inline]
    fn drop(&mut self) {
        for value in self.values.drain(..) {
            if value.is_plain() {
                std::mem::forget(value);
            }
        }
    }
}

/// Same fields with same values, and the same name where both have one; the order does not matter.
impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.shape, &other.shape) {
            return self.values == other.values;
        }
        let same_name = match (self.fullname(), other.fullname()) {
            (Some(left), Some(right)) => left == right,
            _ => true,
        };
        same_name
            && self.len() == other.len()
            && self.fields().all(|(name, value)| other.get(name).is_some_and(|theirs| theirs == value))
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct(self.fullname().unwrap_or("Record"));
        for (name, value) in self.fields() {
            debug.field(name, value);
        }
        debug.finish()
    }
}

/// The value of the field at a position; panics when there is none.
impl Index<usize> for Record {
    type Output = Value;

    fn index(&self, position: usize) -> &Value {
        &self.values[position]
    }
}

/// The value of the field at a position; panics when there is none.
impl IndexMut<usize> for Record {
    fn index_mut(&mut self, position: usize) -> &mut Value {
        &mut self.values[position]
    }
}

/// The value of a field; panics when there is none of that name.
impl Index<&str> for Record {
    type Output = Value;

    fn index(&self, field: &str) -> &Value {
        match self.get(field) {
            Some(value) => value,
            None => panic!("record has no field {field:?}"),
        }
    }
}
