//! `avocet compat`: versions of a schema in, whether they read each other's data and every reason against it out.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avocet::Schema;
use avocet::schema::compatibility::{Comparison, Compatibility, Level, Verdict, check_level};
use clap::Args;
use serde_json::{Value, json};

use crate::failure::{misuse, printable, report};
use crate::output::Output;
use crate::reference::References;
use crate::source;

/// Tell whether a new version of a schema fits the old ones.
///
/// The first line is the verdict; each further line is an error or a warning with its place in both schemas. When the
/// level asks for several comparisons, these lines begin with `READER reads WRITER: `.
///
/// Exit codes: 0 compatible, 3 partially compatible (it depends on the value), 4 incompatible, 1 when a schema cannot
/// be read.
#[derive(Args)]
#[command(override_usage = "avocet compat [OPTIONS] <OLD>... <NEW>")]
pub(crate) struct Compat {
    /// The versions, oldest first, the new one last: schemas (.avsc), container files (.avro), types of protocols
    /// (FILE.avpr#FULLNAME), or folders, whose files count in the order of their paths; `-` is standard input.
    #[arg(required = true, value_name = "OLD… NEW")]
    versions: Vec<PathBuf>,
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
        if !source::are_many(&self.versions) {
            misuse("compat", "expected an old version and the new one, found one file");
        }
        self.references.with_parser(|parser| {
            let (mut labels, mut versions) = (Vec::new(), Vec::new());
            let code = source::for_each(&self.versions, |file| {
                let (label, schema) = source::load_one(file, parser)?;
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
        let ([old @ .., new], [.., new_label]) = (versions, labels) else {
            return Ok(ExitCode::FAILURE); // a folder without files was complained about
        };
        if old.is_empty() {
            let what = "expected an old version and the new one, found it alone";
            report(Path::new(new_label), what);
            return Ok(ExitCode::FAILURE);
        }
        let (verdict, comparisons) = check_level(self.level, new, old);
        let sided: Vec<Sided<'_>> = comparisons
            .iter()
            .map(|Comparison { version, new_reads_old, result }| {
                let old = &*labels[*version];
                let (reader, writer) = if *new_reads_old { (&**new_label, old) } else { (old, &**new_label) };
                Sided { reader, writer, result }
            })
            .collect();
        let mut output = Output::new();
        let printed = if self.json {
            let comparisons: Vec<Value> = sided.iter().map(Sided::to_json).collect();
            let level = self.level.to_string();
            let all = json!({ "verdict": word(verdict), "level": level, "comparisons": comparisons });
            output.row(&all.to_string())
        } else {
            print(&mut output, verdict, &sided)
        };
        match printed.and_then(|()| output.flush()) {
            // The exit code is an answer of its own, whoever reads the lines.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(match verdict {
                Verdict::Compatible => ExitCode::SUCCESS,
                Verdict::Partial => ExitCode::from(3),
                Verdict::Incompatible => ExitCode::from(4),
            }),
        }
    }
}

/// A comparison with the labels of its sides.
struct Sided<'a> {
    reader: &'a str,
    writer: &'a str,
    result: &'a Compatibility,
}

fn print(output: &mut Output, verdict: Verdict, comparisons: &[Sided<'_>]) -> io::Result<()> {
    output.row(&verdict.to_string())?;
    for Sided { reader, writer, result } in comparisons {
        let mut say = |what: &str| {
            let line =
                if comparisons.len() > 1 { format!("{reader} reads {writer}: {what}") } else { what.into() };
            output.row(&printable(&line))
        };
        if comparisons.len() > 1 {
            say(&result.verdict().to_string())?;
        }
        result.issues().iter().try_for_each(|issue| say(&format!("error: {issue}")))?;
        result.warnings().iter().try_for_each(|warning| say(&format!("warning: {warning}")))?;
    }
    Ok(())
}

impl Sided<'_> {
    fn to_json(&self) -> Value {
        let issues = self.result.issues().iter().map(|issue| {
            json!({
                "kind": format!("{:?}", issue.kind()),
                "verdict": word(issue.verdict()),
                "readerPath": issue.reader_path(),
                "writerPath": issue.writer_path(),
                "message": issue.message(),
            })
        });
        let warnings = self.result.warnings().iter().map(|warning| {
            json!({
                "kind": format!("{:?}", warning.kind()),
                "readerPath": warning.reader_path(),
                "writerPath": warning.writer_path(),
                "message": warning.message(),
            })
        });
        json!({
            "reader": self.reader,
            "writer": self.writer,
            "verdict": word(self.result.verdict()),
            "issues": issues.collect::<Vec<_>>(),
            "warnings": warnings.collect::<Vec<_>>(),
        })
    }
}

/// The verdict for machines.
fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Compatible => "compatible",
        Verdict::Partial => "partial",
        Verdict::Incompatible => "incompatible",
    }
}
