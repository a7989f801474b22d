//! Structs and maps: the fields of a record or the entries of a map, whichever the schema has.

use std::fmt::{self, Debug};

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::count::Count;
use super::fields::Fields;
use super::key::Key;
use super::{Output, Serializer};
use crate::error::{Error, Result};
use crate::schema::node::{NodeId, NodeKind, RecordNode};
use crate::serde::names::TypeName;
use crate::wire::Reader;
use crate::wire::writer::write_string;

/// A struct that is being written.
pub struct Struct<'s, 'a>(StructKind<'s, 'a>);

enum StructKind<'s, 'a> {
    Record(Fields<'s, 'a>),
    /// Any other, in a box since it takes more room than it is worth.
    Other(Box<Members<'s, 'a>>),
}

/// A map, or anything else with names, that is being written.
pub struct Members<'s, 'a>(Kind<'s, 'a>);

enum Kind<'s, 'a> {
    /// With the name of the field whose value comes next.
    Record(Fields<'s, 'a>, String),
    Map(Entries<'s, 'a>),
    /// One of the records of a union: the first name tells which.
    Undecided(Serializer<'s, 'a>, Option<usize>),
    /// What was undecided, after an error.
    Failed,
}

impl Debug for Struct<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Struct")
    }
}

impl Debug for Members<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Members")
    }
}

impl<'s, 'a> Struct<'s, 'a> {
    #[inline]
    pub(super) fn new(place: Serializer<'s, 'a>, name: &'static str, len: usize) -> Result<Self> {
        match place.kind() {
            NodeKind::Record(record) => Ok(Struct(StructKind::Record(Fields::new(place.out, record)?))),
            _ => Struct::of_other(place, name, len),
        }
    }

    #[inline(never)]
    fn of_other(place: Serializer<'s, 'a>, name: &'static str, len: usize) -> Result<Self> {
        let members = match place.kind() {
            NodeKind::Map(_) => Members::of_map(place, None)?,
            NodeKind::Union(branches) => {
                let mut named =
                    place.records(branches).filter(|(_, record)| TypeName::Named(&record.name).is_of(name));
                if let (Some((index, _)), None) = (named.next(), named.next()) {
                    return Struct::new(place.branch(branches, index), name, len);
                }
                match (place.records(branches).next(), place.map(branches)) {
                    (None, Some(map)) => Members::of_map(place.branch(branches, map), None)?,
                    (None, None) => return Err(place.mismatch(format!("struct {name}"))),
                    _ => Members::of_records(place, branches, Some(len))?,
                }
            }
            _ => return Err(place.mismatch(format!("struct {name}"))),
        };
        Ok(Struct(StructKind::Other(Box::new(members))))
    }

    #[inline(always)]
    fn field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
        match &mut self.0 {
            StructKind::Record(fields) => fields.field(name, value),
            StructKind::Other(members) => members.serialize_entry(name, value),
        }
    }

    fn skip(&mut self, name: &str) -> Result<()> {
        match &mut self.0 {
            StructKind::Record(fields) => fields.skip(name),
            // What is left out of a map is not there; a record fills it in at its end.
            StructKind::Other(_) => Ok(()),
        }
    }

    #[inline(always)]
    fn finish(self) -> Result<()> {
        match self.0 {
            StructKind::Record(fields) => fields.end(),
            StructKind::Other(members) => members.finish(),
        }
    }
}

impl<'s, 'a> Members<'s, 'a> {
    /// The members of a map, or of a struct of which parts were flattened into one.
    pub(super) fn of_map(place: Serializer<'s, 'a>, len: Option<usize>) -> Result<Self> {
        match place.kind() {
            NodeKind::Record(record) => {
                Ok(Members(Kind::Record(Fields::new(place.out, record)?, String::new())))
            }
            NodeKind::Map(values) => Entries::new(place.out, *values, len).map(Members::of_entries),
            NodeKind::Union(branches) => match (place.map(branches), place.records(branches).next()) {
                (Some(map), _) => Members::of_map(place.branch(branches, map), len),
                (None, Some(_)) => Members::of_records(place, branches, len),
                _ => Err(place.mismatch("a map")),
            },
            _ => Err(place.mismatch("a map")),
        }
    }

    fn of_entries(entries: Entries<'s, 'a>) -> Self {
        Members(Kind::Map(entries))
    }

    /// The members of one of the records of a union: of the only one, or of the one that the first name tells.
    fn of_records(place: Serializer<'s, 'a>, branches: &'a [NodeId], len: Option<usize>) -> Result<Self> {
        let mut records = place.records(branches);
        if let (Some((index, _)), None) = (records.next(), records.next()) {
            return Members::of_map(place.branch(branches, index), len);
        }
        Ok(Members(Kind::Undecided(place, len)))
    }

