//! The pairs of types that meet when a reader reads what a writer wrote, as a graph: nested and recursive types
//! need no recursion here, and every pair is looked at once.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;

use super::{Issue, IssueKind, Paths, Verdict, Warning, WarningKind};
use crate::schema::Schema;
use crate::schema::matching;
use crate::schema::node::{Arena, Node, NodeId, NodeKind};

/// How many steps of a path are written out: the innermost ones.
const MAX_STEPS: usize = 100;

pub(super) struct Pairs<'a> {
    reader: &'a Arena,
    writer: &'a Arena,
    list: Vec<Pair>,
    index: HashMap<(NodeId, NodeId), usize>,
}

struct Pair {
    reader: NodeId,
    writer: NodeId,
    /// What stands against it without looking at what it contains.
    own: Verdict,
    parts: Vec<(usize, Step)>,
    join: Join,
    findings: Vec<Finding>,
}

/// How a pair depends on its parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Join {
    /// A value has all of them.
    All,
    /// A value has one of them: the branches of a writer's union.
    One,
    /// The first that is not incompatible is taken: the branches of a reader's union, best first.
    First,
}

#[derive(Clone, Copy)]
pub(super) enum Step {
    /// Positions of the fields.
    Field {
        reader: usize,
        writer: usize,
    },
    Items,
    Values,
    ReaderBranch(usize),
    WriterBranch(usize),
}

struct Finding {
    kind: FindingKind,
    /// The field of the reader that it is about, by position.
    field: Option<usize>,
    message: String,
}

enum FindingKind {
    Issue(IssueKind, Verdict),
    Warning(WarningKind),
}

