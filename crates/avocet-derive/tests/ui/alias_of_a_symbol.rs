use avocet::Avro;

#[derive(Avro)]
enum State {
    #[avro(alias = "Free")]
    Wild,
}

fn main() {}
