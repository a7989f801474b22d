//! `tokio`: integers from any `AsyncRead` and to any `AsyncWrite`, and a codec.

extern crate std;

use std::io;

use ::bytes::{Buf, BytesMut};
use ::tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use core::marker::PhantomData;

use super::Decoder;
use crate::int::{Varint, encode_with};
use crate::policy::{Policy, Strict};

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

/// A codec for `tokio_util`'s `FramedRead` and `FramedWrite` whose frames are single integers.
///
/// ```
/// use avocet_varint::stream::tokio::IntCodec;
/// use bytes::BytesMut;
/// use tokio_util::codec::{Decoder, Encoder};
///
/// let mut bytes = BytesMut::new();
/// let mut codec = IntCodec::<u64>::default();
/// codec.encode(150, &mut bytes)?;
/// assert_eq!(codec.decode(&mut bytes)?, Some(150));
/// assert_eq!(codec.decode(&mut bytes)?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct IntCodec<T, P = Strict>(PhantomData<fn() -> (T, P)>);

impl<T, P> Default for IntCodec<T, P> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Varint, P: Policy> tokio_util::codec::Decoder for IntCodec<T, P> {
    type Item = T;
    type Error = io::Error;

    fn decode(&mut self, bytes: &mut BytesMut) -> io::Result<Option<T>> {
        match T::decode_bits::<P>(bytes) {
            Ok((value, len)) => {
                bytes.advance(len);
                Ok(Some(value))
            }
            Err(error) if error.is_truncated() => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

impl<T: Varint, P: Policy> tokio_util::codec::Encoder<T> for IntCodec<T, P> {
    type Error = io::Error;

    fn encode(&mut self, value: T, out: &mut BytesMut) -> io::Result<()> {
        out.extend_from_slice(&encode_with::<T, P>(value)?);
        Ok(())
    }
}
