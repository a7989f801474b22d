//! `typed`: the records as types with the derive, against the peers' serde and code written by hand.

use avocet::Schema;
use avocet::typed::{self, DecodeOwned, Decoder, Encode};
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
    cases.push(Case::new("typed/order-borrowed/read", || {
        records::borrowed(
            &shapes::order(),
            "derive, borrowed",
            Box::new(|datum, see| see(&avocet::from_slice::<BorrowedOrder>(datum).expect("a datum"))),
        )
    }));
    cases.push(Case::new("typed/customer/read", || {
        let writer = Schema::parse(&shapes::customer().schema).expect("a valid schema");
        let decoder = Decoder::new(&writer).expect("version 2 reads version 1");
        records::customer("derive, Decoder", move |datum| decoder.decode(datum).expect("a datum"))
    }));
    cases
}

fn both<T: Encode + DecodeOwned + Serialize + DeserializeOwned + 'static>(
    name: &str,
    shape: fn() -> Shape,
    hand: Option<Hand<T>>,
) -> Vec<Case> {
    let read = move || {
        records::read::<T>(&shape(), "derive", |datum| avocet::from_slice(datum).expect("a datum"), hand)
    };
    let write = move || {
        let append = |value: &T, out: &mut Vec<u8>| typed::append(value, out).expect("it fits");
        records::write::<T>(&shape(), "derive", append, hand)
    };
    vec![Case::new(format!("typed/{name}/read"), read), Case::new(format!("typed/{name}/write"), write)]
}
