//! A place in bytes that moves: what decoders and encoders of whole records stand on.

mod reader;
mod rest;
mod text;
#[cfg(feature = "alloc")]
mod writer;

pub use reader::Reader;
#[cfg(feature = "alloc")]
pub use writer::{Writer, write_array, write_i32, write_i64, write_slice, write_u32, write_u64};
