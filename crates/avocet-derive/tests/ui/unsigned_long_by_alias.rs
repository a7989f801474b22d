use avocet::Avro;

type Total = u64;

#[derive(Avro)]
struct Counter {
    total: Total,
}

fn main() {}
