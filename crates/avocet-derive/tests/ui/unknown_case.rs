use avocet::Avro;

#[derive(Avro)]
#[avro(rename_all = "kebab-case")]
struct Bird {
    wing_span: i32,
}

fn main() {}
