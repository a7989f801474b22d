//! A writer's and a reader's schema → the program that reads the one as the other ("Schema Resolution").
//!
//! What cannot fit for any value is an error here, with all reasons at once; what depends on the value becomes a step
//! that fails when it is met.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::Arc;

use super::compile::{Compiler, push};
use super::decimal::Rescale;
use super::fuse::fuse;
use super::op::{BlocksOp, DefaultOp, EnumOp, Id, Op, Program, RecordOp, Step};
use super::{Options, Warning, default};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::Schema;
use crate::schema::matching::{self, Closeness};
use crate::schema::node::{Arena, EnumNode, Field, Node, NodeId, NodeKind, RecordNode};

/// Compiles the program that reads `writer`'s bytes as `reader`'s values.
pub(super) fn resolve(
    writer: &Schema,
    reader: &Schema,
    options: Options,
) -> Result<((Program, Op), Vec<Warning>)> {
    let mut resolver = Resolver {
        compiler: Compiler::new(writer.arena()),
        reader: reader.arena(),
        defaults: HashMap::new(),
        records: HashMap::new(),
        failed: HashSet::new(),
        depth: 0,
        options,
        path: Path::default(),
        warnings: Vec::new(),
    };
    match resolver.resolve(writer.node_id(), reader.node_id()) {
        Ok(root) => Ok(((resolver.compiler.program, root), resolver.warnings)),
        Err(reasons) => Err(impossible(&reasons)),
    }
}

/// Types inside each other that are resolved by recursion. Texts are less deep; but records that follow each other in
/// a text can be in each other as deep as it is long.
const MAX_DEPTH: u32 = 512;

/// More reasons, or warnings, than anybody reads.
const MOST_REASONS: usize = 100;

/// Why two types do not fit, and where.
#[derive(Debug)]
struct Reason {
    path: String,
    expected: String,
    found: String,
}

#[cold]
fn impossible(reasons: &[Reason]) -> Error {
    let (first, others) = reasons.split_first().expect("what fails has a reason");
    let mut found = first.found.clone();
    for reason in others {
        let Reason { path, expected, found: other } = reason;
        let _ = write!(found, "; and in {path}: expected {expected}, found {other}");
    }
    Error::new(ErrorKind::Resolution, first.expected.clone(), found).in_root(&first.path)
}

/// Where in the reader's schema the resolver stands.
#[derive(Default)]
struct Path(Vec<String>);

impl Path {
    fn text(&self) -> String {
        if self.0.is_empty() { "$".to_owned() } else { self.0.concat() }
    }
}

struct Resolver<'a> {
    /// For the writer's types that are skipped, and the program in the making.
    compiler: Compiler<'a>,
    reader: &'a Arena,
    /// The records of the reader's that defaults are read with.
    defaults: HashMap<NodeId, Id>,
    /// Pairs that are resolved, or taken on trust while they are in the making: recursion leads back to them.
    records: HashMap<(NodeId, NodeId), Id>,
    /// Pairs of records that do not fit, with reasons that have been told.
    failed: HashSet<(NodeId, NodeId)>,
    /// How many types stand around the ones that are being resolved.
    depth: u32,
    options: Options,
    path: Path,
    warnings: Vec<Warning>,
}

type Resolved = std::result::Result<Op, Vec<Reason>>;

