//! Rust types ⇄ bytes: straight-line code that the derive of [`Avro`](trait@Avro) writes for the type's own schema, driven
//! by a plan where the writer's schema is another.
//!
#![doc = include_str!("../../docs/typed.md")]

mod adapter;
mod array;
mod cache;
mod containers;
mod default;
mod describe;
mod foreign;
mod functions;
mod input;
#[doc(hidden)]
pub mod logical;
mod numbers;
mod output;
mod resolution;
mod run;
mod shape;
mod text;
mod traits;

pub use containers::Key;
pub(crate) use functions::is_direct;
pub use functions::{Decoder, append, from_reader, from_slice, from_slice_with, to_vec, to_writer};
pub use traits::{Avro, Decode, DecodeOwned, Encode};

/// What the code calls that the derive writes. No other code should: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use std::borrow::Cow;
    pub use std::marker::PhantomData;

    pub use super::adapter::{Adapter, DecodeAs, EncodeAs, Same};
    pub use super::describe::{Builder, FieldText, Named};
    pub use super::input::{Input, Source, taken};
    pub use super::logical;
    pub use super::output::{Output, converted};
    pub use super::run::{ReadRun, WriteRun};
    pub use super::shape::{
        Field, Kind, Shape, Tree, differ, fits, has_fixed, holds_digits, is_fixed, is_union, width,
    };
    pub use super::traits::{Avro, Decode, Encode, Record, ResolveRecord};
    pub use crate::error::Result;
    pub use crate::wire::Reader;
}
