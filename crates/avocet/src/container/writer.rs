//! From values to a container file, block by block.

use std::any::TypeId;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::codec::{Codec, Compress};
use super::header;
use super::marker::SyncMarker;
use crate::convert::same_bytes;
use crate::error::{Error, ErrorKind, Result};
use crate::schema::Schema;
use crate::typed::{self, Avro, Encode};
use crate::value::Value;

/// Writes an object container file: the header at once, objects as blocks of some tens of kilobytes.
///
/// Blocks are written whole, so the output needs no buffer of its own.
///
/// Call [`finish`](Writer::finish) at the end. A writer that is dropped instead writes what it still has, too, but
/// then nobody learns whether that worked.
///
/// ```
/// use avocet::container::Writer;
/// use avocet::{Schema, Value};
///
/// let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""long""#)?)?;
/// writer.append(&Value::Long(1 << 40))?;
/// let file = writer.finish()?;
/// assert_eq!(file[..4], *b"Obj\x01");
/// # Ok::<(), avocet::Error>(())
/// ```
pub struct Writer<W: Write> {
    /// None once the writer is finished.
    output: Option<W>,
    schema: Schema,
    marker: SyncMarker,
    block_size: usize,
    /// Room for the head of a block, then the objects that were not written yet.
    objects: Vec<u8>,
    /// Where the last whole object ends in `objects`; what an encoder that failed left behind it is none.
    end: usize,
    /// The number of objects in `objects`.
    count: u64,
    compressor: Option<Box<dyn Compress>>,
    /// Room for the head of a block, then its data.
    compressed: Vec<u8>,
    /// Whether the output failed, so that nobody knows what of a block it has.
    failed: bool,
    /// The type that is known to have the file's schema.
    checked: Option<TypeId>,
}

/// The most objects of a block, so that objects of no bytes come in blocks that readers accept.
const MAX_OBJECTS: u64 = 65_536;

/// Bytes by which a compressed block may be longer than its objects.
const SLACK: usize = 64;

/// Bytes of objects that make a block, unless said otherwise.
const BLOCK_SIZE: usize = 64 << 10;

/// Why a writer has an output.
const UNFINISHED: &str = "a writer has its output until it is finished";

/// Room in front of a block's data for its head: two varints of at most ten bytes.
const HEAD: usize = 20;

impl Writer<File> {
    /// Creates a file, or empties it when it exists, and writes a header: codec null, no metadata of its own.
    pub fn create(path: impl AsRef<Path>, schema: &Schema) -> Result<Self> {
        Self::builder().create(path, schema)
    }

    /// Options for a writer.
    pub fn builder() -> WriterBuilder {
        WriterBuilder::default()
    }
}

impl<W: Write> Writer<W> {
    /// Writes a header to `output`: codec null, no metadata of its own.
    pub fn new(output: W, schema: &Schema) -> Result<Self> {
        WriterBuilder::default().build(output, schema)
    }

    /// Writes a header to `output` for values of a type that derives [`Avro`](crate::Avro); see
    /// [`append_record`](Writer::append_record).
    pub fn of<T: Avro>(output: W) -> Result<Self> {
        Self::new(output, T::schema())
    }

    /// Appends a value.
    ///
    /// # Errors
    ///
    /// When the value does not fit the schema; it leaves nothing in the file then, and others can follow. When the
    /// output or the codec fails, which concerns the values of the whole block; nothing can follow then.
    pub fn append(&mut self, value: &Value) -> Result<()> {
        self.append_object(|schema, out| value.write(schema, out))
    }

    /// Appends a value of a type of serde.
    ///
    /// # Errors
    ///
    /// As [`append`](Writer::append).
    #[cfg(feature = "serde")]
    pub fn serialize<T: ?Sized + serde::Serialize>(&mut self, value: &T) -> Result<()> {
        self.append_object(|schema, out| crate::serde::append(schema, value, out))
    }

    /// Appends a value of a type that derives [`Avro`](crate::Avro) and has the schema of the file; for types of
    /// other schemas there is [`Encoder`](crate::Encoder).
    ///
    /// # Errors
    ///
    /// `Mismatch` when the type's schema is not that of the file; otherwise as [`append`](Writer::append).
    #[inline]
    pub fn append_record<T: Encode + ?Sized>(&mut self, value: &T) -> Result<()> {
        let id = typeid::of::<T>();
        if self.checked != Some(id) {
            if !same_bytes::<T>(&self.schema) {
                return Err(other_schema::<T>(&self.schema));
            }
            self.checked = Some(id);
        }
        self.append_object(|_, out| typed::append(value, out))
    }

