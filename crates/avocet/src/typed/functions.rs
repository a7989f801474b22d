//! One value ⇄ its bytes, under the type's own schema or the writer's.

use std::io::{Read, Write};
use std::marker::PhantomData;

use super::input::Input;
use super::output::Output;
use super::resolution::Resolution;
use super::traits::{Avro, Decode, DecodeOwned, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::wire;

/// Encodes a value under its type's schema.
///
/// # Errors
///
/// `Mismatch` with the path when a field cannot be written exactly, `Limit` when the value nests too deeply.
pub fn to_vec<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    append(value, &mut bytes)?;
    Ok(bytes)
}

/// Writes a value, encoded under its type's schema, in one piece.
///
/// # Errors
///
/// As [`to_vec`], and `Io` when writing fails.
pub fn to_writer<T: Encode + ?Sized>(value: &T, mut writer: impl Write) -> Result<()> {
    let bytes = to_vec(value)?;
    writer.write_all(&bytes).map_err(|error| Error::io("a writable output", error))
}

/// Appends a value, encoded under its type's schema, to `bytes`, which after an error are as they were.
///
/// # Errors
///
/// As [`to_vec`].
#[inline]
pub fn append<T: Encode + ?Sized>(value: &T, bytes: &mut Vec<u8>) -> Result<()> {
    let start = bytes.len();
    let mut output = Output::new(std::mem::take(bytes), Limits::DEFAULT);
    let written = value.encode(&mut output);
    *bytes = output.bytes;
    match written {
        Ok(()) => Ok(()),
        Err(error) => {
            bytes.truncate(start);
            Err(in_datum::<T>(error))
        }
    }
}

/// Decodes the one datum of the type's schema that `bytes` hold, under the default [`Limits`]. The value may borrow
/// from `bytes`.
///
/// # Errors
///
/// `Truncated`, `Malformed` or `Limit` with the byte and the path through the data; `Mismatch` for a value that the
/// type has no place for; `TrailingBytes` when the datum ends before `bytes` do.
pub fn from_slice<'a, T: Decode<'a>>(bytes: &'a [u8]) -> Result<T> {
    let mut reader = wire::Reader::new(bytes);
    let value = read(&mut reader, Limits::DEFAULT, None)?;
    end(&reader)?;
    Ok(value)
}

/// Decodes the one datum that is left of a stream; see [`from_slice`].
///
/// # Errors
///
/// As [`from_slice`], and `Io` when reading fails.
pub fn from_reader<T: DecodeOwned>(mut reader: impl Read) -> Result<T> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|error| Error::io("a readable input", error))?;
    from_slice(&bytes)
}

/// Decodes the one datum of `writer`'s schema that `bytes` hold as a value of the type's own.
///
/// It makes a [`Decoder`] for that one datum; for more than one, or to borrow from the bytes, make it yourself.
///
/// # Errors
///
/// As [`Decoder::new`] and [`Decoder::decode`].
pub fn from_slice_with<T: DecodeOwned>(bytes: &[u8], writer: &Schema) -> Result<T> {
    Decoder::new(writer)?.decode(bytes)
}

/// Reads data of a writer's schema as values of `T`: by `T`'s own code where the two agree, by a plan elsewhere.
///
/// Cheap to share, and made to be kept: making one costs about as much as parsing the schemas.
///
/// ```
/// use avocet::{Avro, Decoder, Schema};
///
/// #[derive(Avro, Debug, PartialEq)]
/// struct Bird<'a> {
///     wingspan: Option<i64>,
///     name: &'a str,
/// }
///
/// let writer = Schema::parse(r#"{"type": "record", "name": "Bird", "fields": [
///     {"name": "name", "type": "string"}, {"name": "legs", "type": "int"}]}"#)?;
/// let decoder = Decoder::<Bird>::new(&writer)?;
/// assert_eq!(decoder.decode(b"\x0cavocet\x04")?, Bird { wingspan: None, name: "avocet" });
/// # Ok::<(), avocet::Error>(())
/// ```
pub struct Decoder<T> {
    resolution: Resolution,
    /// Whether the writer's bytes are as `T`'s own throughout.
    direct: bool,
    limits: Limits,
    marker: PhantomData<fn() -> T>,
}

