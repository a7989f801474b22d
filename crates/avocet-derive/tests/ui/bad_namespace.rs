use avocet::Avro;

#[derive(Avro)]
#[avro(namespace = "com..acme")]
struct Bird {
    name: String,
}

fn main() {}
