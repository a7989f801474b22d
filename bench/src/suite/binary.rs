//! `binary`: primitives one after the other, as a hand-written decoder reads and writes them.
//!
//! Peers have no public reader of primitives: theirs are datums of a primitive's schema, read off one after the other.

use std::hint::black_box;
use std::rc::Rc;

use avocet::wire::{Reader, writer};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::peers::{Apache, Fast};
use super::{Case, digest};
use crate::data::Random;
use crate::measure::{Contender, Role, Row};

/// Longs, realistic longs, strings and a mix; read and written.
pub fn cases() -> Vec<Case> {
    let mut cases =
        both("longs", r#""long""#, longs, read_long, |value, out| writer::write_long(out, *value));
    cases.extend(both("longs-real", r#""long""#, realistic_longs, read_long, |value, out| {
        writer::write_long(out, *value);
    }));
    for (name, make) in [("strings-ascii", ascii as fn() -> Vec<String>), ("strings-unicode", unicode)] {
        cases.extend(both(name, r#""string""#, make, read_string, |value, out| {
            writer::write_string(out, value)
        }));
    }
    cases.extend(both("mix", MIX, mixes, Mix::read, Mix::write));
    cases
}

/// How many values a case has.
const COUNT: usize = 1 << 16;

fn both<T: Serialize + DeserializeOwned + 'static>(
    name: &str,
    schema: &'static str,
    values: fn() -> Vec<T>,
    read_one: fn(&mut Reader<'_>) -> T,
    write_one: fn(&T, &mut Vec<u8>),
) -> Vec<Case> {
    vec![
        Case::new(format!("binary/{name}/read"), move || read(schema, &values(), read_one)),
        Case::new(format!("binary/{name}/write"), move || write(schema, values(), write_one)),
    ]
}

/// The values are read off one stream and dropped; written again they are the answer.
fn read<T: Serialize + DeserializeOwned + 'static>(
    schema: &str,
    values: &[T],
    one: fn(&mut Reader<'_>) -> T,
) -> Row {
    let fast = Rc::new(Fast::new(schema));
    let apache = Rc::new(Apache::new(schema));
    let mut stream = Vec::new();
    values.iter().for_each(|value| fast.write(value, &mut stream));
    let stream: Rc<[u8]> = stream.into();
    let by = |name, role, all: Rc<dyn Fn(&[u8], &mut dyn FnMut(T))>| {
        let (run, answer, again, writer) =
            (Rc::clone(&stream), Rc::clone(&stream), Rc::clone(&all), Rc::clone(&fast));
        Contender::new(
            name,
            role,
            move || all(&run, &mut |value| drop(black_box(value))),
            move || {
                let mut out = Vec::new();
                again(&answer, &mut |value| writer.write(&value, &mut out));
                digest(&out)
            },
        )
    };
    let fast = Rc::clone(&fast);
    let contenders = vec![
        by(
            "wire::Reader",
            Role::Ours,
            Rc::new(move |bytes, see| {
                let mut reader = Reader::new(bytes);
                while !reader.is_empty() {
                    see(one(&mut reader));
                }
            }),
        ),
        by(
            "apache-avro serde",
            Role::Peer,
            Rc::new(move |mut bytes, see| {
                while !bytes.is_empty() {
                    see(apache.read_as(&mut bytes));
                }
            }),
        ),
        by(
            "serde_avro_fast",
            Role::Peer,
            Rc::new(move |mut bytes, see| {
                while !bytes.is_empty() {
                    see(fast.read_off(&mut bytes));
                }
            }),
        ),
    ];
    Row { units: values.len(), contenders }
}

