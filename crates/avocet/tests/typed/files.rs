//! Container files of typed records, and typed ⇄ run-time values.

use avocet::container::{Codec, Reader, Writer};
use avocet::{Avro, Encoder, ErrorKind, Schema, Value, from_value, record, to_value};

#[derive(Avro, Debug, PartialEq, Clone)]
struct Bird {
    name: String,
    wingspan: Option<i32>,
}

fn birds() -> Vec<Bird> {
    (0..if cfg!(miri) { 40 } else { 5000 })
        .map(|at| Bird { name: format!("bird {at}"), wingspan: (at % 3 == 0).then_some(at) })
        .collect()
}

#[test]
fn records_go_through_files() {
    let mut writer = Writer::builder().codec(Codec::Deflate).build(Vec::new(), Bird::schema()).unwrap();
    for bird in birds() {
        writer.append_record(&bird).unwrap();
    }
    let file = writer.finish().unwrap();
    let mut reader = Reader::new(&file[..]).unwrap();
    assert_eq!(reader.records::<Bird>().unwrap().collect::<Result<Vec<_>, _>>().unwrap(), birds());
    let value = Reader::new(&file[..]).unwrap().values().next().unwrap().unwrap();
    assert_eq!(value, to_value(&birds()[0]).unwrap());
}

#[test]
fn records_evolve_in_files() {
    #[derive(Avro, Debug, PartialEq)]
    #[avro(rename = "Bird")]
    struct Newer {
        #[avro(default = 2)]
        legs: i64,
        wingspan: Option<f64>,
    }
    #[derive(Avro, Debug)]
    #[avro(rename = "Bird")]
    struct Other {
        beak: String,
    }
    let mut writer = Writer::of::<Bird>(Vec::new()).unwrap();
    for bird in birds() {
        writer.append_record(&bird).unwrap();
    }
    let file = writer.finish().unwrap();
    let mut reader = Reader::new(&file[..]).unwrap();
    let read: Vec<Newer> = reader.records().unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!((read.len(), &read[3]), (birds().len(), &Newer { legs: 2, wingspan: Some(3.0) }));
    let error = Reader::new(&file[..]).unwrap().records::<Other>().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Resolution, "{error}");
}

#[test]
fn a_file_takes_only_types_of_its_schema() {
    let mut writer = Writer::new(Vec::new(), &Schema::parse("\"long\"").unwrap()).unwrap();
    writer.append_record(&5_i64).unwrap();
    let error = writer.append_record(&5_i32).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    writer.append_record(&6_u32).unwrap();
    let file = writer.finish().unwrap();
    let read: Vec<i64> =
        Reader::new(&file[..]).unwrap().records().unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(read, [5, 6]);
}

#[test]
fn damage_ends_a_file_with_an_error() {
    let mut writer = Writer::builder().block_size(128).build(Vec::new(), Bird::schema()).unwrap();
    for bird in birds() {
        writer.append_record(&bird).unwrap();
    }
    let mut file = writer.finish().unwrap();
    let at = file.len() - 100;
    file[at] = 0xff;
    let mut reader = Reader::new(&file[..]).unwrap();
    let read: Vec<_> = reader.records::<Bird>().unwrap().collect();
    assert!(read.len() > birds().len() / 2 && read[..read.len() - 1].iter().all(Result::is_ok));
    assert!(read.last().unwrap().is_err());
}

#[test]
fn values_and_types_become_each_other() {
    let bird = Bird { name: "avocet".into(), wingspan: Some(78) };
    let value = to_value(&bird).unwrap();
    assert_eq!(value["name"].as_str(), Some("avocet"));
    assert_eq!(from_value::<Bird>(&value).unwrap(), bird);
    let made = record! { "name": "avocet", "wingspan": 78 };
    assert_eq!(from_value::<Bird>(&made).unwrap(), bird);
    assert_eq!(from_value::<Bird>(&Value::Null).unwrap_err().kind(), ErrorKind::Mismatch);
}

#[test]
fn encoders_write_other_schemas() {
    let same = Schema::parse(&Bird::schema().to_string()).unwrap();
    let bird = Bird { name: "a".into(), wingspan: Some(1) };
    assert_eq!(Encoder::new(&same).unwrap().encode(&bird).unwrap(), avocet::to_vec(&bird).unwrap());
    let other = Schema::parse(
        r#"{"type":"record","name":"Bird","fields":[{"name":"wingspan","type":["double","null"]},
            {"name":"legs","type":"int","default":2},{"name":"name","type":["null","string"]}]}"#,
    )
    .unwrap();
    let mut encoder = Encoder::<Bird>::new(&other).unwrap();
    let mut bytes = vec![0];
    bytes.extend(1_f64.to_le_bytes());
    bytes.extend(b"\x04\x02\x02a");
    assert_eq!(encoder.encode(&bird).unwrap(), bytes);
    assert_eq!(encoder.encode(&Bird { wingspan: None, ..bird.clone() }).unwrap(), b"\x02\x04\x02\x02a");
    // A field that would be lost.
    let less = Schema::parse(r#"{"type":"record","name":"Bird","fields":[{"name":"name","type":"string"}]}"#)
        .unwrap();
    let error = Encoder::<Bird>::new(&less).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Resolution);
    assert!(error.to_string().contains("`wingspan`"), "{error}");
    // A value that does not fit, by its path.
    let strict = Schema::parse(
        r#"{"type":"record","name":"Bird","fields":[{"name":"name","type":"string"},{"name":"wingspan","type":"int"}]}"#,
    )
    .unwrap();
    let mut encoder = Encoder::<Bird>::new(&strict).unwrap();
    assert_eq!(encoder.encode(&bird).unwrap(), b"\x02a\x02");
    let error = encoder.encode(&Bird { wingspan: None, ..bird }).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::Mismatch, "Bird.wingspan"), "{error}");
}
