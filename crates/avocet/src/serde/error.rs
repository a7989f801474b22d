//! What serde's types complain of → the crate's error.

use std::fmt::Display;

use serde::de::{self, Expected, Unexpected};
use serde::ser;

use crate::error::{Error, ErrorKind};

impl de::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Error::custom(message.to_string())
    }

    #[cold]
    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        mismatch(expected.to_string(), found.to_string())
    }

    #[cold]
    fn invalid_value(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        mismatch(expected.to_string(), found.to_string())
    }

    #[cold]
    fn invalid_length(found: usize, expected: &dyn Expected) -> Self {
        mismatch(expected.to_string(), format!("{found} items"))
    }

    #[cold]
    fn unknown_variant(found: &str, expected: &'static [&'static str]) -> Self {
        mismatch(one_of("a variant", expected), format!("{found:?}"))
    }

    #[cold]
    fn unknown_field(found: &str, expected: &'static [&'static str]) -> Self {
        mismatch(one_of("a field", expected), format!("{found:?}"))
    }

    #[cold]
    fn missing_field(field: &'static str) -> Self {
        mismatch(format!("a field {field:?}"), "none in the data".to_owned())
    }

    #[cold]
    fn duplicate_field(field: &'static str) -> Self {
        mismatch(format!("a field {field:?} once"), "it twice".to_owned())
    }
}

impl ser::Error for Error {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Error::custom(message.to_string())
    }
}

fn mismatch(expected: String, found: String) -> Error {
    Error::new(ErrorKind::Mismatch, expected, found)
}

fn one_of(what: &str, names: &[&str]) -> String {
    if names.is_empty() {
        format!("{what}, of which there is none")
    } else {
        format!("{what} of {}", names.join(", "))
    }
}
