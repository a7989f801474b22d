//! Many values at once: every kernel this CPU can run against the slow twin.

mod common;

use std::fmt::Debug;

use avocet_varint::{BatchInt, Kernel, encoded_len_batch};
use common::{Random, Rules, boundaries};

/// What the twin needs to know of a type.
trait Int: BatchInt + PartialEq + Debug {
    const WIDTH: u32;
    const FILL: Self;
    fn from_twin(raw: u128) -> Self;
    fn from_random(random: u64) -> Self;
    fn to_twin(self) -> u128;
}

macro_rules! ints {
    ($($int:ident $fill:literal $from:expr, $to:expr;)*) => {$(
        impl Int for $int {
            const WIDTH: u32 = $int::BITS;
            const FILL: Self = $fill;
            fn from_twin(raw: u128) -> Self { $from(raw) }
            fn from_random(random: u64) -> Self { random as Self }
            fn to_twin(self) -> u128 { $to(self) }
        }
    )*};
}

fn unzigzag(raw: u128) -> i128 {
    if raw & 1 == 1 { -(raw.div_ceil(2) as i128) } else { (raw / 2) as i128 }
}

ints! {
    u64 7 |raw| raw as u64, u128::from;
    u32 7 |raw| raw as u32, u128::from;
    i64 -7 |raw| unzigzag(raw) as i64, |v| common::zigzag(i128::from(v));
    i32 -7 |raw| unzigzag(raw) as i32, |v| common::zigzag(i128::from(v));
}

/// Decodes `bytes` into `room` places with every kernel and compares values, progress and error with the twin's.
fn check_decode<T: Int>(bytes: &[u8], room: usize) {
    let mut want = Vec::new();
    let mut at = 0;
    let mut error = None;
    while want.len() < room && at < bytes.len() {
        match common::decode(&bytes[at..], Rules::strict(T::WIDTH)) {
            Ok((raw, len)) => {
                want.push(T::from_twin(raw));
                at += len;
            }
            Err(bad) => {
                error = Some(bad);
                break;
            }
        }
    }
    for kernel in Kernel::all() {
        let mut out = vec![T::FILL; room];
        let answer = kernel.decode_batch(bytes, &mut out);
        let done = answer.unwrap_or_else(|stopped| stopped.done);
        let context = || {
            format!(
                "{} of {} bytes into {room}: {:02x?}",
                kernel.name(),
                bytes.len(),
                &bytes[..bytes.len().min(400)]
            )
        };
        assert_eq!((done.values, done.bytes), (want.len(), at), "{}", context());
        assert_eq!(
            answer.err().map(|stopped| (stopped.error.kind(), stopped.error.offset())),
            error,
            "{}",
            context()
        );
        assert_eq!(out[..done.values], want, "{}", context());
    }
}

fn check_all_types(bytes: &[u8], room: usize) {
    check_decode::<u64>(bytes, room);
    check_decode::<u32>(bytes, room);
    check_decode::<i64>(bytes, room);
    check_decode::<i32>(bytes, room);
    check_skip(bytes, room);
}

fn check_skip(bytes: &[u8], count: usize) {
    let any = Rules { width: 70, max_len: 10, drop_surplus: true, minimal: false };
    let (mut values, mut at, mut error) = (0, 0, None);
    while values < count && at < bytes.len() {
        match common::decode(&bytes[at..], any) {
            Ok((_, len)) => (values, at) = (values + 1, at + len),
            Err(bad) => {
                error = Some(bad);
                break;
            }
        }
    }
    for kernel in Kernel::all() {
        let answer = kernel.skip_batch(bytes, count);
        let done = answer.unwrap_or_else(|stopped| stopped.done);
        assert_eq!((done.values, done.bytes), (values, at), "{} {count} {bytes:02x?}", kernel.name());
        assert_eq!(
            answer.err().map(|stopped| (stopped.error.kind(), stopped.error.offset())),
            error,
            "{}",
            kernel.name()
        );
    }
}

/// A run of varints: lengths by `lengths`, some padded, values of `width` bits at most.
fn stream(random: &mut Random, values: usize, width: u32, length: impl Fn(&mut Random) -> usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..values {
        let len = length(random).min(width.div_ceil(7) as usize);
        let bits = (7 * len as u32).min(width);
        let value = random.next() >> (64 - bits);
        let mut encoded = common::encode(value.into());
        if random.below(20) == 0 {
            // Zero padding up to the length asked for is part of the format.
            while encoded.len() < len {
                *encoded.last_mut().unwrap() |= 0x80;
                encoded.push(0);
            }
        }
        bytes.extend(encoded);
    }
    bytes
}

