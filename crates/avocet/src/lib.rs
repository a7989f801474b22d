//! Apache Avro for Rust.

mod error;
mod limits;
pub mod schema;

pub use error::{Error, ErrorKind, Result, SchemaFault};
pub use limits::Limits;
pub use schema::Schema;