impl<'a> Resolver<'a> {
    fn writer(&self) -> &'a Arena {
        self.compiler.arena
    }

    fn resolve(&mut self, writer: NodeId, reader: NodeId) -> Resolved {
        if self.depth == MAX_DEPTH {
            return Err(vec![Reason {
                path: self.path.text(),
                expected: format!("at most {MAX_DEPTH} types inside each other"),
                found: "one more".to_owned(),
            }]);
        }
        self.depth += 1;
        let resolved = self.resolve_any(writer, reader);
        self.depth -= 1;
        resolved
    }

    fn resolve_any(&mut self, writer: NodeId, reader: NodeId) -> Resolved {
        let (writer_arena, reader_arena) = (self.writer(), self.reader);
        match (&writer_arena.node(writer).kind, &reader_arena.node(reader).kind) {
            (NodeKind::Union(branches), _) => self.writer_union(branches, writer, reader),
            (_, NodeKind::Union(branches)) => self.reader_union(writer, branches, reader),
            _ => self.types(writer, reader),
        }
    }

    /// Each branch of the writer's by itself; those that do not fit fail when they are met, unless none fits.
    fn writer_union(&mut self, branches: &'a [NodeId], writer: NodeId, reader: NodeId) -> Resolved {
        let mut ops = Vec::with_capacity(branches.len());
        let mut reasons = Vec::new();
        let mut fits = branches.is_empty();
        for branch in branches {
            ops.push(match self.resolve(*branch, reader) {
                Ok(op) => {
                    fits = true;
                    op
                }
                Err(more) => {
                    let failure = self.failure(*branch, reader, &more);
                    reasons.extend(more);
                    failure
                }
            });
        }
        if !fits {
            return Err(vec![self.mismatch(writer, reader)].into_iter().chain(reasons).collect());
        }
        Ok(Op::Union(push(&mut self.compiler.program.unions, ops.into())))
    }

    fn failure(&mut self, writer: NodeId, reader: NodeId, reasons: &[Reason]) -> Op {
        let (expected, found) = match reasons {
            [reason] => (reason.expected.clone(), reason.found.clone()),
            _ => {
                (self.reader.describe(reader), format!("{} of the writer's", self.writer().describe(writer)))
            }
        };
        Op::Fail(push(&mut self.compiler.program.failures, super::op::Failure { expected, found }))
    }

    /// The branch of the reader's that fits best.
    fn reader_union(&mut self, writer: NodeId, branches: &'a [NodeId], reader: NodeId) -> Resolved {
        let node = self.writer().node(writer);
        let mut reasons = vec![self.mismatch(writer, reader)];
        let candidates = matching::candidates(node, branches, self.reader, self.options.strict_unions);
        let warnings = self.warnings.len();
        for (tried, (branch, _)) in candidates.iter().enumerate() {
            match self.types(writer, branches[*branch]) {
                Ok(op) => {
                    if let Some((first, _)) =
                        candidates[tried..].iter().min().filter(|first| first.0 < *branch)
                    {
                        self.warn(format!(
                            "the writer's {} goes to the branch {}; the specification's first match is {}",
                            node.branch_name(),
                            self.reader.node(branches[*branch]).branch_name(),
                            self.reader.node(branches[*first]).branch_name(),
                        ));
                    }
                    return Ok(op);
                }
                Err(more) => {
                    self.warnings.truncate(warnings);
                    reasons.extend(more);
                }
            }
        }
        Err(reasons)
    }

    fn warn(&mut self, message: String) {
        if self.warnings.len() < MOST_REASONS {
            self.warnings.push(Warning { path: self.path.text(), message });
        }
    }

    /// Two types, neither of them a union.
    fn types(&mut self, writer: NodeId, reader: NodeId) -> Resolved {
        use NodeKind as K;
        let (writer_node, reader_node) = (self.writer().node(writer), self.reader.node(reader));
        let Some(closeness) = matching::closeness(writer_node, reader_node) else {
            return Err(vec![self.mismatch(writer, reader)]);
        };
        if let (Some(from), Some(to)) = (writer_node.logical, reader_node.logical)
            && from.is_time()
            && to.is_time()
            && from != to
        {
            self.warn(format!("numbers of {from} are taken for {to} as they are"));
        }
        if closeness != Closeness::Promoted
            && let Some(op) = self.decimals(writer_node, reader_node)?
        {
            return Ok(op);
        }
        Ok(match (&writer_node.kind, &reader_node.kind) {
            (K::Null, _) => Op::Null,
            (K::Boolean, _) => Op::Boolean,
            (K::Int, K::Int) => Op::Int,
            (K::Int, K::Long) => Op::IntToLong,
            (K::Int, K::Float) => Op::IntToFloat,
            (K::Int, _) => Op::IntToDouble,
            (K::Long, K::Long) => Op::Long,
            (K::Long, K::Float) => Op::LongToFloat,
            (K::Long, _) => Op::LongToDouble,
            (K::Float, K::Float) => Op::Float,
            (K::Float, _) => Op::FloatToDouble,
            (K::Double, _) => Op::Double,
            (K::Bytes, K::Bytes) => Op::Bytes,
            (K::Bytes, _) => Op::BytesToString,
            (K::String, K::String) => Op::String,
            (K::String, _) => Op::StringToBytes,
            (K::Fixed(_), K::Fixed(node)) => {
                Op::Fixed(push(&mut self.compiler.program.fixed, Arc::clone(&node.shape)))
            }
            (K::Enum(writer), K::Enum(reader)) => return self.enums(writer, reader),
            (K::Array(writer), K::Array(reader)) => {
                let blocks = self.blocks(*writer, *reader, 0, "[]")?;
                Op::Array(push(&mut self.compiler.program.arrays, blocks))
            }
            (K::Map(writer), K::Map(reader)) => {
                let blocks = self.blocks(*writer, *reader, 1, "{}")?;
                Op::Map(push(&mut self.compiler.program.maps, blocks))
            }
            (K::Record(writer_record), K::Record(reader_record)) => {
                return self.records(writer, writer_record, reader, reader_record);
            }
            _ => unreachable!("closeness pairs types of a kind"),
        })
    }

    /// Decimals of another scale or of fewer digits, whose digits must not be taken as they are.
    fn decimals(&mut self, writer: &Node, reader: &Node) -> std::result::Result<Option<Op>, Vec<Reason>> {
        let Some(rescale) = Rescale::between(writer, reader) else { return Ok(None) };
        if self.options.strict_decimals {
            return Err(vec![Reason {
                path: self.path.text(),
                expected: rescale.reader_text(),
                found: format!("{} of the writer's", rescale.writer_text()),
            }]);
        }
        Ok(Some(Op::Decimal(push(&mut self.compiler.program.decimals, rescale))))
    }

    fn enums(&mut self, writer: &EnumNode, reader: &EnumNode) -> Resolved {
        let known = |symbol: &str| reader.shape.symbols.iter().position(|known| **known == *symbol);
        let mut symbols = Vec::with_capacity(writer.shape.symbols.len());
        for symbol in &writer.shape.symbols {
            symbols
                .push(known(symbol).map(|index| index as u32).or(reader.default).unwrap_or(EnumOp::UNKNOWN));
        }
        if !symbols.is_empty() && symbols.iter().all(|symbol| *symbol == EnumOp::UNKNOWN) {
            return Err(vec![Reason {
                path: self.path.text(),
                expected: format!("a symbol that {} knows", reader.shape.name.full()),
                found: format!("only others in {} of the writer's", writer.shape.name.full()),
            }]);
        }
        let same = symbols.iter().zip(0..).all(|(symbol, index)| *symbol == index);
        let op = EnumOp {
            shape: Arc::clone(&reader.shape),
            writer: Arc::clone(&writer.shape),
            symbols: (!same).then(|| symbols.into()),
        };
        Ok(Op::Enum(push(&mut self.compiler.program.enums, op)))
    }

    fn blocks(
        &mut self,
        writer: NodeId,
        reader: NodeId,
        key_size: usize,
        step: &str,
    ) -> std::result::Result<BlocksOp, Vec<Reason>> {
        let min_size = self.writer().node(writer).min_size.saturating_add(key_size);
        self.path.0.push(step.to_owned());
        let item = self.resolve(writer, reader);
        self.path.0.pop();
        Ok(BlocksOp { item: item?, min_size })
    }

    fn records(
        &mut self,
        writer_id: NodeId,
        writer: &'a RecordNode,
        reader_id: NodeId,
        reader: &'a RecordNode,
    ) -> Resolved {
        if let Some(known) = self.records.get(&(writer_id, reader_id)) {
            return Ok(Op::Record(*known));
        }
        if self.failed.contains(&(writer_id, reader_id)) {
            return Err(vec![self.mismatch(writer_id, reader_id)]);
        }
        let zero_size = self.writer().node(writer_id).min_size == 0;
        let op = RecordOp {
            shape: Arc::clone(&reader.shape),
            writer: Arc::clone(&writer.shape),
            steps: 0..0,
            zero_size,
        };
        let record = push(&mut self.compiler.program.records, op);
        self.records.insert((writer_id, reader_id), record);
        let root = self.path.0.is_empty();
        if root {
            self.path.0.push(reader.name.full().to_owned());
        }
        let steps = self.fields(writer, reader);
        if root {
            self.path.0.pop();
        }
        let steps = steps.inspect_err(|_| {
            // Whoever took the entry on trust fails when it is met.
            self.records.remove(&(writer_id, reader_id));
            self.failed.insert((writer_id, reader_id));
        });
        let steps = match steps {
            Ok(steps) => steps,
            Err(reasons) => {
                let op = self.failure(writer_id, reader_id, &reasons);
                let start = self.compiler.program.steps.len();
                self.compiler.program.steps.push(Step { op, slot: 0, field: 0 });
                self.compiler.program.records[record as usize].steps = start..start + 1;
                return Err(reasons);
            }
        };
        let start = self.compiler.program.steps.len();
        fuse(&steps, &mut self.compiler.program);
        self.compiler.program.records[record as usize].steps = start..self.compiler.program.steps.len();
        Ok(Op::Record(record))
    }

    /// The steps of a record in the order of the writer's fields, then the defaults.
    fn fields(
        &mut self,
        writer: &'a RecordNode,
        reader: &'a RecordNode,
    ) -> std::result::Result<Vec<Step>, Vec<Reason>> {
        let matches = matching::fields(writer, reader);
        let mut takers = vec![None; writer.fields.len()];
        for (index, found) in matches.iter().enumerate() {
            if let Some(found) = found {
                takers[*found] = Some(index);
            }
        }
        let mut steps = Vec::new();
        let mut reasons = Vec::new();
        for ((field, taker), position) in writer.fields.iter().zip(takers).zip(0..) {
            let Some(index) = taker else {
                let skip = self.compiler.skip(field.ty);
                steps.extend(skip.map(|op| Step { op, slot: 0, field: position }));
                continue;
            };
            self.path.0.push(format!(".{}", reader.fields[index].name));
            match self.resolve(field.ty, reader.fields[index].ty) {
                Ok(op) => steps.push(Step { op, slot: index as u32, field: position }),
                Err(more) => reasons.extend(more),
            }
            self.path.0.pop();
        }
        for (index, field) in reader.fields.iter().enumerate().filter(|(index, _)| matches[*index].is_none())
        {
            match self.default(field) {
                Ok(op) => steps.push(Step { op, slot: index as u32, field: index as u32 }),
                Err(found) => reasons.push(Reason {
                    path: format!("{}.{}", self.path.text(), field.name),
                    expected: "a field of the writer's, or a default".to_owned(),
                    found: found.to_owned(),
                }),
            }
        }
        reasons.truncate(MOST_REASONS);
        if reasons.is_empty() { Ok(steps) } else { Err(reasons) }
    }

    /// The op that gives the default of a reader's field, or what there is instead of one.
    fn default(&mut self, field: &Field) -> std::result::Result<Op, &'static str> {
        let value = field.default.as_ref().ok_or("neither")?;
        let mut bytes = Vec::new();
        // Schemas from the headers of files may have defaults that nobody has checked.
        default::encode(self.reader, field.ty, value, &mut bytes).ok_or("a default of another type")?;
        let op = self.reader_op(field.ty);
        Ok(Op::Default(push(&mut self.compiler.program.defaults, DefaultOp { bytes: bytes.into(), op })))
    }

    /// The op that reads one of the reader's types as it is, from the bytes of a default.
    fn reader_op(&mut self, id: NodeId) -> Op {
        let arena = self.reader;
        self.compiler.with_arena(arena, &mut self.defaults, |compiler| compiler.op(id))
    }

    fn mismatch(&self, writer: NodeId, reader: NodeId) -> Reason {
        Reason {
            path: self.path.text(),
            expected: self.reader.describe(reader),
            found: format!("{} of the writer's", self.writer().describe(writer)),
        }
    }
}
