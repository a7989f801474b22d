//! The codecs of blocks: a name in the header, a way to compress and a way back.

mod deflate;

use std::fmt;
use std::str::FromStr;

use crate::error::{Error, ErrorKind, Result};

/// How the blocks of a file are compressed.
///
/// ```
/// use avocet::container::Codec;
///
/// assert_eq!("deflate".parse::<Codec>()?, Codec::Deflate);
/// assert!("lzw".parse::<Codec>().unwrap_err().to_string().contains("null, deflate"));
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Codec {
    /// Not at all; the default.
    #[default]
    Null,
    /// DEFLATE (RFC 1951) without a zlib header; levels 0 (store) to 9 (smallest), 6 unless said otherwise.
    Deflate,
}

impl Codec {
    /// All codecs of this build.
    pub const ALL: &[Codec] = &[Codec::Null, Codec::Deflate];

    /// The name as the header has it.
    pub const fn name(self) -> &'static str {
        match self {
            Codec::Null => "null",
            Codec::Deflate => "deflate",
        }
    }

    /// What decompresses blocks of this codec; none when there is nothing to do.
    pub(super) fn decompressor(self) -> Option<Box<dyn Decompress>> {
        match self {
            Codec::Null => None,
            Codec::Deflate => Some(Box::new(deflate::Inflater::new())),
        }
    }

    /// What compresses blocks of this codec; none when there is nothing to do.
    pub(super) fn compressor(self, level: Option<u32>) -> Result<Option<Box<dyn Compress>>> {
        match (self, level) {
            (Codec::Null, None) => Ok(None),
            (Codec::Null, Some(level)) => Err(bad_level("no compression level for codec null", level)),
            (Codec::Deflate, None | Some(0..=9)) => Ok(Some(Box::new(deflate::Deflater::new(level)))),
            (Codec::Deflate, Some(level)) => Err(bad_level("a deflate level from 0 to 9", level)),
        }
    }
}

/// Makes data of compressed blocks; keeps its scratch from block to block.
pub(super) trait Decompress: Send + Sync {
    /// Decompresses a whole `block` to the front of `data` and returns how many bytes of it.
    ///
    /// `data` is only ever lengthened, as bytes appear, and never beyond `limit` by more than one byte: what it holds
    /// from earlier blocks need not be zeroed again.
    ///
    /// # Errors
    ///
    /// Of kind `Limit` when the data has more than `limit` bytes, of kind `Codec` for anything else.
    fn decompress(&mut self, block: &[u8], data: &mut Vec<u8>, limit: u64) -> Result<usize>;
}

/// Makes compressed blocks of data; keeps its scratch from block to block.
pub(super) trait Compress: Send + Sync {
    /// Appends the compressed form of `data` to `block`.
    fn compress(&mut self, data: &[u8], block: &mut Vec<u8>) -> Result<()>;
}

impl FromStr for Codec {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        let known = || Codec::ALL.iter().map(|codec| codec.name()).collect::<Vec<_>>().join(", ");
        Codec::ALL.iter().copied().find(|codec| codec.name() == name).ok_or_else(|| {
            Error::new(ErrorKind::Codec, format!("one of the codecs {}", known()), format!("{name:?}"))
        })
    }
}

impl fmt::Display for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of data that grows beyond what the reader allows for a block.
#[cold]
fn beyond(limit: u64) -> Error {
    Error::limit("block_bytes", format_args!("{limit} bytes of decompressed data"), "more than that")
}

#[cold]
fn bad_level(expected: &'static str, level: u32) -> Error {
    Error::new(ErrorKind::Codec, expected, level.to_string())
}
