//! From bytes to a value, driven by a plan.

use super::Value;
use crate::decode::{Budget, read, skip_op};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::wire::Reader;

impl Value {
    /// Decodes the one datum of `schema` that `bytes` hold, under the default [`Limits`].
    ///
    /// It makes a [`Plan`] for that one datum; for more than one, make the plan yourself and keep it.
    ///
    /// # Errors
    ///
    /// As [`Plan::decode_value`].
    pub fn decode(schema: &Schema, bytes: &[u8]) -> Result<Value> {
        Plan::new(schema).decode_value(bytes)
    }
}

impl Plan {
    /// Decodes the one datum that `bytes` hold, under the default [`Limits`].
    ///
    /// # Errors
    ///
    /// `Truncated`, `Malformed` or `Limit` with the byte and the path through the data; `Mismatch` for a value that
    /// the reader's schema has no place for; `TrailingBytes` when the datum ends before `bytes` do.
    #[inline(never)] // in line, what is taken out of the result is copied by halves that overlap, which waits for both
    pub fn decode_value(&self, bytes: &[u8]) -> Result<Value> {
        let mut value = Value::Null;
        self.decode_into(bytes, &mut value)?;
        Ok(value)
    }

    /// Decodes as [`decode_value`](Plan::decode_value) into a value that may hold an earlier one, and uses again
    /// what it can of that one's allocations. After an error the value is some value, but no particular one.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn decode_into(&self, bytes: &[u8], value: &mut Value) -> Result<()> {
        let mut reader = Reader::new(bytes);
        let budget = &mut Budget::new(Limits::DEFAULT, 0);
        match read(self.program(), self.root(), &mut reader, budget, value) {
            Ok(()) => reader.end(),
            Err(error) => Err(self.in_datum(error, &reader)),
        }
    }

    /// Reads one datum; the reader then stands behind it.
    ///
    /// # Errors
    ///
    /// As [`decode_value`](Plan::decode_value), but for trailing bytes.
    pub fn read_value(&self, reader: &mut Reader<'_>, limits: &Limits) -> Result<Value> {
        let mut value = Value::Null;
        self.read_into(reader, limits, &mut value)?;
        Ok(value)
    }

    /// Reads one datum into a value that may hold an earlier one; see [`decode_into`](Plan::decode_into).
    ///
    /// # Errors
    ///
    /// As [`read_value`](Plan::read_value).
    pub fn read_into(&self, reader: &mut Reader<'_>, limits: &Limits, value: &mut Value) -> Result<()> {
        let budget = &mut Budget::new(limits, reader.position());
        let mut ahead = reader.clone(); // lives as short as the plan is borrowed, for defaults are read from there
        match read(self.program(), self.root(), &mut ahead, budget, value) {
            Ok(()) => {
                reader.advance(ahead.position() - reader.position());
                Ok(())
            }
            Err(error) => Err(self.in_datum(error, &ahead)),
        }
    }

    /// Skips one datum without building anything; the reader then stands behind it. Blocks of arrays and maps that
    /// tell their size are jumped over; text is not checked for UTF-8.
    ///
    /// # Errors
    ///
    /// `Truncated`, `Malformed` or `Limit`, with the byte and the path through the data.
    pub fn skip(&self, reader: &mut Reader<'_>, limits: &Limits) -> Result<()> {
        let budget = &mut Budget::new(limits, reader.position());
        let (program, root) = self.as_written();
        let skipped = skip_op(program, root, reader, budget);
        skipped.map_err(|error| self.in_datum(error, reader))
    }

    /// How many bytes the datum takes that `bytes` begin with.
    ///
    /// ```
    /// use avocet::{Plan, Schema};
    ///
    /// let plan = Plan::new(&Schema::parse(r#"{"type": "array", "items": "string"}"#)?);
    /// assert_eq!(plan.measure(&[0x02, 0x04, b'h', b'i', 0x00, 0x55])?, 5);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`skip`](Plan::skip).
    pub fn measure(&self, bytes: &[u8]) -> Result<usize> {
        let mut reader = Reader::new(bytes);
        self.skip(&mut reader, &Limits::default())?;
        Ok(reader.position())
    }

    #[cold]
    pub(super) fn in_datum(&self, error: Error, reader: &Reader<'_>) -> Error {
        let writer = self.writer();
        error.at(reader.position() as u64).in_root(writer.arena().type_name(writer.node_id()))
    }
}
