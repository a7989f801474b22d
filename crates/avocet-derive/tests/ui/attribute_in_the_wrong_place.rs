use avocet::Avro;

#[derive(Avro)]
#[avro(flatten)]
struct Bird {
    name: String,
}

fn main() {}
