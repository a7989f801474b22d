//! serde's types, ours and others': records of one kind after the other, written into one buffer and read from slices.
//!
//! `cargo run --release --bin serde --features serde-peers` prints all tables; `AVOCET_BENCH_CASES=Order` those of one
//! kind of record. Every contender must give the same bytes and read the same records.

mod records;

use avocet::{Plan, Schema};
use bench::harness::{Contender, Table, print_conditions};
use serde::Serialize;
use serde::de::DeserializeOwned;

use records::{Counters, Array, Flags, Order, OrderRef, Telemetry, V2, Wide};

fn main() {
    print_conditions();
    let mut write = Table::new("Write");
    let mut read = Table::new("Read");
    record::<Telemetry>("Telemetry", records::TELEMETRY, records::telemetry(1024), &mut write, &mut read);
    record::<Counters>("Counters", records::COUNTERS, records::counters(1024), &mut write, &mut read);
    record::<Order>("Order", records::ORDER, records::orders(512), &mut write, &mut read);
    record::<Wide>("Wide", &records::wide_schema(), records::wide(256), &mut write, &mut read);
    let array = |items: &str| format!(r#"{{"type": "array", "items": "{items}"}}"#);
    record::<Array<i32>>("IntArray", &array("int"), records::arrays(|random| random.below(121) as i32 - 60), &mut write, &mut read);
    record::<Array<i64>>("LongArray", &array("long"), records::arrays(|random| random.below(121) as i64 - 60), &mut write, &mut read);
    record::<Array<f64>>("DoubleArray", &array("double"), records::arrays(|random| random.next() as f64), &mut write, &mut read);
    record::<Flags>("BoolArray", &array("boolean"), records::arrays(|random| random.next() & 1 == 1), &mut write, &mut read);
    record::<i64>("OneLong", "\"long\"", (0..1024).map(|number| number % 64).collect(), &mut write, &mut read);
    borrowed(&mut read);
    resolved(&mut read);
    write.print();
    read.print();
}

/// The peer's schema, for the rest of the process.
#[cfg(feature = "serde-peers")]
fn peer(text: &str) -> &'static serde_avro_fast::Schema {
    Box::leak(Box::new(text.parse().unwrap()))
}

/// Adds up what was read, so that nothing can be left out.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)))
}

fn record<T: Serialize + DeserializeOwned + PartialEq>(
    name: &str,
    schema_text: &str,
    values: Vec<T>,
    write: &mut Table,
    read: &mut Table,
) {
    let schema = Schema::parse(schema_text).unwrap();
    let plan = Plan::new(&schema);
    let data: Vec<Vec<u8>> = values.iter().map(|value| avocet::serde::to_vec(&schema, value).unwrap()).collect();
    let write_all = |buffer: &mut Vec<u8>| {
        buffer.clear();
        values.iter().for_each(|value| avocet::serde::append(&schema, value, buffer).unwrap());
        buffer.len() as u64
    };
    let mut contenders = Vec::new();
    let (mut buffer, mut other) = (Vec::new(), Vec::new());
    contenders.push(Contender {
        name: "avocet",
        run: Box::new(move || write_all(&mut buffer)),
        answer: Box::new(move || {
            write_all(&mut other);
            sum(&other)
        }),
    });
    #[cfg(feature = "serde-peers")]
    let peer = peer(schema_text);
    #[cfg(feature = "serde-peers")]
    {
        let values = &values;
        let config = std::cell::RefCell::new(serde_avro_fast::ser::SerializerConfig::new(peer));
        let config = &*Box::leak(Box::new(config));
        let write_all = move |buffer: &mut Vec<u8>| {
            let mut config = config.borrow_mut();
            let mut out = std::mem::take(buffer);
            out.clear();
            for value in values {
                out = serde_avro_fast::to_datum(value, out, &mut config).unwrap();
            }
            *buffer = out;
            buffer.len() as u64
        };
        let (mut buffer, mut other) = (Vec::new(), Vec::new());
        contenders.push(Contender {
            name: "serde_avro_fast",
            run: Box::new(move || write_all(&mut buffer)),
            answer: Box::new(move || {
                write_all(&mut other);
                sum(&other)
            }),
        });
    }
    write.case(name, values.len(), contenders);

    let (data, values, plan) = (&data, &values, &plan);
    let mut contenders = vec![Contender {
        name: "avocet",
        run: Box::new(move || {
            data.iter().for_each(|bytes| drop(std::hint::black_box(plan.decode::<T>(bytes).unwrap())));
            0
        }),
        answer: Box::new(move || {
            data.iter().zip(values).filter(|(bytes, value)| plan.decode::<T>(bytes).unwrap() == **value).count() as u64
        }),
    }];
    #[cfg(feature = "serde-peers")]
    {
        let decode = move |bytes: &[u8]| serde_avro_fast::from_datum_slice::<T>(bytes, peer).unwrap();
        contenders.push(Contender {
            name: "serde_avro_fast",
            run: Box::new(move || {
                data.iter().for_each(|bytes| drop(std::hint::black_box(decode(bytes))));
                0
            }),
            answer: Box::new(move || {
                data.iter().zip(values).filter(|(bytes, value)| decode(bytes) == **value).count() as u64
            }),
        });
    }
    read.case(name, values.len(), contenders);
}

