//! The pairs of types that meet when a reader reads what a writer wrote, as a graph: nested and recursive types
//! need no recursion here, and every pair is looked at once.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt::Write as _;

use super::{Issue, IssueKind, Paths, Verdict, Warning, WarningKind};
use crate::schema::Schema;
use crate::schema::logical::{LogicalType, logical_type};
use crate::schema::matching::{Match, Mismatch, match_branch, match_fields, match_types};
use crate::schema::node::{Arena, EnumNode, Node, NodeId, NodeKind, RecordNode};

/// How many steps of a path are written out: the innermost ones.
const MAX_STEPS: usize = 100;

pub(super) struct Pairs<'a> {
    reader: &'a Arena,
    writer: &'a Arena,
    list: Vec<Pair>,
    index: HashMap<(NodeId, NodeId), usize>,
    pub(super) issues: Vec<Issue>,
    pub(super) warnings: Vec<Warning>,
}

struct Pair {
    reader: NodeId,
    writer: NodeId,
    /// The pair and the step that led here first.
    from: Option<(usize, Step)>,
    /// What stands against it without looking at what it contains.
    own: Verdict,
    parts: Vec<usize>,
    /// Whether a value has only one of the parts (a writer's union) or each of them.
    alternatives: bool,
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

impl<'a> Pairs<'a> {
    pub(super) fn new(reader: &'a Schema, writer: &'a Schema) -> Pairs<'a> {
        let root = Pair {
            reader: reader.node_id(),
            writer: writer.node_id(),
            from: None,
            own: Verdict::Compatible,
            parts: Vec::new(),
            alternatives: false,
        };
        Pairs {
            reader: reader.arena(),
            writer: writer.arena(),
            index: HashMap::from([((root.reader, root.writer), 0)]),
            list: vec![root],
            issues: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Looks at all pairs, outermost first.
    pub(super) fn explore(&mut self) {
        let mut next = 0;
        while next < self.list.len() {
            self.pair(next);
            next += 1;
        }
    }

    /// Carries what stands against the pairs from the inside to the outside, until nothing changes.
    pub(super) fn verdict(&self) -> Verdict {
        let mut containers = vec![Vec::new(); self.list.len()];
        for (index, pair) in self.list.iter().enumerate() {
            for part in &pair.parts {
                containers[*part].push(index);
            }
        }
        let mut verdicts: Vec<Verdict> = self.list.iter().map(|pair| pair.own).collect();
        let mut todo: VecDeque<usize> = (0..self.list.len()).rev().collect();
        while let Some(index) = todo.pop_front() {
            let pair = &self.list[index];
            let parts = || pair.parts.iter().map(|part| verdicts[*part]);
            let worst = parts().max().unwrap_or(Verdict::Compatible);
            let inside = match parts().min() {
                Some(best) if pair.alternatives && best < Verdict::Incompatible => {
                    worst.min(Verdict::Partial)
                }
                _ => worst,
            };
            let verdict = inside.max(pair.own);
            // Only ever worse, so this comes to an end.
            if verdict > verdicts[index] {
                verdicts[index] = verdict;
                todo.extend(&containers[index]);
            }
        }
        verdicts[0]
    }

    fn pair(&mut self, index: usize) {
        let Pair { reader: reader_id, writer: writer_id, .. } = self.list[index];
        let (reader_arena, writer_arena) = (self.reader, self.writer);
        let (reader, writer) = (reader_arena.node(reader_id), writer_arena.node(writer_id));
        match (&reader.kind, &writer.kind) {
            (_, NodeKind::Union(branches)) => {
                self.list[index].alternatives = true;
                for (position, branch) in branches.iter().enumerate() {
                    self.part(index, Step::WriterBranch(position), reader_id, *branch);
                }
            }
            (NodeKind::Union(branches), _) => {
                let Some(found) = match_branch(&reader_arena.nodes, branches, writer) else {
                    let message = format!("no branch of the reader's union takes {}", writer.branch_name());
                    return self.issue(index, IssueKind::MissingBranch, Verdict::Incompatible, message);
                };
                if found.position != found.first {
                    let message = format!(
                        "branch {} is taken, which fits better; by the specification it would be branch {}",
                        found.position, found.first
                    );
                    self.warn(index, WarningKind::BranchOrder, message);
                }
                self.part(index, Step::ReaderBranch(found.position), branches[found.position], writer_id);
            }
            _ => self.types(index, reader, writer),
        }
    }

    fn types(&mut self, index: usize, reader: &Node, writer: &Node) {
        let (reader_name, writer_name) = (reader.branch_name(), writer.branch_name());
        let matched = match match_types(reader, writer) {
            Ok(matched) => matched,
            Err(mismatch) => {
                let (kind, message) = match mismatch {
                    Mismatch::Kind => {
                        (IssueKind::Type, format!("{reader_name} cannot be read from {writer_name}"))
                    }
                    Mismatch::Name => (
                        IssueKind::Name,
                        format!("{reader_name} has neither the name of {writer_name} nor an alias for it"),
                    ),
                    Mismatch::Size => (
                        IssueKind::Size,
                        format!("{reader_name} and {writer_name} are fixeds of different sizes"),
                    ),
                };
                return self.issue(index, kind, Verdict::Incompatible, message);
            }
        };
        if matched == Match::SimpleName {
            let message = format!("{reader_name} matches {writer_name} without its namespace only");
            self.warn(index, WarningKind::UnqualifiedName, message);
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
                self.warn(index, WarningKind::LossyPromotion, message);
            }
            _ => {}
        }
    }

