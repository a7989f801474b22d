use std::collections::BTreeMap;

use avocet::Avro;

#[derive(Avro)]
#[avro(schema = "../../../../crates/avocet-derive/tests/flock.avsc")]
struct Flock {
    names: Vec<Option<i32>>,
    counts: BTreeMap<String, i32>,
    place: Option<String>,
    ring: [u8; 8],
}

fn main() {}
