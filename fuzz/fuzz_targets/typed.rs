//! Any bytes into types that derive `Avro`: what is read is written and read again; the derived code, the plan of an
//! evolved writer's schema, the run-time values and serde say the same.
#![no_main]

mod input;
#[path = "../../crates/avocet/tests/random/mod.rs"]
mod random;

use std::borrow::Cow;
use std::collections::BTreeMap;

use avocet::logical::Decimal;
use avocet::typed::{Decode, DecodeOwned, Encode};
use avocet::{Avro, Decoder, ErrorKind, Plan, Schema, Value, from_slice, to_vec};
use libfuzzer_sys::fuzz_target;
use random::Choices;
use serde::{Deserialize, Serialize};

#[derive(Avro, Serialize, Deserialize)]
struct Primitives {
    flag: bool,
    byte: u8,
    small: i8,
    short: i16,
    int: i32,
    wide: u32,
    long: i64,
    #[avro(default = 1)]
    more: i64,
    float: f32,
    double: f64,
    nothing: (),
}

#[derive(Avro, Serialize, Deserialize)]
struct Texts {
    text: String,
    #[serde(with = "serde_bytes")]
    bytes: Vec<u8>,
    boxed: Box<str>,
    #[avro(default = "none")]
    other: String,
    hash: [u8; 4],
}

#[derive(Avro, Serialize, Deserialize)]
struct Borrowed<'a> {
    text: &'a str,
    bytes: &'a [u8],
    #[serde(borrow)]
    either: Cow<'a, str>,
    maybe: Option<&'a str>,
}

#[derive(Avro, Serialize, Deserialize)]
struct Counters {
    a: i64,
    b: i64,
    c: i64,
    d: i64,
    e: i64,
    f: i64,
    g: i64,
    h: i64,
    i: i32,
    j: i32,
    k: i32,
    l: i64,
}

#[derive(Avro, Serialize, Deserialize)]
struct Sequences {
    bools: Vec<bool>,
    ints: Vec<i32>,
    longs: Vec<i64>,
    shorts: Vec<u16>,
    doubles: Vec<f64>,
    texts: Vec<String>,
    nulls: Vec<()>,
    three: [i64; 3],
    pairs: Vec<(i32, bool)>,
}

#[derive(Avro, Serialize, Deserialize)]
struct Maps {
    numbers: BTreeMap<String, i64>,
    #[avro(default)]
    lists: BTreeMap<String, Vec<i32>>,
    #[avro(default)]
    maybe: Option<BTreeMap<String, Option<f32>>>,
}

#[derive(Avro, Serialize, Deserialize, Clone, Copy)]
#[avro(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Symbol {
    New,
    #[avro(default)]
    Unknown,
    SentOut,
}

#[derive(Avro, Serialize, Deserialize)]
enum Either {
    Null,
    Boolean(bool),
    Long(i64),
    String(String),
    Symbol(Symbol),
    Circle { radius: f64, symbol: Symbol },
    Array(Vec<Symbol>),
}

#[derive(Avro, Serialize, Deserialize)]
struct Tree {
    value: i32,
    left: Option<Box<Tree>>,
    children: Vec<Tree>,
    by_name: BTreeMap<String, Either>,
}

/// A list that may go on without a value of its own.
#[derive(Avro, Serialize, Deserialize)]
struct Chain {
    next: Option<Box<Chain>>,
}

#[derive(Avro, Serialize, Deserialize)]
struct Pair<T> {
    left: T,
    right: Option<T>,
}

#[derive(Avro, Serialize, Deserialize)]
struct Flat {
    id: i64,
    #[avro(flatten)]
    #[serde(flatten)]
    pair: Pair<i32>,
    last: String,
}

#[derive(Avro)]
struct Exact {
    #[avro(decimal(precision = 12, scale = 2))]
    price: Decimal,
    #[avro(decimal(precision = 30, scale = 4))]
    sum: Option<Decimal>,
    #[avro(decimal(precision = 18, scale = 3), fixed(name = "Amount", size = 8))]
    amount: Decimal,
    #[avro(fixed(name = "Md5"))]
    hash: [u8; 16],
    #[avro(logical = "timestamp-millis")]
    at: i64,
    #[avro(logical = "date")]
    day: i32,
    #[avro(logical = "duration")]
    span: [u8; 12],
    #[avro(logical = "uuid")]
    id: String,
}

