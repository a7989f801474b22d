//! What holds other types: sequences, maps, options, pointers, tuples.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};
use std::rc::Rc;
use std::sync::Arc;

use super::adapter::Same;
use super::describe::{Builder, FieldText, Named};
use super::input::{Input, Source, taken};
use super::output::Output;
use super::shape::{Field, Kind, Shape, Tree};
use super::traits::{Avro, Decode, Encode, Record};
use crate::error::{Error, Result};
use crate::plan::op::Op;
use crate::wire;
use crate::wire::writer::write_long;

impl<T: Avro> Avro for [T] {
    const SHAPE: Shape = Shape::of(if T::IS_BYTE { Kind::Bytes } else { Kind::Array }, 1);
    const TREE: Tree = Tree::holding(Self::SHAPE, const { &[T::TREE] });
    fn type_name() -> Cow<'static, str> {
        if T::IS_BYTE { "bytes".into() } else { format!("array_{}", T::type_name()).into() }
    }
    fn describe(builder: &mut Builder) {
        if T::IS_BYTE { builder.primitive("bytes") } else { builder.array(T::describe) }
    }
}

impl<T: Encode> Encode for [T] {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        T::encode_slice(self, output)
    }
}

/// A type that is described as another.
macro_rules! described_as {
    ($({$($generics:tt)*} $type:ty as $other:ty;)*) => {$(
        impl<$($generics)*> Avro for $type {
            const SHAPE: Shape = <$other>::SHAPE;
            const TREE: Tree = <$other>::TREE;
            fn type_name() -> Cow<'static, str> {
                <$other>::type_name()
            }
            fn describe(builder: &mut Builder) {
                <$other>::describe(builder);
            }
        }
    )*};
}

described_as! {
    {T: Avro} Vec<T> as [T];
    {T: Avro} VecDeque<T> as [T];
    {T: Avro + ?Sized} Box<T> as T;
    {T: Avro + ?Sized} Rc<T> as T;
    {T: Avro + ?Sized} Arc<T> as T;
    {T: Avro + ?Sized} &T as T;
}

impl<T: Encode> Encode for Vec<T> {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        T::encode_slice(self, output)
    }
}

impl<'a, T: Decode<'a>> Decode<'a> for Vec<T> {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        T::decode_vec(input)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        T::resolve_vec(input, from)
    }
}

impl<T: Encode> Encode for VecDeque<T> {
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        match self.as_slices() {
            (items, []) => T::encode_slice(items, output),
            // Two blocks, which readers put together; bytes have no blocks.
            (front, back) if !T::IS_BYTE => {
                output.budget.enter()?;
                for items in [front, back].into_iter().filter(|items| !items.is_empty()) {
                    write_long(&mut output.bytes, items.len() as i64);
                    T::encode_items(items, output)?;
                }
                write_long(&mut output.bytes, 0);
                output.budget.leave();
                Ok(())
            }
            (front, back) => {
                write_long(&mut output.bytes, self.len() as i64);
                T::encode_array(front, output)?;
                T::encode_array(back, output)
            }
        }
    }
}

impl<'a, T: Decode<'a>> Decode<'a> for VecDeque<T> {
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        T::decode_vec(input).map(Into::into)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        T::resolve_vec(input, from).map(Into::into)
    }
}

impl<'a> Decode<'a> for Box<str> {
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        input.reader.read_string().map(Into::into)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        super::text::resolve_string(input, from).map(Into::into)
    }
}

impl<'a, T: Decode<'a>> Decode<'a> for Box<[T]> {
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        T::decode_vec(input).map(Into::into)
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        T::resolve_vec(input, from).map(Into::into)
    }
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: Encode + ?Sized> Encode for $pointer<T> {
            #[inline(always)]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                (**self).encode(output)
            }
            #[inline(always)]
            fn to_packed(&self, place: &mut [u8]) -> Result<()> {
                (**self).to_packed(place)
            }
            #[inline(always)]
            fn to_number(&self) -> Result<i64> {
                (**self).to_number()
            }
        }

        impl<'a, T: Decode<'a>> Decode<'a> for $pointer<T> {
            #[inline(always)]
            fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                T::decode(input).map($pointer::new)
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                T::resolve(input, from).map($pointer::new)
            }
            #[inline(always)]
            fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
                T::from_packed(reader).map($pointer::new)
            }
            #[inline(always)]
            fn from_number(number: i64) -> Result<Self> {
                T::from_number(number).map($pointer::new)
            }
        }
    )*};
}

pointers! { Box Rc Arc }

impl<T: Encode + ?Sized> Encode for &T {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        (**self).encode(output)
    }
    #[inline(always)]
    fn to_packed(&self, place: &mut [u8]) -> Result<()> {
        (**self).to_packed(place)
    }
    #[inline(always)]
    fn to_number(&self) -> Result<i64> {
        (**self).to_number()
    }
}

