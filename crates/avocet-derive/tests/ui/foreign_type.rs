use avocet::Avro;

#[derive(Avro)]
struct Wait {
    how_long: std::time::Duration,
}

fn main() {}
