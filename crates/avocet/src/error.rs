//! The one error type of the crate: what kind of trouble, where, what was expected, what was found.

use std::borrow::Cow;
use std::error;
use std::fmt::{self, Display, Write as _};

/// A result whose error is Avocet's.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, and where.
///
/// One pointer wide, so that functions returning it stay fast while nothing goes wrong. The place is a byte
/// [`offset`](Error::offset) for encoded data, a [line and column](Error::position) for text, and a
/// [`path`](Error::path) through the data or the schema for both.
///
/// ```
/// use avocet::{ErrorKind, Schema};
///
/// let error = Schema::parse(r#"{"type": "fixed", "name": "Id"}"#).unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Schema(_)));
/// assert_eq!(error.position(), Some((1, 1)));
/// ```
pub struct Error(Box<Inner>);

struct Inner {
    kind: ErrorKind,
    offset: Option<u64>,
    /// The offset inside the decompressed data of the block at `offset`.
    data_offset: Option<u64>,
    position: Option<(u32, u32)>,
    path: String,
    expected: Cow<'static, str>,
    found: Cow<'static, str>,
    source: Option<Box<dyn error::Error + Send + Sync>>,
}

/// The kinds of trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ended in the middle of a value; with more bytes it might go on.
    Truncated,
    /// Bytes that no Avro encoding of this schema contains, or text that is not JSON.
    Malformed,
    /// A value was complete, but more bytes followed.
    TrailingBytes,
    /// A limit of [`Limits`](crate::Limits) was passed; the message names it.
    Limit,
    /// Text that is not a schema.
    Schema(SchemaFault),
    /// A value that does not fit its schema.
    Mismatch,
    /// A reader's schema that no value of the writer's fits.
    Resolution,
    /// A schema whose values have no order, for maps have a part in it.
    Incomparable,
    /// Not an object container file, or one with a broken header.
    Header,
    /// A compression codec that is not known, or a block that it cannot decompress.
    Codec,
    /// A damaged block of a container file: its count, its size or its sync marker is wrong.
    Block,
    /// A Rust type refused a value, in its own words.
    Custom,
    /// Reading or writing failed outside Avocet; see [`source`](std::error::Error::source).
    Io,
}

/// Why a text is not a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaFault {
    /// The text is not JSON.
    Json,
    /// JSON of a shape that no schema has, such as a number.
    NotASchema,
    /// A name that is neither a type of Avro nor defined before.
    UnknownType,
    /// A name that breaks the grammar of names.
    InvalidName,
    /// A type, field or symbol that is defined twice.
    Duplicate,
    /// A required attribute is missing.
    MissingAttribute,
    /// An attribute has a value that it cannot have.
    InvalidAttribute,
    /// A default that does not fit the type of its field.
    InvalidDefault,
    /// A union that directly contains a union, or two branches of a kind.
    InvalidUnion,
    /// Texts of a set that need each other.
    Cycle,
}

impl Error {
    /// Makes an error; `expected` and `found` are read as "expected …, found …".
    #[cold]
    #[inline(never)]
    pub(crate) fn new(
        kind: ErrorKind,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Error(Box::new(Inner {
            kind,
            offset: None,
            data_offset: None,
            position: None,
            path: String::new(),
            expected: expected.into(),
            found: found.into(),
            source: None,
        }))
    }

    /// The error of a type, in its own words.
    #[cfg(feature = "serde")]
    #[cold]
    #[inline(never)]
    pub(crate) fn custom(message: String) -> Self {
        Error::new(ErrorKind::Custom, message, "")
    }

    /// The error of passing a limit: `name` is the field of [`Limits`](crate::Limits).
    #[cold]
    #[inline(never)]
    pub(crate) fn limit(name: &str, limit: impl Display, found: impl Into<Cow<'static, str>>) -> Self {
        Error::new(
            ErrorKind::Limit,
            format!("at most {limit} (limit `{name}`, which `Limits` can raise)"),
            found,
        )
    }

    /// An I/O error met while doing `what`, such as "to read a block".
    #[cold]
    #[inline(never)]
    pub(crate) fn io(what: &'static str, source: std::io::Error) -> Self {
        Error::new(ErrorKind::Io, what, source.to_string()).because(source)
    }

    /// Sets the byte offset, unless one is known already: the innermost place is the exact one.
    #[must_use]
    pub(crate) fn at(mut self, offset: u64) -> Self {
        self.0.offset.get_or_insert(offset);
        self
    }

    /// Sets the byte offset, whatever was known: the input was made from what stands there.
    #[must_use]
    pub(crate) fn moved_to(mut self, offset: u64) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Forgets the byte offset, which counted other bytes.
    #[cfg(feature = "serde")]
    #[must_use]
    pub(crate) fn nowhere(mut self) -> Self {
        self.0.offset = None;
        self
    }

