//! How a field's type is written and read: as its own Avro type, or as another that an attribute names.

use std::borrow::Cow;

use super::describe::Builder;
use super::input::{Input, Source};
use super::output::Output;
use super::shape::{Shape, Tree};
use super::traits::{Avro, Decode, Encode};
use crate::error::Result;
use crate::wire;

/// Stands for `T` in a schema.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot stand for `{Self}`",
    label = "this type does not fit the attribute"
)]
#[expect(missing_docs, reason = "as in `Avro`")]
pub trait Adapter<T> {
    const SHAPE: Shape;
    const TREE: Tree = Tree::leaf(Self::SHAPE);
    fn type_name() -> Cow<'static, str>;
    fn describe(builder: &mut Builder);
}

/// Writes `T`.
#[expect(missing_docs, reason = "as in `Encode`")]
pub trait EncodeAs<T>: Adapter<T> {
    fn encode(value: &T, output: &mut Output<'_>) -> Result<()>;
    fn to_packed(_value: &T, _place: &mut [u8]) -> Result<()> {
        unreachable!("only types of fixed width are packed")
    }
    fn to_number(_value: &T) -> Result<i64> {
        unreachable!("only ints and longs are numbers")
    }
}

/// Reads `T`.
#[expect(missing_docs, reason = "as in `Decode`")]
pub trait DecodeAs<'a, T>: Adapter<T> {
    fn decode(input: &mut Input<'a, '_>) -> Result<T>;
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<T>;
    fn from_packed(_reader: &mut wire::Reader<'a>) -> Result<T> {
        unreachable!("only types of fixed width are packed")
    }
    fn from_number(_number: i64) -> Result<T> {
        unreachable!("only ints and longs are numbers")
    }
}

/// The type as it is.
#[derive(Debug)]
pub struct Same;

impl<T: Avro> Adapter<T> for Same {
    const SHAPE: Shape = T::SHAPE;
    const TREE: Tree = T::TREE;
    fn type_name() -> Cow<'static, str> {
        T::type_name()
    }
    fn describe(builder: &mut Builder) {
        T::describe(builder);
    }
}

impl<T: Encode> EncodeAs<T> for Same {
    #[inline(always)]
    fn encode(value: &T, output: &mut Output<'_>) -> Result<()> {
        value.encode(output)
    }
    #[inline(always)]
    fn to_packed(value: &T, place: &mut [u8]) -> Result<()> {
        value.to_packed(place)
    }
    #[inline(always)]
    fn to_number(value: &T) -> Result<i64> {
        value.to_number()
    }
}

impl<'a, T: Decode<'a>> DecodeAs<'a, T> for Same {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<T> {
        T::decode(input)
    }
    #[inline(always)]
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<T> {
        T::resolve(input, from)
    }
    #[inline(always)]
    fn from_packed(reader: &mut wire::Reader<'a>) -> Result<T> {
        T::from_packed(reader)
    }
    #[inline(always)]
    fn from_number(number: i64) -> Result<T> {
        T::from_number(number)
    }
}
