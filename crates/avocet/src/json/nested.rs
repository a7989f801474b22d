//! Records, arrays and maps from JSON text.
//!
//! Members of a record may come in any order; their encodings are put in the order of the schema when the record
//! ends. Counts of arrays and maps are known only then, too, and are put in front.

use super::lexer::shorten;
use super::read::{ABSENT, DatumReader, Key};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan::default;
use crate::schema::node::{NodeId, RecordNode};
use crate::wire::writer::{end_block, write_string};

impl DatumReader<'_, '_> {
    pub(super) fn record(&mut self, id: NodeId, record: &RecordNode) -> Result<()> {
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

    pub(super) fn array(&mut self, id: NodeId, items: NodeId) -> Result<()> {
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

    pub(super) fn map(&mut self, id: NodeId, values: NodeId) -> Result<()> {
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
