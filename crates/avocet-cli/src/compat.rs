//! `avocet compat`: versions of a schema in, whether they read each other's data and every reason against it out.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use avocet::Schema;
use avocet::schema::compatibility::{Comparison, Compatibility, Level, Verdict, check_level};
use clap::Args;
use serde_json::{Value, json};

use crate::failure::{Failure, printable};
use crate::output::Output;
use crate::reference::References;
use crate::source::{self, Source};

/// Tell whether a new version of a schema fits the old ones.
///
/// The first line is the verdict; each further line is an error or a warning with its place in both schemas. When the
/// level asks for several comparisons, these lines begin with `READER reads WRITER: `.
///
/// Exit codes: 0 compatible, 3 partially compatible (it depends on the value), 4 incompatible, 1 when a schema cannot
/// be read.
#[derive(Args)]
pub(crate) struct Compat {
    /// The older versions, oldest first: schemas (.avsc), container files (.avro), types of protocols
    /// (FILE.avpr#FULLNAME), or folders, whose files count in the order of their paths; `-` is standard input.
    #[arg(required = true, value_name = "OLD")]
    old: Vec<PathBuf>,
    /// The new version.
    #[arg(value_name = "NEW")]
    new: PathBuf,
    /// Who has to read what: backward (the new version reads the last one's data), forward (the last version reads the
    /// new one's) or full (both); with `_transitive` behind it, all old versions count.
    #[arg(short, long, value_name = "LEVEL", default_value = "backward")]
    level: Level,
    /// Print one JSON object instead.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    references: References,
}

impl Compat {
    pub(crate) fn run(&self) -> io::Result<ExitCode> {
        self.references.with_parser(|parser| {
            let files = [&*self.old, std::slice::from_ref(&self.new)].concat();
            let (mut labels, mut versions) = (Vec::new(), Vec::new());
            let code = source::for_each(&files, |file| {
                let schemas = Source::load(file, parser)?.into_schemas(file)?;
                let count = schemas.len();
                let Ok([(label, schema)]) = <[_; 1]>::try_from(schemas) else {
                    let what = format!(
                        "expected one schema, found a protocol of {count} types: choose by FILE#FULLNAME"
                    );
                    return Err(Failure::Input(what));
                };
                labels.push(label);
                versions.push(schema);
                Ok(())
            })?;
            if code != ExitCode::SUCCESS {
                return Ok(code);
            }
            self.compare(&labels, &versions)
        })
    }

    fn compare(&self, labels: &[String], versions: &[Schema]) -> io::Result<ExitCode> {
        let mut output = Output::new();
        let (Some((new, old)), Some((new_label, _))) = (versions.split_last(), labels.split_last()) else {
            return Ok(ExitCode::FAILURE); // an argument without a version was complained about
        };
        let (verdict, comparisons) = check_level(self.level, new, old);
        let sides = |comparison: &Comparison| {
            let old = &*labels[comparison.version];
            if comparison.new_reads_old { (&**new_label, old) } else { (old, &**new_label) }
        };
        if self.json {
            let comparisons: Vec<Value> = comparisons
                .iter()
                .map(|comparison| {
                    let (reader, writer) = sides(comparison);
                    in_json(reader, writer, &comparison.result)
                })
                .collect();
            let all = json!({
                "verdict": word(verdict),
                "level": self.level.to_string(),
                "comparisons": comparisons,
            });
            output.row(&all.to_string())?;
        } else {
            if comparisons.len() > 1 {
                output.row(&verdict.to_string())?;
            }
            for comparison in &comparisons {
                let (reader, writer) = sides(comparison);
                for line in comparison.result.to_string().lines() {
                    output.row(&match comparisons.len() {
                        1 => printable(line).into_owned(),
                        _ => printable(&format!("{reader} reads {writer}: {line}")).into_owned(),
                    })?;
                }
            }
        }
        output.flush()?;
        Ok(match verdict {
            Verdict::Compatible => ExitCode::SUCCESS,
            Verdict::Partial => ExitCode::from(3),
            Verdict::Incompatible => ExitCode::from(4),
        })
    }
}

fn in_json(reader: &str, writer: &str, result: &Compatibility) -> Value {
    let issues = result.issues().iter().map(|issue| {
        json!({
            "kind": format!("{:?}", issue.kind()),
            "verdict": word(issue.verdict()),
            "readerPath": issue.reader_path(),
            "writerPath": issue.writer_path(),
            "message": issue.message(),
        })
    });
    let warnings = result.warnings().iter().map(|warning| {
        json!({
            "kind": format!("{:?}", warning.kind()),
            "readerPath": warning.reader_path(),
            "writerPath": warning.writer_path(),
            "message": warning.message(),
        })
    });
    json!({
        "reader": reader,
        "writer": writer,
        "verdict": word(result.verdict()),
        "issues": issues.collect::<Vec<_>>(),
        "warnings": warnings.collect::<Vec<_>>(),
    })
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Compatible => "compatible",
        Verdict::Partial => "partial",
        Verdict::Incompatible => "incompatible",
    }
}
