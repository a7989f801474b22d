use avocet::Avro;

#[derive(Avro)]
struct Letter {
    letter: char,
}

fn main() {}
