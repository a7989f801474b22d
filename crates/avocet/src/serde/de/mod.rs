//! A plan's program and bytes in, any `Deserialize` type out, without anything in between.

mod blocks;
mod bytes;
mod fields;
mod name;
mod variant;

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{self, Deserializer as _, Unexpected, Visitor};

use self::blocks::{Entries, Items};
use self::bytes::Bytes;
use self::fields::{Fields, InOrder};
use self::variant::Variant;
use super::as_float;
use super::names::TypeName;
use crate::decode::{Budget, read_symbol, skip_op};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::plan::op::{EnumOp, Id, Op, Program, RecordOp};
use crate::plan::singles::Singles;
use crate::wire::Reader;

/// What is read, and how far it is.
struct Input<'l, 'de> {
    program: &'de Program,
    singles: &'de Singles,
    reader: Reader<'de>,
    budget: Budget<'l>,
    /// Whether records may give structs their fields as a sequence, without names.
    in_order: bool,
    /// Whether a record did.
    went_in_order: bool,
    /// Whether an error was handed out; nothing can be read after one.
    failed: bool,
}

impl<'l, 'de> Input<'l, 'de> {
    fn new(plan: &'de Plan, reader: Reader<'de>, limits: &'l Limits, in_order: bool) -> Self {
        let budget = Budget::new(limits, reader.position());
        let (program, singles) = (plan.program(), plan.singles());
        Input { program, singles, reader, budget, in_order, went_in_order: false, failed: false }
    }

    /// Reads the one value of the plan.
    fn read<T>(
        &mut self,
        plan: &'de Plan,
        read: impl FnOnce(Deserializer<'_, 'l, 'de>) -> Result<T>,
    ) -> Result<T> {
        let value = read(Deserializer { input: self, op: plan.root(), in_union: false });
        and(value, || {
            if self.failed {
                return Err(de::Error::custom("the type went on after an error, where nothing can"));
            }
            Ok(())
        })
    }

    /// Reads an int or a long, of which most are one byte.
    #[inline(always)]
    fn number(&mut self, op: Op) -> Result<i64> {
        match self.reader.peek(1) {
            Some(&[byte]) if byte < 0x80 => {
                self.reader.advance(1);
                Ok(i64::from(byte >> 1) ^ -i64::from(byte & 1))
            }
            _ => self.long_number(op),
        }
    }

    #[inline(never)]
    fn long_number(&mut self, op: Op) -> Result<i64> {
        if op == Op::Long { self.reader.read_long() } else { self.reader.read_int().map(i64::from) }
    }

    /// Reads the index of one of `count` things.
    #[inline(always)]
    fn index(&mut self, count: usize, what: &'static str) -> Result<usize> {
        match self.reader.peek(1) {
            Some(&[byte]) if byte & 0x81 == 0 && usize::from(byte >> 1) < count => {
                self.reader.advance(1);
                Ok(usize::from(byte >> 1))
            }
            _ => self.reader.read_index(count, what),
        }
    }

    #[inline]
    fn enter_record(&mut self, record: &RecordOp) -> Result<()> {
        self.budget.enter_record()?;
        if record.zero_size {
            self.budget.spend_zero_size(record.shape.fields.len(), self.reader.position())?;
        }
        Ok(())
    }
}

/// Reads one datum as `T`. The reader then stands behind it; after an error it stands where it stood.
///
/// Structs whose fields are those of their record in the same order are read by position, which saves the search
/// for names. A type that cannot be read so, and everything else that goes wrong, is read once more by name: so all
/// types can be read, and errors do not depend on the way.
#[inline]
pub(super) fn read<'a, 'r: 'a, T: de::Deserialize<'a>>(
    plan: &'a Plan,
    reader: &mut Reader<'r>,
    limits: &Limits,
) -> Result<T> {
    let mut input = Input::new(plan, reader.clone(), limits, true);
    let mut value = input.read(plan, |datum| T::deserialize(datum));
    if value.is_err() && input.went_in_order {
        input = Input::new(plan, reader.clone(), limits, false);
        value = input.read(plan, |datum| T::deserialize(datum));
    }
    end(plan, &input, reader, value)
}

/// Reads one datum by a function that gets the deserializer.
pub(super) fn read_with<'a, 'r: 'a, T>(
    plan: &'a Plan,
    reader: &mut Reader<'r>,
    limits: &Limits,
    read: impl FnOnce(Deserializer<'_, '_, 'a>) -> Result<T>,
) -> Result<T> {
    let mut input = Input::new(plan, reader.clone(), limits, false);
    let value = input.read(plan, read);
    end(plan, &input, reader, value)
}

#[inline(always)]
fn end<T>(plan: &Plan, input: &Input<'_, '_>, reader: &mut Reader<'_>, value: Result<T>) -> Result<T> {
    match &value {
        Ok(_) => reader.advance(input.reader.position() - reader.position()),
        Err(_) => return value.map_err(|error| in_datum(plan, error, &input.reader)),
    }
    value
}

#[cold]
fn in_datum(plan: &Plan, error: Error, reader: &Reader<'_>) -> Error {
    let writer = plan.writer();
    error.at(reader.position() as u64).in_root(writer.arena().type_name(writer.node_id()))
}

/// One value that is to be read: serde's [`Deserializer`](de::Deserializer). [`Plan::read_with`] hands one out.
///
/// It knows its types, so `deserialize_any` works; it is not human-readable. A record is a map to who asks for any
/// type, a union is the value of its branch, null is unit, an enum's symbol is a string.
pub struct Deserializer<'c, 'l, 'de> {
    input: &'c mut Input<'l, 'de>,
    op: Op,
    /// Whether the value is that of a branch, beneath a union that has more than one besides null.
    in_union: bool,
}

