//! Types that derive `Avro`: their schemas, their bytes, what other schemas' bytes become.

mod attributes;
mod errors;
mod evolution;
mod files;
mod records;
mod table;
mod unions;

use std::fmt::Debug;

use avocet::typed::{Avro, DecodeOwned, Encode};
use avocet::{Plan, Value};

/// Miri looks at one cut of many.
const CUT_STEP: usize = if cfg!(miri) { 13 } else { 1 };

/// Encodes and decodes a value, and has the run-time values agree with every byte.
#[track_caller]
fn round_trip<T: Encode + DecodeOwned + PartialEq + Debug>(value: &T) -> Vec<u8> {
    let bytes = avocet::to_vec(value).unwrap();
    let generic = Value::decode(T::schema(), &bytes).unwrap();
    assert_eq!(generic.encode(T::schema()).unwrap(), bytes, "{generic:?}");
    assert_eq!(&avocet::from_slice::<T>(&bytes).unwrap(), value);
    for cut in (0..bytes.len()).step_by(CUT_STEP) {
        avocet::from_slice::<T>(&bytes[..cut]).unwrap_err();
    }
    bytes
}

/// The schema as JSON.
fn schema<T: Avro>() -> String {
    T::schema().to_string()
}

/// Whether the typed code and the run-time values refuse the same bytes for the same reason.
#[track_caller]
fn refuses_alike<T: DecodeOwned + Debug>(bytes: &[u8]) {
    let typed = avocet::from_slice::<T>(bytes).unwrap_err();
    let generic = Plan::new(T::schema()).decode_value(bytes).unwrap_err();
    assert_eq!(typed.to_string(), generic.to_string());
    assert_eq!(typed.kind(), generic.kind());
}
