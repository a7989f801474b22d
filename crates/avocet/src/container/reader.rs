//! From a container file to its objects, in order.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{Read, Seek};
use std::iter::FusedIterator;
#[cfg(feature = "serde")]
use std::marker::PhantomData;
use std::path::Path;

use super::block::{Block, BlockReader};
use super::codec::Codec;
use super::header::Header;
use super::input::Input;
use super::marker::SyncMarker;
use super::metadata::Metadata;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::plan::{Options, Plan};
use crate::schema::Schema;
use crate::typed::{DecodeOwned, Decoder};
use crate::value::Value;
use crate::wire;

/// Reads an object container file: its header at once, its objects one after the other.
///
/// One block is in memory at a time, in buffers that are used again; the input needs no buffer of its own. A block's
/// sync marker is compared before any of its objects is handed out. After the first error there is nothing more: all
/// objects before it were whole.
///
/// A file with a codec that is not known opens: its schema, its metadata and its [`blocks`](Reader::blocks) can be
/// read, and only its objects cannot.
///
/// ```
/// use avocet::container::{Reader, Writer};
/// use avocet::{Schema, Value};
///
/// let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""int""#)?)?;
/// for number in 1..=5 {
///     writer.append(&Value::Int(number))?;
/// }
/// let file = writer.finish()?;
///
/// let mut reader = Reader::new(&file[..])?;
/// assert_eq!(reader.schema().to_string(), r#""int""#);
/// reader.skip(3)?;
/// for value in reader.values() {
///     println!("{:?}", value?); // 4, then 5
/// }
/// # Ok::<(), avocet::Error>(())
/// ```
pub struct Reader<R> {
    header: Header,
    plan: Plan,
    limits: Limits,
    blocks: BlockReader<R>,
    /// Why blocks cannot be decompressed; met when the first should be.
    unknown_codec: Option<Error>,
    /// No object is left, or an error was met.
    ended: bool,
}

