use avocet::Avro;

#[derive(Avro)]
#[avro(schema = "../../../../crates/avocet-derive/tests/bird.avsc")]
struct Bird {
    name: String,
    wingspan: Option<i32>,
}

fn main() {}
