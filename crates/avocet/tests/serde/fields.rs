//! Records whose fields come in another order, are missing, or are too many; `flatten` and what is left out.

use std::collections::BTreeMap;

use avocet::ErrorKind;
use serde::{Deserialize, Serialize};

use crate::{read, record, refused, round_trip, same, schema};

const ABC: &str =
    r#"{"name": "a", "type": "int"}, {"name": "b", "type": "string"}, {"name": "c", "type": "boolean"}"#;

#[test]
fn fields_in_any_order() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Backwards {
        c: bool,
        b: String,
        a: i32,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Mixed {
        b: String,
        a: i32,
        c: bool,
    }
    same(&record(ABC), Backwards { c: true, b: "x".to_owned(), a: 1 }, &[2, 2, b'x', 1]);
    same(&record(ABC), Mixed { c: true, b: "x".to_owned(), a: 1 }, &[2, 2, b'x', 1]);
}

#[test]
fn many_fields_in_any_order() {
    let names: Vec<String> = (0..50).map(|index| format!("f{index}")).collect();
    let fields: Vec<String> =
        names.iter().map(|name| format!(r#"{{"name": "{name}", "type": "string"}}"#)).collect();
    let text = record(&fields.join(","));
    let in_order: Vec<u8> = (0..50_u8).flat_map(|index| [2, b'0' + index]).collect();
    for step in [1, 3, 7, 49] {
        let map: serde_json::Map<String, serde_json::Value> = (0..50)
            .map(|index| (index * step) % 50)
            .map(|index| (names[index].clone(), char::from(b'0' + index as u8).to_string().into()))
            .collect();
        // A map keeps no order of insertion here, so the order is forced through a sequence of entries.
        struct Entries<'a>(Vec<(&'a String, &'a serde_json::Value)>);
        impl Serialize for Entries<'_> {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_map(self.0.iter().copied())
            }
        }
        let order = (0..50).map(|index| &names[(index * step) % 50]);
        let entries = Entries(order.map(|name| (name, &map[name])).collect());
        assert_eq!(avocet::serde::to_vec(&schema(&text), &entries).unwrap(), in_order, "{step}");
    }
}

#[test]
fn an_extra_field_is_refused() {
    #[derive(Serialize)]
    struct Extra {
        a: i32,
        b: &'static str,
        c: bool,
        d: (),
    }
    let error = refused(&record(ABC), &Extra { a: 1, b: "", c: true, d: () });
    assert_eq!(error.to_string(), "in R: expected only fields of R, found a field \"d\"");
    let error = refused(&record(ABC), &BTreeMap::from([("a", 1), ("z", 2)]));
    assert!(error.to_string().contains("\"z\""), "{error}");
}

#[test]
fn a_missing_field_is_refused() {
    #[derive(Serialize)]
    struct Missing {
        a: i32,
        c: bool,
    }
    let error = refused(&record(ABC), &Missing { a: 1, c: true });
    assert_eq!(
        error.to_string(),
        "in R.b: expected a value, for there is neither null nor a default for it, found no such field"
    );
}

#[test]
fn a_field_that_comes_twice_is_refused() {
    struct Twice(&'static [&'static str]);
    impl Serialize for Twice {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_map(self.0.iter().map(|name| (name, 1)))
        }
    }
    let text = record(r#"{"name": "a", "type": "int"}, {"name": "b", "type": "int"}"#);
    for names in [&["a", "a"][..], &["b", "b"], &["a", "b", "a"], &["b", "a", "b"]] {
        let error = refused(&text, &Twice(names));
        assert!(error.to_string().contains("once, found it twice"), "{names:?} {error}");
    }
}

#[test]
fn what_is_left_out_is_null_or_the_default() {
    #[derive(Serialize, Deserialize, PartialEq, Debug, Default)]
    struct Sparse {
        #[serde(skip_serializing_if = "Option::is_none")]
        nullable: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        second: Option<String>,
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        list: Vec<i32>,
        last: i32,
    }
    let text = record(
        r#"{"name": "nullable", "type": ["null", "int"]}, {"name": "second", "type": ["string", "null"], "default": "x"},
        {"name": "list", "type": {"type": "array", "items": "int"}, "default": []}, {"name": "last", "type": "int"},
        {"name": "unknown", "type": "null"}, {"name": "with_default", "type": "string", "default": "d"}"#,
    );
    same(&text, Sparse { last: 1, ..Sparse::default() }, &[0, 2, 0, 2, 2, b'd']);
    same(
        &text,
        Sparse { nullable: Some(1), second: Some("s".to_owned()), list: vec![3], last: 1 },
        &[2, 2, 0, 2, b's', 2, 6, 0, 2, 2, b'd'],
    );
}