impl Reader<File> {
    /// Opens a file with the default [`Limits`] and reads its header.
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        Self::builder().open(path)
    }

    /// Options for a reader.
    pub fn builder() -> ReaderBuilder {
        ReaderBuilder::default()
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header of a file from `input`, with the default [`Limits`].
    pub fn new(input: R) -> Result<Self> {
        ReaderBuilder::default().build(input)
    }

    /// The objects that are left, as [`Value`]s.
    pub fn values(&mut self) -> Values<'_, R> {
        Values { reader: self }
    }

    /// The objects that are left, as values of a type that serde can make.
    ///
    /// ```
    /// # use avocet::container::{Reader, Writer};
    /// # use avocet::Schema;
    /// # let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""int""#)?)?;
    /// # writer.serialize(&7)?;
    /// # let file = writer.finish()?;
    /// let numbers: Vec<u8> = Reader::new(&file[..])?.deserialize().collect::<avocet::Result<_>>()?; // of ints
    /// assert_eq!(numbers, [7]);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    #[cfg(feature = "serde")]
    pub fn deserialize<T: serde::de::DeserializeOwned>(&mut self) -> Deserialized<'_, R, T> {
        Deserialized { reader: self, of: PhantomData }
    }

    /// The objects that are left, as values of a type that derives [`Avro`](crate::Avro) and borrows nothing. The
    /// type's own schema is the reader's, whatever the reader was built with.
    ///
    /// ```
    /// # use avocet::container::{Reader, Writer};
    /// # let mut writer = Writer::of::<i32>(Vec::new())?;
    /// # writer.append_record(&7)?;
    /// # let file = writer.finish()?;
    /// for number in Reader::new(&file[..])?.records::<i64>()? { // of ints
    ///     assert_eq!(number?, 7);
    /// }
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `Resolution` when no object of the file's schema fits the type.
    pub fn records<T: DecodeOwned>(&mut self) -> Result<Records<'_, R, T>> {
        let decoder = Decoder::with_limits(&self.header.schema, self.limits.clone())?;
        Ok(Records { reader: self, decoder })
    }

    /// The blocks that are left, without their objects: nothing is decompressed or decoded, only the sync markers are
    /// compared. What was not read of the current block is passed over.
    ///
    /// ```
    /// # use avocet::container::{Reader, Writer};
    /// # use avocet::{Schema, Value};
    /// # let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""int""#)?)?;
    /// # writer.append(&Value::Int(7))?;
    /// # let file = writer.finish()?;
    /// let mut objects = 0;
    /// for block in Reader::new(&file[..])?.blocks() {
    ///     objects += block?.count;
    /// }
    /// assert_eq!(objects, 1);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    pub fn blocks(&mut self) -> Blocks<'_, R> {
        self.blocks.abandon();
        Blocks { reader: self }
    }

    /// Lets `decode` read the next object, whatever it makes of it; `None` when no object is left.
    ///
    /// `decode` gets the plan of the file's schema and the reader's, a reader that stands at the object and ends with the block, and the limits. It must
    /// read exactly one object.
    ///
    /// ```
    /// # use avocet::container::{Reader, Writer};
    /// # use avocet::{Schema, Value};
    /// # let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""string""#)?)?;
    /// # writer.append(&Value::from("four"))?;
    /// # let file = writer.finish()?;
    /// let mut reader = Reader::new(&file[..])?; // of strings
    /// let mut bytes = 0;
    /// while let Some(length) = reader.read_with(|_, object, _| Ok(object.read_string()?.len())) {
    ///     bytes += length?;
    /// }
    /// assert_eq!(bytes, 4);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    #[inline]
    pub fn read_with<T>(
        &mut self,
        decode: impl FnOnce(&Plan, &mut wire::Reader<'_>, &Limits) -> Result<T>,
    ) -> Option<Result<T>> {
        if self.blocks.left() == 0 {
            match self.advance() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        let Reader { plan, limits, blocks, .. } = self;
        let object = blocks.decode(|reader| decode(plan, reader, limits));
        if object.is_err() {
            self.end();
        }
        Some(object)
    }

    /// Passes over the next `count` objects and returns over how many: fewer only at the end of the file.
    ///
    /// Whole blocks are neither decompressed nor decoded, and in a regular file not even read.
    pub fn skip(&mut self, count: u64) -> Result<u64> {
        let skipped = self.try_skip(count);
        if skipped.is_err() {
            self.end();
        }
        skipped
    }

    /// The plan that objects are read with.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The schema of the objects, as the header has it.
    pub fn schema(&self) -> &Schema {
        &self.header.schema
    }

    /// The name of the blocks' codec, be it known or not. `null` when the header has none.
    pub fn codec_name(&self) -> Cow<'_, str> {
        self.header.metadata.codec_name()
    }

    /// The metadata of the header: the format's own entries and the user's.
    pub fn metadata(&self) -> &Metadata {
        &self.header.metadata
    }

    /// The sync marker of the file.
    pub fn sync_marker(&self) -> SyncMarker {
        self.header.marker
    }

    /// The limits that the reader obeys.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    fn with_input(mut input: Input<R>, options: ReaderBuilder) -> Result<Self> {
        let ReaderBuilder { limits, reader_schema, plan_options } = options;
        let header = Header::read(&mut input, &limits)?;
        let plan = match reader_schema {
            Some(reader) => Plan::resolve_with(&header.schema, &reader, plan_options)?,
            None => Plan::new(&header.schema),
        };
        let min_size = header.schema.arena().node(header.schema.node_id()).min_size;
        let (codec, unknown_codec) = match header.metadata.codec_name().parse::<Codec>() {
            Ok(codec) => (Some(codec), None),
            Err(error) => (None, Some(error.at(input.offset()))),
        };
        let blocks = BlockReader::new(input, codec, header.marker, min_size);
        Ok(Reader { header, plan, limits, blocks, unknown_codec, ended: false })
    }

    /// Loads the next block that has objects; false at the end of the file or after an error.
    #[cold]
    #[inline(never)]
    fn advance(&mut self) -> Result<bool> {
        let advanced = self.try_advance();
        if !matches!(advanced, Ok(true)) {
            self.end();
        }
        advanced
    }

    fn try_advance(&mut self) -> Result<bool> {
        while self.blocks.left() == 0 {
            self.check_codec()?;
            let Some(block) = self.next_head()? else { return Ok(false) };
            self.blocks.load(block, &self.limits)?;
        }
        Ok(true)
    }

    fn try_skip(&mut self, count: u64) -> Result<u64> {
        let mut wanted = count;
        while wanted > 0 && wanted >= self.blocks.left() {
            wanted -= self.blocks.left();
            self.blocks.abandon();
            if wanted == 0 {
                break;
            }
            match self.next_head()? {
                None => return Ok(count - wanted),
                Some(block) if block.count <= wanted => {
                    self.blocks.pass(block)?;
                    wanted -= block.count;
                }
                Some(block) => {
                    self.check_codec()?;
                    self.blocks.load(block, &self.limits)?;
                }
            }
        }
        for _ in 0..wanted {
            self.blocks.decode(|reader| self.plan.skip(reader, &self.limits))?;
        }
        Ok(count)
    }

    fn check_codec(&mut self) -> Result<()> {
        self.unknown_codec.take().map_or(Ok(()), Err)
    }

    /// Ends the current block and reads the head of the next.
    fn next_head(&mut self) -> Result<Option<Block>> {
        if self.ended {
            return Ok(None);
        }
        self.blocks.check_rest()?;
        self.blocks.read_head(&self.limits)
    }

    /// Lets nothing follow: no object is left, or an error was met.
    fn end(&mut self) {
        self.blocks.abandon();
        self.ended = true;
    }
}

