//! One value at a time into a buffer that is large enough from the start.

use std::cell::RefCell;

use avocet_varint::Writer;
use bench::data::{Lengths, U32, U64, numbers};
use bench::harness::{Contender, Table};

type Buffer = RefCell<Vec<u8>>;

/// A contender that appends all values to an empty vector; its answer is a digest of the bytes.
fn row<'a, T>(
    name: &'static str,
    values: &'a [T],
    buffer: &'a Buffer,
    append: fn(&[T], &mut Vec<u8>),
) -> Contender<'a> {
    let run = move || {
        let mut out = buffer.borrow_mut();
        out.clear();
        append(values, &mut out);
        out.len() as u64
    };
    let answer = move || {
        run();
        digest(&buffer.borrow())
    };
    Contender { name, run: Box::new(run), answer: Box::new(answer) }
}

/// As [`row`], into a writer that is used again.
fn writer_row<'a, T: Copy>(values: &'a [T], append: fn(&[T], &mut Writer)) -> Contender<'a> {
    let writer = std::rc::Rc::new(RefCell::new(Writer::with_capacity(10 * values.len() + 64)));
    let run = {
        let writer = writer.clone();
        move || {
            let mut out = writer.borrow_mut();
            out.clear();
            append(values, &mut out);
            out.len() as u64
        }
    };
    let answer = {
        let run = run.clone();
        move || {
            run();
            digest(writer.borrow().as_slice())
        }
    };
    Contender { name: "avocet Writer", run: Box::new(run), answer: Box::new(answer) }
}

#[inline(never)]
fn writer_u64(values: &[u64], out: &mut Writer) {
    // Taken out, so that its parts can stay in registers.
    let mut writer = std::mem::take(out);
    for value in values {
        writer.write_u64(*value);
    }
    *out = writer;
}

#[inline(never)]
fn writer_call(values: &[u64], out: &mut Writer) {
    #[inline(never)]
    fn write(writer: &mut Writer, value: u64) {
        writer.write_u64(value);
    }
    for value in values {
        write(out, *value);
    }
}

#[inline(never)]
fn writer_groups(values: &[u64], out: &mut Writer) {
    let mut writer = std::mem::take(out);
    for group in values.as_chunks::<8>().0 {
        writer.write_u64s(*group);
    }
    *out = writer;
}

pub fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

macro_rules! appends {
    ($($name:ident($int:ident): $step:expr;)*) => {$(
        #[inline(never)]
        fn $name(values: &[$int], out: &mut Vec<u8>) {
            for value in values {
                $step(*value, &mut *out);
            }
        }
    )*};
}

appends! {
    ours_u64(u64): |value, out: &mut Vec<u8>| avocet_varint::write_u64(out, value);
    ours_u32(u32): |value, out: &mut Vec<u8>| avocet_varint::write_u32(out, value);
    ours_i64(i64): |value, out: &mut Vec<u8>| avocet_varint::write_i64(out, value);
    ours_call(u64): call;
    plain_u64(u64): plain_loop;
    plain_call(u64): plain_call_one;
    plain_u32(u32): |value, out: &mut Vec<u8>| plain_loop(u64::from(value), out);
    plain_i64(i64): |value: i64, out: &mut Vec<u8>| plain_loop(((value << 1) ^ (value >> 63)) as u64, out);
    // The two writers of gophertunnel's pull request 363, told again in Rust: one byte per turn as above, and the
    // length found by comparisons, then that many bytes appended at once.
    unrolled(u64): unrolled_one;
}

#[inline(never)]
fn call(value: u64, out: &mut Vec<u8>) {
    avocet_varint::write_u64(out, value);
}

#[inline(never)]
fn plain_call_one(value: u64, out: &mut Vec<u8>) {
    plain_loop(value, out);
}

