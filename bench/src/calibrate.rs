//! Whether the machine is quiet: a kernel whose time is known is run before each round.

use std::hint::black_box;
use std::time::Instant;

/// Knows how long the kernel takes when nothing disturbs it.
#[derive(Clone, Copy, Debug)]
pub struct Calibration {
    nanoseconds: f64,
}

/// Turns of the kernel: some 20 microseconds.
const TURNS: u64 = 40_000;

/// Slower than this many times its best, the kernel tells of a disturbance.
const SLOW: f64 = 1.15;

/// How often a round waits for the machine to become quiet.
const PATIENCE: usize = 50;

impl Calibration {
    /// Finds the kernel's best time.
    pub fn new() -> Self {
        Calibration { nanoseconds: (0..400).map(|_| kernel()).fold(f64::INFINITY, f64::min) }
    }

    /// Takes over what another process found.
    pub fn known(nanoseconds: f64) -> Self {
        Calibration { nanoseconds }
    }

    /// The kernel's best time in nanoseconds.
    pub fn nanoseconds(self) -> f64 {
        self.nanoseconds
    }

    /// Length of a clock cycle in nanoseconds, if the CPU does four operations in one.
    pub fn cycle(self) -> f64 {
        self.nanoseconds / TURNS as f64 / 2.0
    }

    /// Waits a moment for the machine to become quiet, and tells whether it did.
    pub fn quiet(self) -> bool {
        (0..PATIENCE).any(|_| kernel() < SLOW * self.nanoseconds)
    }
}

impl Default for Calibration {
    fn default() -> Self {
        Self::new()
    }
}

/// Four chains of a rotation and an exclusive or: neither compiler nor CPU can shorten them, and a neighbour on the
/// same core slows them down.
fn kernel() -> f64 {
    let start = Instant::now();
    let mut chains = black_box([1_u64, 2, 3, 4]);
    for turn in 0..TURNS {
        for chain in &mut chains {
            *chain = chain.rotate_left(5) ^ turn;
        }
    }
    black_box(chains);
    start.elapsed().as_secs_f64() * 1e9
}
