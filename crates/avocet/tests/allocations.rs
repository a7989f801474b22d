//! How often derived types allocate: for what they hold, and for nothing else.

use std::collections::{BTreeMap, HashMap};

use avocet::{Avro, Decoder, Encoder, Schema, from_slice, to_vec, typed};

/// How often `work` allocates, growing what is there included.
fn allocations<T>(work: impl FnOnce() -> T) -> u64 {
    let mut result = None;
    let info = allocation_counter::measure(|| result = Some(work()));
    drop(result);
    info.count_total
}

#[derive(Avro, Clone, Copy, PartialEq, Debug, Default)]
struct Counters {
    a: i64,
    b: i64,
    c: i32,
    d: i32,
    e: i64,
    f: i64,
    g: i64,
    h: i64,
}

#[derive(Avro, PartialEq, Debug, Default)]
struct Telemetry {
    time: i64,
    channels: Channels,
    valid: bool,
    hash: [u8; 16],
    state: State,
    counters: Option<Counters>,
}

#[derive(Avro, PartialEq, Debug, Default)]
struct Channels {
    x: f64,
    y: f64,
    z: f32,
}

#[derive(Avro, PartialEq, Debug, Default)]
enum State {
    #[default]
    Off,
    On,
}

#[derive(Avro)]
struct Order<'a> {
    id: i64,
    customer: &'a str,
    note: Option<&'a str>,
    lines: Vec<Line<'a>>,
    counts: Vec<i64>,
    raw: &'a [u8],
    tags: HashMap<&'a str, &'a str>,
}

#[derive(Avro)]
struct Line<'a> {
    sku: &'a str,
    price: f64,
}

fn order() -> Order<'static> {
    Order {
        id: 7,
        customer: "somebody with a name that no inline string holds",
        note: Some("to be left with the neighbours, if they are in"),
        lines: vec![
            Line { sku: "a", price: 1.5 },
            Line { sku: "b", price: 2.5 },
            Line { sku: "c", price: 3.5 },
        ],
        counts: vec![1, -1000, 1_000_000],
        raw: &[0; 100],
        tags: HashMap::from([("one", "1"), ("two", "2")]),
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| ()), 0);
    assert_eq!(allocations(|| vec![1]), 1);
    assert_eq!(allocations(|| vec![String::from("a"), String::from("b")]), 3);
}

#[test]
fn numbers_are_read_without_any() {
    let small = Counters { a: 1, b: -1, c: 2, ..Counters::default() };
    let large = Counters { a: i64::MAX, c: i32::MIN, h: 1 << 40, ..small };
    for counters in [small, large] {
        let bytes = to_vec(&counters).unwrap();
        assert_eq!(allocations(|| from_slice::<Counters>(&bytes).unwrap()), 0);
    }
    let telemetry = Telemetry { counters: Some(large), state: State::On, ..Telemetry::default() };
    let bytes = to_vec(&telemetry).unwrap();
    assert_eq!(allocations(|| from_slice::<Telemetry>(&bytes).unwrap()), 0);
    // What has a place in the type, and no other.
    assert_eq!(allocations(|| from_slice::<Box<Telemetry>>(&bytes).unwrap()), 1);
}

#[test]
fn borrowed_text_is_lent() {
    let bytes = to_vec(&order()).unwrap();
    // The lines, the counts, the map.
    assert_eq!(allocations(|| from_slice::<Order<'_>>(&bytes).unwrap()), 3);
    let empty = Order { lines: vec![], counts: vec![], tags: HashMap::new(), ..order() };
    let bytes = to_vec(&empty).unwrap();
    assert_eq!(allocations(|| from_slice::<Order<'_>>(&bytes).unwrap()), 0);
}

#[test]
fn owned_values_are_made_once() {
    let texts = vec!["a long text that is copied".to_owned(); 10];
    let bytes = to_vec(&texts).unwrap();
    assert_eq!(allocations(|| from_slice::<Vec<String>>(&bytes).unwrap()), 11);
    let numbers = vec![-1_i64; 5000];
    let bytes = to_vec(&numbers).unwrap();
    assert_eq!(allocations(|| from_slice::<Vec<i64>>(&bytes).unwrap()), 1);
}

#[test]
fn another_schema_is_read_without_more() {
    let writer =
        Counters::schema().to_string().replace(r#""name":"a","type":"long""#, r#""name":"a","type":"int""#);
    let writer = Schema::parse(&writer).unwrap();
    let counters = Counters { a: 1, ..Counters::default() };
    let bytes = to_vec(&counters).unwrap();
    let decoder = Decoder::<Counters>::new(&writer).unwrap();
    assert_eq!(decoder.decode(&bytes).unwrap(), counters);
    assert_eq!(allocations(|| decoder.decode(&bytes).unwrap()), 0);
}

#[test]
fn a_buffer_is_used_again() {
    let (order, telemetry) = (order(), Telemetry::default());
    let mut bytes = Vec::new();
    // The first grows it.
    assert_ne!(allocations(|| typed::append(&order, &mut bytes).unwrap()), 0);
    for _ in 0..3 {
        bytes.clear();
        assert_eq!(allocations(|| typed::append(&order, &mut bytes).unwrap()), 0);
    }
    bytes.clear();
    assert_eq!(allocations(|| typed::append(&telemetry, &mut bytes).unwrap()), 0);
    let map = BTreeMap::from([("a", 1), ("b", 2)]);
    bytes.clear();
    assert_eq!(allocations(|| typed::append(&map, &mut bytes).unwrap()), 0);
}

#[test]
fn an_encoder_uses_its_buffers_again() {
    let order = order();
    let mut own = Encoder::<Order<'_>>::new(Order::schema()).unwrap();
    // The same fields in another order, and more.
    let mut other = Encoder::<Order<'_>>::new(&Schema::parse(OTHER).unwrap()).unwrap();
    for encoder in [&mut own, &mut other] {
        assert_ne!(allocations(|| encoder.encode(&order).unwrap().len()), 0);
        assert_eq!(allocations(|| encoder.encode(&order).unwrap().len()), 0);
    }
}

const OTHER: &str = r#"{"type": "record", "name": "Order", "fields": [
    {"name": "customer", "type": ["null", "string"]},
    {"name": "note", "type": ["string", "null"]},
    {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
        {"name": "sku", "type": "string"}, {"name": "price", "type": "double"},
        {"name": "discount", "type": "double", "default": 0}]}}},
    {"name": "counts", "type": {"type": "array", "items": "long"}},
    {"name": "raw", "type": "bytes"},
    {"name": "tags", "type": {"type": "map", "values": "string"}},
    {"name": "id", "type": "double"}]}"#;
