//! The gate: every row of the suite faster than the best peer, or exit code 1; wrong answers, exit code 2.

use std::path::PathBuf;
use std::process::ExitCode;

use bench::calibrate::Calibration;
use bench::machine::Machine;
use bench::report;
use bench::run::{self, Mode, Run};
use bench::suite;
use bench::verdict::{Outcome, tally};
use clap::{Args, Parser, Subcommand};

#[global_allocator]
static ALLOCATOR: bench::alloc::Counting = bench::alloc::Counting;

/// Measures Avocet against its peers.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Runs rows and says for each whether it passes.
    Gate(Gate),
    /// Prints the rows' names.
    List {
        /// A group, or any part of a name.
        filter: Option<String>,
    },
    /// Writes a file of orders for `scripts/others`.
    Orders { path: PathBuf },
    /// Runs one row and prints its verdict as JSON: what `gate` starts for each row.
    #[command(hide = true)]
    Row {
        name: String,
        #[arg(long)]
        quick: bool,
        #[arg(long)]
        answers: bool,
        #[arg(long)]
        calibration: Option<f64>,
    },
}

#[derive(Args)]
struct Gate {
    /// Only rows of this group, or with this text in their name.
    #[arg(long)]
    filter: Option<String>,
    /// Fewer and shorter samples.
    #[arg(long)]
    quick: bool,
    /// Only check that all contenders give the same answers.
    #[arg(long, conflicts_with_all = ["quick", "report"])]
    answers: bool,
    /// Print one JSON document instead of lines; these go to standard error.
    #[arg(long)]
    json: bool,
    /// Print every contender of every row.
    #[arg(long)]
    detail: bool,
    /// Write docs/benchmarks/CPU-DATE.md with tables and charts.
    #[arg(long)]
    report: bool,
    /// Take rows from the JSON of earlier runs instead of measuring.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    from: Vec<PathBuf>,
    /// The JSON of a run built for this CPU (`target-cpu=native`): the report's second column.
    #[arg(long, value_name = "FILE", requires = "report")]
    merge: Option<PathBuf>,
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Task::Gate(options) => gate(&options).unwrap_or_else(|error| {
            eprintln!("{error}");
            ExitCode::from(2)
        }),
        Task::List { filter } => {
            run::names(filter.as_deref()).iter().for_each(|name| println!("{name}"));
            ExitCode::SUCCESS
        }
        Task::Orders { path } => match std::fs::write(&path, suite::orders()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                ExitCode::from(2)
            }
        },
        Task::Row { name, quick, answers, calibration } => {
            let mode = if answers { Mode::Answers } else { mode(quick) };
            let calibration = calibration.map_or_else(Calibration::new, Calibration::known);
            match run::here(&name, mode, calibration) {
                Ok(verdict) => {
                    println!("{}", serde_json::to_string(&verdict).expect("a verdict is plain data"));
                    ExitCode::SUCCESS
                }
                Err(error) => {
                    eprintln!("{error}");
                    ExitCode::from(2)
                }
            }
        }
    }
}

fn mode(quick: bool) -> Mode {
    if quick { Mode::Quick } else { Mode::Full }
}

fn gate(options: &Gate) -> Result<ExitCode, String> {
    let run = if options.from.is_empty() { measured(options)? } else { read(&options.from)? };
    if options.json {
        println!("{}", serde_json::to_string(&run).expect("a run is plain data"));
    }
    if options.report {
        let native = options.merge.as_ref().map(|path| read(std::slice::from_ref(path))).transpose()?;
        let path = report::write(&run, native.as_ref()).map_err(|error| format!("no report: {error}"))?;
        eprintln!("wrote {}", path.display());
    }
    let wrong = run.rows.iter().filter(|row| row.outcome == Outcome::Wrong).count();
    if wrong > 0 {
        eprintln!("{wrong} rows have wrong answers and were not timed");
        return Ok(ExitCode::from(2));
    }
    if options.answers {
        eprintln!("the answers of all {} rows agree", run.rows.len());
        return Ok(ExitCode::SUCCESS);
    }
    let (passed, counted) = tally(&run.rows);
    let line = format!("{passed} of {counted} rows passed");
    if options.json {
        eprintln!("{line}")
    } else {
        println!("{line}")
    }
    Ok(if passed == counted { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the rows that the filter leaves and prints a line for each.
fn measured(options: &Gate) -> Result<Run, String> {
    let names = run::names(options.filter.as_deref());
    if names.is_empty() {
        return Err(format!("no row's name contains {}", options.filter.as_deref().unwrap_or_default()));
    }
    let mode = if options.answers { Mode::Answers } else { mode(options.quick) };
    let calibration = Calibration::new();
    let mut rows = Vec::new();
    for name in names {
        let verdict = run::apart(&name, mode, calibration);
        let mut text = verdict.line();
        if options.detail {
            text = format!("{text}\n{}", verdict.detail().trim_end());
        }
        match (verdict.outcome, options.json) {
            (Outcome::Agreed, _) => {}
            (_, true) => eprintln!("{text}"),
            (_, false) => println!("{text}"),
        }
        rows.push(verdict);
    }
    Ok(Run { machine: Machine::here(calibration), rows })
}

/// Joins the rows of earlier runs.
fn read(paths: &[PathBuf]) -> Result<Run, String> {
    let mut runs = paths.iter().map(|path| {
        let text = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        serde_json::from_slice::<Run>(&text).map_err(|error| format!("{}: {error}", path.display()))
    });
    let mut all = runs.next().ok_or("no file")??;
    for run in runs {
        all.rows.extend(run?.rows);
    }
    Ok(all)
}
