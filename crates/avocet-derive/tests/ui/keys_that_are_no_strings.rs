use avocet::Avro;

#[derive(Avro)]
struct Legs {
    by_number: std::collections::HashMap<i32, String>,
}

fn main() {}
