//! `generic`: run-time values, one record at a time, against apache-avro's.

use std::hint::black_box;
use std::rc::Rc;

use avocet::{Plan, Schema, Value};

use super::peers::Apache;
use super::{Case, arrow, reading, visiting, writing};
use crate::measure::{Role, Row};
use crate::shapes::{self, Shape};

/// Reading and writing of every shape.
pub fn cases() -> Vec<Case> {
    let shapes: [(&str, fn() -> Shape); 8] = [
        ("order", shapes::order),
        ("telemetry", shapes::telemetry),
        ("counters", shapes::counters),
        ("wide", shapes::wide),
        ("ints", shapes::ints),
        ("longs", shapes::longs),
        ("doubles", shapes::doubles),
        ("booleans", shapes::booleans),
    ];
    let mut cases = Vec::new();
    for (name, shape) in shapes {
        cases.push(Case::new(format!("generic/{name}/read"), move || read(&shape())));
        cases.push(Case::new(format!("generic/{name}/write"), move || write(&shape())));
    }
    cases
}

fn read(shape: &Shape) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let plan = Plan::new(&Schema::parse(&shape.schema).expect("a valid schema"));
    let theirs = Rc::new(Apache::new(&shape.schema));
    let rewrite = {
        let plan = plan.clone();
        move |value: &Value| value.encode(plan.reader()).expect("it fits")
    };
    let mut contenders = vec![
        reading("Value", Role::Ours, &datums, decoder(&plan), rewrite.clone()),
        reading(
            "apache-avro Value",
            Role::Peer,
            &datums,
            {
                let theirs = Rc::clone(&theirs);
                move |datum| theirs.read(datum)
            },
            move |value| theirs.bytes(value),
        ),
        visiting(
            "Value, decode_into",
            Role::Reference,
            &datums,
            {
                let (plan, value) = (plan.clone(), std::cell::RefCell::new(Value::Null));
                move |datum| plan.decode_into(datum, &mut value.borrow_mut()).expect("a datum")
            },
            {
                let (plan, value) = (plan.clone(), std::cell::RefCell::new(Value::Null));
                let rewrite = rewrite.clone();
                move |datum| {
                    plan.decode_into(datum, &mut value.borrow_mut()).expect("a datum");
                    rewrite(&value.borrow())
                }
            },
        ),
        visiting(
            "ValueRef, borrowed",
            Role::Reference,
            &datums,
            {
                let plan = plan.clone();
                move |datum| drop(black_box(plan.decode_ref(datum).expect("a datum")))
            },
            {
                let (plan, rewrite) = (plan.clone(), rewrite.clone());
                move |datum| rewrite(&plan.decode_ref(datum).expect("a datum").into_owned())
            },
        ),
        visiting(
            "measure (skips)",
            Role::Reference,
            &datums,
            {
                let plan = plan.clone();
                move |datum| _ = black_box(plan.measure(datum).expect("a datum"))
            },
            move |datum| datum[..plan.measure(datum).expect("a datum")].to_vec(),
        ),
    ];
    if shape.is_record() {
        contenders.extend(arrow::reading(&datums, &shape.schema, &shape.schema));
    }
    Row { units: datums.len(), contenders }
}

fn write(shape: &Shape) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let plan = Plan::new(&Schema::parse(&shape.schema).expect("a valid schema"));
    let theirs = Apache::new(&shape.schema);
    let values = datums.iter().map(|datum| decoder(&plan)(datum)).collect();
    let their_values = datums.iter().map(|datum| theirs.read(datum)).collect();
    let mut contenders = vec![
        writing("Value", Role::Ours, values, move |value, out| {
            value.write(plan.writer(), out).expect("it fits");
        }),
        writing("apache-avro Value", Role::Peer, their_values, move |value, out| theirs.write(value, out)),
    ];
    if shape.is_record() {
        contenders.extend(arrow::writing(&datums, &shape.schema));
    }
    Row { units: datums.len(), contenders }
}

/// Our reading, as it is for users.
pub(super) fn decoder(plan: &Plan) -> impl Fn(&[u8]) -> Value + Clone + 'static {
    let plan = plan.clone();
    move |datum| plan.decode_value(datum).expect("a datum")
}
