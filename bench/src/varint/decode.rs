//! One value at a time out of a slice; the values are added up.

use avocet_varint::Reader;
use bench::data::{Lengths, U32, U64, encoded, numbers};
use bench::harness::{Contender, Table};

/// A contender whose answer is the sum of all values.
fn row<'a>(name: &'static str, bytes: &'a [u8], sum: fn(&[u8]) -> u64) -> Contender<'a> {
    Contender { name, run: Box::new(move || sum(bytes)), answer: Box::new(move || sum(bytes)) }
}

/// Function items that add up all values: `$step` takes the rest of the bytes and gives a value and its length.
macro_rules! sums {
    ($($name:ident: $step:expr;)*) => {$(
        #[inline(never)]
        fn $name(mut bytes: &[u8]) -> u64 {
            let mut sum = 0u64;
            while !bytes.is_empty() {
                let (value, len) = $step(bytes);
                sum = sum.wrapping_add(value);
                bytes = &bytes[len..];
            }
            sum
        }
    )*};
}

fn table(title: &str, cases: &[Lengths], bits: u32, rows: impl Fn(&[u8]) -> Vec<Contender<'_>>) {
    let mut table = Table::new(title);
    for lengths in cases {
        let numbers = numbers(*lengths, bits);
        let bytes = encoded(&numbers);
        table.case(&lengths.name(), numbers.len(), rows(&bytes));
    }
    table.print();
}

#[inline(never)]
fn reader_u64(bytes: &[u8]) -> u64 {
    let mut reader = Reader::new(bytes);
    let mut sum = 0u64;
    while !reader.is_empty() {
        sum = sum.wrapping_add(reader.read_u64().unwrap());
    }
    sum
}

#[inline(never)]
fn iter_u64(bytes: &[u8]) -> u64 {
    avocet_varint::iter::<u64>(bytes).fold(0, |sum, value| sum.wrapping_add(value.unwrap()))
}

sums! {
    ours_u64: |bytes: &[u8]| avocet_varint::decode_u64(bytes).unwrap();
    ours_u32: |bytes: &[u8]| { let (v, n) = avocet_varint::decode_u32(bytes).unwrap(); (u64::from(v), n) };
    ours_i64: |bytes: &[u8]| { let (v, n) = avocet_varint::decode_i64(bytes).unwrap(); (v as u64, n) };
    plain_u64: plain_loop;
    plain_i64: |bytes: &[u8]| { let (v, n) = plain_loop(bytes); (((v >> 1) as i64 ^ -((v & 1) as i64)) as u64, n) };
}

/// The plain loop that every text on varints shows, with its checks.
#[inline(always)]
fn plain_loop(bytes: &[u8]) -> (u64, usize) {
    let mut value = 0;
    for (at, byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            assert!(at < 9 || *byte < 2, "overflow");
            return (value, at + 1);
        }
    }
    panic!("too long or truncated")
}

#[cfg(feature = "peers")]
mod peers {
    sums! {
        leb128fmt: |bytes: &[u8]| {
            let mut at = 0;
            (leb128fmt::decode_uint_slice::<u64, 64>(bytes, &mut at).unwrap(), at)
        };
        leb128: |bytes: &[u8]| {
            let mut rest = bytes;
            (leb128::read::unsigned(&mut rest).unwrap(), bytes.len() - rest.len())
        };
        integer_encoding: |bytes: &[u8]| <u64 as integer_encoding::VarInt>::decode_var(bytes).unwrap();
        unsigned_varint: |bytes: &[u8]| {
            let (value, rest) = unsigned_varint::decode::u64(bytes).unwrap();
            (value, bytes.len() - rest.len())
        };
        bytes_varint: |bytes: &[u8]| {
            let mut rest = bytes;
            (bytes_varint::VarIntSupport::try_get_u64_varint(&mut rest).unwrap(), bytes.len() - rest.len())
        };
        varing: |bytes: &[u8]| {
            let (len, value) = varing::decode_u64_varint(bytes).unwrap();
            (value, len.get())
        };
        varint_rs: |bytes: &[u8]| {
            let mut rest = bytes;
            (varint_rs::VarintReader::read_u64_varint(&mut rest).unwrap(), bytes.len() - rest.len())
        };
        prost: |bytes: &[u8]| {
            let mut rest = bytes;
            (prost::encoding::decode_varint(&mut rest).unwrap(), bytes.len() - rest.len())
        };
        postcard: |bytes: &[u8]| {
            let (value, rest): (u64, _) = postcard::take_from_bytes(bytes).unwrap();
            (value, bytes.len() - rest.len())
        };
        leb128fmt_32: |bytes: &[u8]| {
            let mut at = 0;
            (u64::from(leb128fmt::decode_uint_slice::<u32, 32>(bytes, &mut at).unwrap()), at)
        };
        unsigned_varint_32: |bytes: &[u8]| {
            let (value, rest) = unsigned_varint::decode::u32(bytes).unwrap();
            (u64::from(value), bytes.len() - rest.len())
        };
        integer_encoding_i64: |bytes: &[u8]| {
            let (value, len) = <i64 as integer_encoding::VarInt>::decode_var(bytes).unwrap();
            (value as u64, len)
        };
        bytes_varint_i64: |bytes: &[u8]| {
            let mut rest = bytes;
            (bytes_varint::VarIntSupport::try_get_i64_varint(&mut rest).unwrap() as u64, bytes.len() - rest.len())
        };
    }

