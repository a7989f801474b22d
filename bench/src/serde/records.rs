//! The records: a flat one of doubles, one of small ints, an order with everything in it, a wide one, and two versions.

use std::collections::HashMap;

use bench::data::Random;
use serde::{Deserialize, Serialize};

macro_rules! doubles {
    ($($name:ident)*) => {
        #[derive(Serialize, Deserialize, PartialEq)]
        pub struct Telemetry {
            pub time: i64,
            $(pub $name: f64,)*
        }

        pub const TELEMETRY: &str = concat!(
            r#"{"type": "record", "name": "Telemetry", "fields": [{"name": "time", "type": "long"}"#,
            $(r#", {"name": ""#, stringify!($name), r#"", "type": "double"}"#,)*
            "]}"
        );

        pub fn telemetry(count: usize) -> Vec<Telemetry> {
            let mut random = Random(1);
            let mut number = move || random.next() as f64 / 1e9;
            (0..count as i64).map(|index| Telemetry { time: 1_700_000_000_000_000 + index, $($name: number(),)* }).collect()
        }
    };
}

doubles! { s01 s02 s03 s04 s05 s06 s07 s08 s09 s10 s11 s12 s13 s14 s15 s16 s17 s18 s19 s20 s21 s22 s23 s24 }

macro_rules! ints {
    ($($name:ident)*) => {
        #[derive(Serialize, Deserialize, PartialEq)]
        pub struct Counters {
            $(pub $name: i32,)*
        }

        pub const COUNTERS: &str = concat!(
            r#"{"type": "record", "name": "Counters", "fields": [{"name": "c01", "type": "int"}"#,
            $(ints!(@ $name),)*
            "]}"
        );

        pub fn counters(count: usize) -> Vec<Counters> {
            let mut random = Random(2);
            let mut number = move || random.below(128) as i32 - 64;
            (0..count).map(|_| Counters { $($name: number(),)* }).collect()
        }
    };
    (@ c01) => { "" };
    (@ $name:ident) => { concat!(r#", {"name": ""#, stringify!($name), r#"", "type": "int"}"#) };
}

ints! { c01 c02 c03 c04 c05 c06 c07 c08 c09 c10 c11 c12 c13 c14 c15 c16 }

pub const ORDER: &str = r#"{"type": "record", "name": "Order", "namespace": "com.acme", "fields": [
    {"name": "id", "type": "long"},
    {"name": "customer", "type": "string"},
    {"name": "placed", "type": {"type": "long", "logicalType": "timestamp-micros"}},
    {"name": "status", "type": {"type": "enum", "name": "Status", "symbols": ["NEW", "PAID", "SHIPPED", "CLOSED"]}},
    {"name": "note", "type": ["null", "string"]},
    {"name": "discount", "type": ["null", "double"]},
    {"name": "lines", "type": {"type": "array", "items": {"type": "record", "name": "Line", "fields": [
        {"name": "sku", "type": "string"}, {"name": "quantity", "type": "int"}, {"name": "price", "type": "double"}]}}},
    {"name": "tags", "type": {"type": "map", "values": "string"}}]}"#;

#[derive(Serialize, Deserialize, PartialEq, Clone, Copy)]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    New,
    Paid,
    Shipped,
    Closed,
}

#[derive(Serialize, Deserialize, PartialEq)]
pub struct Line {
    pub sku: String,
    pub quantity: i32,
    pub price: f64,
}

#[derive(Serialize, Deserialize, PartialEq)]
pub struct Order {
    pub id: i64,
    pub customer: String,
    pub placed: i64,
    pub status: Status,
    pub note: Option<String>,
    pub discount: Option<f64>,
    pub lines: Vec<Line>,
    pub tags: HashMap<String, String>,
}

#[derive(Deserialize)]
pub struct LineRef<'a> {
    pub sku: &'a str,
    pub quantity: i32,
    pub price: f64,
}

#[derive(Deserialize)]
pub struct OrderRef<'a> {
    pub id: i64,
    pub customer: &'a str,
    pub placed: i64,
    pub status: Status,
    pub note: Option<&'a str>,
    pub discount: Option<f64>,
    #[serde(borrow)]
    pub lines: Vec<LineRef<'a>>,
    #[serde(borrow)]
    pub tags: HashMap<&'a str, &'a str>,
}

fn text(random: &mut Random, len: u64) -> String {
    (0..len).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
}

pub fn orders(count: usize) -> Vec<Order> {
    let random = &mut Random(3);
    (0..count as i64)
        .map(|index| {
            let len = 8 + random.below(16);
            Order {
                id: 1_000_000 + index,
                customer: text(random, len),
                placed: 1_700_000_000_000_000 + random.below(1 << 40) as i64,
                status: [Status::New, Status::Paid, Status::Shipped, Status::Closed][random.below(4) as usize],
                note: (random.below(2) == 0).then(|| text(random, 24)),
                discount: (random.below(4) == 0).then(|| random.below(100) as f64 / 100.0),
                lines: (0..5)
                    .map(|_| Line { sku: text(random, 10), quantity: random.below(100) as i32, price: random.below(9999) as f64 })
                    .collect(),
                tags: (0..3).map(|_| (text(random, 6), text(random, 8))).collect(),
            }
        })
        .collect()
}

