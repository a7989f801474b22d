//! Booleans and numbers: the Rust types that Avro's `boolean`, `int`, `long`, `float` and `double` stand for.

use std::borrow::Cow;

use super::describe::Builder;
use super::input::{Input, Source};
use super::output::{Output, mismatch};
use super::shape::{Kind, Shape, Tree};
use super::traits::{Avro, Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::op::Op;
use crate::wire;
use crate::wire::writer::{write_boolean, write_bytes, write_double, write_float, write_int, write_long};

/// What the reader's type makes of a number that the writer has as an int or a long.
#[inline]
fn read_number(input: &mut Input<'_, '_>, from: Source) -> Result<i64> {
    match from.op {
        Op::Int | Op::IntToLong => input.reader.read_int().map(i64::from),
        Op::Long => input.reader.read_long(),
        _ => Err(input.unfit()),
    }
}

macro_rules! integers {
    ($($integer:ident $kind:ident $name:literal $read:ident $write:ident $wire:ident;)*) => {$(
        impl Avro for $integer {
            const SHAPE: Shape = Shape::of(Kind::$kind, 1);
            fn type_name() -> Cow<'static, str> {
                $name.into()
            }
            fn describe(builder: &mut Builder) {
                builder.primitive($name);
            }
        }

        impl Encode for $integer {
            #[inline(always)]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                $write(&mut output.bytes, $wire::from(*self));
                Ok(())
            }
            #[inline(always)]
            fn to_number(&self) -> Result<i64> {
                Ok(i64::from(*self))
            }
            integers!(@encode $integer);
        }

        impl<'a> Decode<'a> for $integer {
            #[inline(always)]
            fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                let start = input.reader.clone();
                let number = input.reader.$read()?;
                match Self::from_number(number.into()) {
                    Ok(number) => Ok(number),
                    Err(error) => Err(error.at(start.position() as u64)),
                }
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                let position = input.position();
                Self::from_number(read_number(input, from)?).map_err(|error| error.at(position as u64))
            }
            #[inline(always)]
            fn from_number(number: i64) -> Result<Self> {
                $integer::try_from(number).map_err(|_| too_large(stringify!($integer), number))
            }
            integers!(@decode $integer);
        }
    )*};
    (@encode i32) => {
        fn encode_items(items: &[Self], output: &mut Output<'_>) -> Result<()> {
            avocet_varint::append_batch(items, &mut output.bytes);
            Ok(())
        }
    };
    (@encode i64) => {
        fn encode_items(items: &[Self], output: &mut Output<'_>) -> Result<()> {
            avocet_varint::append_batch(items, &mut output.bytes);
            Ok(())
        }
    };
    (@encode $other:ident) => {};
    (@decode i32) => {
        fn decode_items(input: &mut Input<'a, '_>, count: usize, items: &mut Vec<Self>) -> Result<()> {
            read_pieces(input, count, items, wire::Reader::read_ints)
        }
    };
    (@decode i64) => {
        fn decode_items(input: &mut Input<'a, '_>, count: usize, items: &mut Vec<Self>) -> Result<()> {
            read_pieces(input, count, items, wire::Reader::read_longs)
        }
    };
    (@decode $other:ident) => {};
}

integers! {
    i8 Int "int" read_int write_int i32;
    i16 Int "int" read_int write_int i32;
    u16 Int "int" read_int write_int i32;
    i32 Int "int" read_int write_int i32;
    u32 Long "long" read_long write_long i64;
    i64 Long "long" read_long write_long i64;
}

#[cold]
#[inline(never)]
fn too_large(integer: &str, number: i64) -> Error {
    mismatch(format!("a number that fits {integer}"), number)
}

/// An int by itself; many of them are `bytes` or `fixed`.
impl Avro for u8 {
    const SHAPE: Shape = Shape::of(Kind::Int, 1);
    const IS_BYTE: bool = true;
    fn type_name() -> Cow<'static, str> {
        "int".into()
    }
    fn describe(builder: &mut Builder) {
        builder.primitive("int");
    }
    fn describe_array<const N: usize>(builder: &mut Builder) {
        builder.fixed(&format!("Fixed{N}"), N, None, &[]);
    }
}

