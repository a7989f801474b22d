//! Derived code beside plain Rust for the same bytes, a round of each in turn; prints nanoseconds for each value.
//!
//! `cargo run --release --example typed_speed`, or with a case and `--count N` under an instruction counter:
//! `valgrind --tool=callgrind --toggle-collect='*measured*' … telemetry-read-derive --count 1000`.

use std::collections::HashMap;
use std::hint::black_box;
use std::time::Instant;

use avocet::typed::{Decode, Encode};
use avocet::{Avro, Decoder, Encoder, Schema};

/// A long and 24 doubles.
#[derive(Avro, Clone, Debug, PartialEq)]
struct Telemetry {
    at: i64,
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    i: f64,
    j: f64,
    k: f64,
    l: f64,
    m: f64,
    n: f64,
    o: f64,
    p: f64,
    q: f64,
    r: f64,
    s: f64,
    t: f64,
    u: f64,
    v: f64,
    w: f64,
    x: f64,
}

/// Sixteen ints.
#[derive(Avro, Clone, Debug, PartialEq)]
struct Counters {
    a: i32,
    b: i32,
    c: i32,
    d: i32,
    e: i32,
    f: i32,
    g: i32,
    h: i32,
    i: i32,
    j: i32,
    k: i32,
    l: i32,
    m: i32,
    n: i32,
    o: i32,
    p: i32,
}

#[derive(Avro, Clone, Copy, Debug, PartialEq)]
enum State {
    New,
    Paid,
    Sent,
}

#[derive(Avro, Clone, Debug, PartialEq)]
struct Line {
    sku: String,
    count: i32,
    price: f64,
}

#[derive(Avro, Clone, Debug, PartialEq)]
struct Order {
    id: i64,
    customer: String,
    currency: String,
    state: State,
    created: i64,
    lines: Vec<Line>,
    note: Option<String>,
    tags: HashMap<String, String>,
}

/// What a good engineer writes for these types in an hour.
mod plain {
    use super::{Counters, HashMap, Line, Order, State, Telemetry};

    pub(super) fn put(out: &mut Vec<u8>, value: i64) {
        let mut rest = (value << 1 ^ value >> 63) as u64;
        while rest >= 0x80 {
            out.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        out.push(rest as u8);
    }

    pub(super) struct Cursor<'a>(pub(super) &'a [u8]);

    impl<'a> Cursor<'a> {
        #[inline]
        pub(super) fn long(&mut self) -> Option<i64> {
            let mut value = 0_u64;
            for at in 0..10 {
                let byte = *self.0.get(at)?;
                value |= u64::from(byte & 0x7f) << (7 * at);
                if byte < 0x80 {
                    self.0 = &self.0[at + 1..];
                    return Some((value >> 1) as i64 ^ -((value & 1) as i64));
                }
            }
            None
        }

        #[inline]
        pub(super) fn int(&mut self) -> Option<i32> {
            self.long()?.try_into().ok()
        }

        #[inline]
        pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
            let (head, rest) = self.0.split_at_checked(count)?;
            self.0 = rest;
            Some(head)
        }

        #[inline]
        pub(super) fn double(&mut self) -> Option<f64> {
            Some(f64::from_le_bytes(self.take(8)?.try_into().ok()?))
        }

