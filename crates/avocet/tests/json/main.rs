//! JSON text ⇄ datums.

mod cases;
#[path = "../given/mod.rs"]
mod given;
mod hostile;
mod plain;
mod random;
mod resolution;
mod rows;
mod streams;

use avocet::{Error, Schema, json};

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The encoding of a text.
#[track_caller]
fn parse(schema_text: &str, text: &str) -> Vec<u8> {
    json::parse(&schema(schema_text), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The error of a text.
#[track_caller]
fn refuse(schema_text: &str, text: &str) -> Error {
    match json::parse(&schema(schema_text), text) {
        Ok(bytes) => panic!("{text} is taken as {bytes:x?}"),
        Err(error) => error,
    }
}

/// A text is written as `canonical`, and that is read again as the same.
#[track_caller]
fn round_trip(schema_text: &str, text: &str, canonical: &str) {
    let schema = schema(schema_text);
    let bytes = json::parse(&schema, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(json::print(&schema, &bytes).unwrap(), canonical);
    assert_eq!(json::parse(&schema, canonical).unwrap(), bytes);
}
