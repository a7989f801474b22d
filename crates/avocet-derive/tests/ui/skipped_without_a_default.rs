use avocet::Avro;

struct Cache;

#[derive(Avro)]
struct Bird {
    #[avro(skip)]
    cache: Cache,
}

fn main() {}
