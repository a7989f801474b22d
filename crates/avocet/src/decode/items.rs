//! The blocks of an array or a map, one by one or item by item.

use super::Budget;
use crate::error::{Error, Result};
use crate::wire::Reader;

/// What the blocks hold, and so how an error names its place: items by their index, entries by the key that their
/// reader knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Blocks {
    Items,
    Entries,
}

/// Reads all blocks of an array or a map: `block` hears how many items come and how many came before.
///
/// `min_size` is the least size of an item in bytes.
#[inline]
pub(crate) fn read_blocks<'a>(
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    min_size: usize,
    mut read_block: impl FnMut(&mut Reader<'a>, &mut Budget<'_>, usize) -> Result<()>,
) -> Result<()> {
    budget.enter()?;
    while let Some(block) = reader.read_block(min_size)? {
        if min_size == 0 {
            budget.spend_zero_size(block.count, reader.position())?;
        }
        read_block(reader, budget, block.count)?;
        block.check_end(reader)?;
    }
    budget.leave();
    Ok(())
}

/// Reads all items of an array or entries of a map.
///
/// `reserve` hears how many items a block announces before they come; `item` reads one and puts it where it belongs.
#[inline]
pub(crate) fn read_items<'a, S>(
    blocks: Blocks,
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    min_size: usize,
    state: &mut S,
    reserve: impl Fn(&mut S, usize),
    item: impl Fn(&mut S, &mut Reader<'a>, &mut Budget<'_>) -> Result<()>,
) -> Result<()> {
    let mut index = 0;
    read_blocks(reader, budget, min_size, |reader, budget, count| {
        reserve(state, count);
        for _ in 0..count {
            if let Err(error) = item(state, reader, budget) {
                return Err(if blocks == Blocks::Items { in_item(error, index) } else { error });
            }
            index += 1;
        }
        Ok(())
    })
}

#[cold]
fn in_item(error: Error, index: usize) -> Error {
    error.in_item(index)
}
