//! The gate: every row of the suite faster than the best peer, or exit code 1.

use std::process::ExitCode;

use bench::measure::{Effort, measure};
use bench::suite;
use bench::verdict::{Outcome, Verdict};

#[global_allocator]
static ALLOCATOR: bench::alloc::Counting = bench::alloc::Counting;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let quick = arguments.iter().any(|argument| argument == "--quick");
    let detail = arguments.iter().any(|argument| argument == "--detail");
    let filter = arguments.iter().position(|argument| argument == "--filter").and_then(|at| arguments.get(at + 1));
    let effort = if quick { Effort::QUICK } else { Effort::FULL };
    let (mut passed, mut counted) = (0, 0);
    for case in suite::cases() {
        if filter.is_some_and(|filter| !case.name.contains(filter.as_str())) {
            continue;
        }
        let mut row = (case.make)();
        let taken = match measure(&mut row, effort) {
            Ok(taken) => taken,
            Err(wrong) => {
                println!("{:<44} not timed: {wrong}  FAIL", row.name);
                counted += 1;
                continue;
            }
        };
        let verdict = Verdict::new(&row, taken);
        println!("{}", verdict.line());
        if detail {
            for taken in &verdict.taken {
                println!(
                    "    {:<40} {:>10.2} min {:>10.2} median, {} calls {} B",
                    taken.name,
                    taken.min(),
                    taken.median(),
                    taken.allocations.calls,
                    taken.allocations.bytes
                );
            }
        }
        if verdict.outcome != Outcome::Alone {
            counted += 1;
            passed += usize::from(verdict.outcome != Outcome::Fail);
        }
    }
    println!("{passed} of {counted} rows passed");
    if passed == counted { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