/// Orders whose strings stay in the input.
fn borrowed(read: &mut Table) {
    let schema = Schema::parse(records::ORDER).unwrap();
    let plan = &Plan::new(&schema);
    let data: Vec<Vec<u8>> =
        records::orders(512).iter().map(|value| avocet::serde::to_vec(&schema, value).unwrap()).collect();
    let data = &data;
    let mut contenders = vec![Contender {
        name: "avocet",
        run: Box::new(move || {
            data.iter().for_each(|bytes| drop(std::hint::black_box(plan.decode::<OrderRef>(bytes).unwrap())));
            0
        }),
        answer: Box::new(move || data.iter().map(|bytes| plan.decode::<OrderRef>(bytes).unwrap().lines.len() as u64).sum()),
    }];
    #[cfg(feature = "serde-peers")]
    let peer = peer(records::ORDER);
    #[cfg(feature = "serde-peers")]
    {
        contenders.push(Contender {
            name: "serde_avro_fast",
            run: Box::new(move || {
                data.iter().for_each(|bytes| {
                    drop(std::hint::black_box(serde_avro_fast::from_datum_slice::<OrderRef>(bytes, peer).unwrap()));
                });
                0
            }),
            answer: Box::new(move || {
                data.iter()
                    .map(|bytes| serde_avro_fast::from_datum_slice::<OrderRef>(bytes, peer).unwrap().lines.len() as u64)
                    .sum()
            }),
        });
    }
    read.case("OrderRef", data.len(), contenders);
}

/// Version 1 of a record read as version 2: by its schema, and by the peer through the struct alone.
fn resolved(read: &mut Table) {
    let schema = Schema::parse(records::V1).unwrap();
    let plan = &Plan::resolve(&schema, &Schema::parse(records::V2).unwrap()).unwrap();
    let data: Vec<Vec<u8>> =
        records::v1(1024).iter().map(|value| avocet::serde::to_vec(&schema, value).unwrap()).collect();
    let data = &data;
    let mut contenders = vec![Contender {
        name: "avocet",
        run: Box::new(move || {
            data.iter().for_each(|bytes| drop(std::hint::black_box(plan.decode::<V2>(bytes).unwrap())));
            0
        }),
        answer: Box::new(move || data.iter().map(|bytes| plan.decode::<V2>(bytes).unwrap().count as u64).sum()),
    }];
    #[cfg(feature = "serde-peers")]
    let peer = peer(records::V1);
    #[cfg(feature = "serde-peers")]
    {
        let decode = move |bytes: &[u8]| serde_avro_fast::from_datum_slice::<V2>(bytes, peer).unwrap();
        contenders.push(Contender {
            name: "serde_avro_fast",
            run: Box::new(move || {
                data.iter().for_each(|bytes| drop(std::hint::black_box(decode(bytes))));
                0
            }),
            answer: Box::new(move || data.iter().map(|bytes| decode(bytes).count as u64).sum()),
        });
    }
    read.case("V1asV2", data.len(), contenders);
}
