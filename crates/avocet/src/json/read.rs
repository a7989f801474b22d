//! From JSON text to the bytes of a datum, driven by the schema, without a value in between.

use super::Form;
use super::describe::describe;
use super::lexer::{Lexer, shorten};
use super::names::Names;
use super::number::to_integer;
use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::node::{Arena, EnumNode, NodeId, NodeKind};
use crate::wire::writer::{write_boolean, write_double, write_float, write_int, write_long, write_string};

/// What reading needs for a while, kept from datum to datum.
#[derive(Default)]
pub(super) struct Scratch {
    /// Where the encodings of members stand, a run for each record that is not complete; empty for those that did
    /// not come yet, for which [`ABSENT`] stands.
    pub(super) spans: Vec<(usize, usize)>,
    /// The keys of maps that are not complete.
    pub(super) keys: Vec<Key>,
    /// A record while its members are put in order, the bytes of a fixed.
    pub(super) bytes: Vec<u8>,
    /// The encoding under the writer's schema, where the reader's is wanted.
    pub(super) written: Vec<u8>,
}

pub(super) const ABSENT: (usize, usize) = (usize::MAX, usize::MAX);

/// A key of a map: where its encoding begins and ends without the length, and where it was in the text.
pub(super) struct Key {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) at: usize,
}

/// Reads one datum.
pub(super) struct DatumReader<'a, 't> {
    pub(super) arena: &'a Arena,
    pub(super) names: &'a Names,
    pub(super) form: Form,
    pub(super) lexer: Lexer<'t>,
    pub(super) out: &'a mut Vec<u8>,
    /// Where the datum begins in `out`.
    pub(super) start: usize,
    pub(super) scratch: &'a mut Scratch,
    pub(super) limits: &'a Limits,
    pub(super) budget: Budget<'a>,
}

impl<'a, 't> DatumReader<'a, 't> {
    pub(super) fn new(
        arena: &'a Arena,
        names: &'a Names,
        form: Form,
        limits: &'a Limits,
        lexer: Lexer<'t>,
        out: &'a mut Vec<u8>,
        scratch: &'a mut Scratch,
    ) -> Self {
        scratch.spans.clear();
        scratch.keys.clear();
        let (start, budget) = (out.len(), Budget::new(limits, 0));
        DatumReader { arena, names, form, lexer, out, start, scratch, limits, budget }
    }

    /// Reads a value of a type; appends its encoding.
    pub(super) fn value(&mut self, id: NodeId) -> Result<()> {
        let arena = self.arena;
        match &arena.node(id).kind {
            NodeKind::Null => {
                if !self.lexer.take_word("null")? {
                    return Err(self.misfit(id));
                }
            }
            NodeKind::Boolean => {
                let value = if self.lexer.take_word("true")? {
                    true
                } else if self.lexer.take_word("false")? {
                    false
                } else {
                    return Err(self.misfit(id));
                };
                write_boolean(self.out, value);
            }
            NodeKind::Int => {
                let value = self.integer(id, |value| i32::try_from(value).ok())?;
                write_int(self.out, value);
            }
            NodeKind::Long => {
                let value = self.integer(id, Some)?;
                write_long(self.out, value);
            }
            NodeKind::Float => {
                let value = self.number(id, f32::is_finite, |value| value as f32)?;
                write_float(self.out, value);
            }
            NodeKind::Double => {
                let value = self.number(id, f64::is_finite, |value| value)?;
                write_double(self.out, value);
            }
            NodeKind::String => {
                self.want(b'"', id)?;
                write_string(self.out, self.lexer.string()?);
            }
            NodeKind::Bytes => return self.bytes(id, None),
            NodeKind::Fixed(fixed) => return self.bytes(id, Some(fixed.shape.size)),
            NodeKind::Enum(node) => return self.symbol(id, node),
            NodeKind::Union(branches) => return self.union(id, branches),
            NodeKind::Record(record) => return self.record(id, record),
            NodeKind::Array(items) => return self.array(id, *items),
            NodeKind::Map(values) => return self.map(id, *values),
        }
        Ok(())
    }

    #[inline]
    fn integer<T>(&mut self, id: NodeId, narrow: impl Fn(i64) -> Option<T>) -> Result<T> {
        if let Some(b'-' | b'0'..=b'9') = self.lexer.peek() {
            let start = self.lexer.position();
            let (text, only_digits) = self.lexer.number()?;
            if let Some(value) = to_integer(text, only_digits).and_then(narrow) {
                return Ok(value);
            }
            self.lexer.go_back(start);
        }
        Err(self.misfit(id))
    }

