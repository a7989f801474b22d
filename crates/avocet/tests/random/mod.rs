//! Random schemas and data of them, made from choices: bytes in, schema text and encoded datums out.
//!
//! Every choice is taken from a slice of bytes, and from zeros behind its end; zero always chooses what is simplest and
//! ends. So the same slice makes the same data, a shorter one simpler data, and a fuzzer or proptest that shrinks
//! bytes shrinks schemas. Shared by the property tests, the fuzz targets and the comparison with other libraries.

#![allow(dead_code, unused_imports, reason = "each user needs another part")]

mod datum;
mod schema;

pub(crate) use datum::{Form, datum};
pub(crate) use schema::{Features, reader_of, schema};

/// Choices still to be made.
pub(crate) struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    /// Choices that these bytes make.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Choices { bytes }
    }

    /// Whether all choices from here on are zero.
    pub(crate) fn are_over(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Any byte.
    pub(crate) fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A number below `count`, which is at most 256.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }

    /// Yes in one of `count` cases, never when the choices are over.
    pub(crate) fn one_in(&mut self, count: u8) -> bool {
        self.byte() % count == count - 1
    }

    /// Eight bytes, mostly of small numbers.
    pub(crate) fn number(&mut self) -> i64 {
        let size = [0, 1, 1, 1, 2, 2, 4, 8][self.below(8)];
        let mut bytes = [0; 8];
        bytes[..size].fill_with(|| self.byte());
        let number = i64::from_le_bytes(bytes);
        if self.one_in(2) { !number } else { number }
    }

    /// Any eight bytes.
    pub(crate) fn word(&mut self) -> [u8; 8] {
        let mut bytes = [0; 8];
        bytes.fill_with(|| self.byte());
        bytes
    }
}
