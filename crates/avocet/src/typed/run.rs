//! The fields of a record, one after the other; neighbours of fixed width share one test of the bounds and one copy,
//! neighbouring ints and longs are read and written together. Which fields are neighbours of what kind are constants, so
//! that of each call below only the one branch remains that its field needs.

use super::adapter::{DecodeAs, EncodeAs};
use super::input::Input;
use super::output::Output;
use super::shape::{Field, Kind, MOST_PACKED, MOST_VARINTS, Role, Varints, role};
use super::traits::Record;
use crate::error::{Error, ErrorKind, Result};
use crate::wire;
use crate::wire::writer::{write_int, write_long};

/// What was read ahead for the fields of a record.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "lives while a record is read")]
pub struct ReadRun<'a> {
    packed: wire::Reader<'a>,
    /// Where the run starts.
    start: wire::Reader<'a>,
    ints: [i32; MOST_VARINTS],
    longs: [i64; MOST_VARINTS],
}

impl<'a> ReadRun<'a> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        ReadRun {
            packed: wire::Reader::new(&[]),
            start: wire::Reader::new(&[]),
            ints: [0; MOST_VARINTS],
            longs: [0; MOST_VARINTS],
        }
    }

    /// Reads the field at position `I`.
    #[inline(always)]
    pub fn field<R: Record, A: DecodeAs<'a, T>, T, const I: usize>(
        &mut self,
        input: &mut Input<'a, '_>,
    ) -> Result<T> {
        match const { role(R::FIELDS, I) } {
            Role::Alone => match A::decode(input) {
                Ok(value) => Ok(value),
                Err(error) => Err(in_field::<R>(error, I)),
            },
            Role::Packed { offset, size } => {
                if offset == 0 {
                    let Some(bytes) = input.reader.peek(size) else { return Err(cut::<R>(input, I)) };
                    self.start = input.reader.clone();
                    self.packed = wire::Reader::new(bytes);
                    input.reader.advance(size);
                }
                match A::from_packed(&mut self.packed) {
                    Ok(value) => Ok(value),
                    Err(error) => Err(in_field::<R>(error.offset_by(self.start.position() as u64), I)),
                }
            }
            Role::Varint { at, count, run } => {
                if at == 0 {
                    self.start = input.reader.clone();
                    if let Err((done, error)) = self.read_varints::<R>(input, run, I, count) {
                        return Err(in_field::<R>(error, I + done));
                    }
                }
                let number =
                    if matches!(run, Varints::Ints) { i64::from(self.ints[at]) } else { self.longs[at] };
                match A::from_number(number) {
                    Ok(value) => Ok(value),
                    Err(error) => Err(in_field::<R>(self.place(error, at), I)),
                }
            }
        }
    }

    #[inline(always)]
    fn read_varints<R: Record>(
        &mut self,
        input: &mut Input<'a, '_>,
        run: Varints,
        first: usize,
        count: usize,
    ) -> Result<(), (usize, Error)> {
        // Numbers come by way of arrays of their own, and the reader goes by value: what is lent to a function cannot
        // stay in registers.
        let reader = &mut input.reader;
        match run {
            Varints::Ints => {
                if let Some(ints) = read_small(reader, count, i32::from) {
                    self.ints = ints;
                } else {
                    (self.ints, *reader) = read_ints(reader.clone(), count)?;
                }
            }
            Varints::Longs | Varints::Mixed => {
                if let Some(longs) = read_small(reader, count, i64::from) {
                    self.longs = longs;
                } else if let Varints::Longs = run {
                    (self.longs, *reader) = read_longs(reader.clone(), count)?;
                } else {
                    (self.longs, *reader) = read_mixed(reader.clone(), &R::FIELDS[first..first + count])?;
                }
            }
        }
        Ok(())
    }

    /// The place of an error in the number at `at` of a run of varints.
    #[cold]
    fn place(&self, error: Error, at: usize) -> Error {
        let mut reader = self.start.clone();
        let _ = reader.skip_varints(at);
        error.at(reader.position() as u64)
    }
}

