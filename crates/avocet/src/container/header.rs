//! The header of a file: magic bytes, metadata with the schema, and sync marker.

use std::io::Read;

use super::input::Input;
use super::marker::SyncMarker;
use super::metadata::{self, Metadata};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::schema::Schema;
use crate::wire::writer;

/// What files begin with: "Obj" and the version of the format.
const MAGIC: [u8; 4] = *b"Obj\x01";

/// What the header of a file says.
pub(super) struct Header {
    pub(super) schema: Schema,
    pub(super) metadata: Metadata,
    pub(super) marker: SyncMarker,
}

impl Header {
    /// Reads the header at the start of `input`.
    pub(super) fn read<R: Read>(input: &mut Input<R>, limits: &Limits) -> Result<Self> {
        read_magic(input)?;
        let start = input.offset();
        let Entries { metadata, schema_offset } = Entries::read(input, limits)?;
        let schema = match metadata.get(metadata::SCHEMA) {
            Some(text) => read_schema(text, limits).map_err(|error| error.at(schema_offset))?,
            None => return Err(missing_schema().at(start)),
        };
        let marker = SyncMarker(input.read_array("a sync marker")?);
        Ok(Header { schema, metadata, marker })
    }
}

/// Appends a header to `out`: the format's entries, then the user's.
pub(super) fn write(
    schema: &Schema,
    codec: &str,
    user: &[(String, Vec<u8>)],
    marker: SyncMarker,
    out: &mut Vec<u8>,
) -> Result<()> {
    check_keys(user)?;
    out.extend_from_slice(&MAGIC);
    writer::write_long(out, user.len() as i64 + 2);
    let own = [(metadata::SCHEMA, schema.text().as_bytes()), (metadata::CODEC, codec.as_bytes())];
    for (key, value) in own.into_iter().chain(user.iter().map(|(key, value)| (&key[..], &value[..]))) {
        writer::write_string(out, key);
        writer::write_bytes(out, value);
    }
    writer::write_long(out, 0);
    out.extend_from_slice(&marker.0);
    Ok(())
}

/// The user's keys are none of the format's, and each is there once.
fn check_keys(user: &[(String, Vec<u8>)]) -> Result<()> {
    for (index, (key, _)) in user.iter().enumerate() {
        if metadata::is_reserved(key) {
            let expected = "metadata keys that do not begin with `avro.`";
            return Err(Error::new(ErrorKind::Header, expected, format!("{key:?}")));
        }
        if user[..index].iter().any(|(earlier, _)| earlier == key) {
            return Err(Error::new(ErrorKind::Header, "metadata keys once each", format!("{key:?} twice")));
        }
    }
    Ok(())
}

fn read_magic<R: Read>(input: &mut Input<R>) -> Result<()> {
    const EXPECTED: &str = "an object container file, which begins with the bytes 4f 62 6a 01 (\"Obj\", 1)";
    let mut found = Vec::new();
    let whole = input.read_to(&mut found, MAGIC.len() as u64, "magic bytes");
    match whole {
        Ok(()) if found == MAGIC => Ok(()),
        Err(error) if !error.is_truncated() => Err(error),
        Err(_) if found.is_empty() => Err(Error::new(ErrorKind::Truncated, EXPECTED, "an empty input").at(0)),
        whole => {
            let bytes = found.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
            let cut = whole.is_err() && MAGIC.starts_with(&found);
            let kind = if cut { ErrorKind::Truncated } else { ErrorKind::Header };
            let end = if whole.is_err() { " and the end of the input" } else { "" };
            Err(Error::new(kind, EXPECTED, format!("{bytes}{end}")).at(0))
        }
    }
}

fn read_schema(text: &[u8], limits: &Limits) -> Result<Schema> {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.valid_up_to();
            let found = format!("{:#04x} at byte {valid} of it", text[valid]);
            return Err(Error::new(ErrorKind::Header, "a schema text of UTF-8", found).because(error));
        }
    };
    // Real files have names and defaults that break the rules; their data needs neither.
    Schema::parser().permissive_names(true).unchecked_defaults(true).limits(limits).parse(text)
}

