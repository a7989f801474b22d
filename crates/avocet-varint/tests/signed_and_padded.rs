//! Signed LEB128 of any width, and varints of a fixed length, against plain twins.

mod common;

use avocet_varint::{ErrorKind, decode_u64, padded, signed};
use common::{Random, awkward};

/// Bit by bit: the payload as a two's complement number of `7 × bytes` bits, which must fit into `width`.
fn twin(bytes: &[u8], width: u32) -> Result<(i128, usize), (ErrorKind, usize)> {
    let max_len = width.div_ceil(7) as usize;
    let Some(last) = bytes.iter().take(max_len).position(|byte| byte & 0x80 == 0) else {
        return if bytes.len() >= max_len {
            Err((ErrorKind::TooLong, max_len - 1))
        } else {
            Err((ErrorKind::Truncated { needed: 1 }, bytes.len()))
        };
    };
    let bits: Vec<bool> =
        (0..7 * (last as u32 + 1)).map(|at| bytes[(at / 7) as usize] >> (at % 7) & 1 == 1).collect();
    let sign = *bits.last().unwrap();
    if bits.iter().skip(width as usize - 1).any(|bit| *bit != sign) {
        return Err((ErrorKind::Overflow, last));
    }
    let value = (0..128).fold(0_u128, |value, at| value | u128::from(*bits.get(at).unwrap_or(&sign)) << at);
    Ok((value as i128, last + 1))
}

fn check<const WIDTH: u32>(bytes: &[u8]) {
    let answer = signed::decode::<WIDTH>(bytes).map_err(|error| (error.kind(), error.offset()));
    assert_eq!(answer, twin(bytes, WIDTH), "{WIDTH} bits, {bytes:02x?}");
}

fn check_widths(bytes: &[u8]) {
    macro_rules! widths {
        ($($width:literal)*) => {
            $(check::<$width>(bytes);)*
        };
    }
    widths!(1 2 6 7 8 13 14 15 16 31 32 33 35 48 56 62 63 64 65 70 100 120 126 127 128);
}

#[test]
fn signed_numbers_of_any_width() {
    for bytes in awkward() {
        check_widths(&bytes);
    }
    let mut random = Random(31);
    for _ in 0..common::rounds(20_000) {
        let more = random.next() | random.next();
        let len = random.below(22);
        let bytes: Vec<u8> =
            (0..len).map(|at| (random.next() as u8 & 0x7f) | ((more >> at) as u8 & 1) << 7).collect();
        check_widths(&bytes);
    }
}

#[test]
fn signed_numbers_come_back_from_the_shortest_form() {
    let mut values: Vec<i128> = vec![0, i128::MIN, i128::MAX];
    for bit in 0..127 {
        let power = 1_i128 << bit;
        values.extend([power - 1, power, power + 1, -power, -power - 1, 1 - power]);
    }
    for value in values {
        let bytes = signed::encode(value);
        assert_eq!(signed::decode::<128>(&bytes), Ok((value, bytes.len())));
        if let Some((_, shorter)) = bytes.split_last()
            && let Some((last, front)) = shorter.split_last()
        {
            let cut: Vec<u8> = front.iter().copied().chain([last & 0x7f]).collect();
            assert_ne!(
                signed::decode::<128>(&cut).map(|(value, _)| value),
                Ok(value),
                "{bytes:?} is not the shortest"
            );
        }
        if let Ok(value) = i64::try_from(value) {
            assert_eq!(*signed::encode_i64(value), *bytes);
            assert_eq!(signed::decode_i64(&bytes), Ok((value, bytes.len())));
        }
        if let Ok(value) = i8::try_from(value) {
            assert_eq!(*signed::encode_i8(value), *bytes);
            assert_eq!(signed::decode_i8(&bytes), Ok((value, bytes.len())));
        }
    }
}

#[test]
fn padded_numbers_fill_their_place() {
    const SEVEN: [u8; 5] = match padded::encode(7) {
        Ok(bytes) => bytes,
        Err(_) => panic!(),
    };
    for value in common::boundaries() {
        let shortest = common::encode(value.into());
        for len in 0..=10 {
            let mut place = vec![0xaa; len];
            match padded::patch(&mut place, value) {
                Ok(()) => {
                    assert!(len >= shortest.len());
                    assert_eq!(decode_u64(&place), Ok((value, len)));
                }
                Err(error) => {
                    assert!(len < shortest.len());
                    assert_eq!((error.kind(), error.offset()), (ErrorKind::Overflow, len));
                    assert_eq!(place, vec![0xaa; len]);
                }
            }
        }
    }
    assert_eq!(SEVEN, [0x87, 0x80, 0x80, 0x80, 0x00]);
}
