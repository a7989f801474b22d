//! The hottest functions over fixed data, each in a function of its own, for `.ci/instructions` to count.

use std::hint::black_box;

use avocet_varint::{Error, Kernel, Reader, Writer};

/// 100,000 numbers: mostly small, some of every length. Always the same.
fn numbers() -> Vec<u64> {
    let mut state = 1_u64;
    (0..100_000)
        .map(|_| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let bits = [7, 7, 7, 7, 7, 7, 14, 14, 28, 64][(state >> 40) as usize % 10];
            (state ^ state >> 29) >> (64 - bits)
        })
        .collect()
}

#[inline(never)]
fn read_inlined(bytes: &[u8]) -> Result<u64, Error> {
    let mut reader = Reader::new(bytes);
    let mut sum = 0_u64;
    while !reader.is_empty() {
        sum = sum.wrapping_add(reader.read_u64()?);
    }
    Ok(sum)
}

#[inline(never)]
fn read_called(reader: &mut Reader<'_>) -> Result<i64, Error> {
    reader.read_i64()
}

#[inline(never)]
fn read_strings(bytes: &[u8]) -> usize {
    let mut reader = Reader::new(bytes);
    let mut letters = 0;
    while let Ok(text) = reader.read_str(11) {
        letters += text.len();
    }
    letters
}

#[inline(never)]
fn write_inlined(values: &[u64], out: &mut Writer) {
    let mut writer = std::mem::take(out);
    for value in values {
        writer.write_u64(*value);
    }
    *out = writer;
}

#[inline(never)]
fn decode_batch(kernel: Kernel, bytes: &[u8], out: &mut [u64]) -> usize {
    kernel.decode_batch(bytes, out).map_or(0, |done| done.values)
}

#[inline(never)]
fn encode_batch(kernel: Kernel, values: &[u64], out: &mut [u8]) -> usize {
    kernel.encode_batch(values, out).bytes
}

fn main() {
    let values = numbers();
    let mut writer = Writer::with_capacity(11 * values.len());
    write_inlined(&values, &mut writer);
    let bytes = writer.as_slice();
    black_box(read_inlined(bytes)).expect("what was written can be read");
    let mut reader = Reader::new(bytes);
    while !reader.is_empty() {
        black_box(read_called(&mut reader)).expect("what was written can be read");
    }
    black_box(read_strings(&vec![b'a'; 110_000]));
    let mut out = vec![0; values.len()];
    assert_eq!(decode_batch(Kernel::named("portable").expect("always there"), bytes, &mut out), values.len());
    assert_eq!(out, values);
    let mut out = vec![0; 11 * values.len()];
    let len = encode_batch(Kernel::named("portable").expect("always there"), &values, &mut out);
    assert_eq!(out[..len], *bytes);
}