impl<T: Avro> Avro for Option<T> {
    const SHAPE: Shape = Shape::optional();
    const TREE: Tree = Tree::of(Kind::Union, const { &[<()>::TREE, T::TREE] });
    fn type_name() -> Cow<'static, str> {
        format!("optional_{}", T::type_name()).into()
    }
    fn describe(builder: &mut Builder) {
        const { optional::<T>() };
        builder.union(&[|builder| builder.primitive("null"), T::describe]);
    }
}

/// A union holds neither a union nor null twice.
const fn optional<T: Avro>() {
    assert!(
        !matches!(T::SHAPE.kind, Kind::Union | Kind::Null),
        "an `Option` of a union (another `Option`, or an enum with data) or of null has no Avro type: give the enum a unit variant, which is null, instead"
    );
}

impl<T: Encode> Encode for Option<T> {
    #[inline(always)]
    fn encode(&self, output: &mut Output<'_>) -> Result<()> {
        const { optional::<T>() };
        match self {
            None => {
                output.index(0);
                Ok(())
            }
            Some(value) => {
                output.index(1);
                value.encode(output)
            }
        }
    }
}

impl<'a, T: Decode<'a>> Decode<'a> for Option<T> {
    #[inline(always)]
    fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
        const { optional::<T>() };
        match input.index(2, "the index of a branch")? {
            0 => Ok(None),
            _ => T::decode(input).map(Some),
        }
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        if matches!(from.op, Op::Null) {
            return Ok(None);
        }
        let (_, from) = input.resolve_branch(from)?;
        T::resolve(input, from).map(Some)
    }
}

impl Avro for () {
    const SHAPE: Shape = Shape::of(Kind::Null, 0);
    fn type_name() -> Cow<'static, str> {
        "null".into()
    }
    fn describe(builder: &mut Builder) {
        builder.primitive("null");
    }
}

impl Encode for () {
    #[inline(always)]
    fn encode(&self, _output: &mut Output<'_>) -> Result<()> {
        Ok(())
    }
}

impl<'a> Decode<'a> for () {
    #[inline(always)]
    fn decode(_input: &mut Input<'a, '_>) -> Result<Self> {
        Ok(())
    }
    fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
        if matches!(from.op, Op::Null) { Ok(()) } else { Err(input.unfit()) }
    }
}

/// Keys of maps: strings of any kind.
pub trait Key: Encode + AsRef<str> {}

impl<T: Encode + AsRef<str>> Key for T {}

