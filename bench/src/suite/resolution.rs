//! `resolution`: a customer of version 1 read as one of version 2.

use std::rc::Rc;

use avocet::{Plan, Schema};

use super::generic::decoder;
use super::peers::Apache;
use super::{Case, arrow, reading};
use crate::measure::{Contender, Role, Row};
use crate::shapes;

/// Two versions to read as, and one with a field that has another name, which no row-based peer resolves.
pub fn cases() -> Vec<Case> {
    vec![
        Case::new("resolution/customer/read", || customer(shapes::CUSTOMER_2, true)),
        Case::new("resolution/customer-defaults/read", || customer(shapes::CUSTOMER_2_DEFAULTS, true)),
        Case::new("resolution/customer-renamed/read", || customer(shapes::CUSTOMER_2_RENAMED, false)),
    ]
}

fn customer(reader_text: &'static str, apache: bool) -> Row {
    let shape = shapes::customer();
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let (writer, reader) =
        (Schema::parse(&shape.schema).expect("valid"), Schema::parse(reader_text).expect("valid"));
    let resolving = Plan::resolve(&writer, &reader).expect("version 2 reads version 1");
    let rewrite = {
        let reader = reader.clone();
        move |value: &avocet::Value| value.encode(&reader).expect("it fits")
    };
    // The writer's schema alone gives version 1; its answer goes through both.
    let through = resolving.clone();
    let mut contenders: Vec<Contender> = vec![
        reading("Value", Role::Ours, &datums, decoder(&resolving), rewrite),
        reading(
            "Value, writer's schema only",
            Role::Reference,
            &datums,
            decoder(&Plan::new(&writer)),
            move |value| {
                let datum = value.encode(&writer).expect("it fits");
                through.decode_value(&datum).expect("a datum").encode(&reader).expect("it fits")
            },
        ),
    ];
    if apache {
        let theirs = Rc::new(Apache::resolving(&shape.schema, reader_text));
        let read = Rc::clone(&theirs);
        contenders.push(reading(
            "apache-avro Value",
            Role::Peer,
            &datums,
            move |datum| read.read(datum),
            move |value| theirs.bytes(value),
        ));
    }
    contenders.extend(arrow::reading(&datums, &shape.schema, reader_text));
    Row { units: datums.len(), contenders }
}
