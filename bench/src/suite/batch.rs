//! `batch`: many values in one call, out of a slice into an array and back; values counted without decoding them.
//!
//! No peer has a call for many values that is more than a loop, so the peers are their one-value calls in a loop.
//! `decode-1024` decodes at most 1,024 values a call into the same small array, which stays in the first-level cache.

use std::cell::RefCell;
use std::hint::black_box;
use std::rc::Rc;

use avocet_varint::{BatchInt, Kernel};

use super::varint::encode::Encoder;
use super::varint::{Int, appending};
use super::{Case, digest};
use crate::data::{Lengths, encoded, numbers};
use crate::measure::{Contender, Role, Row};

/// Decodes until the bytes or the places end, and tells how many bytes that took.
type Decode<T> = Box<dyn Fn(&[u8], &mut [T]) -> usize>;

/// Encodes all values, and tells how many bytes they took.
type Encode<T> = Box<dyn Fn(&[T], &mut [u8]) -> usize>;

/// Every type, length and operation.
pub fn cases() -> Vec<Case> {
    let mut cases = cases_of::<u64>();
    cases.extend(cases_of::<i64>());
    cases.extend(cases_of::<u32>());
    cases.extend(cases_of::<i32>());
    cases.extend(operation::<u64>("decode-1024", |lengths| decode::<u64>(lengths, 1024)));
    cases.extend(operation::<u64>("count", count));
    cases
}

fn cases_of<T: Int + BatchInt>() -> Vec<Case> {
    let mut cases = operation::<T>("decode", |lengths| decode::<T>(lengths, usize::MAX));
    cases.extend(operation::<T>("encode", encode::<T>));
    cases
}

fn operation<T: Int>(what: &'static str, make: fn(Lengths) -> Row) -> Vec<Case> {
    let name = move |lengths: Lengths| format!("batch/{}-{}/{what}", T::NAME, lengths.name());
    T::lengths().iter().map(|lengths| Case::new(name(*lengths), move || make(*lengths))).collect()
}

/// Decodes all bytes, at most `per_call` values a call; the answer depends on every value and its place.
fn decode<T: Int + BatchInt>(lengths: Lengths, per_call: usize) -> Row {
    let numbers = numbers(lengths, T::BITS);
    let bytes: Rc<[u8]> = encoded(&numbers).into();
    let out = Rc::new(RefCell::new(vec![T::default(); numbers.len().min(per_call)]));
    let by = |name: &str, role, call: Decode<T>| {
        let call = Rc::new(call);
        let all = {
            let (bytes, out) = (Rc::clone(&bytes), Rc::clone(&out));
            move |seen: &mut dyn FnMut(&[T])| {
                let mut out = out.borrow_mut();
                let mut at = 0;
                while at < bytes.len() {
                    at += call(&bytes[at..], &mut out);
                    seen(&out);
                }
            }
        };
        let again = all.clone();
        let len = numbers.len();
        Contender::new(
            name,
            role,
            move || all(&mut |_| ()),
            move || {
                let (mut sum, mut left) = (0, len);
                again(&mut |values| {
                    sum = values[..left.min(values.len())].iter().fold(sum, mix);
                    left -= left.min(values.len());
                });
                sum
            },
        )
    };
    let mut contenders = vec![by(
        "decode_batch",
        Role::Ours,
        Box::new(|bytes, out| avocet_varint::decode_batch(bytes, out).expect("valid").bytes),
    )];
    for kernel in Kernel::all() {
        let call = move |bytes: &[u8], out: &mut [T]| kernel.decode_batch(bytes, out).expect("valid").bytes;
        contenders.push(by(&format!("kernel {}", kernel.name()), Role::Reference, Box::new(call)));
    }
    for way in T::decoders() {
        let role = if way.role == Role::Ours { Role::Reference } else { way.role };
        contenders.push(by(way.name, role, Box::new(way.stored)));
    }
    let values: Vec<T> = numbers.iter().map(|raw| T::from_raw(*raw)).collect();
    contenders.push(by("memcpy of the output", Role::Reference, {
        let at = RefCell::new(0);
        Box::new(move |bytes, out| {
            let mut at = at.borrow_mut();
            let len = out.len().min(values.len() - *at);
            out[..len].copy_from_slice(&values[*at..][..len]);
            *at += len;
            // Claims a byte a value until the end, so that there are as many calls as for the others.
            if *at == values.len() {
                *at = 0;
                bytes.len()
            } else {
                len
            }
        })
    }));
    Row { units: numbers.len(), contenders }
}

