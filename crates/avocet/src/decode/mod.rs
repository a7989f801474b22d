//! What every decoder shares, whatever it decodes into: the budget of a datum, the walk over the blocks of arrays
//! and maps, and skipping.

mod budget;
mod items;
mod skip;

pub(crate) use budget::Budget;
pub(crate) use items::{Blocks, read_items};
pub use skip::skip;
