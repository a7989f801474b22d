//! What one datum may still ask for, counted down while it is read or written.

use std::fmt::Display;

use crate::error::{Error, Result};
use crate::limits::Limits;

/// The [`Limits`] of one datum with what is used up of them.
pub(crate) struct Budget<'a> {
    limits: &'a Limits,
    records: u32,
    nesting: u32,
    zero_size: u64,
    /// Where the datum starts in its input.
    start: usize,
}

/// Bytes of input pay for this many zero-size items each, on top of the limit: what grows with the input is no bomb.
const PAID_PER_BYTE: u64 = 4;

impl<'a> Budget<'a> {
    /// The whole of `limits`, for a new datum that starts at a position of its input.
    pub(crate) fn new(limits: &'a Limits, start: usize) -> Self {
        Budget { limits, records: 0, nesting: 0, zero_size: 0, start }
    }

    /// Steps into a record; [`leave_record`](Budget::leave_record) steps out again.
    #[inline]
    pub(crate) fn enter_record(&mut self) -> Result<()> {
        self.records += 1;
        if self.records > self.limits.record_depth {
            return Err(too_deep("record_depth", "records inside each other", self.limits.record_depth));
        }
        self.enter()
    }

    /// Checks that there is room for one more record, in which nothing nests.
    #[inline(always)]
    pub(crate) fn check_record(&self) -> Result<()> {
        if self.records >= self.limits.record_depth || self.nesting >= self.limits.nesting_depth {
            return Err(self.no_record());
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn no_record(&self) -> Error {
        if self.records >= self.limits.record_depth {
            too_deep("record_depth", "records inside each other", self.limits.record_depth)
        } else {
            too_deep("nesting_depth", "levels of nesting", self.limits.nesting_depth)
        }
    }

    /// Steps out of a record.
    #[inline]
    pub(crate) fn leave_record(&mut self) {
        self.records -= 1;
        self.leave();
    }

    /// Steps into an array or a map.
    #[inline]
    pub(crate) fn enter(&mut self) -> Result<()> {
        self.nesting += 1;
        if self.nesting > self.limits.nesting_depth {
            return Err(too_deep("nesting_depth", "levels of nesting", self.limits.nesting_depth));
        }
        if self.stack_used() > self.limits.stack_bytes {
            return Err(too_deep("stack_bytes", "bytes of stack for one datum", self.limits.stack_bytes));
        }
        Ok(())
    }

    /// Bytes of stack between whoever began the datum, where the budget stands, and here.
    #[inline]
    fn stack_used(&self) -> usize {
        if cfg!(miri) {
            return 0; // there locals have addresses all over
        }
        let here = 0_u8;
        std::ptr::from_ref(&here).addr().abs_diff(std::ptr::from_ref(self).addr())
    }

    /// Steps out of an array or a map.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.nesting -= 1;
    }

    /// Counts `count` things that take no bytes, met at a position of the input.
    pub(crate) fn spend_zero_size(&mut self, count: usize, position: usize) -> Result<()> {
        self.zero_size = self.zero_size.saturating_add(count as u64);
        let paid = (position.saturating_sub(self.start) as u64).saturating_mul(PAID_PER_BYTE);
        if self.zero_size > self.limits.zero_size_items.saturating_add(paid) {
            return Err(Error::limit(
                "zero_size_items",
                format_args!("{} items that take no bytes", self.limits.zero_size_items),
                format!("{} of them", self.zero_size),
            )
            .at(position as u64));
        }
        Ok(())
    }
}

#[cold]
fn too_deep(name: &str, what: &str, limit: impl Display) -> Error {
    Error::limit(name, format_args!("{limit} {what}"), "one more")
}