impl std::fmt::Debug for Deserializer<'_, '_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Deserializer({:?} at byte {})", self.op, self.input.reader.position())
    }
}

impl<'c, 'l, 'de> Deserializer<'c, 'l, 'de> {
    #[inline]
    fn of(input: &'c mut Input<'l, 'de>, op: Op) -> Self {
        Deserializer { input, op, in_union: false }
    }

    /// Reads the branch of a union; how many branches there are comes with it.
    #[inline]
    fn branch(self, id: Id) -> Result<(Self, usize)> {
        let branches = &self.input.program.unions[id as usize];
        let branch = self.input.index(branches.len(), "the index of a branch")?;
        let datum = Deserializer { input: self.input, op: branches[branch], in_union: true };
        Ok((datum, branches.len()))
    }

    /// Reads from the bytes of a default instead of the input.
    #[cold]
    fn default<T>(self, id: Id, read: impl FnOnce(Deserializer<'_, 'l, 'de>) -> Result<T>) -> Result<T> {
        let default = &self.input.program.defaults[id as usize];
        let input = std::mem::replace(&mut self.input.reader, Reader::new(&default.bytes));
        let value = read(Deserializer::of(self.input, default.op));
        self.input.reader = input;
        let position = self.input.reader.position() as u64;
        value.map_err(|error| error.nowhere().at(position))
    }

    fn record<V: Visitor<'de>>(self, id: Id, visitor: V) -> Result<V::Value> {
        let mut fields = Fields::new(self.input, id)?;
        let value = visitor.visit_map(&mut fields);
        and(value, || fields.end())
    }

