//! `avocet plan`: schemas in, the program that reads data of the one as the other out.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use avocet::Plan as AvroPlan;
use clap::Args;

use crate::failure::{About as _, Fault, conclude, diagnose};
use crate::output::Output;
use crate::source::load;

/// Print what a reader does with data: step by step, what is read, promoted, skipped, filled in.
///
/// A reader's schema that no value of the writer's fits is an error, with all the reasons. Warnings, on standard error,
/// name the branches of unions that others might not choose, and units of time that differ.
#[derive(Args)]
pub(crate) struct Plan {
    /// The schema of the data: its text, a container file that has it, or FILE.avpr#FULLNAME.
    writer: PathBuf,
    /// The schema to read the data as; the writer's own when it is left out.
    reader: Option<PathBuf>,
}

impl Plan {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        conclude(self.print())
    }

    fn print(&self) -> Result<ExitCode, Fault> {
        let writer = load(&self.writer).about(&self.writer)?;
        let plan = match &self.reader {
            None => AvroPlan::new(&writer),
            Some(file) => {
                let reader = load(file).about(file)?;
                AvroPlan::resolve(&writer, &reader).about(file)?
            }
        };
        for warning in plan.warnings() {
            diagnose(self.reader.as_ref().unwrap_or(&self.writer), None, "warning", &warning.to_string());
        }
        let mut output = Output::new();
        let printed = plan.to_string().lines().try_for_each(|line| output.row(line));
        printed.and_then(|()| output.flush()).about(&self.writer)?;
        Ok(ExitCode::SUCCESS)
    }
}
