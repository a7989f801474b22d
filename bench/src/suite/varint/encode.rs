//! Ways to encode one value: a line for each contender and type.

use avocet_varint::Writer;

use crate::measure::Role;

/// One contender, in the two loops in which it is measured.
pub struct Encoder<T> {
    pub name: &'static str,
    pub role: Role,
    /// Appends all values, each through a function that is never inlined, with the buffer in memory.
    pub called: Append<T>,
    /// The same in one loop.
    pub inlined: Append<T>,
}

/// Appends all values to one of three kinds of buffers.
pub enum Append<T> {
    Vec(fn(&[T], &mut Vec<u8>)),
    Writer(fn(&[T], &mut Writer)),
    Room(fn(&[T], &mut Room)),
}

/// A buffer that has its final length from the start, for encoders that write into a slice: no capacity is tested.
#[derive(Default)]
pub struct Room {
    bytes: Vec<u8>,
    at: usize,
}

impl Room {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        self.bytes[self.at..][..bytes.len()].copy_from_slice(bytes);
        self.at += bytes.len();
    }
}

/// What all three can do.
pub trait Buffer: Default + 'static {
    fn with_room(len: usize) -> Self;
    fn clear(&mut self);
    fn written(&self) -> &[u8];
}

impl Buffer for Vec<u8> {
    fn with_room(len: usize) -> Self {
        Vec::with_capacity(len)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn written(&self) -> &[u8] {
        self
    }
}

impl Buffer for Writer {
    fn with_room(len: usize) -> Self {
        Writer::with_capacity(len)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn written(&self) -> &[u8] {
        self.as_slice()
    }
}

impl Buffer for Room {
    fn with_room(len: usize) -> Self {
        Room { bytes: vec![0; len], at: 0 }
    }

    fn clear(&mut self) {
        self.at = 0;
    }

