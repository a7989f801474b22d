use avocet::Avro;

#[derive(Avro)]
#[avro(namespace = "com.acme")]
struct Meters(f64);

fn main() {}
