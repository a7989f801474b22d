//! Container files of types.

use avocet::container::{Codec, Reader, Writer};
use avocet::{ErrorKind, Value};
use serde::{Deserialize, Serialize};

use crate::{record, schema};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Bird {
    name: String,
    wingspan: Option<i32>,
}

fn text() -> String {
    record(r#"{"name": "name", "type": "string"}, {"name": "wingspan", "type": ["null", "int"]}"#)
}

fn birds() -> impl Iterator<Item = Bird> {
    (0..1000).map(|index| Bird { name: format!("bird {index}"), wingspan: (index % 3 > 0).then_some(index) })
}

fn file() -> Vec<u8> {
    let mut writer =
        Writer::builder().codec(Codec::Deflate).block_size(1000).build(Vec::new(), &schema(&text())).unwrap();
    birds().for_each(|bird| writer.serialize(&bird).unwrap());
    writer.finish().unwrap()
}

#[test]
fn types_come_back() {
    let file = file();
    let read: Vec<Bird> =
        Reader::new(&file[..]).unwrap().deserialize().collect::<avocet::Result<_>>().unwrap();
    assert!(read.into_iter().eq(birds()));
    let values: Vec<Value> = Reader::new(&file[..]).unwrap().values().collect::<avocet::Result<_>>().unwrap();
    assert_eq!(values[7]["name"].as_str(), Some("bird 7"));
}

#[test]
fn as_a_readers_schema() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Named {
        name: String,
        known: bool,
    }
    let reader = record(
        r#"{"name": "known", "type": "boolean", "default": true}, {"name": "name", "type": "string"}"#,
    );
    let file = file();
    let mut reader = Reader::builder().reader_schema(schema(&reader)).build(&file[..]).unwrap();
    reader.skip(500).unwrap();
    let named: Vec<Named> = reader.deserialize().collect::<avocet::Result<_>>().unwrap();
    assert_eq!(named[0], Named { name: "bird 500".to_owned(), known: true });
    assert_eq!(named.len(), 500);
}

#[test]
fn what_does_not_fit_leaves_nothing_in_the_file() {
    let mut writer = Writer::new(Vec::new(), &schema(&text())).unwrap();
    writer.serialize(&Bird { name: "a".to_owned(), wingspan: None }).unwrap();
    assert_eq!(writer.serialize(&"no bird").unwrap_err().kind(), ErrorKind::Mismatch);
    writer.serialize(&Bird { name: "b".to_owned(), wingspan: None }).unwrap();
    let file = writer.finish().unwrap();
    let names: Vec<Bird> =
        Reader::new(&file[..]).unwrap().deserialize().collect::<avocet::Result<_>>().unwrap();
    assert_eq!(names.len(), 2);
    let mut reader = Reader::new(&file[..]).unwrap();
    let mut wrong = reader.deserialize::<i32>();
    assert_eq!(wrong.next().unwrap().unwrap_err().kind(), ErrorKind::Mismatch);
    assert!(wrong.next().is_none());
}
