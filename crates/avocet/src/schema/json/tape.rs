//! Reads JSON: text in, a tape out — a flat list of values in the order of the text, each with its place.
//!
//! Strings and numbers stay where they are, in the text; nothing is copied until somebody keeps it. Paths, lines
//! and columns are worked out only when an error needs them. The reader has no recursion; depth is limited all the
//! same, since those who walk the tape recurse.

use std::borrow::Cow;
use std::fmt::Write as _;

use super::Json;
use super::number::Number;
use crate::error::{Error, ErrorKind, Result, SchemaFault};
use crate::schema::name::is_simple_name;

mod reader;

/// A JSON text that was read.
#[derive(Debug)]
pub(crate) struct Tape<'t> {
    text: &'t str,
    /// Each container is followed by what it contains; the value of a member follows its key.
    items: Vec<Item>,
}

/// One value, or the key of a member.
#[derive(Clone, Copy, Debug)]
struct Item {
    kind: Kind,
    /// Where its text begins and ends; a string's without the quotes.
    start: u32,
    end: u32,
    /// The index behind it and all that it contains; 0 while it is open.
    next: u32,
}

/// The kinds of JSON values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Null,
    True,
    False,
    Number,
    /// A string without escapes.
    Plain,
    /// A string with escapes, all of them valid.
    Escaped,
    Array,
    Object,
}

impl<'t> Tape<'t> {
    /// Reads one value that takes up the whole text, with at most `max_depth` containers inside each other.
    pub(crate) fn read(text: &'t str, max_depth: u32) -> Result<Tape<'t>> {
        if u32::try_from(text.len()).is_err() {
            return Err(Error::limit("schema_bytes", u32::MAX, format!("{} bytes", text.len())));
        }
        reader::read(Tape { text, items: Vec::with_capacity(text.len() / 10 + 1) }, max_depth)
    }

    /// The outermost value.
    pub(crate) fn root(&self) -> Place<'_> {
        self.place(0)
    }

    /// The value at an index that [`Place::index`] gave.
    pub(crate) fn place(&self, index: u32) -> Place<'_> {
        Place { tape: self, index }
    }

    /// How long the text is, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    /// Line and column, both from 1.
    fn position(&self, offset: usize) -> (u32, u32) {
        let before = &self.text.as_bytes()[..offset];
        let line = before.split(|byte| *byte == b'\n').count();
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        // Each byte but the second and later ones of a character counts.
        let column = before[start..].iter().filter(|byte| **byte & 0xc0 != 0x80).count();
        (line as u32, column as u32 + 1)
    }

    /// The way from the root to an item, which may be the one that comes next.
    fn path(&self, target: u32) -> String {
        let mut path = String::from("$");
        let mut container = 0;
        while container < target {
            let is_object = self.items[container as usize].kind == Kind::Object;
            let mut at = container + 1;
            let mut position = 0;
            let child = loop {
                let value = at + u32::from(is_object);
                let Some(item) = self.items.get(value as usize) else { break None };
                if item.next == 0 || target < item.next {
                    break Some(value);
                }
                at = item.next;
                position += 1;
            };
            match child {
                _ if is_object => {
                    let Some(key) = self.items.get(at as usize) else { break };
                    let key = self.string(*key);
                    if is_simple_name(&key) {
                        path.push('.');
                        path.push_str(&key);
                    } else {
                        let _ = write!(path, "[{key:?}]");
                    }
                }
                _ => {
                    let _ = write!(path, "[{position}]");
                }
            }
            match child {
                Some(child) if matches!(self.items[child as usize].kind, Kind::Array | Kind::Object) => {
                    container = child;
                }
                _ => break,
            }
        }
        path
    }

    fn string(&self, item: Item) -> Cow<'t, str> {
        let text = &self.text[item.start as usize..item.end as usize];
        if item.kind == Kind::Escaped { Cow::Owned(unescape(text)) } else { Cow::Borrowed(text) }
    }
}

/// A value of a tape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    tape: &'a Tape<'a>,
    index: u32,
}

impl<'a> Place<'a> {
    /// Its index on the tape.
    pub(crate) fn index(self) -> u32 {
        self.index
    }

    pub(crate) fn kind(self) -> Kind {
        self.item().kind
    }

