use avocet::Avro;

#[derive(Avro)]
enum Answer {
    Unknown,
    Refused,
    Given(String),
}

fn main() {}
