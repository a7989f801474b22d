//! The reader: text in, items of a tape out, by the grammar of RFC 8259.

use std::collections::HashSet;

use super::{Item, Kind, Tape, code_unit, shorten};
use crate::error::{Error, ErrorKind, Result, SchemaFault};

/// Reads the text of a tape that has no items yet.
pub(super) fn read(tape: Tape<'_>, max_depth: u32) -> Result<Tape<'_>> {
    let mut reader = Reader { bytes: tape.text.as_bytes(), at: 0, tape, open: Vec::new(), max_depth };
    match reader.read() {
        Ok(()) => Ok(reader.tape),
        Err(fault) => Err(reader.error(&fault)),
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
    tape: Tape<'t>,
    /// The containers that are not closed yet, outermost first.
    open: Vec<u32>,
    max_depth: u32,
}

/// What the reader met, before it is known where.
enum Fault {
    /// Not JSON: what was expected, and at which offset something else was.
    Syntax(&'static str, usize),
    Duplicate {
        key: u32,
    },
    Depth,
}

impl Reader<'_> {
    fn read(&mut self) -> Result<(), Fault> {
        if self.bytes.starts_with("\u{feff}".as_bytes()) {
            self.at = 3;
        }
        self.space();
        loop {
            let mut complete = self.value()?;
            while complete {
                let Some(&container) = self.open.last() else {
                    self.space();
                    return match self.peek() {
                        None => Ok(()),
                        Some(_) => Err(Fault::Syntax("the end of the text", self.at)),
                    };
                };
                complete = self.after_value(container)?;
            }
        }
    }

    /// Reads a value, or only the beginning of a container that is not empty; tells whether it is complete.
    fn value(&mut self) -> Result<bool, Fault> {
        let start = self.at;
        match self.peek() {
            Some(b'"') => self.string()?,
            Some(open @ (b'{' | b'[')) => {
                if self.open.len() as u32 >= self.max_depth {
                    return Err(Fault::Depth);
                }
                let is_object = open == b'{';
                self.at += 1;
                self.open.push(self.tape.items.len() as u32);
                self.tape.items.push(Item {
                    kind: if is_object { Kind::Object } else { Kind::Array },
                    start: start as u32,
                    end: 0,
                    next: 0,
                });
                self.space();
                if self.peek() == Some(if is_object { b'}' } else { b']' }) {
                    self.at += 1;
                    self.close();
                    return Ok(true);
                }
                if is_object {
                    self.key("a key or `}`")?;
                }
                return Ok(false);
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
                self.push(Kind::Number, start, self.at);
            }
            Some(b't') => self.word("true", Kind::True)?,
            Some(b'f') => self.word("false", Kind::False)?,
            Some(b'n') => self.word("null", Kind::Null)?,
            _ => return Err(Fault::Syntax("a JSON value", start)),
        }
        Ok(true)
    }

    /// Reads what may follow a value in a container; tells whether that completed the container.
    fn after_value(&mut self, container: u32) -> Result<bool, Fault> {
        let is_object = self.tape.items[container as usize].kind == Kind::Object;
        self.space();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.space();
                if is_object {
                    self.key("a key")?;
                }
                Ok(false)
            }
            Some(b'}') if is_object => {
                self.at += 1;
                self.distinct_keys(container)?;
                self.close();
                Ok(true)
            }
            Some(b']') if !is_object => {
                self.at += 1;
                self.close();
                Ok(true)
            }
            _ => Err(Fault::Syntax(if is_object { "`,` or `}`" } else { "`,` or `]`" }, self.at)),
        }
    }

    fn close(&mut self) {
        let next = self.tape.items.len() as u32;
        if let Some(container) = self.open.pop() {
            let item = &mut self.tape.items[container as usize];
            item.end = self.at as u32;
            item.next = next;
        }
    }

    fn key(&mut self, expected: &'static str) -> Result<(), Fault> {
        if self.peek() != Some(b'"') {
            return Err(Fault::Syntax(expected, self.at));
        }
        self.string()?;
        self.space();
        if self.peek() != Some(b':') {
            return Err(Fault::Syntax("`:`", self.at));
        }
        self.at += 1;
        self.space();
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        let start = self.at + 1;
        let mut kind = Kind::Plain;
        self.at = start;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    kind = Kind::Escaped;
                    self.escape()?;
                }
                Some(0..0x20) => {
                    return Err(Fault::Syntax("no control character inside a string", self.at));
                }
                Some(_) => self.at += 1,
                None => return Err(Fault::Syntax("`\"` at the end of a string", self.at)),
            }
        }
        self.push(kind, start, self.at);
        self.at += 1;
        Ok(())
    }

    /// Passes an escape; its text is taken apart by [`unescape`](super::unescape) later.
    fn escape(&mut self) -> Result<(), Fault> {
        let start = self.at;
        self.at += 2;
        match self.bytes.get(start + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(()),
            Some(b'u') => {
                let first =
                    self.code_unit().ok_or(Fault::Syntax("four hexadecimal digits after `\\u`", start))?;
                let is_low = |unit| (0xdc00..0xe000).contains(&unit);
                if (0xd800..0xdc00).contains(&first) {
                    let escaped = self.bytes[self.at..].starts_with(b"\\u");
                    self.at += 2;
                    if !escaped || !self.code_unit().is_some_and(is_low) {
                        return Err(Fault::Syntax("the second half of a surrogate pair", start));
                    }
                } else if is_low(first) {
                    return Err(Fault::Syntax("the first half of a surrogate pair", start));
                }
                Ok(())
            }
            _ => Err(Fault::Syntax("an escape of JSON", start)),
        }
    }

    fn code_unit(&mut self) -> Option<u32> {
        let unit = code_unit(self.bytes.get(self.at..self.at + 4)?)?;
        self.at += 4;
        Some(unit)
    }

    fn number(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let zero = self.peek() == Some(b'0');
        let start = self.at;
        self.digits()?;
        if zero && self.at > start + 1 {
            return Err(Fault::Syntax("a number without leading zeros", start));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(Fault::Syntax("a digit", start)) } else { Ok(()) }
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<(), Fault> {
        let start = self.at;
        if !self.bytes[start..].starts_with(word.as_bytes()) {
            return Err(Fault::Syntax("a JSON value", start));
        }
        self.at += word.len();
        self.push(kind, start, self.at);
        Ok(())
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        let next = self.tape.items.len() as u32 + 1;
        self.tape.items.push(Item { kind, start: start as u32, end: end as u32, next });
    }

    fn distinct_keys(&self, object: u32) -> Result<(), Fault> {
        let end = self.tape.items.len() as u32;
        let items = &self.tape.items;
        let mut next = object + 1;
        let keys = std::iter::from_fn(move || {
            let key = next;
            (key < end).then(|| {
                next = items[key as usize + 1].next;
                key
            })
        });
        let mut seen: [&[u8]; 12] = [b""; 12];
        for (count, key) in keys.clone().enumerate() {
            let item = items[key as usize];
            if count == seen.len() || item.kind == Kind::Escaped {
                let mut seen = HashSet::new();
                for key in keys {
                    if !seen.insert(self.tape.string(items[key as usize])) {
                        return Err(Fault::Duplicate { key });
                    }
                }
                return Ok(());
            }
            let text = &self.bytes[item.start as usize..item.end as usize];
            if seen[..count].contains(&text) {
                return Err(Fault::Duplicate { key });
            }
            seen[count] = text;
        }
        Ok(())
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    #[cold]
    fn error(&self, fault: &Fault) -> Error {
        match *fault {
            Fault::Syntax(expected, at) => {
                let at = at.min(self.bytes.len());
                let found = match self.tape.text[at..].chars().next() {
                    Some(_) if self.bytes[at] == b'\\' => {
                        let escape: String = self.tape.text[at..].chars().take(6).collect();
                        format!("`{escape}`")
                    }
                    Some(c) if c.is_control() => format!("{c:?}"),
                    Some(c) => format!("`{c}`"),
                    None => "the end of the text".into(),
                };
                let (line, column) = self.tape.position(at);
                Error::new(ErrorKind::Schema(SchemaFault::Json), expected, found)
                    .at_position(line, column)
                    .in_root(&self.tape.path(self.tape.items.len() as u32))
            }
            Fault::Duplicate { key } => {
                let place = self.tape.place(key);
                let found = format!("a second `{}`", shorten(&place.key()));
                place.error(SchemaFault::Json, "each key once in an object", found)
            }
            Fault::Depth => {
                let (line, column) = self.tape.position(self.at);
                Error::limit("schema_depth", self.max_depth, "another array or object inside")
                    .at_position(line, column)
            }
        }
    }
}
