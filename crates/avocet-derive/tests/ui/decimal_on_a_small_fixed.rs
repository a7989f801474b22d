use avocet::Avro;
use avocet::logical::Decimal;

#[derive(Avro)]
struct Price {
    #[avro(decimal(precision = 19, scale = 2), fixed(name = "Price", size = 8))]
    price: Decimal,
}

fn main() {}
