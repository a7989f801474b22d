//! From JSON text to the bytes of a datum, driven by the schema, without a value in between.
//!
//! Members of a record may come in any order; their encodings are put in the order of the schema when the record
//! ends. Counts of arrays and maps are known only then, too, and are put in front.

use super::Form;
use super::describe::describe;
use super::lexer::{Lexer, shorten};
use super::names::Names;
use super::number::to_integer;
use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan::default;
use crate::schema::node::{Arena, EnumNode, NodeId, NodeKind, RecordNode};
use crate::wire::writer::{
    end_block, write_boolean, write_double, write_float, write_int, write_long, write_string,
};

/// What reading needs for a while, kept from datum to datum.
#[derive(Default)]
pub(super) struct Scratch {
    /// Where the encodings of members stand, a run for each record that is not complete; empty for those that did
    /// not come yet, for which [`ABSENT`] stands.
    spans: Vec<(usize, usize)>,
    /// The keys of maps that are not complete.
    keys: Vec<Key>,
    /// A record while its members are put in order, the bytes of a fixed.
    bytes: Vec<u8>,
    /// The encoding under the writer's schema, where the reader's is wanted.
    pub(super) written: Vec<u8>,
}

const ABSENT: (usize, usize) = (usize::MAX, usize::MAX);

/// A key of a map: where its encoding begins and ends without the length, and where it was in the text.
struct Key {
    start: usize,
    end: usize,
    at: usize,
}

/// Reads one datum.
pub(super) struct DatumReader<'a, 't> {
    pub(super) arena: &'a Arena,
    pub(super) names: &'a Names,
    pub(super) form: Form,
    pub(super) lexer: Lexer<'t>,
    out: &'a mut Vec<u8>,
    /// Where the datum begins in `out`.
    start: usize,
    scratch: &'a mut Scratch,
    limits: &'a Limits,
    budget: Budget<'a>,
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

    fn record(&mut self, id: NodeId, record: &RecordNode) -> Result<()> {
        self.want(b'{', id)?;
        self.lexer.take(b'{');
        self.budget.enter_record()?;
        let start = self.out.len();
        let base = self.scratch.spans.len();
        self.scratch.spans.resize(base + record.fields.len(), ABSENT);
        let (mut next, mut in_order, mut first) = (0, true, true);
        while self.lexer.go_on(first, b'}')? {
            first = false;
            let at = self.lexer.position();
            let key = self.lexer.key()?;
            let index = match record.fields.get(next) {
                Some(field) if *field.name == *key => next,
                _ => match self.names.field(id, record, key) {
                    Some(index) => index,
                    None => return Err(unknown_member(record, key, at)),
                },
            };
            let field = &record.fields[index];
            if self.scratch.spans[base + index] != ABSENT {
                return Err(repeated(&field.name, at));
            }
            in_order &= index == next;
            next = index + 1;
            let begin = self.out.len();
            self.value(field.ty).map_err(|error| error.in_field(&field.name))?;
            self.scratch.spans[base + index] = (begin, self.out.len());
        }
        if !in_order || next < record.fields.len() {
            self.arrange(record, start, base)?;
        }
        self.scratch.spans.truncate(base);
        self.budget.leave_record();
        Ok(())
    }

    /// Puts the members of a record, whose encodings begin at `start`, in the order of the schema, and the defaults
    /// of those that did not come between them.
    fn arrange(&mut self, record: &RecordNode, start: usize, base: usize) -> Result<()> {
        let ordered = &mut self.scratch.bytes;
        ordered.clear();
        for (field, span) in record.fields.iter().zip(&self.scratch.spans[base..]) {
            if *span != ABSENT {
                ordered.extend_from_slice(&self.out[span.0..span.1]);
                continue;
            }
            let at = self.lexer.position() as u64 - 1; // the brace
            let Some(value) = &field.default else {
                let expected = format!("a member {:?}, which has no default", field.name);
                return Err(Error::new(ErrorKind::Mismatch, expected, "the end of the object").at(at));
            };
            // Schemas from the headers of files may have defaults that nobody has checked.
            if default::encode(self.arena, field.ty, value, ordered).is_none() {
                let expected = format!("a member {:?}, whose default is of another type", field.name);
                return Err(Error::new(ErrorKind::Mismatch, expected, "the end of the object").at(at));
            }
            // Text pays for all other bytes, but little of it asks for many defaults.
            let size = (start - self.start + ordered.len()) as u64;
            if size > self.limits.datum_bytes {
                return Err(too_big(self.limits, at));
            }
        }
        self.out.truncate(start);
        self.out.extend_from_slice(ordered);
        Ok(())
    }