impl Encode for u8 {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        write_int(&mut output.bytes, i32::from(*self));
        Ok(())
    }
    #[inline(always)]
    fn to_number(&self) -> Result<i64> {
        Ok(i64::from(*self))
    }
    #[inline]
    fn encode_slice(items: &[Self], output: &mut Output<'_>) -> Result<()> {
        write_bytes(&mut output.bytes, items);
        Ok(())
    }
    #[inline(always)]
    fn bytes(items: &[Self]) -> Option<&[u8]> {
        Some(items)
    }
    #[inline]
    fn encode_array(items: &[Self], output: &mut Output<'_>) -> Result<()> {
        output.bytes.extend_from_slice(items);
        Ok(())
    }
}

impl<'a> Decode<'a> for u8 {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        let start = input.reader.clone();
        let number = input.reader.read_int()?;
        match Self::from_number(number.into()) {
            Ok(number) => Ok(number),
            Err(error) => Err(error.at(start.position() as u64)),
        }
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        let position = input.position();
        Self::from_number(read_number(input, from)?).map_err(|error| error.at(position as u64))
    }
    #[inline(always)]
    fn from_number(number: i64) -> Result<Self> {
        u8::try_from(number).map_err(|_| too_large("u8", number))
    }
    #[inline]
    fn decode_vec(input: &mut Input<'a, '_>) -> Result<Vec<Self>> {
        input.reader.read_bytes().map(<[u8]>::to_vec)
    }
    fn resolve_vec(input: &mut Input<'a, '_>, from: Source) -> Result<Vec<Self>> {
        super::text::resolve_bytes(input, from).map(Cow::into_owned)
    }
    #[inline(always)]
    fn decode_array<const N: usize>(input: &mut Input<'a, '_>) -> Result<[Self; N]> {
        read_array(&mut input.reader)
    }
    #[inline(always)]
    fn packed_array<const N: usize>(reader: &mut wire::Reader<'a>) -> Result<[Self; N]> {
        read_array(reader)
    }
    fn resolve_array<const N: usize>(input: &mut Input<'a, '_>, from: Source) -> Result<[Self; N]> {
        match from.op {
            Op::Fixed(_) => Self::decode_array(input),
            _ => Err(input.unfit()),
        }
    }
}

impl Avro for bool {
    const SHAPE: Shape = Shape::fixed(Kind::Boolean, 1);
    fn type_name() -> Cow<'static, str> {
        "boolean".into()
    }
    fn describe(builder: &mut Builder) {
        builder.primitive("boolean");
    }
}

impl Encode for bool {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        write_boolean(&mut output.bytes, *self);
        Ok(())
    }
    #[inline(always)]
    fn to_packed(&self, place: &mut [u8]) -> Result<()> {
        place[0] = u8::from(*self);
        Ok(())
    }
    fn encode_items(items: &[Self], output: &mut Output<'_>) -> Result<()> {
        output.bytes.extend(items.iter().map(|item| u8::from(*item)));
        Ok(())
    }
}

impl<'a> Decode<'a> for bool {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_boolean()
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        match from.op {
            Op::Boolean => input.reader.read_boolean(),
            _ => Err(input.unfit()),
        }
    }
    #[inline(always)]
    fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
        reader.read_boolean()
    }
    fn decode_items(input: &mut Input<'a, '_>, count: usize, items: &mut Vec<Self>) -> Result<()> {
        let Some(bytes) = input.reader.peek(count) else {
            return super::array::decode_each(input, count, items); // for the place of the error
        };
        if bytes.iter().fold(0, |all, byte| all | byte) > 1 {
            return super::array::decode_each(input, count, items);
        }
        items.extend(bytes.iter().map(|byte| *byte == 1));
        input.reader.advance(count);
        Ok(())
    }
}

