//! What every decoder shares, whatever it decodes into: the budget of a datum, the walk over the blocks of arrays
//! and maps, the machine that runs a plan's program, skipping, and writing anew under a reader's schema.

mod budget;
mod items;
mod machine;
mod primitives;
mod skip;
mod target;
mod transcode;

pub(crate) use budget::Budget;
pub(crate) use items::{Blocks, read_blocks, read_items};
pub(crate) use machine::{read, read_symbol};
pub(crate) use skip::skip_op;
pub(crate) use target::Target;
pub(crate) use transcode::Scratch;