macro_rules! wide_of {
    ($($long:ident $text:ident $double:ident $plain:ident)*) => {
        #[derive(Serialize, Deserialize, PartialEq)]
        pub struct Wide {
            $(pub $long: Option<i64>, pub $text: Option<String>, pub $double: Option<f64>, pub $plain: Option<i32>,)*
        }

        pub fn wide_schema() -> String {
            let mut fields = Vec::new();
            $(
                fields.push(format!(r#"{{"name": "{}", "type": ["null", "long"]}}"#, stringify!($long)));
                fields.push(format!(r#"{{"name": "{}", "type": ["null", "string"]}}"#, stringify!($text)));
                fields.push(format!(r#"{{"name": "{}", "type": ["null", "double"]}}"#, stringify!($double)));
                fields.push(format!(r#"{{"name": "{}", "type": ["null", "int"]}}"#, stringify!($plain)));
            )*
            format!(r#"{{"type": "record", "name": "Wide", "fields": [{}]}}"#, fields.join(","))
        }

        pub fn wide(count: usize) -> Vec<Wide> {
            let random = &mut Random(4);
            (0..count)
                .map(|_| Wide {
                    $(
                        $long: (random.below(4) > 0).then(|| random.below(1 << 20) as i64),
                        $text: (random.below(4) > 0).then(|| text(random, 6)),
                        $double: (random.below(4) > 0).then(|| random.below(1000) as f64),
                        $plain: (random.below(4) > 0).then(|| random.below(60) as i32),
                    )*
                })
                .collect()
        }
    };
}

wide_of! {
    l01 t01 d01 p01 l02 t02 d02 p02 l03 t03 d03 p03 l04 t04 d04 p04 l05 t05 d05 p05 l06 t06 d06 p06 l07 t07 d07 p07
    l08 t08 d08 p08 l09 t09 d09 p09 l10 t10 d10 p10 l11 t11 d11 p11 l12 t12 d12 p12 l13 t13 d13 p13 l14 t14 d14 p14
    l15 t15 d15 p15 l16 t16 d16 p16 l17 t17 d17 p17 l18 t18 d18 p18 l19 t19 d19 p19 l20 t20 d20 p20 l21 t21 d21 p21
    l22 t22 d22 p22 l23 t23 d23 p23 l24 t24 d24 p24 l25 t25 d25 p25 l26 t26 d26 p26 l27 t27 d27 p27 l28 t28 d28 p28
    l29 t29 d29 p29 l30 t30 d30 p30 l31 t31 d31 p31 l32 t32 d32 p32 l33 t33 d33 p33 l34 t34 d34 p34 l35 t35 d35 p35
}

pub type Array<T> = Vec<T>;
pub type Flags = Vec<bool>;

pub fn arrays<T>(item: impl Fn(&mut Random) -> T) -> Vec<Vec<T>> {
    let random = &mut Random(5);
    (0..64).map(|_| (0..1000).map(|_| item(random)).collect()).collect()
}

pub const V1: &str = r#"{"type": "record", "name": "Event", "fields": [
    {"name": "id", "type": "long"}, {"name": "old", "type": "string"}, {"name": "count", "type": "int"},
    {"name": "name", "type": "string"}, {"name": "ratio", "type": "float"},
    {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["A", "B", "C"]}}]}"#;

pub const V2: &str = r#"{"type": "record", "name": "Event", "fields": [
    {"name": "id", "type": "long"}, {"name": "count", "type": "long"}, {"name": "name", "type": "string"},
    {"name": "ratio", "type": "double"}, {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["C", "B", "A"]}},
    {"name": "added", "type": "string", "default": "none"}]}"#;

#[derive(Serialize, Deserialize, PartialEq, Clone, Copy)]
pub enum Kind {
    A,
    B,
    C,
}

#[derive(Serialize)]
pub struct V1 {
    pub id: i64,
    pub old: String,
    pub count: i32,
    pub name: String,
    pub ratio: f32,
    pub kind: Kind,
}

#[derive(Deserialize)]
pub struct V2 {
    pub id: i64,
    pub count: i64,
    pub name: String,
    pub ratio: f64,
    pub kind: Kind,
    #[serde(default = "none")]
    pub added: String,
}

fn none() -> String {
    "none".to_owned()
}

pub fn v1(count: usize) -> Vec<V1> {
    let random = &mut Random(6);
    (0..count as i64)
        .map(|id| V1 {
            id,
            old: text(random, 12),
            count: random.below(1000) as i32,
            name: text(random, 10),
            ratio: random.below(100) as f32,
            kind: [Kind::A, Kind::B, Kind::C][random.below(3) as usize],
        })
        .collect()
}
