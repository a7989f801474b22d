//! What a value of a named type has to know of its schema: the names. Shared by the schema and all its values.

use super::name::Name;

/// The names of a record and of its fields, in schema order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RecordShape {
    /// `None` for records that were made in code, without a schema.
    pub(crate) name: Option<Name>,
    pub(crate) fields: Box<[Box<str>]>,
}

impl RecordShape {
    /// The position of a field.
    pub(crate) fn position(&self, field: &str) -> Option<usize> {
        self.fields.iter().position(|name| **name == *field)
    }
}

/// The names of an enum and of its symbols, in schema order.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EnumShape {
    pub(crate) name: Name,
    pub(crate) symbols: Box<[Box<str>]>,
}

/// The name and size of a fixed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FixedShape {
    pub(crate) name: Name,
    pub(crate) size: usize,
}
