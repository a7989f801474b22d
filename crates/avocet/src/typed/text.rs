//! Strings and bytes, owned and borrowed.

use std::borrow::Cow;

use super::describe::Builder;
use super::input::{Input, Source};
use super::output::Output;
use super::shape::{Kind, Shape};
use super::traits::{Avro, Decode, Encode};
use crate::error::Result;
use crate::plan::op::Op;
use crate::wire::writer::{write_bytes, write_string};

/// Reads a string as a plan says.
pub(super) fn resolve_string<'a>(input: &mut Input<'a, '_>, from: Source) -> Result<&'a str> {
    match from.op {
        Op::String | Op::BytesToString => input.reader.read_string(),
        _ => Err(input.unfit()),
    }
}

/// Reads bytes as a plan says; only a decimal of another scale is made of others.
pub(super) fn resolve_bytes<'a>(input: &mut Input<'a, '_>, from: Source) -> Result<Cow<'a, [u8]>> {
    match from.op {
        Op::Bytes | Op::StringToBytes => input.reader.read_bytes().map(Cow::Borrowed),
        Op::Decimal(id) => {
            let rescale = &input.resolution().program().decimals[id as usize];
            let position = input.position();
            let bytes = input.reader.read_bytes()?;
            rescale.rescale(bytes, position).map(Cow::Owned)
        }
        _ => Err(input.unfit()),
    }
}

/// Reads the bytes of a fixed of `size` as a plan says; only a decimal of another scale is made of others.
pub(super) fn resolve_fixed<'a>(
    input: &mut Input<'a, '_>,
    from: Source,
    size: usize,
) -> Result<Cow<'a, [u8]>> {
    match from.op {
        Op::Fixed(_) => input.reader.read_fixed(size).map(Cow::Borrowed),
        Op::Decimal(id) => {
            let rescale = &input.resolution().program().decimals[id as usize];
            let (position, size) =
                (input.position(), rescale.fixed.as_ref().map_or(size, |shape| shape.size));
            let bytes = input.reader.read_fixed(size)?;
            rescale.rescale(bytes, position).map(Cow::Owned)
        }
        _ => Err(input.unfit()),
    }
}

macro_rules! strings {
    ($($(#[$doc:meta])* $string:ty;)*) => {$(
        $(#[$doc])*
        impl Avro for $string {
            const SHAPE: Shape = Shape::of(Kind::String, 1);
            fn type_name() -> Cow<'static, str> {
                "string".into()
            }
            fn describe(builder: &mut Builder) {
                builder.primitive("string");
            }
        }

        $(#[$doc])*
        impl Encode for $string {
            #[inline(always)]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                write_string(&mut output.bytes, self);
                Ok(())
            }
        }
    )*};
}

macro_rules! owned_strings {
    ($($(#[$doc:meta])* $string:ty;)*) => {
        strings! { $($(#[$doc])* $string;)* }
        $(
            $(#[$doc])*
            impl<'a> Decode<'a> for $string {
                #[inline(always)]
                fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                    input.reader.read_string().map(Into::into)
                }
                fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                    resolve_string(input, from).map(Into::into)
                }
            }
        )*
    };
}

strings! { str; Cow<'_, str>; }

owned_strings! {
    String;
    #[cfg(feature = "smol_str")]
    smol_str::SmolStr;
    #[cfg(feature = "compact_str")]
    compact_str::CompactString;
}

impl<'a: 'b, 'b> Decode<'a> for &'b str {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_string()
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        resolve_string(input, from)
    }
}

impl<'a: 'b, 'b> Decode<'a> for Cow<'b, str> {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_string().map(Cow::Borrowed)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        resolve_string(input, from).map(Cow::Borrowed)
    }
}

impl<'a: 'b, 'b> Decode<'a> for &'b [u8] {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_bytes()
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        match resolve_bytes(input, from)? {
            Cow::Borrowed(bytes) => Ok(bytes),
            Cow::Owned(_) => Err(input.unfit()),
        }
    }
}

impl<'a: 'b, 'b> Decode<'a> for Cow<'b, [u8]> {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_bytes().map(Cow::Borrowed)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        resolve_bytes(input, from)
    }
}

macro_rules! byte_strings {
    ($($(#[$doc:meta])* $bytes:ty;)*) => {$(
        $(#[$doc])*
        impl Avro for $bytes {
            const SHAPE: Shape = Shape::of(Kind::Bytes, 1);
            fn type_name() -> Cow<'static, str> {
                "bytes".into()
            }
            fn describe(builder: &mut Builder) {
                builder.primitive("bytes");
            }
        }

        $(#[$doc])*
        impl Encode for $bytes {
            #[inline(always)]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                write_bytes(&mut output.bytes, self);
                Ok(())
            }
        }
    )*};
}

byte_strings! {
    Cow<'_, [u8]>;
    #[cfg(feature = "bytes")]
    bytes::Bytes;
}

#[cfg(feature = "bytes")]
impl<'a> Decode<'a> for bytes::Bytes {
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_bytes().map(bytes::Bytes::copy_from_slice)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        resolve_bytes(input, from).map(|bytes| bytes.into_owned().into())
    }
}
