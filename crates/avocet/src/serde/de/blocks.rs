//! The items of an array and the entries of a map.

use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeSeed, MapAccess, SeqAccess};

use super::name::Name;
use super::{Deserializer, Input};
use crate::error::{Error, ErrorKind, Result};
use crate::plan::op::{BlocksOp, Op};
use crate::wire::Block;

/// Where the reader stands among the blocks of an array or a map.
struct Blocks {
    item: Op,
    min_size: usize,
    /// The block that was begun.
    block: Option<Block>,
    /// Items that are left of it.
    left: usize,
    /// Whether the last block was seen.
    ended: bool,
}

impl Blocks {
    fn new(input: &mut Input<'_, '_>, op: &BlocksOp) -> Result<Self> {
        input.budget.enter()?;
        let mut blocks = Blocks { item: op.item, min_size: op.min_size, block: None, left: 0, ended: false };
        blocks.advance(input)?;
        Ok(blocks)
    }

    /// Whether there is another item; it is then counted as taken.
    #[inline(always)]
    fn next(&mut self, input: &mut Input<'_, '_>) -> Result<bool> {
        if self.left == 0 {
            if self.ended {
                return Ok(false);
            }
            self.advance(input)?;
            if self.ended {
                return Ok(false);
            }
        }
        self.left -= 1;
        Ok(true)
    }

    /// Ends a block and begins the next.
    #[inline(never)]
    fn advance(&mut self, input: &mut Input<'_, '_>) -> Result<()> {
        let reader = &mut input.reader;
        if let Some(block) = self.block {
            block.check_end(reader)?;
        }
        self.block = reader.read_block(self.min_size)?;
        match self.block {
            Some(block) if self.min_size == 0 => {
                input.budget.spend_zero_size(block.count, reader.position())?;
            }
            Some(_) => {}
            None => self.ended = true,
        }
        self.left = self.block.map_or(0, |block| block.count);
        Ok(())
    }

    /// Checks that nothing is left, which a type that takes a fixed number of items leaves behind.
    fn end(mut self, input: &mut Input<'_, '_>) -> Result<()> {
        if self.next(input)? {
            let expected = "a type that takes all items";
            return Err(Error::new(ErrorKind::Mismatch, expected, "one that leaves some")
                .at(input.reader.position() as u64));
        }
        input.budget.leave();
        Ok(())
    }
}

/// The items that are left of an array.
pub(super) struct Items<'c, 'l, 'de> {
    input: &'c mut Input<'l, 'de>,
    blocks: Blocks,
    /// Items that were taken.
    taken: usize,
}

impl<'c, 'l, 'de> Items<'c, 'l, 'de> {
    pub(super) fn new(input: &'c mut Input<'l, 'de>, op: &BlocksOp) -> Result<Self> {
        let blocks = Blocks::new(input, op)?;
        Ok(Items { input, blocks, taken: 0 })
    }

    pub(super) fn end(self) -> Result<()> {
        self.blocks.end(self.input)
    }

    #[cold]
    #[inline(never)]
    fn in_item(&mut self, error: Error) -> Error {
        self.input.failed = true;
        error.in_item(self.taken - 1)
    }
}

impl<'de> SeqAccess<'de> for Items<'_, '_, 'de> {
    type Error = Error;

    #[inline(always)]
    fn next_element<T: Deserialize<'de>>(&mut self) -> Result<Option<T>> {
        self.next_element_seed(PhantomData)
    }

    #[inline(always)]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.blocks.next(self.input)? {
            return Ok(None);
        }
        self.taken += 1;
        match seed.deserialize(Deserializer::of(self.input, self.blocks.item)) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.in_item(error)),
        }
    }

    /// What is left of the block, which fits into the bytes that are left, or into the limit for what has none.
    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.blocks.left)
    }
}

/// The entries that are left of a map.
pub(super) struct Entries<'c, 'l, 'de> {
    input: &'c mut Input<'l, 'de>,
    blocks: Blocks,
    /// The key that was read last.
    key: &'de str,
}

impl<'c, 'l, 'de> Entries<'c, 'l, 'de> {
    pub(super) fn new(input: &'c mut Input<'l, 'de>, op: &BlocksOp) -> Result<Self> {
        let blocks = Blocks::new(input, op)?;
        Ok(Entries { input, blocks, key: "" })
    }

    pub(super) fn end(self) -> Result<()> {
        self.blocks.end(self.input)
    }

    #[cold]
    #[inline(never)]
    fn in_key(&mut self, error: Error) -> Error {
        self.input.failed = true;
        error.in_key(self.key)
    }
}

impl<'de> MapAccess<'de> for Entries<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        if !self.blocks.next(self.input)? {
            return Ok(None);
        }
        let position = self.input.reader.position();
        self.key = self.input.reader.read_string()?;
        match seed.deserialize(Name(self.key)) {
            Ok(key) => Ok(Some(key)),
            Err(error) => Err(self.in_key(error).at(position as u64)),
        }
    }

    #[inline]
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        match seed.deserialize(Deserializer::of(self.input, self.blocks.item)) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.in_key(error)),
        }
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        Some(self.blocks.left)
    }
}