    /// Sets the byte offset in place, as [`at`](Error::at) does: results of large types are not moved for it.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn locate(&mut self, offset: u64) {
        self.0.offset.get_or_insert(offset);
    }

    /// Moves a known offset: the input was a part of a larger whole that began at `base` there.
    #[must_use]
    pub(crate) fn offset_by(mut self, base: u64) -> Self {
        if let Some(offset) = &mut self.0.offset {
            *offset += base;
        }
        self
    }

    /// Says that the known offset counts the decompressed bytes of the block at `block` of the file.
    #[must_use]
    pub(crate) fn in_decompressed_block(mut self, block: u64) -> Self {
        self.0.data_offset = self.0.offset.replace(block);
        self
    }

    /// Makes "the input ended too early" an error of kind `kind`: the input was whole, so more of it cannot help.
    #[must_use]
    pub(crate) fn truncated_is(mut self, kind: ErrorKind) -> Self {
        if self.is_truncated() {
            self.0.kind = kind;
        }
        self
    }

    /// Forgets line and column: the text was not the caller's.
    #[must_use]
    pub(crate) fn without_position(mut self) -> Self {
        self.0.position = None;
        self
    }

    /// Sets line and column, both from 1.
    #[must_use]
    pub(crate) fn at_position(mut self, line: u32, column: u32) -> Self {
        self.0.position.get_or_insert((line, column));
        self
    }

    /// Says that the error stands inside a field; called on the way out.
    #[cold]
    #[must_use]
    pub(crate) fn in_field(mut self, name: &str) -> Self {
        self.0.path.insert_str(0, name);
        self.0.path.insert(0, '.');
        self
    }

    /// Says that the error stands inside an item of an array; called on the way out.
    #[cold]
    #[must_use]
    pub(crate) fn in_item(mut self, index: usize) -> Self {
        self.0.path.insert_str(0, &format!("[{index}]"));
        self
    }

    /// Says that the error stands inside the value of a map's key; called on the way out.
    #[cold]
    #[must_use]
    pub(crate) fn in_key(mut self, key: &str) -> Self {
        self.0.path.insert_str(0, &format!("[{key:?}]"));
        self
    }

    /// Names the outermost thing of the path: the type of a datum, or `$` for a text.
    #[cold]
    #[must_use]
    pub(crate) fn in_root(mut self, name: &str) -> Self {
        self.0.path.insert_str(0, name);
        self
    }

    /// Attaches the error that caused this one.
    #[must_use]
    pub(crate) fn because(mut self, source: impl Into<Box<dyn error::Error + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// The kind of trouble.
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// Where in the encoded input, in bytes from its start. In a compressed block of a container file this is the
    /// start of the block, and [`data_offset`](Error::data_offset) the place inside it.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Where in the decompressed data of the block at [`offset`](Error::offset), in bytes from the data's start.
    pub fn data_offset(&self) -> Option<u64> {
        self.0.data_offset
    }

    /// Where in the text: line and column, both from 1; columns count characters.
    pub fn position(&self) -> Option<(u32, u32)> {
        self.0.position
    }

    /// Where in the data (`com.acme.Order.lines[3].price`) or in the schema (`$.fields[2].type`); may be empty.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// What would have been right; of an error of kind [`Custom`](ErrorKind::Custom), all that it says.
    pub fn expected(&self) -> &str {
        &self.0.expected
    }

    /// What was there instead; nothing of kind [`Custom`](ErrorKind::Custom).
    pub fn found(&self) -> &str {
        &self.0.found
    }

    /// Whether more input might turn the error into a value.
    pub fn is_truncated(&self) -> bool {
        self.0.kind == ErrorKind::Truncated
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { offset, data_offset, position, path, expected, found, .. } = &*self.0;
        let mut place = String::new();
        if let Some(offset) = offset {
            match data_offset {
                Some(byte) => write!(place, "at byte {byte} of the decompressed block at byte {offset}")?,
                None => write!(place, "at byte {offset}")?,
            }
        }
        if let Some((line, column)) = position {
            let and = if place.is_empty() { "at" } else { "," };
            write!(place, "{and} line {line}, column {column}")?;
        }
        if !path.is_empty() {
            write!(place, "{}in {path}", if place.is_empty() { "" } else { ", " })?;
        }
        if !place.is_empty() {
            place.push_str(": ");
        }
        if self.0.kind == ErrorKind::Custom {
            return write!(f, "{place}{expected}");
        }
        write!(f, "{place}expected {expected}, found {found}")
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {self}", self.0.kind)
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_one_word() {
        assert_eq!(size_of::<Error>(), size_of::<usize>());
        assert_eq!(size_of::<Result<u32>>(), 2 * size_of::<usize>());
    }

    #[test]
    fn the_path_is_built_on_the_way_out() {
        let error = Error::new(ErrorKind::Malformed, "0 or 1", "7")
            .at(1042)
            .in_field("paid")
            .in_item(3)
            .in_field("lines")
            .in_root("com.acme.Order");
        assert_eq!(
            error.to_string(),
            "at byte 1042, in com.acme.Order.lines[3].paid: expected 0 or 1, found 7"
        );
    }

    #[test]
    fn every_place_is_named() {
        let error = || Error::new(ErrorKind::Malformed, "0 or 1", "7").in_root("Order");
        assert_eq!(
            error().at(12).in_decompressed_block(3400).to_string(),
            "at byte 12 of the decompressed block at byte 3400, in Order: expected 0 or 1, found 7"
        );
        assert_eq!(
            error().at(45).at_position(2, 7).to_string(),
            "at byte 45, line 2, column 7, in Order: expected 0 or 1, found 7"
        );
        assert_eq!(
            error().at_position(2, 7).to_string(),
            "at line 2, column 7, in Order: expected 0 or 1, found 7"
        );
    }

    #[test]
    fn the_innermost_offset_stays() {
        let error = Error::new(ErrorKind::Truncated, "8 bytes", "3").at(5).at(1).offset_by(100);
        assert_eq!(error.offset(), Some(105));
    }
}
