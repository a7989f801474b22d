use avocet::Avro;

#[derive(Avro)]
struct Bird {
    #[avro(skip, rename = "title")]
    name: String,
}

fn main() {}
