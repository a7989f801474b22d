//! The pairs of types that meet when a reader reads what a writer wrote, as a graph: nested and recursive types
//! need no recursion here, and every pair is looked at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;

use super::{Issue, IssueKind, Paths, Verdict, Warning, WarningKind};
use crate::schema::Schema;
use crate::schema::logical::{LogicalType, logical_type};
use crate::schema::matching::{self, Closeness};
use crate::schema::node::{Arena, EnumNode, Node, NodeId, NodeKind, RecordNode};

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
enum Step {
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

    fn types(&mut self, index: usize, reader: &Node, writer: &Node) {
        let (reader_name, writer_name) = (reader.branch_name(), writer.branch_name());
        let Some(closeness) = matching::closeness(writer, reader) else {
            let (kind, message) = mismatch(reader, writer);
            return self.issue(index, kind, Verdict::Incompatible, None, message);
        };
        if closeness == Closeness::SameName {
            let message = format!("{reader_name} matches {writer_name} without its namespace only");
            self.warn(index, WarningKind::UnqualifiedName, None, message);
        }
        self.decimals(index, reader, writer);
        match (&reader.kind, &writer.kind) {
            (NodeKind::Array(reader), NodeKind::Array(writer)) => {
                self.part(index, Step::Items, *reader, *writer);
            }
            (NodeKind::Map(reader), NodeKind::Map(writer)) => {
                self.part(index, Step::Values, *reader, *writer);
            }
            (NodeKind::Record(reader), NodeKind::Record(writer)) => self.records(index, reader, writer),
            (NodeKind::Enum(reader), NodeKind::Enum(writer)) => self.enums(index, reader, writer),
            (NodeKind::Float, NodeKind::Int | NodeKind::Long) | (NodeKind::Double, NodeKind::Long) => {
                let message = format!("large values of {writer_name} lose digits as {reader_name}");
                self.warn(index, WarningKind::LossyPromotion, None, message);
            }
            _ => {}
        }
    }

    fn records(&mut self, index: usize, reader: &RecordNode, writer: &RecordNode) {
        let matches = matching::fields(writer, reader);
        for position in ambiguous(reader, writer, &matches) {
            let name = &reader.fields[position].name;
            let message = format!("more than one field can match the reader's `{name}` by name and aliases");
            self.warn(index, WarningKind::AmbiguousAlias, Some(position), message);
        }
        for (position, found) in matches.iter().enumerate() {
            let field = &reader.fields[position];
            match found {
                Some(found) => {
                    let step = Step::Field { reader: position, writer: *found };
                    self.part(index, step, field.ty, writer.fields[*found].ty);
                }
                None if field.default.is_some() => {}
                None => {
                    let name = &field.name;
                    let message = format!(
                        "the reader's field `{name}` has no default, and the writer has no such field"
                    );
                    self.issue(
                        index,
                        IssueKind::MissingField,
                        Verdict::Incompatible,
                        Some(position),
                        message,
                    );
                }
            }
        }
    }

    fn enums(&mut self, index: usize, reader: &EnumNode, writer: &EnumNode) {
        let known: HashSet<&str> = reader.shape.symbols.iter().map(|symbol| &**symbol).collect();
        let missing: Vec<&str> = writer
            .shape
            .symbols
            .iter()
            .map(|symbol| &**symbol)
            .filter(|symbol| !known.contains(symbol))
            .collect();
        if missing.is_empty() {
            return;
        }
        let mut names =
            missing.iter().take(10).map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        if missing.len() > 10 {
            names.push_str(", …");
        }
        if let Some(default) = reader.default {
            let default = &reader.shape.symbols[default as usize];
            let message = format!("{names} of the writer become the default `{default}`");
            return self.warn(index, WarningKind::EnumDefault, None, message);
        }
        let all = missing.len() == writer.shape.symbols.len();
        let verdict = if all { Verdict::Incompatible } else { Verdict::Partial };
        let message = format!("the reader has no symbol for {names}, and no default");
        self.issue(index, IssueKind::MissingSymbol, verdict, None, message);
    }

    fn decimals(&mut self, index: usize, reader: &Node, writer: &Node) {
        let logical = |node| logical_type(node).ok().flatten();
        if let (Some(reader @ LogicalType::Decimal { .. }), Some(writer @ LogicalType::Decimal { .. })) =
            (logical(reader), logical(writer))
            && reader != writer
        {
            let message =
                format!("{reader} is not {writer}: values are rescaled where that is exact, or refused");
            self.warn(index, WarningKind::Decimal, None, message);
        }
    }

    fn part(&mut self, index: usize, step: Step, reader: NodeId, writer: NodeId) {
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

    fn issue(
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

    fn warn(&mut self, index: usize, kind: WarningKind, field: Option<usize>, message: String) {
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

/// Why two types that are no unions do not match.
fn mismatch(reader: &Node, writer: &Node) -> (IssueKind, String) {
    let (reader_name, writer_name) = (reader.branch_name(), writer.branch_name());
    match (&reader.kind, &writer.kind) {
        (NodeKind::Fixed(reader), NodeKind::Fixed(writer)) if reader.shape.size != writer.shape.size => (
            IssueKind::Size,
            format!(
                "{reader_name} has {} bytes and {writer_name} has {}",
                reader.shape.size, writer.shape.size
            ),
        ),
        (NodeKind::Record(_), NodeKind::Record(_))
        | (NodeKind::Enum(_), NodeKind::Enum(_))
        | (NodeKind::Fixed(_), NodeKind::Fixed(_)) => (
            IssueKind::Name,
            format!("{reader_name} has neither the name of {writer_name} nor an alias for it"),
        ),
        _ => (IssueKind::Type, format!("{reader_name} cannot be read from {writer_name}")),
    }
}

/// The reader's fields that could have taken more than one of the writer's, or lost theirs to another field.
fn ambiguous(reader: &RecordNode, writer: &RecordNode, matches: &[Option<usize>]) -> Vec<usize> {
    if reader.fields.iter().all(|field| field.aliases.is_empty()) {
        return Vec::new();
    }
    let writers: HashMap<&str, usize> =
        writer.fields.iter().enumerate().map(|(position, field)| (&*field.name, position)).collect();
    let mut takers: Vec<Option<usize>> = vec![None; writer.fields.len()];
    for (position, found) in matches.iter().enumerate() {
        if let Some(found) = found {
            takers[*found] = Some(position);
        }
    }
    let is_ambiguous = |(position, field): &(usize, &crate::schema::node::Field)| {
        let names = std::iter::once(&field.name).chain(&field.aliases);
        let claims: HashSet<usize> = names.filter_map(|name| writers.get(&**name).copied()).collect();
        claims.len() > 1 || claims.iter().any(|claim| takers[*claim].is_some_and(|taker| taker != *position))
    };
    reader.fields.iter().enumerate().filter(is_ambiguous).map(|(position, _)| position).collect()
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