macro_rules! floats {
    ($($float:ident $kind:ident $name:literal $width:literal $read:ident $write:ident, $($op:ident $other:ident as $how:expr),*;)*) => {$(
        impl Avro for $float {
            const SHAPE: Shape = Shape::fixed(Kind::$kind, $width);
            fn type_name() -> Cow<'static, str> {
                $name.into()
            }
            fn describe(builder: &mut Builder) {
                builder.primitive($name);
            }
        }

        impl Encode for $float {
            #[inline(always)]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                $write(&mut output.bytes, *self);
                Ok(())
            }
            #[inline(always)]
            fn to_packed(&self, place: &mut [u8]) -> Result<()> {
                place.copy_from_slice(&self.to_le_bytes());
                Ok(())
            }
            fn encode_items(items: &[Self], output: &mut Output<'_>) -> Result<()> {
                output.bytes.reserve(items.len() * $width);
                for piece in items.chunks(32) {
                    let mut bytes = [[0; $width]; 32];
                    bytes.iter_mut().zip(piece).for_each(|(place, item)| *place = item.to_le_bytes());
                    output.bytes.extend_from_slice(bytes[..piece.len()].as_flattened());
                }
                Ok(())
            }
        }

        impl<'a> Decode<'a> for $float {
            #[inline(always)]
            fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                input.reader.$read()
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                match from.op {
                    $(Op::$op => input.reader.$other().map($how),)*
                    _ => Err(input.unfit()),
                }
            }
            #[inline(always)]
            fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
                reader.$read()
            }
            /// That the items are all there was checked with their count.
            fn decode_items(input: &mut Input<'a, '_>, count: usize, items: &mut Vec<Self>) -> Result<()> {
                let (words, _) = input.reader.read_fixed(count * $width)?.as_chunks();
                items.extend(words.iter().map(|word| $float::from_le_bytes(*word)));
                Ok(())
            }
        }
    )*};
}

floats! {
    f32 Float "float" 4 read_float write_float,
        Float read_float as |value| value, IntToFloat read_int as |value| value as f32,
        LongToFloat read_long as |value| value as f32;
    f64 Double "double" 8 read_double write_double,
        Double read_double as |value| value, FloatToDouble read_float as f64::from, IntToDouble read_int as f64::from,
        LongToDouble read_long as |value| value as f64;
}

/// Items that are decoded before room for more is made: what a count announces may not come.
const PIECE: usize = 8192;

/// Varints by the batch decoder.
fn read_pieces<'a, T: Copy + Default>(
    input: &mut Input<'a, '_>,
    count: usize,
    items: &mut Vec<T>,
    read: impl Fn(&mut wire::Reader<'a>, &mut [T]) -> Result<(), (usize, Error)>,
) -> Result<()> {
    let mut left = count;
    while left > 0 {
        let (start, piece) = (items.len(), left.min(PIECE));
        items.resize(start + piece, T::default());
        read(&mut input.reader, &mut items[start..]).map_err(|(done, error)| error.in_item(start + done))?;
        left -= piece;
    }
    Ok(())
}

impl<T: Avro, const N: usize> Avro for [T; N] {
    const SHAPE: Shape = if T::IS_BYTE { Shape::fixed(Kind::Fixed, N) } else { Shape::of(Kind::Array, 1) };
    const TREE: Tree = Tree::holding(Self::SHAPE, const { &[T::TREE] });
    fn type_name() -> Cow<'static, str> {
        if T::IS_BYTE { format!("fixed_{N}").into() } else { format!("array_{}", T::type_name()).into() }
    }
    fn describe(builder: &mut Builder) {
        T::describe_array::<N>(builder);
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        T::encode_array(self, output)
    }
    #[inline(always)]
    fn to_packed(&self, place: &mut [u8]) -> Result<()> {
        T::bytes(self)
            .map_or_else(|| unreachable!("only bytes are fixed"), |bytes| place.copy_from_slice(bytes));
        Ok(())
    }
}

impl<'a, T: Decode<'a>, const N: usize> Decode<'a> for [T; N] {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        T::decode_array(input)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        T::resolve_array(input, from)
    }
    #[inline(always)]
    fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
        T::packed_array(reader)
    }
}

/// The error of bytes that end inside a fixed is the reader's.
#[inline(always)]
fn read_array<const N: usize>(reader: &mut wire::Reader<'_>) -> Result<[u8; N]> {
    let bytes = reader.read_fixed(N)?;
    bytes.try_into().map_err(|_| Error::new(ErrorKind::Truncated, "a fixed", "fewer bytes"))
}