#[test]
fn left_out_without_null_or_default() {
    #[derive(Serialize)]
    struct Left {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<i32>,
    }
    let text = record(r#"{"name": "a", "type": "int"}"#);
    assert_eq!(refused(&text, &Left { a: None }).path(), "R.a");
    assert_eq!(avocet::serde::to_vec(&schema(&text), &Left { a: Some(1) }).unwrap(), [2]);
}

#[test]
fn flattened_parts() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Outer {
        id: i64,
        #[serde(flatten)]
        inner: Inner,
        last: String,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Inner {
        x: f64,
        y: Option<i32>,
    }
    let text = record(
        r#"{"name": "last", "type": "string"}, {"name": "id", "type": "long"}, {"name": "x", "type": "double"},
        {"name": "y", "type": ["null", "int"]}"#,
    );
    round_trip(&text, Outer { id: 1, inner: Inner { x: 0.5, y: Some(2) }, last: "z".to_owned() });
    round_trip(
        &format!(r#"["null", {text}]"#),
        Some(Outer { id: 1, inner: Inner { x: 0.5, y: None }, last: String::new() }),
    );

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Rest {
        id: i64,
        #[serde(flatten)]
        rest: BTreeMap<String, i64>,
    }
    let text = record(
        r#"{"name": "a", "type": "long"}, {"name": "id", "type": "long"}, {"name": "b", "type": "int"}"#,
    );
    let rest = BTreeMap::from([("a".to_owned(), 5), ("b".to_owned(), 6)]);
    same(&text, Rest { id: 1, rest }, &[10, 2, 12]);
}

#[test]
fn what_the_struct_does_not_have_is_left_out() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Less {
        c: bool,
        #[serde(default)]
        more: i32,
        maybe: Option<i32>,
    }
    let bytes = [2, 2, b'x', 1];
    assert_eq!(read::<Less>(&record(ABC), &bytes).unwrap(), Less { c: true, more: 0, maybe: None });
    #[derive(Deserialize, Debug)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[expect(dead_code, reason = "never read")]
        c: bool,
    }
    let error = read::<Strict>(&record(ABC), &bytes).unwrap_err();
    assert_eq!(error.to_string(), "at byte 0, in R: expected a field of c, found \"a\"");
    #[derive(Deserialize, Debug)]
    struct More {
        #[expect(dead_code, reason = "never read")]
        d: bool,
    }
    let error = read::<More>(&record(ABC), &bytes).unwrap_err();
    assert_eq!(error.to_string(), "at byte 4, in R: expected a field \"d\", found none in the data");
    // What is left out is checked all the same.
    assert_eq!(read::<Less>(&record(ABC), &[2, 4, b'x', 0]).unwrap_err().kind(), ErrorKind::Truncated);
}

/// Aliases stand among the names that serde tells: they must not shift the fields.
#[test]
fn aliases_of_fields() {
    #[derive(Deserialize, PartialEq, Debug)]
    struct Aliased {
        #[serde(alias = "a")]
        z: i32,
        b: i32,
    }
    let text = |names: [&str; 2]| {
        record(&names.map(|name| format!(r#"{{"name": "{name}", "type": "int"}}"#)).join(","))
    };
    for names in [["a", "b"], ["b", "a"], ["z", "b"], ["b", "z"]] {
        let value = read::<Aliased>(&text(names), &[2, 4]).unwrap();
        let expected = if names[0] == "b" { Aliased { z: 2, b: 1 } } else { Aliased { z: 1, b: 2 } };
        assert_eq!(value, expected, "{names:?}");
    }
    let both =
        record(r#"{"name": "a", "type": "int"}, {"name": "z", "type": "int"}, {"name": "b", "type": "int"}"#);
    let error = read::<Aliased>(&both, &[2, 4, 6]).unwrap_err();
    assert_eq!(error.to_string(), "at byte 1, in R: expected a field \"z\" once, found it twice");
}

/// A type that knows its fields by name alone is read once more, by name.
#[test]
fn a_type_that_takes_no_sequence() {
    #[derive(PartialEq, Debug)]
    struct ByName(i32);
    impl<'de> Deserialize<'de> for ByName {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct Visitor;
            impl<'de> serde::de::Visitor<'de> for Visitor {
                type Value = ByName;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("names")
                }
                fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<ByName, A::Error> {
                    let mut sum = 0;
                    while let Some((name, value)) = map.next_entry::<String, i32>()? {
                        sum += value * if name == "a" { 10 } else { 1 };
                    }
                    Ok(ByName(sum))
                }
            }
            deserializer.deserialize_struct("ByName", &["a", "b"], Visitor)
        }
    }
    let text = record(r#"{"name": "a", "type": "int"}, {"name": "b", "type": "int"}"#);
    assert_eq!(read::<ByName>(&text, &[2, 4]).unwrap(), ByName(12));
    let list = format!(r#"{{"type": "array", "items": {text}}}"#);
    assert_eq!(read::<Vec<ByName>>(&list, &[4, 2, 4, 6, 8, 0]).unwrap(), [ByName(12), ByName(34)]);
}

#[test]
fn structs_inside_unions() {
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Circle {
        radius: f64,
    }
    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Other {
        radius: f64,
    }
    let record = |name: &str, fields: &str| {
        let fields: Vec<String> =
            fields.split(' ').map(|name| format!(r#"{{"name": "{name}", "type": "double"}}"#)).collect();
        format!(r#"{{"type": "record", "name": "{name}", "fields": [{}]}}"#, fields.join(","))
    };
    let (circle, square) = (record("shapes.Circle", "radius"), record("Square", "side"));
    let sphere = record("Sphere", "radius");
    let bytes = 2.0_f64.to_le_bytes();
    // By name, and the only one whatever it is called.
    same(&format!("[{square}, {circle}]"), Circle { radius: 2.0 }, &[&[2], &bytes[..]].concat());
    same(&format!("[{sphere}, {circle}]"), Circle { radius: 2.0 }, &[&[2], &bytes[..]].concat());
    same(&format!(r#"["null", {circle}]"#), Other { radius: 2.0 }, &[&[2], &bytes[..]].concat());
    // By fields, when no name says more.
    same(&format!("[{square}, {circle}]"), Other { radius: 2.0 }, &[&[2], &bytes[..]].concat());
    let error = refused(&format!("[{sphere}, {circle}]"), &Other { radius: 2.0 });
    assert!(error.to_string().contains("just one of Sphere, shapes.Circle"), "{error}");
    refused(&format!("[{square}, {}]", record("Triangle", "base")), &Other { radius: 2.0 });
}