impl<R> fmt::Debug for Reader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("codec", &self.header.metadata.codec_name())
            .field("metadata", &self.header.metadata)
            .field("sync_marker", &self.header.marker)
            .finish_non_exhaustive()
    }
}

impl<R: Read> IntoIterator for Reader<R> {
    type Item = Result<Value>;
    type IntoIter = IntoValues<R>;

    fn into_iter(self) -> IntoValues<R> {
        IntoValues { reader: self }
    }
}

/// Options for a [`Reader`].
///
/// ```no_run
/// use avocet::Limits;
/// use avocet::container::Reader;
///
/// let mut limits = Limits::default();
/// limits.block_bytes = 1 << 30; // the blocks of this file are huge
/// let reader = Reader::builder().limits(limits).open("orders.avro")?;
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReaderBuilder {
    limits: Limits,
    reader_schema: Option<Schema>,
    plan_options: Options,
}

impl ReaderBuilder {
    /// What the reader is ready to spend on its input.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The schema that the objects shall have, instead of the file's own. Opening a file with a schema that cannot
    /// be read as this one is an error.
    ///
    /// ```
    /// # use avocet::container::{Reader, Writer};
    /// # use avocet::{Schema, Value};
    /// # let mut writer = Writer::new(Vec::new(), &Schema::parse(r#""int""#)?)?;
    /// # writer.append(&Value::Int(7))?;
    /// # let file = writer.finish()?;
    /// let reader = Reader::builder().reader_schema(Schema::parse("\"long\"")?).build(&file[..])?; // of ints
    /// assert_eq!(reader.into_iter().next().unwrap()?, Value::Long(7));
    /// # Ok::<(), avocet::Error>(())
    /// ```
    #[must_use]
    pub fn reader_schema(mut self, schema: Schema) -> Self {
        self.reader_schema = Some(schema);
        self
    }

    /// How strictly the reader's schema is matched with the file's.
    #[must_use]
    pub fn plan_options(mut self, options: Options) -> Self {
        self.plan_options = options;
        self
    }

