//! Compatibility: a reader's and a writer's schema in, what the reader can read and every reason against it out
//! ("Schema Resolution" in the specification).
//!
//! ```
//! use avocet::Schema;
//! use avocet::schema::compatibility::{Verdict, check};
//!
//! let writer = Schema::parse(r#"{"type": "record", "name": "User", "fields": [{"name": "id", "type": "long"}]}"#)?;
//! let reader = Schema::parse(r#"{"type": "record", "name": "User", "fields": [
//!     {"name": "id", "type": "int"}, {"name": "mail", "type": "string"}]}"#)?;
//! let result = check(&reader, &writer);
//! assert_eq!(result.verdict(), Verdict::Incompatible);
//! assert_eq!(result.to_string(), "\
//! incompatible
//! error: at User.mail (writer: User): the reader's field `mail` has no default, and the writer has no such field
//! error: at User.id (writer: User.id): int cannot be read from long
//! ");
//! # Ok::<(), avocet::Error>(())
//! ```

use std::fmt::{self, Display};

pub use self::level::{Comparison, Level, check_level};
use self::pairs::Pairs;
use super::Schema;

mod level;
mod pairs;
mod types;

/// Finds out whether data of a writer's schema can be read with a reader's schema, and lists everything that stands
/// against it. Takes time in proportion to the pairs of types that meet.
pub fn check(reader: &Schema, writer: &Schema) -> Compatibility {
    let (verdict, issues, warnings) = Pairs::explore(reader, writer).conclude();
    Compatibility { verdict, issues, warnings }
}

/// What [`check`] found. `Display` writes the verdict and a line for each issue and warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compatibility {
    verdict: Verdict,
    issues: Vec<Issue>,
    warnings: Vec<Warning>,
}

impl Compatibility {
    /// The answer in a word.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether the reader can read every value of the writer.
    pub fn is_compatible(&self) -> bool {
        self.verdict == Verdict::Compatible
    }

    /// What stands against it, from the outside to the inside; types that meet in several places are compared once.
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// What works, but perhaps not as it was meant.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }
}

/// Whether a reader's schema can read what a writer's schema wrote, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Every value can be read.
    Compatible,
    /// It depends on the value: some branch of a union or symbol of an enum has no place in the reader's schema.
    Partial,
    /// No value can be read.
    Incompatible,
}

/// Something that stands against reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    pub(crate) kind: IssueKind,
    pub(crate) verdict: Verdict,
    pub(crate) paths: Paths,
    pub(crate) message: String,
}

/// The kinds of issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IssueKind {
    /// The types are of different kinds and there is no promotion.
    Type,
    /// Named types of a kind whose names do not match.
    Name,
    /// Fixeds of different sizes.
    Size,
    /// The reader has a field without a default that the writer does not have.
    MissingField,
    /// The writer has symbols that the reader does not have, nor a default.
    MissingSymbol,
    /// No branch of the reader's union takes the writer's type.
    MissingBranch,
}

/// Something to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub(crate) kind: WarningKind,
    pub(crate) paths: Paths,
    pub(crate) message: String,
}

/// The kinds of warnings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WarningKind {
    /// A promotion that may lose digits.
    LossyPromotion,
    /// Decimals of different scale or precision.
    Decimal,
    /// Named types that match by the name without the namespace only.
    UnqualifiedName,
    /// An alias that could also have matched another field.
    AmbiguousAlias,
    /// The writer has symbols for which the reader takes its default.
    EnumDefault,
    /// The branch that is taken is not the first that would match, as the specification has it.
    BranchOrder,
}

/// A place in both schemas: types, `.fields`, `[]` for items, `{}` for values, `(1: string)` for branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Paths {
    pub(crate) reader: String,
    pub(crate) writer: String,
}

impl Issue {
    /// What it is.
    pub fn kind(&self) -> IssueKind {
        self.kind
    }

    /// What it does where it stands: whether some or all values there cannot be read.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Where in the reader's schema, such as `com.acme.Order.lines[].note(1: string)`.
    pub fn reader_path(&self) -> &str {
        &self.paths.reader
    }

    /// Where in the writer's schema.
    pub fn writer_path(&self) -> &str {
        &self.paths.writer
    }

    /// A sentence about it, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Warning {
    /// What it is.
    pub fn kind(&self) -> WarningKind {
        self.kind
    }

    /// Where in the reader's schema.
    pub fn reader_path(&self) -> &str {
        &self.paths.reader
    }

    /// Where in the writer's schema.
    pub fn writer_path(&self) -> &str {
        &self.paths.writer
    }

    /// A sentence about it, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Compatible => "compatible",
            Verdict::Partial => "partially compatible",
            Verdict::Incompatible => "incompatible",
        })
    }
}

impl Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {} (writer: {}): {}", self.paths.reader, self.paths.writer, self.message)
    }
}

impl Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {} (writer: {}): {}", self.paths.reader, self.paths.writer, self.message)
    }
}

impl Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.verdict)?;
        for issue in &self.issues {
            writeln!(f, "error: {issue}")?;
        }
        for warning in &self.warnings {
            writeln!(f, "warning: {warning}")?;
        }
        Ok(())
    }
}
