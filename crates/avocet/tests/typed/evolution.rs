//! Values of one schema's bytes read by the type of another.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use avocet::typed::{Decoder, Encode};
use avocet::{Avro, ErrorKind, Plan, Schema, Value, from_slice, from_slice_with, to_vec};

/// Reads `value` as a `T`, and has the run-time values of the same plan agree.
#[track_caller]
fn evolve<W: Encode, T: avocet::typed::DecodeOwned + Encode>(value: &W) -> T {
    let bytes = to_vec(value).unwrap();
    evolve_bytes(W::schema(), &bytes)
}

#[track_caller]
fn evolve_bytes<T: avocet::typed::DecodeOwned + Encode>(writer: &Schema, bytes: &[u8]) -> T {
    let read: T = from_slice_with(bytes, writer).unwrap();
    let generic = Plan::resolve(writer, T::schema()).unwrap().decode_value(bytes).unwrap();
    assert_eq!(Value::decode(T::schema(), &to_vec(&read).unwrap()).unwrap(), generic);
    read
}

mod old {
    use avocet::Avro;

    #[derive(Avro)]
    pub(super) struct Line {
        pub sku: String,
        pub count: i32,
        pub price: f32,
    }

    #[derive(Avro)]
    pub(super) enum State {
        New,
        Lost,
        Sent,
    }

    #[derive(Avro)]
    pub(super) struct Order {
        pub id: i32,
        pub gone: Vec<String>,
        pub a: i64,
        pub b: i64,
        pub c: i64,
        pub d: i64,
        pub x: f64,
        pub y: f64,
        pub z: f32,
        pub customer: String,
        pub state: State,
        pub lines: Vec<Line>,
        pub note: Option<String>,
        pub tags: std::collections::BTreeMap<String, i32>,
        pub number: i32,
        pub pair: (i32, String),
        pub raw: Vec<u8>,
    }

    pub(super) fn order(state: State) -> Order {
        let line = |sku: &str, count| Line { sku: sku.into(), count, price: 0.5 };
        Order {
            id: 7,
            gone: vec!["a".into(), "b".into()],
            a: 1,
            b: -2,
            c: 1 << 40,
            d: 4,
            x: 1.5,
            y: 2.5,
            z: 3.5,
            customer: "Ada".into(),
            state,
            lines: vec![line("x", 1), line("y", 2)],
            note: Some("hello".into()),
            tags: [("k".to_owned(), 5)].into(),
            number: 9,
            pair: (3, "p".into()),
            raw: b"raw".to_vec(),
        }
    }
}

#[derive(Avro, Debug, PartialEq, Default)]
struct Line {
    price: f64,
    sku: String,
    #[avro(default = 19)]
    tax: i32,
    count: i64,
}

#[derive(Avro, Debug, PartialEq, Default)]
enum State {
    Sent,
    #[default]
    New,
    #[avro(default)]
    Unknown,
}

#[derive(Avro, Debug, PartialEq)]
enum Number {
    Text(String),
    Long(i64),
}

#[derive(Avro, Debug, PartialEq)]
struct Order {
    #[avro(alias = "customer")]
    name: String,
    a: i64,
    b: i64,
    c: i64,
    d: f64,
    x: f64,
    y: f64,
    z: f64,
    id: i64,
    lines: Vec<Line>,
    state: State,
    note: Option<String>,
    tags: HashMap<String, f64>,
    number: Number,
    added: Option<i32>,
    #[avro(default = "eur")]
    currency: String,
    #[avro(default)]
    more: Vec<Line>,
    pair: (i32, String),
    raw: Vec<u8>,
}

#[test]
fn everything_that_a_schema_may_change() {
    let read: Order = evolve(&old::order(old::State::Sent));
    let line = |sku: &str, count| Line { price: 0.5, sku: sku.into(), tax: 19, count };
    assert_eq!(
        read,
        Order {
            name: "Ada".into(),
            a: 1,
            b: -2,
            c: 1 << 40,
            d: 4.0,
            x: 1.5,
            y: 2.5,
            z: 3.5,
            id: 7,
            lines: vec![line("x", 1), line("y", 2)],
            state: State::Sent,
            note: Some("hello".into()),
            tags: [("k".to_owned(), 5.0)].into(),
            number: Number::Long(9),
            added: None,
            currency: "eur".into(),
            more: Vec::new(),
            pair: (3, "p".into()),
            raw: b"raw".to_vec(),
        }
    );
    assert_eq!(evolve::<_, Order>(&old::order(old::State::New)).state, State::New);
    assert_eq!(evolve::<_, Order>(&old::order(old::State::Lost)).state, State::Unknown);
}