        #[inline]
        pub(super) fn string(&mut self) -> Option<String> {
            let count = self.long()?.try_into().ok()?;
            Some(std::str::from_utf8(self.take(count)?).ok()?.to_owned())
        }
    }

    fn put_string(out: &mut Vec<u8>, text: &str) {
        put(out, text.len() as i64);
        out.extend_from_slice(text.as_bytes());
    }

    pub(super) fn write_telemetry(value: &Telemetry, out: &mut Vec<u8>) {
        let v = value;
        put(out, v.at);
        for double in [
            v.a, v.b, v.c, v.d, v.e, v.f, v.g, v.h, v.i, v.j, v.k, v.l, v.m, v.n, v.o, v.p, v.q, v.r, v.s,
            v.t, v.u, v.v, v.w, v.x,
        ] {
            out.extend_from_slice(&double.to_le_bytes());
        }
    }

    pub(super) fn read_telemetry(bytes: &[u8]) -> Option<Telemetry> {
        let mut c = Cursor(bytes);
        let value = Telemetry {
            at: c.long()?,
            a: c.double()?,
            b: c.double()?,
            c: c.double()?,
            d: c.double()?,
            e: c.double()?,
            f: c.double()?,
            g: c.double()?,
            h: c.double()?,
            i: c.double()?,
            j: c.double()?,
            k: c.double()?,
            l: c.double()?,
            m: c.double()?,
            n: c.double()?,
            o: c.double()?,
            p: c.double()?,
            q: c.double()?,
            r: c.double()?,
            s: c.double()?,
            t: c.double()?,
            u: c.double()?,
            v: c.double()?,
            w: c.double()?,
            x: c.double()?,
        };
        c.0.is_empty().then_some(value)
    }

    pub(super) fn write_counters(value: &Counters, out: &mut Vec<u8>) {
        let v = value;
        for int in [v.a, v.b, v.c, v.d, v.e, v.f, v.g, v.h, v.i, v.j, v.k, v.l, v.m, v.n, v.o, v.p] {
            put(out, int.into());
        }
    }

    pub(super) fn read_counters(bytes: &[u8]) -> Option<Counters> {
        let mut c = Cursor(bytes);
        let value = Counters {
            a: c.int()?,
            b: c.int()?,
            c: c.int()?,
            d: c.int()?,
            e: c.int()?,
            f: c.int()?,
            g: c.int()?,
            h: c.int()?,
            i: c.int()?,
            j: c.int()?,
            k: c.int()?,
            l: c.int()?,
            m: c.int()?,
            n: c.int()?,
            o: c.int()?,
            p: c.int()?,
        };
        c.0.is_empty().then_some(value)
    }

    pub(super) fn write_order(value: &Order, out: &mut Vec<u8>) {
        put(out, value.id);
        put_string(out, &value.customer);
        put_string(out, &value.currency);
        put(out, value.state as i64);
        put(out, value.created);
        if !value.lines.is_empty() {
            put(out, value.lines.len() as i64);
            for line in &value.lines {
                put_string(out, &line.sku);
                put(out, line.count.into());
                out.extend_from_slice(&line.price.to_le_bytes());
            }
        }
        put(out, 0);
        match &value.note {
            None => put(out, 0),
            Some(note) => {
                put(out, 1);
                put_string(out, note);
            }
        }
        if !value.tags.is_empty() {
            put(out, value.tags.len() as i64);
            for (key, tag) in &value.tags {
                put_string(out, key);
                put_string(out, tag);
            }
        }
        put(out, 0);
    }

    pub(super) fn read_order(bytes: &[u8]) -> Option<Order> {
        let mut c = Cursor(bytes);
        let (id, customer, currency) = (c.long()?, c.string()?, c.string()?);
        let state = [State::New, State::Paid, State::Sent].get(usize::try_from(c.long()?).ok()?).copied()?;
        let created = c.long()?;
        let mut lines = Vec::new();
        loop {
            let mut count = c.long()?;
            if count == 0 {
                break;
            }
            if count < 0 {
                c.long()?;
                count = -count;
            }
            lines.reserve(usize::try_from(count).ok()?.min(c.0.len() / 10));
            for _ in 0..count {
                lines.push(Line { sku: c.string()?, count: c.int()?, price: c.double()? });
            }
        }
        let note = match c.long()? {
            0 => None,
            1 => Some(c.string()?),
            _ => return None,
        };
        let mut tags = HashMap::new();
        loop {
            let mut count = c.long()?;
            if count == 0 {
                break;
            }
            if count < 0 {
                c.long()?;
                count = -count;
            }
            for _ in 0..count {
                tags.insert(c.string()?, c.string()?);
            }
        }
        c.0.is_empty().then_some(Order { id, customer, currency, state, created, lines, note, tags })
    }
}

/// Simple and repeatable.
fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

fn counters(seed: &mut u64, most: i32) -> Counters {
    let mut n = || (random(seed) % most as u64) as i32 - most / 2;
    Counters {
        a: n(),
        b: n(),
        c: n(),
        d: n(),
        e: n(),
        f: n(),
        g: n(),
        h: n(),
        i: n(),
        j: n(),
        k: n(),
        l: n(),
        m: n(),
        n: n(),
        o: n(),
        p: n(),
    }
}

fn telemetry(seed: &mut u64) -> Telemetry {
    let at = (random(seed) >> 20) as i64;
    let mut f = || f64::from_bits(random(seed) >> 2);
    Telemetry {
        at,
        a: f(),
        b: f(),
        c: f(),
        d: f(),
        e: f(),
        f: f(),
        g: f(),
        h: f(),
        i: f(),
        j: f(),
        k: f(),
        l: f(),
        m: f(),
        n: f(),
        o: f(),
        p: f(),
        q: f(),
        r: f(),
        s: f(),
        t: f(),
        u: f(),
        v: f(),
        w: f(),
        x: f(),
    }
}

fn order(seed: &mut u64) -> Order {
    let text = |seed: &mut u64, least: u64, more: u64| {
        let length = least + random(seed) % more;
        (0..length).map(|_| char::from(b'a' + (random(seed) % 26) as u8)).collect::<String>()
    };
    Order {
        id: (random(seed) >> 30) as i64,
        customer: text(seed, 8, 9),
        currency: text(seed, 3, 1),
        state: [State::New, State::Paid, State::Sent][(random(seed) % 3) as usize],
        created: (random(seed) >> 23) as i64,
        lines: (0..5)
            .map(|_| Line { sku: text(seed, 6, 5), count: (random(seed) % 100) as i32, price: 9.5 })
            .collect(),
        note: random(seed).is_multiple_of(2).then(|| text(seed, 10, 20)),
        tags: (0..3).map(|at| (format!("tag{at}"), text(seed, 4, 8))).collect(),
    }
}