/// Reads the whole run if each value is one byte.
#[inline(always)]
fn read_small<T: Copy + Default>(
    reader: &mut wire::Reader<'_>,
    count: usize,
    value: impl Fn(i8) -> T,
) -> Option<[T; MOST_VARINTS]> {
    let mut bytes = [0; MOST_VARINTS];
    bytes[..count].copy_from_slice(reader.peek(count)?);
    let word = u128::from_le_bytes(bytes);
    if word & (u128::MAX / 255 * 0x80) != 0 {
        return None;
    }
    reader.advance(count);
    let mut values = [T::default(); MOST_VARINTS];
    values.iter_mut().zip(unzigzag(word).to_le_bytes()).for_each(|(place, byte)| *place = value(byte as i8));
    Some(values)
}

/// The zigzag numbers of 16 bytes below 0x80.
#[inline(always)]
fn unzigzag(word: u128) -> u128 {
    let odd = word & (u128::MAX / 255);
    // Each 1 becomes 0xff.
    let signs = (odd << 8).wrapping_sub(odd);
    ((word >> 1) & (u128::MAX / 255 * 0x7f)) ^ signs
}

/// From so many bytes on the batch decoder works in whole blocks; on fewer, one value at a time is faster.
const BATCH_BYTES: usize = 128;

#[inline(never)]
fn read_ints(
    mut reader: wire::Reader<'_>,
    count: usize,
) -> Result<([i32; MOST_VARINTS], wire::Reader<'_>), (usize, Error)> {
    let mut values = [0; MOST_VARINTS];
    if count == MOST_VARINTS && reader.remaining() >= BATCH_BYTES {
        reader.read_ints(&mut values)?;
    } else {
        for (at, value) in values[..count].iter_mut().enumerate() {
            *value = reader.read_int().map_err(|error| (at, error))?;
        }
    }
    Ok((values, reader))
}

#[inline(never)]
fn read_longs(
    mut reader: wire::Reader<'_>,
    count: usize,
) -> Result<([i64; MOST_VARINTS], wire::Reader<'_>), (usize, Error)> {
    let mut values = [0; MOST_VARINTS];
    if count == MOST_VARINTS && reader.remaining() >= BATCH_BYTES {
        reader.read_longs(&mut values)?;
    } else {
        for (at, value) in values[..count].iter_mut().enumerate() {
            *value = reader.read_long().map_err(|error| (at, error))?;
        }
    }
    Ok((values, reader))
}

#[inline(never)]
fn read_mixed<'a>(
    mut reader: wire::Reader<'a>,
    fields: &[Field],
) -> Result<([i64; MOST_VARINTS], wire::Reader<'a>), (usize, Error)> {
    let mut values = [0; MOST_VARINTS];
    for ((at, field), value) in fields.iter().enumerate().zip(&mut values) {
        let read = match field.shape.kind {
            Kind::Int => reader.read_int().map(i64::from),
            _ => reader.read_long(),
        };
        *value = read.map_err(|error| (at, error))?;
    }
    Ok((values, reader))
}

/// Says that an error stands in the field at `index`.
#[cold]
#[inline(never)]
fn in_field<R: Record>(error: Error, index: usize) -> Error {
    match R::FIELDS[index].name {
        Some(name) => error.in_field(name),
        None => error,
    }
}

/// The bytes end inside the run of fields of fixed width that starts with the field at `first`.
#[cold]
#[inline(never)]
fn cut<R: Record>(input: &Input<'_, '_>, first: usize) -> Error {
    let mut left = input.reader.remaining();
    let mut at = first;
    while let Some(width) = R::FIELDS[at].shape.width.filter(|width| *width <= left) {
        left -= width;
        at += 1;
    }
    let size = R::FIELDS[at].shape.min_size;
    let found = if left == 0 { "the end of the input".to_owned() } else { format!("{left} bytes left") };
    let expected =
        format!("{} of {size} byte{}", R::FIELDS[at].shape.kind.article(), if size == 1 { "" } else { "s" });
    let position = input.reader.position() + input.reader.remaining() - left;
    in_field::<R>(Error::new(ErrorKind::Truncated, expected, found).at(position as u64), at)
}

