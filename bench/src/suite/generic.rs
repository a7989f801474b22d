//! `generic`: run-time values, one record at a time, against apache-avro's.

use std::hint::black_box;
use std::rc::Rc;

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use avocet::{Plan, Schema, Value};

use super::{Case, sum_of};
use crate::measure::{Contender, Role, Row};
use crate::shapes::{self, Shape};

/// Reading and writing of every shape.
pub fn cases() -> Vec<Case> {
    let [ints, longs, doubles, booleans]: [fn() -> Shape; 4] = [
        || shapes::arrays().into_iter().next().expect("four arrays"),
        || shapes::arrays().into_iter().nth(1).expect("four arrays"),
        || shapes::arrays().into_iter().nth(2).expect("four arrays"),
        || shapes::arrays().into_iter().nth(3).expect("four arrays"),
    ];
    let shapes: [(&str, fn() -> Shape); 8] = [
        ("order", shapes::order),
        ("telemetry", shapes::telemetry),
        ("counters", shapes::counters),
        ("wide", shapes::wide),
        ("ints", ints),
        ("longs", longs),
        ("doubles", doubles),
        ("booleans", booleans),
    ];
    shapes
        .into_iter()
        .flat_map(|(name, shape)| {
            [
                Case::new(format!("generic/{name}/read"), move || read(name, &shape())),
                Case::new(format!("generic/{name}/write"), move || write(name, &shape())),
            ]
        })
        .collect()
}

/// A schema that lives as long as the process: apache-avro's readers borrow theirs.
pub fn leaked(schema: &str) -> &'static apache_avro::Schema {
    Box::leak(Box::new(apache_avro::Schema::parse_str(schema).expect("apache-avro parses the schema")))
}

fn read(name: &str, shape: &Shape) -> Row {
    let datums = Rc::new(shape.datums());
    let schema = Schema::parse(&shape.schema).expect("a valid schema");
    let plan = Plan::new(&schema);
    let ours = Contender::new(
        "Value",
        Role::Ours,
        {
            let (datums, plan) = (Rc::clone(&datums), plan.clone());
            move || datums.iter().for_each(|datum| drop(decode(&plan, datum)))
        },
        {
            let (datums, plan) = (Rc::clone(&datums), plan.clone());
            move || {
                sum_of(datums.iter().map(|datum| decode(&plan, datum).encode(plan.reader()).expect("it fits")))
            }
        },
    );
    let reused = Contender::new(
        "Value, decode_into",
        Role::Reference,
        {
            let (datums, plan) = (Rc::clone(&datums), plan.clone());
            let mut value = Value::Null;
            move || datums.iter().for_each(|datum| decode_into(&plan, datum, &mut value))
        },
        {
            let (datums, plan) = (Rc::clone(&datums), plan.clone());
            let mut value = Value::Null;
            move || {
                sum_of(datums.iter().map(|datum| {
                    decode_into(&plan, datum, &mut value);
                    value.encode(plan.reader()).expect("it fits")
                }))
            }
        },
    );
    let measured = Contender::new(
        "measure (skip)",
        Role::Reference,
        {
            let (datums, plan) = (Rc::clone(&datums), plan.clone());
            move || datums.iter().for_each(|datum| {
                black_box(plan.measure(datum).expect("a datum"));
            })
        },
        {
            let datums = Rc::clone(&datums);
            move || sum_of(datums.iter().cloned())
        },
    );
    let theirs = leaked(&shape.schema);
    let reader = Rc::new(GenericDatumReader::builder(theirs).build().expect("a reader"));
    let apache = Contender::new(
        "apache-avro Value",
        Role::Peer,
        {
            let (datums, reader) = (Rc::clone(&datums), Rc::clone(&reader));
            move || datums.iter().for_each(|datum| drop(apache_read(&reader, datum)))
        },
        {
            let (datums, reader) = (Rc::clone(&datums), Rc::clone(&reader));
            let writer = GenericDatumWriter::builder(theirs).build().expect("a writer");
            move || {
                sum_of(
                    datums
                        .iter()
                        .map(|datum| writer.write_value_to_vec(apache_read(&reader, datum)).expect("it fits")),
                )
            }
        },
    );
    let units = datums.len();
    Row {
        name: format!("generic/{name}/read"),
        units,
        contenders: vec![ours, apache, reused, measured],
        excuse: None,
    }
}

fn write(name: &str, shape: &Shape) -> Row {
    let datums = shape.datums();
    let schema = Schema::parse(&shape.schema).expect("a valid schema");
    let plan = Plan::new(&schema);
    let values: Rc<Vec<Value>> = Rc::new(datums.iter().map(|datum| decode(&plan, datum)).collect());
    let ours = Contender::new(
        "Value",
        Role::Ours,
        {
            let (values, plan) = (Rc::clone(&values), plan.clone());
            let mut out = Vec::new();
            move || {
                for value in values.iter() {
                    out.clear();
                    encode(&plan, value, &mut out);
                }
            }
        },
        {
            let (values, schema) = (Rc::clone(&values), schema.clone());
            move || sum_of(values.iter().map(|value| value.encode(&schema).expect("it fits")))
        },
    );
    let theirs = leaked(&shape.schema);
    let reader = GenericDatumReader::builder(theirs).build().expect("a reader");
    let apache_values: Rc<Vec<apache_avro::types::Value>> =
        Rc::new(datums.iter().map(|datum| apache_read(&reader, datum)).collect());
    let writer = Rc::new(GenericDatumWriter::builder(theirs).build().expect("a writer"));
    let apache = Contender::new(
        "apache-avro Value",
        Role::Peer,
        {
            let (values, writer) = (Rc::clone(&apache_values), Rc::clone(&writer));
            let mut out = Vec::new();
            move || {
                for value in values.iter() {
                    out.clear();
                    writer.write_value_ref(&mut out, value).expect("it fits");
                }
            }
        },
        {
            let (values, writer) = (Rc::clone(&apache_values), Rc::clone(&writer));
            move || {
                sum_of(values.iter().map(|value| {
                    let mut out = Vec::new();
                    writer.write_value_ref(&mut out, value).expect("it fits");
                    out
                }))
            }
        },
    );
    let units = datums.len();
    Row { name: format!("generic/{name}/write"), units, contenders: vec![ours, apache], excuse: None }
}

#[inline(never)]
fn decode(plan: &Plan, datum: &[u8]) -> Value {
    plan.decode_value(datum).expect("a datum")
}

#[inline(never)]
fn decode_into(plan: &Plan, datum: &[u8], value: &mut Value) {
    plan.decode_into(datum, value).expect("a datum");
}

#[inline(never)]
fn encode(plan: &Plan, value: &Value, out: &mut Vec<u8>) {
    value.write(plan.writer(), out).expect("it fits");
}

#[inline(never)]
pub fn apache_read(reader: &GenericDatumReader<'_>, mut datum: &[u8]) -> apache_avro::types::Value {
    reader.read_value(&mut datum).expect("a datum")
}
