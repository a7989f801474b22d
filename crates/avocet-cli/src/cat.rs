//! `avocet cat`: files in, their rows as JSON lines out, straight from the encoded bytes.

use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::json::{Form, Printer, Style};
use avocet::{Plan, Schema};
use clap::Args;

use crate::failure::{About as _, Failure, Fault, conclude};
use crate::input::{Input, for_each};
use crate::output::Output;
use crate::source::load;

/// Print the rows of files, one JSON object a line.
///
/// The JSON is Avro's JSON encoding: the value of a union stands in an object that names its branch, bytes and fixed
/// are text with one character a byte, logical types appear as the type that they annotate.
///
/// A damaged file gives the whole rows before the damage, then an error on standard error.
///
/// Paths of --fields go through arrays, maps and unions without a step of their own, so `lines.price` is the price of
/// every line. Fields come in the order of the schema. A record type that is used in several places shows in all of
/// them what any of the paths wants of it.
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
    /// Leave out the names of branches around values of unions; that is not Avro's JSON encoding.
    #[arg(long)]
    plain: bool,
    /// Read the rows as this schema, with its fields, names and defaults: its text, a container file that has it, or FILE.avpr#FULLNAME.
    #[arg(long, value_name = "FILE", conflicts_with = "fields")]
    reader_schema: Option<PathBuf>,
    /// Show only these fields, by their paths: `id,customer.name`.
    #[arg(long, value_name = "PATHS", value_delimiter = ',')]
    fields: Option<Vec<String>>,
}

impl Cat {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        conclude(self.cat())
    }

    fn cat(&self) -> Result<ExitCode, Fault> {
        let view = match (&self.reader_schema, &self.fields) {
            (Some(file), _) => View::Schema(load(file).about(file)?),
            (None, Some(paths)) => View::Fields(paths.iter().map(|path| path.trim().to_owned()).collect()),
            (None, None) => View::Whole,
        };
        let mut rows = Rows {
            output: Output::new(),
            to_skip: self.offset,
            to_print: self.limit.unwrap_or(u64::MAX),
            view,
            form: if self.plain { Form::Plain } else { Form::Avro },
            style: if self.pretty { Style::Pretty } else { Style::Compact },
            show_progress: !io::stdout().is_terminal(),
        };
        let done = for_each(&self.files, |file| {
            let printed = rows.print(file);
            // What is whole comes before the complaint about the rest.
            rows.output.flush()?;
            printed?;
            Ok(rows.to_print > 0)
        });
        done.about(Path::new("standard output"))
    }
}

/// What of the rows is shown.
enum View {
    Whole,
    Schema(Schema),
    Fields(Vec<String>),
}

impl View {
    fn plan(&self, writer: &Schema) -> avocet::Result<Plan> {
        match self {
            View::Whole => Ok(Plan::new(writer)),
            View::Schema(reader) => Plan::resolve(writer, reader),
            View::Fields(paths) => Plan::resolve(writer, &writer.project(paths)?),
        }
    }
}

/// What is left to do, over all files.
struct Rows {
    output: Output,
    to_skip: u64,
    to_print: u64,
    view: View,
    form: Form,
    style: Style,
    show_progress: bool,
}

impl Rows {
    fn print(&mut self, file: &Path) -> Result<(), Failure> {
        let mut reader = Input::open(file, self.show_progress)?.into_reader()?;
        let plan = self.view.plan(reader.schema())?;
        let mut printer = Printer::resolving(&plan).form(self.form).style(self.style);
        if self.to_skip > 0 {
            self.to_skip -= reader.skip(self.to_skip)?;
        }
        while self.to_print > 0 {
            let row = self.output.begin_row();
            match reader.read_with(|_, input, _| printer.print_into(input, row)) {
                None => break,
                Some(written) => written?,
            }
            self.output.end_row()?;
            self.to_print -= 1;
        }
        Ok(())
    }
}
