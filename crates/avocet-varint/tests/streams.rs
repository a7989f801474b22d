//! Input in pieces, cut anywhere: the same answers as from one slice.
#![cfg(feature = "std")]

mod common;

use std::io::{self, Read};

use avocet_varint::stream::Decoder;
use avocet_varint::stream::io::{Reader, write_int};
use avocet_varint::{Error, Policy, Protobuf, Strict, Varint, decode_with};
use common::{Random, awkward};

/// All values of `bytes`, in pieces as long as `pieces` says in turn; the error, if any, and the bytes taken.
fn in_pieces<T: Varint, P: Policy>(bytes: &[u8], pieces: &[usize]) -> (Vec<T>, Result<(), (Error, usize)>) {
    let mut decoder = Decoder::<T, P>::new();
    let (mut values, mut at) = (Vec::new(), 0);
    for len in pieces.iter().cycle() {
        let end = (at + len).min(bytes.len());
        let mut piece = &bytes[at..end];
        loop {
            match decoder.decode(&mut piece) {
                Ok(Some(value)) => values.push(value),
                Ok(None) => break,
                Err(error) => return (values, Err((error, end - piece.len() - decoder.held().len()))),
            }
        }
        at = end;
        if at == bytes.len() {
            return (values, decoder.finish().map_err(|error| (error, at - decoder.held().len())));
        }
    }
    unreachable!("pieces go on forever")
}

fn at_once<T: Varint, P: Policy>(bytes: &[u8]) -> (Vec<T>, Result<(), (Error, usize)>) {
    let (mut values, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match decode_with::<T, P>(&bytes[at..]) {
            Ok((value, len)) => {
                values.push(value);
                at += len;
            }
            Err(error) => return (values, Err((error, at))),
        }
    }
    (values, Ok(()))
}

fn check(bytes: &[u8], pieces: &[usize]) {
    assert_eq!(
        in_pieces::<u64, Strict>(bytes, pieces),
        at_once::<u64, Strict>(bytes),
        "{bytes:02x?} {pieces:?}"
    );
    assert_eq!(
        in_pieces::<i32, Protobuf>(bytes, pieces),
        at_once::<i32, Protobuf>(bytes),
        "{bytes:02x?} {pieces:?}"
    );
    assert_eq!(
        in_pieces::<u128, Strict>(bytes, pieces),
        at_once::<u128, Strict>(bytes),
        "{bytes:02x?} {pieces:?}"
    );
}

#[test]
fn pieces_of_any_length_give_the_same_answers() {
    assert_eq!(size_of::<Decoder<u64>>(), 16);
    for mut bytes in awkward() {
        bytes.insert(0, 5);
        for len in 1..=12 {
            check(&bytes, &[len]);
        }
    }
    let mut random = Random(41);
    for _ in 0..common::rounds(5_000) {
        let len = 1 + random.below(60);
        let bytes: Vec<u8> =
            (0..len).map(|_| (random.next() as u8 & 0x3f) | (0x80 * u8::from(random.below(3) > 0))).collect();
        let pieces: Vec<usize> = (0..5).map(|_| 1 + random.below(12)).collect();
        check(&bytes, &pieces);
    }
}

/// Gives few bytes at a time, and is interrupted now and then.
struct Trickle<'a>(&'a [u8], Random);

impl Read for Trickle<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.1.below(4) == 0 {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = (1 + self.1.below(7)).min(out.len()).min(self.0.len());
        let (now, later) = self.0.split_at(len);
        out[..len].copy_from_slice(now);
        self.0 = later;
        Ok(len)
    }
}

