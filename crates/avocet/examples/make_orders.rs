//! A fixed seed in, the orders of `examples/orders.avro` out:
//! `cargo run -p avocet --example make_orders -- FILE [COUNT]`.
//!
//! The same bytes come out on every machine; `tests/orders.rs` includes this file and holds it to that.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use avocet::container::{Codec, SyncMarker, Writer};
use avocet::value::Map;
use avocet::{Result, Schema, Value, record};

/// The schema of the orders.
pub const SCHEMA: &str = include_str!("../../../examples/orders.avsc");

/// How many orders the example file has.
pub const COUNT: usize = 300;

/// Orders of a block, so that the small file has several blocks as large ones do.
const BLOCK: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: make_orders FILE [COUNT]")?;
    let count = arguments.next().map_or(Ok(COUNT), |count| count.parse())?;
    write_orders(BufWriter::new(File::create(path)?), Codec::Deflate, count)?;
    Ok(())
}

/// Writes a container file of the first `count` orders.
pub fn write_orders(sink: impl Write, codec: Codec, count: usize) -> Result<()> {
    let schema = Schema::parse(SCHEMA)?;
    let mut writer = Writer::builder()
        .codec(codec)
        .sync_marker(SyncMarker(*b"avocet's orders!"))
        .metadata("shop.region", "Europe")
        .build(sink, &schema)?;
    for (index, order) in orders().take(count).enumerate() {
        if index > 0 && index % BLOCK == 0 {
            writer.flush()?;
        }
        writer.append(&order)?;
    }
    writer.finish()?;
    Ok(())
}

/// The orders, one after the other, without end.
pub fn orders() -> impl Iterator<Item = Value> {
    let mut dice = Dice(0x0A70_CE75);
    let mut placed_at = 1_735_804_800_000; // 2025-01-02T08:00:00Z
    (100_001..).map(move |number| {
        placed_at += 1000 * dice.between(40, 7200) + dice.between(0, 999);
        order(&mut dice, number, placed_at)
    })
}

fn order(dice: &mut Dice, number: i64, placed_at: i64) -> Value {
    let status = *dice.pick(&[
        "PLACED",
        "PAID",
        "SHIPPED",
        "DELIVERED",
        "DELIVERED",
        "DELIVERED",
        "CANCELLED",
        "RETURNED",
    ]);
    let day = (placed_at / 86_400_000) as i32;
    let mut total = 0;
    let mut grams = 120;
    let lines: Vec<Value> = (0..dice.between(1, 4))
        .map(|_| {
            let product = dice.pick(PRODUCTS);
            let quantity = if dice.one_in(4) { dice.between(2, 12) } else { 1 };
            let percent_off = if dice.one_in(5) { Some(*dice.pick(&[5, 10, 15, 25])) } else { None };
            total += product.cents * quantity * (100 - percent_off.unwrap_or(0)) / 100;
            grams += product.grams * quantity;
            record! {
                "sku": product.sku,
                "title": product.title,
                "quantity": quantity as i32,
                "unit_price": decimal(product.cents),
                "discount": percent_off.map(|percent| percent as f64 / 100.0),
            }
        })
        .collect();
    record! {
        "id": uuid(dice),
        "number": number,
        "placed_at": placed_at,
        "status": status,
        "customer": customer(dice),
        "lines": lines,
        "payment": if status == "PLACED" { Value::Null } else { payment(dice, number, day) },
        "total": decimal(total),
        "weight_kg": grams as f32 / 1000.0,
        "gift": dice.one_in(9),
        "deliver_on": if status == "CANCELLED" { None } else { Some(day + dice.between(1, 9) as i32) },
        "attributes": attributes(dice),
        "note": if dice.one_in(7) { Some(*dice.pick(NOTES)) } else { None },
    }
}

fn customer(dice: &mut Dice) -> Value {
    let (first, last) = (*dice.pick(FIRST_NAMES), *dice.pick(LAST_NAMES));
    let place = dice.pick(PLACES);
    let email = format!("{}.{}@example.{}", plain(first), plain(last), dice.pick(&["com", "net", "org"]));
    record! {
        "name": format!("{first} {last}"),
        "email": if dice.one_in(6) { None } else { Some(email) },
        "points": if dice.one_in(3) { 0 } else { dice.between(1, 4000) as i32 },
        "address": record! {
            "street": format!("{} {}", dice.pick(STREETS), dice.between(1, 180)),
            "city": place.city,
            "postcode": format!("{}{:02}", place.postcode, dice.between(0, 99)),
            "country": place.country.as_bytes(),
        },
    }
}

fn payment(dice: &mut Dice, number: i64, day: i32) -> Value {
    if dice.one_in(4) {
        record! { "reference": format!("RE-{number}"), "due": day + 14 }
    } else {
        record! {
            "network": *dice.pick(&["VISTA", "VISTA", "MAESTOSO", "AMERIGO"]),
            "last_four": format!("{:04}", dice.between(0, 9999)),
        }
    }
}

