//! `schema`: a schema's text parsed, and its fingerprint.

use std::fmt::Write as _;
use std::hint::black_box;
use std::rc::Rc;

use apache_avro::rabin::Rabin;
use avocet::Schema;

use super::Case;
use crate::measure::{Contender, Role, Row};
use crate::shapes;

/// A small schema and a large one; parsed alone, and with the Rabin fingerprint.
pub fn cases() -> Vec<Case> {
    let texts: [(&str, fn() -> String); 2] = [("small", || shapes::order().schema), ("large", large)];
    let mut cases = Vec::new();
    for (name, text) in texts {
        cases.push(Case::new(format!("schema/{name}/parse"), move || row(&text(), false)));
        cases.push(Case::new(format!("schema/{name}/fingerprint"), move || row(&text(), true)));
    }
    cases
}

/// The fingerprint is the answer of both.
fn row(text: &str, fingerprint: bool) -> Row {
    let text: Rc<str> = text.into();
    let by = |name, role, run: fn(&str), answer: fn(&str) -> u64| {
        let (timed, asked) = (Rc::clone(&text), Rc::clone(&text));
        let run = move || if fingerprint { _ = black_box(answer(&timed)) } else { run(&timed) };
        Contender::new(name, role, run, move || answer(&asked))
    };
    let mut contenders = vec![
        by(
            "Schema",
            Role::Ours,
            |text| drop(black_box(ours(text))),
            |text| ours(text).fingerprint().as_u64(),
        ),
        by(
            "apache-avro",
            Role::Peer,
            |text| drop(black_box(apache(text))),
            |text| little(&apache(text).fingerprint::<Rabin>().bytes),
        ),
        // Its parser always makes the fingerprint, too.
        by(
            "serde_avro_fast",
            Role::Peer,
            |text| drop(black_box(fast(text))),
            |text| little(fast(text).rabin_fingerprint()),
        ),
    ];
    if fingerprint {
        #[cfg(feature = "arrow")]
        contenders.push(by("arrow-avro", Role::Peer, |_| (), arrow));
    } else {
        contenders.push(by(
            "serde_json::Value",
            Role::Reference,
            |text| drop(black_box(json(text))),
            |text| ours(&json(text).to_string()).fingerprint().as_u64(),
        ));
    }
    Row { units: 1, contenders }
}

#[inline(never)]
fn ours(text: &str) -> Schema {
    Schema::parse(text).expect("a valid schema")
}

#[inline(never)]
fn apache(text: &str) -> apache_avro::Schema {
    apache_avro::Schema::parse_str(text).expect("a valid schema")
}

#[inline(never)]
fn fast(text: &str) -> serde_avro_fast::Schema {
    text.parse().expect("a valid schema")
}

#[inline(never)]
fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("valid JSON")
}

#[cfg(feature = "arrow")]
#[inline(never)]
fn arrow(text: &str) -> u64 {
    use arrow_avro::schema::{AvroSchema, Fingerprint, FingerprintAlgorithm};
    let schema = AvroSchema::new(text.to_owned());
    match schema.fingerprint(FingerprintAlgorithm::Rabin).expect("a valid schema") {
        Fingerprint::Rabin(number) => number,
        _ => unreachable!("Rabin was asked for"),
    }
}

fn little(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// 201 records: 200 of a long, a string or null, an array, a map and a reference to the one before, in one around them.
fn large() -> String {
    let mut text =
        r#"{"type": "record", "name": "Root", "namespace": "com.example.large", "fields": ["#.to_owned();
    for index in 0..200 {
        let before = if index == 0 { "string".to_owned() } else { format!("Part{}", index - 1) };
        let comma = if index == 0 { "" } else { ", " };
        let _ = write!(
            text,
            r#"{comma}{{"name": "part{index}", "doc": "Number {index} of the parts.", "type": {{"type": "record", "name": "Part{index}", "fields": [
                {{"name": "id", "type": "long"}}, {{"name": "label", "type": ["null", "string"], "default": null}},
                {{"name": "samples", "type": {{"type": "array", "items": "double"}}}},
                {{"name": "attributes", "type": {{"type": "map", "values": "string"}}}},
                {{"name": "before", "type": ["null", "{before}"], "default": null}}]}}}}"#
        );
    }
    text + "]}"
}
