use avocet::Avro;

#[derive(Avro)]
enum Amount {
    Net(i64),
    Gross(i64),
}

fn main() {}
