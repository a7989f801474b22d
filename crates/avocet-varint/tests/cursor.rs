//! The cursor: what it reads, where it stands afterwards, and that it stands still on errors.

mod common;

use avocet_varint::{
    Error, ErrorKind, Multiformats, Reader, StrErrorKind, Strict, Writer, padded, write, write_array,
    write_slice, write_u64,
};
use common::{Random, awkward, boundaries};

fn kind_and_offset(error: Error) -> (ErrorKind, usize) {
    (error.kind(), error.offset())
}

#[test]
fn varints_as_from_a_slice_and_nothing_moves_on_error() {
    let mut inputs = awkward();
    inputs.extend(boundaries().into_iter().map(|v| common::encode(v.into())));
    for input in inputs {
        for behind in [0, 1, 7, 8, 9, 10, 16] {
            let mut bytes = b"\x2a\x00".to_vec();
            bytes.extend(&input);
            bytes.extend(vec![0x80; behind]);
            let mut start = Reader::new(&bytes);
            start.advance(2).unwrap();
            macro_rules! same {
                ($($read:ident $decode:ident)*) => {$(
                    let mut reader = start.clone();
                    match avocet_varint::$decode(&bytes[2..]) {
                        Ok((value, len)) => {
                            assert_eq!(reader.$read(), Ok(value));
                            assert_eq!((reader.position(), reader.remaining()), (2 + len, bytes.len() - 2 - len));
                        }
                        Err(error) => {
                            assert_eq!(reader.$read().map_err(kind_and_offset), Err(kind_and_offset(error)));
                            assert_eq!(reader.position(), 2);
                        }
                    }
                )*};
            }
            same!(read_u64 decode_u64 read_i64 decode_i64 read_u32 decode_u32 read_i32 decode_i32);

            let mut reader = start.clone();
            match input.iter().chain(&vec![0x80; behind]).position(|byte| byte & 0x80 == 0) {
                Some(last) if last < 10 => {
                    assert_eq!(reader.skip_varint(), Ok(()));
                    assert_eq!(reader.position(), 3 + last);
                }
                _ if input.len() + behind >= 10 => {
                    assert_eq!(reader.skip_varint().map_err(kind_and_offset), Err((ErrorKind::TooLong, 9)));
                    assert_eq!(reader.position(), 2);
                }
                _ => {
                    assert!(reader.skip_varint().unwrap_err().is_truncated());
                    assert_eq!(reader.position(), 2);
                }
            }
        }
    }
}

#[test]
fn fixed_width_numbers_in_both_byte_orders() {
    let bytes: Vec<u8> = (1..=16).collect();
    macro_rules! check {
        ($($number:ident $le:ident $be:ident)*) => {$(
            let n = size_of::<$number>();
            let mut reader = Reader::new(&bytes);
            assert_eq!(reader.$le(), Ok($number::from_le_bytes(bytes[..n].try_into().unwrap())));
            assert_eq!(reader.position(), n);
            let mut reader = Reader::new(&bytes);
            assert_eq!(reader.$be(), Ok($number::from_be_bytes(bytes[..n].try_into().unwrap())));
            for short in 0..n {
                let mut reader = Reader::new(&bytes[..short]);
                let error = reader.$le().unwrap_err();
                assert_eq!(kind_and_offset(error), (ErrorKind::Truncated { needed: n - short }, short));
                assert_eq!(reader.$be().unwrap_err(), error);
                assert_eq!(reader.position(), 0);
            }
        )*};
    }
    check! {
        u16 read_u16_le read_u16_be u32 read_u32_le read_u32_be u64 read_u64_le read_u64_be
        u128 read_u128_le read_u128_be i16 read_i16_le read_i16_be i32 read_i32_le read_i32_be
        i64 read_i64_le read_i64_be i128 read_i128_le read_i128_be f32 read_f32_le read_f32_be
        f64 read_f64_le read_f64_be
    }
}