#[test]
fn every_cut_is_an_error_with_a_place() {
    let bytes = to_vec(&old::order(old::State::Sent)).unwrap();
    let decoder = Decoder::<Order>::new(old::Order::schema()).unwrap();
    let plan = Plan::resolve(old::Order::schema(), Order::schema()).unwrap();
    for cut in (0..bytes.len()).step_by(crate::CUT_STEP) {
        let typed = decoder.decode(&bytes[..cut]).unwrap_err();
        let generic = plan.decode_value(&bytes[..cut]).unwrap_err();
        assert_eq!((typed.kind(), typed.path()), (generic.kind(), generic.path()), "{typed}; {generic}");
    }
}

#[derive(Avro, Debug, PartialEq)]
struct Borrowed<'a> {
    lines: Vec<BorrowedLine<'a>>,
    customer: &'a str,
    #[avro(default = "eur")]
    currency: &'a str,
    raw: Cow<'a, [u8]>,
}

#[derive(Avro, Debug, PartialEq)]
#[avro(rename = "Line")]
struct BorrowedLine<'a> {
    count: i32,
    sku: &'a str,
}

#[test]
fn borrowed_text_is_that_of_the_input_or_of_the_decoder() {
    let bytes = to_vec(&old::order(old::State::New)).unwrap();
    let writer = old::Order::schema().to_string().replace("\"Order\"", "\"Borrowed\"");
    let decoder = Decoder::new(&Schema::parse(&writer).unwrap()).unwrap();
    for _ in 0..2 {
        let read: Borrowed<'_> = decoder.decode(&bytes).unwrap();
        assert!(bytes.as_ptr_range().contains(&read.customer.as_ptr()));
        assert!(bytes.as_ptr_range().contains(&read.lines[1].sku.as_ptr()));
        assert_eq!((read.customer, read.currency, read.lines[1].sku), ("Ada", "eur", "y"));
        assert!(matches!(read.raw, Cow::Borrowed(b"raw")));
    }
}

#[derive(Avro, Debug, PartialEq, Clone)]
struct Address {
    street: String,
    #[avro(default = 1)]
    number: i32,
}

#[derive(Avro, Debug, PartialEq, Clone)]
struct Person {
    name: String,
    #[avro(flatten)]
    home: Address,
    age: i32,
    #[avro(skip)]
    seen: bool,
}

#[test]
fn flattened_records_evolve_in_place() {
    let bytes = b"\x02\x06\x06Ada\x08Main";
    let writer = r#"{"type":"record","name":"Person","fields":[{"name":"gone","type":"int"},
        {"name":"age","type":"int"},{"name":"name","type":"string"},{"name":"street","type":"string"}]}"#;
    let person: Person = evolve_bytes(&Schema::parse(writer).unwrap(), bytes);
    let home = Address { street: "Main".into(), number: 1 };
    assert_eq!(person, Person { name: "Ada".into(), home, age: 3, seen: false });
    // And as it is.
    assert_eq!(evolve::<_, Person>(&person), person);
    assert_eq!(to_vec(&person).unwrap(), b"\x06Ada\x08Main\x02\x06");
}

#[derive(Avro, Debug, PartialEq)]
struct Node {
    #[avro(default = 5)]
    weight: i64,
    name: String,
    next: Option<Box<Node>>,
    others: BTreeMap<String, Node>,
}

