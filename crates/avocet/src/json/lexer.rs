//! JSON text → its tokens, one at a time, as whoever knows what has to come asks for them.
//!
//! Numbers keep their digits, strings without escapes stay where they are; nothing is allocated for either. An error
//! has the byte of the text; lines are counted once it is known that there is one.

use std::borrow::Cow;

use super::string::plain_prefix;
use crate::error::{Error, ErrorKind, Result};

/// A place in a JSON text.
pub(super) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// The last string that had escapes, without them.
    unescaped: String,
}

impl<'t> Lexer<'t> {
    /// Begins at byte `at`.
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Lexer { text, at, unescaped: String::new() }
    }

    /// The byte of the text that comes next.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// Passes white space and looks at what follows it.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        match rest.first() {
            Some(b' ' | b'\n' | b'\r' | b'\t') => {
                self.at += rest.iter().take_while(|byte| is_space(**byte)).count();
                self.text.as_bytes().get(self.at).copied()
            }
            other => other.copied(),
        }
    }

    /// Passes `byte` if it comes next, behind white space or not.
    #[inline]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// Passes one of the words of JSON if it comes next.
    #[inline]
    pub(super) fn take_word(&mut self, word: &str) -> Result<bool> {
        self.peek();
        let rest = &self.text.as_bytes()[self.at..];
        if rest.starts_with(word.as_bytes()) {
            self.at += word.len();
            self.end_of_word()?;
            return Ok(true);
        }
        if !rest.is_empty() && word.as_bytes().starts_with(rest) {
            self.at = self.text.len();
            return Err(self.expected(format!("`{word}`")));
        }
        Ok(false)
    }

    /// Goes on inside an array or an object that was opened: false, and behind it, at its `close`.
    #[inline]
    pub(super) fn go_on(&mut self, first: bool, close: u8) -> Result<bool> {
        match self.peek() {
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            Some(_) if first => Ok(true),
            Some(b',') => {
                self.at += 1;
                if self.peek() == Some(close) {
                    return Err(self.expected("a value behind the comma"));
                }
                Ok(true)
            }
            _ => Err(self.expected(format!("`,` or `{}`", char::from(close)))),
        }
    }

    /// Reads the key of a member, and the colon behind it.
    #[inline]
    pub(super) fn key(&mut self) -> Result<&str> {
        if self.peek() != Some(b'"') {
            return Err(self.expected("the name of a member"));
        }
        let (start, end, escaped) = self.string_span()?;
        if !self.take(b':') {
            return Err(self.expected("`:`"));
        }
        Ok(if escaped { &self.unescaped } else { &self.text[start..end] })
    }

    /// Reads a string; a `"` comes next.
    #[inline]
    pub(super) fn string(&mut self) -> Result<&str> {
        let (start, end, escaped) = self.string_span()?;
        Ok(if escaped { &self.unescaped } else { &self.text[start..end] })
    }

    /// Begin and end of a string between its quotes; whether it has escapes and so stands in `unescaped`.
    #[inline]
    fn string_span(&mut self) -> Result<(usize, usize, bool)> {
        let start = self.at + 1;
        let end = start + plain_prefix(&self.text.as_bytes()[start..]);
        if self.text.as_bytes().get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok((start, end, false));
        }
        self.unescape(start, end)?;
        Ok((start, end, true))
    }

    /// Reads a string that goes on behind `end` with something special.
    fn unescape(&mut self, start: usize, end: usize) -> Result<()> {
        self.unescaped.clear();
        self.unescaped.push_str(&self.text[start..end]);
        self.at = end;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => {
                    let char = self.escape()?;
                    self.unescaped.push(char);
                }
                Some(_) => return Err(self.expected("no control character inside a string")),
                None => return Err(self.expected("`\"` at the end of a string")),
            }
            let plain = plain_prefix(&self.text.as_bytes()[self.at..]);
            self.unescaped.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
        }
    }

    /// Reads an escape: the character that it stands for.
    fn escape(&mut self) -> Result<char> {
        let start = self.at;
        let char = match self.text.as_bytes().get(start + 1) {
            Some(char @ (b'"' | b'\\' | b'/')) => char::from(*char),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode_escape(),
            Some(_) => return Err(self.expected("an escape of JSON")),
            None => return Err(self.end("an escape of JSON")),
        };
        self.at = start + 2;
        Ok(char)
    }

    fn unicode_escape(&mut self) -> Result<char> {
        let start = self.at;
        let first = self.code_unit()?;
        let code = match first {
            0xd800..0xdc00 => {
                let rest = &self.text.as_bytes()[self.at..];
                if rest.len() < 2 && b"\\u".starts_with(rest) {
                    return Err(self.end("the second half of a surrogate pair"));
                }
                let second = if rest.starts_with(b"\\u") { self.code_unit()? } else { 0 };
                if !(0xdc00..0xe000).contains(&second) {
                    self.at = start;
                    return Err(self.expected("both halves of a surrogate pair"));
                }
                0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
            }
            code => code,
        };
        char::from_u32(code).ok_or_else(|| {
            self.at = start;
            self.expected("both halves of a surrogate pair")
        })
    }

    /// Reads `\u` and four digits.
    fn code_unit(&mut self) -> Result<u32> {
        let digits = &self.text.as_bytes()[self.at + 2..];
        let mut unit = 0;
        for index in 0..4 {
            match digits.get(index).map(|digit| char::from(*digit).to_digit(16)) {
                Some(Some(digit)) => unit = unit << 4 | digit,
                Some(None) => return Err(self.expected("four hexadecimal digits behind `\\u`")),
                None => return Err(self.end("four hexadecimal digits behind `\\u`")),
            }
        }
        self.at += 6;
        Ok(unit)
    }

    /// Reads a number, of which the first character was seen: its text, and whether that is digits alone.
    #[inline]
    pub(super) fn number(&mut self) -> Result<(&'t str, bool)> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        self.at += usize::from(bytes[start] == b'-');
        let whole = self.at;
        self.digits()?;
        if bytes[whole] == b'0' && self.at > whole + 1 {
            self.at = whole;
            return Err(self.expected("a number without leading zeros"));
        }
        let mut integer = true;
        if bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
            integer = false;
        }
        if let Some(b'e' | b'E') = bytes.get(self.at) {
            self.at += 1;
            self.at += usize::from(matches!(bytes.get(self.at), Some(b'+' | b'-')));
            self.digits()?;
            integer = false;
        }
        let end = self.at;
        self.end_of_word()?;
        Ok((&self.text[start..end], integer))
    }

    #[inline]
    fn digits(&mut self) -> Result<()> {
        let rest = &self.text.as_bytes()[self.at..];
        let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return Err(self.expected("a digit"));
        }
        self.at += count;
        Ok(())
    }

    /// Words and numbers end where the text does, or at something that no word goes on with.
    #[inline]
    fn end_of_word(&mut self) -> Result<()> {
        match self.text.as_bytes().get(self.at) {
            None | Some(b',' | b']' | b'}' | b':') => Ok(()),
            Some(byte) if is_space(*byte) => Ok(()),
            Some(_) => Err(self.expected("the end of the value")),
        }
    }

    /// Passes one value of any kind. Its strings and numbers are not looked into.
    pub(super) fn skip_value(&mut self) -> Result<()> {
        let mut open = 0_usize;
        loop {
            match self.peek() {
                Some(b'{' | b'[') => {
                    open += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') if open > 0 => {
                    open -= 1;
                    self.at += 1;
                }
                Some(b',' | b':') if open > 0 => self.at += 1,
                Some(b'"') => drop(self.string_span()?),
                Some(b'-' | b'0'..=b'9') => drop(self.number()?),
                Some(_) => {
                    if !(self.take_word("null")? || self.take_word("true")? || self.take_word("false")?) {
                        return Err(self.expected("a JSON value"));
                    }
                }
                None => return Err(self.expected("a JSON value")),
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Goes back to a place that [`position`](Lexer::position) gave.
    pub(super) fn go_back(&mut self, position: usize) {
        self.at = position;
    }

    /// The error that the text has something else here: it ended, or is no JSON.
    #[cold]
    pub(super) fn expected(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        match self.text[self.at..].chars().next() {
            None => self.end(expected),
            Some('\\') => {
                let escape: String = self.text[self.at..].chars().take(6).collect();
                self.malformed(expected, format!("`{escape}`"))
            }
            Some(char) if char.is_control() => self.malformed(expected, format!("{char:?}")),
            Some(char) => self.malformed(expected, format!("`{char}`")),
        }
    }

    fn malformed(&self, expected: impl Into<Cow<'static, str>>, found: String) -> Error {
        Error::new(ErrorKind::Malformed, expected, found).at(self.at as u64)
    }

    #[cold]
    fn end(&self, expected: impl Into<Cow<'static, str>>) -> Error {
        Error::new(ErrorKind::Truncated, expected, "the end of the text").at(self.text.len() as u64)
    }

    /// The error that a value of the schema should be here; what is here, in words.
    #[cold]
    pub(super) fn misfit(&mut self, expected: impl Into<Cow<'static, str>>) -> Error {
        let first = self.peek();
        let at = self.at;
        let found = match first {
            Some(b'{') => "an object".to_owned(),
            Some(b'[') => "an array".to_owned(),
            Some(b'"') => match self.string() {
                Ok(text) => format!("the string {:?}", shorten(text)),
                Err(error) => return error,
            },
            Some(b'-' | b'0'..=b'9') => match self.number() {
                Ok((text, _)) => format!("the number {}", shorten(text)),
                Err(error) => return error,
            },
            _ => {
                for word in ["null", "true", "false"] {
                    match self.take_word(word) {
                        Ok(true) => {
                            return Error::new(ErrorKind::Mismatch, expected, word).at(at as u64);
                        }
                        Ok(false) => {}
                        Err(error) => return error,
                    }
                }
                return self.expected(expected);
            }
        };
        Error::new(ErrorKind::Mismatch, expected, found).at(at as u64)
    }
}

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// At most 60 characters of a text, so that messages stay readable.
pub(super) fn shorten(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(60) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}
