//! Any `Serialize` type and a schema in, bytes out.

#[macro_use]
mod refuse;
mod bytes;
mod choose;
mod count;
mod fields;
mod items;
mod key;
mod members;

use std::fmt::{self, Debug};

use serde::ser::{self, Serialize};

use self::items::Items;
use self::members::{Members, Struct};
use super::as_float;
use super::names::TypeName;
use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, EnumNode, Node, NodeId, NodeKind};
use crate::wire::writer::{
    write_boolean, write_bytes, write_double, write_float, write_int, write_long, write_string,
};

/// Appends what `write` does with a serializer; after an error `out` is as it was.
pub(super) fn append_with(
    schema: &Schema,
    out: &mut Vec<u8>,
    write: impl FnOnce(Serializer<'_, '_>) -> Result<()>,
) -> Result<()> {
    let arena = &**schema.arena();
    let node = arena.node(schema.node_id());
    let start = out.len();
    let mut output = Output { arena, bytes: out, budget: Budget::new(Limits::DEFAULT, 0) };
    write(Serializer { out: &mut output, node }).map_err(|error| {
        out.truncate(start);
        error.in_root(node.branch_name())
    })
}

/// Where bytes go, and what they mean.
struct Output<'a> {
    arena: &'a Arena,
    bytes: &'a mut Vec<u8>,
    budget: Budget<'a>,
}

/// The place of one value that is to be written: serde's [`Serializer`](ser::Serializer).
/// [`append_with`](super::append_with) hands one out.
///
/// It is not human-readable.
pub struct Serializer<'s, 'a> {
    out: &'s mut Output<'a>,
    node: &'a Node,
}

impl Debug for Serializer<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Serializer({})", self.out.arena.describe_node(self.node))
    }
}

/// The usual scalars; what is not inlined into a type is one call for everything else.
impl<'a> Output<'a> {
    #[inline]
    fn boolean(&mut self, node: &'a Node, value: bool) -> Result<()> {
        match node.kind {
            NodeKind::Boolean => write_boolean(self.bytes, value),
            _ => return Serializer { out: self, node }.other_boolean(value),
        }
        Ok(())
    }

    /// An integer of 32 bits when `short`; most are one byte.
    #[inline]
    fn number(&mut self, node: &'a Node, value: i64, short: bool) -> Result<()> {
        if matches!(node.kind, NodeKind::Int | NodeKind::Long) && (-64..64).contains(&value) {
            self.bytes.push(((value << 1) ^ (value >> 63)) as u8);
            return Ok(());
        }
        self.long_number(node, value, short)
    }

    #[inline(never)]
    fn long_number(&mut self, node: &'a Node, value: i64, short: bool) -> Result<()> {
        match node.kind {
            NodeKind::Long => write_long(self.bytes, value),
            NodeKind::Int if short => write_int(self.bytes, value as i32),
            _ => return Serializer { out: self, node }.integer(value.into(), short),
        }
        Ok(())
    }

    #[inline]
    fn double(&mut self, node: &'a Node, value: f64) -> Result<()> {
        match node.kind {
            NodeKind::Double => write_double(self.bytes, value),
            _ => return Serializer { out: self, node }.float(value, false),
        }
        Ok(())
    }

    #[inline(never)]
    fn string(&mut self, node: &'a Node, value: &str) -> Result<()> {
        match node.kind {
            NodeKind::String => write_string(self.bytes, value),
            _ => return Serializer { out: self, node }.text(value),
        }
        Ok(())
    }
}

impl<'s, 'a> Serializer<'s, 'a> {
    /// The place of a value in the same output.
    #[inline]
    fn at(out: &'s mut Output<'a>, id: NodeId) -> Self {
        Serializer { node: out.arena.node(id), out }
    }

