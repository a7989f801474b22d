//! What a schema that is right could still do better: found while it is parsed.

use std::fmt::{self, Display};

/// A remark about a schema that is valid; see [`Parser::lint`](super::Parser::lint).
///
/// `Display` writes place and message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    pub(crate) kind: LintKind,
    pub(crate) path: String,
    pub(crate) position: (u32, u32),
    pub(crate) message: String,
}

/// The kinds of remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LintKind {
    /// The default of a union fits another branch than the first: readers of versions before 1.12 refuse it.
    UnionDefault,
    /// A logical type that is not possible here, so the underlying type is used.
    LogicalType,
    /// A logical type that the specification does not know, so the underlying type is used.
    UnknownLogicalType,
    /// Attributes beside a reference to a type, which are dropped: they belong to its definition.
    DroppedAttribute,
    /// An alias that is no name by the grammar.
    AliasName,
    /// An alias that another field has as its name or alias, too.
    AmbiguousAlias,
    /// A name without a dot that means a type of the null namespace, since its own namespace has none of that name.
    NullNamespaceReference,
    /// A type of the null namespace inside of a type of another one: the canonical form loses that.
    NullNamespaceType,
    /// An enum without symbols, or an empty union: no value is possible.
    NoValue,
}

impl Lint {
    /// What the remark is about.
    pub fn kind(&self) -> LintKind {
        self.kind
    }

    /// Where in the schema: `$.fields[2].type`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Line and column in the text, both from 1.
    pub fn position(&self) -> (u32, u32) {
        self.position
    }

    /// The remark in words, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl Display for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = self.position;
        write!(f, "at line {line}, column {column}, in {}: {}", self.path, self.message)
    }
}
