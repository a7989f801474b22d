use avocet::Avro;

#[derive(Avro)]
struct Price {
    #[avro(decimal(scale = 2))]
    price: avocet::logical::Decimal,
}

fn main() {}
