//! serde's data model beside `apache-avro` and `serde_avro_fast`: what both sides write, both sides read, and what a peer
//! writes of a row that it supports is what we write.
//!
//! `PEERS_FAIL` lists what a peer cannot do; each entry is checked to be still true, so that it goes when they learn.

use std::collections::BTreeMap;
use std::fmt::Debug;

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use avocet::{Plan, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Rows that a peer cannot write, or writes or reads otherwise, by the peer and the row.
const PEERS_FAIL: &[(&str, &str)] = &[
    ("apache-avro", "unit struct"),           // wants a record without fields
    ("apache-avro", "i32 as long"),           // wants an i64
    ("apache-avro", "i64 as int"),            // wants an i32
    ("apache-avro", "u64 as long"),           // writes a fixed of its own
    ("apache-avro", "i128 as long"),          // writes a fixed of its own
    ("apache-avro", "f32 as double"),         // wants an f64
    ("apache-avro", "sequence as bytes"),     // wants serde_bytes
    ("apache-avro", "array as fixed"),        // wants serde_bytes
    ("apache-avro", "enum as string"),        // wants an enum
    ("apache-avro", "string as enum"),        // wants an enum
    ("apache-avro", "some of three"),         // wants null and one other branch
    ("apache-avro", "tuple as array"),        // wants a record
    ("apache-avro", "struct as map"),         // wants a record
    ("apache-avro", "map as record"),         // cannot read it back
    ("apache-avro", "newtype"),               // wants a record of one field
    ("apache-avro", "adjacently tagged"),     // wants an enum for the tag
    ("serde_avro_fast", "f32 as double"),     // wants an f64
    ("serde_avro_fast", "sequence as bytes"), // wants serde_bytes
    ("serde_avro_fast", "array as fixed"),    // wants serde_bytes
    ("serde_avro_fast", "newtype"),           // cannot read it back
    ("serde_avro_fast", "tuple as record"),   // wants an array
    ("serde_avro_fast", "variant: null"),     // writes the string "Null"
];

/// What went otherwise than `PEERS_FAIL` says.
#[derive(Default)]
struct Findings(Vec<String>);

impl Findings {
    fn row<T: Serialize + DeserializeOwned + PartialEq + Debug>(
        &mut self,
        name: &'static str,
        text: &str,
        value: &T,
    ) {
        let schema = Schema::parse(text).unwrap();
        let plan = Plan::new(&schema);
        let ours = avocet::serde::to_vec(&schema, value).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(&plan.decode::<T>(&ours).unwrap(), value, "{name}");
        for (peer, outcome) in
            [("apache-avro", apache(text, value, &ours)), ("serde_avro_fast", fast(text, value, &ours))]
        {
            match (outcome, PEERS_FAIL.contains(&(peer, name))) {
                (Ok(()), false) | (Err(_), true) => {}
                (Ok(()), true) => self.0.push(format!("(\"{peer}\", \"{name}\") works now")),
                (Err(error), false) => self.0.push(format!("(\"{peer}\", \"{name}\"), // {error}")),
            }
        }
    }
}

fn compare<T: PartialEq + Debug>(
    value: &T,
    ours: &[u8],
    written: Result<Vec<u8>, String>,
    read: Result<T, String>,
) -> Result<(), String> {
    let theirs = written.map_err(|error| format!("writing: {error}"))?;
    if theirs != ours {
        return Err(format!("writes {theirs:02x?}, we {ours:02x?}"));
    }
    match read.map_err(|error| format!("reading: {error}"))? {
        read if read == *value => Ok(()),
        read => Err(format!("reads {read:?}")),
    }
}

fn apache<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    text: &str,
    value: &T,
    ours: &[u8],
) -> Result<(), String> {
    let schema = apache_avro::Schema::parse_str(text).map_err(|error| error.to_string())?;
    let writer = GenericDatumWriter::builder(&schema)
        .human_readable(false)
        .build()
        .map_err(|error| error.to_string())?;
    let reader = GenericDatumReader::builder(&schema)
        .human_readable(false)
        .build()
        .map_err(|error| error.to_string())?;
    let written = writer.write_ser_to_vec(value).map_err(|error| error.to_string());
    compare(value, ours, written, reader.read_deser(&mut &*ours).map_err(|error| error.to_string()))
}

fn fast<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    text: &str,
    value: &T,
    ours: &[u8],
) -> Result<(), String> {
    let schema: serde_avro_fast::Schema = text.parse().map_err(|error| format!("{error}"))?;
    let mut config = serde_avro_fast::ser::SerializerConfig::new(&schema);
    let written = serde_avro_fast::to_datum_vec(value, &mut config).map_err(|error| error.to_string());
    compare(
        value,
        ours,
        written,
        serde_avro_fast::from_datum_slice(ours, &schema).map_err(|error| error.to_string()),
    )
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone, Copy)]
enum Suit {
    Clubs,
    Hearts,
}

