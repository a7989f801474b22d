use avocet::Avro;

#[derive(Avro)]
struct Bird {
    #[avro(rename = "title", rename = "label")]
    name: String,
}

fn main() {}
