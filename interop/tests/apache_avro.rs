//! The crate `apache-avro`, both directions: what we write it reads as the same value, and what it then writes we read
//! as the same value.

use apache_avro::types::Value as Theirs;
use avocet::Value;
use interop::{Sample, dump, dump_bytes, dump_float, dump_items, dump_members, dump_text, samples};

fn dump_theirs(value: &Theirs) -> String {
    match value {
        Theirs::Null => "null".to_owned(),
        Theirs::Boolean(value) => value.to_string(),
        Theirs::Int(value) => value.to_string(),
        Theirs::Long(value) => value.to_string(),
        Theirs::Float(value) => dump_float(f64::from(*value)),
        Theirs::Double(value) => dump_float(*value),
        Theirs::Bytes(bytes) | Theirs::Fixed(_, bytes) => dump_bytes(bytes),
        Theirs::String(text) | Theirs::Enum(_, text) => dump_text(text),
        Theirs::Union(_, value) => dump_theirs(value),
        Theirs::Array(items) => dump_items(items.iter().map(dump_theirs)),
        Theirs::Map(entries) => {
            dump_members(entries.iter().map(|(key, value)| (key.as_str(), dump_theirs(value))))
        }
        Theirs::Record(fields) => {
            dump_members(fields.iter().map(|(key, value)| (key.as_str(), dump_theirs(value))))
        }
        other => panic!("no logical type was written, but {other:?} was read"),
    }
}

#[test]
#[expect(deprecated, reason = "the builders that replace them do the same")]
fn both_libraries_read_what_the_other_writes() {
    let (mut read, mut written) = (0, 0);
    for Sample { text, schema, datums } in samples(2_000) {
        let theirs = match apache_avro::Schema::parse_str(&text.to_string()) {
            Ok(theirs) => theirs,
            Err(error) => panic!("{text}: {error}"),
        };
        for datum in datums {
            let ours = Value::decode(&schema, &datum).unwrap();
            let expected = dump(&ours);
            // What stands in the sample, in many blocks, and what we make of it.
            for bytes in [&datum, &ours.encode(&schema).unwrap()] {
                let value = apache_avro::from_avro_datum(&theirs, &mut &bytes[..], None)
                    .unwrap_or_else(|error| panic!("{text}: {bytes:02x?}: {error}"));
                assert_eq!(dump_theirs(&value), expected, "{text}: {bytes:02x?}");
                read += 1;
                let bytes = apache_avro::to_avro_datum(&theirs, value)
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(dump(&Value::decode(&schema, &bytes).unwrap()), expected, "{text}");
                written += 1;
            }
        }
    }
    println!("apache-avro read {read} datums and wrote {written}");
    assert!(read > 5_000 && written > 5_000);
}
