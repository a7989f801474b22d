//! `resolution`: a customer of version 1 read as version 2.

use std::rc::Rc;

use apache_avro::reader::datum::GenericDatumReader;
use apache_avro::writer::datum::GenericDatumWriter;
use avocet::{Plan, Schema};

use super::generic::{apache_read, leaked};
use super::{Case, sum_of};
use crate::measure::{Contender, Role, Row};
use crate::shapes;

/// Generic values through both schemas, and for scale through the writer's alone.
pub fn cases() -> Vec<Case> {
    vec![Case::new("resolution/customer/read", customer)]
}

fn customer() -> Row {
    let (shape, reader_text) = shapes::customer();
    let datums = Rc::new(shape.datums());
    let (writer, reader) =
        (Schema::parse(&shape.schema).expect("valid"), Schema::parse(reader_text).expect("valid"));
    let resolving = Plan::resolve(&writer, &reader).expect("version 2 reads version 1");
    let plain = Plan::new(&writer);
    let by = |name, role, plan: Plan, sum: Plan| {
        let (run, answer) = (Rc::clone(&datums), Rc::clone(&datums));
        Contender::new(
            name,
            role,
            move || run.iter().for_each(|datum| drop(plan.decode_value(datum).expect("a datum"))),
            move || {
                sum_of(answer.iter().map(|datum| {
                    sum.decode_value(datum).expect("a datum").encode(sum.reader()).expect("it fits")
                }))
            },
        )
    };
    let ours = by("Value", Role::Ours, resolving.clone(), resolving.clone());
    let unresolved = by("Value, writer's schema only", Role::Reference, plain, resolving);
    let (their_writer, their_reader) = (leaked(&shape.schema), leaked(reader_text));
    let datum_reader =
        Rc::new(GenericDatumReader::builder(their_writer).reader_schema(their_reader).build().expect("a reader"));
    let apache = Contender::new(
        "apache-avro Value",
        Role::Peer,
        {
            let (datums, reader) = (Rc::clone(&datums), Rc::clone(&datum_reader));
            move || datums.iter().for_each(|datum| drop(apache_read(&reader, datum)))
        },
        {
            let (datums, reader) = (Rc::clone(&datums), Rc::clone(&datum_reader));
            let writer = GenericDatumWriter::builder(their_reader).build().expect("a writer");
            move || {
                sum_of(datums.iter().map(|datum| {
                    writer.write_value_to_vec(apache_read(&reader, datum)).expect("it fits")
                }))
            }
        },
    );
    let units = datums.len();
    Row {
        name: "resolution/customer/read".to_owned(),
        units,
        contenders: vec![ours, apache, unresolved],
        excuse: None,
    }
}
