//! `avocet canonical`: anything with a schema in, its Parsing Canonical Form out.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::output::Results;
use crate::reference::References;
use crate::source;

/// Print the Parsing Canonical Form of schemas.
///
/// It is the schema without anything that makes no difference to reading data. One schema is printed alone; with
/// several files, a folder or a protocol of several types, each line begins with `PATH: ` or `PATH#TYPE: `.
#[derive(Args)]
pub(crate) struct Canonical {
    /// Schemas (.avsc), protocols (.avpr), container files (.avro) or folders of these; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    references: References,
}

impl Canonical {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        self.references.with_parser(|parser| {
            let mut results = Results::new(source::are_many(&self.files));
            source::for_each(&self.files, |file| {
                let schemas = source::Source::load(file, parser)?.into_schemas(file)?;
                results.of_file(&schemas, |schema| schema.canonical_form().to_owned())?;
                Ok(())
            })
        })
    }
}
