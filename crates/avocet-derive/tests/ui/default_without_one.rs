use avocet::Avro;

#[derive(Avro)]
struct Inner {
    legs: i32,
}

#[derive(Avro)]
struct Bird {
    #[avro(default)]
    inner: Inner,
}

fn main() {}
