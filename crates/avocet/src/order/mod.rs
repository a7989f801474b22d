//! Which of two datums comes first ("Sort Order"): from a schema and two datums to an [`Ordering`].
//!
//! Encoded datums are compared as they are, byte beside byte, up to the first difference; values are compared as they
//! would be if they were written. Both agree.

mod encoded;
#[cfg(test)]
mod tests;
mod values;

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan;
use crate::plan::op::{Op, Program};
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind, Order};
use crate::value::Value;
use crate::wire::Reader;

/// The order of the data of one schema.
///
/// Null is equal to itself, false comes before true, numbers go by value, bytes and strings byte by byte, arrays item by
/// item and then by length, enums by the position of their symbols, unions by branch and then by value, records field
/// by field as the fields' `order` says. The specification leaves open where floats go that are no numbers: here all of
/// them are equal and come last, and -0.0 comes before 0.0, as in Java.
///
/// ```
/// use std::cmp::Ordering;
/// use avocet::{Schema, order::SortOrder, record};
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Score", "fields": [
///     {"name": "points", "type": "int", "order": "descending"}, {"name": "name", "type": "string"},
///     {"name": "tags", "type": {"type": "map", "values": "string"}, "order": "ignore"}]}"#)?;
/// let order = SortOrder::new(&schema)?;
/// let (ada, bob) = ([0x12, 0x06, b'a', b'd', b'a', 0x00], [0x0e, 0x06, b'b', b'o', b'b', 0x00]);
/// assert_eq!(order.compare(&ada, &bob)?, Ordering::Less); // 9 points before 7
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// Cheap to clone.
#[derive(Clone)]
pub struct SortOrder {
    schema: Schema,
    inner: Arc<Inner>,
}

struct Inner {
    program: Program,
    /// How to get over the fields that have no part in the order, by type.
    skips: HashMap<NodeId, Op>,
}

impl SortOrder {
    /// The order of a schema's data.
    ///
    /// # Errors
    ///
    /// `Incomparable` when a map has a part in the order: maps cannot be compared. A field with the order `ignore` may hold
    /// some.
    pub fn new(schema: &Schema) -> Result<Self> {
        let ignored = ignored_types(schema)?;
        let (program, skips) = plan::ops_of(schema, ignored);
        Ok(SortOrder { schema: schema.clone(), inner: Arc::new(Inner { program, skips }) })
    }

    /// Compares two encoded datums up to the first difference; what stands behind that is not looked at. Text is
    /// compared without a check for UTF-8.
    ///
    /// # Errors
    ///
    /// `Truncated`, `Malformed` or `Limit` with the byte of the datum at fault and the path; `TrailingBytes` when the
    /// datums are equal and more follows one of them.
    pub fn compare(&self, left: &[u8], right: &[u8]) -> Result<Ordering> {
        let (mut left, mut right) = (Reader::new(left), Reader::new(right));
        let order = self.compare_next(&mut left, &mut right, &Limits::default())?;
        match (order, left.remaining().max(right.remaining())) {
            (Ordering::Less | Ordering::Greater, _) | (_, 0) => Ok(order),
            (_, more) => {
                let found = format!("{more} more bytes");
                Err(Error::new(ErrorKind::TrailingBytes, "the end of the input", found))
            }
        }
    }

    /// Compares the datums that come next in two readers. When they are equal, the readers then stand behind them;
    /// else somewhere inside.
    ///
    /// # Errors
    ///
    /// As [`compare`](SortOrder::compare), but for trailing bytes.
    pub fn compare_next(
        &self,
        left: &mut Reader<'_>,
        right: &mut Reader<'_>,
        limits: &Limits,
    ) -> Result<Ordering> {
        let budget = &mut Budget::new(limits, left.position());
        encoded::compare(self, self.schema.node_id(), left, right, budget)
            .map_err(|error| self.in_datum(error.at(left.position() as u64)))
    }

    /// Compares two values as what they are written as under the schema.
    ///
    /// # Errors
    ///
    /// `Mismatch` with the path for a value that does not fit the schema, as far as it is looked at; `Limit` for one
    /// that is too deep.
    pub fn compare_values(&self, left: &Value, right: &Value) -> Result<Ordering> {
        let limits = Limits::default();
        let budget = &mut Budget::new(&limits, 0);
        values::compare(self.arena(), self.schema.node_id(), left, right, budget)
            .map_err(|error| self.in_datum(error))
    }

    /// The schema whose data are compared.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    fn arena(&self) -> &Arena {
        self.schema.arena()
    }

    #[cold]
    fn in_datum(&self, error: Error) -> Error {
        error.in_root(self.arena().type_name(self.schema.node_id()))
    }
}

impl fmt::Debug for SortOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SortOrder({})", self.schema)
    }
}

/// A type on the way through a schema: where it was met, and the step that led there.
struct Met<'a> {
    ty: NodeId,
    from: usize,
    step: Step<'a>,
}

enum Step<'a> {
    Root,
    Items,
    Branch(usize),
    Field(&'a str),
}

/// The types of the fields that have no part in the order; an error for a map that has one.
///
/// The way has no recursion: records can be in each other as deep as the schema is long.
fn ignored_types(schema: &Schema) -> Result<Vec<NodeId>> {
    let arena = schema.arena();
    let mut ignored = Vec::new();
    let mut known = HashSet::new();
    let mut met = vec![Met { ty: schema.node_id(), from: 0, step: Step::Root }];
    let mut next = 0;
    while let Some(&Met { ty, .. }) = met.get(next) {
        match &arena.node(ty).kind {
            NodeKind::Map(_) => return Err(map_at(&met, next)),
            NodeKind::Array(items) => met.push(Met { ty: *items, from: next, step: Step::Items }),
            NodeKind::Union(branches) => met.extend(branches.iter().enumerate().map(|(index, ty)| Met {
                ty: *ty,
                from: next,
                step: Step::Branch(index),
            })),
            NodeKind::Record(record) if known.insert(ty) => {
                for field in &record.fields {
                    if field.order == Order::Ignore {
                        ignored.push(field.ty);
                    } else {
                        met.push(Met { ty: field.ty, from: next, step: Step::Field(&field.name) });
                    }
                }
            }
            _ => {}
        }
        next += 1;
    }
    Ok(ignored)
}

#[cold]
fn map_at(met: &[Met<'_>], place: usize) -> Error {
    let way = std::iter::successors(Some(place), |place| (*place > 0).then(|| met[*place].from));
    let mut steps: Vec<String> = way
        .map(|place| match &met[place].step {
            Step::Root => "$".to_owned(),
            Step::Items => ".items".to_owned(),
            Step::Branch(index) => format!("[{index}]"),
            Step::Field(name) => format!(".{name}"),
        })
        .collect();
    steps.reverse();
    Error::new(ErrorKind::Incomparable, "a type whose values can be compared", "a map")
        .in_root(&steps.concat())
}

/// Turns an order round where the field is descending.
fn directed(order: Ordering, field: Order) -> Ordering {
    if field == Order::Descending { order.reverse() } else { order }
}

/// Numbers by value, -0.0 before 0.0, and what is no number behind them.
fn compare_doubles(left: f64, right: f64) -> Ordering {
    match (left.is_nan(), right.is_nan()) {
        (false, false) => left.total_cmp(&right),
        (left, right) => left.cmp(&right),
    }
}
