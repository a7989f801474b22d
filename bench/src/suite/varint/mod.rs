//! `varint`: one value at a time, out of a slice and into a growing buffer.
//!
//! A case is a type and the lengths of its values: `u64-L3`, `i32-mix1-5`, `u64-real`. `decode` and `encode` go through
//! functions that are never inlined, with the state in memory, as a large decoder has it; `decode-inlined` and
//! `encode-inlined` are loops into which each contender inlines what it can.

use std::hint::black_box;
use std::rc::Rc;

use super::{Case, digest};
use crate::data::{Lengths, U32, U64, encoded, numbers};
use crate::measure::{Contender, Row};

pub(super) mod decode;
pub(super) mod encode;

use decode::Decoder;
use encode::{Append, Buffer, Encoder};

/// One of the four types, from the raw number whose varint it is: zigzag for the signed ones.
pub(super) trait Int: Copy + Default + PartialEq + 'static {
    const NAME: &'static str;
    const BITS: u32;

    fn from_raw(raw: u64) -> Self;
    fn to_raw(self) -> u64;
    fn decoders() -> Vec<Decoder<Self>>;
    fn encoders() -> Vec<Encoder<Self>>;

    /// Lengths to measure with.
    fn lengths() -> &'static [Lengths] {
        if Self::BITS == 32 { &U32 } else { &U64 }
    }
}

macro_rules! ints {
    ($($int:ident $bits:literal $from:expr;)*) => {$(
        impl Int for $int {
            const NAME: &'static str = stringify!($int);
            const BITS: u32 = $bits;

            fn from_raw(raw: u64) -> Self {
                $from(raw)
            }

            fn to_raw(self) -> u64 {
                self as u64
            }

            fn decoders() -> Vec<Decoder<Self>> {
                decode::$int()
            }

            fn encoders() -> Vec<Encoder<Self>> {
                encode::$int()
            }
        }
    )*};
}

ints! {
    u64 64 |raw| raw;
    i64 64 unzigzag;
    u32 32 |raw| raw as u32;
    i32 32 |raw| unzigzag(raw) as i32;
}

pub(super) fn unzigzag(raw: u64) -> i64 {
    (raw >> 1) as i64 ^ -((raw & 1) as i64)
}

/// Every type, length and operation.
pub fn cases() -> Vec<Case> {
    let mut cases = cases_of::<u64>();
    cases.extend(cases_of::<i64>());
    cases.extend(cases_of::<u32>());
    cases.extend(cases_of::<i32>());
    cases
}

fn cases_of<T: Int>() -> Vec<Case> {
    let name = |lengths: Lengths, what| format!("varint/{}-{}/{what}", T::NAME, lengths.name());
    let mut cases = Vec::new();
    for (what, make) in [
        ("decode", (|lengths| decode_row::<T>(lengths, |way| way.called)) as fn(Lengths) -> Row),
        ("decode-inlined", |lengths| decode_row::<T>(lengths, |way| way.inlined)),
        ("encode", |lengths| encode_row::<T>(lengths, |way| &way.called)),
        ("encode-inlined", |lengths| encode_row::<T>(lengths, |way| &way.inlined)),
    ] {
        for lengths in T::lengths() {
            cases.push(Case::new(name(*lengths, what), move || make(*lengths)));
        }
    }
    cases
}

/// The values are added up; the sum is the answer.
fn decode_row<T: Int>(lengths: Lengths, sum: fn(&Decoder<T>) -> fn(&[u8]) -> u64) -> Row {
    let numbers = numbers(lengths, T::BITS);
    let bytes: Rc<[u8]> = encoded(&numbers).into();
    let contenders = T::decoders()
        .iter()
        .map(|way| {
            let (sum, run, answer) = (sum(way), Rc::clone(&bytes), Rc::clone(&bytes));
            Contender::new(way.name, way.role, move || _ = black_box(sum(&run)), move || sum(&answer))
        })
        .collect();
    Row { units: numbers.len(), contenders }
}

/// The bytes are the answer.
fn encode_row<T: Int>(lengths: Lengths, append: for<'a> fn(&'a Encoder<T>) -> &'a Append<T>) -> Row {
    let numbers = numbers(lengths, T::BITS);
    let values: Rc<[T]> = numbers.iter().map(|raw| T::from_raw(*raw)).collect();
    let bytes: Rc<[u8]> = encoded(&numbers).into();
    let room = bytes.len() + 64;
    let mut contenders: Vec<Contender> =
        T::encoders().iter().map(|way| appending(way, &values, room, append)).collect();
    contenders.push(super::copy("memcpy of the output", bytes));
    Row { units: numbers.len(), contenders }
}

/// An encoder that fills a buffer of its kind again and again; the answer depends on every byte.
pub(super) fn appending<T: Int>(
    way: &Encoder<T>,
    values: &Rc<[T]>,
    room: usize,
    append: for<'a> fn(&'a Encoder<T>) -> &'a Append<T>,
) -> Contender {
    match append(way) {
        Append::Vec(append) => filling(way, values, room, *append),
        Append::Writer(append) => filling(way, values, room, *append),
        Append::Room(append) => filling(way, values, room, *append),
    }
}

fn filling<T: Int, B: Buffer>(
    way: &Encoder<T>,
    values: &Rc<[T]>,
    room: usize,
    append: fn(&[T], &mut B),
) -> Contender {
    let (run, answer) = (Rc::clone(values), Rc::clone(values));
    let mut out = B::with_room(room);
    Contender::new(
        way.name,
        way.role,
        move || {
            out.clear();
            append(&run, &mut out);
        },
        move || {
            let mut out = B::with_room(room);
            append(&answer, &mut out);
            digest(out.written())
        },
    )
}
