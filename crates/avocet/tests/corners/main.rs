//! Corner cases of the specification where implementations differ: one test for each, named after it, with our choice
//! where the specification is silent.

mod binary;
mod resolution;
mod sort_order;

use avocet::{ErrorKind, Plan, Result, Schema, Value};

pub(crate) fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A primitive type's schema.
pub(crate) fn of(primitive: &str) -> Schema {
    schema(&format!("{primitive:?}"))
}

/// The bytes are no datum of the schema, whatever is done with them; what the error says begins its expectation.
pub(crate) fn assert_refused(schema: &Schema, bytes: &[u8], kind: ErrorKind, expected: &str) {
    let plan = Plan::new(schema);
    let error = plan.decode_value(bytes).expect_err(&format!("{schema}: {bytes:02x?}"));
    assert_eq!(error.kind(), kind, "{schema}: {bytes:02x?}: {error}");
    assert!(error.expected().starts_with(expected), "{schema}: {bytes:02x?}: {error}");
    assert!(error.offset().is_some_and(|offset| offset <= bytes.len() as u64), "{error}");
    assert_eq!(plan.decode_ref(bytes).unwrap_err().to_string(), error.to_string());
}

/// What a reader's schema makes of a writer's value.
pub(crate) fn read(writer: &str, value: impl Into<Value>, reader: &str) -> Result<Value> {
    let writer = schema(writer);
    let bytes = value.into().encode(&writer).unwrap();
    Plan::resolve(&writer, &schema(reader))?.decode_value(&bytes)
}
