//! Sequences: blocks of items ⇄ vectors.

use super::input::{Input, Source};
use super::output::Output;
use super::traits::{Decode, Encode};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::op::Op;
use crate::wire::writer::write_long;

/// Bytes of items that are reserved before any is read: what a count announces may not come.
const RESERVED_BYTES: usize = 64 << 10;

/// Makes room for `count` announced items, or as many of them as are worth reserving.
pub(super) fn reserve<T>(items: &mut Vec<T>, count: usize) {
    items.reserve(count.min((RESERVED_BYTES / size_of::<T>().max(1)).max(1)));
}

pub(super) fn decode<'a, T: Decode<'a>>(input: &mut Input<'a, '_>) -> Result<Vec<T>> {
    let mut items = Vec::new();
    input.blocks(T::SHAPE.min_size, |input, count| T::decode_items(input, count, &mut items))?;
    Ok(items)
}

pub(super) fn decode_each<'a, T: Decode<'a>>(
    input: &mut Input<'a, '_>,
    count: usize,
    items: &mut Vec<T>,
) -> Result<()> {
    reserve(items, count);
    for _ in 0..count {
        match T::decode(input) {
            Ok(item) => items.push(item),
            Err(error) => return Err(in_item(error, items.len())),
        }
    }
    Ok(())
}

pub(super) fn resolve<'a, T: Decode<'a>>(input: &mut Input<'a, '_>, from: Source) -> Result<Vec<T>> {
    let Op::Array(id) = from.op else { return Err(input.unfit()) };
    if input.is_direct(from) {
        return T::decode_vec(input);
    }
    let blocks = &input.resolution().program().arrays[id as usize];
    let from = Source { op: blocks.item, node: input.resolution().items(from.node) };
    let mut items = Vec::new();
    input.blocks(blocks.min_size, |input, count| {
        reserve(&mut items, count);
        for _ in 0..count {
            match input.resolve::<super::adapter::Same, T>(from) {
                Ok(item) => items.push(item),
                Err(error) => return Err(in_item(error, items.len())),
            }
        }
        Ok(())
    })?;
    Ok(items)
}

/// A sequence of just `N` items, which began at `position`.
pub(super) fn exactly<T, const N: usize>(items: Vec<T>, position: usize) -> Result<[T; N]> {
    items.try_into().map_err(|items: Vec<T>| {
        Error::new(ErrorKind::Mismatch, format!("an array of {N} items"), items.len().to_string())
            .at(position as u64)
    })
}

/// Appends `count` items as one block.
pub(super) fn encode<T: Encode>(count: usize, items: &[T], output: &mut Output<'_>) -> Result<()> {
    output.budget.enter()?;
    if count > 0 {
        write_long(&mut output.bytes, count as i64);
        T::encode_items(items, output)?;
    }
    write_long(&mut output.bytes, 0);
    output.budget.leave();
    Ok(())
}

pub(super) fn encode_each<T: Encode>(items: &[T], output: &mut Output<'_>) -> Result<()> {
    for (index, item) in items.iter().enumerate() {
        if let Err(error) = item.encode(output) {
            return Err(in_item(error, index));
        }
    }
    Ok(())
}

#[cold]
pub(super) fn in_item(error: Error, index: usize) -> Error {
    error.in_item(index)
}

impl Input<'_, '_> {
    /// Reads the blocks of an array or a map; `block` hears how many items come.
    #[inline]
    pub(super) fn blocks(
        &mut self,
        min_size: usize,
        mut block: impl FnMut(&mut Self, usize) -> Result<()>,
    ) -> Result<()> {
        self.budget.enter()?;
        while let Some(head) = self.reader.read_block(min_size)? {
            if min_size == 0 {
                self.budget.spend_zero_size(head.count, self.reader.position())?;
            }
            block(self, head.count)?;
            head.check_end(&self.reader)?;
        }
        self.budget.leave();
        Ok(())
    }
}
