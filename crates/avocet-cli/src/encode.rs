//! `avocet encode`: one datum as JSON in, its bytes out.

use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

use avocet::json::{Form, Parser};
use clap::Args;

use crate::argument;
use crate::failure::{About as _, Failure, Fault, conclude};
use crate::hex::to_hex;
use crate::source::load;

/// Turn one datum from JSON into its bytes, with no container file around them.
///
/// INPUT is `-` for standard input, or the name of a file; what is neither is taken as the JSON itself. Should a file
/// have the name `7`, a space in front, ` 7`, makes it the number.
///
/// The JSON is Avro's JSON encoding. Members of records may come in any order; those that are missing take their
/// defaults, and unknown ones are errors.
#[derive(Args)]
pub(crate) struct Encode {
    /// The datum as JSON: `-`, a file, or the text itself.
    #[arg(allow_hyphen_values = true)]
    input: PathBuf,
    /// The schema of the datum: its text, a container file that has it, or FILE.avpr#FULLNAME.
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// Print a line of two hexadecimal digits for each byte, not the bytes.
    #[arg(long)]
    hex: bool,
    /// Expect no names of branches around values of unions; each takes the branch that fits best.
    #[arg(long)]
    plain: bool,
}

impl Encode {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        conclude(self.encode())
    }

    fn encode(&self) -> Result<ExitCode, Fault> {
        let schema = load(&self.schema).about(&self.schema)?;
        let form = if self.plain { Form::Plain } else { Form::Avro };
        let bytes = argument::read(&self.input).about(&self.input)?;
        let datum = argument::text(&bytes)
            .and_then(|text| Ok(Parser::new(&schema).form(form).parse(text)?))
            .map_err(|failure| argument::explain(&self.input, failure))
            .about(&self.input)?;
        let mut stdout = io::stdout().lock();
        if !self.hex && stdout.is_terminal() {
            let what = "standard output: expected a pipe, a file or --hex, found a terminal";
            return Err(Failure::Input(what.to_owned())).about(&self.input);
        }
        let written =
            if self.hex { writeln!(stdout, "{}", to_hex(&datum)) } else { stdout.write_all(&datum) };
        written.and_then(|()| stdout.flush()).about(&self.input)?;
        Ok(ExitCode::SUCCESS)
    }
}