fuzz_target!(|input: &[u8]| {
    let Some((&[which, way, changes], input)) = input.split_first_chunk() else { return };
    match which % 13 {
        0 => with_serde::<Primitives>(way, changes, input),
        1 => with_serde::<Texts>(way, changes, input),
        2 => borrowed(&bytes_of::<Borrowed<'_>>(way, changes, input)),
        3 => with_serde::<Counters>(way, changes, input),
        4 => with_serde::<Sequences>(way, changes, input),
        5 => with_serde::<Maps>(way, changes, input),
        6 => with_serde::<Vec<Either>>(way, changes, input),
        7 => with_serde::<Tree>(way, changes, input),
        8 => with_serde::<Chain>(way, changes, input),
        9 => with_serde::<Pair<Pair<Symbol>>>(way, changes, input),
        10 => with_serde::<Vec<Flat>>(way, changes, input),
        11 => with_serde::<BTreeMap<String, Pair<Vec<f32>>>>(way, changes, input),
        _ => every_way::<Exact>(way, changes, input),
    }
});

/// Bytes that may be a datum of the type's schema.
fn bytes_of<T: Avro>(way: u8, changes: u8, input: &[u8]) -> Vec<u8> {
    input::bytes(T::schema(), way, changes, input)
}

fn with_serde<T: Encode + DecodeOwned + Serialize + serde::de::DeserializeOwned>(
    way: u8,
    changes: u8,
    input: &[u8],
) {
    every_way::<T>(way, changes, input);
    let bytes = bytes_of::<T>(way, changes, input);
    let by_serde = Plan::new(T::schema()).decode::<T>(&bytes);
    match (from_slice::<T>(&bytes), by_serde) {
        (Ok(value), Ok(by_serde)) => same_bytes(&value, &by_serde),
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => panic!("only serde refuses: {error}"),
        (Err(error), Ok(_)) => panic!("only the derived code refuses: {error}"),
    }
}

fn same_bytes<T: Encode + Serialize>(value: &T, by_serde: &T) {
    let bytes = to_vec(value).expect("what is read is written");
    assert_eq!(to_vec(by_serde).unwrap(), bytes);
    assert_eq!(avocet::serde::to_vec(T::schema(), value).expect("as the derived code"), bytes);
}

/// Reads the type's own bytes, and those of an evolved writer's schema.
fn every_way<T: Encode + DecodeOwned>(way: u8, changes: u8, input: &[u8]) {
    let bytes = bytes_of::<T>(way, changes, input);
    own::<T>(&bytes);
    let text: serde_json::Value = serde_json::from_str(&T::schema().to_string()).unwrap();
    let writer = random::reader_of(&mut Choices::new(input), &text);
    // A promotion can make two branches of a kind of a union.
    let Ok(writer) = Schema::parse(&writer.to_string()) else { return };
    let plan = Plan::resolve(&writer, T::schema());
    let decoder = match Decoder::<T>::new(&writer) {
        Ok(decoder) => decoder,
        Err(error) => return assert_eq!(error.to_string(), plan.unwrap_err().to_string()),
    };
    let plan = plan.expect("as for the type");
    for bytes in [input::bytes(&writer, way, changes, input), bytes] {
        match (decoder.decode(&bytes), plan.decode_value(&bytes)) {
            (Ok(value), Ok(generic)) => {
                let generic: T = from_slice(&generic.encode(T::schema()).unwrap()).expect("it fits the type");
                assert_eq!(written(&value), written(&generic), "{writer}");
            }
            (Err(error), Ok(_)) => assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}"),
            (Ok(_), Err(error)) => panic!("only the run-time value is refused: {error}"),
            (Err(_), Err(_)) => {}
        }
    }
}

/// Reads bytes of the type's own schema.
fn own<T: Encode + DecodeOwned>(bytes: &[u8]) {
    let generic = Value::decode(T::schema(), bytes);
    match from_slice::<T>(bytes) {
        Ok(value) => {
            generic.expect("what the type holds");
            again(&value);
        }
        // What the type has no place for.
        Err(error) if error.kind() == ErrorKind::Mismatch => {}
        Err(error) => {
            generic.expect_err(&format!("the bytes are wrong: {error}"));
        }
    }
}

fn again<T: Encode + DecodeOwned>(value: &T) {
    let Some(bytes) = written(value) else { return };
    let again: T = from_slice(&bytes).expect("what is written is read");
    assert_eq!(to_vec(&again).unwrap(), bytes);
}

/// The value's bytes; none of decimals with more digits than their precision, which are read but not written.
fn written<T: Encode>(value: &T) -> Option<Vec<u8>> {
    match to_vec(value) {
        Ok(bytes) => Some(bytes),
        Err(error) => {
            assert!(error.expected().starts_with("a decimal of precision"), "{error}");
            None
        }
    }
}

fn borrowed(bytes: &[u8]) {
    fn read<'a, T: Decode<'a> + Encode + Serialize + Deserialize<'a>>(bytes: &'a [u8], plan: &'a Plan) {
        match (from_slice::<T>(bytes), plan.decode::<T>(bytes)) {
            (Ok(value), Ok(by_serde)) => same_bytes(&value, &by_serde),
            (Err(_), Err(_)) => {}
            (one, other) => panic!("{:?} and {:?} by serde", one.err(), other.err()),
        }
    }
    read::<Borrowed<'_>>(bytes, &Plan::new(Borrowed::schema()));
}
