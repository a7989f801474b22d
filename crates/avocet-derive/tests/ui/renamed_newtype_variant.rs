use avocet::Avro;

#[derive(Avro)]
enum Answer {
    #[avro(rename = "String")]
    Text(String),
    Number(i32),
}

fn main() {}
