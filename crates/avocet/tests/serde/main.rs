//! serde's types: a table of its data model against schemas, then each thing that needs more than a row.

#![expect(clippy::items_after_statements, reason = "a type stands where it is used")]
#![expect(clippy::needless_pass_by_value, reason = "rows read better without references")]
#![expect(clippy::float_cmp, reason = "what was written is what is read, to the bit")]
#![expect(clippy::zero_sized_map_values, reason = "to read keys and ignore values")]

mod enums;
mod fields;
mod files;
mod hostile;
mod model;
mod property;
mod reading;

use std::fmt::Debug;

use avocet::{Error, Plan, Result, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Writes a value, compares the bytes, and reads it back.
#[track_caller]
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str, value: T, bytes: &[u8]) {
    assert_eq!(avocet::serde::to_vec(&schema(text), &value).unwrap(), bytes, "{text} {value:?}");
    assert_eq!(read::<T>(text, bytes).unwrap(), value, "{text}");
}

/// Writes a value and reads it back.
#[track_caller]
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str, value: T) {
    let bytes =
        avocet::serde::to_vec(&schema(text), &value).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(read::<T>(text, &bytes).unwrap(), value, "{text}");
}

fn read<T: DeserializeOwned>(text: &str, bytes: &[u8]) -> Result<T> {
    Plan::new(&schema(text)).decode(bytes)
}

/// The error of writing a value.
#[track_caller]
fn refused<T: Serialize + ?Sized>(text: &str, value: &T) -> Error {
    let mut out = vec![1, 2, 3];
    let error = avocet::serde::append(&schema(text), value, &mut out).expect_err("this does not fit");
    assert_eq!(out, [1, 2, 3], "what was there is left alone");
    error
}

/// A record `R` with these fields.
fn record(fields: &str) -> String {
    format!(r#"{{"type": "record", "name": "R", "fields": [{fields}]}}"#)
}
