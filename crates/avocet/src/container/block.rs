//! From the input to the data of one block after the other: heads, sizes, codecs and sync markers.

use std::io::Read;

use super::codec::{Codec, Decompress};
use super::input::Input;
use super::marker::SyncMarker;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::wire;

/// What the head of a block says, and where the block stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Block {
    /// Where the block begins in the file, in bytes.
    pub offset: u64,
    /// The number of objects in it; may be 0.
    pub count: u64,
    /// The size of the data in bytes, as it stands in the file: compressed, without head and sync marker.
    pub size: u64,
}

/// Reads blocks into two buffers, one for the bytes of the file and one for decompressed data, and keeps the place in
/// the block it read last.
pub(super) struct BlockReader<R> {
    input: Input<R>,
    /// None for a codec that is not known: heads and sync markers can be read all the same.
    codec: Option<Codec>,
    decompressor: Option<Box<dyn Decompress>>,
    marker: SyncMarker,
    /// The least number of bytes that an object takes.
    min_size: usize,
    raw: Vec<u8>,
    /// Longer than the data of the block it holds; see [`Decompress::decompress`].
    decompressed: Vec<u8>,
    place: Place,
}

/// The place in a block.
#[derive(Default)]
struct Place {
    /// Where the block begins in the file.
    block: u64,
    /// Where its data begins in the file.
    data: u64,
    /// The bytes of its data, decompressed.
    len: usize,
    /// The bytes of it that were decoded.
    position: usize,
    /// The objects of it that were not.
    left: u64,
}

impl<R: Read> BlockReader<R> {
    /// A reader for the blocks that follow in `input`, whose objects take at least `min_size` bytes each.
    pub(super) fn new(input: Input<R>, codec: Option<Codec>, marker: SyncMarker, min_size: usize) -> Self {
        BlockReader {
            input,
            codec,
            decompressor: codec.and_then(Codec::decompressor),
            marker,
            min_size,
            raw: Vec::new(),
            decompressed: Vec::new(),
            place: Place::default(),
        }
    }

    /// Reads the head of the next block; none at the end of the file. [`load`](BlockReader::load) or
    /// [`pass`](BlockReader::pass) has to follow.
    pub(super) fn read_head(&mut self, limits: &Limits) -> Result<Option<Block>> {
        self.place = Place::default();
        let offset = self.input.offset();
        if self.input.is_at_end()? {
            return Ok(None);
        }
        let count = self.read_unsigned("a count of objects")?;
        let size_offset = self.input.offset();
        let size = self.read_unsigned("the size of a block")?;
        if size > limits.block_bytes {
            let limit = format!("{} bytes of a block", limits.block_bytes);
            return Err(Error::limit("block_bytes", limit, size.to_string()).at(size_offset));
        }
        let block = Block { offset, count, size };
        if self.min_size == 0 && count > limits.zero_size_objects {
            let limit = format!("{} objects of no bytes in a block", limits.zero_size_objects);
            return Err(Error::limit("zero_size_objects", limit, count.to_string()).at(offset));
        }
        let most = if self.codec == Some(Codec::Null) { size } else { limits.block_bytes };
        self.check_count(&block, most)?;
        Ok(Some(block))
    }

    /// Reads the data of the block whose head was read, checks the sync marker and decompresses it. The codec must be
    /// known.
    pub(super) fn load(&mut self, block: Block, limits: &Limits) -> Result<()> {
        let data = self.input.offset();
        self.raw.clear();
        self.input.read_to(
            &mut self.raw,
            block.size,
            format_args!("the data of the block at byte {}", block.offset),
        )?;
        self.check_marker(&block)?;
        let len = match &mut self.decompressor {
            // A block of no bytes needs no stream to say so.
            Some(decompressor) if block.size > 0 => decompressor
                .decompress(&self.raw, &mut self.decompressed, limits.block_bytes)
                .map_err(|error| error.at(block.offset))?,
            _ => self.raw.len(),
        };
        self.check_count(&block, len as u64)?;
        self.place = Place { block: block.offset, data, len, position: 0, left: block.count };
        Ok(())
    }

    /// Passes over the data of the block whose head was read, and checks the sync marker.
    pub(super) fn pass(&mut self, block: Block) -> Result<()> {
        self.input.pass(block.size, format_args!("the data of the block at byte {}", block.offset))?;
        self.check_marker(&block)
    }

    /// Lets `decode` read one object of the loaded block. At least one must be left.
    #[inline]
    pub(super) fn decode<T>(&mut self, decode: impl FnOnce(&mut wire::Reader<'_>) -> Result<T>) -> Result<T> {
        let data = if self.decompressor.is_some() { &self.decompressed } else { &self.raw };
        let mut reader = wire::Reader::new(&data[self.place.position..self.place.len]);
        match decode(&mut reader) {
            Ok(object) => {
                self.place.position += reader.position();
                self.place.left -= 1;
                Ok(object)
            }
            Err(error) => Err(self.locate(error)),
        }
    }

    /// The objects of the loaded block that were not read yet.
    #[inline]
    pub(super) fn left(&self) -> u64 {
        self.place.left
    }

    /// Lets go of what was not read of the loaded block.
    pub(super) fn abandon(&mut self) {
        self.place = Place::default();
    }

    /// Checks that the loaded block has no bytes after its last object.
    pub(super) fn check_rest(&self) -> Result<()> {
        match self.place.len - self.place.position {
            0 => Ok(()),
            rest => {
                let bytes = if rest == 1 { "byte" } else { "bytes" };
                let found = format!("{rest} more {bytes}");
                Err(self.locate(
                    Error::new(ErrorKind::Block, "the end of the block after its last object", found).at(0),
                ))
            }
        }
    }

    fn read_unsigned(&mut self, what: &'static str) -> Result<u64> {
        let offset = self.input.offset();
        let number = self.input.read_long()?;
        u64::try_from(number).map_err(|_| Error::new(ErrorKind::Block, what, number.to_string()).at(offset))
    }

    /// Checks that `len` bytes of data can hold the objects of a block.
    fn check_count(&self, block: &Block, len: u64) -> Result<()> {
        let most = len.checked_div(self.min_size as u64).unwrap_or(u64::MAX);
        if block.count <= most {
            return Ok(());
        }
        let expected = format!(
            "at most {most} objects, of {} or more bytes each, in a block of {len} bytes",
            self.min_size
        );
        Err(Error::new(ErrorKind::Block, expected, block.count.to_string()).at(block.offset))
    }

    fn check_marker(&mut self, block: &Block) -> Result<()> {
        let offset = self.input.offset();
        let marker = SyncMarker(
            self.input.read_array(format_args!("the sync marker of the block at byte {}", block.offset))?,
        );
        if marker == self.marker {
            return Ok(());
        }
        let expected =
            format!("the file's sync marker {} after the block at byte {}", self.marker, block.offset);
        Err(Error::new(ErrorKind::Block, expected, marker.to_string()).at(offset))
    }

    /// Turns the offset of an error, which counts from the current position in the data, into a place in the file.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        // The block is whole, so its data ending too early is damage, and nothing to wait for.
        let error = error.truncated_is(ErrorKind::Block).offset_by(self.place.position as u64);
        if self.decompressor.is_some() {
            error.in_decompressed_block(self.place.block)
        } else {
            error.offset_by(self.place.data)
        }
    }
}
