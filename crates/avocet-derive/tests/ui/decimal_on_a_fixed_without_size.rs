use avocet::Avro;
use avocet::logical::Decimal;

#[derive(Avro)]
struct Price {
    #[avro(decimal(precision = 12, scale = 2), fixed(name = "Price"))]
    price: Decimal,
}

fn main() {}