    #[cfg(feature = "simd-peer")]
    sums! { varint_simd: |bytes: &[u8]| varint_simd::decode::<u64>(bytes).unwrap(); }

    use super::{Contender, row};

    pub(super) fn u64(bytes: &[u8]) -> Vec<Contender<'_>> {
        vec![
            row("leb128fmt", bytes, leb128fmt),
            row("leb128", bytes, leb128),
            row("integer-encoding", bytes, integer_encoding),
            row("unsigned-varint", bytes, unsigned_varint),
            row("bytes-varint", bytes, bytes_varint),
            row("varing", bytes, varing),
            row("varint-rs", bytes, varint_rs),
            row("prost", bytes, prost),
            row("postcard", bytes, postcard),
            #[cfg(feature = "simd-peer")]
            row("varint-simd", bytes, varint_simd),
        ]
    }

    pub(super) fn u32(bytes: &[u8]) -> Vec<Contender<'_>> {
        vec![row("leb128fmt", bytes, leb128fmt_32), row("unsigned-varint", bytes, unsigned_varint_32)]
    }

    pub(super) fn i64(bytes: &[u8]) -> Vec<Contender<'_>> {
        vec![
            row("integer-encoding", bytes, integer_encoding_i64),
            row("bytes-varint", bytes, bytes_varint_i64),
        ]
    }
}

#[cfg(not(feature = "peers"))]
mod peers {
    use super::Contender;

    pub(super) fn u64(_: &[u8]) -> Vec<Contender<'_>> {
        Vec::new()
    }

    pub(super) fn u32(_: &[u8]) -> Vec<Contender<'_>> {
        Vec::new()
    }

    pub(super) fn i64(_: &[u8]) -> Vec<Contender<'_>> {
        Vec::new()
    }
}

pub fn inlined() {
    table("Decode one u64, inlined", &U64, 64, |bytes| {
        let mut rows = vec![
            row("avocet Reader", bytes, reader_u64),
            row("avocet decode_u64", bytes, ours_u64),
            row("avocet iter", bytes, iter_u64),
            row("plain loop", bytes, plain_u64),
        ];
        rows.extend(peers::u64(bytes));
        rows
    });
}

pub fn inlined_32() {
    table("Decode one u32, inlined", &U32, 32, |bytes| {
        let mut rows = vec![row("avocet decode_u32", bytes, ours_u32), row("plain loop", bytes, plain_u64)];
        rows.extend(peers::u32(bytes));
        rows
    });
}

pub fn zigzag() {
    table("Decode one i64 (zigzag), inlined", &U64, 64, |bytes| {
        let mut rows = vec![row("avocet decode_i64", bytes, ours_i64), row("plain loop", bytes, plain_i64)];
        rows.extend(peers::i64(bytes));
        rows
    });
}

/// Through a function that is never inlined, as in a large decoder.
mod called {
    use avocet_varint::{Error, Reader};

    #[inline(never)]
    fn read(reader: &mut Reader<'_>) -> Result<u64, Error> {
        reader.read_u64()
    }

    #[inline(never)]
    pub(super) fn reader(bytes: &[u8]) -> u64 {
        let mut reader = Reader::new(bytes);
        let mut sum = 0u64;
        while !reader.is_empty() {
            sum = sum.wrapping_add(read(&mut reader).unwrap());
        }
        sum
    }

    #[inline(never)]
    fn read_plain(bytes: &mut &[u8]) -> u64 {
        let (value, len) = super::plain_loop(bytes);
        *bytes = &bytes[len..];
        value
    }

    #[inline(never)]
    pub(super) fn plain(mut bytes: &[u8]) -> u64 {
        let mut sum = 0u64;
        while !bytes.is_empty() {
            sum = sum.wrapping_add(read_plain(&mut bytes));
        }
        sum
    }

    #[cfg(feature = "peers")]
    #[inline(never)]
    fn read_leb128fmt(bytes: &[u8], at: &mut usize) -> u64 {
        leb128fmt::decode_uint_slice::<u64, 64>(bytes, at).unwrap()
    }

    #[cfg(feature = "peers")]
    #[inline(never)]
    pub(super) fn leb128fmt(bytes: &[u8]) -> u64 {
        let (mut at, mut sum) = (0, 0u64);
        while at < bytes.len() {
            sum = sum.wrapping_add(read_leb128fmt(bytes, &mut at));
        }
        sum
    }
}

pub fn by_call() {
    table("Decode one u64 through a call", &U64, 64, |bytes| {
        vec![
            row("avocet Reader", bytes, called::reader),
            row("plain loop", bytes, called::plain),
            #[cfg(feature = "peers")]
            row("leb128fmt", bytes, called::leb128fmt),
        ]
    });
}
