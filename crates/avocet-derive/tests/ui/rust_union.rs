use avocet::Avro;

#[derive(Avro)]
union Bits {
    int: i32,
    float: f32,
}

fn main() {}
