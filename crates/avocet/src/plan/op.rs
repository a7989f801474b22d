//! The program of a plan: a flat list of steps and the tables that they point into.

use std::ops::Range;
use std::sync::Arc;

use super::decimal::Rescale;
use crate::error::{Error, ErrorKind};
use crate::schema::node::NodeKind;
use crate::schema::shape::{EnumShape, FixedShape, RecordShape};

/// The index of an entry of one of the tables of a [`Program`].
pub(crate) type Id = u32;

/// What to do with the bytes that come next.
///
/// The ops of the first group read one value each; those of the second read a run of fields at once and stand only
/// in the steps of records; those of the third make no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Op {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    Fixed(Id),
    Enum(Id),
    Union(Id),
    Record(Id),
    Array(Id),
    Map(Id),
    IntToLong,
    IntToFloat,
    IntToDouble,
    LongToFloat,
    LongToDouble,
    FloatToDouble,
    BytesToString,
    StringToBytes,
    /// A decimal of another scale.
    Decimal(Id),
    /// The default of a field that the writer does not have; reads nothing.
    Default(Id),
    /// Whatever comes does not fit the reader's schema.
    Fail(Id),

    /// So many ints.
    Ints(u32),
    /// So many longs.
    Longs(u32),
    /// Fields of fixed width next to each other: one test of the bounds for all.
    Packed(Id),

    /// Bytes of a known number, such as those of a double.
    SkipFixed(u32),
    /// So many ints, longs, indexes of symbols.
    SkipVarints(u32),
    /// Bytes or a string.
    SkipText,
    /// Any value.
    Skip(Id),
}

impl Op {
    /// Whether the op makes no value.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn is_skip(self) -> bool {
        matches!(self, Op::SkipFixed(_) | Op::SkipVarints(_) | Op::SkipText | Op::Skip(_))
    }

    /// Whether the op leads to an entry of a table, and so perhaps to other ops.
    #[inline]
    pub(crate) fn nests(self) -> bool {
        matches!(
            self,
            Op::Fixed(_)
                | Op::Enum(_)
                | Op::Union(_)
                | Op::Record(_)
                | Op::Array(_)
                | Op::Map(_)
                | Op::Decimal(_)
                | Op::Default(_)
                | Op::Fail(_)
        )
    }
}

/// One step of a record: an op, and where its value goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) op: Op,
    /// The position of the (first) value among the reader's fields.
    pub(crate) slot: u32,
    /// The position of the (first) field among the writer's, for errors; of the reader's for a default.
    pub(crate) field: u32,
}

/// A record to read.
#[derive(Debug)]
pub(crate) struct RecordOp {
    pub(crate) shape: Arc<RecordShape>,
    pub(crate) writer: Arc<RecordShape>,
    pub(crate) steps: Range<usize>,
    /// Whether the record may take no bytes at all.
    pub(crate) zero_size: bool,
}

/// An array or a map to read.
#[derive(Debug)]
pub(crate) struct BlocksOp {
    pub(crate) item: Op,
    /// The least number of bytes of an item, the key of a map included.
    pub(crate) min_size: usize,
}

/// An enum to read.
#[derive(Debug)]
pub(crate) struct EnumOp {
    pub(crate) shape: Arc<EnumShape>,
    pub(crate) writer: Arc<EnumShape>,
    /// The reader's index for each of the writer's, or [`EnumOp::UNKNOWN`]; `None` when they are the same.
    pub(crate) symbols: Option<Box<[u32]>>,
}

impl EnumOp {
    /// A symbol that the reader does not know and has no default for.
    pub(crate) const UNKNOWN: u32 = u32::MAX;

    /// The error of meeting a symbol, by its index of the writer's, that is unknown.
    #[cold]
    pub(crate) fn unknown(&self, index: usize) -> Error {
        Error::new(
            ErrorKind::Mismatch,
            format!("a symbol that the reader's {} knows", self.shape.name.full()),
            format!("{:?}", self.writer.symbols[index]),
        )
    }
}

/// A fixed-width field of a run.
#[derive(Clone, Debug)]
pub(crate) enum Packed {
    Boolean,
    Float,
    Double,
    FloatToDouble,
    Fixed(Id),
}

/// A run of fields of fixed width.
#[derive(Debug)]
pub(crate) struct PackedOp {
    pub(crate) fields: Box<[Packed]>,
    /// Their bytes altogether.
    pub(crate) size: usize,
    /// Whether all of them are doubles.
    pub(crate) doubles: bool,
}

/// The default of a field, encoded once under the reader's schema.
#[derive(Debug)]
pub(crate) struct DefaultOp {
    pub(crate) bytes: Box<[u8]>,
    pub(crate) op: Op,
}

/// Why what comes does not fit.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) expected: String,
    pub(crate) found: String,
}

impl Failure {
    /// The error of meeting it.
    #[cold]
    pub(crate) fn error(&self) -> Error {
        Error::new(ErrorKind::Mismatch, self.expected.clone(), self.found.clone())
    }
}

/// The steps of all records, and the tables that ops point into.
#[derive(Debug, Default)]
pub(crate) struct Program {
    pub(crate) steps: Vec<Step>,
    pub(crate) records: Vec<RecordOp>,
    pub(crate) arrays: Vec<BlocksOp>,
    pub(crate) maps: Vec<BlocksOp>,
    pub(crate) unions: Vec<Box<[Op]>>,
    pub(crate) enums: Vec<EnumOp>,
    pub(crate) fixed: Vec<Arc<FixedShape>>,
    pub(crate) packed: Vec<PackedOp>,
    pub(crate) decimals: Vec<Rescale>,
    pub(crate) defaults: Vec<DefaultOp>,
    pub(crate) failures: Vec<Failure>,
    pub(crate) skips: Vec<Op>,
}

impl Program {
    /// Whether a step makes values of this kind, and of this name where both have one.
    pub(crate) fn gives(&self, op: Op, kind: &NodeKind) -> bool {
        match (op, kind) {
            (Op::Null, NodeKind::Null)
            | (Op::Boolean, NodeKind::Boolean)
            | (Op::Int, NodeKind::Int)
            | (Op::Long | Op::IntToLong, NodeKind::Long)
            | (Op::Float | Op::IntToFloat | Op::LongToFloat, NodeKind::Float)
            | (Op::Double | Op::IntToDouble | Op::LongToDouble | Op::FloatToDouble, NodeKind::Double)
            | (Op::Bytes | Op::StringToBytes, NodeKind::Bytes)
            | (Op::String | Op::BytesToString, NodeKind::String)
            | (Op::Array(_), NodeKind::Array(_))
            | (Op::Map(_), NodeKind::Map(_)) => true,
            (Op::Record(id), NodeKind::Record(node)) => {
                Arc::ptr_eq(&self.records[id as usize].shape, &node.shape)
            }
            (Op::Enum(id), NodeKind::Enum(node)) => Arc::ptr_eq(&self.enums[id as usize].shape, &node.shape),
            (Op::Fixed(id), NodeKind::Fixed(node)) => Arc::ptr_eq(&self.fixed[id as usize], &node.shape),
            (Op::Decimal(id), NodeKind::Bytes) => self.decimals[id as usize].fixed.is_none(),
            (Op::Decimal(id), NodeKind::Fixed(node)) => {
                self.decimals[id as usize].fixed.as_ref().is_some_and(|fixed| Arc::ptr_eq(fixed, &node.shape))
            }
            _ => false,
        }
    }
}
