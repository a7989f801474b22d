use avocet::Avro;

#[derive(Avro)]
enum Never {}

fn main() {}
