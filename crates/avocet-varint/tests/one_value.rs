//! One value, encoded and decoded: every function against the slow twin.

mod common;

use avocet_varint::{
    Error, ErrorKind, decode_i32, decode_i64, decode_u32, decode_u64, encode_i32, encode_i64, encode_u32,
    encode_u64, encoded_len, write_i32, write_i64, write_u32, write_u64,
};
use common::{Random, Rules, awkward, boundaries};

type Answer<T> = Result<(T, usize), (ErrorKind, usize)>;

fn plain<T>(answer: Result<(T, usize), Error>) -> Answer<T> {
    answer.map_err(|error| (error.kind(), error.offset()))
}

/// All four decoders on `bytes`, and on `bytes` at each distance from the end of a buffer that goes on.
fn check_decoders(bytes: &[u8]) {
    let want64 = common::decode(bytes, Rules::strict(64));
    let want32 = common::decode(bytes, Rules::strict(32));
    assert_eq!(plain(decode_u64(bytes)), want64.map(|(v, len)| (v as u64, len)), "{bytes:02x?}");
    assert_eq!(plain(decode_u32(bytes)), want32.map(|(v, len)| (v as u32, len)), "{bytes:02x?}");
    let signed = |v: u128| (v >> 1) as i64 ^ -((v & 1) as i64);
    assert_eq!(plain(decode_i64(bytes)), want64.map(|(v, len)| (signed(v), len)), "{bytes:02x?}");
    assert_eq!(plain(decode_i32(bytes)), want32.map(|(v, len)| (signed(v) as i32, len)), "{bytes:02x?}");
}

fn check_in_every_place(bytes: &[u8]) {
    for cut in 0..=bytes.len() {
        check_decoders(&bytes[..cut]);
    }
    for fill in [0x00, 0x7f, 0x80, 0xff] {
        let mut longer = bytes.to_vec();
        for _ in 0..16 {
            longer.push(fill);
            check_decoders(&longer);
        }
    }
}

#[test]
fn decoders_agree_with_the_twin_at_boundaries() {
    for value in boundaries() {
        check_in_every_place(&common::encode(value.into()));
    }
}

#[test]
fn decoders_agree_with_the_twin_on_awkward_bytes() {
    for bytes in awkward() {
        check_in_every_place(&bytes);
    }
}

#[test]
fn decoders_agree_with_the_twin_on_random_bytes() {
    let mut random = Random(1);
    for _ in 0..common::rounds(200_000) {
        let mut bytes = [0; 24];
        // Half of the bytes continue, more or less, so that all lengths occur.
        let more = random.next() | random.next();
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = (random.next() as u8 & 0x7f) | ((more >> at) as u8 & 1) << 7;
        }
        let len = random.below(bytes.len() + 1);
        check_decoders(&bytes[..len]);
    }
}

#[test]
fn encoders_agree_with_the_twin() {
    let mut random = Random(2);
    let mut values = boundaries();
    values.extend((0..common::rounds(200_000)).map(|_| random.varied()));
    let mut out = Vec::new();
    let mut want = Vec::new();
    for v in values {
        let bytes = common::encode(v.into());
        assert_eq!(*encode_u64(v), *bytes);
        assert_eq!(encoded_len(v), bytes.len());
        assert_eq!(*encode_i64(v as i64), *common::encode(common::zigzag((v as i64).into())));
        assert_eq!(*encode_u32(v as u32), *common::encode((v as u32).into()));
        assert_eq!(*encode_i32(v as i32), *common::encode(common::zigzag((v as i32).into())));

        write_u64(&mut out, v);
        want.extend(&bytes);
        write_i64(&mut out, v as i64);
        want.extend(&*encode_i64(v as i64));
        write_u32(&mut out, v as u32);
        want.extend(&*encode_u32(v as u32));
        write_i32(&mut out, v as i32);
        want.extend(&*encode_i32(v as i32));
    }
    assert_eq!(out, want);
}

#[test]
fn errors_are_one_word_and_say_what_and_where() {
    assert_eq!(size_of::<Error>(), 8);
    assert_eq!(size_of::<Option<Error>>(), 8);
    let text = |bytes: &[u8]| decode_u64(bytes).unwrap_err().to_string();
    assert_eq!(text(&[0x80]), "expected at least 1 more byte at offset 1, found the end of the input");
    assert_eq!(
        text(b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"),
        "expected a value within the type's width, found surplus bits at offset 9"
    );
    assert_eq!(text(&[0x80; 10]), "expected the last byte at offset 9, found one that says more follow");
}

#[test]
fn decoding_and_encoding_are_const() {
    const BYTES: &[u8] = &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x80];
    const DECODED: Result<(i64, usize), Error> = decode_i64(BYTES);
    const ENCODED: &[u8] = encode_u32(300).as_slice();
    assert_eq!(DECODED, Ok((i64::MIN, 10)));
    assert_eq!(ENCODED, [0xac, 0x02]);
}
