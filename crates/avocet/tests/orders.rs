//! The example file: it is what its generator writes, and whatever happens to a byte of it, reading gives whole rows
//! of it and then a typed error with a place, or all of them.

#[path = "../examples/make_orders.rs"]
#[expect(dead_code, unreachable_pub, reason = "the example is a program of its own")]
mod make_orders;

use std::ops::Range;

use avocet::container::{Codec, Reader};
use avocet::{ErrorKind, Result, Value};

use make_orders::{COUNT, orders, write_orders};

/// Orders of two blocks: enough where a slow debug build reads the file once for each of its bytes.
const FEW: usize = 30;

const EXAMPLE: &[u8] = include_bytes!("../../../examples/orders.avro");

#[test]
fn the_generator_gives_the_same_bytes_again() {
    assert!(
        written(Codec::Deflate, COUNT) == EXAMPLE,
        "make_orders writes another file: see CONTRIBUTING.md"
    );
}

#[test]
fn the_values_come_back() {
    for codec in [Codec::Null, Codec::Deflate] {
        let (values, end) = read(&written(codec, COUNT));
        end.unwrap();
        assert_eq!(values.len(), COUNT);
        for (value, order) in values.iter().zip(orders()) {
            // As text, since the generator leaves it to the schema which strings are symbols.
            assert_eq!(value.to_string(), order.to_string());
        }
    }
}

#[test]
fn a_total_is_what_its_lines_come_to() {
    for order in orders().take(COUNT) {
        let cents: i64 = order["lines"].as_array().unwrap().iter().map(|line| line_cents(&line)).sum();
        assert_eq!(decimal(&order["total"]), cents, "{order}");
    }
}

#[test]
fn cut_at_every_byte_without_compression() {
    Subject::new(written(Codec::Null, FEW)).cut_everywhere();
}

#[test]
fn cut_at_every_byte_with_deflate() {
    Subject::new(EXAMPLE.to_vec()).cut_everywhere();
}

#[test]
fn flip_every_byte_without_compression() {
    Subject::new(written(Codec::Null, FEW)).flip_everywhere();
}

#[test]
fn flip_every_byte_with_deflate() {
    Subject::new(EXAMPLE.to_vec()).flip_everywhere();
}

#[test]
fn flip_every_bit_of_one_order() {
    let subject = Subject::new(written(Codec::Null, 1));
    for at in 0..subject.bytes.len() {
        for bit in 0..8 {
            subject.flip(at, 1 << bit);
        }
    }
}

/// A whole file, and what is in it.
struct Subject {
    bytes: Vec<u8>,
    header: usize,
    blocks: Vec<Block>,
}

/// A block: where it stands, and its rows.
struct Block {
    place: Range<usize>,
    /// Where its data stands; head and sync marker stand around it.
    data: Range<usize>,
    values: Vec<Value>,
}

impl Subject {
    fn new(bytes: Vec<u8>) -> Self {
        let (values, end) = read(&bytes);
        end.unwrap();
        let mut rest = values.into_iter();
        let mut reader = Reader::new(&bytes[..]).unwrap();
        let mut blocks = Vec::new();
        let mut stops = Vec::new();
        for block in reader.blocks() {
            let block = block.unwrap();
            stops.push((block.offset as usize, block.count as usize, block.size as usize));
        }
        for (i, &(start, count, size)) in stops.iter().enumerate() {
            let end = stops.get(i + 1).map_or(bytes.len(), |next| next.0);
            let data = end - 16 - size..end - 16;
            blocks.push(Block { place: start..end, data, values: rest.by_ref().take(count).collect() });
        }
        Subject { header: stops[0].0, blocks, bytes }
    }

    /// The header and then one block alone, which is a file too: blocks do not know each other, so damage in one needs
    /// no reading of the others.
    fn with_one_block(&self, block: &Block) -> Vec<u8> {
        [&self.bytes[..self.header], &self.bytes[block.place.clone()]].concat()
    }