#[test]
fn types_that_hold_themselves_evolve() {
    let writer = r#"{"type":"record","name":"Node","fields":[
        {"name":"others","type":{"type":"map","values":"Node"}},
        {"name":"next","type":["Node","null"]},{"name":"name","type":"string"}]}"#;
    // Nothing else; a next one with another below; "a".
    let bytes = b"\x00\x00\x02\x02k\x00\x02\x02c\x00\x02\x02b\x02a";
    let node: Node = evolve_bytes(&Schema::parse(writer).unwrap(), bytes);
    assert_eq!((node.name.as_str(), node.weight), ("a", 5));
    let next = node.next.unwrap();
    assert_eq!((next.name.as_str(), next.others["k"].name.as_str()), ("b", "c"));
    let endless = [0x00, 0x00].repeat(1 << 20);
    let decoder = Decoder::<Node>::new(&Schema::parse(writer).unwrap()).unwrap();
    assert_eq!(decoder.decode(&endless).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn unions_evolve_branch_by_branch() {
    #[derive(Avro, Debug, PartialEq)]
    enum Cell {
        Empty,
        Number(f64),
        Text(String),
        Place { x: i64, y: i64 },
    }
    let writer = Schema::parse(
        r#"["int", "string", {"type":"record","name":"Place","fields":[{"name":"y","type":"int"},{"name":"x","type":"long"}]},
            "boolean"]"#,
    )
    .unwrap();
    let decoder = Decoder::<Cell>::new(&writer).unwrap();
    assert_eq!(decoder.decode(&[0, 6]).unwrap(), Cell::Number(3.0));
    assert_eq!(decoder.decode(&[2, 2, b'a']).unwrap(), Cell::Text("a".into()));
    assert_eq!(decoder.decode(&[4, 2, 4]).unwrap(), Cell::Place { x: 2, y: 1 });
    let error = decoder.decode(&[6, 1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    // A plain type for a union, and a union for a plain type.
    assert_eq!(from_slice_with::<Cell>(&[6], &Schema::parse("\"int\"").unwrap()).unwrap(), Cell::Number(3.0));
    let both = Schema::parse(r#"["null", "int"]"#).unwrap();
    assert_eq!(from_slice_with::<i64>(&[2, 6], &both).unwrap(), 3);
    assert_eq!(from_slice_with::<i64>(&[0], &both).unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(
        from_slice_with::<Option<String>>(&[2, b'x'], &Schema::parse("\"bytes\"").unwrap()).unwrap().unwrap(),
        "x"
    );
}

#[test]
fn numbers_promote() {
    let int = Schema::parse("\"int\"").unwrap();
    let float = Schema::parse("\"float\"").unwrap();
    let long = Schema::parse("\"long\"").unwrap();
    assert_eq!(from_slice_with::<i64>(&[3], &int).unwrap(), -2);
    assert!((from_slice_with::<f32>(&[3], &int).unwrap() - -2.0).abs() < f32::EPSILON);
    assert!((from_slice_with::<f64>(&[3], &long).unwrap() - -2.0).abs() < f64::EPSILON);
    assert!((from_slice_with::<f64>(&1.5_f32.to_le_bytes(), &float).unwrap() - 1.5).abs() < f64::EPSILON);
    assert_eq!(from_slice_with::<u32>(&[2], &int).unwrap(), 1);
    assert_eq!(from_slice_with::<u32>(&[1], &int).unwrap_err().kind(), ErrorKind::Mismatch);
    assert_eq!(from_slice_with::<i32>(&[1], &long).unwrap_err().kind(), ErrorKind::Resolution);
    assert_eq!(
        from_slice_with::<Vec<f64>>(
            &[4, 2, 4, 0],
            &Schema::parse(r#"{"type":"array","items":"int"}"#).unwrap()
        )
        .unwrap(),
        [1.0, 2.0]
    );
}

#[test]
fn decimals_are_rescaled() {
    #[derive(Avro, Debug, PartialEq)]
    struct Price {
        #[avro(decimal(precision = 9, scale = 3))]
        price: avocet::logical::Decimal,
    }
    let writer = r#"{"type":"record","name":"Price","fields":[{"name":"price","type":
        {"type":"bytes","logicalType":"decimal","precision":4,"scale":2}}]}"#;
    let read: Price = from_slice_with(&[4, 0x01, 0x90], &Schema::parse(writer).unwrap()).unwrap();
    assert_eq!(read.price.to_string(), "4.000");
    assert_eq!(from_slice::<Price>(&to_vec(&read).unwrap()).unwrap(), read);
}
