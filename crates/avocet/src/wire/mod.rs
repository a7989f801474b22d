//! Bytes ⇄ primitives: the binary encoding of single values, without any schema.
//!
//! [`Reader`] reads from a slice; the functions of [`writer`] append to a `Vec<u8>`. See "Binary Encoding" in the
//! specification.

mod block;
mod reader;
pub mod writer;

pub use block::Block;
pub use reader::Reader;