    fn records(&mut self, index: usize, reader: &RecordNode, writer: &RecordNode) {
        let matches = match_fields(reader, writer);
        for position in matches.ambiguous {
            let name = &reader.fields[position].name;
            let message = format!("more than one field can match the reader's `{name}` by name and aliases");
            self.warn_at_field(index, WarningKind::AmbiguousAlias, name, message);
        }
        for (position, found) in matches.of_reader.iter().enumerate() {
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
                    self.issue(index, IssueKind::MissingField, Verdict::Incompatible, message);
                    if let Some(issue) = self.issues.last_mut() {
                        issue.paths.reader.push('.');
                        issue.paths.reader.push_str(name);
                    }
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
            self.warn(
                index,
                WarningKind::EnumDefault,
                format!("{names} of the writer become the default `{default}`"),
            );
            return;
        }
        let all = missing.len() == writer.shape.symbols.len();
        let verdict = if all { Verdict::Incompatible } else { Verdict::Partial };
        let message = format!("the reader has no symbol for {names}, and no default");
        self.issue(index, IssueKind::MissingSymbol, verdict, message);
    }

    fn decimals(&mut self, index: usize, reader: &Node, writer: &Node) {
        let logical = |node| logical_type(node).ok().flatten();
        if let (Some(reader @ LogicalType::Decimal { .. }), Some(writer @ LogicalType::Decimal { .. })) =
            (logical(reader), logical(writer))
            && reader != writer
        {
            let message =
                format!("{reader} is not {writer}: values are rescaled where that is exact, or refused");
            self.warn(index, WarningKind::Decimal, message);
        }
    }

    fn part(&mut self, index: usize, step: Step, reader: NodeId, writer: NodeId) {
        let next = self.list.len();
        let part = *self.index.entry((reader, writer)).or_insert(next);
        if part == next {
            self.list.push(Pair {
                reader,
                writer,
                from: Some((index, step)),
                own: Verdict::Compatible,
                parts: Vec::new(),
                alternatives: false,
            });
        }
        self.list[index].parts.push(part);
    }

    fn issue(&mut self, index: usize, kind: IssueKind, verdict: Verdict, message: String) {
        let paths = self.paths(index);
        self.issues.push(Issue { kind, verdict, paths, message });
        let own = &mut self.list[index].own;
        *own = verdict.max(*own);
    }

    fn warn(&mut self, index: usize, kind: WarningKind, message: String) {
        let paths = self.paths(index);
        self.warnings.push(Warning { kind, paths, message });
    }

    fn warn_at_field(&mut self, index: usize, kind: WarningKind, field: &str, message: String) {
        let mut paths = self.paths(index);
        paths.reader.push('.');
        paths.reader.push_str(field);
        self.warnings.push(Warning { kind, paths, message });
    }

    /// The way to a pair, in both schemas.
    fn paths(&self, index: usize) -> Paths {
        let mut way = Vec::new();
        let mut at = index;
        while let Some((from, step)) = self.list[at].from
            && way.len() < MAX_STEPS
        {
            way.push((from, step));
            at = from;
        }
        let root = &self.list[0];
        let mut reader = self.reader.type_name(root.reader).to_string();
        let mut writer = self.writer.type_name(root.writer).to_string();
        if at != 0 {
            reader.push('…');
            writer.push('…');
        }
        for (from, step) in way.into_iter().rev() {
            let pair = &self.list[from];
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
