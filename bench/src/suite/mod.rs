//! All rows of the gate: a file for each group, a function for each row.

mod generic;
mod resolution;

use crate::measure::Row;

/// A row that is not made yet: only those that are asked for take memory.
pub struct Case {
    /// `group/case/operation`.
    pub name: String,
    pub make: Box<dyn FnOnce() -> Row>,
}

impl Case {
    fn new(name: impl Into<String>, make: impl FnOnce() -> Row + 'static) -> Self {
        Case { name: name.into(), make: Box::new(make) }
    }
}

/// The whole suite.
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(generic::cases());
    cases.extend(resolution::cases());
    cases
}

/// A number that depends on every byte, though not on the order of a map's entries.
fn sum_of(datums: impl IntoIterator<Item = Vec<u8>>) -> u64 {
    datums.into_iter().flatten().fold(0_u64, |sum, byte| sum.wrapping_add(0x9e37 ^ u64::from(byte) * 0x0101_0101))
}
