//! What is particular to values that borrow; that they are the same as owned ones is a property, tested at random.

use std::borrow::Cow;

use crate::{ErrorKind, Plan, Schema, Value, ValueRef, record};

fn plan(text: &str) -> Plan {
    Plan::new(&Schema::parse(text).unwrap())
}

const ROW: &str = r#"{"type": "record", "name": "a.Row", "fields": [
    {"name": "name", "type": "string"}, {"name": "blob", "type": "bytes"},
    {"name": "id", "type": {"type": "fixed", "name": "Id", "size": 2}},
    {"name": "suit", "type": {"type": "enum", "name": "Suit", "symbols": ["CLUBS", "HEARTS"]}},
    {"name": "tags", "type": {"type": "map", "values": ["null", "int"]}},
    {"name": "longs", "type": {"type": "array", "items": "long"}},
    {"name": "texts", "type": {"type": "array", "items": "string"}}]}"#;

fn row() -> Vec<u8> {
    let tags = crate::value::Map::from_iter([("k", Some(5)), ("n", None)]);
    let texts: crate::value::Array = ["a", "b"].into_iter().collect();
    let row = record! {
        "name": "a name of more than twenty-four bytes", "blob": vec![1_u8, 2, 3], "id": vec![7_u8, 8], "suit": "HEARTS",
        "tags": tags, "longs": vec![1_i64, 2], "texts": texts,
    };
    row.encode(&Schema::parse(ROW).unwrap()).unwrap()
}

#[test]
fn everything_long_lies_in_the_input() {
    let (plan, bytes) = (plan(ROW), row());
    let input = bytes.as_ptr_range();
    let value = plan.decode_ref(&bytes).unwrap();
    assert!(input.contains(&value["name"].as_str().unwrap().as_ptr()));
    assert!(input.contains(&value["blob"].as_bytes().unwrap().as_ptr()));
    assert!(input.contains(&value["id"].as_bytes().unwrap().as_ptr()));
    let (key, tag) = value["tags"].as_map().unwrap().iter().next().unwrap();
    assert!(input.contains(&key.as_ptr()));
    assert_eq!(tag, &ValueRef::Int(5));
    let texts = value["texts"].as_array().unwrap();
    assert!(input.contains(&texts.as_values().unwrap()[1].as_str().unwrap().as_ptr()));
    assert_eq!(value["longs"].as_array().unwrap().as_longs(), Some(&[1, 2][..]));
    assert_eq!(value["suit"].as_str(), Some("HEARTS"));
    let record = value.as_record().unwrap();
    assert_eq!((record.fullname(), record.len()), (Some("a.Row"), 7));
    // What is taken out of the value outlives it.
    let name = value["name"].as_str();
    drop(value);
    assert_eq!(name.map(str::len), Some(37));
}

#[test]
fn owned_and_borrowed_agree_in_value_and_text() {
    let (plan, bytes) = (plan(ROW), row());
    let borrowed = plan.decode_ref(&bytes).unwrap();
    let owned = Value::decode(plan.reader(), &bytes).unwrap();
    assert_eq!(borrowed.to_string(), owned.to_string());
    assert_eq!(format!("{borrowed:?}"), format!("{owned:?}"));
    assert_eq!(borrowed.clone(), borrowed);
    assert_eq!(borrowed.into_owned(), owned);
}

#[test]
fn allocations_are_used_again() {
    let plan = plan(ROW);
    let bytes = row();
    let mut value = plan.decode_ref(&bytes).unwrap();
    let place = value.as_record().unwrap().values().as_ptr();
    plan.decode_ref_into(&bytes, &mut value).unwrap();
    assert_eq!(value.as_record().unwrap().values().as_ptr(), place);
}

#[test]
fn what_resolution_makes_is_owned() {
    let of = |base: &str, scale: u32| {
        let text = format!(r#"{{{base}, "logicalType": "decimal", "precision": 9, "scale": {scale}}}"#);
        Schema::parse(&text).unwrap()
    };
    let bytes = r#""type": "bytes""#;
    let plan = Plan::resolve(&of(bytes, 1), &of(bytes, 2)).unwrap();
    assert_eq!(plan.decode_ref(&[2, 5]).unwrap(), ValueRef::Bytes(Cow::Owned(vec![50])));
    let fixed = r#""type": "fixed", "name": "F", "size": 4"#;
    let plan = Plan::resolve(&of(fixed, 1), &of(fixed, 2)).unwrap();
    let value = plan.decode_ref(&[255, 255, 255, 255]).unwrap();
    assert_eq!(value.as_bytes(), Some(&[255, 255, 255, 246][..]));
    assert_eq!(value.clone().into_owned(), plan.decode_value(&[255, 255, 255, 255]).unwrap());
}

#[test]
fn a_key_that_comes_twice_keeps_its_last_value() {
    let plan = plan(r#"{"type": "map", "values": "int"}"#);
    let value = plan.decode_ref(&[0x06, 2, b'a', 2, 2, b'b', 4, 2, b'a', 6, 0]).unwrap();
    assert_eq!(
        value.as_map().unwrap().iter().collect::<Vec<_>>(),
        [("b", &ValueRef::Int(2)), ("a", &ValueRef::Int(3))]
    );
}

#[test]
fn errors_are_those_of_owned_values() {
    let (plan, bytes) = (plan(ROW), row());
    for cut in 0..bytes.len() {
        let error = plan.decode_ref(&bytes[..cut]).unwrap_err();
        assert_eq!(error.to_string(), plan.decode_value(&bytes[..cut]).unwrap_err().to_string());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(plan.decode_ref(&longer).unwrap_err().kind(), ErrorKind::TrailingBytes);
}
