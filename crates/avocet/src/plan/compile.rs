//! A writer's schema → the program that reads it as it is. Resolution uses it too, for what it skips.

use std::collections::HashMap;
use std::sync::Arc;

use super::fuse::fuse;
use super::op::{BlocksOp, EnumOp, Id, Op, Program, RecordOp, Step};
use crate::schema::node::{Arena, NodeId, NodeKind, RecordNode};

/// Compiles the nodes of one arena into a program, each named type once.
pub(super) struct Compiler<'a> {
    pub(super) arena: &'a Arena,
    pub(super) program: Program,
    records: HashMap<NodeId, Id>,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(arena: &'a Arena) -> Self {
        Compiler { arena, program: Program::default(), records: HashMap::new() }
    }

    /// The op that reads a node.
    pub(super) fn op(&mut self, id: NodeId) -> Op {
        match &self.arena.node(id).kind {
            NodeKind::Null => Op::Null,
            NodeKind::Boolean => Op::Boolean,
            NodeKind::Int => Op::Int,
            NodeKind::Long => Op::Long,
            NodeKind::Float => Op::Float,
            NodeKind::Double => Op::Double,
            NodeKind::Bytes => Op::Bytes,
            NodeKind::String => Op::String,
            NodeKind::Fixed(node) => Op::Fixed(push(&mut self.program.fixed, Arc::clone(&node.shape))),
            NodeKind::Enum(node) => {
                let (shape, writer) = (Arc::clone(&node.shape), Arc::clone(&node.shape));
                Op::Enum(push(&mut self.program.enums, EnumOp { shape, writer, symbols: None }))
            }
            NodeKind::Union(branches) => {
                let ops = branches.iter().map(|branch| self.op(*branch)).collect();
                Op::Union(push(&mut self.program.unions, ops))
            }
            NodeKind::Array(items) => {
                let blocks = self.blocks(*items, 0);
                Op::Array(push(&mut self.program.arrays, blocks))
            }
            NodeKind::Map(values) => {
                let blocks = self.blocks(*values, 1);
                Op::Map(push(&mut self.program.maps, blocks))
            }
            NodeKind::Record(record) => Op::Record(self.record(id, record)),
        }
    }

    /// Compiles nodes of another arena into the same program.
    pub(super) fn with_arena<'b, R>(
        &mut self,
        arena: &'b Arena,
        records: &mut HashMap<NodeId, Id>,
        compile: impl FnOnce(&mut Compiler<'b>) -> R,
    ) -> R {
        let program = std::mem::take(&mut self.program);
        let mut other = Compiler { arena, program, records: std::mem::take(records) };
        let result = compile(&mut other);
        self.program = other.program;
        *records = other.records;
        result
    }

    fn blocks(&mut self, item: NodeId, key_size: usize) -> BlocksOp {
        let min_size = self.arena.node(item).min_size.saturating_add(key_size);
        BlocksOp { item: self.op(item), min_size }
    }

    fn record(&mut self, id: NodeId, node: &RecordNode) -> Id {
        if let Some(known) = self.records.get(&id) {
            return *known;
        }
        let record = self.reserve_record(id, node);
        self.records.insert(id, record);
        let steps: Vec<Step> = node
            .fields
            .iter()
            .zip(0..)
            .map(|(field, index)| Step { op: self.op(field.ty), slot: index, field: index })
            .collect();
        self.set_steps(record, &steps);
        record
    }

    /// An entry for a record whose steps are not known yet: they may lead back to it.
    fn reserve_record(&mut self, id: NodeId, node: &RecordNode) -> Id {
        let (shape, writer) = (Arc::clone(&node.shape), Arc::clone(&node.shape));
        let zero_size = self.arena.node(id).min_size == 0;
        push(&mut self.program.records, RecordOp { shape, writer, steps: 0..0, zero_size })
    }

    fn set_steps(&mut self, record: Id, steps: &[Step]) {
        let start = self.program.steps.len();
        fuse(steps, &mut self.program);
        self.program.records[record as usize].steps = start..self.program.steps.len();
    }

    /// The op that skips a node; `None` where there is nothing to skip.
    pub(super) fn skip(&mut self, id: NodeId) -> Option<Op> {
        Some(match &self.arena.node(id).kind {
            NodeKind::Null => return None,
            NodeKind::Boolean => Op::SkipFixed(1),
            NodeKind::Float => Op::SkipFixed(4),
            NodeKind::Double => Op::SkipFixed(8),
            NodeKind::Int | NodeKind::Long => Op::SkipVarints(1),
            NodeKind::Bytes | NodeKind::String => Op::SkipText,
            NodeKind::Fixed(node) if u32::try_from(node.shape.size).is_ok() => {
                Op::SkipFixed(node.shape.size as u32)
            }
            _ => {
                let op = self.op(id);
                Op::Skip(push(&mut self.program.skips, op))
            }
        })
    }
}

/// Appends to a table and gives the index.
pub(super) fn push<T>(table: &mut Vec<T>, entry: T) -> Id {
    table.push(entry);
    Id::try_from(table.len() - 1).expect("a program is in proportion to its schema, whose text is limited")
}
