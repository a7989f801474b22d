use avocet::Avro;

#[derive(Avro)]
struct Counter {
    totals: std::collections::HashMap<String, Vec<u64>>,
}

fn main() {}
