//! Measuring: how, with what data, against whom.

pub mod alloc;
pub mod data;
pub mod harness;
pub mod measure;
pub mod shapes;
pub mod suite;
pub mod verdict;
