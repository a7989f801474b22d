//! Every width and every policy against the slow twin, and the table of answers that real decoders disagree on.

mod common;

use std::fmt::Debug;

use avocet_varint::{
    Avro, AvroLenient, Bedrock, BedrockCompat, Canonical, Error, ErrorKind, JavaEdition, JavaFrame, Kafka,
    Multiformats, Policy, Protobuf, Strict, TwosComplement, Varint, Wasm, decode_with, encode_with, read,
};
use common::{Random, Rules, awkward, boundaries};

/// The rules, told again by the formats' names: (most bits, drops surplus below this width, minimal, least of the
/// greatest length).
fn rules(policy: &str, width: u32) -> Rules {
    let (max_bits, drop_below, minimal, min_max_len) = match policy {
        "Strict" | "Avro" | "Bedrock" | "Wasm" => (128, 0, false, 0),
        "Canonical" => (128, 0, true, 0),
        "AvroLenient" => (128, 0, false, 10),
        "BedrockCompat" | "JavaEdition" | "Kafka" => (128, 129, false, 0),
        "JavaFrame" => (21, 0, false, 0),
        "Protobuf" => (128, 64, false, 10),
        "Multiformats" => (63, 0, true, 0),
        _ => unreachable!("a policy without rules"),
    };
    let own = width.min(max_bits);
    let max_len = (own.div_ceil(7) as usize).max(min_max_len);
    Rules { width: own, max_len, drop_surplus: width < drop_below, minimal }
}

fn unzigzag(raw: u128) -> i128 {
    (raw >> 1) as i128 ^ -((raw & 1) as i128)
}

fn check<T: Varint + PartialEq + Debug, P: Policy>(bytes: &[u8], policy: &str, from_raw: fn(u128) -> T) {
    let want = common::decode(bytes, rules(policy, T::BITS)).map(|(raw, len)| (from_raw(raw), len));
    let answer = decode_with::<T, P>(bytes).map_err(|error| (error.kind(), error.offset()));
    assert_eq!(answer, want, "{policy} {} bits {bytes:02x?}", T::BITS);
    let mut rest = bytes;
    assert_eq!(read::<T, P>(&mut rest).ok(), want.as_ref().ok().map(|(value, _)| *value));
    assert_eq!(bytes.len() - rest.len(), want.map_or(0, |(_, len)| len));
}

fn check_widths<P: Policy>(bytes: &[u8], policy: &str) {
    check::<u8, P>(bytes, policy, |raw| raw as u8);
    check::<u16, P>(bytes, policy, |raw| raw as u16);
    check::<u32, P>(bytes, policy, |raw| raw as u32);
    check::<u64, P>(bytes, policy, |raw| raw as u64);
    check::<u128, P>(bytes, policy, |raw| raw);
    check::<i8, P>(bytes, policy, |raw| unzigzag(raw & 0xff) as i8);
    check::<i16, P>(bytes, policy, |raw| unzigzag(raw) as i16);
    check::<i32, P>(bytes, policy, |raw| unzigzag(raw) as i32);
    check::<i64, P>(bytes, policy, |raw| unzigzag(raw) as i64);
    check::<i128, P>(bytes, policy, unzigzag);
    check::<TwosComplement<i8>, P>(bytes, policy, |raw| TwosComplement(raw as i8));
    check::<TwosComplement<i16>, P>(bytes, policy, |raw| TwosComplement(raw as i16));
    check::<TwosComplement<i32>, P>(bytes, policy, |raw| TwosComplement(raw as i32));
    check::<TwosComplement<i64>, P>(bytes, policy, |raw| TwosComplement(raw as i64));
    check::<TwosComplement<i128>, P>(bytes, policy, |raw| TwosComplement(raw as i128));
}

fn check_policies(bytes: &[u8]) {
    macro_rules! all {
        ($($policy:ident)*) => {
            $(check_widths::<$policy>(bytes, stringify!($policy));)*
        };
    }
    all!(Strict Canonical Avro AvroLenient Bedrock BedrockCompat JavaEdition JavaFrame Protobuf Wasm Multiformats Kafka);
}

#[test]
fn all_widths_and_policies_agree_with_the_twin() {
    for bytes in awkward() {
        check_policies(&bytes);
        for fill in [0x00, 0xff] {
            let mut longer = bytes.clone();
            longer.extend([fill; 12]);
            check_policies(&longer);
        }
    }
    for value in boundaries() {
        let bytes = common::encode(value.into());
        for cut in 0..=bytes.len() {
            check_policies(&bytes[..cut]);
        }
    }
    let mut random = Random(21);
    for _ in 0..common::rounds(20_000) {
        let more = random.next() | random.next();
        let len = random.below(22);
        let bytes: Vec<u8> =
            (0..len).map(|at| (random.next() as u8 & 0x7f) | ((more >> at) as u8 & 1) << 7).collect();
        check_policies(&bytes);
    }
}

fn round_trip<T: Varint + PartialEq + Debug, P: Policy>(value: T) {
    let bytes = encode_with::<T, P>(value).unwrap();
    assert_eq!(decode_with::<T, P>(&bytes), Ok((value, bytes.len())));
}

