//! What `typed` and `serde` have in common: the records as Rust types, read and written one by one.

use std::hint::black_box;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::peers::{Apache, Fast};
use super::{arrow, reading, visiting, writing};
use crate::measure::{Contender, Role, Row};
use crate::shapes::{self, Shape};
use crate::types::hand::{self, Cursor};
use crate::types::{BorrowedOrder, Counters, Customer2, Order, Telemetry};

/// A record by hand.
pub struct Hand<T> {
    pub read: fn(&[u8]) -> hand::Result<T>,
    pub write: fn(&T, &mut Vec<u8>),
}

impl<T> Clone for Hand<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Hand<T> {}

pub const ORDER: Hand<Order> = Hand { read: Order::hand_read, write: Order::hand_write };
pub const TELEMETRY: Hand<Telemetry> = Hand { read: Telemetry::hand_read, write: Telemetry::hand_write };
pub const COUNTERS: Hand<Counters> = Hand { read: Counters::hand_read, write: Counters::hand_write };
pub const INTS: Hand<Vec<i32>> = Hand {
    read: |datum| hand::read_array(datum, Cursor::int),
    write: |items, out| hand::write_array(out, items, |out, item| hand::write_int(out, *item)),
};
pub const LONGS: Hand<Vec<i64>> = Hand {
    read: |datum| hand::read_array(datum, Cursor::long),
    write: |items, out| hand::write_array(out, items, |out, item| hand::write_long(out, *item)),
};
pub const DOUBLES: Hand<Vec<f64>> = Hand {
    read: |datum| hand::read_array(datum, Cursor::double),
    write: |items, out| hand::write_array(out, items, |out, item| hand::write_double(out, *item)),
};
pub const BOOLEANS: Hand<Vec<bool>> = Hand {
    read: |datum| hand::read_array(datum, Cursor::boolean),
    write: |items, out| hand::write_array(out, items, |out, item| out.push(u8::from(*item))),
};
pub const LONG: Hand<i64> = Hand {
    read: |datum| {
        let mut cursor = Cursor::new(datum);
        let value = cursor.long()?;
        cursor.end()?;
        Ok(value)
    },
    write: |value, out| hand::write_long(out, *value),
};

/// Owned values; `ours` is our way to read one.
pub fn read<T: Serialize + DeserializeOwned + 'static>(
    shape: &Shape,
    name: &str,
    ours: impl Fn(&[u8]) -> T + 'static,
    hand: Option<Hand<T>>,
) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let fast = Rc::new(Fast::new(&shape.schema));
    let rewrite = || {
        let fast = Rc::clone(&fast);
        move |value: &T| fast.bytes(value)
    };
    let apache = Apache::new(&shape.schema);
    let their_fast = Rc::clone(&fast);
    let mut contenders = vec![
        reading(name, Role::Ours, &datums, ours, rewrite()),
        reading("serde_avro_fast", Role::Peer, &datums, move |datum| their_fast.read(datum), rewrite()),
        reading(
            "apache-avro serde",
            Role::Peer,
            &datums,
            move |mut datum| apache.read_as(&mut datum),
            rewrite(),
        ),
    ];
    if let Some(Hand { read, .. }) = hand {
        let read = move |datum: &[u8]| read(datum).expect("a datum");
        contenders.push(reading("by hand", Role::Reference, &datums, read, rewrite()));
    }
    if shape.is_record() {
        contenders.extend(arrow::reading(&datums, &shape.schema, &shape.schema));
    }
    Row { units: datums.len(), contenders }
}

/// `ours` is our way to append one value.
pub fn write<T: Serialize + DeserializeOwned + 'static>(
    shape: &Shape,
    name: &str,
    ours: impl Fn(&T, &mut Vec<u8>) + 'static,
    hand: Option<Hand<T>>,
) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let (fast, apache) = (Fast::new(&shape.schema), Apache::new(&shape.schema));
    let values = || datums.iter().map(|datum| fast.read::<T>(datum)).collect::<Vec<T>>();
    let (our_values, fast_values, apache_values, hand_values) = (values(), values(), values(), values());
    let mut contenders = vec![
        writing(name, Role::Ours, our_values, ours),
        writing("apache-avro serde", Role::Peer, apache_values, move |value, out| {
            apache.write_as(value, out)
        }),
        writing("serde_avro_fast", Role::Peer, fast_values, move |value, out| fast.write(value, out)),
    ];
    if let Some(Hand { write, .. }) = hand {
        contenders.push(writing("by hand", Role::Reference, hand_values, write));
    }
    if shape.is_record() {
        contenders.extend(arrow::writing(&datums, &shape.schema));
    }
    Row { units: datums.len(), contenders }
}

/// A way to read an order that borrows its text from the datum, and to see it.
pub type Borrowing = Box<dyn Fn(&[u8], &mut dyn FnMut(&BorrowedOrder<'_>))>;

/// Orders whose text is borrowed.
pub fn borrowed(shape: &Shape, name: &str, ours: Borrowing) -> Row {
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let fast = Rc::new(Fast::new(&shape.schema));
    let by = |name, role, read: Borrowing| {
        let (read, fast) = (Rc::new(read), Rc::clone(&fast));
        let again = Rc::clone(&read);
        let visit = move |datum: &[u8]| read(datum, &mut |order| _ = black_box(order));
        visiting(name, role, &datums, visit, move |datum| {
            let mut bytes = Vec::new();
            again(datum, &mut |order| fast.write(order, &mut bytes));
            bytes
        })
    };
    let theirs = Rc::clone(&fast);
    let contenders: Vec<Contender> = vec![
        by(name, Role::Ours, ours),
        by("serde_avro_fast, borrowed", Role::Peer, Box::new(move |datum, see| see(&theirs.read(datum)))),
    ];
    Row { units: datums.len(), contenders }
}

/// Customers of version 1 as values of version 2. apache-avro reads no typed value through a reader's schema, and
/// serde_avro_fast knows no reader's schema, but serde fills what is missing.
pub fn customer(name: &str, ours: impl Fn(&[u8]) -> Customer2 + 'static) -> Row {
    let shape = shapes::customer();
    let datums: Rc<[Vec<u8>]> = shape.datums().into();
    let (fast, second) = (Fast::new(&shape.schema), Rc::new(Fast::new(shapes::CUSTOMER_2)));
    let rewrite = || {
        let second = Rc::clone(&second);
        move |value: &Customer2| second.bytes(value)
    };
    let mut contenders = vec![
        reading(name, Role::Ours, &datums, ours, rewrite()),
        reading("serde_avro_fast", Role::Peer, &datums, move |datum| fast.read(datum), rewrite()),
    ];
    contenders.extend(arrow::reading(&datums, &shape.schema, shapes::CUSTOMER_2));
    Row { units: datums.len(), contenders }
}
