//! The gate's way to measure: contenders of a row interleaved in one process, compared round by round.
//!
//! Every round visits each contender once, in rotated order, with an untimed pass before the timed ones. What is
//! compared is the ratio of two contenders within a round, so that a slow second of the machine hits both.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::alloc::{self, Allocations};
use crate::calibrate::Calibration;

/// What a contender is to the verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    pub name: String,
    pub role: Role,
    /// Does the work once, over all units.
    run: Box<dyn FnMut()>,
    /// Does the work once and sums its result up in a number on which all contenders have to agree.
    answer: Box<dyn FnMut() -> u64>,
}

impl Contender {
    pub fn new(
        name: impl Into<String>,
        role: Role,
        run: impl FnMut() + 'static,
        answer: impl FnMut() -> u64 + 'static,
    ) -> Self {
        Contender { name: name.into(), role, run: Box::new(run), answer: Box::new(answer) }
    }
}

/// A case of the suite with its contenders, ours first.
pub struct Row {
    /// Values or records in one pass.
    pub units: usize,
    pub contenders: Vec<Contender>,
}

/// What one contender took, in nanoseconds per unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Taken {
    pub name: String,
    pub role: Role,
    pub min: f64,
    pub median: f64,
    /// In one pass over all units.
    pub allocations: Allocations,
    /// One sample a round, in the order of the rounds.
    #[serde(skip)]
    pub samples: Vec<f64>,
}

impl Taken {
    /// Median of the ratios to another contender, round by round, with the bounds of its 95 % interval.
    pub fn ratio(&self, other: &Taken) -> Ratio {
        let mut ratios: Vec<f64> =
            self.samples.iter().zip(&other.samples).map(|(ours, theirs)| ours / theirs).collect();
        ratios.sort_by(f64::total_cmp);
        let rank = interval_rank(ratios.len());
        Ratio { median: median(&ratios), low: ratios[rank], high: ratios[ratios.len() - 1 - rank] }
    }
}

/// All that was taken for a row.
#[derive(Clone, Debug)]
pub struct Measured {
    pub taken: Vec<Taken>,
    /// Rounds that began on a machine that was not quiet.
    pub disturbed: usize,
    pub rounds: usize,
}

/// A ratio of times and the interval in which it lies with 95 % confidence.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
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
    pub const FULL: Effort = Effort { rounds: 31, sample: Duration::from_millis(2) };
    pub const QUICK: Effort = Effort { rounds: 9, sample: Duration::from_micros(300) };
}

/// Asks all contenders for their answers.
///
/// # Errors
/// Whose answer is another than ours.
pub fn agree(row: &mut Row) -> Result<(), String> {
    assert!(
        row.contenders.first().is_some_and(|first| first.role == Role::Ours)
            && row.contenders[1..].iter().all(|other| other.role != Role::Ours),
        "one contender is ours, the first"
    );
    let expected = (row.contenders[0].answer)();
    for contender in &mut row.contenders[1..] {
        let answer = (contender.answer)();
        if answer != expected {
            return Err(format!("{} answers {answer:#x}, ours {expected:#x}", contender.name));
        }
    }
    Ok(())
}

/// Runs a row: answers first, then allocations, then time.
///
/// # Errors
/// As [`agree`]; nothing is timed then.
pub fn measure(row: &mut Row, effort: Effort, calibration: Calibration) -> Result<Measured, String> {
    agree(row)?;
    let mut passes = Vec::new();
    let mut allocations = Vec::new();
    for contender in &mut row.contenders {
        (contender.run)();
        let before = alloc::so_far();
        (contender.run)();
        let after = alloc::so_far();
        allocations
            .push(Allocations { calls: after.calls - before.calls, bytes: after.bytes - before.bytes });
        let start = Instant::now();
        let mut count = 0_u32;
        while start.elapsed() < effort.sample {
            (contender.run)();
            count += 1;
        }
        passes.push(count);
    }
    let mut samples = vec![Vec::new(); row.contenders.len()];
    let mut disturbed = 0;
    for round in 0..effort.rounds {
        disturbed += usize::from(!calibration.quiet());
        for turn in 0..row.contenders.len() {
            let at = (round + turn) % row.contenders.len();
            (row.contenders[at].run)();
            let start = Instant::now();
            for _ in 0..passes[at] {
                (row.contenders[at].run)();
            }
            let nanoseconds = start.elapsed().as_secs_f64() * 1e9;
            samples[at].push(nanoseconds / f64::from(passes[at]) / row.units as f64);
        }
    }
    let taken = row
        .contenders
        .iter()
        .zip(samples)
        .zip(allocations)
        .map(|((contender, samples), allocations)| Taken {
            name: contender.name.clone(),
            role: contender.role,
            min: samples.iter().copied().fold(f64::INFINITY, f64::min),
            median: median(&samples),
            allocations,
            samples,
        })
        .collect();
    Ok(Measured { taken, disturbed, rounds: effort.rounds })
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

    #[test]
    fn other_answers_are_not_timed() {
        let contender = |role, answer| Contender::new("one", role, || panic!("was timed"), move || answer);
        let mut row = Row { units: 1, contenders: vec![contender(Role::Ours, 7), contender(Role::Peer, 8)] };
        let error = measure(&mut row, Effort::QUICK, Calibration::known(1.0)).expect_err("they differ");
        assert_eq!(error, "one answers 0x8, ours 0x7");
    }
}
