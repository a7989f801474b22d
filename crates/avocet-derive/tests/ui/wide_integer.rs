use avocet::Avro;

#[derive(Avro)]
struct Id(i128);

fn main() {}