#[test]
fn slices_end_where_the_input_ends() {
    let mut reader = Reader::new(b"abcdef");
    assert_eq!(reader.read_slice(2), Ok(&b"ab"[..]));
    assert_eq!(reader.read_array(), Ok(*b"c"));
    assert_eq!(reader.read_u8(), Ok(b'd'));
    assert_eq!(reader.rest(), b"ef");
    for len in [3, 4, usize::MAX] {
        let error = reader.read_slice(len).unwrap_err();
        assert_eq!(error.offset(), 2);
        assert_eq!(error.kind(), ErrorKind::Truncated { needed: (len - 2).min(u32::MAX as usize) });
        assert_eq!(reader.advance(len), Err(error));
        assert_eq!(reader.position(), 4);
    }
    assert_eq!(reader.advance(2), Ok(()));
    assert!(reader.is_empty());
    assert_eq!(reader.read_slice(0), Ok(&b""[..]));
    assert!(reader.read_u8().is_err());
}

#[test]
fn skipping_many_is_all_or_nothing() {
    let bytes = b"\x01\x80\x01\xff\xff\x03\x00\x80";
    for (count, end) in [(0, 0), (1, 1), (2, 3), (3, 6), (4, 7)] {
        let mut reader = Reader::new(bytes);
        assert_eq!(reader.skip_n(count), Ok(()));
        assert_eq!(reader.position(), end);
    }
    let mut reader = Reader::new(bytes);
    assert!(reader.skip_n(5).unwrap_err().is_truncated());
    assert_eq!(reader.position(), 0);
}

#[test]
fn strings_are_checked_as_the_standard_library_does() {
    let mut random = Random(3);
    let alphabet: Vec<char> = "abcXYZ019 ~\u{7f}\u{80}äß€𝄞".chars().collect();
    for round in 0..common::rounds(30_000) {
        let mut bytes = Vec::new();
        let ascii = round % 3 == 0;
        for _ in 0..random.below(50) {
            let range = if ascii { 12 } else { alphabet.len() };
            bytes.extend(alphabet[random.below(range)].to_string().as_bytes());
        }
        if round % 3 == 1 && !bytes.is_empty() {
            let place = random.below(bytes.len());
            bytes[place] = random.next() as u8;
        }
        let len = bytes.len();
        let mut around = b"\xff".to_vec();
        around.extend(&bytes);
        around.push(0xff);
        let mut reader = Reader::new(&around);
        reader.advance(1).unwrap();
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                assert_eq!(reader.read_str(len), Ok(text));
                assert_eq!(reader.position(), 1 + len);
            }
            Err(error) => {
                let ours = reader.read_str(len).unwrap_err();
                assert_eq!((ours.kind(), ours.offset()), (StrErrorKind::InvalidUtf8, error.valid_up_to()));
                assert_eq!(reader.position(), 1);
            }
        }
    }
}

/// One byte above 0x7f at each place of each length: the ASCII test's words must cover all of the string.
#[test]
fn one_odd_byte_anywhere_is_found() {
    for len in 1..=70 {
        for place in 0..len {
            let mut bytes = vec![b'a'; len];
            bytes[place] = 0x80;
            let error = Reader::new(&bytes).read_str(len).unwrap_err();
            assert_eq!((error.kind(), error.offset()), (StrErrorKind::InvalidUtf8, place));
        }
    }
    let error = Reader::new(b"abc").read_str(5).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (StrErrorKind::Truncated { needed: 2 }, 3));
    assert_eq!(error.to_string(), "expected at least 2 more bytes at offset 3, found the end of the input");
}

