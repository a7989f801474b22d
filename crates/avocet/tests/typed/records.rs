//! Structs of all sorts, and runs of neighbouring fields of all sorts.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use avocet::{Avro, from_slice, to_vec};

use crate::{refuses_alike, round_trip, schema};

#[derive(Avro, Debug, PartialEq, Clone, Copy)]
struct Counters {
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    e: i32,
    f: i32,
    g: i32,
    h: i32,
    i: i32,
    j: i32,
    k: i32,
    l: i32,
    m: i32,
    n: i32,
    o: i32,
    p: i32,
    /// The seventeenth begins another run.
    q: i32,
}

fn counters(value: impl Fn(i32) -> i32) -> Counters {
    let v = value;
    Counters {
        a: v(0),
        b: v(1),
        c: v(2),
        d: v(3),
        e: v(4),
        f: v(5),
        g: v(6),
        h: v(7),
        i: v(8),
        j: v(9),
        k: v(10),
        l: v(11),
        m: v(12),
        n: v(13),
        o: v(14),
        p: v(15),
        q: v(16),
    }
}

#[test]
fn runs_of_ints() {
    assert_eq!(round_trip(&counters(|at| at - 8)).len(), 17);
    assert_eq!(round_trip(&counters(|at| if at % 2 == 0 { -64 } else { 63 })).len(), 17);
    round_trip(&counters(|at| if at == 7 { 64 } else { at }));
    round_trip(&counters(|at| i32::MAX >> (at * 2 % 32)));
    round_trip(&counters(|at| i32::MIN >> (at * 2 % 32)));
    let bytes = to_vec(&counters(|at| at)).unwrap();
    for at in 0..17 {
        let mut bad = bytes.clone();
        bad.splice(at..=at, [0xff, 0xff, 0xff, 0xff, 0x7f]); // beyond 32 bits
        refuses_alike::<Counters>(&bad);
        refuses_alike::<Counters>(&bytes[..at]);
    }
}

/// Names of types do not matter to runs, only what they are.
type Reading = f64;

#[derive(Avro, Debug, PartialEq, Clone, Copy)]
struct Celsius(Reading);

#[derive(Avro, Debug, PartialEq, Clone, Copy)]
struct Sample {
    id: i64,
    ok: bool,
    low: f32,
    high: Celsius,
    tag: [u8; 3],
    place: Place,
    count: u16,
    small: i8,
    byte: u8,
    wide: u32,
    number: i64,
    last: bool,
}

#[derive(Avro, Debug, PartialEq, Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
    set: bool,
}

fn sample() -> Sample {
    Sample {
        id: -3,
        ok: true,
        low: 0.5,
        high: Celsius(f64::MIN),
        tag: *b"abc",
        place: Place { x: 1.0, y: -0.0, set: false },
        count: 40,
        small: -4,
        byte: 7,
        wide: 9,
        number: -1,
        last: true,
    }
}

#[test]
fn mixed_runs() {
    let bytes = round_trip(&sample());
    assert_eq!(bytes.len(), 1 + 1 + 4 + 8 + 3 + 17 + 5 + 1);
    round_trip(&Sample { wide: u32::MAX, ..sample() });
    round_trip(&Sample { count: u16::MAX, small: i8::MIN, byte: u8::MAX, number: i64::MIN, ..sample() });
    let mut bad = bytes.clone();
    bad[1] = 2;
    refuses_alike::<Sample>(&bad);
    for cut in (0..bytes.len()).step_by(crate::CUT_STEP) {
        // Inside a nested record the typed code knows the field of the outer one only.
        let typed = from_slice::<Sample>(&bytes[..cut]).unwrap_err();
        assert!(typed.is_truncated(), "{typed}");
        assert!(typed.offset().unwrap() <= cut as u64);
    }
}

#[test]
fn numbers_too_large_for_their_rust_type_have_a_place() {
    let bytes = to_vec(&sample()).unwrap();
    let at = bytes.len() - 6 + 2; // the byte
    let mut bad = bytes.clone();
    bad.splice(at..=at, [0x80, 0x04]); // 256
    let error = from_slice::<Sample>(&bad).unwrap_err();
    assert_eq!(error.offset(), Some(at as u64), "{error}");
    assert_eq!(error.path(), "Sample.byte");
    bad[at..at + 2].copy_from_slice(&[0x01, 0x00]); // -1
    let error = from_slice::<Sample>(&bad).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("at byte {at}, in Sample.byte: expected a number that fits u8, found -1")
    );
}

