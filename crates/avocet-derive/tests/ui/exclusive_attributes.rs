use avocet::Avro;

#[derive(Avro)]
struct Price {
    #[avro(logical = "date", decimal(precision = 3))]
    price: i32,
}

fn main() {}
