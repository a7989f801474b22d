//! A plan for a writer's schema and a type's, and which of its steps the type's direct code does as well.

use std::collections::HashSet;

use super::input::Source;
use crate::error::Result;
use crate::plan::Plan;
use crate::plan::op::{Op, Program, Step};
use crate::schema::Schema;
use crate::schema::node::{Arena, Field, NodeId, NodeKind};

/// How the bytes of a writer's schema become values of a type.
#[derive(Debug)]
pub(crate) struct Resolution {
    plan: Plan,
    direct: Direct,
}

/// For each entry of a program's tables, whether its bytes are those of the reader's type.
#[derive(Debug)]
struct Direct {
    records: Vec<bool>,
    arrays: Vec<bool>,
    maps: Vec<bool>,
    unions: Vec<bool>,
}

impl Resolution {
    /// Of a writer's schema and that of a type.
    pub(crate) fn new(writer: &Schema, reader: &Schema) -> Result<Self> {
        let plan = Plan::resolve(writer, reader)?;
        let direct = Direct::of(&plan);
        Ok(Resolution { plan, direct })
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(crate) fn program(&self) -> &Program {
        self.plan.program()
    }

    /// What reads the datum.
    pub(crate) fn root(&self) -> Source {
        Source { op: self.plan.root(), node: self.plan.reader().node_id() }
    }

    fn arena(&self) -> &Arena {
        self.plan.reader().arena()
    }

    /// Whether direct code reads the whole datum.
    pub(crate) fn is_all_direct(&self) -> bool {
        let root = self.root();
        same(self.program(), self.arena(), &self.direct, root.op, root.node)
    }

    /// Whether direct code reads what a compound step reads.
    #[inline]
    pub(crate) fn is_direct(&self, op: Op) -> bool {
        self.direct.is(op)
    }

    /// The fields of a record of the reader's.
    pub(crate) fn fields(&self, node: NodeId) -> &[Field] {
        match &self.arena().node(node).kind {
            NodeKind::Record(record) => &record.fields,
            _ => &[],
        }
    }

    /// The items or values of an array or a map of the reader's.
    pub(crate) fn items(&self, node: NodeId) -> NodeId {
        match &self.arena().node(node).kind {
            NodeKind::Array(items) | NodeKind::Map(items) => *items,
            _ => node,
        }
    }

    /// The branch of a union of the reader's that a step's values go to.
    pub(crate) fn branch(&self, from: Source) -> Option<(usize, NodeId)> {
        let NodeKind::Union(branches) = &self.arena().node(from.node).kind else { return None };
        let branch = branches
            .iter()
            .position(|branch| self.program().gives(from.op, &self.arena().node(*branch).kind))?;
        Some((branch, branches[branch]))
    }
}

impl Direct {
    /// The largest set of entries of which each holds only while those it leads to hold: all at first, then without
    /// those that contradict, until none does.
    fn of(plan: &Plan) -> Self {
        let (program, arena) = (plan.program(), &**plan.reader().arena());
        let mut direct = Direct {
            records: vec![true; program.records.len()],
            arrays: vec![true; program.arrays.len()],
            maps: vec![true; program.maps.len()],
            unions: vec![true; program.unions.len()],
        };
        // Which node each entry makes, as far as the root leads to it.
        let mut seen: Vec<(Op, NodeId)> = Vec::new();
        let mut todo = vec![(plan.root(), plan.reader().node_id())];
        let mut known = HashSet::new();
        while let Some((op, node)) = todo.pop() {
            if is_compound(op) && known.insert((op, node)) {
                seen.push((op, node));
                todo.extend(parts(program, arena, op, node));
            }
        }
        loop {
            let mut changed = false;
            for (op, node) in &seen {
                if direct.is(*op) && !holds(program, arena, &direct, *op, *node) {
                    direct.refuse(*op);
                    changed = true;
                }
            }
            if !changed {
                return direct;
            }
        }
    }

    #[inline]
    fn is(&self, op: Op) -> bool {
        match op {
            Op::Record(id) => self.records[id as usize],
            Op::Array(id) => self.arrays[id as usize],
            Op::Map(id) => self.maps[id as usize],
            Op::Union(id) => self.unions[id as usize],
            _ => false,
        }
    }