#[inline(always)]
fn plain_loop(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[inline(always)]
fn unrolled_one(value: u64, out: &mut Vec<u8>) {
    macro_rules! bytes {
        ($($at:literal)* ; $last:literal) => {
            [$((value >> (7 * $at)) as u8 | 0x80,)* (value >> (7 * $last)) as u8]
        };
    }
    match value {
        0..0x80 => out.push(value as u8),
        0x80..0x4000 => out.extend_from_slice(&bytes!(0; 1)),
        0x4000..0x20_0000 => out.extend_from_slice(&bytes!(0 1; 2)),
        0x20_0000..0x1000_0000 => out.extend_from_slice(&bytes!(0 1 2; 3)),
        0x1000_0000..0x8_0000_0000 => out.extend_from_slice(&bytes!(0 1 2 3; 4)),
        0x8_0000_0000..0x400_0000_0000 => out.extend_from_slice(&bytes!(0 1 2 3 4; 5)),
        0x400_0000_0000..0x2_0000_0000_0000 => out.extend_from_slice(&bytes!(0 1 2 3 4 5; 6)),
        0x2_0000_0000_0000..0x100_0000_0000_0000 => out.extend_from_slice(&bytes!(0 1 2 3 4 5 6; 7)),
        0x100_0000_0000_0000..0x8000_0000_0000_0000 => out.extend_from_slice(&bytes!(0 1 2 3 4 5 6 7; 8)),
        _ => out.extend_from_slice(&bytes!(0 1 2 3 4 5 6 7 8; 9)),
    }
}

#[cfg(feature = "peers")]
appends! {
    leb128fmt_u64(u64): |value, out: &mut Vec<u8>| {
        let (bytes, len) = leb128fmt::encode_u64(value).unwrap();
        out.extend_from_slice(&bytes[..len]);
    };
    leb128_u64(u64): |value, out: &mut Vec<u8>| { leb128::write::unsigned(out, value).unwrap(); };
    integer_encoding_u64(u64): |value, out: &mut Vec<u8>| {
        let mut bytes = [0; 10];
        let len = integer_encoding::VarInt::encode_var(value, &mut bytes);
        out.extend_from_slice(&bytes[..len]);
    };
    unsigned_varint_u64(u64): |value, out: &mut Vec<u8>| {
        out.extend_from_slice(unsigned_varint::encode::u64(value, &mut [0; 10]));
    };
    bytes_varint_u64(u64): |value, out: &mut Vec<u8>| bytes_varint::VarIntSupportMut::put_u64_varint(out, value);
    varing_u64(u64): |value, out: &mut Vec<u8>| out.extend_from_slice(&varing::encode_u64_varint(value));
    varint_rs_u64(u64): |value, out: &mut Vec<u8>| varint_rs::VarintWriter::write_u64_varint(out, value).unwrap();
    prost_u64(u64): |value, out: &mut Vec<u8>| prost::encoding::encode_varint(value, out);
    postcard_u64(u64): |value: u64, out: &mut Vec<u8>| {
        out.extend_from_slice(postcard::to_slice(&value, &mut [0; 10]).unwrap());
    };
}

#[cfg(feature = "simd-peer")]
appends! {
    varint_simd_u64(u64): |value, out: &mut Vec<u8>| {
        let (bytes, len) = varint_simd::encode::<u64>(value);
        out.extend_from_slice(&bytes[..usize::from(len)]);
    };
}

fn table<T>(
    title: &str,
    cases: &[Lengths],
    bits: u32,
    convert: fn(u64) -> T,
    rows: impl for<'a> Fn(&'a [T], &'a Buffer) -> Vec<Contender<'a>>,
) {
    let mut table = Table::new(title);
    for lengths in cases {
        let values: Vec<T> = numbers(*lengths, bits).into_iter().map(convert).collect();
        let buffer = RefCell::new(Vec::with_capacity(10 * values.len() + 64));
        table.case(&lengths.name(), values.len(), rows(&values, &buffer));
    }
    table.print();
}

fn unzigzag(raw: u64) -> i64 {
    (raw >> 1) as i64 ^ -((raw & 1) as i64)
}

pub fn inlined() {
    table(
        "Encode one u64 into a Vec, inlined",
        &U64,
        64,
        |raw| raw,
        |values, buffer| {
            vec![
                writer_row(values, writer_u64),
                Contender { name: "avocet Writer, eights", ..writer_row(values, writer_groups) },
                row("avocet write_u64", values, buffer, ours_u64),
                row("plain loop", values, buffer, plain_u64),
                row("unrolled", values, buffer, unrolled),
                #[cfg(feature = "peers")]
                row("leb128fmt", values, buffer, leb128fmt_u64),
                #[cfg(feature = "peers")]
                row("leb128", values, buffer, leb128_u64),
                #[cfg(feature = "peers")]
                row("integer-encoding", values, buffer, integer_encoding_u64),
                #[cfg(feature = "peers")]
                row("unsigned-varint", values, buffer, unsigned_varint_u64),
                #[cfg(feature = "peers")]
                row("bytes-varint", values, buffer, bytes_varint_u64),
                #[cfg(feature = "peers")]
                row("varing", values, buffer, varing_u64),
                #[cfg(feature = "peers")]
                row("varint-rs", values, buffer, varint_rs_u64),
                #[cfg(feature = "peers")]
                row("prost", values, buffer, prost_u64),
                #[cfg(feature = "peers")]
                row("postcard", values, buffer, postcard_u64),
                #[cfg(feature = "simd-peer")]
                row("varint-simd", values, buffer, varint_simd_u64),
            ]
        },
    );
}

pub fn by_call() {
    table(
        "Encode one u64 into a Vec through a call",
        &U64,
        64,
        |raw| raw,
        |values, buffer| {
            vec![
                writer_row(values, writer_call),
                row("avocet write_u64", values, buffer, ours_call),
                row("plain loop", values, buffer, plain_call),
            ]
        },
    );
}

pub fn inlined_32() {
    table(
        "Encode one u32 into a Vec, inlined",
        &U32,
        32,
        |raw| raw as u32,
        |values, buffer| {
            vec![
                row("avocet write_u32", values, buffer, ours_u32),
                row("plain loop", values, buffer, plain_u32),
            ]
        },
    );
}

pub fn zigzag() {
    table("Encode one i64 (zigzag) into a Vec, inlined", &U64, 64, unzigzag, |values, buffer| {
        vec![row("avocet write_i64", values, buffer, ours_i64), row("plain loop", values, buffer, plain_i64)]
    });
}
