//! Where values are written to: bytes that grow, and the budget of the datum.

use super::adapter::EncodeAs;
use super::run::WriteRun;
use super::shape::is_leaf;
use super::traits::Record;
use crate::decode::Budget;
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::wire::writer;

/// The bytes of a datum in the making.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "lives while a value is written")]
pub struct Output<'l> {
    pub(crate) bytes: Vec<u8>,
    pub(crate) budget: Budget<'l>,
}

impl<'l> Output<'l> {
    pub(crate) fn new(bytes: Vec<u8>, limits: &'l Limits) -> Self {
        Output { bytes, budget: Budget::new(limits, 0) }
    }

    /// Writes a record: `fields` writes each.
    #[inline(always)]
    pub fn record<R: Record>(
        &mut self,
        fields: impl FnOnce(&mut Self, &mut WriteRun) -> Result<()>,
    ) -> Result<()> {
        let leaf = const { is_leaf(R::FIELDS) };
        if leaf {
            self.budget.check_record()?;
        } else {
            self.budget.enter_record()?;
        }
        fields(self, &mut WriteRun::new())?;
        if !leaf {
            self.budget.leave_record();
        }
        Ok(())
    }

    /// Writes the index of a branch or a symbol.
    #[inline(always)]
    pub fn index(&mut self, index: i32) {
        writer::write_int(&mut self.bytes, index);
    }

    /// Writes the index of a branch and its value.
    #[inline(always)]
    pub fn branch<A: EncodeAs<T>, T>(&mut self, index: i32, value: &T) -> Result<()> {
        self.index(index);
        A::encode(value, self)
    }
}

/// What an adapter says of a value that it cannot write.
#[cold]
pub(crate) fn mismatch(
    expected: impl Into<std::borrow::Cow<'static, str>>,
    found: impl std::fmt::Display,
) -> Error {
    Error::new(ErrorKind::Mismatch, expected, found.to_string())
}

/// What a module of functions made of a value, with its error as ours.
#[doc(hidden)]
#[inline(always)]
pub fn converted<T, E: std::fmt::Display>(result: Result<T, E>, module: &'static str) -> Result<T> {
    match result {
        Ok(value) => Ok(value),
        Err(error) => Err(mismatch(format!("a value that `{module}` takes"), error)),
    }
}
