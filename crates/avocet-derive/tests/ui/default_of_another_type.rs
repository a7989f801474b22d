use avocet::Avro;

#[derive(Avro)]
struct Bird {
    #[avro(default = "two")]
    legs: i32,
}

fn main() {}