impl<'a> Pairs<'a> {
    /// Finds all pairs and what stands against each of them.
    pub(super) fn explore(reader: &'a Schema, writer: &'a Schema) -> Pairs<'a> {
        let mut pairs =
            Pairs { reader: reader.arena(), writer: writer.arena(), list: Vec::new(), index: HashMap::new() };
        pairs.enter(reader.node_id(), writer.node_id());
        let mut next = 0;
        while next < pairs.list.len() {
            pairs.pair(next);
            next += 1;
        }
        pairs
    }

    /// The verdict on the outermost pair, and all that was found on the way to it, from the outside to the inside.
    pub(super) fn conclude(mut self) -> (Verdict, Vec<Issue>, Vec<Warning>) {
        let is_dead = self.spread(|pair, dead: &[bool]| {
            let is_dead = |(part, _): &(usize, Step)| dead[*part];
            pair.own == Verdict::Incompatible
                || match pair.join {
                    Join::All => pair.parts.iter().any(is_dead),
                    Join::One | Join::First => !pair.parts.is_empty() && pair.parts.iter().all(is_dead),
                }
        });
        for pair in self.list.iter_mut().filter(|pair| pair.join == Join::First) {
            pair.take_first(&is_dead);
        }
        let is_partial = self.spread(|pair, partial: &[bool]| {
            pair.own > Verdict::Compatible
                || pair.parts.iter().any(|(part, _)| partial[*part] || is_dead[*part])
        });
        let verdict = match (is_dead[0], is_partial[0]) {
            (true, _) => Verdict::Incompatible,
            (_, true) => Verdict::Partial,
            _ => Verdict::Compatible,
        };
        let (issues, warnings) = self.report();
        (verdict, issues, warnings)
    }

    /// Carries a property from the parts to the pairs that have it because of them, until nothing changes.
    fn spread(&self, has_it: impl Fn(&Pair, &[bool]) -> bool) -> Vec<bool> {
        let mut containers = vec![Vec::new(); self.list.len()];
        for (index, pair) in self.list.iter().enumerate() {
            for (part, _) in &pair.parts {
                containers[*part].push(index);
            }
        }
        let mut found = vec![false; self.list.len()];
        let mut todo: VecDeque<usize> = (0..self.list.len()).rev().collect();
        while let Some(index) = todo.pop_front() {
            if !found[index] && has_it(&self.list[index], &found) {
                found[index] = true;
                todo.extend(&containers[index]);
            }
        }
        found
    }

    /// Goes through the pairs that count, and gives their findings with places.
    fn report(&mut self) -> (Vec<Issue>, Vec<Warning>) {
        let (mut issues, mut warnings) = (Vec::new(), Vec::new());
        let mut from: HashMap<usize, Option<(usize, Step)>> = HashMap::from([(0, None)]);
        let mut todo = VecDeque::from([0]);
        while let Some(index) = todo.pop_front() {
            for Finding { kind, field, message } in std::mem::take(&mut self.list[index].findings) {
                let mut paths = self.paths(&from, index);
                if let Some(position) = field {
                    push_field(&mut paths.reader, self.reader.node(self.list[index].reader), position);
                }
                match kind {
                    FindingKind::Issue(kind, verdict) => issues.push(Issue { kind, verdict, paths, message }),
                    FindingKind::Warning(kind) => warnings.push(Warning { kind, paths, message }),
                }
            }
            for (part, step) in &self.list[index].parts {
                from.entry(*part).or_insert_with(|| {
                    todo.push_back(*part);
                    Some((index, *step))
                });
            }
        }
        (issues, warnings)
    }

    fn pair(&mut self, index: usize) {
        let (reader_id, writer_id) = (self.list[index].reader, self.list[index].writer);
        let (reader_arena, writer_arena) = (self.reader, self.writer);
        let (reader, writer) = (reader_arena.node(reader_id), writer_arena.node(writer_id));
        match (&reader.kind, &writer.kind) {
            (_, NodeKind::Union(branches)) => {
                self.list[index].join = Join::One;
                for (position, branch) in branches.iter().enumerate() {
                    self.part(index, Step::WriterBranch(position), reader_id, *branch);
                }
            }
            (NodeKind::Union(branches), _) => {
                self.list[index].join = Join::First;
                let candidates = matching::candidates(writer, branches, reader_arena, false);
                if candidates.is_empty() {
                    let message = format!("no branch of the reader's union takes {}", writer.branch_name());
                    self.issue(index, IssueKind::MissingBranch, Verdict::Incompatible, None, message);
                }
                for (position, _) in candidates {
                    self.part(index, Step::ReaderBranch(position), branches[position], writer_id);
                }
            }
            _ => self.types(index, reader, writer),
        }
    }

    pub(super) fn part(&mut self, index: usize, step: Step, reader: NodeId, writer: NodeId) {
        let part = self.enter(reader, writer);
        self.list[index].parts.push((part, step));
    }

    fn enter(&mut self, reader: NodeId, writer: NodeId) -> usize {
        *self.index.entry((reader, writer)).or_insert_with(|| {
            self.list.push(Pair {
                reader,
                writer,
                own: Verdict::Compatible,
                parts: Vec::new(),
                join: Join::All,
                findings: Vec::new(),
            });
            self.list.len() - 1
        })
    }

    pub(super) fn issue(
        &mut self,
        index: usize,
        kind: IssueKind,
        verdict: Verdict,
        field: Option<usize>,
        message: String,
    ) {
        let pair = &mut self.list[index];
        pair.own = pair.own.max(verdict);
        pair.findings.push(Finding { kind: FindingKind::Issue(kind, verdict), field, message });
    }

    pub(super) fn warn(&mut self, index: usize, kind: WarningKind, field: Option<usize>, message: String) {
        self.list[index].findings.push(Finding { kind: FindingKind::Warning(kind), field, message });
    }

    /// The way to a pair, in both schemas.
    fn paths(&self, from: &HashMap<usize, Option<(usize, Step)>>, index: usize) -> Paths {
        let mut way = Vec::new();
        let mut at = index;
        while let Some(Some((container, step))) = from.get(&at)
            && way.len() < MAX_STEPS
        {
            way.push((*container, *step));
            at = *container;
        }
        let root = &self.list[0];
        let mut reader = self.reader.type_name(root.reader).to_string();
        let mut writer = self.writer.type_name(root.writer).to_string();
        if at != 0 {
            reader.push('…');
            writer.push('…');
        }
        for (container, step) in way.into_iter().rev() {
            let pair = &self.list[container];
            match step {
                Step::Field { reader: in_reader, writer: in_writer } => {
                    push_field(&mut reader, self.reader.node(pair.reader), in_reader);
                    push_field(&mut writer, self.writer.node(pair.writer), in_writer);
                }
                Step::Items => {
                    reader.push_str("[]");
                    writer.push_str("[]");
                }
                Step::Values => {
                    reader.push_str("{}");
                    writer.push_str("{}");
                }
                Step::ReaderBranch(position) => push_branch(&mut reader, self.reader, pair.reader, position),
                Step::WriterBranch(position) => push_branch(&mut writer, self.writer, pair.writer, position),
            }
        }
        Paths { reader, writer }
    }
}

impl Pair {
    /// Keeps the first branch that can be read, which is the one that counts; or the first, to tell why it cannot.
    fn take_first(&mut self, is_dead: &[bool]) {
        let position = |step: Step| match step {
            Step::ReaderBranch(position) => position,
            _ => 0,
        };
        let alive = || self.parts.iter().filter(|(part, _)| !is_dead[*part]);
        let Some(taken) = alive().next().or(self.parts.first()).copied() else { return };
        let by_order = alive().map(|(_, step)| position(*step)).min();
        if let Some(first) = by_order.filter(|first| *first != position(taken.1)) {
            let message = format!(
                "branch {} is taken, which fits better; by the specification it would be branch {first}",
                position(taken.1)
            );
            let kind = FindingKind::Warning(WarningKind::BranchOrder);
            self.findings.push(Finding { kind, field: None, message });
        }
        self.parts = vec![taken];
    }
}

fn push_field(path: &mut String, record: &Node, position: usize) {
    if let NodeKind::Record(record) = &record.kind {
        path.push('.');
        path.push_str(&record.fields[position].name);
    }
}

fn push_branch(path: &mut String, arena: &Arena, union: NodeId, position: usize) {
    if let NodeKind::Union(branches) = &arena.node(union).kind {
        let _ = write!(path, "({position}: {})", arena.type_name(branches[position]));
    }
}
