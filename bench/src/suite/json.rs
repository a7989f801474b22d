//! `json`: datums ⇄ JSON text.
//!
//! Peers know no Avro JSON, whose unions are wrapped; they write plain JSON, which is less text. Answers are compared
//! after the wrappers are taken off.

use std::cell::RefCell;
use std::rc::Rc;

use avocet::{Limits, Schema, json, wire};
use serde_avro_fast::de::DeserializerState;
use serde_json::Value;

use super::peers::{Apache, Fast};
use super::{Case, apart, digest};
use crate::measure::{Contender, Role, Row};
use crate::shapes::{self, Shape};

/// Every record shape, encoded.
pub fn cases() -> Vec<Case> {
    let shapes: [(&str, fn() -> Shape); 4] = [
        ("order", shapes::order),
        ("telemetry", shapes::telemetry),
        ("counters", shapes::counters),
        ("wide", shapes::wide),
    ];
    shapes
        .into_iter()
        .map(|(name, shape)| Case::new(format!("json/{name}/encode"), move || encode(&shape())))
        .collect()
}

fn encode(shape: &Shape) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let schema = Schema::parse(&shape.schema).expect("a valid schema");
    let (apache, fast) = (Apache::new(&shape.schema), Fast::new(&shape.schema));
    let limits = Limits::default();
    let by = |name, role, one: Box<dyn Fn(&[u8], &mut Vec<u8>)>| {
        let (one, run, answer) = (Rc::new(one), Rc::clone(&datums), Rc::clone(&datums));
        let again = Rc::clone(&one);
        let out = RefCell::new(Vec::new());
        Contender::new(
            name,
            role,
            move || {
                let mut out = out.borrow_mut();
                for datum in run.iter() {
                    out.clear();
                    apart(|datum: &[u8]| one(datum, &mut out), datum.as_slice());
                }
            },
            move || {
                let mut texts = Vec::new();
                for datum in answer.iter() {
                    let mut out = Vec::new();
                    again(datum, &mut out);
                    let mut value: Value = serde_json::from_slice(&out).expect("valid JSON");
                    unwrap_unions(&mut value);
                    serde_json::to_writer(&mut texts, &value).expect("a buffer");
                }
                digest(&texts)
            },
        )
    };
    let contenders = vec![
        by(
            "json::write",
            Role::Ours,
            Box::new(move |datum, out| {
                let mut reader = wire::Reader::new(datum);
                json::write(&schema, &mut reader, &limits, out, json::Style::Compact).expect("a datum");
            }),
        ),
        by(
            "apache-avro Value, serde_json",
            Role::Peer,
            Box::new(move |datum, out| {
                let value = Value::try_from(apache.read(datum)).expect("JSON");
                serde_json::to_writer(out, &value).expect("a buffer");
            }),
        ),
        by(
            "serde_avro_fast, transcoded",
            Role::Peer,
            Box::new(move |datum, out| {
                let mut state = DeserializerState::from_slice(datum, fast.schema);
                serde_transcode::transcode(state.deserializer(), &mut serde_json::Serializer::new(out))
                    .expect("a datum");
            }),
        ),
    ];
    Row { units: datums.len(), contenders }
}

/// Replaces objects whose only member has the name of a primitive type by its value; makes floats and doubles the same
/// numbers, since peers write a float with the digits of a double.
fn unwrap_unions(value: &mut Value) {
    const PRIMITIVES: [&str; 7] = ["boolean", "int", "long", "float", "double", "bytes", "string"];
    if let Value::Object(members) = value
        && members.len() == 1
        && let Some(inner) = PRIMITIVES.iter().find_map(|name| members.get(*name)).cloned()
    {
        *value = inner;
    }
    match value {
        Value::Object(members) => members.values_mut().for_each(unwrap_unions),
        Value::Array(items) => items.iter_mut().for_each(unwrap_unions),
        Value::Number(number) if number.is_f64() => {
            let narrow = number.as_f64().expect("a double") as f32;
            *value = Value::from(narrow);
        }
        _ => {}
    }
}
