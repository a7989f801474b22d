//! Sequences and tuples: the items of an array, the fields of a record by position, or bytes.

use serde::ser::{Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant};

use super::bytes::Byte;
use super::count::Count;
use super::fields::Fields;
use super::{Output, Serializer};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::node::{Node, NodeKind};
use crate::schema::shape::FixedShape;
use crate::wire::writer::write_long;

/// A sequence or a tuple that is being written.
pub struct Items<'s, 'a>(Kind<'s, 'a>);

enum Kind<'s, 'a> {
    Array { out: &'s mut Output<'a>, items: &'a Node, count: Count },
    Record(Fields<'s, 'a>),
    Bytes { out: &'s mut Output<'a>, start: usize, fixed: Option<&'a FixedShape> },
}

impl std::fmt::Debug for Items<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match &self.0 {
            Kind::Array { .. } => "Items of an array",
            Kind::Record(_) => "Items of a record",
            Kind::Bytes { .. } => "Items of bytes",
        })
    }
}

impl<'s, 'a> Items<'s, 'a> {
    /// The items of a sequence.
    #[inline]
    pub(super) fn of_seq(place: Serializer<'s, 'a>, len: Option<usize>) -> Result<Self> {
        match place.kind() {
            NodeKind::Array(items) => {
                place.out.budget.enter()?;
                let count = Count::begin(place.out.bytes, len);
                Ok(Items(Kind::Array { items: place.out.arena.node(*items), out: place.out, count }))
            }
            _ => Items::of_other_seq(place, len),
        }
    }

    #[inline(never)]
    fn of_other_seq(place: Serializer<'s, 'a>, len: Option<usize>) -> Result<Self> {
        let fixed = match place.kind() {
            NodeKind::Bytes => None,
            NodeKind::Fixed(node) => Some(&*node.shape),
            NodeKind::Union(branches) => {
                let branch = place.choose(
                    branches,
                    || "a sequence".to_owned(),
                    |node| match &node.kind {
                        NodeKind::Array(_) => Some(0),
                        NodeKind::Bytes => Some(1),
                        NodeKind::Fixed(node) if Some(node.shape.size) == len => Some(2),
                        _ => None,
                    },
                )?;
                return Items::of_seq(branch, len);
            }
            _ => return Err(place.mismatch("a sequence")),
        };
        let start = place.out.bytes.len();
        Ok(Items(Kind::Bytes { out: place.out, start, fixed }))
    }

    /// The items of a tuple.
    pub(super) fn of_tuple(place: Serializer<'s, 'a>, len: usize) -> Result<Self> {
        match place.kind() {
            NodeKind::Record(record) => Ok(Items(Kind::Record(Fields::new(place.out, record)?))),
            NodeKind::Union(branches) => {
                let branch = place.choose(
                    branches,
                    || format!("a tuple of {len}"),
                    |node| match &node.kind {
                        NodeKind::Array(_) => Some(0),
                        NodeKind::Record(record) if record.fields.len() == len => Some(1),
                        NodeKind::Fixed(node) if node.shape.size == len => Some(2),
                        NodeKind::Bytes => Some(3),
                        _ => None,
                    },
                )?;
                Items::of_tuple(branch, len)
            }
            _ => Items::of_seq(place, Some(len)),
        }
    }

    #[inline]
    fn item<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match &mut self.0 {
            Kind::Array { out, items, count } => {
                if let Err(error) = value.serialize(Serializer { out, node: items }) {
                    return Err(in_item(error, count.written));
                }
                count.written += 1;
                Ok(())
            }
            Kind::Record(fields) => fields.element(value),
            Kind::Bytes { out, .. } => value.serialize(Byte(out.bytes)),
        }
    }

    #[inline]
    fn finish(self) -> Result<()> {
        match self.0 {
            Kind::Array { out, count, .. } => {
                count.end(out.bytes);
                out.budget.leave();
                Ok(())
            }
            Kind::Record(fields) => fields.end_of_elements(),
            Kind::Bytes { out, start, fixed } => {
                let size = out.bytes.len() - start;
                match fixed {
                    Some(shape) if shape.size != size => {
                        let expected = format!("{} bytes for {}", shape.size, shape.name.full());
                        return Err(Error::new(ErrorKind::Mismatch, expected, format!("{size} bytes")));
                    }
                    Some(_) => {}
                    None => {
                        let mut length = Vec::new();
                        write_long(&mut length, size as i64);
                        out.bytes.splice(start..start, length);
                    }
                }
                Ok(())
            }
        }
    }
}

#[cold]
#[inline(never)]
fn in_item(error: Error, index: usize) -> Error {
    error.in_item(index)
}

macro_rules! sequences {
    ($($interface:ident $method:ident)*) => {$(
        impl $interface for Items<'_, '_> {
            type Ok = ();
            type Error = Error;

            #[inline]
            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
                self.item(value)
            }

            #[inline]
            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    )*};
}

sequences! {
    SerializeSeq serialize_element
    SerializeTuple serialize_element
    SerializeTupleStruct serialize_field
    SerializeTupleVariant serialize_field
}
