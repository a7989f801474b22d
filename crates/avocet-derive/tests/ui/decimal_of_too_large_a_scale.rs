use avocet::Avro;

#[derive(Avro)]
struct Price {
    #[avro(decimal(precision = 2, scale = 3))]
    price: avocet::logical::Decimal,
}

fn main() {}
