//! Results to a page: `docs/benchmarks/CPU-DATE.md` and its charts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::machine::Machine;
use crate::run::Run;
use crate::suite::GROUPS;
use crate::verdict::{Outcome, Verdict, tally};

mod chart;
mod pictures;
mod table;

/// Writes the page and its charts, and returns the page's path.
///
/// # Errors
/// When a file cannot be written or a chart cannot be drawn.
pub fn write(run: &Run, native: Option<&Run>) -> Result<PathBuf, Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/benchmarks");
    std::fs::create_dir_all(&folder)?;
    let name = format!("{}-{}", slug(&run.machine.cpu), run.machine.date);
    let mut page = head(&run.machine, native.map(|native| &native.machine));
    page += &summary(&run.rows);
    for picture in pictures::draw(&run.rows, &folder, &name)? {
        let _ = write!(page, "\n![{}]({})\n", picture.title, picture.file);
    }
    page += "\n## Verdicts\n\n";
    page += "Times are medians in ns per value or record; the ratio is ours to the best peer's, with its 95 % interval; \
             allocations are calls and bytes in one pass, ours / the peer's.\n";
    for group in GROUPS {
        let rows: Vec<&Verdict> = run.rows.iter().filter(|row| row.group() == group).collect();
        if !rows.is_empty() {
            page += &table::verdicts(group, &rows, native);
        }
    }
    page += "\n## Varints by length\n\n";
    page += "Minima in ns per value. L3: all values have three bytes; mix1-5: uniform over one to five bytes; real: \
             90 % one byte, 7 % two, 2 % three to five, 1 % eight or nine (32 bits: five).\n";
    page += &table::by_length(&run.rows, "varint");
    page += &table::by_length(&run.rows, "batch");
    if let Some(native) = native {
        page += "\n## Varints by length, built for this CPU\n\n";
        page += &table::by_length(&native.rows, "varint");
        page += &table::by_length(&native.rows, "batch");
    }
    page += "\n## Every contender of the other rows\n";
    for row in run.rows.iter().filter(|row| !matches!(row.group(), "varint" | "batch")) {
        page += &table::contenders(row, native);
    }
    let path = folder.join(format!("{name}.md"));
    std::fs::write(&path, page)?;
    Ok(path)
}

/// Machine, compiler, versions, command.
fn head(machine: &Machine, native: Option<&Machine>) -> String {
    let mut page = format!("# Benchmarks of {}\n\n", machine.date);
    let _ = writeln!(page, "| | |\n|---|---|");
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(page, "| {key} | {value} |");
    };
    line(
        "CPU",
        &format!("{}, {} cores used by the system, one by the benchmark", machine.cpu, machine.cores),
    );
    line("cycle", &format!("{:.3} ns, if four simple operations run in one", machine.cycle));
    line("system", &machine.system);
    line("compiler", &machine.compiler);
    line("build", &format!("{} x86-64, fat LTO, one codegen unit", machine.build));
    line("kernel of `avocet-varint`", &machine.kernel);
    line("commit", &machine.commit);
    line(
        "command",
        &format!("`cargo run --release --manifest-path bench/Cargo.toml -- {}`", machine.command),
    );
    if let Some(native) = native {
        line("native column", &format!("a second run, built with {}, on {}", native.build, native.date));
    }
    line("peers", &machine.peers.join(", "));
    page
}

/// A line for each group and the verdict.
fn summary(rows: &[Verdict]) -> String {
    let (passed, counted) = tally(rows);
    let mut page = format!("\n**{passed} of {counted} rows passed.**\n\n");
    page += "| group | rows with a peer | passed | failed | expected | our time / best peer's (geometric mean) | worst row |\n";
    page += "|---|---:|---:|---:|---:|---:|---|\n";
    for group in GROUPS {
        let of: Vec<&Verdict> = rows.iter().filter(|row| row.group() == group).collect();
        let count = |outcome| of.iter().filter(|row| row.outcome == outcome).count();
        let compared: Vec<(&str, f64)> =
            of.iter().filter_map(|row| row.best.map(|best| (row.name.as_str(), best.ratio.median))).collect();
        let Some(worst) = compared.iter().max_by(|left, right| left.1.total_cmp(&right.1)) else { continue };
        let _ = writeln!(
            page,
            "| {group} | {} | {} | {} | {} | {:.2} | {} {:.2} |",
            compared.len(),
            count(Outcome::Pass),
            count(Outcome::Fail) + count(Outcome::Wrong),
            count(Outcome::Expected),
            mean(compared.iter().map(|(_, ratio)| *ratio)),
            worst.0,
            worst.1,
        );
    }
    let failing: Vec<&Verdict> =
        rows.iter().filter(|row| matches!(row.outcome, Outcome::Fail | Outcome::Wrong)).collect();
    if !failing.is_empty() {
        page += "\nFailing rows:\n\n";
        for row in failing {
            let _ = writeln!(page, "- `{}`: {}", row.name, table::reason(row));
        }
    }
    page
}

/// Geometric mean.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value.ln(), count + 1));
    (sum / f64::from(count.max(1))).exp()
}

/// A CPU's name as part of a file's.
fn slug(cpu: &str) -> String {
    let mut slug = String::new();
    let plain = cpu.to_lowercase().replace("(r)", "").replace("(tm)", "").replace("processor", "");
    for word in plain.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if !slug.is_empty() {
            slug.push('-');
        }
        slug += word;
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::{mean, slug};

    #[test]
    fn names_of_cpus() {
        assert_eq!(slug("Intel(R) Xeon(R) Processor (family 6, model 143)"), "intel-xeon-family-6-model-143");
        assert_eq!(slug("AMD EPYC 7B13"), "amd-epyc-7b13");
    }

    #[test]
    fn geometric() {
        assert!((mean([0.5, 2.0].into_iter()) - 1.0).abs() < 1e-12);
    }
}