fn missing_schema() -> Error {
    Error::new(ErrorKind::Header, "a schema in the metadata, as `avro.schema`", "metadata without one")
}

/// The metadata while it is read.
#[derive(Default)]
struct Entries {
    metadata: Metadata,
    /// Where the schema's text begins in the file.
    schema_offset: u64,
}

impl Entries {
    /// Reads the metadata: a map of bytes, in blocks of any form.
    fn read<R: Read>(input: &mut Input<R>, limits: &Limits) -> Result<Self> {
        let mut entries = Entries::default();
        let mut room = limits.metadata_bytes;
        loop {
            let start = input.offset();
            let count = input.read_long()?;
            if count == 0 {
                return Ok(entries);
            }
            let total = count.unsigned_abs().saturating_add(entries.metadata.len() as u64);
            if total > limits.metadata_entries {
                let limit = format!("{} entries of metadata", limits.metadata_entries);
                return Err(Error::limit("metadata_entries", limit, total.to_string()).at(start));
            }
            let end = if count < 0 { Some(read_end(input)?) } else { None };
            for _ in 0..count.unsigned_abs() {
                entries.read_one(input, limits, &mut room)?;
            }
            match end {
                Some(end) if end != input.offset() => return Err(bad_end(end, input.offset())),
                _ => {}
            }
        }
    }

    fn read_one<R: Read>(&mut self, input: &mut Input<R>, limits: &Limits, room: &mut u64) -> Result<()> {
        let mut spend = |size: u64| {
            *room = room.checked_sub(size).ok_or_else(|| {
                let limit = format!("{} bytes of metadata", limits.metadata_bytes);
                Error::limit("metadata_bytes", limit, "more than that")
            })?;
            Ok(())
        };
        let key_start = input.offset();
        let size = read_size(input, "a key")?;
        spend(size).map_err(|error: Error| error.at(key_start))?;
        let mut key = Vec::new();
        input.read_to(&mut key, size, "a key")?;
        let key = String::from_utf8(key).map_err(|error| {
            let found = format!("{:?}", String::from_utf8_lossy(error.as_bytes()));
            Error::new(ErrorKind::Header, "a metadata key of UTF-8", found).at(key_start)
        })?;

        let value_start = input.offset();
        let size = read_size(input, "a value")?;
        if key == metadata::SCHEMA {
            if size > limits.schema_bytes as u64 {
                let limit = format!("{} bytes of schema text", limits.schema_bytes);
                return Err(Error::limit("schema_bytes", limit, size.to_string()).at(value_start));
            }
            self.schema_offset = input.offset();
        } else {
            spend(size).map_err(|error| error.in_key(&key).at(value_start))?;
        }
        let mut value = Vec::new();
        input.read_to(&mut value, size, "a value").map_err(|error| error.in_key(&key))?;
        self.metadata.push(key, value);
        Ok(())
    }
}

/// Reads the length of a key or value.
fn read_size<R: Read>(input: &mut Input<R>, what: &str) -> Result<u64> {
    let start = input.offset();
    let size = input.read_long()?;
    u64::try_from(size).map_err(|_| {
        Error::new(ErrorKind::Header, format!("{what} of no negative length"), format!("length {size}"))
            .at(start)
    })
}

/// Reads the size of a map's block and returns where the block ends.
fn read_end<R: Read>(input: &mut Input<R>) -> Result<u64> {
    let size = read_size(input, "a block of metadata")?;
    Ok(input.offset().saturating_add(size))
}

#[cold]
fn bad_end(end: u64, found: u64) -> Error {
    let expected = format!("a block of metadata to end at byte {end}, as its size tells");
    Error::new(ErrorKind::Header, expected, format!("its end at byte {found}")).at(found)
}