#[derive(Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Backwards {
    y: i32,
    x: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Newtype<T>(T);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Outer {
    a: i64,
    #[serde(flatten)]
    rest: Point,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Skipping {
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<i32>,
    b: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
enum Named {
    Null,
    Long(i64),
    String(String),
    Point(Point),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Untagged {
    Long(i64),
    String(String),
    Point(Point),
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "kind")]
enum Internal {
    A { x: i32 },
    B { x: i32 },
}

#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A(i64),
    B(String),
}

const POINT: &str = r#"{"type": "record", "name": "Point", "fields": [{"name": "x", "type": "int"}, {"name": "y", "type": "int"}]}"#;

#[test]
fn every_row() {
    let mut found = Findings::default();
    let record =
        |name: &str, fields: &str| format!(r#"{{"type": "record", "name": "{name}", "fields": [{fields}]}}"#);
    let suit = r#"{"type": "enum", "name": "Suit", "symbols": ["Clubs", "Hearts"]}"#;
    let fixed = r#"{"type": "fixed", "name": "F", "size": 3}"#;
    let bytes = serde_bytes::ByteBuf::from([1, 2, 3]);

    found.row("unit", r#""null""#, &());
    found.row("unit struct", r#""null""#, &Unit);
    found.row("bool", r#""boolean""#, &true);
    found.row("i8 as int", r#""int""#, &-5_i8);
    found.row("u16 as int", r#""int""#, &65_535_u16);
    found.row("i32 as int", r#""int""#, &i32::MIN);
    found.row("i32 as long", r#""long""#, &i32::MIN);
    found.row("i64 as int", r#""int""#, &5_i64);
    found.row("i64 as long", r#""long""#, &i64::MIN);
    found.row("u32 as long", r#""long""#, &u32::MAX);
    found.row("u64 as long", r#""long""#, &5_u64);
    found.row("i128 as long", r#""long""#, &5_i128);
    found.row("f32", r#""float""#, &1.5_f32);
    found.row("f64", r#""double""#, &0.1_f64);
    found.row("f32 as double", r#""double""#, &1.5_f32);
    found.row("char", r#""string""#, &'é');
    found.row("string", r#""string""#, &"hello é".to_owned());
    found.row("bytes", r#""bytes""#, &bytes);
    found.row("bytes as fixed", fixed, &bytes);
    found.row("sequence as bytes", r#""bytes""#, &vec![1_u8, 2, 3]);
    found.row("array as fixed", fixed, &[1_u8, 2, 3]);
    found.row("enum", suit, &Suit::Hearts);
    found.row("enum as string", r#""string""#, &Suit::Hearts);
    found.row("string as enum", suit, &"Hearts".to_owned());
    found.row("none", r#"["null", "int"]"#, &None::<i32>);
    found.row("some", r#"["null", "int"]"#, &Some(5));
    found.row("some, null last", r#"["int", "null"]"#, &Some(5));
    found.row("some string", r#"["null", "string"]"#, &Some("x".to_owned()));
    found.row("some enum", &format!(r#"["null", {suit}]"#), &Some(Suit::Hearts));
    found.row("some struct", &format!(r#"["null", {POINT}]"#), &Some(Point { x: 1, y: 2 }));
    found.row("some of three", r#"["null", "long", "string"]"#, &Some("x".to_owned()));
    found.row("array", r#"{"type": "array", "items": "long"}"#, &vec![1_i64, -1]);
    found.row("empty array", r#"{"type": "array", "items": "long"}"#, &Vec::<i64>::new());
    found.row(
        "array of options",
        r#"{"type": "array", "items": ["null", "long"]}"#,
        &vec![None, Some(1_i64)],
    );
    found.row("tuple as array", r#"{"type": "array", "items": "long"}"#, &(1_i64, 2_i64));
    found.row(
        "map",
        r#"{"type": "map", "values": "int"}"#,
        &BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]),
    );
    found.row("empty map", r#"{"type": "map", "values": "int"}"#, &BTreeMap::<String, i32>::new());
    found.row("struct", POINT, &Point { x: 1, y: -2 });
    found.row("struct in another order", &POINT.replace("Point", "Backwards"), &Backwards { x: 1, y: -2 });
    found.row("struct as map", r#"{"type": "map", "values": "int"}"#, &Point { x: 1, y: -2 });
    found.row("map as record", POINT, &BTreeMap::from([("x".to_owned(), 1), ("y".to_owned(), 2)]));
    found.row("newtype", r#""long""#, &Newtype(1_i64));
    found.row("tuple as record", POINT, &(1, 2));
    found.row(
        "flatten",
        &record(
            "Outer",
            r#"{"name": "a", "type": "long"}, {"name": "x", "type": "int"}, {"name": "y", "type": "int"}"#,
        ),
        &Outer { a: 1, rest: Point { x: 2, y: 3 } },
    );
    let skipping = record(
        "Skipping",
        r#"{"name": "a", "type": ["null", "int"], "default": null}, {"name": "b", "type": "int"}"#,
    );
    found.row("a skipped field", &skipping, &Skipping { a: None, b: 2 });
    found.row("a field that may be skipped", &skipping, &Skipping { a: Some(1), b: 2 });
    let union = format!(r#"["null", "long", "string", {POINT}]"#);
    found.row("variant: null", &union, &Named::Null);
    found.row("variant: long", &union, &Named::Long(5));
    found.row("variant: string", &union, &Named::String("x".to_owned()));
    found.row("variant: record", &union, &Named::Point(Point { x: 1, y: 2 }));
    found.row("untagged: long", &union, &Untagged::Long(5));
    found.row("untagged: string", &union, &Untagged::String("x".to_owned()));
    found.row("untagged: record", &union, &Untagged::Point(Point { x: 1, y: 2 }));
    found.row(
        "internally tagged",
        &record("Internal", r#"{"name": "kind", "type": "string"}, {"name": "x", "type": "int"}"#),
        &Internal::B { x: 1 },
    );
    found.row(
        "adjacently tagged",
        &record("Adjacent", r#"{"name": "t", "type": "string"}, {"name": "c", "type": ["long", "string"]}"#),
        &Adjacent::B("x".to_owned()),
    );
    assert!(found.0.is_empty(), "other than PEERS_FAIL says:\n{}", found.0.join("\n"));
}
