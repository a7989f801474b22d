use avocet::Avro;

mod seconds {
    pub type As = i64;
}

#[derive(Avro)]
struct Wait {
    #[avro(with = seconds)]
    how_long: std::time::Duration,
}

fn main() {}
