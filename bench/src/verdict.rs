//! From what the contenders of a row took to PASS or FAIL.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::measure::{Measured, Ratio, Role, Taken};
use crate::suite::excuses;

/// What the gate says of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// Faster than the best peer with 95 % confidence, and no more allocations.
    Pass,
    Fail,
    /// A failure that [`excuses`] explains.
    Expected,
    /// No peer does this.
    Alone,
    /// Answers differ, or a contender panicked: not timed, and a failure.
    Wrong,
    /// Not timed: only the answers were asked for, and they agree.
    Agreed,
}

impl Outcome {
    /// As it is printed.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Pass => "PASS",
            Outcome::Fail => "FAIL",
            Outcome::Expected => "EXPECTED",
            Outcome::Alone => "NO PEER",
            Outcome::Wrong => "WRONG",
            Outcome::Agreed => "AGREED",
        }
    }
}

/// The fastest peer of a row.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Best {
    /// Its position among the contenders.
    pub at: usize,
    /// Our time divided by its.
    pub ratio: Ratio,
}

/// A measured row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verdict {
    /// `group/case/operation`.
    pub name: String,
    pub outcome: Outcome,
    /// Ours first; empty when the row was not timed.
    pub taken: Vec<Taken>,
    pub best: Option<Best>,
    /// Why it may fail, why it is wrong, or how many rounds were disturbed.
    pub note: Option<String>,
    /// Values or records in one pass.
    pub units: usize,
}

impl Verdict {
    pub fn new(name: &str, units: usize, measured: Measured) -> Self {
        let Measured { taken, disturbed, rounds } = measured;
        let best = taken
            .iter()
            .enumerate()
            .filter(|(_, taken)| taken.role == Role::Peer)
            .min_by(|(_, left), (_, right)| left.median.total_cmp(&right.median))
            .map(|(at, peer)| Best { at, ratio: taken[0].ratio(peer) });
        let excuse = excuses::of(name);
        let outcome = match best {
            None => Outcome::Alone,
            Some(Best { at, ratio }) => {
                let (ours, theirs) = (taken[0].allocations, taken[at].allocations);
                let lean = ours.calls <= theirs.calls && ours.bytes <= theirs.bytes;
                match (ratio.high < 1.0 && lean, excuse) {
                    (true, _) => Outcome::Pass,
                    (false, Some(_)) => Outcome::Expected,
                    (false, None) => Outcome::Fail,
                }
            }
        };
        let mut note = String::new();
        if let (Outcome::Expected, Some(excuse)) = (outcome, excuse) {
            note += excuse;
        }
        if 4 * disturbed > rounds {
            let separator = if note.is_empty() { "" } else { "; " };
            let _ = write!(note, "{separator}{disturbed} of {rounds} rounds disturbed");
        }
        let note = (!note.is_empty()).then_some(note);
        Verdict { name: name.to_owned(), outcome, taken, best, note, units }
    }

    /// A row that could not be timed.
    pub fn wrong(name: &str, why: impl Into<String>) -> Self {
        Verdict {
            name: name.to_owned(),
            outcome: Outcome::Wrong,
            taken: Vec::new(),
            best: None,
            note: Some(why.into()),
            units: 0,
        }
    }

    /// The part of the name before the first slash.
    pub fn group(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// The row as one line for people.
    pub fn line(&self) -> String {
        let mut line = format!("{:<38}", self.name);
        if let Some(ours) = self.taken.first() {
            let _ = write!(line, " {:>11} ns", figure(ours.median));
            match self.best {
                Some(Best { at, ratio }) => {
                    let peer = &self.taken[at];
                    let _ = write!(
                        line,
                        "  {:>11} ns {:<24} {:>6.3} [{:.3}, {:.3}]  alloc {}/{} calls, {}/{} B",
                        figure(peer.median),
                        peer.name,
                        ratio.median,
                        ratio.low,
                        ratio.high,
                        ours.allocations.calls,
                        peer.allocations.calls,
                        ours.allocations.bytes,
                        peer.allocations.bytes,
                    );
                }
                None => line += "  (nothing to compare with)",
            }
        }
        line += "  ";
        line += self.outcome.word();
        if let Some(note) = &self.note {
            line += ": ";
            line += note;
        }
        line
    }

    /// All contenders, a line each.
    pub fn detail(&self) -> String {
        let mut text = String::new();
        for taken in &self.taken {
            let _ = writeln!(
                text,
                "    {:<40} {:>11} min {:>11} median, {} calls {} B, {:?}",
                taken.name,
                figure(taken.min),
                figure(taken.median),
                taken.allocations.calls,
                taken.allocations.bytes,
                taken.role
            );
        }
        text
    }
}

/// Two decimals for small numbers, none for large ones.
pub fn figure(nanoseconds: f64) -> String {
    if nanoseconds < 100.0 { format!("{nanoseconds:.2}") } else { format!("{nanoseconds:.0}") }
}

/// How many rows count, and how many of them passed or may fail.
pub fn tally(verdicts: &[Verdict]) -> (usize, usize) {
    let counted = verdicts.iter().filter(|row| row.outcome != Outcome::Alone).count();
    let passed =
        verdicts.iter().filter(|row| matches!(row.outcome, Outcome::Pass | Outcome::Expected)).count();
    (passed, counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alloc::Allocations;

    fn taken(role: Role, nanoseconds: f64, calls: u64) -> Taken {
        let samples: Vec<f64> = (0..15).map(|round| nanoseconds + f64::from(round % 3) / 10.0).collect();
        Taken {
            name: "someone".to_owned(),
            role,
            min: nanoseconds,
            median: nanoseconds + 0.1,
            allocations: Allocations { calls, bytes: 0 },
            samples,
        }
    }

    fn outcome(taken: Vec<Taken>) -> Outcome {
        Verdict::new("group/case/operation", 1, Measured { taken, disturbed: 0, rounds: 15 }).outcome
    }

    #[test]
    fn faster_and_as_lean_passes() {
        let (ours, peer) = (taken(Role::Ours, 5.0, 1), taken(Role::Peer, 6.0, 1));
        assert_eq!(outcome(vec![ours, peer]), Outcome::Pass);
    }

    #[test]
    fn slower_as_fast_or_fatter_fails() {
        for (nanoseconds, calls) in [(7.0, 1), (6.0, 1), (5.0, 2)] {
            let (ours, peer) = (taken(Role::Ours, nanoseconds, calls), taken(Role::Peer, 6.0, 1));
            assert_eq!(outcome(vec![ours, peer]), Outcome::Fail, "{nanoseconds} ns, {calls} calls");
        }
    }

    #[test]
    fn the_fastest_peer_counts_and_references_do_not() {
        let ours = taken(Role::Ours, 5.0, 1);
        let peers = [taken(Role::Peer, 9.0, 1), taken(Role::Peer, 4.0, 1)];
        assert_eq!(outcome([vec![ours.clone()], peers.to_vec()].concat()), Outcome::Fail);
        assert_eq!(outcome(vec![ours.clone(), taken(Role::Reference, 1.0, 0)]), Outcome::Alone);
    }
}
