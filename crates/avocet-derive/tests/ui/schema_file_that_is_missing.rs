use avocet::Avro;

#[derive(Avro)]
#[avro(schema = "nowhere.avsc")]
struct Bird {
    name: String,
}

fn main() {}
