//! Bytes one by one, for types that do not know them in one piece, such as `Vec<u8>` and `[u8; 16]`.

use std::slice;

use serde::de::value::U8Deserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, SeqAccess, Visitor};

use super::placed;
use crate::error::{Error, ErrorKind, Result};

/// The bytes that are left.
pub(super) struct Bytes<'a>(slice::Iter<'a, u8>);

impl<'a> Bytes<'a> {
    /// Gives all of `bytes`, which end before `position`, to a visitor.
    pub(super) fn visit<'de, V: Visitor<'de>>(
        bytes: &'a [u8],
        position: usize,
        visitor: V,
    ) -> Result<V::Value> {
        let mut bytes = Bytes(bytes.iter());
        let value = placed(visitor.visit_seq(&mut bytes), position)?;
        match bytes.0.len() {
            0 => Ok(value),
            left => {
                let expected = "a type that takes all bytes";
                Err(Error::new(ErrorKind::Mismatch, expected, format!("one that leaves {left}"))
                    .at(position as u64))
            }
        }
    }
}

impl<'de> SeqAccess<'de> for Bytes<'_> {
    type Error = Error;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        match self.0.next() {
            Some(byte) => {
                let byte: U8Deserializer<Error> = byte.into_deserializer();
                seed.deserialize(byte).map(Some)
            }
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}
