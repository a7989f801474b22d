use avocet::Avro;

#[derive(Avro)]
struct Counter {
    total: u64,
}

fn main() {}