#[test]
fn what_is_encoded_is_decoded() {
    let mut random = Random(22);
    let mut numbers: Vec<u128> = boundaries().into_iter().map(u128::from).collect();
    numbers.extend((0..126).flat_map(|bit| [(1 << bit) - 1, 1 << bit]));
    numbers.extend([u128::MAX, u128::MAX - 1, i128::MAX as u128, 1 << 127]);
    numbers.extend(
        (0..common::rounds(2000)).map(|_| u128::from(random.next()) << 64 | u128::from(random.next())),
    );
    for v in numbers {
        round_trip::<u8, Canonical>(v as u8);
        round_trip::<u16, Canonical>(v as u16);
        round_trip::<u32, Kafka>(v as u32);
        round_trip::<u64, Canonical>(v as u64);
        round_trip::<u128, Canonical>(v);
        round_trip::<i8, Avro>(v as i8);
        round_trip::<i16, Avro>(v as i16);
        round_trip::<i32, Avro>(v as i32);
        round_trip::<i64, Avro>(v as i64);
        round_trip::<i128, Avro>(v as i128);
        round_trip::<_, JavaEdition>(TwosComplement(v as i32));
        round_trip::<_, JavaEdition>(TwosComplement(v as i64));
        round_trip::<_, Protobuf>(TwosComplement(v as i32));
        round_trip::<_, Protobuf>(TwosComplement(v as i64));
        round_trip::<_, Strict>(TwosComplement(v as i128));
        assert_eq!(*encode_with::<u128, Strict>(v).unwrap(), *common::encode(v));
        assert_eq!(avocet_varint::encoded_len_u128(v), common::encode(v).len());
        assert_eq!(*avocet_varint::encode_u128(v), *common::encode(v));
        assert_eq!(*avocet_varint::encode_i128(v as i128), *common::encode(zigzag_128(v as i128)));
    }
    let too_large = encode_with::<u64, Multiformats>(1 << 63).unwrap_err();
    assert_eq!(too_large.kind(), ErrorKind::Overflow);
    assert_eq!(encode_with::<u32, JavaFrame>(1 << 21).unwrap_err().kind(), ErrorKind::Overflow);
}

fn zigzag_128(value: i128) -> u128 {
    ((value << 1) ^ (value >> 127)) as u128
}

/// What an input gives: a value and the bytes used, or an error.
type Answer = Result<(u64, usize), ErrorKind>;

fn as_u32<P: Policy>(bytes: &[u8]) -> Answer {
    decode_with::<u32, P>(bytes).map(|(value, len)| (value.into(), len)).map_err(Error::kind)
}

fn as_u64<P: Policy>(bytes: &[u8]) -> Answer {
    decode_with::<u64, P>(bytes).map_err(Error::kind)
}

/// The six inputs on which existing decoders part ways, and what each policy says to them.
#[test]
fn the_table_of_disagreements() {
    use ErrorKind::{NotMinimal, Overflow, TooLong};
    const TRUNCATED: ErrorKind = ErrorKind::Truncated { needed: 1 };
    let padded: &[u8] = b"\x80\x00";
    let surplus_32: &[u8] = b"\xff\xff\xff\xff\x1f";
    let six: &[u8] = b"\x80\x80\x80\x80\x80\x00";
    let surplus_64: &[u8] = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02";
    let eleven: &[u8] = b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00";
    let cut: &[u8] = b"\x80";
    macro_rules! table {
        ($($policy:ident: $padded:expr, $surplus_32:expr, $six:expr, $surplus_64:expr, $eleven:expr;)*) => {$(
            let name = stringify!($policy);
            assert_eq!(as_u32::<$policy>(padded), $padded, "{name}, padded");
            assert_eq!(as_u64::<$policy>(padded), $padded, "{name}, padded");
            assert_eq!(as_u32::<$policy>(surplus_32), $surplus_32, "{name}, surplus bits of 32");
            assert_eq!(as_u32::<$policy>(six), $six, "{name}, six bytes");
            assert_eq!(as_u64::<$policy>(surplus_64), $surplus_64, "{name}, surplus bits of 64");
            assert_eq!(as_u64::<$policy>(eleven), $eleven, "{name}, eleven bytes");
            assert_eq!(as_u32::<$policy>(cut), Err(TRUNCATED), "{name}, cut");
            assert_eq!(as_u64::<$policy>(cut), Err(TRUNCATED), "{name}, cut");
        )*};
    }
    let max_32 = Ok((u32::MAX.into(), 5));
    let max_63 = Ok((u64::MAX >> 1, 10));
    table! {
        Strict: Ok((0, 2)), Err(Overflow), Err(TooLong), Err(Overflow), Err(TooLong);
        Canonical: Err(NotMinimal), Err(Overflow), Err(TooLong), Err(Overflow), Err(TooLong);
        Bedrock: Ok((0, 2)), Err(Overflow), Err(TooLong), Err(Overflow), Err(TooLong);
        BedrockCompat: Ok((0, 2)), max_32, Err(TooLong), max_63, Err(TooLong);
        JavaEdition: Ok((0, 2)), max_32, Err(TooLong), max_63, Err(TooLong);
        Protobuf: Ok((0, 2)), max_32, Ok((0, 6)), Err(Overflow), Err(TooLong);
        Avro: Ok((0, 2)), Err(Overflow), Err(TooLong), Err(Overflow), Err(TooLong);
        AvroLenient: Ok((0, 2)), Err(Overflow), Ok((0, 6)), Err(Overflow), Err(TooLong);
        Wasm: Ok((0, 2)), Err(Overflow), Err(TooLong), Err(Overflow), Err(TooLong);
        Multiformats: Err(NotMinimal), Err(Overflow), Err(TooLong), Err(TooLong), Err(TooLong);
        Kafka: Ok((0, 2)), max_32, Err(TooLong), max_63, Err(TooLong);
    }
    assert_eq!(as_u32::<JavaFrame>(b"\xff\xff\x7f"), Ok(((1 << 21) - 1, 3)));
    assert_eq!(as_u32::<JavaFrame>(b"\x80\x80\x80\x00"), Err(TooLong));
}
