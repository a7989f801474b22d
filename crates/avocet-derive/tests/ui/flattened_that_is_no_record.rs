use avocet::Avro;

#[derive(Avro)]
struct Bird {
    #[avro(flatten)]
    names: Vec<String>,
}

fn main() {}
