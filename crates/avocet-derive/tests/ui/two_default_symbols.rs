use avocet::Avro;

#[derive(Avro)]
enum State {
    #[avro(default)]
    Wild,
    #[avro(default)]
    Tame,
}

fn main() {}