    /// The fields of a record by position, for a type that knows how many there are.
    #[inline]
    fn record_in_order<V: Visitor<'de>>(self, id: Id, visitor: V) -> Result<V::Value> {
        let mut fields = Fields::new(self.input, id)?;
        let value = visitor.visit_seq(InOrder(&mut fields));
        and(value, || fields.end())
    }

    fn array<V: Visitor<'de>>(self, id: Id, visitor: V) -> Result<V::Value> {
        let array = &self.input.program.arrays[id as usize];
        let mut items = Items::new(self.input, array)?;
        let value = visitor.visit_seq(&mut items);
        and(value, || items.end())
    }

    fn map<V: Visitor<'de>>(self, id: Id, visitor: V) -> Result<V::Value> {
        let map = &self.input.program.maps[id as usize];
        let mut entries = Entries::new(self.input, map)?;
        let value = visitor.visit_map(&mut entries);
        and(value, || entries.end())
    }

    fn symbol(&mut self, id: Id) -> Result<(&'de EnumOp, u32)> {
        let op = &self.input.program.enums[id as usize];
        let symbol = read_symbol(op, &mut self.input.reader)?;
        Ok((op, symbol))
    }

    fn decimal(&mut self, id: Id) -> Result<Vec<u8>> {
        let rescale = &self.input.program.decimals[id as usize];
        let reader = &mut self.input.reader;
        let position = reader.position();
        let bytes = match &rescale.fixed {
            Some(shape) => reader.read_fixed(shape.size)?,
            None => reader.read_bytes()?,
        };
        rescale.rescale(bytes, position)
    }

    /// The name of the reader's type that comes.
    fn type_name(&self) -> TypeName<'de> {
        let program = self.input.program;
        TypeName::Kind(match self.op {
            Op::Record(id) => match &program.records[id as usize].shape.name {
                Some(name) => return TypeName::Named(name),
                None => "record",
            },
            Op::Enum(id) => return TypeName::Named(&program.enums[id as usize].shape.name),
            Op::Fixed(id) => return TypeName::Named(&program.fixed[id as usize].name),
            Op::Decimal(id) => match &program.decimals[id as usize].fixed {
                Some(shape) => return TypeName::Named(&shape.name),
                None => "bytes",
            },
            Op::Null => "null",
            Op::Boolean => "boolean",
            Op::Int => "int",
            Op::Long | Op::IntToLong => "long",
            Op::Float | Op::IntToFloat | Op::LongToFloat => "float",
            Op::Double | Op::IntToDouble | Op::LongToDouble | Op::FloatToDouble => "double",
            Op::Bytes | Op::StringToBytes => "bytes",
            Op::String | Op::BytesToString => "string",
            Op::Array(_) => "array",
            Op::Map(_) => "map",
            _ => "union",
        })
    }

    /// A number of any width, or the index of an enum's symbol.
    #[inline(always)]
    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let position = self.input.reader.position();
        match self.op {
            Op::Long | Op::Int | Op::IntToLong => {
                placed(visitor.visit_i64(self.input.number(self.op)?), position)
            }
            _ => self.other_integer(visitor),
        }
    }

    #[inline(never)]
    fn other_integer<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let position = self.input.reader.position();
        match self.op {
            Op::Enum(id) => placed(visitor.visit_u32(self.symbol(id)?.1), position),
            Op::Union(id) => self.branch(id)?.0.deserialize_i64(visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_i64(visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    /// A text or a name as the variant of an enum that it names, anything else as the variant that is named after its
    /// type.
    fn variant<V: Visitor<'de>>(mut self, variants: &'static [&'static str], visitor: V) -> Result<V::Value> {
        let position = self.input.reader.position();
        match self.op {
            Op::Enum(id) => {
                let start = self.input.reader.clone();
                let (op, index) = self.symbol(id)?;
                let symbol = &*op.shape.symbols[index as usize];
                // The order of the variants is mostly that of the symbols.
                let is_variant = variants.get(index as usize) == Some(&symbol) || variants.contains(&symbol);
                if !is_variant && let Some(name) = self.type_name().find(variants) {
                    self.input.reader = start;
                    return placed(visitor.visit_enum(Variant::new(self, name)), position);
                }
                placed(visitor.visit_enum(BorrowedStrDeserializer::new(symbol)), position)
            }
            Op::String | Op::BytesToString if !self.in_union => {
                let text = self.input.reader.read_string()?;
                placed(visitor.visit_enum(BorrowedStrDeserializer::new(text)), position)
            }
            Op::Fail(id) => {
                Err(self.input.program.failures[id as usize].error().at(self.input.reader.position() as u64))
            }
            _ => {
                let type_name = self.type_name();
                let name = type_name.find(variants).unwrap_or(type_name.text());
                placed(visitor.visit_enum(Variant::new(self, name)), position)
            }
        }
    }
}

/// Says where the value stood that a type refused.
#[inline(always)]
fn placed<T>(mut value: Result<T>, position: usize) -> Result<T> {
    if let Err(error) = &mut value {
        error.locate(position as u64);
    }
    value
}

/// The value, or the error of what comes after it.
#[inline(always)]
fn and<T>(mut value: Result<T>, end: impl FnOnce() -> Result<()>) -> Result<T> {
    if value.is_ok()
        && let Err(error) = end()
    {
        value = Err(error);
    }
    value
}

/// Every integer asks for a number and checks the range itself.
macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.integer(visitor)
        }
    )*};
}

