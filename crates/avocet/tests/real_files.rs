//! Every real file reads as other implementations read it, row for row, through all three ways to read one.

mod expected;

use std::collections::HashMap;

use avocet::container::Reader;
use avocet::{Limits, Result, Value, json, wire};
use expected::{Expected, real_files};

#[test]
fn rows_are_those_of_other_implementations() {
    for expected in real_files().unwrap_or_default() {
        let file = expected.file.display();
        let (rows, end) = rows(&expected);
        assert_eq!(end.is_err(), expected.is_damaged, "{file}: {end:?}");
        expected.check(schema_text(&expected).as_deref(), &rows);
    }
}

#[test]
fn values_are_the_same_rows() {
    for expected in real_files().unwrap_or_default() {
        let file = expected.file.display();
        let (rows, end) = rows(&expected);
        let Ok(reader) = Reader::open(&expected.file) else {
            continue; // the test above wants this error
        };
        let schema = reader.schema().clone();
        let mut values = Vec::new();
        let mut values_end = Ok(());
        for value in reader.values() {
            match value {
                Ok(value) => values.push(value),
                Err(error) => values_end = Err(error),
            }
        }
        assert_eq!(values.len(), rows.len(), "{file}");
        assert_eq!(values_end.map_err(|error| error.kind()), end.map_err(|error| error.kind()), "{file}");
        for (value, row) in values.iter().zip(&rows) {
            let bytes = value.encode(&schema).unwrap_or_else(|error| panic!("{file}: {error}"));
            let mut text = Vec::new();
            json::write(
                &schema,
                &mut wire::Reader::new(&bytes),
                &Limits::default(),
                &mut text,
                json::Style::Compact,
            )
            .unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(String::from_utf8_lossy(&text), *row, "{file}");
            assert_eq!(Value::decode(&schema, &bytes).as_ref(), Ok(value), "{file}");
        }
    }
}
