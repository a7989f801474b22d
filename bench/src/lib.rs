//! What every benchmark of this workspace shares: data and the harness. A benchmark is a file beside them.

pub mod data;
pub mod harness;
