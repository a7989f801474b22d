use avocet::Avro;

#[derive(Avro)]
struct Bird {
    name: String,
    #[avro(rename = "name")]
    title: String,
}

fn main() {}
