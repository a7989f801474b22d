//! `avocet decode`: one datum in, its JSON out.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use avocet::Plan;
use avocet::json::{Form, Printer, Style};
use clap::Args;

use crate::argument;
use crate::failure::{About as _, Failure, Fault, conclude};
use crate::hex::from_hex;
use crate::output::Output;
use crate::source::load;

/// Print one datum as JSON: bytes of a schema, with no container file around them.
///
/// INPUT is `-` for standard input, or else the name of a file; with --hex, what is no name of a file is taken as the
/// digits themselves. Bytes behind the datum are an error.
///
/// The JSON is Avro's JSON encoding, as `avocet cat` prints it.
#[derive(Args)]
pub(crate) struct Decode {
    /// The datum: `-`, a file, or with --hex its digits.
    input: PathBuf,
    /// The schema that the datum was written with: its text, a container file that has it, or FILE.avpr#FULLNAME.
    #[arg(long, value_name = "FILE")]
    schema: PathBuf,
    /// The schema to read the datum as, with that one's fields, names and defaults.
    #[arg(long, value_name = "FILE")]
    reader_schema: Option<PathBuf>,
    /// The input is text, two hexadecimal digits for each byte and any white space.
    #[arg(long)]
    hex: bool,
    /// Leave out the names of branches around values of unions; that is not Avro's JSON encoding.
    #[arg(long)]
    plain: bool,
    /// Spread the datum over several indented lines.
    #[arg(long)]
    pretty: bool,
}

impl Decode {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        conclude(self.decode())
    }

    fn decode(&self) -> Result<ExitCode, Fault> {
        let writer = load(&self.schema).about(&self.schema)?;
        let plan = match &self.reader_schema {
            None => Plan::new(&writer),
            Some(file) => {
                let reader = load(file).about(file)?;
                Plan::resolve(&writer, &reader).about(file)?
            }
        };
        let form = if self.plain { Form::Plain } else { Form::Avro };
        let style = if self.pretty { Style::Pretty } else { Style::Compact };
        let bytes = self.bytes().about(&self.input)?;
        let text = Printer::resolving(&plan).form(form).style(style).print(&bytes).about(&self.input)?;
        let mut output = Output::new();
        output.row(&text).and_then(|()| output.flush()).about(&self.input)?;
        Ok(ExitCode::SUCCESS)
    }

    fn bytes(&self) -> Result<Vec<u8>, Failure> {
        if !self.hex && !argument::is_file(&self.input) {
            return Err(Failure::Input(
                "expected a file, `-`, or --hex and digits, found none of them".to_owned(),
            ));
        }
        let bytes = argument::read(&self.input)?;
        if !self.hex {
            return Ok(bytes);
        }
        from_hex(argument::text(&bytes)?).map_err(|failure| argument::explain(&self.input, failure))
    }
}
