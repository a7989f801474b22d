//! Input that asks for too much: an error, soon and small.

use std::collections::HashMap;

use avocet::{ErrorKind, Plan};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use crate::{record, schema};

#[derive(Serialize, Deserialize, Debug, Default)]
struct List {
    next: Option<Box<List>>,
}

fn list() -> String {
    record(r#"{"name": "next", "type": ["null", "R"]}"#)
}

#[test]
fn counts_beyond_the_input() {
    let huge = [0xfe, 0xff, 0xff, 0xff, 0x0f];
    for items in ["string", "long", "double", "boolean"] {
        let array = Plan::new(&schema(&format!(r#"{{"type": "array", "items": "{items}"}}"#)));
        assert!(array.decode::<serde_json::Value>(&huge).unwrap_err().is_truncated());
        assert!(array.decode::<IgnoredAny>(&huge).unwrap_err().is_truncated());
        let map = Plan::new(&schema(&format!(r#"{{"type": "map", "values": "{items}"}}"#)));
        assert!(map.decode::<HashMap<String, IgnoredAny>>(&huge).unwrap_err().is_truncated());
    }
    let array = Plan::new(&schema(r#"{"type": "array", "items": "long"}"#));
    assert!(array.decode::<Vec<i64>>(&huge).unwrap_err().is_truncated());
    for count in [&[0x01][..], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]] {
        assert!(array.decode::<Vec<i64>>(count).is_err());
    }
}

#[test]
fn items_without_bytes() {
    let huge = [0xfe, 0xff, 0xff, 0xff, 0x0f, 0x00];
    let empty = record("");
    for items in ["\"null\"", &empty, r#"{"type": "fixed", "name": "F", "size": 0}"#] {
        let plan = Plan::new(&schema(&format!(r#"{{"type": "array", "items": {items}}}"#)));
        let errors = [
            plan.decode::<Vec<IgnoredAny>>(&huge).map(drop),
            plan.decode::<serde_json::Value>(&huge).map(drop),
            plan.decode::<IgnoredAny>(&huge).map(drop),
        ];
        for error in errors {
            let error = error.unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
            assert!(error.to_string().contains("zero_size_items"), "{error}");
        }
    }
}

#[test]
fn records_inside_each_other() {
    let plan = Plan::new(&schema(&list()));
    let deep = vec![2; 120_000];
    let errors = [
        plan.decode::<List>(&deep).map(drop),
        plan.decode::<serde_json::Value>(&deep).map(drop),
        plan.decode::<IgnoredAny>(&deep).map(drop),
    ];
    for error in errors {
        let error = error.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
    }
    let fits: Vec<u8> = [2].repeat(20).into_iter().chain([0]).collect();
    plan.decode::<List>(&fits).unwrap();
}

#[test]
fn deep_values_are_not_written() {
    let mut deep = List::default();
    for _ in 0..500 {
        deep = List { next: Some(Box::new(deep)) };
    }
    let error = avocet::serde::to_vec(&schema(&list()), &deep).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit, "{error}");
}

#[test]
fn indexes_out_of_range() {
    let union = Plan::new(&schema(r#"["null", "int"]"#));
    let symbols = Plan::new(&schema(r#"{"type": "enum", "name": "E", "symbols": ["A"]}"#));
    for index in [&[1][..], &[4], &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]] {
        assert_eq!(union.decode::<Option<i32>>(index).unwrap_err().kind(), ErrorKind::Malformed);
        assert_eq!(symbols.decode::<String>(index).unwrap_err().kind(), ErrorKind::Malformed);
        assert_eq!(symbols.decode::<u8>(index).unwrap_err().kind(), ErrorKind::Malformed);
    }
}
