//! `serde`: the records as serde's types, against the peers' serde and code written by hand.

use avocet::{Plan, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Case;
use super::records::{self, Hand};
use crate::shapes::{self, Shape};
use crate::types::{BorrowedOrder, Wide};

/// Every shape read and written, an order with borrowed text, a customer of version 1 read as version 2.
pub fn cases() -> Vec<Case> {
    let mut cases = both("order", shapes::order, Some(records::ORDER));
    cases.extend(both("telemetry", shapes::telemetry, Some(records::TELEMETRY)));
    cases.extend(both("counters", shapes::counters, Some(records::COUNTERS)));
    cases.extend(both::<Wide>("wide", shapes::wide, None));
    cases.extend(both("ints", shapes::ints, Some(records::INTS)));
    cases.extend(both("longs", shapes::longs, Some(records::LONGS)));
    cases.extend(both("doubles", shapes::doubles, Some(records::DOUBLES)));
    cases.extend(both("booleans", shapes::booleans, Some(records::BOOLEANS)));
    cases.extend(both("long", shapes::long, Some(records::LONG)));
    cases.push(Case::new("serde/order-borrowed/read", || {
        let shape = shapes::order();
        let plan = plan(&shape);
        let ours = move |datum: &[u8], see: &mut dyn FnMut(&BorrowedOrder<'_>)| {
            see(&plan.decode(datum).expect("a datum"));
        };
        records::borrowed(&shape, "serde, borrowed", Box::new(ours))
    }));
    cases.push(Case::new("serde/customer/read", || {
        let (writer, reader) = (schema(&shapes::customer().schema), schema(shapes::CUSTOMER_2));
        let plan = Plan::resolve(&writer, &reader).expect("version 2 reads version 1");
        records::customer("serde, resolved", move |datum| plan.decode(datum).expect("a datum"))
    }));
    cases
}

fn both<T: Serialize + DeserializeOwned + 'static>(
    name: &str,
    shape: fn() -> Shape,
    hand: Option<Hand<T>>,
) -> Vec<Case> {
    let read = move || {
        let shape = shape();
        let plan = plan(&shape);
        records::read::<T>(&shape, "serde", move |datum| plan.decode(datum).expect("a datum"), hand)
    };
    let write = move || {
        let shape = shape();
        let schema = schema(&shape.schema);
        let append = move |value: &T, out: &mut Vec<u8>| {
            avocet::serde::append(&schema, value, out).expect("it fits");
        };
        records::write::<T>(&shape, "serde", append, hand)
    };
    vec![Case::new(format!("serde/{name}/read"), read), Case::new(format!("serde/{name}/write"), write)]
}

fn plan(shape: &Shape) -> Plan {
    Plan::new(&schema(&shape.schema))
}

fn schema(text: &str) -> Schema {
    Schema::parse(text).expect("a valid schema")
}