#[derive(Avro, Debug, PartialEq)]
struct Unit;

#[derive(Avro, Debug, PartialEq)]
struct Pair(i32, String);

#[derive(Avro, Debug, PartialEq)]
struct Empty {}

#[test]
fn structs_without_names_for_their_fields() {
    assert!(round_trip(&Unit).is_empty());
    assert!(round_trip(&Empty {}).is_empty());
    assert_eq!(schema::<Unit>(), r#"{"type":"record","name":"Unit","fields":[]}"#);
    assert_eq!(round_trip(&Pair(1, "a".into())), b"\x02\x02a");
    assert!(schema::<Pair>().contains(r#"{"name":"_1","type":"string"}"#), "{}", schema::<Pair>());
}

#[derive(Avro, Debug, PartialEq)]
struct Borrowed<'a> {
    text: &'a str,
    bytes: &'a [u8],
    either: Cow<'a, str>,
    raw: Cow<'a, [u8]>,
    inner: Option<Inner<'a>>,
}

#[derive(Avro, Debug, PartialEq)]
struct Inner<'a> {
    names: Vec<&'a str>,
}

#[test]
fn borrowed_text_is_that_of_the_input() {
    let value = Borrowed {
        text: "one",
        bytes: b"two",
        either: "three".into(),
        raw: Cow::Borrowed(b"four"),
        inner: Some(Inner { names: vec!["five", "six"] }),
    };
    let bytes = to_vec(&value).unwrap();
    let back: Borrowed<'_> = from_slice(&bytes).unwrap();
    assert_eq!(back, value);
    let range = bytes.as_ptr_range();
    assert!(range.contains(&back.text.as_ptr()) && range.contains(&back.bytes.as_ptr()));
    assert!(matches!((&back.either, &back.raw), (Cow::Borrowed(_), Cow::Borrowed(_))));
    assert!(range.contains(&back.inner.unwrap().names[1].as_ptr()));
}

#[derive(Avro, Debug, PartialEq)]
struct Page<T> {
    items: Vec<T>,
    next: Option<i64>,
}

#[derive(Avro, Debug, PartialEq)]
struct Grid<const N: usize> {
    cells: [i32; N],
}

#[derive(Avro, Debug, PartialEq)]
struct Both<'a, A, B>
where
    B: Clone,
{
    one: A,
    two: &'a str,
    three: B,
}

#[test]
fn generic_types_have_a_schema_for_each_argument() {
    round_trip(&Page { items: vec![1_i64, 2], next: None });
    round_trip(&Page { items: vec![Place { x: 1.0, y: 2.0, set: true }], next: Some(1) });
    assert!(schema::<Page<i64>>().contains(r#""name":"Page_long""#));
    assert!(schema::<Page<Place>>().contains(r#""name":"Page_Place""#));
    round_trip(&Grid { cells: [1, 2, 3] });
    assert!(schema::<Grid<3>>().contains("Grid_3"));
    let bytes = to_vec(&Both { one: 1.5_f32, two: "x", three: vec![true] }).unwrap();
    assert_eq!(from_slice::<Both<'_, f32, Vec<bool>>>(&bytes).unwrap().two, "x");
    assert!(std::ptr::eq(Page::<i64>::schema(), Page::<i64>::schema()));
    assert_ne!(schema::<Page<i64>>(), schema::<Page<Place>>());
}

#[derive(Avro, Debug, PartialEq)]
struct Tree {
    value: i32,
    children: Vec<Tree>,
    parent: Option<Box<Tree>>,
    named: BTreeMap<String, Tree>,
}

fn leaf(value: i32) -> Tree {
    Tree { value, children: Vec::new(), parent: None, named: BTreeMap::new() }
}

#[test]
fn types_that_hold_themselves() {
    let tree = Tree {
        children: vec![leaf(1), leaf(2)],
        parent: Some(Box::new(leaf(3))),
        named: BTreeMap::from([("a".into(), leaf(4))]),
        ..leaf(0)
    };
    round_trip(&tree);
}

#[test]
fn depth_is_limited_in_both_directions() {
    // A build without optimisation meets the limit of the stack long before that of 128 records.
    let mut tree = leaf(0);
    for _ in 0..30 {
        tree = Tree { parent: Some(Box::new(tree)), ..leaf(1) };
    }
    let mut bytes = round_trip(&tree);
    for _ in 0..100 {
        tree = Tree { parent: Some(Box::new(tree)), ..leaf(1) };
        bytes = [&[0x02, 0x00, 0x02][..], &bytes, &[0x00]].concat(); // value, no children, a parent, no names
    }
    let error = to_vec(&tree).unwrap_err();
    assert_eq!(error.kind(), avocet::ErrorKind::Limit, "{error}");
    let error = from_slice::<Tree>(&bytes).unwrap_err();
    assert_eq!(error.kind(), avocet::ErrorKind::Limit, "{error}");
    let endless = [0x02, 0x00, 0x02].repeat(1 << 20);
    assert_eq!(from_slice::<Tree>(&endless).unwrap_err().kind(), avocet::ErrorKind::Limit);
}

#[test]
fn what_takes_no_bytes_is_limited() {
    // Two thousand million items in five bytes.
    let bomb = [0x80, 0xa8, 0xd6, 0xb9, 0x07, 0x00];
    for error in [
        from_slice::<Vec<()>>(&bomb).unwrap_err(),
        from_slice::<Vec<Unit>>(&bomb).unwrap_err(),
        from_slice::<Vec<(Unit, ())>>(&bomb).unwrap_err(),
    ] {
        assert_eq!(error.kind(), avocet::ErrorKind::Limit, "{error}");
    }
    // And as many as cannot be there.
    refuses_alike::<Vec<i64>>(&bomb);
    refuses_alike::<Vec<String>>(&bomb);
    refuses_alike::<HashMap<String, f64>>(&bomb);
    assert!(from_slice::<String>(&bomb).unwrap_err().is_truncated());
}

#[test]
fn arrays_in_several_blocks() {
    let blocks = b"\x04\x02\x04\x01\x02\x06\x00"; // 1, 2, then by size 3
    assert_eq!(from_slice::<Vec<i64>>(blocks).unwrap(), [1, 2, 3]);
    assert_eq!(from_slice::<Vec<i32>>(blocks).unwrap(), [1, 2, 3]);
    assert_eq!(from_slice::<Vec<u16>>(blocks).unwrap(), [1, 2, 3]);
    refuses_alike::<Vec<i64>>(b"\x04\x02\x04\x01\x04\x06\x00");
    assert_eq!(from_slice::<[i64; 3]>(blocks).unwrap(), [1, 2, 3]);
    let error = from_slice::<[i64; 2]>(blocks).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0, in array: expected an array of 2 items, found 3");
}

#[test]
fn long_arrays() {
    let count = if cfg!(miri) { 300 } else { 20_000 };
    let longs: Vec<i64> =
        (0..count).map(|at: i64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64 as i64) >> (at % 64)).collect();
    round_trip_long(&longs);
    round_trip_long(&longs.iter().map(|long| *long as i32).collect::<Vec<_>>());
    round_trip_long(&longs.iter().map(|long| *long as f64).collect::<Vec<_>>());
    round_trip_long(&longs.iter().map(|long| *long as f32).collect::<Vec<_>>());
    round_trip_long(&longs.iter().map(|long| *long % 2 == 0).collect::<Vec<_>>());
    round_trip_long(&longs.iter().map(|long| *long as u8).collect::<Vec<_>>());
}

fn round_trip_long<T>(items: &Vec<T>)
where
    Vec<T>: avocet::typed::Encode + avocet::typed::DecodeOwned + PartialEq + std::fmt::Debug,
{
    let bytes = to_vec(items).unwrap();
    assert_eq!(&from_slice::<Vec<T>>(&bytes).unwrap(), items);
    let generic = avocet::Value::decode(<Vec<T> as Avro>::schema(), &bytes).unwrap();
    assert_eq!(generic.encode(<Vec<T> as Avro>::schema()).unwrap(), bytes);
}
