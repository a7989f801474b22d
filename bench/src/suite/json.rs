//! `json`: datums ⇄ JSON text.
//!
//! Peers know no Avro JSON, whose unions are wrapped; they write plain JSON, which is less text. Texts are compared
//! after the wrappers are taken off.

use std::cell::RefCell;
use std::rc::Rc;

use avocet::{Schema, json, wire};
use serde_avro_fast::de::DeserializerState;
use serde_json::Value;

use super::peers::{Apache, Fast};
use super::{Case, apart, sum_of};
use crate::measure::{Contender, Role, Row};
use crate::shapes::{self, Shape};

/// Every record shape: encoded in both forms, and the plain one decoded.
pub fn cases() -> Vec<Case> {
    let shapes: [(&str, fn() -> Shape); 4] = [
        ("order", shapes::order),
        ("telemetry", shapes::telemetry),
        ("counters", shapes::counters),
        ("wide", shapes::wide),
    ];
    let mut cases = Vec::new();
    for (name, shape) in shapes {
        cases.push(Case::new(format!("json/{name}/encode"), move || encode(&shape(), json::Form::Avro)));
        cases.push(Case::new(format!("json/{name}-plain/encode"), move || {
            encode(&shape(), json::Form::Plain)
        }));
        cases.push(Case::new(format!("json/{name}-plain/decode"), move || decode(&shape())));
    }
    cases
}

/// Datum to text; the text without wrappers is the answer.
fn encode(shape: &Shape, form: json::Form) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let schema = Schema::parse(&shape.schema).expect("a valid schema");
    let (apache, fast) = (Apache::new(&shape.schema), Fast::new(&shape.schema));
    let printer = RefCell::new(json::Printer::new(&schema).form(form));
    let plain = |text: Vec<u8>| {
        let mut value: Value = serde_json::from_slice(&text).expect("valid JSON");
        unwrap_unions(&mut value);
        value.to_string().into_bytes()
    };
    let contenders = vec![
        converting("json::Printer", Role::Ours, &datums, plain, move |datum, out| {
            let mut reader = wire::Reader::new(datum);
            printer.borrow_mut().print_into(&mut reader, out).expect("a datum");
        }),
        converting("apache-avro Value, serde_json", Role::Peer, &datums, plain, move |datum, out| {
            let value = Value::try_from(apache.read(datum)).expect("JSON");
            serde_json::to_writer(out, &value).expect("a buffer");
        }),
        converting("serde_avro_fast, transcoded", Role::Peer, &datums, plain, move |datum, out| {
            let mut state = DeserializerState::from_slice(datum, fast.schema);
            serde_transcode::transcode(state.deserializer(), &mut serde_json::Serializer::new(out))
                .expect("a datum");
        }),
    ];
    Row { units: datums.len(), contenders }
}

/// Plain text to datum. The peers go through serde_json's value.
fn decode(shape: &Shape) -> Row {
    let datums = shape.datums();
    let schema = Schema::parse(&shape.schema).expect("a valid schema");
    let mut printer = json::Printer::new(&schema).form(json::Form::Plain);
    let texts: Rc<[Vec<u8>]> =
        datums.iter().map(|datum| printer.print(datum).expect("a datum").into_bytes()).collect();
    let parser = json::Parser::new(&schema).form(json::Form::Plain);
    let (apache, fast) = (Apache::new(&shape.schema), Fast::new(&shape.schema));
    let same = |datum| datum;
    let contenders = vec![
        converting("json::Parser", Role::Ours, &texts, same, move |text, out| {
            let text = std::str::from_utf8(text).expect("JSON");
            parser.parse_into(text, out).expect("JSON of the schema");
        }),
        converting("apache-avro Value, serde_json", Role::Peer, &texts, same, move |text, out| {
            let value: Value = serde_json::from_slice(text).expect("JSON");
            apache.write(&apache_value(value).resolve(apache.schema).expect("it fits"), out);
        }),
        converting("serde_avro_fast, serde_json", Role::Peer, &texts, same, move |text, out| {
            let value: Value = serde_json::from_slice(text).expect("JSON");
            fast.write(&value, out);
        }),
    ];
    Row { units: datums.len(), contenders }
}

/// The bridge that users of apache-avro have to write: its own `to_value` makes eight fixed bytes of a positive integer.
fn apache_value(json: Value) -> apache_avro::types::Value {
    use apache_avro::types::Value as Avro;
    match json {
        Value::Null => Avro::Null,
        Value::Bool(value) => Avro::Boolean(value),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Avro::Long(integer),
            None => Avro::Double(number.as_f64().expect("a number")),
        },
        Value::String(text) => Avro::String(text),
        Value::Array(items) => Avro::Array(items.into_iter().map(apache_value).collect()),
        Value::Object(members) => {
            Avro::Map(members.into_iter().map(|(name, value)| (name, apache_value(value))).collect())
        }
    }
}

/// A contender that makes other bytes of each input, in a buffer that is emptied before each.
fn converting(
    name: &str,
    role: Role,
    inputs: &Rc<[Vec<u8>]>,
    answer: impl Fn(Vec<u8>) -> Vec<u8> + 'static,
    convert: impl Fn(&[u8], &mut Vec<u8>) + 'static,
) -> Contender {
    let (run, asked) = (Rc::clone(inputs), Rc::clone(inputs));
    let convert = Rc::new(convert);
    let again = Rc::clone(&convert);
    let mut out = Vec::new();
    Contender::new(
        name,
        role,
        move || {
            for input in run.iter() {
                out.clear();
                apart(|input: &[u8]| convert(input, &mut out), input.as_slice());
            }
        },
        move || {
            sum_of(asked.iter().map(|input| {
                let mut out = Vec::new();
                again(input, &mut out);
                answer(out)
            }))
        },
    )
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
