//! `avocet schema`: anything with a schema in, the schema as JSON out.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::schema::Parser;
use clap::Args;

use crate::failure::{Failure, printable};
use crate::output::Output;
use crate::reference::References;
use crate::source::{self, Source};

/// Print the schema of a file as indented JSON, or those of several files as a line of JSON each.
///
/// The header of a container file is read with permissive rules for names, as real files need them; the text of a
/// schema or protocol is checked strictly. With several files or a folder each line begins with `PATH: `.
#[derive(Args)]
pub(crate) struct Schema {
    /// Container files (.avro), schemas (.avsc), protocols (.avpr) or folders of these; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    references: References,
}

impl Schema {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        self.references.with_parser(|parser| {
            let are_many = source::are_many(&self.files);
            let mut output = Output::new();
            source::for_each(&self.files, |file| {
                let text = text(file, parser, are_many)?;
                if are_many {
                    output.row(&format!("{}: {text}", printable(&file.display().to_string())))?;
                } else {
                    output.row(&text)?;
                }
                output.flush()?;
                Ok(())
            })
        })
    }
}

/// What a file describes, as JSON: in one line or indented.
fn text(file: &Path, parser: &Parser, in_line: bool) -> Result<String, Failure> {
    Ok(match (Source::load(file, parser)?, in_line) {
        (Source::Schema(schema), true) => schema.to_string(),
        (Source::Schema(schema), false) => schema.to_pretty_string(),
        (Source::Protocol(protocol), true) => protocol.to_string(),
        (Source::Protocol(protocol), false) => protocol.to_pretty_string(),
    })
}
