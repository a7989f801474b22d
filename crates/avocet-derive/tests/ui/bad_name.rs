use avocet::Avro;

#[derive(Avro)]
struct Bird {
    #[avro(rename = "wing-span")]
    wingspan: i32,
}

fn main() {}
