//! Many values in one call, every kernel of this CPU; skipping per input byte.

use std::cell::RefCell;

use avocet_varint::{BatchInt, Kernel};
use bench::data::{Lengths, U32, U64, encoded, numbers};
use bench::harness::{Contender, Table};

use crate::encode::digest;

/// Decodes all of `bytes` in calls of `per_call` values at most.
fn decode_row<'a, T: BatchInt>(
    kernel: Kernel,
    bytes: &'a [u8],
    out: &'a RefCell<Vec<T>>,
    per_call: usize,
    sum: fn(&[T]) -> u64,
) -> Contender<'a> {
    let run = move || {
        let mut out = out.borrow_mut();
        let mut at = 0;
        // Small calls reuse the same small buffer, which stays in the first-level cache.
        while at < bytes.len() {
            let room = out.len().min(per_call);
            at += kernel.decode_batch(&bytes[at..], &mut out[..room]).unwrap().bytes;
        }
        at as u64
    };
    let answer = move || {
        run();
        sum(&out.borrow())
    };
    Contender { name: kernel.name(), run: Box::new(run), answer: Box::new(answer) }
}

fn plain_decode<'a>(bytes: &'a [u8], out: &'a RefCell<Vec<u64>>, per_call: usize) -> Contender<'a> {
    #[inline(never)]
    fn decode(bytes: &[u8], out: &mut [u64]) -> usize {
        let mut at = 0;
        for place in out {
            if at == bytes.len() {
                break;
            }
            let (value, len) = avocet_varint::decode_u64(&bytes[at..]).unwrap();
            *place = value;
            at += len;
        }
        at
    }
    let run = move || {
        let mut out = out.borrow_mut();
        let mut at = 0;
        while at < bytes.len() {
            let room = out.len().min(per_call);
            at += decode(&bytes[at..], &mut out[..room]);
        }
        at as u64
    };
    let answer = move || {
        run();
        sum_u64(&out.borrow())
    };
    Contender { name: "decode_u64 in a loop", run: Box::new(run), answer: Box::new(answer) }
}

/// The floor: the output, copied from elsewhere. Its answer is taken over from the one before.
fn copy_row<'a, T: Copy>(
    from: &'a [T],
    out: &'a RefCell<Vec<T>>,
    per_call: usize,
    sum: fn(&[T]) -> u64,
) -> Contender<'a> {
    let run = move || {
        let mut out = out.borrow_mut();
        for chunk in from.chunks(per_call) {
            out[..chunk.len()].copy_from_slice(&from[..chunk.len()]);
            std::hint::black_box(&mut out[..]);
        }
        0
    };
    let answer = move || sum(&out.borrow());
    Contender { name: "memcpy of the output", run: Box::new(run), answer: Box::new(answer) }
}

fn sum_u64(values: &[u64]) -> u64 {
    values
        .iter()
        .enumerate()
        .fold(0, |sum, (at, value)| sum ^ value.rotate_left(at as u32 & 63).wrapping_mul(at as u64 | 1))
}

fn decode_table<T: BatchInt + Default>(
    title: &str,
    cases: &[Lengths],
    bits: u32,
    per_call: usize,
    sum: fn(&[T]) -> u64,
    more: impl for<'a> Fn(&'a [u8], &'a RefCell<Vec<T>>) -> Vec<Contender<'a>>,
) {
    let mut table = Table::new(title);
    for lengths in cases {
        let numbers = numbers(*lengths, bits);
        let bytes = encoded(&numbers);
        let out = RefCell::new(vec![T::default(); numbers.len().min(per_call)]);
        let copied = vec![T::default(); numbers.len()];
        let mut rows: Vec<_> =
            Kernel::all().map(|kernel| decode_row(kernel, &bytes, &out, per_call, sum)).collect();
        rows.extend(more(&bytes, &out));
        rows.push(copy_row(&copied, &out, per_call, sum));
        table.case(&lengths.name(), numbers.len(), rows);
    }
    table.print();
}

pub fn decode_u64() {
    decode_table("Decode u64 in one call", &U64, 64, usize::MAX, sum_u64, |bytes, out| {
        vec![plain_decode(bytes, out, usize::MAX)]
    });
}

pub fn decode_u64_small() {
    decode_table("Decode u64, 1,024 values a call", &U64, 64, 1024, sum_u64, |bytes, out| {
        vec![plain_decode(bytes, out, 1024)]
    });
}

pub fn decode_u32() {
    let sum = |values: &[u32]| values.iter().fold(0, |sum: u64, v| sum.wrapping_mul(31) ^ u64::from(*v));
    decode_table::<u32>("Decode u32 in one call", &U32, 32, usize::MAX, sum, |_, _| Vec::new());
}

pub fn decode_i64() {
    let sum = |values: &[i64]| values.iter().fold(0, |sum: u64, v| sum.wrapping_mul(31) ^ *v as u64);
    decode_table::<i64>("Decode i64 (zigzag) in one call", &U64, 64, usize::MAX, sum, |_, _| Vec::new());
}

fn encode_table<T: BatchInt>(title: &str, cases: &[Lengths], bits: u32, convert: fn(u64) -> T) {
    let mut table = Table::new(title);
    for lengths in cases {
        let values: Vec<T> = numbers(*lengths, bits).into_iter().map(convert).collect();
        let out = RefCell::new(vec![0; 10 * values.len() + 64]);
        let rows = Kernel::all()
            .map(|kernel| {
                let (values, out) = (&values, &out);
                let run = move || kernel.encode_batch(values, &mut out.borrow_mut()).bytes as u64;
                let answer = move || {
                    let len = run();
                    digest(&out.borrow()[..len as usize])
                };
                Contender {
                    name: kernel.name(),
                    run: Box::new(run) as Box<dyn FnMut() -> u64>,
                    answer: Box::new(answer),
                }
            })
            .collect();
        table.case(&lengths.name(), values.len(), rows);
    }
    table.print();
}

pub fn encode_u64() {
    encode_table("Encode u64 in one call", &U64, 64, |raw| raw);
}

pub fn encode_u32() {
    encode_table("Encode u32 in one call", &U32, 32, |raw| raw as u32);
}

pub fn encode_i64() {
    encode_table("Encode i64 (zigzag) in one call", &U64, 64, |raw| (raw >> 1) as i64 ^ -((raw & 1) as i64));
}

pub fn skip() {
    let mut table = Table::new("Count, per input byte");
    for lengths in U64 {
        let bytes = encoded(&numbers(lengths, 64));
        let rows = Kernel::all()
            .map(|kernel| {
                let bytes = &bytes;
                let run = move || kernel.skip_batch(bytes, usize::MAX).unwrap().values as u64;
                Contender {
                    name: kernel.name(),
                    run: Box::new(run) as Box<dyn FnMut() -> u64>,
                    answer: Box::new(run),
                }
            })
            .collect();
        table.case(&lengths.name(), bytes.len(), rows);
    }
    table.print();
}
