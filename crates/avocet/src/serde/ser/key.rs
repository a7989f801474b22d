//! The key of a map → its text: strings, and what is known by its text, such as numbers.

use serde::ser::{Impossible, Serialize, Serializer};

use crate::error::{Error, ErrorKind, Result};

/// Hands the text of a key to a function.
pub(super) struct Key<F>(pub(super) F);

macro_rules! printed {
    ($($method:ident $ty:ty)*) => {$(
        fn $method(self, value: $ty) -> Result<R> {
            Ok((self.0)(&value.to_string()))
        }
    )*};
}

impl<R, F: FnOnce(&str) -> R> Serializer for Key<F> {
    type Ok = R;
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<R> {
        Ok((self.0)(value))
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<R> {
        Ok((self.0)(variant))
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<R> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<R> {
        value.serialize(self)
    }

    printed! {
        serialize_bool bool
        serialize_char char
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_i128 i128
        serialize_u8 u8
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
        serialize_u128 u128
    }

    refuse!(refused: scalars compounds);
}

#[cold]
fn refused(found: &'static str) -> Error {
    Error::new(ErrorKind::Mismatch, "a key that is a text", found)
}
