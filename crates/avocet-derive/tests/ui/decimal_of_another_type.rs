use avocet::Avro;

#[derive(Avro)]
struct Price {
    #[avro(decimal(precision = 9, scale = 2))]
    price: f64,
}

fn main() {}
