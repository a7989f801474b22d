//! The gate's way to measure: contenders of a row interleaved in one process, compared round by round.
//!
//! Every round visits each contender once, in rotated order, with an untimed pass before the timed ones. What is
//! compared is the ratio of two contenders within a round, so that a slow second of the machine hits both.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::alloc::{self, Allocations};

/// What a contender is to the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Avocet.
    Ours,
    /// What Avocet has to beat.
    Peer,
    /// Shown for scale: a floor, hand-written code, another way of Avocet's, a peer that does less.
    Reference,
}

/// One way to do the work of a row.
pub struct Contender {
    pub name: &'static str,
    pub role: Role,
    /// Does the work once, over all units.
    run: Box<dyn FnMut()>,
    /// Does the work once and sums its result up in a number on which all contenders have to agree.
    answer: Box<dyn FnMut() -> u64>,
}

impl Contender {
    pub fn new(
        name: &'static str,
        role: Role,
        run: impl FnMut() + 'static,
        answer: impl FnMut() -> u64 + 'static,
    ) -> Self {
        Contender { name, role, run: Box::new(run), answer: Box::new(answer) }
    }
}

/// A case of the suite with its contenders, ours first.
pub struct Row {
    /// `group/case/operation`.
    pub name: String,
    /// Values or records in one pass.
    pub units: usize,
    pub contenders: Vec<Contender>,
    /// Why the row may fail, with a measured floor.
    pub excuse: Option<&'static str>,
}

/// What one contender took.
#[derive(Debug)]
pub struct Taken {
    pub name: &'static str,
    pub role: Role,
    /// Nanoseconds per unit, one sample a round, in the order of the rounds.
    pub samples: Vec<f64>,
    pub allocations: Allocations,
}

impl Taken {
    pub fn min(&self) -> f64 {
        self.samples.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub fn median(&self) -> f64 {
        median(&self.samples)
    }

    /// Median of the ratios to another contender, round by round, with the bounds of its 95 % interval.
    pub fn ratio(&self, other: &Taken) -> Ratio {
        let mut ratios: Vec<f64> =
            self.samples.iter().zip(&other.samples).map(|(ours, theirs)| ours / theirs).collect();
        ratios.sort_by(f64::total_cmp);
        let rank = interval_rank(ratios.len());
        Ratio { median: median(&ratios), low: ratios[rank], high: ratios[ratios.len() - 1 - rank] }
    }
}

/// A ratio of times and the interval in which it lies with 95 % confidence.
#[derive(Clone, Copy, Debug)]
pub struct Ratio {
    pub median: f64,
    pub low: f64,
    pub high: f64,
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// The rank `r` from 0 such that the median lies between the `r`-th smallest and the `r`-th largest of `n` samples
/// with at least 95 % confidence (the sign test), or 0 when no rank gives that.
fn interval_rank(n: usize) -> usize {
    // P(at most r of n fall below the median) = sum of C(n, k) / 2^n.
    let mut term = 0.5_f64.powi(n as i32);
    let mut below = 0.0;
    let mut rank = 0;
    for k in 0..n / 2 {
        below += term;
        if 2.0 * below > 0.05 {
            break;
        }
        rank = k + 1;
        term *= (n - k) as f64 / (k + 1) as f64;
    }
    rank.saturating_sub(1)
}

/// How long and how often to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub rounds: usize,
    pub sample: Duration,
}

impl Effort {
    pub const FULL: Effort = Effort { rounds: 21, sample: Duration::from_millis(3) };
    pub const QUICK: Effort = Effort { rounds: 9, sample: Duration::from_micros(300) };
}

/// Runs a row: answers first, then allocations, then time.
///
/// # Errors
/// The contender whose answer is another than ours; nothing is timed then.
pub fn measure(row: &mut Row, effort: Effort) -> Result<Vec<Taken>, String> {
    let expected = (row.contenders[0].answer)();
    for contender in &mut row.contenders[1..] {
        let answer = (contender.answer)();
        if answer != expected {
            return Err(format!("{} answers {answer:#x}, not {expected:#x}", contender.name));
        }
    }
    let units = row.units as f64;
    let mut passes = Vec::new();
    let mut taken = Vec::new();
    for contender in &mut row.contenders {
        (contender.run)();
        let before = alloc::so_far();
        (contender.run)();
        let after = alloc::so_far();
        let start = Instant::now();
        let mut count = 0_u32;
        while start.elapsed() < effort.sample {
            black_box((contender.run)());
            count += 1;
        }
        passes.push(count);
        taken.push(Taken {
            name: contender.name,
            role: contender.role,
            samples: Vec::new(),
            allocations: Allocations {
                calls: after.calls - before.calls,
                bytes: after.bytes - before.bytes,
            },
        });
    }
    for round in 0..effort.rounds {
        for turn in 0..row.contenders.len() {
            let at = (round + turn) % row.contenders.len();
            (row.contenders[at].run)();
            let start = Instant::now();
            for _ in 0..passes[at] {
                black_box((row.contenders[at].run)());
            }
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            taken[at].samples.push(nanoseconds / f64::from(passes[at]) / units);
        }
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_the_sign_test() {
        // From tables of binomial confidence intervals of the median: n, ranks from 1.
        for (n, from_one) in [(6, 1), (9, 2), (15, 4), (21, 6), (25, 8)] {
            assert_eq!(interval_rank(n), from_one - 1, "{n}");
        }
    }
}
