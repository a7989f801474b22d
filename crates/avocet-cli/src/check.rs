//! `avocet check`: anything with a schema in, errors and remarks with their places out.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::schema::Parser;
use clap::Args;

use crate::failure::{Failure, diagnose};
use crate::reference::References;
use crate::source::{self, Content};

/// Say what is wrong with schemas, and what could be better.
///
/// Each finding is a line on standard error, `FILE(LINE,COLUMN): error: …` or `FILE(LINE,COLUMN): warning: …`; when
/// all is well, nothing is said. The schema in a container file is looked at by the rules for reading such files,
/// and its findings come without a line. Exit code 1 when there are errors; warnings alone are fine.
#[derive(Args)]
pub(crate) struct Check {
    /// Schemas (.avsc), protocols (.avpr), container files (.avro) or folders of these; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    references: References,
}

impl Check {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        self.references.with_parser(|parser| {
            let mut has_errors = false;
            let code = source::for_each(&self.files, |file| {
                has_errors |= !check(file, parser);
                Ok(())
            })?;
            Ok(if has_errors { ExitCode::FAILURE } else { code })
        })
    }
}

/// Says what is to be said about a file; whether there was no error.
fn check(file: &Path, parser: &Parser) -> bool {
    let content = match Content::read(file) {
        Ok(content) => content,
        Err(Failure::Input(what)) => {
            diagnose(file, None, "error", &what);
            return false;
        }
        Err(Failure::Output(error)) => {
            diagnose(file, None, "error", &error.to_string());
            return false;
        }
    };
    let (lints, has_place) = match &content {
        Content::Schema(text) => (parser.lint(text).map(|(_, lints)| lints), true),
        Content::Protocol(text) => (parser.parse_protocol(text).map(|_| Vec::new()), true),
        Content::Container(_, text) => {
            let parser = Parser::new().permissive_names(true).unchecked_defaults(true);
            (parser.lint(text).map(|(_, lints)| lints), false)
        }
    };
    match lints {
        Ok(lints) => {
            for lint in lints {
                let place = has_place.then_some(lint.position());
                diagnose(file, place, "warning", &format!("in {}: {}", lint.path(), lint.message()));
            }
            true
        }
        Err(error) => {
            let path = error.path();
            let inside = if path.is_empty() { String::new() } else { format!("in {path}: ") };
            let what = format!("{inside}expected {}, found {}", error.expected(), error.found());
            diagnose(file, error.position().filter(|_| has_place), "error", &what);
            false
        }
    }
}
