//! A row for each kind of serde's data model and each type of a schema that it goes with.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use avocet::{ErrorKind, Plan};
use serde::{Deserialize, Serialize};

use crate::{read, record, refused, round_trip, same, schema};

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Unit;

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Empty {}

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug, PartialOrd, Ord)]
struct Newtype<T>(T);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Pair(i32, String);

#[derive(Serialize, Deserialize, PartialEq, Debug)]
struct Point {
    x: i32,
    y: i32,
}

#[derive(Serialize, Deserialize, PartialEq, Eq, Debug, PartialOrd, Ord, Clone, Copy)]
enum Suit {
    Clubs,
    Hearts,
}

const SUIT: &str = r#"{"type": "enum", "name": "Suit", "symbols": ["Clubs", "Hearts"]}"#;

#[test]
fn null() {
    same("\"null\"", (), &[]);
    same("\"null\"", Unit, &[]);
    same("\"null\"", None::<i32>, &[]);
    same("\"null\"", Newtype(()), &[]);
    same(&record(""), Unit, &[]);
    same(&record(""), Empty {}, &[]);
}

#[test]
fn boolean() {
    same("\"boolean\"", true, &[1]);
    same(r#"["int", "boolean"]"#, false, &[2, 0]);
    assert_eq!(read::<bool>("\"boolean\"", &[2]).unwrap_err().kind(), ErrorKind::Malformed);
}

#[test]
fn integers_of_every_width() {
    macro_rules! widths {
        ($($ty:ty)*) => {$(
            for text in ["\"int\"", "\"long\"", r#"["null", "int"]"#, r#"["string", "long"]"#] {
                round_trip(text, <$ty>::try_from(100).unwrap());
                round_trip(text, Some(Newtype(<$ty>::try_from(7).unwrap())));
            }
        )*};
    }
    widths!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
    same("\"long\"", i64::MIN, &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    same("\"long\"", i64::MAX as u64, &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]);
    same("\"int\"", i64::from(i32::MAX), &[0xfe, 0xff, 0xff, 0xff, 0x0f]);
}

#[test]
fn integers_out_of_range() {
    assert_eq!(
        refused("\"int\"", &(1_i64 << 31)).to_string(),
        "in int: expected int, found integer 2147483648"
    );
    for error in [
        refused("\"long\"", &u64::MAX),
        refused("\"long\"", &i128::MIN),
        refused("\"long\"", &u128::MAX),
        refused(r#"["null", "int"]"#, &u32::MAX),
        read::<i8>("\"int\"", &[0x80, 0x02]).unwrap_err(),
        read::<u64>("\"long\"", &[0x01]).unwrap_err(),
        read::<u8>("\"long\"", &[0xfe, 0x07]).unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    }
    let error = read::<Vec<u8>>(r#"{"type": "array", "items": "int"}"#, &[4, 2, 1, 0]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 2, in array[1]: expected u8, found integer `-1`");
}

#[test]
fn integers_choose_the_branch_of_their_width() {
    let union = r#"["int", "long"]"#;
    same(union, 5_i32, &[0, 10]);
    same(union, 5_u8, &[0, 10]);
    same(union, 5_i64, &[2, 10]);
    same(union, 5_u32, &[2, 10]);
}

#[test]
fn floats() {
    same("\"float\"", 1.5_f32, &1.5_f32.to_le_bytes());
    same("\"double\"", 0.1_f64, &0.1_f64.to_le_bytes());
    same("\"double\"", 1.5_f32, &1.5_f64.to_le_bytes());
    same("\"float\"", 1.5_f64, &1.5_f32.to_le_bytes());
    same("\"double\"", f64::NEG_INFINITY, &f64::NEG_INFINITY.to_le_bytes());
    same(r#"["float", "double"]"#, 2.5_f32, &[&[0], &2.5_f32.to_le_bytes()[..]].concat());
    same(r#"["float", "double"]"#, 2.5_f64, &[&[2], &2.5_f64.to_le_bytes()[..]].concat());
    assert!(read::<f32>("\"float\"", &f32::NAN.to_le_bytes()).unwrap().is_nan());
    assert!(read::<f32>("\"double\"", &f64::NAN.to_le_bytes()).unwrap().is_nan());
}

#[test]
fn no_digit_is_lost() {
    refused("\"float\"", &0.1_f64);
    refused("\"float\"", &((1_i32 << 24) + 1));
    refused("\"double\"", &((1_i64 << 53) + 1));
    same("\"double\"", Newtype(f64::from(1_i32 << 30)), &f64::from(1_i32 << 30).to_le_bytes());
    let whole = avocet::serde::to_vec(&schema("\"double\""), &(1_i64 << 53)).unwrap();
    assert_eq!(read::<f64>("\"double\"", &whole).unwrap(), 9_007_199_254_740_992.0);
    let error = read::<f32>("\"double\"", &0.1_f64.to_le_bytes()).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Mismatch, Some(0)));
}

#[test]
fn strings() {
    same("\"string\"", "é".to_owned(), &[4, 0xc3, 0xa9]);
    same("\"string\"", 'é', &[4, 0xc3, 0xa9]);
    same("\"string\"", Suit::Hearts, b"\x0cHearts");
    same("\"string\"", Cow::Borrowed("hi"), b"\x04hi");
    same(r#"["null", "string"]"#, Some("hi".to_owned()), b"\x02\x04hi");
    same(r#"["null", "string"]"#, Some(Suit::Clubs), b"\x02\x0aClubs");
    assert_eq!(read::<char>("\"string\"", b"\x04hi").unwrap_err().kind(), ErrorKind::Mismatch);
    refused("\"bytes\"", "text");
    refused("\"string\"", &1);
}

#[test]
fn bytes() {
    let fixed = r#"{"type": "fixed", "name": "F", "size": 3}"#;
    let bytes = serde_bytes::ByteBuf::from([1, 2, 3]);
    same("\"bytes\"", bytes.clone(), &[6, 1, 2, 3]);
    same(fixed, bytes.clone(), &[1, 2, 3]);
    same("\"bytes\"", vec![1_u8, 2, 3], &[6, 1, 2, 3]);
    same("\"bytes\"", [1_u8, 2, 3], &[6, 1, 2, 3]);
    same(fixed, [1_u8, 2, 3], &[1, 2, 3]);
    same(fixed, (1_u8, 2_i64, 3_u16), &[1, 2, 3]);
    same(&format!(r#"["null", {fixed}]"#), Some([1_u8, 2, 3]), &[2, 1, 2, 3]);
    same(&format!(r#"["null", "string", {fixed}]"#), bytes.clone(), &[4, 1, 2, 3]);
    same(r#"["null", "bytes"]"#, vec![1_u8], &[2, 2, 1]);
    refused(fixed, serde_bytes::Bytes::new(&[1, 2]));
    refused(fixed, &[1_u8, 2]);
    refused("\"bytes\"", &vec![256]);
    refused("\"bytes\"", &vec![Some(1_u8)]);
    refused("\"string\"", &bytes);
    for short in
        [read::<[u8; 2]>(fixed, &[1, 2, 3]).map(|_| ()), read::<[u8; 4]>(fixed, &[1, 2, 3]).map(|_| ())]
    {
        assert_eq!(short.unwrap_err().kind(), ErrorKind::Mismatch);
    }
    let two = format!(r#"["null", {fixed}, {}]"#, fixed.replace("\"F\"", "\"G\""));
    let error = refused(&two, &bytes);
    assert!(error.to_string().contains("just one of null, F, G, found 3 bytes"), "{error}");
}

#[test]
fn an_enum_by_name_and_by_index() {
    same(SUIT, Suit::Hearts, &[2]);
    same(SUIT, "Hearts".to_owned(), &[2]);
    same(SUIT, 1_u8, &[2]);
    same(SUIT, Newtype(1_i64), &[2]);
    same(&format!(r#"["null", {SUIT}]"#), Some(Suit::Hearts), &[2, 2]);
    same(&format!(r#"["null", {SUIT}]"#), Suit::Hearts, &[2, 2]);
    refused(SUIT, "Stars");
    refused(SUIT, &2);
    refused(SUIT, &-1);
}

#[test]
fn arrays() {
    let array = |items: &str| format!(r#"{{"type": "array", "items": {items}}}"#);
    same(&array("\"long\""), vec![1_i64, -1], &[4, 2, 1, 0]);
    same(&array("\"long\""), (1_i64, -1_i8), &[4, 2, 1, 0]);
    same(&array("\"long\""), [1_i64; 2], &[4, 2, 2, 0]);
    same(&array("\"long\""), Vec::<i64>::new(), &[0]);
    same(&array("\"null\""), vec![(), ()], &[4, 0]);
    same(&array(r#"["null", "long"]"#), vec![None, Some(1_i64)], &[4, 0, 2, 2, 0]);
    same(&array("\"boolean\""), vec![true, false], &[4, 1, 0, 0]);
    round_trip(&array("\"double\""), vec![1.5, f64::MIN]);
    round_trip(&array(&array("\"string\"")), vec![vec!["a".to_owned()], vec![]]);
    // Blocks, with and without their size.
    assert_eq!(read::<Vec<i64>>(&array("\"long\""), &[2, 2, 3, 4, 4, 6, 0]).unwrap(), [1, 2, 3]);
    assert!(read::<Vec<i64>>(&array("\"long\""), &[1, 6, 4, 0]).is_err());
    let error = read::<(i64, i64)>(&array("\"long\""), &[6, 2, 4, 6, 0]).unwrap_err();
    assert!(error.to_string().contains("a type that takes all items"), "{error}");
    assert_eq!(read::<(i64, i64)>(&array("\"long\""), &[2, 2, 0]).unwrap_err().kind(), ErrorKind::Mismatch);
}

/// A sequence that does not know its length, and one that says a wrong one.
#[test]
fn counts_are_right_whatever_the_type_says() {
    struct Wrong(Option<usize>);
    impl Serialize for Wrong {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;
            let mut seq = serializer.serialize_seq(self.0)?;
            for number in 0..100 {
                seq.serialize_element(&number)?;
            }
            seq.end()
        }
    }
    let text = r#"{"type": "array", "items": "int"}"#;
    let right = avocet::serde::to_vec(&schema(text), &(0..100).collect::<Vec<i32>>()).unwrap();
    for len in [None, Some(0), Some(3), Some(100), Some(1000)] {
        assert_eq!(avocet::serde::to_vec(&schema(text), &Wrong(len)).unwrap(), right, "{len:?}");
    }
}

#[test]
fn maps() {
    let map = |values: &str| format!(r#"{{"type": "map", "values": {values}}}"#);
    same(&map("\"int\""), BTreeMap::from([("a".to_owned(), 1)]), &[2, 2, b'a', 2, 0]);
    same(&map("\"int\""), BTreeMap::<String, i32>::new(), &[0]);
    round_trip(
        &map("\"string\""),
        HashMap::from([("k".to_owned(), "v".to_owned()), ("l".to_owned(), String::new())]),
    );
    same(&map("\"int\""), Point { x: 1, y: 2 }, &[4, 2, b'x', 2, 2, b'y', 4, 0]);
    same(&map("\"int\""), BTreeMap::from([(-5_i64, 1)]), &[2, 4, b'-', b'5', 2, 0]);
    round_trip(&map("\"int\""), BTreeMap::from([(true, 1), (false, 2)]));
    round_trip(&map("\"int\""), BTreeMap::from([('c', 1)]));
    round_trip(&map("\"int\""), BTreeMap::from([(Suit::Hearts, 1)]));
    round_trip(&map("\"int\""), BTreeMap::from([(Newtype(7_u128), 1)]));
    refused(&map("\"int\""), &BTreeMap::from([((), 1)]));
    let error = refused(&map("\"int\""), &BTreeMap::from([("k", "v")]));
    assert_eq!(error.to_string(), "in map[\"k\"]: expected int, found string \"v\"");
    let error = read::<BTreeMap<String, u8>>(&map("\"int\""), &[2, 2, b'k', 1, 0]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 3, in map[\"k\"]: expected u8, found integer `-1`");
}

#[test]
fn tuples_are_records_by_position() {
    let text = record(r#"{"name": "a", "type": "int"}, {"name": "b", "type": "string"}"#);
    same(&text, (1, "x".to_owned()), &[2, 2, b'x']);
    same(&text, Pair(1, "x".to_owned()), &[2, 2, b'x']);
    same(&format!(r#"["null", {text}]"#), Some((1, "x".to_owned())), &[2, 2, 2, b'x']);
    same(&format!(r#"["null", "long", {text}]"#), Pair(1, "x".to_owned()), &[4, 2, 2, b'x']);
    refused(&text, &(1,));
    refused(&text, &(1, "x", 2));
    assert!(read::<(i32,)>(&text, &[2, 2, b'x']).is_err());
    assert!(read::<(i32, String, i32)>(&text, &[2, 2, b'x']).is_err());
}

#[test]
fn options() {
    let union = r#"["long", "null"]"#;
    same(union, None::<i64>, &[2]);
    same(union, Some(1_i64), &[0, 2]);
    same("\"long\"", Some(1_i64), &[2]);
    same(r#"["null", "long", "string"]"#, Some(Newtype(1_i64)), &[2, 2]);
    refused("\"long\"", &None::<i64>);
    refused(union, &Some(None::<i64>));
    assert_eq!(
        read::<i64>(union, &[2]).unwrap_err().to_string(),
        "at byte 1, in union: expected i64, found unit value"
    );
}

#[test]
fn newtypes_and_pointers_are_what_is_in_them() {
    same("\"int\"", Newtype(Newtype(1)), &[2]);
    same("\"int\"", Box::new(1), &[2]);
    same("\"string\"", Newtype("x".to_owned()), &[2, b'x']);
}

#[test]
fn text_and_bytes_are_borrowed() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Borrowed<'a> {
        text: &'a str,
        bytes: &'a [u8],
        maybe: Option<&'a str>,
        symbol: &'a str,
        default: &'a str,
        #[serde(borrow)]
        either: Cow<'a, str>,
        #[serde(borrow)]
        map: HashMap<&'a str, &'a str>,
    }
    let fields = format!(
        r#"{{"name": "text", "type": "string"}}, {{"name": "bytes", "type": "bytes"}},
        {{"name": "maybe", "type": ["null", "string"]}}, {{"name": "symbol", "type": {SUIT}}},
        {{"name": "either", "type": "string"}}, {{"name": "map", "type": {{"type": "map", "values": "string"}}}}"#
    );
    let reader = format!(r#"{fields}, {{"name": "default", "type": "string", "default": "from the plan"}}"#);
    let plan = Plan::resolve(&schema(&record(&fields)), &schema(&record(&reader))).unwrap();
    let bytes = *b"\x02t\x02b\x02\x02m\x02\x02e\x02\x02k\x02v\x00";
    let value: Borrowed = plan.decode(&bytes).unwrap();
    let expected = Borrowed {
        text: "t",
        bytes: b"b",
        maybe: Some("m"),
        symbol: "Hearts",
        default: "from the plan",
        either: Cow::Borrowed("e"),
        map: HashMap::from([("k", "v")]),
    };
    assert_eq!(value, expected);
    assert!(matches!(value.either, Cow::Borrowed(_)));
    assert!(bytes.as_ptr_range().contains(&value.text.as_ptr()));
}
