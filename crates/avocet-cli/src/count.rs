//! `avocet count`: files in, numbers of rows out, from the block headers alone.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::failure::Failure;
use crate::input::{Input, for_each};
use crate::output::Output;

/// Print how many rows files have.
///
/// Only the headers of the blocks are read: nothing is decompressed or decoded, so damage inside a block goes
/// unnoticed here. Several files give a line each, number and name, and a line with the total.
#[derive(Args)]
pub(crate) struct Count {
    /// Files to read; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Count {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        let mut output = Output::new();
        let mut total = 0;
        let code = for_each(&self.files, |file| {
            let rows = count(file)?;
            total += rows;
            if self.files.len() == 1 {
                output.row(&rows.to_string())?;
            } else {
                output.row(&format!("{rows}\t{}", file.display()))?;
            }
            output.flush()?;
            Ok(true)
        })?;
        // A total over less than all files would mislead.
        if self.files.len() > 1 && code == ExitCode::SUCCESS {
            output.row(&format!("{total}\ttotal"))?;
            output.flush()?;
        }
        Ok(code)
    }
}

fn count(file: &Path) -> Result<u64, Failure> {
    let mut reader = Input::open(file, true)?.into_reader()?;
    let mut rows = 0;
    for block in reader.blocks() {
        rows += block?.count;
    }
    Ok(rows)
}