fn attributes(dice: &mut Dice) -> Value {
    let mut attributes = Map::new();
    attributes.insert("channel", *dice.pick(&["web", "web", "app", "phone"]));
    if dice.one_in(3) {
        attributes
            .insert("coupon", format!("{}{}", dice.pick(&["SPRING", "HELLO", "TAKE"]), dice.between(5, 20)));
    }
    if dice.one_in(5) {
        attributes.insert("gate", dice.between(1, 40).to_string());
    }
    attributes.into()
}

/// A random (version 4) UUID in its text form.
fn uuid(dice: &mut Dice) -> String {
    let (high, low) = (dice.roll(), dice.roll());
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        high >> 16 & 0xffff,
        high & 0xfff,
        low >> 48 & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff
    )
}

/// An amount of cents as the bytes of a decimal of scale 2: two's complement, big-endian, as short as can be.
fn decimal(cents: i64) -> Vec<u8> {
    let bytes = cents.to_be_bytes();
    let spare = (0..7).take_while(|&i| bytes[i] == 0 && bytes[i + 1] < 0x80).count();
    bytes[spare..].to_vec()
}

/// A name as an address for mail has it.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// `SplitMix64` (Steele, Lea, Flood 2014): tiny, and the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + (self.roll() % (high - low + 1) as u64) as i64
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.roll().is_multiple_of(chances)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[(self.roll() % from.len() as u64) as usize]
    }
}

struct Product {
    sku: &'static str,
    title: &'static str,
    cents: i64,
    grams: i64,
}

struct Place {
    city: &'static str,
    postcode: &'static str,
    country: &'static str,
}

const fn product(sku: &'static str, title: &'static str, cents: i64, grams: i64) -> Product {
    Product { sku, title, cents, grams }
}

const fn place(city: &'static str, postcode: &'static str, country: &'static str) -> Place {
    Place { city, postcode, country }
}

const PRODUCTS: &[Product] = &[
    product("BK-0117", "Wading Birds of Europe", 3290, 840),
    product("BK-0242", "The Estuary in Winter", 1850, 410),
    product("FD-1001", "Sunflower hearts, 5 kg", 1795, 5000),
    product("FD-1020", "Suet balls, box of 50", 1349, 4500),
    product("HS-2003", "Nest box, 32 mm", 2199, 1650),
    product("HS-2008", "Owl box", 6450, 5200),
    product("OP-3001", "Binoculars 8×42", 24900, 680),
    product("OP-3015", "Spotting scope 20-60×80", 118_000, 1890),
    product("OP-3090", "Lens cloth", 95, 12),
    product("CL-4007", "Rain jacket “Sandpiper”, M", 14990, 520),
    product("CL-4031", "Wool cap", 2450, 95),
    product("MS-5000", "Gift card", 5000, 0),
    product("MS-5010", "Field notebook, A6", 890, 130),
];

const FIRST_NAMES: &[&str] = &[
    "Ada",
    "Bruno",
    "Chiara",
    "Dmitri",
    "Élodie",
    "Femke",
    "Grzegorz",
    "Hanna",
    "Íñigo",
    "Jóhanna",
    "Kaspar",
    "Lucía",
    "Małgorzata",
    "Niamh",
    "Örjan",
    "Paula",
    "Reiko 玲子",
    "Søren",
    "Tereza",
    "Zoë",
];

const LAST_NAMES: &[&str] = &[
    "Almeida",
    "Bauer",
    "Castellanos",
    "Dvořák",
    "Eriksson",
    "Fontaine",
    "García",
    "Huber",
    "Ionescu",
    "Jansen",
    "Kowalska",
    "Lindqvist",
    "Murphy",
    "Nagy",
    "O'Brien",
    "Petrov",
    "Rossi",
    "Šimić",
    "Van den Berg",
    "Weiß",
];

const STREETS: &[&str] = &[
    "Am Mühlbach",
    "Calle Mayor",
    "Church Lane",
    "Kirkegata",
    "Rue des Lilas",
    "Via Garibaldi",
    "Wierzbowa",
];

const PLACES: &[Place] = &[
    place("Bergen", "50", "NO"),
    place("Bordeaux", "330", "FR"),
    place("Cork", "T12 ", "IE"),
    place("Gdańsk", "80-8", "PL"),
    place("Graz", "80", "AT"),
    place("Lisboa", "1100-0", "PT"),
    place("Parma", "431", "IT"),
    place("Valencia", "460", "ES"),
    place("Würzburg", "970", "DE"),
];

const NOTES: &[&str] = &[
    "Please ring twice.",
    "Leave it with the neighbour at no. 7 (“the blue door”).",
    "Hinter dem Haus abstellen, danke!",
    "It's a present:\nno price inside, please.",
    "Happy birthday 🎂",
];
