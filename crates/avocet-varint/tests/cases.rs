//! Mistakes that users reported to other libraries, tried on this one; named after the report.

use avocet_varint::{
    Bedrock, Error, ErrorKind, JavaEdition, Reader, TwosComplement, decode_i32, decode_i64, decode_u32,
    decode_u64, decode_with, encode_i32, encode_i64, encode_with, signed,
};

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

fn kind<T>(answer: Result<T, Error>) -> Result<T, ErrorKind> {
    answer.map_err(Error::kind)
}

/// tokio-rs/prost 528: the six bits of the tenth byte that a 64-bit value has no room for.
#[test]
fn s01_varint_tenth_byte() {
    for behind in ["", "00", "ffffffffffffffff"] {
        let decode = |text: &str| kind(decode_u64(&hex(&format!("{text}{behind}"))));
        assert_eq!(decode("ffffffffffffffffff01"), Ok((u64::MAX, 10)));
        assert_eq!(decode("80808080808080808001"), Ok((1 << 63, 10)));
        assert_eq!(decode("80808080808080808000"), Ok((0, 10)));
        assert_eq!(decode("80808080808080808002"), Err(ErrorKind::Overflow));
        assert_eq!(decode("ffffffffffffffffff7f"), Err(ErrorKind::Overflow));
        assert_eq!(decode("ffffffffffffffffff8100"), Err(ErrorKind::TooLong));
    }
}

/// datrs/varinteger 8: undoing zigzag overflowed at the ends of the range.
#[test]
fn s02_zigzag_extremes() {
    for (value, text) in [
        (i64::MIN, "ffffffffffffffffff01"),
        (i64::MAX, "feffffffffffffffff01"),
        (-1, "01"),
        (0, "00"),
        (1, "02"),
    ] {
        assert_eq!(*encode_i64(value), *hex(text));
        assert_eq!(decode_i64(&hex(text)), Ok((value, text.len() / 2)));
    }
    for (value, text) in [(i32::MIN, "ffffffff0f"), (i32::MAX, "feffffff0f"), (-1, "01")] {
        assert_eq!(*encode_i32(value), *hex(text));
        assert_eq!(decode_i32(&hex(text)), Ok((value, text.len() / 2)));
    }
}

/// richardartoul/molecule 12: the bounds were those of the buffer, not of what was left.
#[test]
fn s03_varint_truncated_at_offset() {
    let bytes = hex("05ffffff00");
    let mut reader = Reader::new(&bytes[..4]);
    assert_eq!(reader.read_u64(), Ok(5));
    assert_eq!(kind(reader.read_u64()), Err(ErrorKind::Truncated { needed: 1 }));
    assert_eq!(reader.position(), 1);
    let whole = hex("ffffffffffffffffff01");
    for len in 0..whole.len() {
        let error = decode_u64(&whole[..len]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (ErrorKind::Truncated { needed: 1 }, len));
    }
}

/// caffeinelabs/motoko 2625: signed numbers that fit were refused.
#[test]
fn s04_signed_leb128_negative() {
    for (value, text) in [
        (-1_234_567, "f9d2b47f"),
        (i32::MIN, "8080808078"),
        (i32::MAX, "ffffffff07"),
        (-64, "40"),
        (64, "c000"),
        (63, "3f"),
        (-65, "bf7f"),
    ] {
        assert_eq!(*signed::encode_i32(value), *hex(text));
        assert_eq!(signed::decode_i32(&hex(text)), Ok((value, text.len() / 2)));
    }
    for (value, text) in [(i64::MIN, "8080808080808080807f"), (i64::MAX, "ffffffffffffffffff00")] {
        assert_eq!(*signed::encode_i64(value), *hex(text));
        assert_eq!(signed::decode_i64(&hex(text)), Ok((value, 10)));
    }
}

/// pmmp/BinaryUtils 13: a 32-bit varint of six bytes was let through.
#[test]
fn s05_bedrock_varint32_six_bytes() {
    let read = |text: &str| kind(decode_with::<u32, Bedrock>(&hex(text)));
    assert_eq!(read("808080808001"), Err(ErrorKind::TooLong));
    assert_eq!(read("808080808000"), Err(ErrorKind::TooLong));
    assert_eq!(read("ffffffff0f"), Ok((u32::MAX, 5)));
    assert_eq!(read("8080808000"), Ok((0, 5)));
    assert_eq!(decode_i32(&hex("ffffffff0f")), Ok((i32::MIN, 5)));
    let bytes = hex("808080808001");
    let mut reader = Reader::new(&bytes);
    assert_eq!(kind(reader.read_i32()), Err(ErrorKind::TooLong));
    assert_eq!(reader.position(), 0);
}

/// Dinnerbone/mcstatus 141: negative numbers of Java Edition.
#[test]
fn s06_java_varint_negative() {
    for (value, text) in [
        (-1, "ffffffff0f"),
        (i32::MIN, "8080808008"),
        (i32::MAX, "ffffffff07"),
        (-300, "d4fdffff0f"),
        (255, "ff01"),
        (0, "00"),
    ] {
        let value = TwosComplement(value);
        assert_eq!(*encode_with::<_, JavaEdition>(value).unwrap(), *hex(text));
        assert_eq!(decode_with::<_, JavaEdition>(&hex(text)), Ok((value, text.len() / 2)));
    }
    for (value, text) in [(-1, "ffffffffffffffffff01"), (i64::MIN, "80808080808080808001")] {
        let value = TwosComplement(value);
        assert_eq!(*encode_with::<_, JavaEdition>(value).unwrap(), *hex(text));
        assert_eq!(decode_with::<_, JavaEdition>(&hex(text)), Ok((value, 10)));
    }
}

/// Sandertv/gophertunnel 436: a length that the rest of the packet cannot meet.
#[test]
fn s07_bedrock_length_guard() {
    let bytes = hex("ffffffff07616263");
    let mut reader = Reader::new(&bytes);
    let len = reader.read_u32().unwrap() as usize;
    assert_eq!(len, 2_147_483_647);
    assert_eq!(kind(reader.read_slice(len)), Err(ErrorKind::Truncated { needed: len - 3 }));

    let bytes = hex("03616263");
    let mut reader = Reader::new(&bytes);
    let len = reader.read_u32().unwrap() as usize;
    assert_eq!(reader.read_str(len), Ok("abc"));

    let bytes = hex("04616263");
    let mut reader = Reader::new(&bytes);
    let len = reader.read_u32().unwrap() as usize;
    assert_eq!(reader.read_str(len).unwrap_err().offset(), 3);

    let bytes = hex("c0843d010000");
    let mut reader = Reader::new(&bytes);
    let count = decode_u32(&bytes).unwrap().0 as usize;
    reader.skip_varint().unwrap();
    assert_eq!((count, reader.remaining()), (1_000_000, 3));
    assert!(count * 4 > reader.remaining());
}
