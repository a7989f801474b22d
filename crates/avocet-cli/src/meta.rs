//! `avocet meta`: a container file in, facts about it out: header, blocks, sizes.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::Schema;
use avocet::container::Block;
use avocet::schema::Kind;
use clap::Args;

use crate::failure::{Failure, printable};
use crate::hex::to_hex;
use crate::input::{Input, for_each};
use crate::output::Output;

/// Print what the header and the blocks of a file say: codec, sync marker, metadata, rows, sizes.
///
/// Only the headers of the blocks are read. `avocet schema` prints the schema in full.
#[derive(Args)]
pub(crate) struct Meta {
    /// The file to read; `-` is standard input.
    file: PathBuf,
}

/// Characters of a metadata value that are shown.
const SHOWN: usize = 60;

impl Meta {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let mut output = Output::new();
        for_each(std::slice::from_ref(&self.file), |file| {
            let printed = print(file, &mut output);
            output.flush()?;
            printed.map(|()| true)
        })
    }
}

fn print(file: &Path, output: &mut Output) -> Result<(), Failure> {
    let input = Input::open(file, true)?;
    let size = input.size();
    let mut reader = input.into_reader()?;
    let mut fact = |name: &str, value: &str| output.row(&format!("{name:<9} {}", printable(value)));

    fact("file", &file.display().to_string())?;
    if let Some(size) = size {
        fact("size", &format!("{size} bytes"))?;
    }
    fact("codec", &reader.codec_name())?;
    fact("sync", &to_hex(&reader.sync_marker().0))?;
    fact("schema", &in_short(reader.schema()))?;
    for (key, value) in reader.metadata().user() {
        fact("metadata", &format!("{key} = {}", shortened(value)))?;
    }

    let mut sum = Sum::default();
    for block in reader.blocks() {
        match block {
            Ok(block) => sum.add(&block),
            Err(error) => {
                fact("blocks", &format!("{} before the damage", sum.blocks))?;
                fact("rows", &format!("{} before the damage", sum.rows))?;
                return Err(error.into());
            }
        }
    }
    fact("blocks", &format!("{}{}", sum.blocks, sum.of_up_to(sum.most_rows, "rows")))?;
    fact("rows", &sum.rows.to_string())?;
    fact("data", &format!("{} bytes{}", sum.bytes, sum.of_up_to(sum.most_bytes, "bytes a block")))?;
    Ok(())
}

/// The type that a file is of: `record com.example.Order, 13 fields`.
fn in_short(schema: &Schema) -> String {
    let root = schema.root();
    match root.kind() {
        Kind::Record(record) => format!("record {}, {} fields", record.fullname(), record.fields().len()),
        Kind::Enum(node) => format!("enum {}, {} symbols", node.fullname(), node.symbols().len()),
        Kind::Fixed(node) => format!("fixed {}, {} bytes", node.fullname(), node.size()),
        Kind::Union(union) => format!("union of {} branches", union.branches().len()),
        Kind::Array(items) => format!("array of {}", items.branch_name()),
        Kind::Map(values) => format!("map of {}", values.branch_name()),
        _ => root.branch_name().to_owned(),
    }
}

/// The beginning of a metadata value, as quoted text where it is text.
fn shortened(value: &[u8]) -> String {
    let Ok(text) = str::from_utf8(value) else {
        return format!("{} bytes that are no text", value.len());
    };
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?} and so on, {} bytes", &text[..end], text.len()),
        None => format!("{text:?}"),
    }
}

/// What the blocks come to.
#[derive(Default)]
struct Sum {
    blocks: u64,
    rows: u64,
    most_rows: u64,
    bytes: u64,
    most_bytes: u64,
}

impl Sum {
    fn add(&mut self, block: &Block) {
        self.blocks += 1;
        self.rows += block.count;
        self.most_rows = self.most_rows.max(block.count);
        self.bytes += block.size;
        self.most_bytes = self.most_bytes.max(block.size);
    }

    fn of_up_to(&self, most: u64, what: &str) -> String {
        if self.blocks > 1 { format!(", up to {most} {what}") } else { String::new() }
    }
}