impl<T: Avro> Decoder<T> {
    /// For data of a writer's schema, under the default [`Limits`].
    ///
    /// # Errors
    ///
    /// `Resolution`, with all reasons, when no value of the writer's fits the type.
    pub fn new(writer: &Schema) -> Result<Self> {
        Self::with_limits(writer, Limits::default())
    }

    /// For data of a writer's schema, under limits of your own.
    ///
    /// # Errors
    ///
    /// As [`new`](Decoder::new).
    pub fn with_limits(writer: &Schema, limits: Limits) -> Result<Self> {
        let resolution = Resolution::new(writer, T::schema())?;
        let direct = resolution.is_all_direct();
        Ok(Decoder { resolution, direct, limits, marker: PhantomData })
    }

    /// Decodes the one datum that `bytes` hold. The value may borrow from `bytes` and, for defaults, from the decoder.
    ///
    /// # Errors
    ///
    /// As [`from_slice`].
    pub fn decode<'a>(&'a self, bytes: &'a [u8]) -> Result<T>
    where
        T: Decode<'a>,
    {
        let mut reader = wire::Reader::new(bytes);
        let value = self.read(&mut reader)?;
        end(&reader)?;
        Ok(value)
    }

    /// Reads one datum; the reader then stands behind it.
    ///
    /// # Errors
    ///
    /// As [`from_slice`], but for trailing bytes.
    #[inline]
    pub fn read<'a>(&'a self, reader: &mut wire::Reader<'a>) -> Result<T>
    where
        T: Decode<'a>,
    {
        read(reader, &self.limits, if self.direct { None } else { Some(&self.resolution) })
    }

    /// Reads one datum as a value that borrows nothing; the reader then stands behind it.
    ///
    /// # Errors
    ///
    /// As [`read`](Decoder::read).
    #[inline]
    pub fn read_owned(&self, reader: &mut wire::Reader<'_>) -> Result<T>
    where
        T: DecodeOwned,
    {
        // The copy lives as short as the decoder is borrowed, for defaults are read from there.
        let mut ahead = reader.clone();
        let value = self.read(&mut ahead)?;
        reader.advance(ahead.position() - reader.position());
        Ok(value)
    }

    /// The schema that the data was written with.
    pub fn writer(&self) -> &Schema {
        self.resolution.plan().writer()
    }
}

impl<T> std::fmt::Debug for Decoder<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Decoder")
            .field("plan", self.resolution.plan())
            .field("direct", &self.direct)
            .finish_non_exhaustive()
    }
}

#[inline]
fn read<'a, T: Decode<'a>>(
    reader: &mut wire::Reader<'a>,
    limits: &Limits,
    resolution: Option<&'a Resolution>,
) -> Result<T> {
    let mut input = Input::new(reader.clone(), limits, resolution);
    let value = match resolution {
        None => T::decode(&mut input),
        Some(resolution) => input.resolve::<super::adapter::Same, T>(resolution.root()),
    };
    match value {
        Ok(value) => {
            *reader = input.reader;
            Ok(value)
        }
        Err(error) => Err(in_datum::<T>(error.at(input.position() as u64))),
    }
}

/// Whether bytes of `writer` are bytes of `reader` too, so that whoever reads the one reads the other.
pub(crate) fn is_direct(writer: &Schema, reader: &Schema) -> bool {
    Resolution::new(writer, reader).is_ok_and(|resolution| resolution.is_all_direct())
}

/// Names the outermost type of an error's path.
#[cold]
#[inline(never)]
fn in_datum<T: Avro + ?Sized>(error: Error) -> Error {
    error.in_root(T::schema().root().branch_name())
}

#[inline]
fn end(reader: &wire::Reader<'_>) -> Result<()> {
    if reader.is_empty() { Ok(()) } else { Err(trailing(reader)) }
}

#[cold]
#[inline(never)]
fn trailing(reader: &wire::Reader<'_>) -> Error {
    let found = match reader.remaining() {
        1 => "1 more bytes".to_owned(),
        more => format!("{more} more bytes"),
    };
    Error::new(ErrorKind::TrailingBytes, "the end of the input", found).at(reader.position() as u64)
}