impl<'de> de::Deserializer<'de> for Deserializer<'_, '_, 'de> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let reader = &mut self.input.reader;
        let position = reader.position();
        let value = match self.op {
            Op::Null => visitor.visit_unit(),
            Op::Boolean => visitor.visit_bool(reader.read_boolean()?),
            Op::Int => visitor.visit_i32(reader.read_int()?),
            Op::Long => visitor.visit_i64(reader.read_long()?),
            Op::Float => visitor.visit_f32(reader.read_float()?),
            Op::Double => visitor.visit_f64(reader.read_double()?),
            Op::Bytes | Op::StringToBytes => visitor.visit_borrowed_bytes(reader.read_bytes()?),
            Op::String | Op::BytesToString => visitor.visit_borrowed_str(reader.read_string()?),
            Op::IntToLong => visitor.visit_i64(reader.read_int()?.into()),
            Op::IntToFloat => visitor.visit_f32(reader.read_int()? as f32),
            Op::IntToDouble => visitor.visit_f64(reader.read_int()?.into()),
            Op::LongToFloat => visitor.visit_f32(reader.read_long()? as f32),
            Op::LongToDouble => visitor.visit_f64(reader.read_long()? as f64),
            Op::FloatToDouble => visitor.visit_f64(reader.read_float()?.into()),
            Op::Fixed(id) => {
                let size = self.input.program.fixed[id as usize].size;
                visitor.visit_borrowed_bytes(reader.read_fixed(size)?)
            }
            Op::Enum(id) => {
                let (op, symbol) = self.symbol(id)?;
                visitor.visit_borrowed_str(&op.shape.symbols[symbol as usize])
            }
            Op::Decimal(id) => visitor.visit_byte_buf(self.decimal(id)?),
            Op::Union(id) => self.branch(id)?.0.deserialize_any(visitor),
            Op::Record(id) => self.record(id, visitor),
            Op::Array(id) => self.array(id, visitor),
            Op::Map(id) => self.map(id, visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_any(visitor)),
            Op::Fail(id) => {
                Err(self.input.program.failures[id as usize].error().at(reader.position() as u64))
            }
            _ => unreachable!("runs and skips are no values"),
        };
        placed(value, position)
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::Boolean => visitor.visit_bool(self.input.reader.read_boolean()?),
            _ => self.deserialize_any(visitor),
        }
    }

    /// A double is taken for a float only when it is one: nothing narrows.
    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::Float => visitor.visit_f32(self.input.reader.read_float()?),
            Op::Double => {
                let position = self.input.reader.position();
                let value = self.input.reader.read_double()?;
                let narrow = match as_float(value) {
                    Some(narrow) => visitor.visit_f32(narrow),
                    None => Err(de::Error::invalid_value(Unexpected::Float(value), &"a number of 32 bits")),
                };
                placed(narrow, position)
            }
            Op::Union(id) => self.branch(id)?.0.deserialize_f32(visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_f32(visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::Double => visitor.visit_f64(self.input.reader.read_double()?),
            Op::FloatToDouble => visitor.visit_f64(self.input.reader.read_float()?.into()),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::String => {
                let position = self.input.reader.position();
                placed(visitor.visit_borrowed_str(self.input.reader.read_string()?), position)
            }
            _ => self.deserialize_any(visitor),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::Null => visitor.visit_none(),
            Op::Union(id) => {
                let (mut datum, branches) = self.branch(id)?;
                // What is not null is then the only thing there can be.
                datum.in_union = branches > 2;
                if datum.op == Op::Null { visitor.visit_none() } else { visitor.visit_some(datum) }
            }
            Op::Default(id) => self.default(id, |datum| datum.deserialize_option(visitor)),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    /// Null, or a record without fields.
    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::Record(id) if self.input.program.records[id as usize].shape.fields.is_empty() => {
                Fields::new(self.input, id)?.end()?;
                visitor.visit_unit()
            }
            Op::Union(id) => self.branch(id)?.0.deserialize_unit_struct(name, visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_unit_struct(name, visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    /// An array, or bytes one by one.
    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let position = self.input.reader.position();
        match self.op {
            Op::Array(id) => placed(self.array(id, visitor), position),
            Op::Bytes | Op::StringToBytes => Bytes::visit(self.input.reader.read_bytes()?, position, visitor),
            Op::Fixed(id) => {
                let size = self.input.program.fixed[id as usize].size;
                Bytes::visit(self.input.reader.read_fixed(size)?, position, visitor)
            }
            Op::Decimal(id) => Bytes::visit(&self.decimal(id)?, position, visitor),
            Op::Union(id) => self.branch(id)?.0.deserialize_seq(visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_seq(visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    /// An array of so many items, bytes of that number, or a record of so many fields in their order.
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        match self.op {
            Op::Record(id) if self.input.singles.records[id as usize].in_order => {
                self.record_in_order(id, visitor)
            }
            Op::Union(id) => self.branch(id)?.0.deserialize_tuple(len, visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_tuple(len, visitor)),
            _ => self.deserialize_seq(visitor),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_tuple(len, visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let position = self.input.reader.position();
        match self.op {
            Op::Map(id) => placed(self.map(id, visitor), position),
            _ => self.deserialize_any(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.op {
            Op::Record(id) => {
                let Input { program, singles, in_order, went_in_order, .. } = &mut *self.input;
                if *in_order && singles.records[id as usize].are_of(fields, &program.records[id as usize]) {
                    *went_in_order = true;
                    return self.record_in_order(id, visitor);
                }
                self.record(id, visitor)
            }
            Op::Union(id) => self.branch(id)?.0.deserialize_struct(name, fields, visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_struct(name, fields, visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.op {
            Op::Union(id) => self.branch(id)?.0.variant(variants, visitor),
            Op::Default(id) => self.default(id, |datum| datum.deserialize_enum(name, variants, visitor)),
            _ => self.variant(variants, visitor),
        }
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_any(visitor)
    }

    /// Skips without building or naming anything.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let Input { program, reader, budget, .. } = self.input;
        skip_op(program, self.op, reader, budget)?;
        visitor.visit_unit()
    }
}