/// Distributions of lengths, so that each path of each kernel is taken.
fn lengths(kind: usize) -> impl Fn(&mut Random) -> usize {
    move |random| match kind {
        0..10 => kind + 1,
        10 => 1 + random.below(2),
        11 => 1 + random.below(5),
        12 => 1 + random.below(10),
        13 => match random.below(100) {
            0..90 => 1,
            90..97 => 2,
            97..99 => 3 + random.below(3),
            _ => 8 + random.below(2),
        },
        14 => 8 + random.below(3),
        _ => {
            if random.below(200) == 0 {
                10
            } else {
                1
            }
        }
    }
}

const KINDS: usize = 16;
const KIND_STEP: usize = if cfg!(miri) { 6 } else { 1 };

/// Miri takes one place of many.
const STEP: usize = if cfg!(miri) { 229 } else { 1 };

#[test]
fn streams_of_every_kind() {
    let mut random = Random(11);
    for kind in (0..KINDS).step_by(KIND_STEP) {
        for round in 0..common::rounds(40) {
            let width = if round % 2 == 0 { 64 } else { 32 };
            let values = 1 + random.below(if cfg!(miri) { 200 } else { 900 });
            let bytes = stream(&mut random, values, width, lengths(kind));
            check_all_types(&bytes, values);
            check_all_types(&bytes, values + 100);
            check_all_types(&bytes, random.below(values + 1));
        }
    }
}

#[test]
fn every_cut_and_every_room() {
    let mut random = Random(12);
    for kind in (0..KINDS).step_by(KIND_STEP) {
        let bytes = stream(&mut random, 260, 64, lengths(kind));
        let bytes = &bytes[..bytes.len().min(700)];
        for cut in (0..=bytes.len()).step_by(STEP) {
            check_decode::<u64>(&bytes[..cut], 300);
            check_skip(&bytes[..cut], 300);
        }
        for room in (0..260).step_by(STEP) {
            check_decode::<i64>(bytes, room);
            check_skip(bytes, room);
        }
        let bytes = stream(&mut random, 260, 32, lengths(kind));
        for cut in (0..=bytes.len().min(400)).step_by(STEP) {
            check_decode::<u32>(&bytes[..cut], 300);
        }
        for room in (0..260).step_by(STEP) {
            check_decode::<i32>(&bytes, room);
        }
    }
}

#[test]
fn a_bad_value_at_each_place() {
    let mut random = Random(13);
    let bad: [&[u8]; 8] = [
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02",
        b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f",
        b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00",
        b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        b"\xff\xff\xff\xff\x10",
        b"\x80\x80\x80\x80\x80\x00",
        b"\xff\xff\xff\xff\x7f",
        b"\x80",
    ];
    for kind in (0..KINDS).step_by(KIND_STEP) {
        let good: Vec<Vec<u8>> = (0..220).map(|_| stream(&mut random, 1, 32, lengths(kind))).collect();
        for place in (0..good.len()).step_by(if kind < 3 { STEP } else { 5 * STEP }) {
            let bad = bad[random.below(bad.len())];
            let bytes: Vec<u8> = good[..place]
                .iter()
                .map(Vec::as_slice)
                .chain([bad])
                .chain(good[place..].iter().map(Vec::as_slice))
                .flatten()
                .copied()
                .collect();
            check_all_types(&bytes, 400);
        }
    }
}

#[test]
fn every_alignment_of_input_and_output() {
    let mut random = Random(14);
    for kind in (0..KINDS).step_by(KIND_STEP) {
        let bytes = stream(&mut random, 500, 64, lengths(kind));
        for shift in (0..64).step_by(STEP.min(31)) {
            let mut shifted = vec![0x55; shift];
            shifted.extend(&bytes);
            for kernel in Kernel::all() {
                let mut want = vec![0u64; 500];
                let done = kernel.decode_batch(&bytes, &mut want).unwrap();
                let mut out = vec![0u64; 500 + shift];
                assert_eq!(kernel.decode_batch(&shifted[shift..], &mut out[shift..]), Ok(done));
                assert_eq!(out[shift..], want);
            }
        }
    }
}

