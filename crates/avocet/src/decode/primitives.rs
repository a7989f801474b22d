//! Arrays of booleans and numbers, a block at a time.

use thin_vec::ThinVec;

use super::{Blocks, Budget, read_blocks, read_items};
use crate::error::{Error, Result};
use crate::wire::Reader;

/// Items that are decoded before room for more is made: what a count announces may not come.
const PIECE: usize = 8192;

pub(crate) fn read_longs(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<i64>,
) -> Result<()> {
    read_pieces(reader, budget, items, Reader::read_longs)
}

pub(crate) fn read_ints(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<i32>,
) -> Result<()> {
    read_pieces(reader, budget, items, Reader::read_ints)
}

/// Blocks of varints, by the batch decoder.
fn read_pieces<'a, T: Copy + Default>(
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<T>,
    read: impl Fn(&mut Reader<'a>, &mut [T]) -> Result<(), (usize, Error)>,
) -> Result<()> {
    read_blocks(reader, budget, 1, |reader, _, count| {
        let mut left = count;
        while left > 0 {
            let (start, piece) = (items.len(), left.min(PIECE));
            items.extend(std::iter::repeat_n(T::default(), piece)); // in one go, which `resize` is not
            read(reader, &mut items[start..]).map_err(|(done, error)| error.in_item(start + done))?;
            left -= piece;
        }
        Ok(())
    })
}

pub(crate) fn read_booleans(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<bool>,
) -> Result<()> {
    read_each(reader, budget, 1, items, Reader::read_boolean)
}

pub(crate) fn read_floats(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<f32>,
) -> Result<()> {
    read_words(reader, budget, items, f32::from_le_bytes)
}

pub(crate) fn read_doubles(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<f64>,
) -> Result<()> {
    read_words(reader, budget, items, f64::from_le_bytes)
}

/// Blocks of numbers of `N` bytes; that they are all there was checked with their count.
fn read_words<const N: usize, T>(
    reader: &mut Reader<'_>,
    budget: &mut Budget<'_>,
    items: &mut ThinVec<T>,
    from_le_bytes: impl Fn([u8; N]) -> T,
) -> Result<()> {
    read_blocks(reader, budget, N, |reader, _, count| {
        let (words, _) = reader.read_fixed(count * N)?.as_chunks();
        items.extend(words.iter().map(|word| from_le_bytes(*word)));
        Ok(())
    })
}

/// Blocks of items of which each is read and checked by itself.
pub(crate) fn read_each<'a, T>(
    reader: &mut Reader<'a>,
    budget: &mut Budget<'_>,
    min_size: usize,
    items: &mut ThinVec<T>,
    read: impl Fn(&mut Reader<'a>) -> Result<T>,
) -> Result<()> {
    read_items(
        Blocks::Items,
        reader,
        budget,
        min_size,
        items,
        |items, count| items.reserve(count.min(PIECE)),
        |items, reader, _| {
            items.push(read(reader)?);
            Ok(())
        },
    )
}