/// Runs over all values and gives the nanoseconds for each.
type Run = Box<dyn FnMut() -> f64>;

fn timed(count: usize, run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64() * 1e9 / count as f64
}

#[inline(never)]
fn measured_write<T>(values: &[T], out: &mut Vec<u8>, write: impl Fn(&T, &mut Vec<u8>)) {
    for value in values {
        out.clear();
        write(value, out);
        black_box(&*out);
    }
}

#[inline(never)]
fn measured_read<T>(all: &[Vec<u8>], read: impl Fn(&[u8]) -> T) {
    for bytes in all {
        black_box(read(bytes));
    }
}

fn write_derived<T: Encode>(value: &T, out: &mut Vec<u8>) {
    avocet::typed::append(value, out).unwrap();
}

fn read_derived<T: for<'a> Decode<'a>>(bytes: &[u8]) -> T {
    avocet::from_slice(bytes).unwrap()
}

fn runs<T: Encode + for<'a> Decode<'a> + Clone + PartialEq + std::fmt::Debug + 'static>(
    name: &str,
    values: &[T],
    write: fn(&T, &mut Vec<u8>),
    read: fn(&[u8]) -> Option<T>,
) -> Vec<(String, Run)> {
    let all: Vec<Vec<u8>> = values.iter().map(|value| avocet::to_vec(value).unwrap()).collect();
    for (value, bytes) in values.iter().zip(&all) {
        let mut out = Vec::new();
        write(value, &mut out);
        assert_eq!(&out, bytes);
        assert_eq!(read(bytes).as_ref(), Some(value));
        assert_eq!(&avocet::from_slice::<T>(bytes).unwrap(), value);
    }
    let (count, mut out) = (values.len(), Vec::with_capacity(4096));
    let (mut other, one, two) = (out.clone(), values.to_vec(), values.to_vec());
    let (first, second) = (all.clone(), all);
    vec![
        (
            format!("{name}-write-plain"),
            Box::new(move || timed(count, || measured_write(&one, &mut out, write))) as Run,
        ),
        (
            format!("{name}-write-derive"),
            Box::new(move || timed(count, || measured_write(&two, &mut other, write_derived))),
        ),
        (
            format!("{name}-read-plain"),
            Box::new(move || timed(count, || measured_read(&first, |bytes| read(bytes).unwrap()))),
        ),
        (
            format!("{name}-read-derive"),
            Box::new(move || timed(count, || measured_read(&second, read_derived::<T>))),
        ),
    ]
}

/// Orders that were written with one more field, and two others elsewhere.
fn evolved(orders: &[Order]) -> (String, Run) {
    let (id, created) = (r#"{"name":"id","type":"long"},"#, r#"{"name":"created","type":"long"},"#);
    let moved = Order::schema().to_string().replace(id, "").replace(created, &format!("{created}{id}"));
    let more = moved.replace(
        r#""fields":[{"name":"customer""#,
        r#""fields":[{"name":"old","type":"int","default":1},{"name":"customer""#,
    );
    let writer = Schema::parse(&more).unwrap();
    let mut encoder = Encoder::<Order>::new(&writer).unwrap();
    let all: Vec<Vec<u8>> = orders.iter().map(|order| encoder.encode(order).unwrap().to_vec()).collect();
    let decoder = Decoder::<Order>::new(&writer).unwrap();
    assert!(all.iter().zip(orders).all(|(bytes, order)| decoder.decode(bytes).unwrap() == *order));
    let run = move || timed(all.len(), || measured_read(&all, |bytes| decoder.decode(bytes).unwrap()));
    ("order-read-evolved".to_owned(), Box::new(run))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let count = arguments
        .iter()
        .position(|text| text == "--count")
        .map_or(1024, |at| arguments[at + 1].parse().unwrap());
    let mut seed = 0x9e37_79b9_7f4a_7c15;
    let mut values = |most| (0..count).map(|_| counters(&mut seed, most)).collect::<Vec<_>>();
    let (small, mixed) = (values(120), values(20_000));
    let telemetry: Vec<Telemetry> = (0..count).map(|_| telemetry(&mut seed)).collect();
    let orders: Vec<Order> = (0..count).map(|_| order(&mut seed)).collect();
    let mut all = runs("counters", &small, plain::write_counters, plain::read_counters);
    all.extend(runs("mixed", &mixed, plain::write_counters, plain::read_counters));
    all.extend(runs("telemetry", &telemetry, plain::write_telemetry, plain::read_telemetry));
    all.extend(runs("order", &orders, plain::write_order, plain::read_order));
    all.push(evolved(&orders));
    if let Some(case) = arguments.first().filter(|text| !text.starts_with("--")) {
        let (_, run) = all.iter_mut().find(|(name, _)| name == case).expect("a case");
        run();
        return;
    }
    let mut best = vec![f64::INFINITY; all.len()];
    for _ in 0..200 {
        for ((_, run), best) in all.iter_mut().zip(&mut best) {
            *best = best.min(run());
        }
    }
    for ((name, _), best) in all.iter().zip(best) {
        println!("{name:24} {best:8.1} ns");
    }
}
