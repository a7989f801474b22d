use avocet::Avro;

#[derive(Avro)]
struct Bird {
    #[avro(renamed = "title")]
    name: String,
}

fn main() {}