/// What was gathered of the fields of a record.
#[doc(hidden)]
#[expect(missing_debug_implementations, reason = "lives while a record is written")]
pub struct WriteRun {
    packed: [u8; MOST_PACKED],
    ints: [i32; MOST_VARINTS],
    longs: [i64; MOST_VARINTS],
}

impl WriteRun {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        WriteRun { packed: [0; MOST_PACKED], ints: [0; MOST_VARINTS], longs: [0; MOST_VARINTS] }
    }

    /// Writes the field at position `I`.
    #[inline(always)]
    pub fn field<R: Record, A: EncodeAs<T>, T, const I: usize>(
        &mut self,
        value: &T,
        output: &mut Output<'_>,
    ) -> Result<()> {
        let written = match const { role(R::FIELDS, I) } {
            Role::Alone => A::encode(value, output),
            Role::Packed { offset, size } => {
                let width = const { R::FIELDS[I].shape.min_size };
                let result = A::to_packed(value, &mut self.packed[offset..offset + width]);
                if offset + width == size {
                    output.bytes.extend_from_slice(&self.packed[..size]);
                }
                result
            }
            Role::Varint { at, count, run } => A::to_number(value).map(|number| {
                if matches!(run, Varints::Ints) {
                    self.ints[at] = number as i32; // an int by its kind
                    if at + 1 == count {
                        write_ints(self.ints, count, output);
                    }
                } else {
                    self.longs[at] = number;
                    if at + 1 == count {
                        write_longs(self.longs, count, output);
                    }
                }
            }),
        };
        match written {
            Ok(()) => Ok(()),
            Err(error) => Err(in_field::<R>(error, I)),
        }
    }
}

#[inline(always)]
fn write_ints(values: [i32; MOST_VARINTS], count: usize, output: &mut Output<'_>) {
    let values = &values[..count];
    // One byte holds -64 to 63.
    if values.iter().fold(0, |all, value| all | (*value as u32).wrapping_add(64)) < 128 {
        let mut bytes = [0; MOST_VARINTS];
        bytes.iter_mut().zip(values).for_each(|(byte, value)| *byte = zigzag_byte(*value as u8));
        output.bytes.extend_from_slice(&bytes[..values.len()]);
    } else {
        write_large_ints(values, output);
    }
}

/// An int has the same bytes as a long of its value, so they may stand among each other.
#[inline(always)]
fn write_longs(values: [i64; MOST_VARINTS], count: usize, output: &mut Output<'_>) {
    let values = &values[..count];
    if values.iter().fold(0, |all, value| all | (*value as u64).wrapping_add(64)) < 128 {
        let mut bytes = [0; MOST_VARINTS];
        bytes.iter_mut().zip(values).for_each(|(byte, value)| *byte = zigzag_byte(*value as u8));
        output.bytes.extend_from_slice(&bytes[..values.len()]);
    } else {
        write_large_longs(values, output);
    }
}

/// The zigzag number of a value from -64 to 63, given by its lowest byte.
#[inline(always)]
fn zigzag_byte(value: u8) -> u8 {
    value << 1 ^ if value & 0x80 == 0 { 0 } else { 0xff }
}

#[inline(never)]
fn write_large_ints(values: &[i32], output: &mut Output<'_>) {
    output.bytes.reserve(values.len() * 5);
    for value in values {
        write_int(&mut output.bytes, *value);
    }
}

#[inline(never)]
fn write_large_longs(values: &[i64], output: &mut Output<'_>) {
    output.bytes.reserve(values.len() * 10);
    for value in values {
        write_long(&mut output.bytes, *value);
    }
}
