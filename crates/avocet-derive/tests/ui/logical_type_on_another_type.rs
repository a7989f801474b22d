use avocet::Avro;

#[derive(Avro)]
struct Event {
    #[avro(logical = "timestamp-millis")]
    at: i32,
}

fn main() {}