    /// Appends the object that `encode` appends to the buffer it gets. It must append exactly one object of the
    /// writer's schema, and leave alone the bytes that are there.
    ///
    /// ```
    /// # use avocet::Schema;
    /// # use avocet::container::Writer;
    /// use avocet::wire::writer::write_long;
    ///
    /// let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""long""#)?)?;
    /// writer.append_with(|out| {
    ///     write_long(out, 1 << 40);
    ///     Ok(())
    /// })?;
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of `encode`, which leave nothing in the file; those of output and codec, as for
    /// [`append`](Writer::append).
    ///
    /// # Panics
    ///
    /// If `encode` leaves the buffer shorter than it was. Nothing more is written then.
    #[inline]
    pub fn append_with(&mut self, encode: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
        self.append_object(|_, out| encode(out))
    }

    /// Ends the block that was begun, if any, and flushes the output: what was appended so far can be read.
    pub fn flush(&mut self) -> Result<()> {
        self.check_usable()?;
        self.write_block()?;
        let flushed = self.output().flush();
        flushed.map_err(|error| self.fail(error))
    }

    /// Writes what is left, flushes the output and returns it.
    #[expect(clippy::missing_panics_doc, reason = "the output is there until this takes it")]
    pub fn finish(mut self) -> Result<W> {
        self.flush()?;
        Ok(self.output.take().expect(UNFINISHED))
    }

    /// The schema of the objects.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The sync marker of the file.
    pub fn sync_marker(&self) -> SyncMarker {
        self.marker
    }

    #[inline]
    fn append_object(&mut self, encode: impl FnOnce(&Schema, &mut Vec<u8>) -> Result<()>) -> Result<()> {
        self.check_usable()?;
        // An encoder that failed or panicked may have left something behind.
        self.objects.truncate(self.end);
        let encoded = encode(&self.schema, &mut self.objects);
        if self.objects.len() < self.end {
            self.failed = true;
            panic!("an encoder took away bytes of other objects");
        }
        encoded?;
        self.end = self.objects.len();
        self.count += 1;
        if self.end - HEAD >= self.block_size || self.count >= MAX_OBJECTS {
            self.write_block()?;
        }
        Ok(())
    }

    fn output(&mut self) -> &mut W {
        self.output.as_mut().expect(UNFINISHED)
    }

    /// Writes the objects that were not written yet as a block; none make none.
    fn write_block(&mut self) -> Result<()> {
        if self.count == 0 {
            return Ok(());
        }
        self.objects.truncate(self.end);
        let buffer = match &mut self.compressor {
            None => &mut self.objects,
            Some(compressor) => {
                self.compressed.clear();
                // Room at once for any block as large as the objects may grow, were it not to become smaller.
                self.compressed.reserve(self.objects.capacity() + SLACK);
                self.compressed.resize(HEAD, 0);
                let compressed = compressor.compress(&self.objects[HEAD..], &mut self.compressed);
                if let Err(error) = compressed {
                    self.failed = true;
                    return Err(error);
                }
                &mut self.compressed
            }
        };
        let start = write_head(buffer, self.count);
        buffer.extend_from_slice(&self.marker.0);
        let output = self.output.as_mut().expect(UNFINISHED);
        let written = output.write_all(&buffer[start..]);
        self.objects.truncate(HEAD);
        self.end = HEAD;
        self.count = 0;
        written.map_err(|error| self.fail(error))
    }

    fn check_usable(&self) -> Result<()> {
        if self.failed {
            return Err(Error::new(ErrorKind::Io, "a writer in working order", "one that has failed before"));
        }
        Ok(())
    }

    #[cold]
    fn fail(&mut self, error: io::Error) -> Error {
        self.failed = true;
        Error::io("a writable output", error)
    }
}

/// Writes the head of the block in `buffer` to the end of the room for it, and returns where it begins.
fn write_head(buffer: &mut [u8], count: u64) -> usize {
    let size = avocet_varint::encode_i64((buffer.len() - HEAD) as i64);
    let count = avocet_varint::encode_i64(count as i64);
    let middle = HEAD - size.len();
    let start = middle - count.len();
    buffer[middle..HEAD].copy_from_slice(&size);
    buffer[start..middle].copy_from_slice(&count);
    start
}

impl<W: Write> Drop for Writer<W> {
    /// Tries to write what is left, and keeps quiet about a failure.
    fn drop(&mut self) {
        if self.output.is_some() {
            let _ = self.flush();
        }
    }
}

