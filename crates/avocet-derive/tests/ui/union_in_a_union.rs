use avocet::Avro;

#[derive(Avro)]
enum Answer {
    Maybe(Option<i32>),
    Text(String),
}

fn main() {}
