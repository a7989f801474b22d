//! Apache Avro for Rust: bytes are read by a [`wire`] reader, driven by a schema, into a target; writing is the same
//! sentence backwards.
//!
//! | you have | you want | call |
//! |---|---|---|
//! | JSON text | a schema | [`Schema::parse`] |
//! | a datum | a [`Value`] | [`Value::decode`] |
//! | many data | values, owned or borrowed | [`Plan::decode_value`], [`Plan::decode_ref`] |
//! | a [`Value`] | a datum | [`Value::encode`] |
//! | a datum | its Avro JSON | [`json::print`](json::print()), [`json::Printer`] |
//! | Avro JSON | a datum | [`json::parse`], [`json::Parser`] |
//! | a Rust type | its schema, its bytes, itself | [`derive(Avro)`](macro@Avro), [`to_vec`], [`from_slice`] |
//! | another's bytes | a Rust type | [`Decoder`], [`from_slice_with`] |
//! | two datums or values | which comes first | [`order::SortOrder`] |
//! | a file | its values | [`container::Reader`] |
//! | values | a file | [`container::Writer`] |
//! | bytes | primitives, one by one | [`wire::Reader`] |

pub mod container;
mod convert;
mod decode;
mod error;
pub mod json;
mod limits;
pub mod logical;
pub mod order;
pub mod plan;
pub mod schema;
#[cfg(feature = "serde")]
pub mod serde;
pub mod typed;
pub mod value;
pub mod wire;

/// Gives a type an Avro schema and the code that writes and reads it; see the module [`typed`] for all attributes.
#[cfg(feature = "derive")]
pub use avocet_derive::Avro;
pub use convert::{Encoder, from_value, to_value};
pub use error::{Error, ErrorKind, Result, SchemaFault};
pub use limits::Limits;
pub use plan::Plan;
pub use schema::Schema;
pub use typed::{Avro, Decoder, from_reader, from_slice, from_slice_with, to_vec, to_writer};
pub use value::{Value, ValueRef};

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
