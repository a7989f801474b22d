//! Types of serde.
mod de;
mod error;
mod names;
mod ser;

pub use de::Deserializer;
pub use ser::Serializer;
use ::serde::{Deserialize, Serialize};
use ::serde::de::DeserializeOwned;

use crate::error::Result;
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::wire::Reader;

/// to_vec
pub fn to_vec<T: Serialize + ?Sized>(schema: &Schema, value: &T) -> Result<Vec<u8>> {
    let mut out = Vec::new();
    append(schema, value, &mut out)?;
    Ok(out)
}
/// append
pub fn append<T: Serialize + ?Sized>(schema: &Schema, value: &T, out: &mut Vec<u8>) -> Result<()> {
    ser::append_with(schema, out, |place| value.serialize(place))
}
/// append_with
pub fn append_with(schema: &Schema, out: &mut Vec<u8>, write: impl FnOnce(Serializer<'_, '_>) -> Result<()>) -> Result<()> {
    ser::append_with(schema, out, write)
}
/// from_slice
pub fn from_slice<T: DeserializeOwned>(schema: &Schema, bytes: &[u8]) -> Result<T> {
    Plan::new(schema).decode(bytes)
}

impl Plan {
    /// decode
    pub fn decode<'a, T: Deserialize<'a>>(&'a self, bytes: &'a [u8]) -> Result<T> {
        let mut reader = Reader::new(bytes);
        let value = self.read(&mut reader, &Limits::DEFAULT)?;
        reader.end()?;
        Ok(value)
    }
    /// read
    pub fn read<'a, 'r: 'a, T: Deserialize<'a>>(&'a self, reader: &mut Reader<'r>, limits: &Limits) -> Result<T> {
        de::read(self, reader, limits)
    }
    /// read_with
    pub fn read_with<'a, 'r: 'a, T>(&'a self, reader: &mut Reader<'r>, limits: &Limits, read: impl FnOnce(Deserializer<'_, '_, 'a>) -> Result<T>) -> Result<T> {
        de::read_with(self, reader, limits, read)
    }
}
