use avocet::Avro;

struct Inner;

#[derive(Avro)]
struct Outer {
    inner: Vec<Inner>,
}

fn main() {}