#[test]
fn random_bytes() {
    let mut random = Random(15);
    for _ in 0..common::rounds(6_000) {
        let more = random.below(256) as u8;
        let len = random.below(500);
        let bytes: Vec<u8> = (0..len)
            .map(|_| (random.next() as u8 & 0x7f) | if (random.next() as u8) < more { 0x80 } else { 0 })
            .collect();
        let room = random.below(600);
        check_all_types(&bytes, room);
    }
}

fn check_encode<T: Int>(values: &[T], room: usize) {
    let mut want = Vec::new();
    let mut fitting = 0;
    for value in values {
        let bytes = common::encode(value.to_twin());
        if want.len() + bytes.len() > room {
            break;
        }
        want.extend(bytes);
        fitting += 1;
    }
    for kernel in Kernel::all() {
        let mut out = vec![0xee; room];
        let done = kernel.encode_batch(values, &mut out);
        assert_eq!((done.values, done.bytes), (fitting, want.len()), "{} {values:?} {room}", kernel.name());
        assert_eq!(out[..done.bytes], want, "{} {values:?}", kernel.name());
        if fitting == values.len() {
            let mut appended = b"before".to_vec();
            kernel.append_batch(values, &mut appended);
            assert_eq!(appended[6..], want, "{}", kernel.name());
            assert_eq!(encoded_len_batch(values), want.len());
        }
    }
}

fn as_type<T: Int>(values: &[u64]) -> Vec<T> {
    values.iter().map(|v| T::from_random(*v)).collect()
}

#[test]
fn encoding_of_every_kind_and_room() {
    let mut random = Random(16);
    for kind in (0..KINDS).step_by(KIND_STEP) {
        let length = lengths(kind);
        for round in 0..common::rounds(60) {
            let count = random.below(300);
            let values: Vec<u64> = (0..count)
                .map(|_| random.next() >> (64 - (7 * length(&mut random) as u32).min(64)))
                .collect();
            let total = 10 * count + 80;
            let room = if round % 3 == 0 { random.below(total) } else { total };
            check_encode::<u64>(&values, room);
            check_encode::<u32>(&as_type(&values), room);
            // Through unzigzag, so that lengths are as asked.
            let signed: Vec<i64> = values.iter().map(|v| unzigzag(u128::from(*v)) as i64).collect();
            check_encode::<i64>(&signed, room);
            check_encode::<i32>(&signed.iter().map(|v| *v as i32).collect::<Vec<_>>(), room);
        }
    }
    let edges = boundaries();
    check_encode::<u64>(&edges, 10_000);
    check_encode::<i64>(&edges.iter().map(|v| *v as i64).collect::<Vec<_>>(), 10_000);
    for room in (0..=encoded_len_batch(&edges)).step_by(STEP) {
        check_encode::<u64>(&edges, room);
    }
}

#[test]
fn the_iterator_gives_what_the_twin_gives() {
    let mut random = Random(17);
    for kind in (0..KINDS).step_by(KIND_STEP) {
        let count = random.below(if cfg!(miri) { 200 } else { 900 });
        let mut bytes = stream(&mut random, count, 64, lengths(kind));
        let whole = bytes.len();
        let mut want = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let (raw, len) = common::decode(&bytes[at..], Rules::strict(64)).unwrap();
            want.push(raw as u64);
            at += len;
        }
        let values: Result<Vec<u64>, _> = avocet_varint::iter(&bytes).collect();
        assert_eq!(values.unwrap(), want);

        bytes.extend([0xff; 10]);
        let mut values = avocet_varint::iter::<u64>(&bytes);
        assert!(values.by_ref().take(count).map(Result::unwrap).eq(want));
        let stopped = values.next().unwrap().unwrap_err();
        assert_eq!((stopped.done.values, stopped.done.bytes), (count, whole));
        assert_eq!(stopped.error.kind(), avocet_varint::ErrorKind::TooLong);
        assert!(values.next().is_none() && values.next().is_none());
    }
}

#[test]
fn kernels_have_names_and_the_portable_one_is_always_there() {
    let names: Vec<_> = Kernel::all().map(Kernel::name).collect();
    assert_eq!(names[0], "portable");
    for name in &names {
        assert_eq!(Kernel::named(name).map(Kernel::name), Some(*name));
    }
    assert!(names.contains(&Kernel::best().name()));
    assert!(Kernel::named("none such").is_none());
    eprintln!("kernels: {names:?}");
}
