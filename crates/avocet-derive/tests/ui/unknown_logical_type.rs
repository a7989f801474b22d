use avocet::Avro;

#[derive(Avro)]
struct Event {
    #[avro(logical = "timestamp-seconds")]
    at: i64,
}

fn main() {}