macro_rules! maps {
    ($($(#[$doc:meta])* {$($generics:tt)*} $map:ty, {$($bounds:tt)*}, $with:expr;)*) => {$(
        $(#[$doc])*
        impl<K: Key, V: Avro, $($generics)*> Avro for $map {
            const SHAPE: Shape = Shape::of(Kind::Map, 1);
            const TREE: Tree = Tree::of(Kind::Map, const { &[V::TREE] });
            fn type_name() -> Cow<'static, str> {
                format!("map_{}", V::type_name()).into()
            }
            fn describe(builder: &mut Builder) {
                builder.map(V::describe);
            }
        }

        $(#[$doc])*
        impl<K: Key, V: Encode, $($generics)*> Encode for $map {
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                output.budget.enter()?;
                if !self.is_empty() {
                    write_long(&mut output.bytes, self.len() as i64);
                    for (key, value) in self {
                        key.encode(output)?;
                        value.encode(output).map_err(|error| in_key(error, key.as_ref()))?;
                    }
                }
                write_long(&mut output.bytes, 0);
                output.budget.leave();
                Ok(())
            }
        }

        $(#[$doc])*
        impl<'a, K: Key + Decode<'a> + $($bounds)*, V: Decode<'a>, $($generics)*> Decode<'a> for $map
        where
            Self: Default,
        {
            fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                let mut map = Self::default();
                input.blocks(V::SHAPE.min_size.saturating_add(1), |input, count| {
                    let reserve: fn(&mut Self, usize) = $with;
                    reserve(&mut map, count.min(1024));
                    for _ in 0..count {
                        let key = K::decode(input)?;
                        match V::decode(input) {
                            Ok(value) => map.insert(key, value),
                            Err(error) => return Err(in_key(error, key.as_ref())),
                        };
                    }
                    Ok(())
                })?;
                Ok(map)
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                let Op::Map(id) = from.op else { return Err(input.unfit()) };
                if input.is_direct(from) {
                    return Self::decode(input);
                }
                let blocks = &input.resolution().program().maps[id as usize];
                let from = Source { op: blocks.item, node: input.resolution().items(from.node) };
                let mut map = Self::default();
                input.blocks(blocks.min_size, |input, count| {
                    for _ in 0..count {
                        let key = K::decode(input)?;
                        match input.resolve::<Same, V>(from) {
                            Ok(value) => map.insert(key, value),
                            Err(error) => return Err(in_key(error, key.as_ref())),
                        };
                    }
                    Ok(())
                })?;
                Ok(map)
            }
        }
    )*};
}

maps! {
    {S: BuildHasher} HashMap<K, V, S>, {Eq + Hash}, |map, count| map.reserve(count);
    {} BTreeMap<K, V>, {Ord}, |_, _| {};
    #[cfg(feature = "indexmap")]
    {S: BuildHasher} indexmap::IndexMap<K, V, S>, {Eq + Hash}, |map, count| map.reserve(count);
}

#[cold]
fn in_key(error: Error, key: &str) -> Error {
    error.in_key(key)
}

/// Records of fields `_0`, `_1` and so on.
macro_rules! tuples {
    ($(($($type:ident $at:tt $name:literal $local:ident),+))*) => {$(
        impl<$($type: Avro),+> Avro for ($($type,)+) {
            const SHAPE: Shape = Shape::record(Self::FIELDS);
            fn type_name() -> Cow<'static, str> {
                let mut name = "tuple".to_owned();
                $(name.push('_'); name.push_str(&$type::type_name());)+
                name.into()
            }
            fn describe(builder: &mut Builder) {
                let named = Named { name: &Self::type_name(), namespace: None, doc: None, aliases: &[] };
                builder.record::<Self>(&named, Self::describe_fields);
            }
        }

        impl<$($type: Avro),+> Record for ($($type,)+) {
            const FIELDS: &'static [Field] = &[$(Field::new($name, $type::SHAPE)),+];
            const SLOTS: usize = Self::FIELDS.len();
            fn describe_fields(builder: &mut Builder) {
                $(builder.field::<Same, $type>(&FieldText { name: $name, doc: None, aliases: &[], fixed_name: None });)+
            }
        }

        impl<$($type: Encode),+> Encode for ($($type,)+) {
            #[inline]
            fn encode(&self, output: &mut Output<'_>) -> Result<()> {
                output.record::<Self>(|output, run| {
                    $(run.field::<Self, Same, $type, $at>(&self.$at, output)?;)+
                    Ok(())
                })
            }
            #[inline(always)]
            fn to_packed(&self, place: &mut [u8]) -> Result<()> {
                let mut start = 0;
                $(
                    let end = start + $type::SHAPE.min_size;
                    self.$at.to_packed(&mut place[start..end])?;
                    start = end;
                )+
                debug_assert_eq!(start, place.len());
                Ok(())
            }
        }

        impl<'a, $($type: Decode<'a>),+> Decode<'a> for ($($type,)+) {
            #[inline]
            fn decode(input: &mut Input<'a, '_>) -> Result<Self> {
                input.record::<Self>(|input, run| Ok(($(run.field::<Self, Same, $type, $at>(input)?,)+)))
            }
            fn resolve(input: &mut Input<'a, '_>, from: Source) -> Result<Self> {
                if input.is_direct(from) {
                    return Self::decode(input);
                }
                $(let mut $local = None;)+
                input.resolve_fields(from, |input, slot, from| {
                    match slot {
                        $($at => $local = Some(input.resolve::<Same, $type>(from)?),)+
                        _ => return Err(input.unfit()),
                    }
                    Ok(())
                })?;
                Ok(($(taken($local)?,)+))
            }
            #[inline(always)]
            fn from_packed(reader: &mut wire::Reader<'a>) -> Result<Self> {
                Ok(($($type::from_packed(reader)?,)+))
            }
        }
    )*};
}

tuples! {
    (A 0 "_0" a)
    (A 0 "_0" a, B 1 "_1" b)
    (A 0 "_0" a, B 1 "_1" b, C 2 "_2" c)
    (A 0 "_0" a, B 1 "_1" b, C 2 "_2" c, D 3 "_3" d)
    (A 0 "_0" a, B 1 "_1" b, C 2 "_2" c, D 3 "_3" d, E 4 "_4" e)
    (A 0 "_0" a, B 1 "_1" b, C 2 "_2" c, D 3 "_3" d, E 4 "_4" e, F 5 "_5" f)
    (A 0 "_0" a, B 1 "_1" b, C 2 "_2" c, D 3 "_3" d, E 4 "_4" e, F 5 "_5" f, G 6 "_6" g)
    (A 0 "_0" a, B 1 "_1" b, C 2 "_2" c, D 3 "_3" d, E 4 "_4" e, F 5 "_5" f, G 6 "_6" g, H 7 "_7" h)
}
