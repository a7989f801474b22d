//! All of `avocet-varint` on any bytes, against the slow twin of its tests: one value under every policy and width, the
//! cursor, batches by every kernel, pieces, signed and padded numbers, and encoding again what was decoded.
#![no_main]

#[path = "../../crates/avocet-varint/tests/common/mod.rs"]
mod common;

use std::fmt::Debug;

use avocet_varint::stream::Decoder;
use avocet_varint::{
    Avro, AvroLenient, BatchInt, BedrockCompat, Canonical, Error, ErrorKind, JavaFrame, Kernel, Multiformats,
    Policy, Protobuf, Reader, Strict, TwosComplement, Varint, Writer, decode_with, encode_with, padded,
    signed,
};
use common::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some((&[cut, room], bytes)) = input.split_first_chunk() else { return };
    one_value(bytes);
    cursor(bytes);
    batch::<u64>(bytes, room, |raw| raw as u64);
    batch::<u32>(bytes, room, |raw| raw as u32);
    batch::<i64>(bytes, room, |raw| ((raw as u64) >> 1) as i64 ^ -((raw & 1) as i64));
    batch::<i32>(bytes, room, |raw| ((raw as u32) >> 1) as i32 ^ -((raw & 1) as i32));
    pieces(bytes, usize::from(cut % 16) + 1);
});

fn plain<T>(answer: Result<T, Error>) -> Result<T, (ErrorKind, usize)> {
    answer.map_err(|error| (error.kind(), error.offset()))
}

fn one_value(bytes: &[u8]) {
    macro_rules! policies {
        ($($policy:ident: $max_bits:expr, $drop_below:expr, $minimal:expr, $min_max_len:expr;)*) => {$({
            let rules = |width: u32| {
                let own = width.min($max_bits);
                Rules {
                    width: own,
                    max_len: (own.div_ceil(7) as usize).max($min_max_len),
                    drop_surplus: width < $drop_below,
                    minimal: $minimal,
                }
            };
            width::<u8, $policy>(bytes, rules(8), |raw| raw as u8);
            width::<u16, $policy>(bytes, rules(16), |raw| raw as u16);
            width::<u32, $policy>(bytes, rules(32), |raw| raw as u32);
            width::<u64, $policy>(bytes, rules(64), |raw| raw as u64);
            width::<u128, $policy>(bytes, rules(128), |raw| raw);
            width::<TwosComplement<i32>, $policy>(bytes, rules(32), |raw| TwosComplement(raw as i32));
            width::<TwosComplement<i64>, $policy>(bytes, rules(64), |raw| TwosComplement(raw as i64));
        })*};
    }
    policies! {
        Strict: 128, 0, false, 0;
        Canonical: 128, 0, true, 0;
        Avro: 128, 0, false, 0;
        AvroLenient: 128, 0, false, 10;
        BedrockCompat: 128, 129, false, 0;
        JavaFrame: 21, 0, false, 0;
        Protobuf: 128, 64, false, 10;
        Multiformats: 63, 0, true, 0;
    }
    if let Ok((value, len)) = signed::decode_i64(bytes) {
        assert!(signed::encode_i64(value).len() <= len);
        assert_eq!(signed::decode_i64(&signed::encode_i64(value)).unwrap().0, value);
    }
    if let Ok((value, _)) = signed::decode::<33>(bytes) {
        assert_eq!(signed::decode::<33>(&signed::encode(value)).unwrap().0, value);
    }
    if let Ok((value, len)) = avocet_varint::decode_u64(bytes) {
        let mut place = vec![0; len];
        padded::patch(&mut place, value).unwrap();
        assert_eq!(place, bytes[..len]);
    }
}

fn width<T: Varint + PartialEq + Debug, P: Policy>(bytes: &[u8], rules: Rules, from_raw: fn(u128) -> T) {
    let want = common::decode(bytes, rules).map(|(raw, len)| (from_raw(raw), len));
    let answer = decode_with::<T, P>(bytes);
    assert_eq!(plain(answer), want);
    if let Ok((value, _)) = answer
        && let Ok(encoded) = encode_with::<T, P>(value)
    {
        assert_eq!(decode_with::<T, P>(&encoded), Ok((value, encoded.len())));
    }
}

