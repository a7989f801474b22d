//! Schemas that are made from samples: each rule, and that the samples fit.

use avocet::value::{Fixed, Map, Symbol};
use avocet::{ErrorKind, Schema, Value, record};

/// Infers a schema, compares it, and writes and reads all samples under it.
#[track_caller]
fn infers(samples: &[Value], expected: &str) {
    let schema = Schema::infer(samples).unwrap();
    assert_eq!(schema.to_string(), expected);
    for sample in samples {
        let bytes = sample.encode(&schema).unwrap_or_else(|error| panic!("{sample}: {error}"));
        Value::decode(&schema, &bytes).unwrap();
    }
}

fn schema(text: &str) -> Schema {
    Schema::parse(text).unwrap()
}

#[test]
fn numbers_widen_where_nothing_is_lost() {
    let (int, long, float, double) = (Value::Int(1), Value::Long(2), Value::Float(0.5), Value::Double(0.1));
    for (samples, expected) in [
        (vec![&int], r#""int""#),
        (vec![&int, &long], r#""long""#),
        (vec![&float], r#""float""#),
        (vec![&int, &float], r#""double""#),
        (vec![&float, &double], r#""double""#),
        (vec![&double, &int, &float], r#""double""#),
        (vec![&long, &double], r#"["long","double"]"#),
        (vec![&int, &float, &long, &double], r#"["long","double"]"#),
    ] {
        infers(&samples.into_iter().cloned().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn unions_null_first() {
    infers(&[], r#""null""#);
    infers(
        &[Value::from("x"), Value::Boolean(true), Value::Null, Value::from("y")],
        r#"["null","string","boolean"]"#,
    );
    infers(&[Value::from(vec![1_u8]), Value::Int(1)], r#"["int","bytes"]"#);
}

#[test]
fn arrays_and_maps_are_merged() {
    let empty = || Value::from(Vec::<Value>::new());
    infers(&[empty()], r#"{"type":"array","items":"null"}"#);
    infers(
        &[empty(), Value::from(vec![1, 2]), Value::from(vec![Value::Null])],
        r#"{"type":"array","items":["null","int"]}"#,
    );
    infers(
        &[Value::from(vec![0.5_f64]), Value::from(vec![Value::Int(1)])],
        r#"{"type":"array","items":"double"}"#,
    );
    let map = |value: Value| Value::Map(Map::from_iter([("k", value)]));
    infers(&[map(Value::Int(1)), map("x".into())], r#"{"type":"map","values":["int","string"]}"#);
}

#[test]
fn records_are_merged_field_by_field() {
    let samples = [
        record! { "id": 1, "lines": vec![record! { "sku": "a", "count": 1 }] },
        record! { "id": 2_i64, "lines": vec![record! { "sku": "b", "count": 0.5 }] },
    ];
    infers(
        &samples,
        concat!(
            r#"{"type":"record","name":"Record","fields":[{"name":"id","type":"long"},{"name":"lines","type":"#,
            r#"{"type":"array","items":{"type":"record","name":"Record_lines_item","fields":["#,
            r#"{"name":"sku","type":"string"},{"name":"count","type":"double"}]}}}]}"#
        ),
    );
    let schema = Schema::infer(&[record! { "a": 1 }, record! { "b": "x", "a": 2 }]).unwrap();
    assert_eq!(
        schema.to_string(),
        concat!(
            r#"{"type":"record","name":"Record","fields":[{"name":"a","type":"int"},"#,
            r#"{"name":"b","type":["null","string"],"default":null}]}"#
        )
    );
    let error = Schema::infer(&[record! { "not a name": 1 }]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Schema(_)), "{error}");
}

#[test]
fn names_are_kept() {
    let text = concat!(
        r#"{"type":"record","name":"Tree","namespace":"a.b","fields":[{"name":"kind","type":"#,
        r#"{"type":"enum","name":"Kind","symbols":["X","Y"]}},{"name":"id","type":"#,
        r#"{"type":"fixed","name":"Id","namespace":"c","size":2}},{"name":"next","type":["null","Tree"]}]}"#
    );
    let tree = Value::decode(&schema(text), &[0, 7, 7, 2, 2, 8, 8, 0]).unwrap();
    infers(&[tree], text);
    // A made-up name gets out of the way.
    let own = Value::decode(&schema(r#"{"type":"record","name":"Record","fields":[]}"#), &[]).unwrap();
    let schema = Schema::infer(&[own, record! { "a": 1 }]).unwrap();
    assert_eq!(
        schema.to_string(),
        concat!(
            r#"[{"type":"record","name":"Record","fields":[]},"#,
            r#"{"type":"record","name":"Record_","fields":[{"name":"a","type":"int"}]}]"#
        )
    );
}

#[test]
fn enums_are_merged_and_fixed_have_one_size() {
    let symbols =
        |symbols: &str| schema(&format!(r#"{{"type": "enum", "name": "E", "symbols": {symbols}}}"#));
    let samples = [
        Value::from(Symbol::new(&symbols(r#"["A", "B"]"#), "B").unwrap()),
        Value::from(Symbol::new(&symbols(r#"["B", "C"]"#), "C").unwrap()),
    ];
    infers(&samples, r#"{"type":"enum","name":"E","symbols":["A","B","C"]}"#);
    let fixed = |size: usize| {
        let schema = schema(&format!(r#"{{"type": "fixed", "name": "F", "size": {size}}}"#));
        Value::from(Fixed::new(&schema, &vec![0; size]).unwrap())
    };
    infers(&[fixed(2), fixed(2)], r#"{"type":"fixed","name":"F","size":2}"#);
    let error = Schema::infer(&[fixed(2), fixed(3)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected F to be the same type everywhere, found a fixed of 3 bytes of that name"
    );
}
