//! `tokio`: integers from any `AsyncRead` and to any `AsyncWrite`, and a codec.

extern crate std;

use std::io;

use ::bytes::{Buf, BytesMut};
use ::tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use core::marker::PhantomData;

use super::async_ints;
use crate::int::{Varint, encode_with};
use crate::policy::{Policy, Strict};

async_ints!();

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
