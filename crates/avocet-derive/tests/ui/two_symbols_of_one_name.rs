use avocet::Avro;

#[derive(Avro)]
#[avro(rename_all = "UPPERCASE")]
enum State {
    Wild,
    #[avro(rename = "WILD")]
    Tame,
}

fn main() {}
