//! Schemas that are flat as text, but name a chain of records that is as long as the text.

use std::fmt::Write as _;

use avocet::order::SortOrder;
use avocet::schema::compatibility;
use avocet::{ErrorKind, Plan, Schema, Value};

/// A record with `count` fields; each field's record leads to the one before by an array, so that a default is short.
/// The fields have the attributes `first`, the last has `last`.
fn chain(count: usize, first: &str, last: &str) -> Schema {
    let mut text = r#"{"type": "record", "name": "Root", "fields": ["#.to_owned();
    for index in 0..count {
        let inner = match index {
            0 => "\"int\"".to_owned(),
            _ => format!("\"R{}\"", index - 1),
        };
        write!(
            text,
            r#"{{"name": "f{index}", "type": {{"type": "record", "name": "R{index}", "fields": [
                {{"name": "x", "type": {{"type": "array", "items": {inner}}}}}]}}{first}}}, "#
        )
        .unwrap();
    }
    write!(text, r#"{{"name": "last", "type": "R{}"{last}}}]}}"#, count - 1).unwrap();
    Schema::parse(&text).unwrap()
}

#[test]
fn plans_of_long_chains_are_made_on_a_small_stack() {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(|| {
            const COUNT: usize = 20_000;
            let plain = chain(COUNT, "", "");
            let with_defaults = chain(COUNT, r#", "default": {"x": []}"#, "");
            let ignored = chain(COUNT, r#", "order": "ignore""#, "");
            let short = Schema::parse(r#"{"type": "record", "name": "Root", "fields": []}"#).unwrap();
            let bytes = vec![0; COUNT + 1];
            let value = Value::decode(&plain, &bytes).unwrap();
            assert_eq!(value.encode(&plain).unwrap(), bytes);
            assert!(value.validate(&plain).is_ok());
            assert_eq!(Plan::new(&plain).measure(&bytes).unwrap(), bytes.len());
            assert!(Plan::resolve(&plain, &short).unwrap().decode_value(&bytes).is_ok());
            assert!(Plan::resolve(&plain, &plain).unwrap().decode_value(&bytes).is_ok());
            assert!(SortOrder::new(&ignored).unwrap().compare(&bytes, &bytes).unwrap().is_eq());
            assert!(SortOrder::new(&plain).unwrap().compare(&bytes, &bytes).unwrap().is_eq());
            // No field of the way there is in both: the last pair of records leads to all others.
            let renamed = Schema::parse(&plain.to_string().replace(r#""name":"f"#, r#""name":"g"#)).unwrap();
            match Plan::resolve(&renamed, &with_defaults) {
                Ok(resolved) => assert!(resolved.decode_value(&bytes).is_ok()),
                Err(error) => {
                    assert_eq!(error.kind(), ErrorKind::Resolution);
                    assert!(error.to_string().contains("at most 512 types inside each other"));
                }
            }
        })
        .unwrap()
        .join()
        .unwrap();
}

/// A linked list of a writer whose links are records of one name in many namespaces, against a reader's list of one record:
/// each pair of them is another one.
#[test]
fn pairs_of_records_are_no_deeper_than_the_limit() {
    std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(|| {
            let mut fields = String::new();
            for index in 0..20_000 {
                let next = match index {
                    0 => "\"null\"".to_owned(),
                    _ => format!(r#"["null", "n{}.L"]"#, index - 1),
                };
                write!(
                    fields,
                    r#"{{"name": "f{index}", "type": {{"type": "record", "name": "n{index}.L", "fields": [
                        {{"name": "next", "type": {next}}}]}}}}, "#
                )
                .unwrap();
            }
            let text = format!(
                r#"{{"type": "record", "name": "Root", "fields": [{fields} {{"name": "last", "type": "n19999.L"}}]}}"#
            );
            let writer = Schema::parse(&text).unwrap();
            let reader = Schema::parse(
                r#"{"type": "record", "name": "Root", "fields": [{"name": "last", "type":
                    {"type": "record", "name": "L", "fields": [{"name": "next", "type": ["null", "L"]}]}}]}"#,
            )
            .unwrap();
            // The pairs beyond fail when they are met: 512 types are 256 links here.
            let plan = Plan::resolve(&writer, &reader).unwrap();
            let mut bytes = vec![0; 19_999];
            bytes.insert(0, 0);
            assert!(plan.decode_value(&[&bytes[..19_999], &[2, 2, 0]].concat()).is_ok());
            let _ = compatibility::check(&reader, &writer);
        })
        .unwrap()
        .join()
        .unwrap();
}

/// Records that hold the one before twice and do not fit at the bottom: each pair is looked at once, not 2^60 times.
#[test]
fn pairs_that_do_not_fit_are_looked_at_once() {
    let of = |bottom: &str| {
        let mut text =
            format!(r#"{{"type": "record", "name": "R0", "fields": [{{"name": "x", "type": {bottom}}}]}}"#);
        for index in 1..60 {
            text = format!(
                r#"{{"type": "record", "name": "R{index}", "fields": [
                    {{"name": "a", "type": {text}}}, {{"name": "b", "type": "R{}"}}]}}"#,
                index - 1
            );
        }
        Schema::parse(&text).unwrap()
    };
    let (writer, reader) = (of("\"int\""), of("\"string\""));
    let error = Plan::resolve(&writer, &reader).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Resolution);
    assert!(error.to_string().contains("expected string, found int of the writer's"), "{error}");
    assert!(!compatibility::check(&reader, &writer).is_compatible());
}
