//! The records as Rust types, for the derive, for serde and for code written by hand.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

pub mod hand;
mod wide;

use hand::{Cursor, Result};
pub use wide::Wide;

/// What [`shapes::order`](crate::shapes::order) describes.
#[derive(avocet::Avro, Serialize, Deserialize)]
pub struct Order {
    pub id: i64,
    pub customer: String,
    pub total: f64,
    pub quantity: i32,
    pub paid: bool,
    pub note: Option<String>,
    pub lines: Vec<Line>,
    pub counters: Vec<i64>,
    pub tags: HashMap<String, String>,
}

#[derive(avocet::Avro, Serialize, Deserialize)]
pub struct Line {
    pub sku: String,
    pub qty: i32,
    pub price: f64,
}

/// An order whose text stands in the datum.
#[derive(avocet::Avro, Serialize, Deserialize)]
#[avro(rename = "Order")]
#[serde(rename = "Order")]
pub struct BorrowedOrder<'a> {
    pub id: i64,
    pub customer: &'a str,
    pub total: f64,
    pub quantity: i32,
    pub paid: bool,
    pub note: Option<&'a str>,
    #[serde(borrow)]
    pub lines: Vec<BorrowedLine<'a>>,
    pub counters: Vec<i64>,
    #[serde(borrow)]
    pub tags: HashMap<&'a str, &'a str>,
}

#[derive(avocet::Avro, Serialize, Deserialize)]
#[avro(rename = "Line")]
#[serde(rename = "Line")]
pub struct BorrowedLine<'a> {
    pub sku: &'a str,
    pub qty: i32,
    pub price: f64,
}

/// A record of numbers, and its fields read and written by hand, one after the other.
macro_rules! flat {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $ty:ty = $read:ident $write:ident,)* }) => {
        $(#[$doc])*
        #[derive(avocet::Avro, Serialize, Deserialize)]
        pub struct $name {
            $(pub $field: $ty,)*
        }

        impl $name {
            pub fn hand_read(datum: &[u8]) -> Result<Self> {
                let mut cursor = Cursor::new(datum);
                let read = $name { $($field: cursor.$read()?,)* };
                cursor.end()?;
                Ok(read)
            }

            pub fn hand_write(&self, out: &mut Vec<u8>) {
                $(hand::$write(out, self.$field);)*
            }
        }
    };
}

flat! {
    /// What [`shapes::telemetry`](crate::shapes::telemetry) describes.
    Telemetry {
        time: i64 = long write_long,
        channel0: f64 = double write_double,
        channel1: f64 = double write_double,
        channel2: f64 = double write_double,
        channel3: f64 = double write_double,
        channel4: f64 = double write_double,
        channel5: f64 = double write_double,
        channel6: f64 = double write_double,
        channel7: f64 = double write_double,
        channel8: f64 = double write_double,
        channel9: f64 = double write_double,
        channel10: f64 = double write_double,
        channel11: f64 = double write_double,
        channel12: f64 = double write_double,
        channel13: f64 = double write_double,
        channel14: f64 = double write_double,
        channel15: f64 = double write_double,
        channel16: f64 = double write_double,
        channel17: f64 = double write_double,
        channel18: f64 = double write_double,
        channel19: f64 = double write_double,
        channel20: f64 = double write_double,
        channel21: f64 = double write_double,
        channel22: f64 = double write_double,
        channel23: f64 = double write_double,
    }
}

flat! {
    /// What [`shapes::counters`](crate::shapes::counters) describes.
    Counters {
        count0: i32 = int write_int,
        count1: i32 = int write_int,
        count2: i32 = int write_int,
        count3: i32 = int write_int,
        count4: i32 = int write_int,
        count5: i32 = int write_int,
        count6: i32 = int write_int,
        count7: i32 = int write_int,
        count8: i32 = int write_int,
        count9: i32 = int write_int,
        count10: i32 = int write_int,
        count11: i32 = int write_int,
        count12: i32 = int write_int,
        count13: i32 = int write_int,
        count14: i32 = int write_int,
        count15: i32 = int write_int,
    }
}

/// A customer as version 1 wrote it.
#[derive(avocet::Avro, Serialize, Deserialize)]
pub struct Customer {
    pub id: i32,
    pub name: String,
    pub notes: Vec<String>,
    pub tier: Tier,
    pub balance: f32,
    pub visits: Vec<i32>,
}

#[derive(avocet::Avro, Serialize, Deserialize)]
#[avro(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Tier {
    Free,
    Plus,
    Pro,
}

/// A customer as version 2 reads it: what [`shapes::CUSTOMER_2`](crate::shapes::CUSTOMER_2) describes.
#[derive(avocet::Avro, Serialize, Deserialize)]
#[avro(rename = "Customer")]
#[serde(rename = "Customer")]
pub struct Customer2 {
    pub id: i64,
    pub name: String,
    #[avro(default)]
    #[serde(default)]
    pub email: Option<String>,
    pub tier: Tier2,
    pub balance: f64,
    pub visits: Vec<i64>,
    #[avro(default)]
    #[serde(default)]
    pub loyalty: i32,
}

#[derive(avocet::Avro, Serialize, Deserialize)]
#[avro(rename = "Tier", rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename = "Tier", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Tier2 {
    #[avro(default)]
    Other,
    Pro,
    Plus,
    Free,
}
