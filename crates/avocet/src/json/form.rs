//! How JSON text stands for datums, and how it is laid out.

/// Which JSON stands for a datum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// The JSON encoding of the specification: a value of a union other than null is an object of one member, named
    /// after the branch. It says all that the bytes say.
    #[default]
    Avro,
    /// Values of unions stand as they are, without the name of their branch. It is no Avro JSON; it is what programs
    /// that know nothing of Avro write and expect. Read back, a union takes the branch that fits best, see
    /// [`Parser`](super::Parser), which need not be the one that was written.
    Plain,
}

/// How JSON text is laid out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    /// On one line, without any space.
    #[default]
    Compact,
    /// On many lines, two spaces of indentation a level.
    Pretty,
}