    #[inline]
    fn kind(&self) -> &'a NodeKind {
        &self.node.kind
    }

    fn type_name(&self) -> TypeName<'a> {
        choose::type_name(self.node)
    }

    #[cold]
    #[inline(never)]
    fn mismatch(&self, found: impl Into<String>) -> Error {
        Error::new(ErrorKind::Mismatch, self.out.arena.describe_node(self.node), found.into())
    }

    #[inline(never)]
    fn other_boolean(self, value: bool) -> Result<()> {
        let found = || format!("boolean {value}");
        let NodeKind::Union(branches) = self.kind() else { return Err(self.mismatch(found())) };
        let branch =
            self.choose(branches, found, |node| matches!(node.kind, NodeKind::Boolean).then_some(0))?;
        branch.out.boolean(branch.node, value)
    }

    fn null(self, found: &str) -> Result<()> {
        match self.kind() {
            NodeKind::Null => Ok(()),
            NodeKind::Union(branches) => {
                let null = branches
                    .iter()
                    .position(|branch| matches!(self.out.arena.node(*branch).kind, NodeKind::Null));
                match null {
                    Some(index) => write_long(self.out.bytes, index as i64),
                    None => return Err(self.mismatch(found)),
                }
                Ok(())
            }
            _ => Err(self.mismatch(found)),
        }
    }

    /// An integer of a type that fits 32 bits when `short`; written as whatever has exactly this value.
    #[inline(never)]
    fn integer(self, value: i128, short: bool) -> Result<()> {
        let fits = |kind: &NodeKind| match kind {
            NodeKind::Int => i32::try_from(value).is_ok(),
            NodeKind::Long => i64::try_from(value).is_ok(),
            NodeKind::Float => value.unsigned_abs() <= 1 << f32::MANTISSA_DIGITS,
            NodeKind::Double => value.unsigned_abs() <= 1 << f64::MANTISSA_DIGITS,
            NodeKind::Enum(node) => {
                usize::try_from(value).is_ok_and(|index| index < node.shape.symbols.len())
            }
            _ => false,
        };
        match self.kind() {
            NodeKind::Union(branches) => self
                .choose(
                    branches,
                    || format!("integer {value}"),
                    |node| {
                        let rank = match &node.kind {
                            NodeKind::Int => u8::from(!short),
                            NodeKind::Long => u8::from(short),
                            NodeKind::Double => 2,
                            NodeKind::Float => 3,
                            _ => 4,
                        };
                        fits(&node.kind).then_some(rank)
                    },
                )?
                .integer(value, short),
            kind if !fits(kind) => Err(self.mismatch(format!("integer {value}"))),
            NodeKind::Long => {
                write_long(self.out.bytes, value as i64);
                Ok(())
            }
            NodeKind::Float => {
                write_float(self.out.bytes, value as f32);
                Ok(())
            }
            NodeKind::Double => {
                write_double(self.out.bytes, value as f64);
                Ok(())
            }
            _ => {
                write_int(self.out.bytes, value as i32);
                Ok(())
            }
        }
    }

    /// A number with a fraction, of 32 bits when `short`; written as a float only when it is one.
    #[inline(never)]
    fn float(self, value: f64, short: bool) -> Result<()> {
        let is_float = short || as_float(value).is_some();
        match self.kind() {
            NodeKind::Float if is_float => write_float(self.out.bytes, value as f32),
            NodeKind::Double => write_double(self.out.bytes, value),
            NodeKind::Union(branches) => {
                return self
                    .choose(
                        branches,
                        || format!("number {value}"),
                        |node| match &node.kind {
                            NodeKind::Float if is_float => Some(u8::from(!short)),
                            NodeKind::Double => Some(u8::from(short)),
                            _ => None,
                        },
                    )?
                    .float(value, short);
            }
            _ => return Err(self.mismatch(format!("number {value:?}"))),
        }
        Ok(())
    }

    #[inline(never)]
    fn text(self, value: &str) -> Result<()> {
        match self.kind() {
            NodeKind::String => write_string(self.out.bytes, value),
            NodeKind::Enum(node) => match position(node, value) {
                Some(index) => write_int(self.out.bytes, index as i32),
                None => return Err(self.mismatch(format!("string {value:?}"))),
            },
            NodeKind::Union(branches) => {
                return self
                    .choose(
                        branches,
                        || format!("string {value:?}"),
                        |node| match &node.kind {
                            NodeKind::String => Some(0),
                            NodeKind::Enum(node) if position(node, value).is_some() => Some(1),
                            _ => None,
                        },
                    )?
                    .text(value);
            }
            _ => return Err(self.mismatch(format!("string {value:?}"))),
        }
        Ok(())
    }
}

/// The index of a symbol.
fn position(node: &EnumNode, symbol: &str) -> Option<usize> {
    node.shape.symbols.iter().position(|known| **known == *symbol)
}

/// Whether a type is a record without fields, whose values take no bytes.
fn is_empty(node: &Node) -> bool {
    matches!(&node.kind, NodeKind::Record(record) if record.fields.is_empty())
}

/// Integers by their width: those that fit 32 bits, and the others.
macro_rules! integers {
    ($($method:ident $ty:ty, $short:literal;)*) => {$(
        #[inline]
        fn $method(self, value: $ty) -> Result<()> {
            match i128::try_from(value) {
                Ok(value) => self.integer(value, $short),
                Err(_) => Err(self.mismatch(format!("integer {value}"))),
            }
        }
    )*};
}