    /// Decides which record it is: the only one with a field of this name, or the only one that has just so many
    /// fields, too.
    fn decide(&mut self, name: &str) -> Result<()> {
        let (place, len) = match std::mem::replace(&mut self.0, Kind::Failed) {
            Kind::Undecided(place, len) => (place, len),
            decided => {
                self.0 = decided;
                return Ok(());
            }
        };
        let NodeKind::Union(branches) = place.kind() else { unreachable!("only unions are undecided") };
        let found = || format!("a struct with a field {name:?} whose name is none of theirs");
        let branch = place.choose(branches, found, |node| match &node.kind {
            NodeKind::Record(record) if record.shape.position(name).is_some() => {
                Some(u8::from(len != Some(record.fields.len())))
            }
            _ => None,
        })?;
        let NodeKind::Record(record) = branch.kind() else { unreachable!("only records were asked") };
        self.0 = Kind::Record(Fields::new(branch.out, record)?, String::new());
        Ok(())
    }

    #[inline]
    fn finish(self) -> Result<()> {
        match self.0 {
            Kind::Record(fields, _) => fields.end(),
            Kind::Map(entries) => {
                entries.end();
                Ok(())
            }
            Kind::Undecided(place, _) => Err(place.ambiguous("a struct without fields".to_owned())),
            Kind::Failed => Err(failed()),
        }
    }
}

impl<'a> Serializer<'_, 'a> {
    /// The records among the branches.
    fn records(&self, branches: &'a [NodeId]) -> impl Iterator<Item = (usize, &'a RecordNode)> + use<'a> {
        let arena = self.out.arena;
        branches.iter().enumerate().filter_map(|(index, branch)| match &arena.node(*branch).kind {
            NodeKind::Record(record) => Some((index, &**record)),
            _ => None,
        })
    }

    /// The map among the branches.
    fn map(&self, branches: &[NodeId]) -> Option<usize> {
        branches.iter().position(|branch| matches!(self.out.arena.node(*branch).kind, NodeKind::Map(_)))
    }
}

#[cold]
fn failed() -> Error {
    Error::custom("the type went on after an error, where nothing can".to_owned())
}

macro_rules! structs {
    ($($interface:ident)*) => {$(
        impl $interface for Struct<'_, '_> {
            type Ok = ();
            type Error = Error;

            #[inline(always)]
            fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Result<()> {
                self.field(name, value)
            }

            fn skip_field(&mut self, name: &'static str) -> Result<()> {
                self.skip(name)
            }

            #[inline(always)]
            fn end(self) -> Result<()> {
                self.finish()
            }
        }
    )*};
}

structs! { SerializeStruct SerializeStructVariant }

impl SerializeMap for Members<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        if let Kind::Map(entries) = &mut self.0 {
            return key.serialize(Key(|text: &str| entries.key(text)));
        }
        key.serialize(Key(|text: &str| {
            self.decide(text)?;
            match &mut self.0 {
                Kind::Record(_, key) => {
                    text.clone_into(key);
                    Ok(())
                }
                _ => Err(failed()),
            }
        }))?
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        match &mut self.0 {
            Kind::Map(entries) => entries.value(value),
            Kind::Record(fields, key) => fields.field(key, value),
            _ => Err(failed()),
        }
    }

    fn end(self) -> Result<()> {
        self.finish()
    }
}

/// A map that is being written.
struct Entries<'s, 'a> {
    out: &'s mut Output<'a>,
    values: NodeId,
    count: Count,
    /// Where the last key stands.
    key: usize,
}

impl<'s, 'a> Entries<'s, 'a> {
    fn new(out: &'s mut Output<'a>, values: NodeId, len: Option<usize>) -> Result<Self> {
        out.budget.enter()?;
        let count = Count::begin(out.bytes, len);
        Ok(Entries { out, values, count, key: 0 })
    }

    fn key(&mut self, key: &str) {
        self.key = self.out.bytes.len();
        self.count.written += 1;
        write_string(self.out.bytes, key);
    }

    fn value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        value.serialize(Serializer::at(self.out, self.values)).map_err(|error| self.in_key(error))
    }

    #[cold]
    fn in_key(&self, error: Error) -> Error {
        let key = Reader::new(&self.out.bytes[self.key..]).read_string().unwrap_or_default();
        error.in_key(key)
    }

    fn end(self) {
        self.count.end(self.out.bytes);
        self.out.budget.leave();
    }
}