    fn written(&self) -> &[u8] {
        &self.bytes[..self.at]
    }
}

/// A function that lists contenders. A line is a role, a name, the kind of buffer and how one value is appended to it.
macro_rules! encoders {
    ($int:ident: $($(#[$attribute:meta])* $role:ident $name:literal $kind:ident |$to:ident, $value:ident| $step:expr;)*) => {
        pub fn $int() -> Vec<Encoder<$int>> {
            vec![$($(#[$attribute])* {
                #[inline(always)]
                fn step($to: &mut buffer!($kind), $value: $int) {
                    _ = $step;
                }
                #[inline(never)]
                fn one(out: &mut buffer!($kind), value: $int) {
                    step(out, value);
                }
                #[inline(never)]
                fn called(values: &[$int], out: &mut buffer!($kind)) {
                    for value in values {
                        one(out, *value);
                    }
                }
                #[inline(never)]
                fn inlined(values: &[$int], out: &mut buffer!($kind)) {
                    // Taken out, so that its parts can stay in registers.
                    let mut own = std::mem::take(out);
                    for value in values {
                        step(&mut own, *value);
                    }
                    *out = own;
                }
                Encoder {
                    name: $name,
                    role: Role::$role,
                    called: Append::$kind(called),
                    inlined: Append::$kind(inlined),
                }
            }),*]
        }
    };
}

macro_rules! buffer {
    (Vec) => { Vec<u8> };
    (Writer) => { Writer };
    (Room) => { Room };
}

encoders! { u64:
    Ours "Writer" Writer |out, value| out.write_u64(value);
    Reference "write_u64" Vec |out, value| avocet_varint::write_u64(out, value);
    Reference "encode_u64" Room |out, value| out.put(avocet_varint::encode_u64(value).as_slice());
    Peer "plain loop" Vec |out, value| plain_loop(out, value);
    Peer "unrolled" Vec |out, value| unrolled(out, value);
    Peer "leb128fmt" Room |out, value| leb128fmt_u64(out, value);
    Peer "leb128fmt array" Vec |out, value| prefix(out, &leb128fmt::encode_u64(value).unwrap());
    Peer "leb128" Vec |out, value| leb128::write::unsigned(out, value).unwrap();
    Peer "integer-encoding" Room |out, value| integer_encoding(out, value);
    Peer "unsigned-varint" Room |out, value| unsigned_varint_u64(out, value);
    Peer "bytes-varint" Vec |out, value| bytes_varint::VarIntSupportMut::put_u64_varint(out, value);
    Peer "varing" Vec |out, value| out.extend_from_slice(&varing::encode_u64_varint(value));
    Peer "varint-rs" Vec |out, value| varint_rs::VarintWriter::write_u64_varint(out, value).unwrap();
    Peer "prost" Vec |out, value| prost::encoding::encode_varint(value, out);
    Peer "postcard" Room |out, value| postcard(out, &value);
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" Room |out, value| varint_simd_block(out, varint_simd::encode::<u64>(value));
}

encoders! { u32:
    Ours "Writer" Writer |out, value| out.write_u32(value);
    Reference "write_u32" Vec |out, value| avocet_varint::write_u32(out, value);
    Reference "encode_u32" Room |out, value| out.put(avocet_varint::encode_u32(value).as_slice());
    Peer "plain loop" Vec |out, value| plain_loop(out, u64::from(value));
    Peer "unrolled" Vec |out, value| unrolled(out, u64::from(value));
    Peer "leb128fmt" Room |out, value| leb128fmt_u32(out, value);
    Peer "leb128fmt array" Vec |out, value| prefix(out, &leb128fmt::encode_u32(value).unwrap());
    Peer "integer-encoding" Room |out, value| integer_encoding(out, value);
    Peer "unsigned-varint" Room |out, value| unsigned_varint_u32(out, value);
    Peer "bytes-varint" Vec |out, value| bytes_varint::VarIntSupportMut::put_u32_varint(out, value);
    Peer "varing" Vec |out, value| out.extend_from_slice(&varing::encode_u32_varint(value));
    Peer "varint-rs" Vec |out, value| varint_rs::VarintWriter::write_u32_varint(out, value).unwrap();
    Peer "prost" Vec |out, value| prost::encoding::encode_varint(u64::from(value), out);
    Peer "postcard" Room |out, value| postcard(out, &value);
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" Room |out, value| varint_simd_block(out, varint_simd::encode::<u32>(value));
}

// Peers that know no zigzag get ours: "+zz".
encoders! { i64:
    Ours "Writer" Writer |out, value| out.write_i64(value);
    Reference "write_i64" Vec |out, value| avocet_varint::write_i64(out, value);
    Reference "encode_i64" Room |out, value| out.put(avocet_varint::encode_i64(value).as_slice());
    Peer "plain loop" Vec |out, value| plain_loop(out, zigzag(value));
    Peer "unrolled" Vec |out, value| unrolled(out, zigzag(value));
    Peer "leb128fmt +zz" Room |out, value| leb128fmt_u64(out, zigzag(value));
    Peer "leb128 +zz" Vec |out, value| leb128::write::unsigned(out, zigzag(value)).unwrap();
    Peer "integer-encoding" Room |out, value| integer_encoding(out, value);
    Peer "unsigned-varint +zz" Room |out, value| unsigned_varint_u64(out, zigzag(value));
    Peer "bytes-varint" Vec |out, value| bytes_varint::VarIntSupportMut::put_i64_varint(out, value);
    Peer "varing" Vec |out, value| out.extend_from_slice(&varing::encode_i64_varint(value));
    Peer "varint-rs" Vec |out, value| varint_rs::VarintWriter::write_i64_varint(out, value).unwrap();
    Peer "prost +zz" Vec |out, value| prost::encoding::encode_varint(zigzag(value), out);
    Peer "postcard" Room |out, value| postcard(out, &value);
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" Room |out, value| varint_simd_block(out, varint_simd::encode_zigzag::<i64>(value));
}

encoders! { i32:
    Ours "Writer" Writer |out, value| out.write_i32(value);
    Reference "write_i32" Vec |out, value| avocet_varint::write_i32(out, value);
    Reference "encode_i32" Room |out, value| out.put(avocet_varint::encode_i32(value).as_slice());
    Peer "plain loop" Vec |out, value| plain_loop(out, zigzag(i64::from(value)));
    Peer "unrolled" Vec |out, value| unrolled(out, zigzag(i64::from(value)));
    Peer "leb128fmt +zz" Room |out, value| leb128fmt_u32(out, zigzag(i64::from(value)) as u32);
    Peer "integer-encoding" Room |out, value| integer_encoding(out, value);
    Peer "unsigned-varint +zz" Room |out, value| unsigned_varint_u32(out, zigzag(i64::from(value)) as u32);
    Peer "bytes-varint" Vec |out, value| bytes_varint::VarIntSupportMut::put_i32_varint(out, value);
    Peer "varing" Vec |out, value| out.extend_from_slice(&varing::encode_i32_varint(value));
    Peer "varint-rs" Vec |out, value| varint_rs::VarintWriter::write_i32_varint(out, value).unwrap();
    Peer "prost +zz" Vec |out, value| prost::encoding::encode_varint(zigzag(i64::from(value)), out);
    Peer "postcard" Room |out, value| postcard(out, &value);
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" Room |out, value| varint_simd_block(out, varint_simd::encode_zigzag::<i32>(value));
}

#[inline(always)]
fn zigzag(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

// The two writers of gophertunnel's pull request 363, told again in Rust: one byte a turn, and the length found by
// comparisons, then that many bytes appended at once.

#[inline(always)]
fn plain_loop(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[inline(always)]
fn unrolled(out: &mut Vec<u8>, value: u64) {
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

#[inline(always)]
fn leb128fmt_u64(out: &mut Room, value: u64) {
    leb128fmt::encode_uint_slice::<u64, 64>(value, &mut out.bytes, &mut out.at).unwrap();
}

#[inline(always)]
fn leb128fmt_u32(out: &mut Room, value: u32) {
    leb128fmt::encode_uint_slice::<u32, 32>(value, &mut out.bytes, &mut out.at).unwrap();
}

/// The first bytes of an array.
#[inline(always)]
fn prefix<const N: usize>(out: &mut Vec<u8>, (bytes, len): &([u8; N], usize)) {
    out.extend_from_slice(&bytes[..*len]);
}

#[inline(always)]
fn integer_encoding<T: integer_encoding::VarInt>(out: &mut Room, value: T) {
    out.at += value.encode_var(&mut out.bytes[out.at..]);
}

#[inline(always)]
fn unsigned_varint_u64(out: &mut Room, value: u64) {
    out.at += unsigned_varint::encode::u64(value, out.bytes[out.at..].first_chunk_mut().unwrap()).len();
}

#[inline(always)]
fn unsigned_varint_u32(out: &mut Room, value: u32) {
    out.at += unsigned_varint::encode::u32(value, out.bytes[out.at..].first_chunk_mut().unwrap()).len();
}

#[inline(always)]
fn postcard<T: serde::Serialize>(out: &mut Room, value: &T) {
    out.at += postcard::to_slice(value, &mut out.bytes[out.at..]).unwrap().len();
}

/// All sixteen bytes are copied, and the next value overwrites those that do not count: faster than a copy of
/// variable length.
#[cfg(feature = "simd-peer")]
#[inline(always)]
fn varint_simd_block(out: &mut Room, (bytes, len): ([u8; 16], u8)) {
    *out.bytes[out.at..].first_chunk_mut().unwrap() = bytes;
    out.at += usize::from(len);
}