    fn array(&mut self, id: NodeId, items: NodeId) -> Result<()> {
        self.want(b'[', id)?;
        self.lexer.take(b'[');
        self.budget.enter()?;
        let start = self.out.len();
        self.out.push(0);
        let mut count = 0;
        while self.lexer.go_on(count == 0, b']')? {
            self.value(items).map_err(|error| error.in_item(count))?;
            count += 1;
        }
        end_block(self.out, start, count);
        self.budget.leave();
        Ok(())
    }

    fn map(&mut self, id: NodeId, values: NodeId) -> Result<()> {
        self.want(b'{', id)?;
        self.lexer.take(b'{');
        self.budget.enter()?;
        let base = self.scratch.keys.len();
        let start = self.out.len();
        self.out.push(0);
        let mut count = 0;
        while self.lexer.go_on(count == 0, b'}')? {
            let at = self.lexer.position();
            let key = self.lexer.key()?;
            write_string(self.out, key);
            let end = self.out.len();
            self.scratch.keys.push(Key { start: end - key.len(), end, at });
            if let Err(error) = self.value(values) {
                let key = self.scratch.keys.get(base + count).map(|key| &self.out[key.start..key.end]);
                return Err(error.in_key(&String::from_utf8_lossy(key.unwrap_or_default())));
            }
            count += 1;
        }
        self.distinct_keys(base)?;
        end_block(self.out, start, count);
        self.budget.leave();
        Ok(())
    }

    /// Takes the keys from `base` on away, which have to differ.
    fn distinct_keys(&mut self, base: usize) -> Result<()> {
        const FEW: usize = 12;
        let out = &*self.out;
        let bytes = |key: &Key| &out[key.start..key.end];
        let keys = &mut self.scratch.keys[base..];
        let repetition = if keys.len() <= FEW {
            (1..keys.len()).find(|index| keys[..*index].iter().any(|key| bytes(key) == bytes(&keys[*index])))
        } else {
            keys.sort_unstable_by(|one, other| bytes(one).cmp(bytes(other)).then(one.at.cmp(&other.at)));
            (1..keys.len()).find(|index| bytes(&keys[*index - 1]) == bytes(&keys[*index]))
        };
        if let Some(index) = repetition {
            let key = &keys[index];
            return Err(repeated(&String::from_utf8_lossy(bytes(key)), key.at));
        }
        self.scratch.keys.truncate(base);
        Ok(())
    }

    /// Makes sure that a value begins with `byte`.
    #[inline]
    fn want(&mut self, byte: u8, id: NodeId) -> Result<()> {
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

#[cold]
fn unknown_member(record: &RecordNode, key: &str, at: usize) -> Error {
    let expected = format!("only fields of {}", record.name.full());
    Error::new(ErrorKind::Mismatch, expected, format!("a member {:?}", shorten(key))).at(at as u64)
}

#[cold]
fn repeated(key: &str, at: usize) -> Error {
    let found = format!("a second member {:?}", shorten(key));
    Error::new(ErrorKind::Mismatch, "each member once in an object", found).at(at as u64)
}

#[cold]
fn too_big(limits: &Limits, at: u64) -> Error {
    let limit = format_args!("{} bytes for one datum", limits.datum_bytes);
    Error::limit("datum_bytes", limit, "more, with the defaults of members that are missing").at(at)
}
