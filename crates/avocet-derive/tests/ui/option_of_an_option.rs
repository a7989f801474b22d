use avocet::Avro;

#[derive(Avro)]
struct Bird {
    legs: Option<Option<i32>>,
}

fn main() {}