/// A sum that tells values in other places apart.
fn mix<T: Int>(sum: u64, value: &T) -> u64 {
    (sum ^ value.to_raw()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

fn encode<T: Int + BatchInt>(lengths: Lengths) -> Row {
    let numbers = numbers(lengths, T::BITS);
    let values: Rc<[T]> = numbers.iter().map(|raw| T::from_raw(*raw)).collect();
    let bytes: Rc<[u8]> = encoded(&numbers).into();
    // `encode_batch` promises to write all values when the room suffices for the longest of them.
    let room = 10 * values.len() + 64;
    let by = |name: &str, role, call: Encode<T>| {
        let (call, values) = (Rc::new(call), Rc::clone(&values));
        let (again, answer) = (Rc::clone(&call), Rc::clone(&values));
        let mut out = vec![0; room];
        Contender::new(
            name,
            role,
            move || {
                call(&values, &mut out);
            },
            move || {
                let mut out = vec![0; room];
                let len = again(&answer, &mut out);
                digest(&out[..len])
            },
        )
    };
    let mut contenders = vec![by(
        "encode_batch",
        Role::Ours,
        Box::new(|values, out| avocet_varint::encode_batch(values, out).bytes),
    )];
    for kernel in Kernel::all() {
        let call = move |values: &[T], out: &mut [u8]| kernel.encode_batch(values, out).bytes;
        contenders.push(by(&format!("kernel {}", kernel.name()), Role::Reference, Box::new(call)));
    }
    for way in T::encoders() {
        let role = if way.role == Role::Ours { Role::Reference } else { way.role };
        contenders.push(appending(&Encoder { role, ..way }, &values, room, |way| &way.inlined));
    }
    contenders.push(super::copy("memcpy of the output", bytes));
    Row { units: numbers.len(), contenders }
}

/// How many values there are: bytes without a top bit.
fn count(lengths: Lengths) -> Row {
    let numbers = numbers(lengths, 64);
    let bytes: Rc<[u8]> = encoded(&numbers).into();
    let by = |name: &str, role, call: Box<dyn Fn(&[u8]) -> usize>| {
        let (call, bytes) = (Rc::new(call), Rc::clone(&bytes));
        let (again, answer) = (Rc::clone(&call), Rc::clone(&bytes));
        Contender::new(
            name,
            role,
            move || {
                black_box(call(&bytes));
            },
            move || again(&answer) as u64,
        )
    };
    let mut contenders =
        vec![by("count", Role::Ours, Box::new(|bytes| avocet_varint::count(bytes).expect("valid")))];
    for kernel in Kernel::all() {
        let call = move |bytes: &[u8]| kernel.skip_batch(bytes, usize::MAX).expect("valid").values;
        contenders.push(by(&format!("kernel {}", kernel.name()), Role::Reference, Box::new(call)));
    }
    contenders.push(by("varing, in a loop", Role::Peer, Box::new(varing_count)));
    #[cfg(feature = "simd-peer")]
    contenders.push(by("varint-simd, in a loop", Role::Peer, Box::new(varint_simd_count)));
    // Checks nothing: a value that never ends is counted, too.
    let stops = |bytes: &[u8]| bytes.iter().filter(|byte| **byte < 0x80).count();
    contenders.push(by("bytes below 128, unchecked", Role::Reference, Box::new(stops)));
    Row { units: numbers.len(), contenders }
}

fn varing_count(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while !bytes.is_empty() {
        bytes = &bytes[varing::consume_varint_checked(bytes).expect("valid").get()..];
        count += 1;
    }
    count
}

#[cfg(feature = "simd-peer")]
fn varint_simd_count(mut bytes: &[u8]) -> usize {
    let mut count = 0;
    while !bytes.is_empty() {
        bytes = &bytes[varint_simd::decode_len::<u64>(bytes).expect("valid")..];
        count += 1;
    }
    count
}
