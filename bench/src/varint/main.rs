//! Varints, ours and others': one value at a time and in batches, decode and encode.
//!
//! `cargo run --release --bin varint [TABLE…]` prints all tables, or those whose key is named: see `TABLES`.
//! A new contender is a row in `decode.rs`, `encode.rs` or `batch.rs`.

mod batch;
mod decode;
mod encode;

const TABLES: &[(&str, fn())] = &[
    ("decode", decode::inlined),
    ("decode-call", decode::by_call),
    ("decode-32", decode::inlined_32),
    ("decode-zigzag", decode::zigzag),
    ("encode", encode::inlined),
    ("encode-call", encode::by_call),
    ("encode-32", encode::inlined_32),
    ("encode-zigzag", encode::zigzag),
    ("batch-decode", batch::decode_u64),
    ("batch-decode-small", batch::decode_u64_small),
    ("batch-decode-32", batch::decode_u32),
    ("batch-decode-zigzag", batch::decode_i64),
    ("batch-encode", batch::encode_u64),
    ("batch-encode-32", batch::encode_u32),
    ("batch-encode-zigzag", batch::encode_i64),
    ("skip", batch::skip),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if let Some(unknown) = wanted.iter().find(|name| TABLES.iter().all(|(key, _)| key != name)) {
        eprintln!(
            "no table {unknown}; there are: {}",
            TABLES.iter().map(|(key, _)| format!("{key} ")).collect::<String>()
        );
        std::process::exit(2);
    }
    bench::harness::print_conditions();
    for (key, table) in TABLES {
        if wanted.is_empty() || wanted.iter().any(|name| name == key) {
            table();
        }
    }
}
