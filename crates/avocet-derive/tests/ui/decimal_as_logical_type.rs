use avocet::Avro;

#[derive(Avro)]
struct Price {
    #[avro(logical = "decimal")]
    price: Vec<u8>,
}

fn main() {}
