//! Errors say where: the byte and the path.

use std::collections::BTreeMap;

use avocet::{Avro, ErrorKind, from_slice, to_vec};

use crate::refuses_alike;

#[derive(Avro, Debug)]
struct Line {
    sku: String,
    paid: bool,
}

#[derive(Avro, Debug)]
#[avro(namespace = "com.acme")]
struct Order {
    id: i64,
    lines: Vec<Line>,
    more: BTreeMap<String, Option<Line>>,
}

#[test]
fn errors_are_those_of_the_run_time_values() {
    let line = |paid| Line { sku: "x".into(), paid };
    let more = BTreeMap::from([("k".to_owned(), Some(line(true))), ("l".to_owned(), None)]);
    let bytes = to_vec(&Order { id: 300, lines: vec![line(true), line(false)], more }).unwrap();
    for cut in (0..bytes.len()).step_by(crate::CUT_STEP) {
        refuses_alike::<Order>(&bytes[..cut]);
    }
    let mut bad = bytes.clone();
    bad[8] = 7;
    refuses_alike::<Order>(&bad);
    let error = from_slice::<Order>(&bad).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at byte 8, in com.acme.Order.lines[1].paid: expected a boolean, 0 or 1, found 7"
    );
    let mut bad = bytes.clone();
    bad[16] = 7;
    refuses_alike::<Order>(&bad);
    assert_eq!(from_slice::<Order>(&bad).unwrap_err().path(), "com.acme.Order.more[\"k\"].paid");
    let mut bad = bytes.clone();
    bad[4] = 0xff;
    refuses_alike::<Order>(&bad);
}

#[test]
fn bytes_behind_the_datum_are_an_error() {
    let error = from_slice::<i32>(&[2, 0, 0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TrailingBytes);
    assert_eq!(error.offset(), Some(1));
    refuses_alike::<i32>(&[2, 0, 0]);
}

#[test]
fn streams() {
    let mut out = Vec::new();
    avocet::to_writer(&(1_i32, "a"), &mut out).unwrap();
    let back: (i32, String) = avocet::from_reader(&out[..]).unwrap();
    assert_eq!(back, (1, "a".to_owned()));
    let full: &mut [u8] = &mut [0; 2];
    assert_eq!(avocet::to_writer(&(1_i32, "a"), full).unwrap_err().kind(), ErrorKind::Io);
}
