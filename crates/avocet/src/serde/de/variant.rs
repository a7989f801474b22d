//! A value of some type as the variant of a Rust enum that is named after the type.

use serde::de::{DeserializeSeed, Deserializer as _, EnumAccess, VariantAccess, Visitor};

use super::Deserializer;
use super::fields::Fields;
use super::name::Name;
use crate::error::{Error, ErrorKind, Result};
use crate::plan::op::Op;

/// A variant with its value.
pub(super) struct Variant<'c, 'l, 'de> {
    value: Deserializer<'c, 'l, 'de>,
    name: &'de str,
}

impl<'c, 'l, 'de> Variant<'c, 'l, 'de> {
    pub(super) fn new(value: Deserializer<'c, 'l, 'de>, name: &'de str) -> Self {
        Variant { value: Deserializer { in_union: false, ..value }, name }
    }
}

impl<'c, 'l, 'de> EnumAccess<'de> for Variant<'c, 'l, 'de> {
    type Error = Error;
    type Variant = Deserializer<'c, 'l, 'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self::Variant)> {
        Ok((seed.deserialize(Name(self.name))?, self.value))
    }
}

impl<'de> VariantAccess<'de> for Deserializer<'_, '_, 'de> {
    type Error = Error;

    /// Null or a record without fields; of anything else something would be lost.
    fn unit_variant(self) -> Result<()> {
        match self.op {
            Op::Null => Ok(()),
            Op::Record(id) if self.input.program.records[id as usize].shape.fields.is_empty() => {
                Fields::new(self.input, id)?.end()
            }
            _ => {
                let found = format!("a value of type {}", self.type_name().text());
                Err(Error::new(ErrorKind::Mismatch, "null, for a variant without data", found))
            }
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_struct("", fields, visitor)
    }
}
