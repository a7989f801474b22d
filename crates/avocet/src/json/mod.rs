//! Encoded datums → the JSON encoding of the specification, without a value in between.

mod write;

pub use write::{Style, write};