impl<'s, 'a> ser::Serializer for Serializer<'s, 'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'s, 'a>;
    type SerializeTuple = Items<'s, 'a>;
    type SerializeTupleStruct = Items<'s, 'a>;
    type SerializeTupleVariant = Items<'s, 'a>;
    type SerializeMap = Members<'s, 'a>;
    type SerializeStruct = Struct<'s, 'a>;
    type SerializeStructVariant = Struct<'s, 'a>;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<()> {
        self.out.boolean(self.node, value)
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Result<()> {
        self.out.number(self.node, value.into(), true)
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Result<()> {
        self.out.number(self.node, value, false)
    }

    integers! {
        serialize_i8 i8, true;
        serialize_i16 i16, true;
        serialize_i128 i128, false;
        serialize_u8 u8, true;
        serialize_u16 u16, true;
        serialize_u32 u32, false;
        serialize_u64 u64, false;
        serialize_u128 u128, false;
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<()> {
        match self.kind() {
            NodeKind::Float => write_float(self.out.bytes, value),
            _ => return self.float(value.into(), true),
        }
        Ok(())
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<()> {
        self.out.double(self.node, value)
    }

    fn serialize_char(self, value: char) -> Result<()> {
        self.text(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<()> {
        self.out.string(self.node, value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<()> {
        let found = || format!("{} bytes", value.len());
        match self.kind() {
            NodeKind::Bytes => write_bytes(self.out.bytes, value),
            NodeKind::Fixed(node) if node.shape.size == value.len() => {
                self.out.bytes.extend_from_slice(value);
            }
            NodeKind::Union(branches) => {
                return self
                    .choose(branches, found, |node| match &node.kind {
                        NodeKind::Bytes => Some(0),
                        NodeKind::Fixed(node) if node.shape.size == value.len() => Some(1),
                        _ => None,
                    })?
                    .serialize_bytes(value);
            }
            _ => return Err(self.mismatch(found())),
        }
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<()> {
        self.null("none")
    }

    /// Beneath a union of null and one other type the value is of that one.
    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<()> {
        if let NodeKind::Union(branches) = self.kind()
            && let [first, second] = **branches
        {
            let nodes = &self.out.arena;
            let (index, id) = match (&nodes.node(first).kind, &nodes.node(second).kind) {
                (NodeKind::Null, _) => (1, second),
                (_, NodeKind::Null) => (0, first),
                _ => return value.serialize(self),
            };
            write_int(self.out.bytes, index);
            return value.serialize(Serializer::at(self.out, id));
        }
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<()> {
        self.null("unit")
    }

    fn serialize_unit_struct(self, name: &'static str) -> Result<()> {
        match self.kind() {
            NodeKind::Union(branches) => self
                .choose(
                    branches,
                    || format!("unit struct {name}"),
                    |node| match &node.kind {
                        NodeKind::Null => Some(1),
                        _ => (is_empty(node) && choose::type_name(node).is_of(name)).then_some(0),
                    },
                )
                .map(drop),
            _ if is_empty(self.node) => Ok(()),
            _ => self.null("unit"),
        }
    }

    fn serialize_unit_variant(self, name: &'static str, index: u32, variant: &'static str) -> Result<()> {
        let found = || format!("variant {variant:?}");
        match self.kind() {
            // The order of the variants is mostly that of the symbols.
            NodeKind::Enum(node)
                if node.shape.symbols.get(index as usize).is_some_and(|symbol| **symbol == *variant) =>
            {
                write_int(self.out.bytes, index as i32);
                Ok(())
            }
            NodeKind::Enum(_) | NodeKind::String => self.text(variant),
            NodeKind::Union(branches) => {
                let branch = self.choose(branches, found, |node| match &node.kind {
                    NodeKind::Enum(node) if position(node, variant).is_some() => {
                        Some(u8::from(!TypeName::Named(&node.shape.name).is_of(name)))
                    }
                    NodeKind::Null => choose::type_name(node).is_of(variant).then_some(2),
                    _ => (is_empty(node) && choose::type_name(node).is_of(variant)).then_some(2),
                })?;
                match branch.kind() {
                    NodeKind::Enum(_) => branch.text(variant),
                    _ => Ok(()),
                }
            }
            kind => {
                let empty = matches!(kind, NodeKind::Null) || is_empty(self.node);
                if empty && self.type_name().is_of(variant) { Ok(()) } else { Err(self.mismatch(found())) }
            }
        }
    }

    #[inline]
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Result<()> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        value.serialize(self.variant(variant)?)
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Items<'s, 'a>> {
        Items::of_seq(self, len)
    }

    fn serialize_tuple(self, len: usize) -> Result<Items<'s, 'a>> {
        Items::of_tuple(self, len)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Items<'s, 'a>> {
        Items::of_tuple(self, len)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Items<'s, 'a>> {
        Items::of_tuple(self.variant(variant)?, len)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Members<'s, 'a>> {
        Members::of_map(self, len)
    }

    #[inline]
    fn serialize_struct(self, name: &'static str, len: usize) -> Result<Struct<'s, 'a>> {
        Struct::new(self, name, len)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Struct<'s, 'a>> {
        Struct::new(self.variant(variant)?, variant, len)
    }
}
