//! The suite, row by row, each in a process of its own: no row sees the heap that another has left behind, and a
//! contender that panics takes only its own row down.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};

use crate::calibrate::Calibration;
use crate::machine::Machine;
use crate::measure::{self, Effort};
use crate::suite::{self, Case};
use crate::verdict::{Outcome, Verdict};

/// What to do with the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Full,
    Quick,
    /// Only ask whether the answers agree.
    Answers,
}

/// Results of a whole run, as `--json` prints them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    pub machine: Machine,
    pub rows: Vec<Verdict>,
}

/// Names of the rows that a filter leaves: a group, or any part of a name.
pub fn names(filter: Option<&str>) -> Vec<String> {
    suite::cases()
        .into_iter()
        .map(|case| case.name)
        .filter(|name| filter.is_none_or(|filter| matches(name, filter)))
        .collect()
}

/// A group's name selects the group; anything else selects the rows with it in their name.
fn matches(name: &str, filter: &str) -> bool {
    let is_group = suite::GROUPS.contains(&filter);
    if is_group { name.split('/').next() == Some(filter) } else { name.contains(filter) }
}

/// Runs one row in this process.
///
/// # Errors
/// When there is no such row.
pub fn here(name: &str, mode: Mode, calibration: Calibration) -> Result<Verdict, String> {
    let case: Case = suite::cases()
        .into_iter()
        .find(|case| case.name == name)
        .ok_or_else(|| format!("no row is called {name}"))?;
    let mut row = (case.make)();
    let effort = match mode {
        Mode::Answers => {
            return Ok(match measure::agree(&mut row) {
                Ok(()) => answered(name, row.units),
                Err(why) => Verdict::wrong(name, why),
            });
        }
        Mode::Quick => Effort::QUICK,
        Mode::Full => Effort::FULL,
    };
    Ok(match measure::measure(&mut row, effort, calibration) {
        Ok(measured) => Verdict::new(name, row.units, measured),
        Err(why) => Verdict::wrong(name, why),
    })
}

/// Runs one row in a child process.
pub fn apart(name: &str, mode: Mode, calibration: Calibration) -> Verdict {
    let output = std::env::current_exe().and_then(|program: PathBuf| {
        let mut command = Command::new(program);
        command.args(["row", name, "--calibration", &calibration.nanoseconds().to_string()]);
        match mode {
            Mode::Full => {}
            Mode::Quick => drop(command.arg("--quick")),
            Mode::Answers => drop(command.arg("--answers")),
        }
        command.stderr(Stdio::inherit()).output()
    });
    match output {
        Err(error) => Verdict::wrong(name, format!("no process: {error}")),
        Ok(output) => serde_json::from_slice(&output.stdout).unwrap_or_else(|_| {
            Verdict::wrong(name, format!("a contender ended the process: {}", output.status))
        }),
    }
}

/// A row whose answers agree and that nobody timed.
fn answered(name: &str, units: usize) -> Verdict {
    Verdict { outcome: Outcome::Agreed, units, note: None, ..Verdict::wrong(name, "") }
}
