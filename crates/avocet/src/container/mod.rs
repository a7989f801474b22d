//! Many values in a file: object container files ⇄ values, over [`std::io`].
//!
//! See "Object Container Files" in the specification. A file is a header (magic bytes, metadata with the schema and
//! the codec, a random sync marker) and then blocks: a count of objects, a size in bytes, the objects' encodings in a
//! row, perhaps compressed, and the sync marker again.
//!
//! | you have | you want | call |
//! |---|---|---|
//! | a file | its values | [`Reader::open`]`(path)?.values()` |
//! | a file, a type of serde | its values as that type | [`Reader::deserialize`] |
//! | a file | something else than values | [`Reader::read_with`] |
//! | a file | how many objects, where the blocks are | [`Reader::blocks`] |
//! | values | a file | [`Writer::create`]`(path, &schema)?`, [`append`](Writer::append), [`finish`](Writer::finish) |
//! | values of a type of serde | a file | the same, with [`serialize`](Writer::serialize) |
//!
//! ```
//! use avocet::container::{Codec, Reader, Writer};
//! use avocet::{Schema, Value};
//!
//! let schema = Schema::parse(r#""string""#)?;
//! let mut writer = Writer::builder().codec(Codec::Deflate).build(Vec::new(), &schema)?;
//! for word in ["to", "be", "or", "not"] {
//!     writer.append(&Value::from(word))?;
//! }
//! let file = writer.finish()?;
//!
//! let words: Vec<Value> = Reader::new(&file[..])?.values().collect::<avocet::Result<_>>()?;
//! assert_eq!(words[3], Value::from("not"));
//! # Ok::<(), avocet::Error>(())
//! ```

mod block;
mod codec;
mod header;
mod input;
mod marker;
mod metadata;
mod reader;
mod writer;

pub use block::Block;
pub use codec::Codec;
pub use marker::SyncMarker;
pub use metadata::Metadata;
#[cfg(feature = "serde")]
pub use reader::Deserialized;
pub use reader::{Blocks, IntoValues, Reader, ReaderBuilder, Records, Values};
pub use writer::{Writer, WriterBuilder};
