//! What a good engineer writes in an hour for one known schema: plain safe Rust, without any library's help.
//!
//! Every length and count is checked against the bytes that are left, varints against overflow, text for UTF-8.

use std::collections::HashMap;

use super::{Line, Order};

/// What is wrong, without a place.
#[derive(Debug)]
pub struct Malformed;

pub type Result<T> = std::result::Result<T, Malformed>;

/// The bytes that are left.
pub struct Cursor<'a> {
    bytes: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Cursor { bytes }
    }

    pub fn end(&self) -> Result<()> {
        if self.bytes.is_empty() { Ok(()) } else { Err(Malformed) }
    }

    #[inline]
    fn varint(&mut self) -> Result<u64> {
        let mut value = 0;
        for (at, byte) in self.bytes.iter().take(10).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * at);
            if byte & 0x80 == 0 {
                if at == 9 && *byte > 1 {
                    return Err(Malformed);
                }
                self.bytes = &self.bytes[at + 1..];
                return Ok(value);
            }
        }
        Err(Malformed)
    }

    #[inline]
    pub fn long(&mut self) -> Result<i64> {
        let raw = self.varint()?;
        Ok((raw >> 1) as i64 ^ -((raw & 1) as i64))
    }

    #[inline]
    pub fn int(&mut self) -> Result<i32> {
        i32::try_from(self.long()?).map_err(|_| Malformed)
    }

    #[inline]
    pub fn double(&mut self) -> Result<f64> {
        let (first, rest) = self.bytes.split_first_chunk().ok_or(Malformed)?;
        self.bytes = rest;
        Ok(f64::from_le_bytes(*first))
    }

    #[inline]
    pub fn boolean(&mut self) -> Result<bool> {
        let (first, rest) = self.bytes.split_first().ok_or(Malformed)?;
        self.bytes = rest;
        match first {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Malformed),
        }
    }

    #[inline]
    pub fn text(&mut self) -> Result<String> {
        let length = usize::try_from(self.long()?).map_err(|_| Malformed)?;
        let (text, rest) = self.bytes.split_at_checked(length).ok_or(Malformed)?;
        self.bytes = rest;
        Ok(std::str::from_utf8(text).map_err(|_| Malformed)?.to_owned())
    }

    /// The items of all blocks; each takes at least one byte.
    #[inline]
    pub fn array<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T>) -> Result<Vec<T>> {
        let mut items = Vec::new();
        loop {
            let count = self.block()?;
            if count == 0 {
                return Ok(items);
            }
            items.reserve(count);
            for _ in 0..count {
                items.push(item(self)?);
            }
        }
    }

    fn map(&mut self) -> Result<HashMap<String, String>> {
        let mut entries = HashMap::new();
        loop {
            let count = self.block()?;
            if count == 0 {
                return Ok(entries);
            }
            entries.reserve(count);
            for _ in 0..count {
                let key = self.text()?;
                entries.insert(key, self.text()?);
            }
        }
    }

    fn block(&mut self) -> Result<usize> {
        let mut count = self.long()?;
        if count < 0 {
            self.long()?; // size in bytes
            count = count.checked_neg().ok_or(Malformed)?;
        }
        let count = usize::try_from(count).map_err(|_| Malformed)?;
        if count > self.bytes.len() { Err(Malformed) } else { Ok(count) }
    }
}

#[inline]
pub fn write_long(out: &mut Vec<u8>, value: i64) {
    let mut left = ((value << 1) ^ (value >> 63)) as u64;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

#[inline]
pub fn write_int(out: &mut Vec<u8>, value: i32) {
    write_long(out, i64::from(value));
}

#[inline]
pub fn write_double(out: &mut Vec<u8>, value: f64) {
    out.extend_from_slice(&value.to_le_bytes());
}

#[inline]
fn write_text(out: &mut Vec<u8>, value: &str) {
    write_long(out, value.len() as i64);
    out.extend_from_slice(value.as_bytes());
}

/// One block and the end.
#[inline]
pub fn write_array<T>(out: &mut Vec<u8>, items: &[T], item: impl Fn(&mut Vec<u8>, &T)) {
    if !items.is_empty() {
        write_long(out, items.len() as i64);
        items.iter().for_each(|each| item(out, each));
    }
    out.push(0);
}

impl Order {
    pub fn hand_read(datum: &[u8]) -> Result<Self> {
        let mut cursor = Cursor::new(datum);
        let order = Order {
            id: cursor.long()?,
            customer: cursor.text()?,
            total: cursor.double()?,
            quantity: cursor.int()?,
            paid: cursor.boolean()?,
            note: match cursor.long()? {
                0 => None,
                1 => Some(cursor.text()?),
                _ => return Err(Malformed),
            },
            lines: cursor.array(|cursor| {
                Ok(Line { sku: cursor.text()?, qty: cursor.int()?, price: cursor.double()? })
            })?,
            counters: cursor.array(Cursor::long)?,
            tags: cursor.map()?,
        };
        cursor.end()?;
        Ok(order)
    }

    pub fn hand_write(&self, out: &mut Vec<u8>) {
        write_long(out, self.id);
        write_text(out, &self.customer);
        write_double(out, self.total);
        write_int(out, self.quantity);
        out.push(u8::from(self.paid));
        match &self.note {
            None => out.push(0),
            Some(note) => {
                out.push(2);
                write_text(out, note);
            }
        }
        write_array(out, &self.lines, |out, line| {
            write_text(out, &line.sku);
            write_int(out, line.qty);
            write_double(out, line.price);
        });
        write_array(out, &self.counters, |out, counter| write_long(out, *counter));
        if !self.tags.is_empty() {
            write_long(out, self.tags.len() as i64);
            for (key, value) in &self.tags {
                write_text(out, key);
                write_text(out, value);
            }
        }
        out.push(0);
    }
}

/// A datum that is one array.
pub fn read_array<'a, T>(datum: &'a [u8], item: impl FnMut(&mut Cursor<'a>) -> Result<T>) -> Result<Vec<T>> {
    let mut cursor = Cursor::new(datum);
    let items = cursor.array(item)?;
    cursor.end()?;
    Ok(items)
}
