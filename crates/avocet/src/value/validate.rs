//! Whether a value fits a schema: all that is wrong with it, each with its place.

use std::sync::Arc;

use super::rules::{check_fields, field, mismatch, union_branch};
use super::write::write_node;
use super::{Array, Record, Value};
use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};

/// More complaints than anybody reads: a long array of the wrong items ends here.
const MOST: usize = 100;

impl Value {
    /// Checks that [`write`](Value::write) would write the value under `schema`, and says all that is in the way.
    ///
    /// ```
    /// use avocet::{Schema, record};
    ///
    /// let schema = Schema::parse(r#"{"type": "record", "name": "Point", "fields": [
    ///     {"name": "x", "type": "int"}, {"name": "y", "type": "int"}]}"#)?;
    /// assert!(record! { "x": 1, "y": 2 }.validate(&schema).is_ok());
    /// let faults = record! { "x": "one", "z": 3 }.validate(&schema).unwrap_err();
    /// assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [
    ///     r#"in Point: expected only fields of Point, found a field "z""#,
    ///     "in Point.x: expected int, found string",
    ///     "in Point.y: expected a value, found no such field in the record",
    /// ]);
    /// # Ok::<(), avocet::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A `Mismatch` for each part that does not fit, with its path, up to 100 of them; a `Limit` for what is too deep.
    pub fn validate(&self, schema: &Schema) -> Result<(), Vec<Error>> {
        let (arena, id) = (schema.arena(), schema.node_id());
        let limits = Limits::default();
        let budget = Budget::new(&limits, 0);
        let mut checker = Checker { arena, budget, scratch: Vec::new(), faults: Vec::new(), is_done: false };
        checker.check(id, self);
        if checker.faults.is_empty() {
            return Ok(());
        }
        let root = arena.type_name(id);
        Err(checker.faults.into_iter().map(|fault| fault.in_root(root)).collect())
    }
}

struct Checker<'a> {
    arena: &'a Arena,
    budget: Budget<'a>,
    /// Where what holds nothing else is written, so that its rules are those of writing.
    scratch: Vec<u8>,
    faults: Vec<Error>,
    /// Whether there is no need to look further.
    is_done: bool,
}

impl Checker<'_> {
    fn check(&mut self, id: NodeId, value: &Value) {
        let arena = self.arena;
        match (&arena.node(id).kind, value) {
            (NodeKind::Union(branches), _) => match union_branch(arena, branches, value) {
                Some(branch) => self.check(branches[branch], value),
                None => self.add(mismatch(arena, id, value)),
            },
            (NodeKind::Record(node), Value::Record(record)) => {
                let entered = self.budget.enter_record();
                if self.is_ok(entered) {
                    self.check_record(node, record);
                    self.budget.leave_record();
                }
            }
            (NodeKind::Array(items), Value::Array(array)) => {
                let entered = self.budget.enter();
                if self.is_ok(entered) {
                    self.check_array(*items, array);
                    self.budget.leave();
                }
            }
            (NodeKind::Map(values), Value::Map(map)) => {
                let entered = self.budget.enter();
                if self.is_ok(entered) {
                    for (key, value) in map.iter() {
                        self.inside(|fault| fault.in_key(key), |checker| checker.check(*values, value));
                    }
                    self.budget.leave();
                }
            }
            _ => {
                self.scratch.clear();
                let written = write_node(arena, id, value, &mut self.scratch, &mut self.budget);
                self.is_ok(written);
            }
        }
    }

    fn check_record(&mut self, node: &RecordNode, record: &Record) {
        if !Arc::ptr_eq(record.shape(), &node.shape) {
            self.is_ok(check_fields(node, record));
        }
        for (position, of_schema) in node.fields.iter().enumerate() {
            let name = &of_schema.name;
            let value = match record.values().get(position) {
                Some(value) if Arc::ptr_eq(record.shape(), &node.shape) => Ok(value),
                _ => field(record, name),
            };
            match value {
                Ok(value) => {
                    self.inside(|fault| fault.in_field(name), |checker| checker.check(of_schema.ty, value));
                }
                Err(fault) => self.add(fault),
            }
        }
    }

    fn check_array(&mut self, items: NodeId, array: &Array) {
        for (index, item) in array.iter().enumerate() {
            if self.is_done {
                return;
            }
            self.inside(|fault| fault.in_item(index), |checker| checker.check(items, &item));
        }
    }

    /// Checks a part; what is wrong there gets its place.
    fn inside(&mut self, place: impl Fn(Error) -> Error, check: impl FnOnce(&mut Self)) {
        if self.is_done {
            return;
        }
        let known = self.faults.len();
        check(self);
        if self.faults.len() > known {
            let found = self.faults.split_off(known);
            self.faults.extend(found.into_iter().map(place));
        }
    }

    fn is_ok(&mut self, result: Result<()>) -> bool {
        match result {
            Ok(()) => true,
            Err(fault) => {
                self.is_done |= fault.kind() == ErrorKind::Limit;
                self.add(fault);
                false
            }
        }
    }

    fn add(&mut self, fault: Error) {
        if self.faults.len() < MOST {
            self.faults.push(fault);
        }
        self.is_done |= self.faults.len() == MOST;
    }
}
