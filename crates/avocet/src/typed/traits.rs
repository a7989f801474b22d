//! The traits of types that have a schema of their own.

use std::borrow::Cow;

use super::describe::Builder;
use super::input::{Input, Source};
use super::output::Output;
use super::shape::{Shape, Tree};
use super::{array, cache};
use crate::error::Result;
use crate::schema::Schema;
use crate::wire;

/// A Rust type that stands for an Avro type.
///
/// Derive it; the hidden items are between the derive macro and this crate, and change without notice. For a foreign
/// type see the attribute `with` of [the derive](macro@crate::Avro).
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no Avro type",
    label = "no Avro type stands for this",
    note = "derive `Avro` for types of your own, and use `#[avro(with = \"module\")]` for fields of foreign types",
    note = "u64, usize and the 128-bit integers do not fit Avro's long: use i64, or a decimal"
)]
pub trait Avro {
    /// What the compiler knows of the encoding.
    #[doc(hidden)]
    const SHAPE: Shape;

    /// The same with what the type holds.
    #[doc(hidden)]
    const TREE: Tree = Tree::leaf(Self::SHAPE);

    /// Whether a sequence of this type is `bytes` or `fixed`, not an array.
    #[doc(hidden)]
    const IS_BYTE: bool = false;

    /// A word for the type in the names of generic types.
    #[doc(hidden)]
    fn type_name() -> Cow<'static, str>;

    /// Writes the type's schema.
    #[doc(hidden)]
    fn describe(builder: &mut Builder);

    /// Writes the schema of an array of `N` of them.
    #[doc(hidden)]
    fn describe_array<const N: usize>(builder: &mut Builder)
    where
        Self: Sized,
    {
        builder.array(Self::describe);
    }

    /// The schema of the type, built when it is first asked for and kept.
    ///
    /// # Panics
    ///
    /// If the types contradict each other: two of one fullname, or two alike in a union.
    fn schema() -> &'static Schema {
        cache::schema_of::<Self>()
    }
}

/// A type that can be written.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as Avro",
    note = "derive `Avro` for types of your own, and use `#[avro(with = \"module\")]` for fields of foreign types",
    note = "u64, usize and the 128-bit integers do not fit Avro's long: use i64, or a decimal"
)]
pub trait Encode: Avro {
    /// Appends the encoded value; after an error it may have appended anything.
    #[doc(hidden)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()>;

    /// Puts a value of fixed width into the bytes that are its place.
    #[doc(hidden)]
    fn to_packed(&self, _place: &mut [u8]) -> Result<()> {
        unreachable!("only types of fixed width are packed")
    }

    /// The number of an int or long.
    #[doc(hidden)]
    fn to_number(&self) -> Result<i64> {
        unreachable!("only ints and longs are numbers")
    }

    /// Appends a sequence of values.
    #[doc(hidden)]
    fn encode_slice(items: &[Self], output: &mut Output<'_>) -> Result<()>
    where
        Self: Sized,
    {
        array::encode(items.len(), items, output)
    }

    /// Appends the values of a `[Self; N]`.
    #[doc(hidden)]
    fn encode_array(items: &[Self], output: &mut Output<'_>) -> Result<()>
    where
        Self: Sized,
    {
        Self::encode_slice(items, output)
    }

    /// The values as bytes, for those that are.
    #[doc(hidden)]
    fn bytes(_items: &[Self]) -> Option<&[u8]>
    where
        Self: Sized,
    {
        None
    }

    /// Appends the items of one block of an array.
    #[doc(hidden)]
    fn encode_items(items: &[Self], output: &mut Output<'_>) -> Result<()>
    where
        Self: Sized,
    {
        array::encode_each(items, output)
    }
}

/// A type that can be read, and may borrow from bytes that live for `'a`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from Avro",
    note = "derive `Avro` for types of your own, and use `#[avro(with = \"module\")]` for fields of foreign types",
    note = "u64, usize and the 128-bit integers do not fit Avro's long: use i64, or a decimal"
)]
pub trait Decode<'a>: Avro + Sized {
    /// Reads a value that was written under the type's own schema.
    #[doc(hidden)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self>;

    /// Reads a value as a plan says; unions of the writer's, defaults and failures are dealt with already.
    #[doc(hidden)]
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self>;

    /// Reads a value of fixed width.
    #[doc(hidden)]
    fn from_packed(_reader: &mut wire::Reader<'a>) -> Result<Self> {
        unreachable!("only types of fixed width are packed")
    }

    /// The value of an int or long; `None` when it does not fit.
    #[doc(hidden)]
    fn from_number(_number: i64) -> Result<Self> {
        unreachable!("only ints and longs are numbers")
    }

    /// Reads a sequence of values.
    #[doc(hidden)]
    fn decode_vec(input: &mut Input<'a, '_>) -> Result<Vec<Self>> {
        array::decode(input)
    }

    /// Reads a sequence of values as a plan says.
    #[doc(hidden)]
    fn resolve_vec(input: &mut Input<'a, '_>, from: Source) -> Result<Vec<Self>> {
        array::resolve(input, from)
    }

    /// Reads just `N` values.
    #[doc(hidden)]
    fn decode_array<const N: usize>(input: &mut Input<'a, '_>) -> Result<[Self; N]> {
        let position = input.position();
        array::exactly(Self::decode_vec(input)?, position)
    }

    /// Reads just `N` values as a plan says.
    #[doc(hidden)]
    fn resolve_array<const N: usize>(input: &mut Input<'a, '_>, from: Source) -> Result<[Self; N]> {
        let position = input.position();
        array::exactly(Self::resolve_vec(input, from)?, position)
    }

    /// Reads `N` values of fixed width.
    #[doc(hidden)]
    fn packed_array<const N: usize>(_reader: &mut wire::Reader<'a>) -> Result<[Self; N]> {
        unreachable!("only bytes are packed")
    }

    /// Reads the `count` items of one block of an array behind those that are there.
    #[doc(hidden)]
    fn decode_items(input: &mut Input<'a, '_>, count: usize, items: &mut Vec<Self>) -> Result<()> {
        array::decode_each(input, count, items)
    }
}

/// A type that can be read and borrows nothing.
pub trait DecodeOwned: for<'a> Decode<'a> {}

impl<T: for<'a> Decode<'a>> DecodeOwned for T {}

/// A derived record, or what stands for one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a record",
    label = "only a struct that derives `Avro` can be flattened"
)]
pub trait Record: Avro {
    /// The fields, in the order of the schema.
    const FIELDS: &'static [super::shape::Field];
    /// How many fields the schema has, those of flattened records counted.
    const SLOTS: usize;

    /// Writes the fields into the schema of a record.
    fn describe_fields(builder: &mut Builder);
}

/// A record whose fields are read in the order of another schema.
#[doc(hidden)]
pub trait ResolveRecord<'a>: Record + Sized {
    /// The fields that were read.
    type Partial: Default;

    /// Reads the field at a position of the schema.
    fn set(partial: &mut Self::Partial, slot: usize, input: &mut Input<'a, '_>, from: Source) -> Result<()>;

    /// The record, when all fields were read.
    fn finish(partial: Self::Partial) -> Result<Self>;
}
