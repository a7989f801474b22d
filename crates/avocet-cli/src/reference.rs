//! `--reference`: files in, a parser that knows their types out.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use avocet::schema::Parser;
use clap::Args;

use crate::failure::report_run;
use crate::source::{self, Content};

/// Files whose types others may refer to.
#[derive(Args)]
pub(crate) struct References {
    /// A file or folder with types that the schemas refer to; may be given several times. The texts may refer to each
    /// other in any order.
    #[arg(short, long = "reference", value_name = "FILE")]
    references: Vec<PathBuf>,
}

impl References {
    /// Runs a verb with a parser that knows the types of all references; it does not come to that when one of them is
    /// broken, which is complained about.
    pub(crate) fn with_parser(
        &self,
        verb: impl FnOnce(&Parser) -> io::Result<ExitCode>,
    ) -> io::Result<ExitCode> {
        // What is referred to may be among the files that are looked at, too.
        let mut parser = Parser::new().repeated_definitions(!self.references.is_empty());
        let mut texts = Vec::new();
        let code = source::for_each(&self.references, |file| {
            match Content::read(file)? {
                Content::Schema(text) => texts.push((file.display().to_string(), text)),
                Content::Protocol(text) => {
                    for schema in parser.parse_protocol(&text)?.types() {
                        parser.add(&schema)?;
                    }
                }
                Content::Container(schema, _) => parser.add(&schema)?,
            }
            Ok(())
        })?;
        if code != ExitCode::SUCCESS {
            return Ok(code);
        }
        let schemas = parser.parse_set(&texts);
        match schemas.and_then(|schemas| schemas.iter().try_for_each(|schema| parser.add(schema))) {
            Ok(()) => verb(&parser),
            Err(error) => {
                report_run(&format!("in the references: {error}"));
                Ok(ExitCode::FAILURE)
            }
        }
    }
}
