//! From what the contenders of a row took to PASS or FAIL.

use crate::measure::{Ratio, Role, Row, Taken};

/// What the gate says of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Faster than the best peer with 95 % confidence, and no more allocations.
    Pass,
    Fail,
    /// A failure that the suite explains.
    Expected,
    /// No peer does this.
    Alone,
}

/// A measured row.
#[derive(Debug)]
pub struct Verdict {
    pub name: String,
    pub outcome: Outcome,
    pub taken: Vec<Taken>,
    /// The fastest peer, by position in `taken`, and our ratio to it.
    pub best: Option<(usize, Ratio)>,
    pub excuse: Option<&'static str>,
}

impl Verdict {
    pub fn new(row: &Row, taken: Vec<Taken>) -> Self {
        let best = taken
            .iter()
            .enumerate()
            .filter(|(_, taken)| taken.role == Role::Peer)
            .min_by(|(_, left), (_, right)| left.median().total_cmp(&right.median()))
            .map(|(at, peer)| (at, taken[0].ratio(peer)));
        let outcome = match best {
            None => Outcome::Alone,
            Some((at, ratio)) => {
                let (ours, theirs) = (taken[0].allocations, taken[at].allocations);
                let lean = ours.calls <= theirs.calls && ours.bytes <= theirs.bytes;
                match (ratio.high < 1.0 && lean, row.excuse) {
                    (true, _) => Outcome::Pass,
                    (false, Some(_)) => Outcome::Expected,
                    (false, None) => Outcome::Fail,
                }
            }
        };
        Verdict { name: row.name.clone(), outcome, taken, best, excuse: row.excuse }
    }

    /// The row as one line for people.
    pub fn line(&self) -> String {
        let ours = &self.taken[0];
        let verdict = match self.outcome {
            Outcome::Pass => "PASS",
            Outcome::Fail => "FAIL",
            Outcome::Expected => "EXPECTED",
            Outcome::Alone => "NO PEER",
        };
        let mut line = format!("{:<44} {:>10.2} ns", self.name, ours.median());
        match self.best {
            Some((at, ratio)) => {
                let peer = &self.taken[at];
                line += &format!(
                    "  {:>10.2} ns {:<28} {:>6.3} [{:.3}, {:.3}]  alloc {}/{} calls, {}/{} B",
                    peer.median(),
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
        line += &format!("  {verdict}");
        if let (Outcome::Expected, Some(excuse)) = (self.outcome, self.excuse) {
            line += &format!(": {excuse}");
        }
        line
    }
}
