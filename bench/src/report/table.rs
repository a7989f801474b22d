//! Results as Markdown tables.

use std::fmt::Write as _;

use crate::measure::Taken;
use crate::run::Run;
use crate::verdict::{Best, Outcome, Verdict, figure};

/// All rows of a group, a line each.
pub fn verdicts(group: &str, rows: &[&Verdict], native: Option<&Run>) -> String {
    let mut text = format!("\n### {group}\n\n| row | ours | best peer | | ratio | 95 % |");
    text += if native.is_some() { " native: ours | ratio |" } else { "" };
    text += " calls | bytes | verdict |\n|---|---:|---:|---|---:|---|";
    text += if native.is_some() { "---:|---:|" } else { "" };
    text += "---:|---:|---|\n";
    for row in rows {
        let _ = write!(text, "| {} |", row.name);
        match (row.taken.first(), row.best) {
            (Some(ours), Some(Best { at, ratio })) => {
                let peer = &row.taken[at];
                let _ = write!(
                    text,
                    " {} | {} | {} | {:.2} | {:.2}-{:.2} |",
                    figure(ours.median),
                    figure(peer.median),
                    peer.name,
                    ratio.median,
                    ratio.low,
                    ratio.high
                );
            }
            (Some(ours), None) => {
                let _ = write!(text, " {} | | | | |", figure(ours.median));
            }
            (None, _) => text += " | | | | |",
        }
        if let Some(native) = native {
            match native.rows.iter().find(|other| other.name == row.name) {
                Some(Verdict { taken, best, .. }) if !taken.is_empty() => {
                    let ratio = best.map_or_else(String::new, |best| format!("{:.2}", best.ratio.median));
                    let _ = write!(text, " {} | {ratio} |", figure(taken[0].median));
                }
                _ => text += " | |",
            }
        }
        let allocations = |pick: fn(&Taken) -> u64| match (row.taken.first(), row.best) {
            (Some(ours), Some(best)) => format!("{} / {}", pick(ours), pick(&row.taken[best.at])),
            (Some(ours), None) => pick(ours).to_string(),
            (None, _) => String::new(),
        };
        let _ = writeln!(
            text,
            " {} | {} | {}{} |",
            allocations(|taken| taken.allocations.calls),
            allocations(|taken| taken.allocations.bytes),
            row.outcome.word(),
            row.note.as_ref().map(|note| format!(": {note}")).unwrap_or_default(),
        );
    }
    text
}

/// The rows of a group whose cases are a type and lengths, as in `u64-L3`: a table for each type and operation, with
/// a column for each length and a line for each contender. The best peer of a column is bold.
pub fn by_length(rows: &[Verdict], group: &str) -> String {
    let mut text = String::new();
    let mut done: Vec<(&str, &str)> = Vec::new();
    for row in rows.iter().filter(|row| row.group() == group && !row.taken.is_empty()) {
        let Some((int, _, what)) = parts(&row.name) else { continue };
        if done.contains(&(int, what)) {
            continue;
        }
        done.push((int, what));
        let columns: Vec<(&str, &Verdict)> = rows
            .iter()
            .filter(|other| other.group() == group && !other.taken.is_empty())
            .filter_map(|other| {
                parts(&other.name)
                    .filter(|(other_int, _, other_what)| (*other_int, *other_what) == (int, what))
                    .map(|(_, lengths, _)| (lengths, other))
            })
            .collect();
        let _ = write!(text, "\n### {group}, {int}: {what}\n\n| |");
        columns.iter().for_each(|(lengths, _)| _ = write!(text, " {lengths} |"));
        let _ = write!(text, "\n|---|{}\n", "---:|".repeat(columns.len()));
        let mut names: Vec<&str> = Vec::new();
        for taken in columns.iter().flat_map(|(_, row)| &row.taken) {
            if !names.contains(&taken.name.as_str()) {
                names.push(&taken.name);
            }
        }
        for (at, name) in names.iter().enumerate() {
            let _ = write!(text, "| {}{name} |", if at == 0 { "**ours:** " } else { "" });
            for (_, row) in &columns {
                match row.taken.iter().position(|taken| taken.name == *name) {
                    Some(at) if row.best.is_some_and(|best| best.at == at) => {
                        let _ = write!(text, " **{}** |", figure(row.taken[at].min));
                    }
                    Some(at) => _ = write!(text, " {} |", figure(row.taken[at].min)),
                    None => text += " |",
                }
            }
            text.push('\n');
        }
    }
    text
}

/// Type, lengths and operation of a row's name.
pub fn parts(name: &str) -> Option<(&str, &str, &str)> {
    let mut parts = name.split('/').skip(1);
    let (case, what) = (parts.next()?, parts.next()?);
    let (int, lengths) = case.split_once('-')?;
    Some((int, lengths, what))
}

/// One row with all its contenders, fastest first.
pub fn contenders(row: &Verdict, native: Option<&Run>) -> String {
    if row.taken.is_empty() {
        return String::new();
    }
    let native = native.and_then(|native| native.rows.iter().find(|other| other.name == row.name));
    let mut text = format!("\n#### {} ({} in a pass)\n\n", row.name, row.units);
    text += "| contender | role | min | median |";
    text += if native.is_some() { " native min |" } else { "" };
    text += " / best peer | calls | bytes |\n|---|---|---:|---:|";
    text += if native.is_some() { "---:|" } else { "" };
    text += "---:|---:|---:|\n";
    let mut order: Vec<&Taken> = row.taken.iter().collect();
    order.sort_by(|left, right| left.median.total_cmp(&right.median));
    let best = row.best.map(|best| row.taken[best.at].median);
    for taken in order {
        let _ = write!(
            text,
            "| {} | {} | {} | {} |",
            taken.name,
            format!("{:?}", taken.role).to_lowercase(),
            figure(taken.min),
            figure(taken.median)
        );
        if let Some(native) = native {
            match native.taken.iter().find(|other| other.name == taken.name) {
                Some(other) => _ = write!(text, " {} |", figure(other.min)),
                None => text += " |",
            }
        }
        let ratio = best.map_or_else(String::new, |best| format!("{:.2}", taken.median / best));
        let _ = writeln!(text, " {ratio} | {} | {} |", taken.allocations.calls, taken.allocations.bytes);
    }
    text
}

/// Why a row fails.
pub fn reason(row: &Verdict) -> String {
    let (Outcome::Fail, Some(Best { at, ratio })) = (row.outcome, row.best) else {
        return row.note.clone().unwrap_or_default();
    };
    let (ours, peer) = (&row.taken[0], &row.taken[at]);
    let mut reasons = Vec::new();
    if ratio.high >= 1.0 {
        reasons.push(format!(
            "{:.2} of {}'s time ({:.2}-{:.2})",
            ratio.median, peer.name, ratio.low, ratio.high
        ));
    }
    if ours.allocations.calls > peer.allocations.calls {
        reasons.push(format!(
            "{} allocations, {} {}",
            ours.allocations.calls, peer.name, peer.allocations.calls
        ));
    }
    if ours.allocations.bytes > peer.allocations.bytes {
        reasons.push(format!(
            "{} bytes allocated, {} {}",
            ours.allocations.bytes, peer.name, peer.allocations.bytes
        ));
    }
    reasons.join("; ")
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn names_of_varint_rows() {
        assert_eq!(parts("varint/u64-L10/decode"), Some(("u64", "L10", "decode")));
        assert_eq!(parts("batch/i32-mix1-5/encode"), Some(("i32", "mix1-5", "encode")));
        assert_eq!(parts("generic/order/read"), None);
    }
}