/// The first byte of each step says what to read.
fn cursor(bytes: &[u8]) {
    let mut reader = Reader::new(bytes);
    let mut writer = Writer::new();
    while let Ok(what) = reader.read_u8() {
        let start = reader.position();
        let rest = reader.rest();
        let len = usize::from(what >> 3);
        let moved = match what & 7 {
            0 => reader.read_u64().map(|value| writer.write_u64(value)).is_ok(),
            1 => reader.read_i32().map(|value| writer.write_i32(value)).is_ok(),
            2 => reader.read_slice(len).map(|slice| writer.write_slice(slice)).is_ok(),
            3 => {
                let text = rest.get(..len).and_then(|bytes| std::str::from_utf8(bytes).ok());
                assert_eq!(reader.read_str(len).ok(), text);
                text.is_some()
            }
            4 => reader.skip_n(len).is_ok(),
            5 => reader.read_f64_be().is_ok(),
            6 => reader.skip_varint().is_ok(),
            _ => reader.read_array::<3>().map(|array| writer.write_array(array)).is_ok(),
        };
        assert!(moved || reader.position() == start);
        assert_eq!(reader.position() + reader.remaining(), bytes.len());
    }
    assert!(writer.len() <= 2 * bytes.len());
}

fn batch<T: BatchInt + Varint + PartialEq + Debug>(bytes: &[u8], room: u8, from_raw: fn(u128) -> T) {
    let room = usize::from(room) * 8 + 1;
    let (mut want, mut at, mut error) = (Vec::new(), 0, None);
    while want.len() < room && at < bytes.len() {
        match common::decode(&bytes[at..], Rules::strict(T::BITS)) {
            Ok((raw, len)) => {
                want.push(from_raw(raw));
                at += len;
            }
            Err(bad) => {
                error = Some(bad);
                break;
            }
        }
    }
    for kernel in Kernel::all() {
        let mut out = vec![from_raw(0); room];
        let answer = kernel.decode_batch(bytes, &mut out);
        let done = answer.unwrap_or_else(|stopped| stopped.done);
        assert_eq!((done.values, done.bytes), (want.len(), at), "{}", kernel.name());
        assert_eq!(answer.err().map(|stopped| (stopped.error.kind(), stopped.error.offset())), error);
        assert_eq!(out[..want.len()], want, "{}", kernel.name());

        let mut encoded = Vec::new();
        kernel.append_batch(&want, &mut encoded);
        assert_eq!(encoded.len(), avocet_varint::encoded_len_batch(&want));
        let mut again = vec![from_raw(0); want.len()];
        assert_eq!(kernel.decode_batch(&encoded, &mut again).unwrap().bytes, encoded.len());
        assert_eq!(again, want, "{}", kernel.name());
        assert_eq!(kernel.skip_batch(&encoded, usize::MAX).unwrap().values, want.len());
        let skipped = kernel.skip_batch(bytes, room).unwrap_or_else(|stopped| stopped.done);
        assert!(skipped.values >= want.len());
    }
}

fn pieces(bytes: &[u8], len: usize) {
    let mut decoder = Decoder::<u64>::new();
    let mut at = 0;
    for piece in bytes.chunks(len) {
        let mut piece = piece;
        loop {
            let whole = avocet_varint::decode_u64(&bytes[at..]);
            match decoder.decode(&mut piece) {
                Ok(Some(value)) => {
                    let (want, len) = whole.unwrap();
                    assert_eq!(value, want);
                    at += len;
                }
                Ok(None) => break,
                Err(error) => {
                    assert_eq!(Err(error), whole);
                    return;
                }
            }
        }
    }
    assert_eq!(decoder.finish().is_ok(), at == bytes.len());
}
