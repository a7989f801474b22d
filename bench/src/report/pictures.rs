//! Which charts the page has, and what stands in them.

use std::path::Path;

use super::chart::{Bars, Line, Lines, OURS, Series, THEIRS};
use super::{mean, table};
use crate::measure::Role;
use crate::suite::GROUPS;
use crate::verdict::Verdict;

/// A chart that was drawn.
pub struct Picture {
    pub title: String,
    pub file: String,
}

/// Draws all charts for which there are rows into a folder.
///
/// # Errors
/// When a chart cannot be drawn or written.
pub fn draw(rows: &[Verdict], folder: &Path, name: &str) -> Result<Vec<Picture>, Box<dyn std::error::Error>> {
    let mut pictures = Vec::new();
    let mut add = |what: &str, title: &str| {
        let file = format!("{name}-{what}.svg");
        let path = folder.join(&file);
        pictures.push(Picture { title: title.to_owned(), file });
        path
    };
    if let Some(bars) = ratios(rows) {
        bars.draw(&add("ratios", &bars.title))?;
    }
    for (what, int, operation) in [("decode", "u64", "decode-inlined"), ("encode", "u64", "encode-inlined")] {
        if let Some(lines) = lengths(rows, int, what, operation) {
            lines.draw(&add(what, &lines.title))?;
        }
    }
    for what in ["read", "write"] {
        if let Some(bars) = records(rows, what) {
            bars.draw(&add(&format!("records-{what}"), &bars.title))?;
        }
    }
    Ok(pictures)
}

/// Our time as a share of the best peer's, a bar for each group.
fn ratios(rows: &[Verdict]) -> Option<Bars> {
    let groups: Vec<(String, Vec<Option<f64>>)> = GROUPS
        .iter()
        .filter_map(|group| {
            let ratios: Vec<f64> = rows
                .iter()
                .filter(|row| row.group() == *group)
                .filter_map(|row| row.best.map(|best| best.ratio.median))
                .collect();
            (!ratios.is_empty())
                .then(|| (format!("{group} ({} rows)", ratios.len()), vec![Some(mean(ratios.into_iter()))]))
        })
        .collect();
    (!groups.is_empty()).then(|| Bars {
        title: "Avocet's time as a share of the best peer's (geometric mean; the line is 100 %)".to_owned(),
        series: vec![Series { name: "Avocet".to_owned(), color: OURS[0] }],
        groups,
        text: |value| format!("{:.0} %", 100.0 * value),
        mark: Some(1.0),
    })
}

/// Nanoseconds per value by length: ours one by one and in a batch, and every peer.
fn lengths(rows: &[Verdict], int: &str, batch: &str, operation: &str) -> Option<Lines> {
    let of = |group: &str, operation: &str| -> Vec<(String, &Verdict)> {
        rows.iter()
            .filter(|row| row.group() == group && !row.taken.is_empty())
            .filter_map(|row| {
                table::parts(&row.name)
                    .filter(|(other, _, what)| (*other, *what) == (int, operation))
                    .map(|(_, lengths, _)| (lengths.to_owned(), row))
            })
            .collect()
    };
    let columns = of("varint", operation);
    let (_, first) = columns.first()?;
    let values = |columns: &[(String, &Verdict)], name: &str| -> Vec<Option<f64>> {
        columns
            .iter()
            .map(|(_, row)| row.taken.iter().find(|taken| taken.name == name).map(|taken| taken.min))
            .collect()
    };
    let mut lines = vec![Line {
        name: format!("Avocet, {}", first.taken[0].name),
        color: OURS[0],
        width: 4,
        values: values(&columns, &first.taken[0].name),
    }];
    let batches = of("batch", batch);
    if batches.len() == columns.len() {
        let name = &batches[0].1.taken[0].name;
        lines.push(Line {
            name: format!("Avocet, {name}"),
            color: OURS[1],
            width: 4,
            values: values(&batches, name),
        });
    }
    lines.push(Line {
        name: "best peer of each length".to_owned(),
        color: THEIRS[0],
        width: 3,
        values: columns.iter().map(|(_, row)| row.best.map(|best| row.taken[best.at].min)).collect(),
    });
    for (at, taken) in first.taken.iter().filter(|taken| taken.role == Role::Peer).enumerate() {
        let name = if at == 0 { "every peer" } else { "" };
        let values = values(&columns, &taken.name);
        lines.push(Line { name: name.to_owned(), color: THEIRS[3], width: 1, values });
    }
    Some(Lines {
        title: format!("ns per {int} value by encoded length: {batch}"),
        columns: columns.into_iter().map(|(lengths, _)| lengths).collect(),
        lines,
        unit: "ns per value",
        most: 10.0,
    })
}

/// Million records a second by shape: ours of each kind and the best peer of each.
fn records(rows: &[Verdict], what: &str) -> Option<Bars> {
    const SHAPES: [&str; 4] = ["order", "telemetry", "counters", "wide"];
    const KINDS: [&str; 3] = ["typed", "serde", "generic"];
    let row = |kind: &str, shape: &str| {
        rows.iter().find(|row| row.name == format!("{kind}/{shape}/{what}") && !row.taken.is_empty())
    };
    let rate = |nanoseconds: f64| 1000.0 / nanoseconds;
    let mut groups = Vec::new();
    for shape in SHAPES {
        let mut values = Vec::new();
        for kind in KINDS {
            values.push(row(kind, shape).map(|row| rate(row.taken[0].median)));
            let best = row(kind, shape).and_then(|row| row.best.map(|best| rate(row.taken[best.at].median)));
            // derive and serde have the same peers
            values.push(best.filter(|_| kind != "serde"));
        }
        if values.iter().any(Option::is_some) {
            groups.push((shape.to_owned(), values));
        }
    }
    let series = |name: &str, color| Series { name: name.to_owned(), color };
    (!groups.is_empty()).then(|| Bars {
        title: format!("Million records a second: {what}"),
        series: vec![
            series("Avocet derive", OURS[0]),
            series("best typed peer", THEIRS[0]),
            series("Avocet serde", OURS[1]),
            series("", THEIRS[0]),
            series("Avocet Value", OURS[2]),
            series("apache-avro Value", THEIRS[2]),
        ],
        groups,
        text: |value| format!("{value:.2} M/s"),
        mark: None,
    })
}
