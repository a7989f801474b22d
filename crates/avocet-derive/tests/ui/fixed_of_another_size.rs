use avocet::Avro;

#[derive(Avro)]
struct Digest {
    #[avro(fixed(name = "Md5", size = 16))]
    digest: [u8; 20],
}

fn main() {}