    /// A number, or the text for one that JSON lacks.
    #[inline]
    fn number<T: std::str::FromStr + Copy>(
        &mut self,
        id: NodeId,
        is_finite: impl Fn(T) -> bool,
        special: impl Fn(f64) -> T,
    ) -> Result<T> {
        let first = self.lexer.peek();
        let start = self.lexer.position();
        match first {
            Some(b'-' | b'0'..=b'9') => {
                let (text, _) = self.lexer.number()?;
                if let Ok(value) = text.parse()
                    && is_finite(value)
                {
                    return Ok(value);
                }
            }
            Some(b'"') => {
                if let Some(value) = not_finite(self.lexer.string()?) {
                    return Ok(special(value));
                }
            }
            _ => {}
        }
        self.lexer.go_back(start);
        Err(self.misfit(id))
    }

    /// Bytes, or the bytes of a fixed of this size: text, a code point for each byte.
    fn bytes(&mut self, id: NodeId, size: Option<usize>) -> Result<()> {
        self.want(b'"', id)?;
        let start = self.lexer.position();
        let bytes = &mut self.scratch.bytes;
        bytes.clear();
        let text = self.lexer.string()?;
        if text.is_ascii() {
            bytes.extend_from_slice(text.as_bytes());
        } else {
            bytes.extend(text.chars().map_while(|char| u8::try_from(char).ok()));
            if bytes.len() < text.chars().count() {
                self.lexer.go_back(start);
                return Err(self.misfit(id));
            }
        }
        match size {
            None => write_long(self.out, bytes.len() as i64),
            Some(size) if size != bytes.len() => {
                let found = format!("{} characters", bytes.len());
                return Err(Error::new(ErrorKind::Mismatch, describe(self.arena, id, self.form), found)
                    .at(start as u64));
            }
            Some(_) => {}
        }
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    fn symbol(&mut self, id: NodeId, node: &EnumNode) -> Result<()> {
        self.want(b'"', id)?;
        let start = self.lexer.position();
        let symbol = self.lexer.string()?;
        if let Some(index) = self.names.symbol(id, node, symbol) {
            write_int(self.out, index as i32);
            return Ok(());
        }
        self.lexer.go_back(start);
        Err(self.misfit(id))
    }

    fn union(&mut self, id: NodeId, branches: &[NodeId]) -> Result<()> {
        if self.form == Form::Plain {
            let branch = self.fitting_branch(id, branches)?;
            write_long(self.out, branch as i64);
            return self.value(branches[branch]);
        }
        if self.lexer.peek() == Some(b'n') {
            let null = branches.iter().position(|id| matches!(self.arena.node(*id).kind, NodeKind::Null));
            if let Some(branch) = null
                && self.lexer.take_word("null")?
            {
                write_long(self.out, branch as i64);
                return Ok(());
            }
        }
        if !self.lexer.take(b'{') {
            return Err(self.misfit(id));
        }
        if !self.lexer.go_on(true, b'}')? {
            return Err(self.unnamed(id, "an empty object".to_owned(), self.lexer.position() - 1));
        }
        let at = self.lexer.position();
        let name = self.lexer.key()?;
        let Some(branch) = branch_named(self.arena, branches, name) else {
            let found = format!("the branch {:?}", shorten(name));
            return Err(self.unnamed(id, found, at));
        };
        write_long(self.out, branch as i64);
        self.value(branches[branch])?;
        if self.lexer.go_on(false, b'}')? {
            let at = self.lexer.position();
            let found = format!("a second member {:?}", shorten(self.lexer.key()?));
            return Err(self.unnamed(id, found, at));
        }
        Ok(())
    }

    /// The error that an object is not one member that names a branch.
    #[cold]
    fn unnamed(&self, id: NodeId, found: String, at: usize) -> Error {
        Error::new(ErrorKind::Mismatch, describe(self.arena, id, self.form), found).at(at as u64)
    }

    /// Makes sure that a value begins with `byte`.
    #[inline]
    pub(super) fn want(&mut self, byte: u8, id: NodeId) -> Result<()> {
        if self.lexer.peek() == Some(byte) { Ok(()) } else { Err(self.misfit(id)) }
    }

    #[cold]
    pub(super) fn misfit(&mut self, id: NodeId) -> Error {
        self.lexer.misfit(describe(self.arena, id, self.form))
    }
}

/// The branch of this name: a full one, or a short one that no two branches share.
fn branch_named(arena: &Arena, branches: &[NodeId], name: &str) -> Option<usize> {
    if let Some(branch) = branches.iter().position(|id| arena.type_name(*id) == name) {
        return (!matches!(arena.node(branches[branch]).kind, NodeKind::Null)).then_some(branch);
    }
    let is_called = |id: &NodeId| arena.node(*id).name().is_some_and(|known| known.simple() == name);
    let branch = branches.iter().position(is_called)?;
    (!branches[branch + 1..].iter().any(is_called)).then_some(branch)
}

/// The numbers that JSON lacks, by their names.
pub(super) fn not_finite(text: &str) -> Option<f64> {
    match text {
        "NaN" => Some(f64::NAN),
        "Infinity" | "+Infinity" | "INF" | "+INF" => Some(f64::INFINITY),
        "-Infinity" | "-INF" => Some(f64::NEG_INFINITY),
        _ => None,
    }
}
