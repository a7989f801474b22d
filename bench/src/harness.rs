//! Contenders in, nanoseconds per unit out: the one way in which this workspace measures.
//!
//! The contenders of a case run interleaved in one process: each round visits every contender once, in rotated order,
//! with one untimed pass before each timed sample; a sample repeats until it lasts a millisecond. Tables show the
//! minimum, since noise only adds. Before any timing every contender must give the same answer.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// One way to do the work of a case.
pub struct Contender<'a> {
    /// Row of the table.
    pub name: &'static str,
    /// Does the work once; what it returns is kept from the optimiser.
    pub run: Box<dyn FnMut() -> u64 + 'a>,
    /// Does the work once and sums up its result in a number that all contenders must agree on.
    pub answer: Box<dyn FnMut() -> u64 + 'a>,
}

/// Minimum and median of one contender in one case, in nanoseconds per unit.
#[derive(Clone, Copy)]
pub struct Time {
    pub min: f64,
    pub median: f64,
}

/// Cases side by side: a column each.
pub struct Table {
    title: String,
    columns: Vec<String>,
    rows: Vec<(&'static str, Vec<Option<Time>>)>,
}

/// Rounds per case; `AVOCET_BENCH_ROUNDS` overrides.
fn rounds() -> usize {
    std::env::var("AVOCET_BENCH_ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(15)
}

const SAMPLE: Duration = Duration::from_millis(1);

impl Table {
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), columns: Vec::new(), rows: Vec::new() }
    }

    /// Measures one case of `units` units and adds its column, unless `AVOCET_BENCH_CASES` names others only.
    ///
    /// # Panics
    /// If the contenders do not agree.
    pub fn case(&mut self, column: &str, units: usize, mut contenders: Vec<Contender<'_>>) {
        if std::env::var("AVOCET_BENCH_CASES")
            .is_ok_and(|wanted| wanted.split(',').all(|name| name != column))
        {
            return;
        }
        let mut expected = None;
        let mut passes = Vec::new();
        for contender in &mut contenders {
            let answer = (contender.answer)();
            let expected = *expected.get_or_insert(answer);
            assert_eq!(
                answer, expected,
                "{} / {column}: {} gives another answer",
                self.title, contender.name
            );
            let start = Instant::now();
            let mut count = 0u32;
            while start.elapsed() < SAMPLE {
                black_box((contender.run)());
                count += 1;
            }
            passes.push(count);
        }
        let mut samples = vec![Vec::new(); contenders.len()];
        for round in 0..rounds() {
            for turn in 0..contenders.len() {
                let at = (round + turn) % contenders.len();
                black_box((contenders[at].run)());
                let start = Instant::now();
                for _ in 0..passes[at] {
                    black_box((contenders[at].run)());
                }
                samples[at].push(start.elapsed().as_secs_f64() * 1e9 / f64::from(passes[at]) / units as f64);
            }
        }
        self.columns.push(column.to_owned());
        for (contender, mut times) in contenders.iter().zip(samples) {
            times.sort_by(f64::total_cmp);
            let time = Time { min: times[0], median: times[times.len() / 2] };
            let row = match self.rows.iter_mut().find(|(name, _)| *name == contender.name) {
                Some((_, row)) => row,
                None => {
                    self.rows.push((contender.name, Vec::new()));
                    &mut self.rows.last_mut().unwrap().1
                }
            };
            row.resize(self.columns.len() - 1, None);
            row.push(Some(time));
        }
        eprintln!("{}: {column} done", self.title);
    }

    /// The table in Markdown: minima, with medians in brackets where they are more than 10 % away.
    pub fn print(&self) {
        println!(
            "\n### {}\n\n| |{}|",
            self.title,
            self.columns.iter().map(|c| format!(" {c} |")).collect::<String>().trim_end_matches('|')
        );
        println!("|---|{}", "---:|".repeat(self.columns.len()));
        for (name, row) in &self.rows {
            let cells: String = (0..self.columns.len())
                .map(|at| match row.get(at).copied().flatten() {
                    Some(time) if time.median > 1.1 * time.min => {
                        format!(" {:.2} ({:.2}) |", time.min, time.median)
                    }
                    Some(time) => format!(" {:.2} |", time.min),
                    None => " |".to_owned(),
                })
                .collect();
            println!("| {name} |{cells}");
        }
    }
}

/// Machine, compiler flags and date, for the head of a results page.
pub fn print_conditions() {
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu =
        cpu.lines().find_map(|line| line.strip_prefix("model name\t: ")).unwrap_or("unknown CPU").to_owned();
    let rustc = std::process::Command::new("rustc").arg("-V").output();
    let rustc = rustc
        .map_or_else(|_| "unknown".to_owned(), |out| String::from_utf8_lossy(&out.stdout).trim().to_owned());
    println!(
        "CPU: {cpu}; compiler: {rustc}; {} rounds; ns per unit, minimum (median if 10 % higher).",
        rounds()
    );
    println!("One cycle is about {:.3} ns here (a chain of dependent operations).", cycle());
}

/// Length of one clock cycle, from a chain of rotations and exclusive ors that neither compiler nor CPU can shorten.
fn cycle() -> f64 {
    const STEPS: u64 = 1_000_000;
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        let start = Instant::now();
        let mut chain = black_box(1u64);
        for step in 0..STEPS {
            chain = chain.rotate_left(5) ^ step;
        }
        black_box(chain);
        best = best.min(start.elapsed().as_secs_f64() * 1e9 / STEPS as f64 / 2.0);
    }
    best
}