/// The values are appended to one buffer, whose bytes are the answer.
fn write<T: Serialize + 'static>(schema: &str, values: Vec<T>, one: fn(&T, &mut Vec<u8>)) -> Row {
    let values: Rc<[T]> = values.into();
    let by = |name, role, one: Rc<dyn Fn(&T, &mut Vec<u8>)>| {
        let (run, answer, again) = (Rc::clone(&values), Rc::clone(&values), Rc::clone(&one));
        let mut out = Vec::new();
        Contender::new(
            name,
            role,
            move || {
                out.clear();
                run.iter().for_each(|value| one(value, &mut out));
            },
            move || {
                let mut out = Vec::new();
                answer.iter().for_each(|value| again(value, &mut out));
                digest(&out)
            },
        )
    };
    let (apache, fast) = (Apache::new(schema), Fast::new(schema));
    let contenders = vec![
        by("wire::write", Role::Ours, Rc::new(one)),
        by("apache-avro serde", Role::Peer, Rc::new(move |value, out| apache.write_as(value, out))),
        by("serde_avro_fast", Role::Peer, Rc::new(move |value, out| fast.write(value, out))),
    ];
    Row { units: values.len(), contenders }
}

#[inline(never)]
fn read_long(reader: &mut Reader<'_>) -> i64 {
    reader.read_long().expect("a long")
}

#[inline(never)]
fn read_string(reader: &mut Reader<'_>) -> String {
    reader.read_string().expect("a string").to_owned()
}

/// Of every length, positive and negative.
fn longs() -> Vec<i64> {
    let mut random = Random(0x1095);
    (0..COUNT)
        .map(|_| {
            let bits = random.below(64);
            (random.word() >> bits) as i64
        })
        .collect()
}

/// 60 % small, 25 % timestamps in microseconds, 15 % between.
fn realistic_longs() -> Vec<i64> {
    let mut random = Random(0x4ea1);
    (0..COUNT)
        .map(|_| match random.below(100) {
            0..60 => random.below(64) as i64,
            60..85 => 1_700_000_000_000_000 + random.below(1 << 40) as i64,
            _ => random.below(1 << 28) as i64,
        })
        .collect()
}

fn ascii() -> Vec<String> {
    strings(0xa5c11, |random| char::from(b' ' + random.below(95) as u8))
}

/// Letters of one, two, three and four bytes.
fn unicode() -> Vec<String> {
    strings(0x0dd1e, |random| {
        let (from, count) =
            [(0x61, 26), (0x430, 32), (0x4e00, 2000), (0x1f600, 64)][random.below(4) as usize];
        char::from_u32(from + random.below(count) as u32).expect("a letter")
    })
}

/// Of four to forty letters.
fn strings(seed: u64, letter: fn(&mut Random) -> char) -> Vec<String> {
    let mut random = Random(seed);
    (0..COUNT)
        .map(|_| {
            let length = 4 + random.below(37);
            (0..length).map(|_| letter(&mut random)).collect()
        })
        .collect()
}

const MIX: &str = r#"{"type": "record", "name": "Mix", "fields": [{"name": "time", "type": "long"},
    {"name": "name", "type": "string"}, {"name": "value", "type": "double"}, {"name": "count", "type": "int"},
    {"name": "valid", "type": "boolean"}, {"name": "weight", "type": "float"}]}"#;

/// Six primitives.
#[derive(Serialize, Deserialize)]
struct Mix {
    time: i64,
    name: String,
    value: f64,
    count: i32,
    valid: bool,
    weight: f32,
}

impl Mix {
    #[inline(never)]
    fn read(reader: &mut Reader<'_>) -> Self {
        let read = |reader: &mut Reader<'_>| {
            Ok::<_, avocet::Error>(Mix {
                time: reader.read_long()?,
                name: reader.read_string()?.to_owned(),
                value: reader.read_double()?,
                count: reader.read_int()?,
                valid: reader.read_boolean()?,
                weight: reader.read_float()?,
            })
        };
        read(reader).expect("a mix")
    }

    #[inline(never)]
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_long(out, self.time);
        writer::write_string(out, &self.name);
        writer::write_double(out, self.value);
        writer::write_int(out, self.count);
        writer::write_boolean(out, self.valid);
        writer::write_float(out, self.weight);
    }
}

fn mixes() -> Vec<Mix> {
    let mut random = Random(0x313);
    ascii()
        .into_iter()
        .zip(realistic_longs())
        .map(|(name, time)| Mix {
            time,
            name,
            value: random.below(1 << 40) as f64 / 100.0,
            count: random.below(10_000) as i32 - 5000,
            valid: random.below(2) == 1,
            weight: random.below(1 << 20) as f32 / 16.0,
        })
        .collect()
}
