//! Ways to decode one value: a line for each contender and type.

use avocet_varint::Reader;

use super::unzigzag;
use crate::measure::Role;

/// One contender, in the three loops in which it is measured.
pub struct Decoder<T> {
    pub name: &'static str,
    pub role: Role,
    /// Adds up all values; each is decoded through a function that is never inlined, with its state in memory.
    pub called: fn(&[u8]) -> u64,
    /// The same in one loop.
    pub inlined: fn(&[u8]) -> u64,
    /// Stores all values and tells how many bytes they took: stops when the bytes or the places end.
    pub stored: fn(&[u8], &mut [T]) -> usize,
}

/// A function that lists contenders. A line is a role, a name and how one value is taken off a state: the rest of the
/// bytes (`slice`) or a cursor of ours (`reader`).
macro_rules! decoders {
    ($int:ident: $($(#[$attribute:meta])* $role:ident $name:literal $state:ident |$from:ident| $step:expr;)*) => {
        pub fn $int() -> Vec<Decoder<$int>> {
            vec![$($(#[$attribute])* {
                #[inline(always)]
                fn step($from: &mut state!($state)) -> $int {
                    $step
                }
                #[inline(never)]
                fn one(state: &mut state!($state)) -> $int {
                    step(state)
                }
                #[inline(never)]
                fn called(bytes: &[u8]) -> u64 {
                    let mut state = start!($state, bytes);
                    let mut sum = 0_u64;
                    while !state.is_empty() {
                        sum = sum.wrapping_add(one(&mut state) as u64);
                    }
                    sum
                }
                #[inline(never)]
                fn inlined(bytes: &[u8]) -> u64 {
                    let mut state = start!($state, bytes);
                    let mut sum = 0_u64;
                    while !state.is_empty() {
                        sum = sum.wrapping_add(step(&mut state) as u64);
                    }
                    sum
                }
                #[inline(never)]
                fn stored(bytes: &[u8], out: &mut [$int]) -> usize {
                    let mut state = start!($state, bytes);
                    for place in out {
                        if state.is_empty() {
                            break;
                        }
                        *place = step(&mut state);
                    }
                    bytes.len() - left!($state, state)
                }
                Decoder { name: $name, role: Role::$role, called, inlined, stored }
            }),*]
        }
    };
}

macro_rules! state {
    (slice) => { &[u8] };
    (reader) => { Reader<'_> };
}

macro_rules! start {
    (slice, $bytes:expr) => {
        $bytes
    };
    (reader, $bytes:expr) => {
        Reader::new($bytes)
    };
}

macro_rules! left {
    (slice, $state:expr) => {
        $state.len()
    };
    (reader, $state:expr) => {
        $state.remaining()
    };
}

decoders! { u64:
    Ours "Reader" reader |reader| reader.read_u64().unwrap();
    Reference "decode_u64" slice |rest| advance(rest, avocet_varint::decode_u64(rest).unwrap());
    Peer "plain loop" slice |rest| { let decoded = plain_loop(rest); advance(rest, decoded) };
    Peer "leb128fmt" slice |rest| leb128fmt_u64(rest);
    Peer "leb128fmt array" slice |rest| leb128fmt_array(rest);
    Peer "leb128" slice |rest| leb128::read::unsigned(rest).unwrap();
    Peer "integer-encoding" slice |rest| advance(rest, integer_encoding::VarInt::decode_var(rest).unwrap());
    Peer "unsigned-varint" slice |rest| take(rest, unsigned_varint::decode::u64(rest).unwrap());
    Peer "bytes-varint" slice |rest| bytes_varint::VarIntSupport::try_get_u64_varint(rest).unwrap();
    Peer "varing" slice |rest| varing_off(rest, varing::decode_u64_varint(rest).unwrap());
    Peer "varint-rs" slice |rest| varint_rs::VarintReader::read_u64_varint(rest).unwrap();
    Peer "prost" slice |rest| prost::encoding::decode_varint(rest).unwrap();
    Peer "postcard" slice |rest| take(rest, postcard::take_from_bytes(rest).unwrap());
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" slice |rest| advance(rest, varint_simd::decode(rest).unwrap());
}

decoders! { u32:
    Ours "Reader" reader |reader| reader.read_u32().unwrap();
    Reference "decode_u32" slice |rest| advance(rest, avocet_varint::decode_u32(rest).unwrap());
    Peer "plain loop" slice |rest| {
        let (value, len) = plain_loop(rest);
        advance(rest, (u32::try_from(value).unwrap(), len))
    };
    Peer "leb128fmt" slice |rest| leb128fmt_u32(rest);
    Peer "integer-encoding" slice |rest| advance(rest, integer_encoding::VarInt::decode_var(rest).unwrap());
    Peer "unsigned-varint" slice |rest| take(rest, unsigned_varint::decode::u32(rest).unwrap());
    Peer "bytes-varint" slice |rest| bytes_varint::VarIntSupport::try_get_u32_varint(rest).unwrap();
    Peer "varing" slice |rest| varing_off(rest, varing::decode_u32_varint(rest).unwrap());
    Peer "varint-rs" slice |rest| varint_rs::VarintReader::read_u32_varint(rest).unwrap();
    Peer "postcard" slice |rest| take(rest, postcard::take_from_bytes(rest).unwrap());
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" slice |rest| advance(rest, varint_simd::decode(rest).unwrap());
}

// Peers that know no zigzag get ours: "+zz".
decoders! { i64:
    Ours "Reader" reader |reader| reader.read_i64().unwrap();
    Reference "decode_i64" slice |rest| advance(rest, avocet_varint::decode_i64(rest).unwrap());
    Peer "plain loop" slice |rest| {
        let (value, len) = plain_loop(rest);
        advance(rest, (unzigzag(value), len))
    };
    Peer "leb128fmt +zz" slice |rest| unzigzag(leb128fmt_u64(rest));
    Peer "leb128fmt array +zz" slice |rest| unzigzag(leb128fmt_array(rest));
    Peer "leb128 +zz" slice |rest| unzigzag(leb128::read::unsigned(rest).unwrap());
    Peer "integer-encoding" slice |rest| advance(rest, integer_encoding::VarInt::decode_var(rest).unwrap());
    Peer "unsigned-varint +zz" slice |rest| unzigzag(take(rest, unsigned_varint::decode::u64(rest).unwrap()));
    Peer "bytes-varint" slice |rest| bytes_varint::VarIntSupport::try_get_i64_varint(rest).unwrap();
    Peer "varing" slice |rest| varing_off(rest, varing::decode_i64_varint(rest).unwrap());
    Peer "varint-rs" slice |rest| varint_rs::VarintReader::read_i64_varint(rest).unwrap();
    Peer "prost +zz" slice |rest| unzigzag(prost::encoding::decode_varint(rest).unwrap());
    Peer "postcard" slice |rest| take(rest, postcard::take_from_bytes(rest).unwrap());
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" slice |rest| advance(rest, varint_simd::decode_zigzag(rest).unwrap());
}

decoders! { i32:
    Ours "Reader" reader |reader| reader.read_i32().unwrap();
    Reference "decode_i32" slice |rest| advance(rest, avocet_varint::decode_i32(rest).unwrap());
    Peer "plain loop" slice |rest| {
        let (value, len) = plain_loop(rest);
        advance(rest, (i32::try_from(unzigzag(value)).unwrap(), len))
    };
    Peer "leb128fmt +zz" slice |rest| unzigzag(u64::from(leb128fmt_u32(rest))) as i32;
    Peer "integer-encoding" slice |rest| advance(rest, integer_encoding::VarInt::decode_var(rest).unwrap());
    Peer "unsigned-varint +zz" slice |rest| {
        unzigzag(u64::from(take(rest, unsigned_varint::decode::u32(rest).unwrap()))) as i32
    };
    Peer "bytes-varint" slice |rest| bytes_varint::VarIntSupport::try_get_i32_varint(rest).unwrap();
    Peer "varing" slice |rest| varing_off(rest, varing::decode_i32_varint(rest).unwrap());
    Peer "varint-rs" slice |rest| varint_rs::VarintReader::read_i32_varint(rest).unwrap();
    Peer "postcard" slice |rest| take(rest, postcard::take_from_bytes(rest).unwrap());
    #[cfg(feature = "simd-peer")]
    Peer "varint-simd" slice |rest| advance(rest, varint_simd::decode_zigzag(rest).unwrap());
}

/// The plain loop that every text on varints shows, with its checks.
#[inline(always)]
fn plain_loop(bytes: &[u8]) -> (u64, usize) {
    let mut value = 0;
    for (at, byte) in bytes.iter().take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            assert!(at < 9 || *byte < 2, "overflow");
            return (value, at + 1);
        }
    }
    panic!("too long or truncated")
}

#[inline(always)]
fn leb128fmt_u64(rest: &mut &[u8]) -> u64 {
    let mut at = 0;
    let value = leb128fmt::decode_uint_slice::<u64, 64>(rest, &mut at).unwrap();
    *rest = &rest[at..];
    value
}

#[inline(always)]
fn leb128fmt_u32(rest: &mut &[u8]) -> u32 {
    let mut at = 0;
    let value = leb128fmt::decode_uint_slice::<u32, 32>(rest, &mut at).unwrap();
    *rest = &rest[at..];
    value
}

/// leb128fmt's calls for arrays want ten bytes; near the end the slice call takes over.
#[inline(always)]
fn leb128fmt_array(rest: &mut &[u8]) -> u64 {
    match rest.first_chunk() {
        Some(bytes) => advance(rest, leb128fmt::decode_u64(*bytes).unwrap()),
        None => leb128fmt_u64(rest),
    }
}

#[inline(always)]
fn varing_off<T>(rest: &mut &[u8], (len, value): (std::num::NonZeroUsize, T)) -> T {
    advance(rest, (value, len.get()))
}

#[inline(always)]
fn advance<T, L: Into<usize>>(rest: &mut &[u8], (value, len): (T, L)) -> T {
    *rest = &rest[len.into()..];
    value
}

#[inline(always)]
fn take<'a, T>(rest: &mut &'a [u8], (value, left): (T, &'a [u8])) -> T {
    *rest = left;
    value
}