    /// The text of a string.
    pub(crate) fn as_str(self) -> Option<Cow<'a, str>> {
        matches!(self.kind(), Kind::Plain | Kind::Escaped).then(|| self.tape.string(self.item()))
    }

    /// The text of a number.
    pub(crate) fn as_number(self) -> Option<&'a str> {
        let item = self.item();
        (item.kind == Kind::Number).then(|| &self.tape.text[item.start as usize..item.end as usize])
    }

    /// The items of an array; of anything else, none.
    pub(crate) fn items(self) -> impl Iterator<Item = Place<'a>> + use<'a> {
        let end = if self.kind() == Kind::Array { self.item().next } else { 0 };
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let place = self.tape.place(at);
                at = place.item().next;
                place
            })
        })
    }

    /// The keys and values of an object; of anything else, none.
    pub(crate) fn members(self) -> impl Iterator<Item = (Place<'a>, Place<'a>)> + use<'a> {
        let end = if self.kind() == Kind::Object { self.item().next } else { 0 };
        let mut at = self.index + 1;
        std::iter::from_fn(move || {
            (at < end).then(|| {
                let (key, value) = (self.tape.place(at), self.tape.place(at + 1));
                at = value.item().next;
                (key, value)
            })
        })
    }

    /// The text of a key.
    pub(crate) fn key(self) -> Cow<'a, str> {
        self.tape.string(self.item())
    }

    /// The value in a form of its own.
    pub(crate) fn to_json(self) -> Json {
        match self.kind() {
            Kind::Null => Json::Null,
            Kind::True => Json::Bool(true),
            Kind::False => Json::Bool(false),
            Kind::Number => Json::Number(Number::from_text(self.as_number().unwrap_or_default())),
            Kind::Plain | Kind::Escaped => Json::String(self.key().into()),
            Kind::Array => Json::Array(self.items().map(Place::to_json).collect()),
            Kind::Object => {
                Json::Object(self.members().map(|(key, value)| (key.key().into(), value.to_json())).collect())
            }
        }
    }

    /// The value in words, for "found …".
    pub(crate) fn describe(self) -> String {
        let item = self.item();
        match item.kind {
            Kind::Null => "null".into(),
            Kind::True => "true".into(),
            Kind::False => "false".into(),
            Kind::Number => format!("the number {}", shorten(self.as_number().unwrap_or_default())),
            Kind::Plain | Kind::Escaped => format!("the string \"{}\"", shorten(&self.key())),
            Kind::Array if item.next == self.index + 1 => "an empty array".into(),
            Kind::Array => "an array".into(),
            Kind::Object if item.next == self.index + 1 => "an empty object".into(),
            Kind::Object => "an object".into(),
        }
    }

    /// The error that something else should stand here.
    #[cold]
    pub(crate) fn error(
        self,
        fault: SchemaFault,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Error {
        self.blame(Error::new(ErrorKind::Schema(fault), expected, found))
    }

    /// Says that an error stands here.
    #[cold]
    pub(crate) fn blame(self, error: Error) -> Error {
        let (line, column) = self.position();
        error.at_position(line, column).in_root(&self.path())
    }

    /// Line and column, both from 1.
    pub(crate) fn position(self) -> (u32, u32) {
        let item = self.item();
        let quote = u32::from(matches!(item.kind, Kind::Plain | Kind::Escaped));
        self.tape.position((item.start - quote) as usize)
    }

    /// The way from the root: `$.fields[2].type`.
    pub(crate) fn path(self) -> String {
        self.tape.path(self.index)
    }

    fn item(self) -> Item {
        self.tape.items[self.index as usize]
    }
}

/// At most 60 characters of a text, so that messages stay readable.
pub(crate) fn shorten(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Takes the escapes of a string apart; they were checked when it was read.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let (c, len) = unescape_one(&rest.as_bytes()[at + 1..]);
        out.push(c);
        rest = &rest[at + 1 + len..];
    }
    out.push_str(rest);
    out
}

/// The character of an escape and the length of its text behind the backslash.
fn unescape_one(escape: &[u8]) -> (char, usize) {
    let unit = |at: usize| escape.get(at..at + 4).and_then(code_unit).unwrap_or(0);
    match escape.first() {
        Some(b'b') => ('\u{8}', 1),
        Some(b'f') => ('\u{c}', 1),
        Some(b'n') => ('\n', 1),
        Some(b'r') => ('\r', 1),
        Some(b't') => ('\t', 1),
        Some(b'u') => match unit(1) {
            high @ 0xd800..0xdc00 => {
                let code = 0x10000 + ((high - 0xd800) << 10) + (unit(7) & 0x3ff);
                (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 11)
            }
            code => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 5),
        },
        Some(other) => (char::from(*other), 1),
        None => (char::REPLACEMENT_CHARACTER, 0),
    }
}

fn code_unit(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
}

#[cfg(test)]
mod tests;
