use avocet::Avro;

#[derive(Avro)]
#[avro(rename = "com.acme.Bird")]
struct Bird {
    name: String,
}

fn main() {}
