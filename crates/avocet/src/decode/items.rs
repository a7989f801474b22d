//! The blocks of an array or a map, item by item.

use super::Budget;
use crate::error::{Error, Result};
use crate::wire::Reader;

/// Reads all items of an array or entries of a map.
///
/// `reserve` hears how many items a block announces before they come; `item` reads the item of an index and puts
/// it where it belongs. `min_size` is the least size of an item in bytes.
#[inline]
pub(crate) fn read_items<'a, S>(
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    min_size: usize,
    state: &mut S,
    reserve: impl Fn(&mut S, usize),
    item: impl Fn(&mut S, &mut Reader<'a>, &mut Budget<'_>) -> Result<()>,
) -> Result<()> {
    budget.enter()?;
    let mut index = 0;
    while let Some(block) = reader.read_block(min_size)? {
        if min_size == 0 {
            budget.spend_zero_size(block.count, reader.position())?;
        }
        reserve(state, block.count);
        for _ in 0..block.count {
            if let Err(error) = item(state, reader, budget) {
                return Err(in_item(error, index));
            }
            index += 1;
        }
        block.check_end(reader)?;
    }
    budget.leave();
    Ok(())
}

#[cold]
fn in_item(error: Error, index: usize) -> Error {
    error.in_item(index)
}
