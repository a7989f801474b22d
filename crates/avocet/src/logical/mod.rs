//! The values of logical types: what the numbers, texts and bytes underneath stand for.

mod decimal;

pub use decimal::Decimal;
