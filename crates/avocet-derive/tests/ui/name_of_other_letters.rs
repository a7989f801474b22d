use avocet::Avro;

#[derive(Avro)]
struct Vogel {
    größe: i32,
}

fn main() {}
