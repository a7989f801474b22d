//! `avocet fromjson`: JSON lines in, a container file out.

use std::io::{self, IsTerminal as _, Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::container::{Codec, Writer};
use avocet::json::{Form, Parser};
use avocet::{Error, ErrorKind, Schema};
use clap::Args;

use crate::failure::{About as _, Failure, Fault, conclude};
use crate::input::Input;
use crate::outfile::OutFile;
use crate::source::load;

/// Write JSON rows as a container file.
///
/// The rows are what `avocet cat` prints, Avro's JSON encoding, one after the other; they need not be one a line.
/// Members of records may come in any order; those that are missing take their defaults, and unknown ones are errors.
///
/// After an error there is no file: OUT is as it was, and only what went to standard output is gone.
#[derive(Args)]
pub(crate) struct FromJson {
    /// The rows; `-`, as when it is left out, is standard input.
    #[arg(value_name = "IN", default_value = "-")]
    input: PathBuf,
    /// The schema of the rows: its text, a container file that has it, or FILE.avpr#FULLNAME.
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// The file to write; `-`, as when it is left out, is standard output.
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    output: PathBuf,
    /// How blocks are compressed: null or deflate.
    #[arg(long, value_name = "CODEC", default_value = "null")]
    codec: Codec,
    /// Expect no names of branches around values of unions; each takes the branch that fits best.
    #[arg(long)]
    plain: bool,
}

/// Bytes that are read at once.
const PIECE: usize = 64 << 10;

impl FromJson {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        conclude(self.convert())
    }

    fn convert(&self) -> Result<ExitCode, Fault> {
        let schema = load(&self.schema).about(&self.schema)?;
        let input = Input::open(&self.input, true).about(&self.input)?;
        if self.output.as_os_str() == "-" {
            let stdout = io::stdout().lock();
            if stdout.is_terminal() {
                let what = "expected a pipe, or -o and a file, found a terminal";
                return Err(Failure::Input(what.to_owned())).about(Path::new("standard output"));
            }
            // A pipe that is closed is no failure of a file.
            let written = self.write(input, &schema, stdout, |error| Failure::Output(io_error(error)));
            return written.map(|_| ExitCode::SUCCESS);
        }
        if is_same_file(&self.input, &self.output) {
            let what = "expected another file than the one that is read, found the same";
            return Err(Failure::Input(what.to_owned())).about(&self.output);
        }
        let failed = |error: io::Error| Failure::Input(format!("expected a writable file, found {error}"));
        let file = OutFile::create(&self.output).map_err(failed).about(&self.output)?;
        let file = self.write(input, &schema, file, |error| failed(io_error(error)))?;
        file.keep().map_err(failed).about(&self.output)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Writes all rows; `failed` says what an error of the output means.
    fn write<W: Write>(
        &self,
        mut input: Input,
        schema: &Schema,
        output: W,
        failed: impl Fn(Error) -> Failure,
    ) -> Result<W, Fault> {
        let failed = |error: Error| match error.kind() {
            ErrorKind::Io => failed(error),
            _ => error.into(),
        };
        let writer = Writer::builder().codec(self.codec).build(output, schema);
        let mut writer = writer.map_err(failed).about(&self.output)?;
        let form = if self.plain { Form::Plain } else { Form::Avro };
        let mut stream = Parser::new(schema).form(form).stream();
        let mut piece = vec![0; PIECE];
        let mut row = Vec::new();
        loop {
            let unreadable =
                |error: io::Error| Failure::Input(format!("expected readable bytes, found {error}"));
            let count = input.read(&mut piece).map_err(unreadable).about(&self.input)?;
            match count {
                0 => stream.end(),
                _ => stream.push(&piece[..count]),
            }
            while stream.read_into(&mut row).about(&self.input)? {
                let written = writer.append_with(|out| {
                    out.extend_from_slice(&row);
                    Ok(())
                });
                written.map_err(failed).about(&self.output)?;
                row.clear();
            }
            if count == 0 {
                return writer.finish().map_err(failed).about(&self.output);
            }
        }
    }
}

/// Whether both paths lead to one file, which then would be lost by writing it.
fn is_same_file(input: &Path, output: &Path) -> bool {
    match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output,
        _ => false, // at least one is not there, or is no file
    }
}

/// The error of the output behind one of the writer.
fn io_error(error: Error) -> io::Error {
    let kind = std::error::Error::source(&error)
        .and_then(|source| source.downcast_ref::<io::Error>())
        .map_or(io::ErrorKind::Other, io::Error::kind);
    io::Error::new(kind, error)
}
