//! Writes JSON text, compact or indented: calls in the order of the text in, a string out.

use std::fmt::Write as _;

use super::Json;

/// Puts commas, indents and escapes; the caller opens and closes in the right order.
pub(crate) struct Emitter {
    out: String,
    pretty: bool,
    depth: usize,
    /// Whether the next key or item needs a comma before it.
    comma: bool,
    /// Whether a key has just been written, whose value follows on the same line.
    keyed: bool,
}

impl Emitter {
    /// Without any space.
    pub(crate) fn compact() -> Emitter {
        Emitter::compact_of(0)
    }

    /// The same, with room for as many bytes.
    pub(crate) fn compact_of(capacity: usize) -> Emitter {
        let out = String::with_capacity(capacity);
        Emitter { out, pretty: false, depth: 0, comma: false, keyed: false }
    }

    /// A line for each member and item, two spaces for each level.
    pub(crate) fn pretty() -> Emitter {
        Emitter { pretty: true, ..Emitter::compact() }
    }

    /// The text.
    pub(crate) fn finish(self) -> String {
        self.out
    }

    pub(crate) fn begin_object(&mut self) {
        self.begin('{');
    }

    pub(crate) fn end_object(&mut self) {
        self.end('}');
    }

    pub(crate) fn begin_array(&mut self) {
        self.begin('[');
    }

    pub(crate) fn end_array(&mut self) {
        self.end(']');
    }

    pub(crate) fn key(&mut self, key: &str) {
        self.before();
        push_quoted(&mut self.out, key);
        self.out.push_str(if self.pretty { ": " } else { ":" });
        self.keyed = true;
    }

    pub(crate) fn string(&mut self, text: &str) {
        self.before();
        push_quoted(&mut self.out, text);
        self.comma = true;
    }

    /// Writes a value whose text needs no quotes and no escapes.
    pub(crate) fn plain(&mut self, value: impl std::fmt::Display) {
        self.before();
        let _ = write!(self.out, "{value}");
        self.comma = true;
    }

    pub(crate) fn member(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    pub(crate) fn strings(&mut self, texts: &[Box<str>]) {
        self.begin_array();
        for text in texts {
            self.string(text);
        }
        self.end_array();
    }

    /// Writes any value; its depth is bounded where it was read.
    pub(crate) fn json(&mut self, json: &Json) {
        match json {
            Json::Null => self.plain("null"),
            Json::Bool(value) => self.plain(value),
            Json::Number(number) => self.plain(number),
            Json::String(text) => self.string(text),
            Json::Array(items) => {
                self.begin_array();
                for item in items {
                    self.json(item);
                }
                self.end_array();
            }
            Json::Object(members) => {
                self.begin_object();
                for (key, value) in members {
                    self.key(key);
                    self.json(value);
                }
                self.end_object();
            }
        }
    }

    fn begin(&mut self, bracket: char) {
        self.before();
        self.out.push(bracket);
        self.depth += 1;
        self.comma = false;
    }

    fn end(&mut self, bracket: char) {
        self.depth -= 1;
        if self.comma {
            self.line();
        }
        self.out.push(bracket);
        self.comma = true;
    }

    fn before(&mut self) {
        if std::mem::take(&mut self.keyed) {
            return;
        }
        if std::mem::take(&mut self.comma) {
            self.out.push(',');
        }
        if self.depth > 0 {
            self.line();
        }
    }

    fn line(&mut self) {
        if self.pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", self.depth));
        }
    }
}

/// Appends a JSON string. Only what JSON demands is escaped, in upper-case hexadecimal as Java's library does.
pub(crate) fn push_quoted(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        out.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            control => {
                let _ = write!(out, "\\u{control:04X}");
            }
        }
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_lines() {
        let write = |mut emitter: Emitter| {
            emitter.begin_object();
            emitter.member("a", "x");
            emitter.key("b");
            emitter.begin_array();
            emitter.plain(1);
            emitter.plain(2);
            emitter.end_array();
            emitter.key("c");
            emitter.begin_object();
            emitter.end_object();
            emitter.end_object();
            emitter.finish()
        };
        assert_eq!(write(Emitter::compact()), r#"{"a":"x","b":[1,2],"c":{}}"#);
        assert_eq!(
            write(Emitter::pretty()),
            "{\n  \"a\": \"x\",\n  \"b\": [\n    1,\n    2\n  ],\n  \"c\": {}\n}"
        );
    }

    #[test]
    fn escapes() {
        let mut out = String::new();
        push_quoted(&mut out, "a\"\\/\n\r\t\u{8}\u{c}\u{1f}\u{7f}é€😀");
        assert_eq!(out, "\"a\\\"\\\\/\\n\\r\\t\\b\\f\\u001F\u{7f}é€😀\"");
    }
}
