//! `futures-io`: integers from any `AsyncRead` and to any `AsyncWrite` of the `futures` crates.

extern crate std;

use std::io;

use futures_util::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::Decoder;
use crate::int::{Varint, encode_with};
use crate::policy::Policy;

/// Reads an integer, byte by byte: give it a buffered reader. `None` at the end of the stream.
///
/// The future is `Send` when the reader is.
///
/// # Errors
/// Those of `reader`; `UnexpectedEof` if the stream ends inside the integer, `InvalidData` if it breaks a rule of `P`.
/// The bytes of a bad integer have been read up to the one that made it bad.
pub async fn read_int<T: Varint, P: Policy, R: AsyncRead + Unpin + ?Sized>(
    reader: &mut R,
) -> io::Result<Option<T>> {
    let mut decoder = Decoder::<T, P>::new();
    let mut byte = [0];
    while reader.read(&mut byte).await? == 1 {
        if let Some(value) = decoder.decode(&mut &byte[..])? {
            return Ok(Some(value));
        }
    }
    decoder.finish()?;
    Ok(None)
}

/// Writes an integer in the shortest form.
///
/// The future is `Send` when the writer is.
///
/// # Errors
/// Those of `out`; `InvalidData` if the value has more bits than `P` allows.
pub async fn write_int<T: Varint, P: Policy, W: AsyncWrite + Unpin + ?Sized>(
    out: &mut W,
    value: T,
) -> io::Result<()> {
    let bytes = encode_with::<T, P>(value)?;
    out.write_all(&bytes).await
}
