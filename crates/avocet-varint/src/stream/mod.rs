//! Integers from and to what does not stand in memory as one piece: chunks, files, sockets.

#[cfg(feature = "std")]
pub mod io;

#[cfg(feature = "bytes")]
pub mod bytes;

#[cfg(feature = "futures")]
pub mod futures;

#[cfg(feature = "tokio")]
pub mod tokio;

#[cfg(any(feature = "futures", feature = "tokio"))]
mod asynchronous;
mod decoder;

#[cfg(any(feature = "futures", feature = "tokio"))]
use asynchronous::async_ints;
pub use decoder::Decoder;
