//! `avocet schema`: a container file or the text of a schema in, the schema as indented JSON out.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::container::Reader;
use avocet::{Limits, Schema as AvroSchema};
use clap::Args;

use crate::argument;
use crate::failure::Failure;
use crate::input::{Input, for_each};
use crate::output::Output;

/// Print the schema of a file as indented JSON.
///
/// The file is a container file, whose header is read with permissive rules for names as real files need them, or
/// the text of a schema, such as an .avsc file, which is checked strictly.
#[derive(Args)]
pub(crate) struct Schema {
    /// A container file or the text of a schema; `-` is standard input.
    file: PathBuf,
}

impl Schema {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let mut output = Output::new();
        for_each(std::slice::from_ref(&self.file), |file| {
            output.row(&load(file)?.to_pretty_string())?;
            output.flush()?;
            Ok(true)
        })
    }
}

/// The schema that a file has or is.
pub(crate) fn load(file: &Path) -> Result<AvroSchema, Failure> {
    let mut input = Input::open(file, false)?;
    let fault = |error: io::Error| Failure::Input(format!("expected readable bytes, found {error}"));
    let mut start = Vec::new();
    input.by_ref().take(64).read_to_end(&mut start).map_err(fault)?;
    if !is_text(file, &start) {
        return Ok(Reader::new(start.as_slice().chain(input))?.schema().clone());
    }
    let limit = Limits::default().schema_bytes;
    let mut text = start;
    input.take(limit as u64).read_to_end(&mut text).map_err(fault)?;
    if text.len() > limit {
        return Err(Failure::Input(format!(
            "expected the text of a schema, at most {limit} bytes, found more"
        )));
    }
    Ok(AvroSchema::parse(argument::text(&text)?)?)
}

/// Whether this is to be read as the text of a schema: by its name, or by a beginning that no container file has.
fn is_text(file: &Path, start: &[u8]) -> bool {
    let first = start.trim_ascii_start().first();
    file.extension().is_some_and(|extension| extension == "avsc") || matches!(first, Some(b'{' | b'[' | b'"'))
}