impl<W: Write> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("sync_marker", &self.marker)
            .field("block_size", &self.block_size)
            .finish_non_exhaustive()
    }
}

/// Options for a [`Writer`].
///
/// ```
/// use avocet::Schema;
/// use avocet::container::{Codec, SyncMarker, Writer};
///
/// let builder = Writer::builder()
///     .codec(Codec::Deflate)
///     .level(9)
///     .block_size(256 << 10)
///     .metadata("origin", "shop 7")
///     .sync_marker(SyncMarker([7; 16])); // the same bytes each time
/// let schema = Schema::parse(r#""long""#)?;
/// let one = builder.clone().build(Vec::new(), &schema)?.finish()?;
/// let other = builder.build(Vec::new(), &schema)?.finish()?;
/// assert_eq!(one, other);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct WriterBuilder {
    codec: Codec,
    level: Option<u32>,
    block_size: Option<usize>,
    metadata: Vec<(String, Vec<u8>)>,
    marker: Option<SyncMarker>,
}

impl WriterBuilder {
    /// How blocks are compressed; [`Codec::Null`] unless said otherwise.
    #[must_use]
    pub fn codec(mut self, codec: Codec) -> Self {
        self.codec = codec;
        self
    }

    /// How hard the codec tries; its own default unless said otherwise. [`Codec`] tells which levels each has.
    #[must_use]
    pub fn level(mut self, level: u32) -> Self {
        self.level = Some(level);
        self
    }

    /// How many bytes of objects, before compression, end a block; 64 KiB unless said otherwise.
    ///
    /// A block ends with the object that reaches the size, and at the latest with the 65 536th. Readers have limits
    /// on blocks; those of this crate accept 64 MiB unless told otherwise.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.block_size = Some(bytes);
        self
    }

    /// An entry for the metadata. Keys that begin with `avro.` belong to the format and are refused later on.
    #[must_use]
    pub fn metadata(mut self, key: impl Into<String>, value: impl Into<Vec<u8>>) -> Self {
        self.metadata.push((key.into(), value.into()));
        self
    }

    /// The sync marker, for files that come out the same each time; a random one unless said otherwise.
    #[must_use]
    pub fn sync_marker(mut self, marker: SyncMarker) -> Self {
        self.marker = Some(marker);
        self
    }

    /// Creates a file, or empties it when it exists, and writes the header.
    ///
    /// # Errors
    ///
    /// Of kind [`Codec`](ErrorKind::Codec) for a level that the codec does not have, of kind
    /// [`Header`](ErrorKind::Header) for metadata with a key that is reserved or used twice, both before the file is
    /// touched; of kind [`Io`](ErrorKind::Io) when creating or writing fails.
    pub fn create(self, path: impl AsRef<Path>, schema: &Schema) -> Result<Writer<File>> {
        self.start(schema, || File::create(path).map_err(|error| Error::io("a writable file", error)))
    }

    /// Writes the header to `output`.
    ///
    /// # Errors
    ///
    /// As for [`create`](WriterBuilder::create).
    pub fn build<W: Write>(self, output: W, schema: &Schema) -> Result<Writer<W>> {
        self.start(schema, || Ok(output))
    }

    fn start<W: Write>(self, schema: &Schema, open: impl FnOnce() -> Result<W>) -> Result<Writer<W>> {
        let compressor = self.codec.compressor(self.level)?;
        let marker = self.marker.unwrap_or_else(SyncMarker::random);
        let block_size = self.block_size.unwrap_or(BLOCK_SIZE);
        // Room for a usual block at once; what ends it sticks out a little.
        let mut objects = Vec::with_capacity(HEAD + block_size.min(BLOCK_SIZE) * 9 / 8);
        header::write(schema, self.codec.name(), &self.metadata, marker, &mut objects)?;
        let mut output = open()?;
        output.write_all(&objects).map_err(|error| Error::io("a writable output", error))?;
        objects.clear();
        objects.resize(HEAD, 0);
        Ok(Writer {
            output: Some(output),
            schema: schema.clone(),
            marker,
            block_size,
            objects,
            end: HEAD,
            count: 0,
            compressor,
            compressed: Vec::new(),
            failed: false,
            checked: None,
        })
    }
}

#[cold]
fn other_schema<T: Avro + ?Sized>(schema: &Schema) -> Error {
    Error::new(
        ErrorKind::Mismatch,
        format!("values of the file's schema {schema}"),
        format!("a type of {}", T::schema()),
    )
}
