//! Every real file reads as other implementations read it: header, blocks, rows as JSON, rows as values.

mod expected;

use avocet::container::Reader;
use avocet::{ErrorKind, Limits, Result, Schema, Value, json, wire};

use expected::{Expected, real_files};

#[test]
fn rows_are_those_of_other_implementations() {
    for expected in real_files().unwrap_or_default() {
        let file = expected.file.display();
        let (rows, end) = rows(&expected);
        assert_eq!(end.is_err(), expected.is_damaged, "{file}: {end:?}");
        if let Err(error) = end {
            assert!(error.offset().is_some(), "{file}: {error}");
        }
        let schema = Reader::open(&expected.file).ok().and_then(|reader| schema_text(&reader));
        expected.check(schema.as_deref(), &rows);
    }
}

#[test]
fn headers_and_blocks_are_those_of_other_implementations() {
    for expected in real_files().unwrap_or_default().iter().filter(|expected| !expected.is_damaged) {
        let file = expected.file.display();
        let mut reader = Reader::open(&expected.file).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(Some(&*reader.codec_name()), expected.codec.as_deref(), "{file}");
        for (key, value) in reader.metadata().user() {
            let expected = expected.user_metadata.get(key).map(String::as_bytes);
            assert_eq!(Some(value), expected, "{file}: {key}");
        }
        assert_eq!(reader.metadata().user().count(), expected.user_metadata.len(), "{file}");
        let counts: Vec<u64> = reader.blocks().map(|block| block.expect("the file is whole").count).collect();
        assert_eq!(counts, expected.rows_per_block, "{file}");
    }
}

#[test]
fn values_are_the_same_rows() {
    for expected in real_files().unwrap_or_default() {
        let file = expected.file.display();
        let Ok(mut reader) = Reader::open(&expected.file) else {
            continue; // the first test wants this error
        };
        let schema = reader.schema().clone();
        let mut values = Vec::new();
        let mut end: Option<ErrorKind> = None;
        for value in reader.values() {
            match value {
                Ok(value) => values.push(value),
                Err(error) => end = Some(error.kind()),
            }
        }
        let (rows, rows_end) = rows(&expected);
        assert_eq!(end, rows_end.err().map(|error| error.kind()), "{file}");
        assert_eq!(values.len(), rows.len(), "{file}");
        for (value, row) in values.iter().zip(&rows) {
            let bytes = value.encode(&schema).unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(
                json_of(&schema, &mut wire::Reader::new(&bytes), &Limits::default()).unwrap(),
                *row,
                "{file}"
            );
            let again = Value::decode(&schema, &bytes).unwrap_or_else(|error| panic!("{file}: {error}"));
            // NaN is not equal to itself, the text is.
            assert_eq!(again.to_string(), value.to_string(), "{file}");
        }
    }
}

/// All rows that can be had, in Avro JSON, and how it ended.
fn rows(expected: &Expected) -> (Vec<String>, Result<()>) {
    let mut rows = Vec::new();
    let end = Reader::open(&expected.file).and_then(|mut reader| {
        while let Some(row) = reader.read_with(|plan, datum, limits| json_of(plan.writer(), datum, limits)) {
            rows.push(row?);
        }
        Ok(())
    });
    (rows, end)
}

fn json_of(schema: &Schema, datum: &mut wire::Reader<'_>, limits: &Limits) -> Result<String> {
    let mut text = Vec::new();
    json::write(schema, datum, limits, &mut text, json::Style::Compact)?;
    Ok(String::from_utf8(text).expect("JSON text is UTF-8"))
}

fn schema_text<R: std::io::Read>(reader: &Reader<R>) -> Option<Vec<u8>> {
    reader.metadata().get("avro.schema").map(<[u8]>::to_vec)
}
