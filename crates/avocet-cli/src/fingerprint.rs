//! `avocet fingerprint`: anything with a schema in, the fingerprint of its canonical form out.

use std::fmt::Write as _;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use avocet::Schema;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::{Args, ValueEnum};

use crate::failure::misuse;
use crate::output::Results;
use crate::reference::References;
use crate::source::{self, Source};

/// Print the fingerprints of schemas, taken over their Parsing Canonical Form.
///
/// One is printed alone; with several files, a folder or a protocol of several types, each line begins with `PATH: `
/// or `PATH#TYPE: `.
#[derive(Args)]
pub(crate) struct Fingerprint {
    /// Schemas (.avsc), protocols (.avpr), container files (.avro) or folders of these; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The algorithm.
    #[arg(short, long, value_enum, value_name = "NAME", default_value_t = Algorithm::Crc64)]
    algorithm: Algorithm,
    /// How to write it.
    #[arg(short, long, value_enum, value_name = "NAME", default_value_t = Format::Hex)]
    format: Format,
    #[command(flatten)]
    references: References,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// CRC-64-AVRO, the fingerprint of single-object encoding
    Crc64,
    Md5,
    Sha256,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Hexadecimal; of crc64 the number, most significant digit first
    Hex,
    /// Base64 of the bytes; of crc64 those of a single-object header, least significant first
    Base64,
    /// The signed number, as Java shows it; crc64 only
    Decimal,
}

impl Fingerprint {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        if self.format == Format::Decimal && self.algorithm != Algorithm::Crc64 {
            misuse("fingerprint", "expected the format hex or base64 for a digest, found decimal");
        }
        self.references.with_parser(|parser| {
            let mut results = Results::new(source::are_many(&self.files));
            source::for_each(&self.files, |file| {
                let schemas = Source::load(file, parser)?.into_schemas(file)?;
                results.of_file(&schemas, |schema| self.text(schema))?;
                Ok(())
            })
        })
    }

    fn text(&self, schema: &Schema) -> String {
        match (self.algorithm, self.format) {
            (Algorithm::Crc64, Format::Hex) => schema.fingerprint().to_string(),
            (Algorithm::Crc64, Format::Base64) => BASE64_STANDARD.encode(schema.fingerprint().to_le_bytes()),
            (_, Format::Decimal) => schema.fingerprint().as_i64().to_string(),
            (Algorithm::Md5, format) => digest(&schema.md5(), format),
            (Algorithm::Sha256, format) => digest(&schema.sha256(), format),
        }
    }
}

fn digest(bytes: &[u8], format: Format) -> String {
    if format == Format::Base64 {
        return BASE64_STANDARD.encode(bytes);
    }
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}"); // a string takes all
        text
    })
}
