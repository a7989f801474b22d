//! An item of a sequence that is written as bytes: a number from 0 to 255.

use serde::ser::{Impossible, Serialize, Serializer};

use crate::error::{Error, ErrorKind, Result};

/// Appends a byte.
pub(super) struct Byte<'a>(pub(super) &'a mut Vec<u8>);

macro_rules! narrowed {
    ($($method:ident $ty:ty)*) => {$(
        #[inline]
        fn $method(self, value: $ty) -> Result<()> {
            match u8::try_from(value) {
                Ok(byte) => self.0.push(byte),
                Err(_) => return Err(refused(&format!("{value}"))),
            }
            Ok(())
        }
    )*};
}

impl Serializer for Byte<'_> {
    type Ok = ();
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Result<()> {
        self.0.push(value);
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, _: &T) -> Result<()> {
        Err(refused("an option"))
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    narrowed! {
        serialize_i8 i8
        serialize_i16 i16
        serialize_i32 i32
        serialize_i64 i64
        serialize_i128 i128
        serialize_u16 u16
        serialize_u32 u32
        serialize_u64 u64
        serialize_u128 u128
    }

    refuse!(refused: scalars texts compounds);
}

#[cold]
fn refused(found: &str) -> Error {
    Error::new(ErrorKind::Mismatch, "a byte from 0 to 255", found.to_owned())
}
