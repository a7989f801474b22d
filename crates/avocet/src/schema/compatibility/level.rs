//! Levels of compatibility between the versions of a schema, as Confluent's registry defines them: a new version
//! and the older ones in, the comparisons that the level asks for out.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::{Compatibility, Verdict, check};
use crate::error::{Error, ErrorKind, Result};
use crate::schema::Schema;

/// Who has to be able to read what.
///
/// `Display` and `FromStr` use the registry's words, such as `BACKWARD_TRANSITIVE`; parsing takes lower case and
/// dashes, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Level {
    /// The new version reads what the last one wrote.
    #[default]
    Backward,
    /// The new version reads what any older one wrote.
    BackwardTransitive,
    /// The last version reads what the new one writes.
    Forward,
    /// Every older version reads what the new one writes.
    ForwardTransitive,
    /// Backward and forward.
    Full,
    /// Backward and forward with every older version.
    FullTransitive,
}

/// One comparison of [`check_level`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The position of the older version.
    pub version: usize,
    /// Whether the new version was the reader; else the older one was.
    pub new_reads_old: bool,
    /// What was found.
    pub result: Compatibility,
}

/// Compares a new version of a schema with older ones (oldest first) as a level asks for: the last version first.
/// The worst verdict is the answer.
///
/// ```
/// use avocet::Schema;
/// use avocet::schema::compatibility::{Level, Verdict, check_level};
///
/// let versions = [Schema::parse("\"int\"")?, Schema::parse("\"long\"")?];
/// let new = Schema::parse("\"double\"")?;
/// let (verdict, comparisons) = check_level(Level::BackwardTransitive, &new, &versions);
/// assert_eq!((verdict, comparisons.len()), (Verdict::Compatible, 2));
/// let (verdict, _) = check_level(Level::Full, &new, &versions);
/// assert_eq!(verdict, Verdict::Incompatible);
/// # Ok::<(), avocet::Error>(())
/// ```
pub fn check_level(level: Level, new: &Schema, versions: &[Schema]) -> (Verdict, Vec<Comparison>) {
    let count = if level.is_transitive() { versions.len() } else { 1 };
    let mut comparisons = Vec::new();
    for (version, old) in versions.iter().enumerate().rev().take(count) {
        if level.is_backward() {
            comparisons.push(Comparison { version, new_reads_old: true, result: check(new, old) });
        }
        if level.is_forward() {
            comparisons.push(Comparison { version, new_reads_old: false, result: check(old, new) });
        }
    }
    let verdicts = comparisons.iter().map(|comparison| comparison.result.verdict());
    (verdicts.max().unwrap_or(Verdict::Compatible), comparisons)
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 6] = [
        Level::Backward,
        Level::BackwardTransitive,
        Level::Forward,
        Level::ForwardTransitive,
        Level::Full,
        Level::FullTransitive,
    ];

    fn is_transitive(self) -> bool {
        matches!(self, Level::BackwardTransitive | Level::ForwardTransitive | Level::FullTransitive)
    }

    fn is_backward(self) -> bool {
        !matches!(self, Level::Forward | Level::ForwardTransitive)
    }

    fn is_forward(self) -> bool {
        !matches!(self, Level::Backward | Level::BackwardTransitive)
    }

    fn name(self) -> &'static str {
        match self {
            Level::Backward => "BACKWARD",
            Level::BackwardTransitive => "BACKWARD_TRANSITIVE",
            Level::Forward => "FORWARD",
            Level::ForwardTransitive => "FORWARD_TRANSITIVE",
            Level::Full => "FULL",
            Level::FullTransitive => "FULL_TRANSITIVE",
        }
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = Error;

    fn from_str(text: &str) -> Result<Level> {
        let wanted = text.replace('-', "_").to_ascii_uppercase();
        Level::ALL.into_iter().find(|level| level.name() == wanted).ok_or_else(|| {
            let names = Level::ALL.map(Level::name).join(", ");
            Error::new(ErrorKind::Mismatch, format!("a level: {names}"), format!("{text:?}"))
        })
    }
}
