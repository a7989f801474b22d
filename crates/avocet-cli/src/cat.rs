//! `avocet cat`: files in, their rows as JSON lines out, straight from the encoded bytes.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::json::{self, Style};
use clap::Args;

use crate::failure::Failure;
use crate::input::{Input, for_each};
use crate::output::Output;

/// Print the rows of files, one JSON object a line.
///
/// The JSON is Avro's JSON encoding: the value of a union stands in an object that names its branch, bytes and fixed
/// are text with one character a byte, logical types appear as the type that they annotate.
///
/// A damaged file gives the whole rows before the damage, then an error on standard error.
#[derive(Args)]
pub(crate) struct Cat {
    /// Files to read in turn; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Stop after this many rows, counted over all files.
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Leave out this many rows first, counted over all files.
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u64,
    /// Spread each row over several indented lines.
    #[arg(long)]
    pretty: bool,
}

impl Cat {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let mut rows = Rows {
            output: Output::new(),
            to_skip: self.offset,
            to_print: self.limit.unwrap_or(u64::MAX),
            style: if self.pretty { Style::Pretty } else { Style::Compact },
            show_progress: !io::stdout().is_terminal(),
        };
        for_each(&self.files, |file| {
            let printed = rows.print(file);
            // What is whole comes before the complaint about the rest.
            rows.output.flush()?;
            printed?;
            Ok(rows.to_print > 0)
        })
    }
}

/// What is left to do, over all files.
struct Rows {
    output: Output,
    to_skip: u64,
    to_print: u64,
    style: Style,
    show_progress: bool,
}

impl Rows {
    fn print(&mut self, file: &Path) -> Result<(), Failure> {
        let mut reader = Input::open(file, self.show_progress)?.into_reader()?;
        if self.to_skip > 0 {
            self.to_skip -= reader.skip(self.to_skip)?;
        }
        while self.to_print > 0 {
            let row = self.output.begin_row();
            let read = reader
                .read_with(|plan, input, limits| json::write(plan.writer(), input, limits, row, self.style));
            match read {
                None => break,
                Some(written) => written?,
            }
            self.output.end_row()?;
            self.to_print -= 1;
        }
        Ok(())
    }
}
