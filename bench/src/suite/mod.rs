//! All rows of the gate: a file for each group, a function for each row.

use std::hint::black_box;
use std::rc::Rc;

use crate::measure::{Contender, Role, Row};

mod arrow;
mod batch;
mod binary;
mod container;
pub mod excuses;
mod generic;
mod json;
mod logical;
mod peers;
mod records;
mod resolution;
mod schema;
mod serde;
mod typed;
mod varint;

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

/// The groups, in the order in which they run.
pub const GROUPS: [&str; 11] = [
    "varint",
    "batch",
    "binary",
    "generic",
    "typed",
    "serde",
    "resolution",
    "logical",
    "container",
    "schema",
    "json",
];

/// The whole suite.
pub fn cases() -> Vec<Case> {
    let groups = [
        varint::cases(),
        batch::cases(),
        binary::cases(),
        generic::cases(),
        typed::cases(),
        serde::cases(),
        resolution::cases(),
        logical::cases(),
        container::cases(),
        schema::cases(),
        json::cases(),
    ];
    groups.into_iter().flatten().collect()
}

/// The file of the container rows, uncompressed.
pub fn orders() -> Vec<u8> {
    container::Orders::new().file(avocet::container::Codec::Null).to_vec()
}

/// A number that depends on every byte, though not on the order of a map's entries.
fn sum_of(datums: impl IntoIterator<Item = Vec<u8>>) -> u64 {
    datums
        .into_iter()
        .flatten()
        .fold(0_u64, |sum, byte| sum.wrapping_add(0x9e37 ^ (u64::from(byte) * 0x0101_0101)))
}

/// A number that depends on every byte and its place: FNV-1a.
fn digest(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The floor of every encoder: its output, copied from elsewhere.
fn copy(name: &str, bytes: Rc<[u8]>) -> Contender {
    let mut out = Vec::with_capacity(bytes.len());
    let answer = Rc::clone(&bytes);
    Contender::new(
        name,
        Role::Reference,
        move || {
            out.clear();
            out.extend_from_slice(&bytes);
            black_box(&mut out);
        },
        move || digest(&answer),
    )
}

/// A contender that reads each datum by itself and drops what it has read. `rewrite` encodes a value read, so that
/// contenders of other types have the same answer.
fn reading<T>(
    name: &str,
    role: Role,
    datums: &Rc<[Vec<u8>]>,
    read: impl Fn(&[u8]) -> T + 'static,
    rewrite: impl Fn(&T) -> Vec<u8> + 'static,
) -> Contender {
    let read = Rc::new(read);
    let again = Rc::clone(&read);
    let visit = move |datum: &[u8]| drop(black_box(again(datum)));
    visiting(name, role, datums, visit, move |datum| rewrite(&read(datum)))
}

/// As [`reading`] for values that borrow from the datum.
fn visiting(
    name: &str,
    role: Role,
    datums: &Rc<[Vec<u8>]>,
    visit: impl Fn(&[u8]) + 'static,
    rewrite: impl Fn(&[u8]) -> Vec<u8> + 'static,
) -> Contender {
    let (run, answer) = (Rc::clone(datums), Rc::clone(datums));
    Contender::new(
        name,
        role,
        move || run.iter().for_each(|datum| apart(&visit, datum)),
        move || sum_of(answer.iter().map(|datum| rewrite(datum))),
    )
}

/// A contender that writes each value into the same buffer, emptied before each.
fn writing<T: 'static>(
    name: &str,
    role: Role,
    values: Vec<T>,
    write: impl Fn(&T, &mut Vec<u8>) + 'static,
) -> Contender {
    let values: Rc<[T]> = values.into();
    let write = Rc::new(write);
    let (again, answer) = (Rc::clone(&write), Rc::clone(&values));
    let mut out = Vec::new();
    Contender::new(
        name,
        role,
        move || {
            for value in values.iter() {
                out.clear();
                apart(|value: &T| write(value, &mut out), value);
            }
        },
        move || {
            sum_of(answer.iter().map(|value| {
                let mut out = Vec::new();
                again(value, &mut out);
                out
            }))
        },
    )
}

/// A call that is never inlined into the loop around it.
#[inline(never)]
fn apart<T: ?Sized>(call: impl FnOnce(&T), with: &T) {
    call(with);
}
