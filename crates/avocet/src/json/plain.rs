//! Which branch of a union a value without a name is of.

use super::number::to_integer;
use super::read::{DatumReader, not_finite};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::node::{NodeId, NodeKind, RecordNode};

/// How well a branch fits, best first.
type Fit = u8;

impl DatumReader<'_, '_> {
    /// The branch that fits the value that comes next best.
    ///
    /// A branch that is the only one for this kind of JSON is taken at once: if its value does not fit, the error
    /// says why.
    pub(super) fn fitting_branch(&mut self, id: NodeId, branches: &[NodeId]) -> Result<usize> {
        let first = self.lexer.peek();
        let takes = |kind: &NodeKind| match first {
            Some(b'n') => matches!(kind, NodeKind::Null),
            Some(b't' | b'f') => matches!(kind, NodeKind::Boolean),
            Some(b'-' | b'0'..=b'9') => {
                matches!(kind, NodeKind::Int | NodeKind::Long | NodeKind::Float | NodeKind::Double)
            }
            Some(b'"') => !matches!(
                kind,
                NodeKind::Null
                    | NodeKind::Boolean
                    | NodeKind::Int
                    | NodeKind::Long
                    | NodeKind::Array(_)
                    | NodeKind::Map(_)
                    | NodeKind::Record(_)
            ),
            Some(b'[') => matches!(kind, NodeKind::Array(_)),
            Some(b'{') => matches!(kind, NodeKind::Record(_) | NodeKind::Map(_)),
            _ => false,
        };
        let arena = self.arena;
        let kinds = || branches.iter().enumerate().map(|(index, id)| (index, &arena.node(*id).kind));
        let mut candidates = kinds().filter(|(_, kind)| takes(kind));
        match (candidates.next(), candidates.next()) {
            (Some((only, _)), None) => return Ok(only),
            (None, _) => return Err(self.misfit(id)),
            _ => {}
        }
        let start = self.lexer.position();
        let fits = match first {
            Some(b'"') => self.fits_of_text(branches)?,
            Some(b'{') => self.fits_of_object(branches)?,
            _ => self.fits_of_number(branches)?,
        };
        self.lexer.go_back(start);
        let mut best = (0, None);
        let mut ambiguous = None;
        for (index, fit) in fits.iter().enumerate() {
            match (fit, best.1) {
                (None, _) => {}
                (Some(fit), Some(known)) if *fit > known => {}
                (Some(fit), Some(known)) if *fit == known => ambiguous = Some(index),
                (Some(fit), _) => {
                    best = (index, Some(*fit));
                    ambiguous = None;
                }
            }
        }
        match (best, ambiguous) {
            ((_, None), _) => Err(self.misfit(id)),
            ((branch, _), None) => Ok(branch),
            ((one, _), Some(other)) => {
                let name = |branch: usize| arena.type_name(branches[branch]);
                let found = format!("one that {} and {} both take", name(one), name(other));
                Err(Error::new(ErrorKind::Mismatch, "a value of one branch only", found).at(start as u64))
            }
        }
    }

    /// Numbers written as integers go to the narrowest type, others to the widest.
    fn fits_of_number(&mut self, branches: &[NodeId]) -> Result<Vec<Option<Fit>>> {
        let (text, only_digits) = self.lexer.number()?;
        let integer = to_integer(text, only_digits);
        Ok(self.fits(branches, |kind| match kind {
            NodeKind::Int => {
                integer.filter(|value| i32::try_from(*value).is_ok()).map(|_| if only_digits { 0 } else { 2 })
            }
            NodeKind::Long => integer.map(|_| if only_digits { 1 } else { 3 }),
            NodeKind::Double => Some(if only_digits { 2 } else { 0 }),
            NodeKind::Float => Some(if only_digits { 3 } else { 1 }),
            _ => None,
        }))
    }

    /// A symbol goes before text, and text before what is no text.
    fn fits_of_text(&mut self, branches: &[NodeId]) -> Result<Vec<Option<Fit>>> {
        let text = self.lexer.string()?.to_owned();
        let latin = text.chars().all(|char| u32::from(char) <= 0xff).then(|| text.chars().count());
        let mut fits = self.fits(branches, |kind| match kind {
            NodeKind::String => Some(1),
            NodeKind::Fixed(fixed) if latin == Some(fixed.shape.size) => Some(2),
            NodeKind::Bytes if latin.is_some() => Some(3),
            NodeKind::Double if not_finite(&text).is_some() => Some(4),
            NodeKind::Float if not_finite(&text).is_some() => Some(5),
            _ => None,
        });
        for (fit, id) in fits.iter_mut().zip(branches) {
            if let NodeKind::Enum(node) = &self.arena.node(*id).kind {
                *fit = self.names.symbol(*id, node, &text).map(|_| 0);
            }
        }
        Ok(fits)
    }

    /// Records with just these fields go before those that need defaults, and these before maps.
    fn fits_of_object(&mut self, branches: &[NodeId]) -> Result<Vec<Option<Fit>>> {
        let arena = self.arena;
        // For each record how many of its fields came, unless a member was no field of it.
        let mut known: Vec<Option<usize>> = vec![Some(0); branches.len()];
        let mut required = vec![0_usize; branches.len()];
        self.lexer.take(b'{');
        let mut first = true;
        while self.lexer.go_on(first, b'}')? {
            first = false;
            let key = self.lexer.key()?;
            for (index, id) in branches.iter().enumerate() {
                if let (NodeKind::Record(record), Some(count)) = (&arena.node(*id).kind, known[index]) {
                    let field = self.names.field(*id, record, key);
                    known[index] = field.map(|_| count + 1);
                    required[index] +=
                        usize::from(field.is_some_and(|field| record.fields[field].default.is_none()));
                }
            }
            self.lexer.skip_value()?;
        }
        let fit = |record: &RecordNode, known: usize, required: usize| {
            let needed = record.fields.iter().filter(|field| field.default.is_none()).count();
            (required == needed).then_some(Fit::from(known < record.fields.len()))
        };
        let fits = branches.iter().zip(known.iter().zip(required));
        Ok(fits
            .map(|(id, (known, required))| match &arena.node(*id).kind {
                NodeKind::Record(record) => known.and_then(|known| fit(record, known, required)),
                NodeKind::Map(_) => Some(2),
                _ => None,
            })
            .collect())
    }

    fn fits(&self, branches: &[NodeId], fit: impl Fn(&NodeKind) -> Option<Fit>) -> Vec<Option<Fit>> {
        branches.iter().map(|id| fit(&self.arena.node(*id).kind)).collect()
    }
}