    /// Opens a file and reads its header.
    pub fn open(self, path: impl AsRef<Path>) -> Result<Reader<File>> {
        let file = File::open(path).map_err(|error| Error::io("a readable file", error))?;
        // Pipes and devices have paths too, but there is no seeking in them.
        let regular = file.metadata().is_ok_and(|metadata| metadata.is_file());
        let input = if regular { Input::seekable(file) } else { Input::new(file) };
        Reader::with_input(input, self)
    }

    /// Reads the header of a file from `input`.
    pub fn build<R: Read>(self, input: R) -> Result<Reader<R>> {
        Reader::with_input(Input::new(input), self)
    }

    /// Reads the header of a file from `input`, which can seek: blocks that are passed over are not read.
    pub fn build_seekable<R: Read + Seek>(self, input: R) -> Result<Reader<R>> {
        Reader::with_input(Input::seekable(input), self)
    }
}

/// The objects of a file as values; made by [`Reader::values`].
#[derive(Debug)]
pub struct Values<'a, R> {
    reader: &'a mut Reader<R>,
}

impl<R: Read> Iterator for Values<'_, R> {
    type Item = Result<Value>;

    #[inline]
    fn next(&mut self) -> Option<Result<Value>> {
        self.reader.read_with(Plan::read_value)
    }
}

impl<R: Read> FusedIterator for Values<'_, R> {}

/// The objects of a file as values of `T`; made by [`Reader::records`].
#[derive(Debug)]
pub struct Records<'a, R, T> {
    reader: &'a mut Reader<R>,
    decoder: Decoder<T>,
}

impl<R: Read, T: DecodeOwned> Iterator for Records<'_, R, T> {
    type Item = Result<T>;

    #[inline]
    fn next(&mut self) -> Option<Result<T>> {
        self.reader.read_with(|_, object, _| self.decoder.read_owned(object))
    }
}

impl<R: Read, T: DecodeOwned> FusedIterator for Records<'_, R, T> {}

/// The objects of a file as values; made by [`IntoIterator`] of a [`Reader`].
#[derive(Debug)]
pub struct IntoValues<R> {
    reader: Reader<R>,
}

impl<R: Read> Iterator for IntoValues<R> {
    type Item = Result<Value>;

    #[inline]
    fn next(&mut self) -> Option<Result<Value>> {
        self.reader.read_with(Plan::read_value)
    }
}

impl<R: Read> FusedIterator for IntoValues<R> {}

/// The objects of a file as values of a type; made by [`Reader::deserialize`].
#[cfg(feature = "serde")]
#[derive(Debug)]
pub struct Deserialized<'a, R, T> {
    reader: &'a mut Reader<R>,
    of: PhantomData<fn() -> T>,
}

#[cfg(feature = "serde")]
impl<R: Read, T: serde::de::DeserializeOwned> Iterator for Deserialized<'_, R, T> {
    type Item = Result<T>;

    #[inline]
    fn next(&mut self) -> Option<Result<T>> {
        self.reader.read_with(|plan, reader, limits| plan.read(reader, limits))
    }
}

#[cfg(feature = "serde")]
impl<R: Read, T: serde::de::DeserializeOwned> FusedIterator for Deserialized<'_, R, T> {}

/// The blocks of a file without their objects; made by [`Reader::blocks`].
#[derive(Debug)]
pub struct Blocks<'a, R> {
    reader: &'a mut Reader<R>,
}

impl<R: Read> Iterator for Blocks<'_, R> {
    type Item = Result<Block>;

    fn next(&mut self) -> Option<Result<Block>> {
        let reader = &mut *self.reader;
        let block = match reader.next_head() {
            Ok(Some(block)) => reader.blocks.pass(block).map(|()| block),
            Ok(None) => {
                reader.end();
                return None;
            }
            Err(error) => Err(error),
        };
        if block.is_err() {
            reader.end();
        }
        Some(block)
    }
}

impl<R: Read> FusedIterator for Blocks<'_, R> {}