    fn refuse(&mut self, op: Op) {
        match op {
            Op::Record(id) => self.records[id as usize] = false,
            Op::Array(id) => self.arrays[id as usize] = false,
            Op::Map(id) => self.maps[id as usize] = false,
            Op::Union(id) => self.unions[id as usize] = false,
            _ => {}
        }
    }
}

fn is_compound(op: Op) -> bool {
    matches!(op, Op::Record(_) | Op::Array(_) | Op::Map(_) | Op::Union(_))
}

/// The compound step's own steps, with the nodes that they make.
fn parts(program: &Program, arena: &Arena, op: Op, node: NodeId) -> Vec<(Op, NodeId)> {
    match (op, &arena.node(node).kind) {
        (Op::Record(id), NodeKind::Record(record)) => program.steps
            [program.records[id as usize].steps.clone()]
        .iter()
        .filter(|step| !makes_nothing(step.op))
        .filter_map(|step| Some((step.op, record.fields.get(step.slot as usize)?.ty)))
        .collect(),
        (Op::Array(id), NodeKind::Array(items)) => vec![(program.arrays[id as usize].item, *items)],
        (Op::Map(id), NodeKind::Map(values)) => vec![(program.maps[id as usize].item, *values)],
        (Op::Union(id), _) => program.unions[id as usize]
            .iter()
            .map(|op| (*op, branch_node(program, arena, *op, node)))
            .collect(),
        // A type of the writer's that goes to a branch of the reader's.
        (_, NodeKind::Union(_)) => {
            let branch = branch_node(program, arena, op, node);
            if branch == node { Vec::new() } else { parts(program, arena, op, branch) }
        }
        _ => Vec::new(),
    }
}

/// The branch of a union that a step's values go to, or the node itself.
fn branch_node(program: &Program, arena: &Arena, op: Op, node: NodeId) -> NodeId {
    match &arena.node(node).kind {
        NodeKind::Union(branches) => branches
            .iter()
            .copied()
            .find(|branch| program.gives(op, &arena.node(*branch).kind))
            .unwrap_or(node),
        _ => node,
    }
}

fn makes_nothing(op: Op) -> bool {
    matches!(op, Op::SkipFixed(_) | Op::SkipVarints(_) | Op::SkipText | Op::Skip(_))
}

/// Whether a compound step reads just what the node's own bytes would be.
fn holds(program: &Program, arena: &Arena, direct: &Direct, op: Op, node: NodeId) -> bool {
    match (op, &arena.node(node).kind) {
        (Op::Record(id), NodeKind::Record(record)) => {
            let mut next = 0;
            for step in &program.steps[program.records[id as usize].steps.clone()] {
                if step.slot as usize != next
                    || makes_nothing(step.op)
                    || !field_holds(program, arena, direct, step, record.fields[next].ty)
                {
                    return false;
                }
                next += match step.op {
                    Op::Ints(count) | Op::Longs(count) => count as usize,
                    Op::Packed(id) => program.packed[id as usize].fields.len(),
                    _ => 1,
                };
            }
            next == record.fields.len()
        }
        (Op::Array(id), NodeKind::Array(items)) => {
            same(program, arena, direct, program.arrays[id as usize].item, *items)
        }
        (Op::Map(id), NodeKind::Map(values)) => {
            same(program, arena, direct, program.maps[id as usize].item, *values)
        }
        (Op::Union(id), NodeKind::Union(branches)) => {
            let ops = &program.unions[id as usize];
            ops.len() == branches.len()
                && ops.iter().zip(branches).all(|(op, branch)| same(program, arena, direct, *op, *branch))
        }
        // A writer's record for a branch of a reader's union: the record itself may be direct.
        (Op::Record(_) | Op::Array(_) | Op::Map(_), NodeKind::Union(_)) => {
            let branch = branch_node(program, arena, op, node);
            branch != node && holds(program, arena, direct, op, branch)
        }
        _ => false,
    }
}

fn field_holds(program: &Program, arena: &Arena, direct: &Direct, step: &Step, node: NodeId) -> bool {
    match step.op {
        Op::Ints(_) | Op::Longs(_) => true,
        Op::Packed(id) => !program.packed[id as usize]
            .fields
            .iter()
            .any(|field| matches!(field, crate::plan::op::Packed::FloatToDouble)),
        op => same(program, arena, direct, op, node),
    }
}

/// Whether a step reads the bytes that a value of the node has.
fn same(program: &Program, arena: &Arena, direct: &Direct, op: Op, node: NodeId) -> bool {
    match (op, &arena.node(node).kind) {
        (Op::Null, NodeKind::Null)
        | (Op::Boolean, NodeKind::Boolean)
        | (Op::Int, NodeKind::Int)
        | (Op::Long, NodeKind::Long)
        | (Op::Float, NodeKind::Float)
        | (Op::Double, NodeKind::Double)
        | (Op::Bytes | Op::StringToBytes, NodeKind::Bytes)
        | (Op::String | Op::BytesToString, NodeKind::String)
        | (Op::Fixed(_), NodeKind::Fixed(_)) => true,
        (Op::Enum(id), NodeKind::Enum(node)) => {
            let op = &program.enums[id as usize];
            op.symbols.is_none() && op.writer.symbols.len() == node.shape.symbols.len()
        }
        (Op::Record(_), NodeKind::Record(_))
        | (Op::Array(_), NodeKind::Array(_))
        | (Op::Map(_), NodeKind::Map(_))
        | (Op::Union(_), NodeKind::Union(_)) => direct.is(op),
        _ => false,
    }
}