#[test]
fn a_reader_gives_all_values_and_stands_before_a_bad_one() {
    let mut random = Random(42);
    let values: Vec<u64> = (0..common::rounds(5_000)).map(|_| random.varied()).collect();
    let mut bytes = Vec::new();
    for value in &values {
        write_int::<_, Strict>(&mut bytes, *value).unwrap();
    }
    bytes.extend([0xff; 9]);
    bytes.extend([0x02, 0x2a]);
    let mut reader = Reader::new(Trickle(&bytes, Random(43)));
    for value in &values {
        assert_eq!(reader.read_int::<u64, Strict>().unwrap(), Some(*value));
    }
    for _ in 0..2 {
        let error = reader.read_int::<u64, Strict>().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.get_ref().unwrap().is::<Error>());
    }
    let mut rest = Vec::new();
    io::Read::read_to_end(&mut reader, &mut rest).unwrap();
    assert_eq!(rest, [[0xff; 9].as_slice(), &[0x02, 0x2a]].concat());
    assert_eq!(reader.read_int::<u64, Strict>().unwrap(), None);

    let cut = Reader::new(&[0x80][..]).read_int::<u64, Strict>().unwrap_err();
    assert_eq!(cut.kind(), io::ErrorKind::UnexpectedEof);
}

#[cfg(feature = "bytes")]
mod chained {
    use avocet_varint::stream::bytes::{BufExt, BufMutExt};
    use avocet_varint::{ErrorKind, Strict};
    use bytes::{Buf, Bytes, BytesMut};

    #[test]
    fn buffers_of_several_chunks() {
        let mut bytes = BytesMut::new();
        let values = [0, 127, 128, 1 << 40, u64::MAX];
        for value in values {
            bytes.write_int::<_, Strict>(value).unwrap();
        }
        let bytes = bytes.freeze();
        for first in 0..=bytes.len() {
            for second in first..=bytes.len() {
                let parts = [bytes.slice(..first), bytes.slice(first..second), bytes.slice(second..)];
                let [a, b, c] = parts;
                let mut chained = a.chain(b).chain(c);
                for value in values {
                    assert_eq!(chained.read_int::<u64, Strict>(), Ok(value));
                }
                let end = chained.read_int::<u64, Strict>().unwrap_err();
                assert_eq!((end.kind(), end.offset()), (ErrorKind::Truncated { needed: 1 }, 0));
            }
        }
        let mut cut = Bytes::from_static(&[0x80]);
        assert_eq!(cut.read_int::<u64, Strict>().unwrap_err().offset(), 1);
        assert_eq!(cut.remaining(), 1);
        let mut small = [0; 2];
        assert!((&mut small[..]).write_int::<_, Strict>(1_u64 << 40).unwrap_err().is_truncated());
        assert_eq!(small, [0; 2]);
    }
}

#[cfg(feature = "tokio")]
mod with_tokio {
    use avocet_varint::Strict;
    use avocet_varint::stream::tokio::{read_int, write_int};

    fn assert_send<T: Send>(value: T) -> T {
        value
    }

    #[tokio::test(flavor = "current_thread")]
    async fn values_through_async_streams() {
        let mut bytes = Vec::new();
        for value in [0_u64, 300, u64::MAX] {
            assert_send(write_int::<_, Strict, _>(&mut bytes, value)).await.unwrap();
        }
        let mut rest = &bytes[..];
        for value in [0, 300, u64::MAX] {
            assert_eq!(assert_send(read_int::<u64, Strict, _>(&mut rest)).await.unwrap(), Some(value));
        }
        assert_eq!(read_int::<u64, Strict, _>(&mut rest).await.unwrap(), None);
        let cut = read_int::<u64, Strict, _>(&mut &b"\x80"[..]).await.unwrap_err();
        assert_eq!(cut.kind(), std::io::ErrorKind::UnexpectedEof);
    }
}

#[cfg(feature = "futures")]
mod with_futures {
    use avocet_varint::Strict;
    use avocet_varint::stream::futures::{read_int, write_int};

    #[tokio::test(flavor = "current_thread")]
    async fn values_through_async_streams() {
        let mut bytes = Vec::new();
        for value in [0_i64, -300, i64::MIN] {
            write_int::<_, Strict, _>(&mut bytes, value).await.unwrap();
        }
        let mut rest = &bytes[..];
        for value in [0, -300, i64::MIN] {
            assert_eq!(read_int::<i64, Strict, _>(&mut rest).await.unwrap(), Some(value));
        }
        assert_eq!(read_int::<i64, Strict, _>(&mut rest).await.unwrap(), None);
    }
}