#[test]
fn what_the_writer_writes() {
    let mut random = Random(4);
    let mut writer = Writer::new();
    for _ in 0..3 {
        let mut want = Vec::new();
        assert!(writer.is_empty());
        for _ in 0..common::rounds(3_000) {
            let v = random.varied();
            let text: Vec<u8> = (0..random.below(70)).map(|_| random.next() as u8).collect();
            match random.below(8) {
                0 => {
                    writer.write_u64(v);
                    want.extend(common::encode(v.into()));
                }
                1 => {
                    writer.write_i64(v as i64);
                    want.extend(common::encode(common::zigzag((v as i64).into())));
                }
                2 => {
                    writer.write_u32(v as u32);
                    want.extend(common::encode((v as u32).into()));
                }
                3 => {
                    writer.write_i32(v as i32);
                    want.extend(common::encode(common::zigzag((v as i32).into())));
                }
                4 => {
                    writer.write_u64s([v, v >> 20, v >> 50]);
                    for part in [v, v >> 20, v >> 50] {
                        want.extend(common::encode(part.into()));
                    }
                }
                5 => {
                    writer.write_array(v.to_be_bytes());
                    want.extend(v.to_be_bytes());
                }
                6 => {
                    writer.write_slice(&text);
                    want.extend(&text);
                }
                _ => {
                    writer.write_str("grün");
                    want.extend("grün".as_bytes());
                }
            }
            assert_eq!(writer.len(), want.len());
        }
        assert_eq!(writer.as_slice(), want);
        assert_eq!(writer.clone().into_vec(), want);
        writer.clear();
    }
    let mut writer = Writer::from(b"head".to_vec());
    writer.write_slice(&[0; 3]);
    padded::patch(&mut writer.as_mut_slice()[4..], 5).unwrap();
    assert_eq!(writer.as_ref(), b"head\x85\x80\x00");
    for len in 0..100 {
        let bytes: Vec<u8> = (0..len).collect();
        let mut writer = Writer::with_capacity(len.into());
        writer.write_slice(&bytes);
        assert_eq!(writer.into_vec(), bytes);
    }
}

#[test]
fn every_sink_takes_the_same_bytes_or_none() {
    for raw in boundaries() {
        let bytes = common::encode(raw.into());
        let (mut vec, mut writer) = (vec![7], Writer::from(vec![7]));
        assert_eq!(write::<u64, Strict>(&mut vec, raw), Ok(bytes.len()));
        assert_eq!(write::<u64, Strict>(&mut writer, raw), Ok(bytes.len()));
        assert_eq!(vec, [&[7], &bytes[..]].concat());
        assert_eq!(writer.as_slice(), vec);
        for room in 0..12 {
            let mut tight = Vec::with_capacity(room);
            write_u64(&mut tight, raw);
            write_u64(&mut tight, raw);
            assert_eq!(tight, bytes.repeat(2));
            let mut all = [7; 12];
            let mut free = &mut all[..room];
            match write::<u64, Strict>(&mut free, raw) {
                Ok(len) => {
                    assert_eq!((len, free.len()), (bytes.len(), room - bytes.len()));
                    assert_eq!(all[..len], bytes);
                    assert!(all[len..].iter().all(|byte| *byte == 7));
                }
                Err(error) => {
                    let needed = bytes.len() - room;
                    assert_eq!(kind_and_offset(error), (ErrorKind::Truncated { needed }, room));
                    assert_eq!(all, [7; 12]);
                }
            }
        }
    }
    let mut out = Vec::new();
    assert!(
        write::<u64, Multiformats>(&mut out, u64::MAX)
            .is_err_and(|error| error.kind() == ErrorKind::Overflow)
    );
    assert_eq!(out, []);
}

#[test]
fn slices_of_every_short_length_are_appended_whole() {
    let bytes: Vec<u8> = (1..=80).collect();
    for len in 0..bytes.len() {
        for room in [0, len.saturating_sub(1), len, len + 1, 200] {
            let mut vec = Vec::with_capacity(room + 1);
            vec.push(99);
            write_slice(&mut vec, &bytes[..len]);
            write_slice(&mut vec, &bytes[..len]);
            let mut writer = Writer::with_capacity(room);
            writer.write_u64(99);
            writer.write_slice(&bytes[..len]);
            writer.write_slice(&bytes[..len]);
            assert_eq!(vec, [&[99], &bytes[..len], &bytes[..len]].concat());
            assert_eq!(writer.as_slice(), vec);
        }
    }
}

#[test]
fn arrays_are_appended_whole_whatever_the_room() {
    for room in 0..20 {
        let mut vec = Vec::with_capacity(room);
        write_array(&mut vec, [1, 2, 3]);
        write_array(&mut vec, []);
        write_array(&mut vec, [4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(vec, (1..=11).collect::<Vec<u8>>());
    }
}