    fn cut_everywhere(&self) {
        for cut in 0..self.header {
            let (values, end) = read(&self.bytes[..cut]);
            assert!(values.is_empty(), "cut at {cut}");
            assert_place(&end.expect_err("a header that is cut off"), cut);
        }
        for block in &self.blocks {
            let bytes = self.with_one_block(block);
            assert!(read(&bytes[..self.header]).1.is_ok(), "a file may end after a block");
            for cut in self.header + 1..bytes.len() {
                let (values, end) = read(&bytes[..cut]);
                assert!(block.values.starts_with(&values), "cut at {cut} of {:?}: other rows", block.place);
                let error = end.expect_err("a block that is cut off");
                assert_eq!(error.kind(), ErrorKind::Truncated, "cut at {cut} of {:?}: {error}", block.place);
                assert_place(&error, cut);
            }
        }
        // Rows of earlier blocks are there, whatever befalls a later one.
        for block in &self.blocks {
            let cut = block.place.end - 1;
            let before = self.values_before(block);
            let (values, end) = read(&self.bytes[..cut]);
            assert!(values.starts_with(&before), "cut at {cut}: rows are missing");
            assert!(end.is_err(), "cut at {cut}");
        }
    }

    fn flip_everywhere(&self) {
        for at in 0..self.bytes.len() {
            self.flip(at, 1 << (at % 8));
        }
    }

    /// Flips bits of one byte and reads: the header with the first block, or the header with the byte's block.
    fn flip(&self, at: usize, bits: u8) {
        let block = self.blocks.iter().find(|block| block.place.contains(&at)).unwrap_or(&self.blocks[0]);
        let mut bytes = self.with_one_block(block);
        let place = if at < self.header { at } else { at - block.place.start + self.header };
        bytes[place] ^= bits;
        let (values, end) = read(&bytes);
        match end {
            // No format without checksums can tell; but no row is lost and none is made up.
            Ok(()) => assert_eq!(values.len(), block.values.len(), "byte {at} ^ {bits}"),
            Err(error) => {
                assert!(values.len() <= block.values.len(), "byte {at} ^ {bits}: {} rows", values.len());
                assert_place(&error, bytes.len());
                return;
            }
        }
        let in_magic = at < 4;
        let around_data = at >= self.header && !block.data.contains(&at);
        assert!(!in_magic && !around_data, "byte {at} ^ {bits} went unnoticed");
    }

    fn values_before(&self, block: &Block) -> Vec<Value> {
        let earlier = self.blocks.iter().take_while(|earlier| earlier.place.end <= block.place.start);
        earlier.flat_map(|earlier| earlier.values.iter().cloned()).collect()
    }
}

/// The error says where, inside what was there, and what was wrong.
#[track_caller]
fn assert_place(error: &avocet::Error, len: usize) {
    let offset = error.offset().unwrap_or_else(|| panic!("no offset: {error}"));
    assert!(offset <= len as u64, "{error}: beyond the {len} bytes that there are");
    assert!(!error.expected().is_empty() && !error.found().is_empty(), "{error}");
}

fn written(codec: Codec, count: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_orders(&mut bytes, codec, count).unwrap();
    bytes
}

/// All values that can be had, and how it ended.
fn read(bytes: &[u8]) -> (Vec<Value>, Result<()>) {
    let mut values = Vec::new();
    let end = Reader::new(bytes).and_then(|mut reader| {
        for value in reader.values() {
            values.push(value?);
        }
        Ok(())
    });
    (values, end)
}

fn line_cents(line: &Value) -> i64 {
    let percent_off = line["discount"].as_double().map_or(0, |part| (part * 100.0).round() as i64);
    decimal(&line["unit_price"]) * line["quantity"].as_long().unwrap() * (100 - percent_off) / 100
}

/// The unscaled number of a decimal.
fn decimal(value: &Value) -> i64 {
    let bytes = value.as_bytes().unwrap();
    let first = i64::from(bytes[0] as i8);
    bytes[1..].iter().fold(first, |number, byte| number << 8 | i64::from(*byte))
}
