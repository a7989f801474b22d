//! Encoded datums ⇄ JSON text, without a value in between.
//!
//! The text is the JSON encoding of the specification, or the [plain form](Form::Plain) without the names of
//! branches. A [`Value`](crate::Value) becomes text, and text a value, by way of the bytes.
//!
//! | you have | you want | call |
//! |---|---|---|
//! | a datum | its text | [`print`](print()), [`Printer`] |
//! | text | the datum | [`parse`], [`Parser`] |
//! | many datums in a text | each of them | [`Parser::datums`] |
//! | text that comes in pieces | the datums in it | [`Parser::stream`] |
//! | a datum of a writer's schema | text of a reader's | [`Printer::resolving`] |
//! | text of a writer's schema | a datum of a reader's | [`Parser::resolving`] |
//! | a value | its text | `json::print(&schema, &value.encode(&schema)?)` |
//! | text | a value | `plan.decode_value(&json::parse(plan.writer(), text)?)` |

mod describe;
mod form;
mod labels;
mod lexer;
mod names;
mod nested;
mod number;
mod parser;
mod plain;
mod position;
mod printer;
mod read;
mod stream;
mod string;
mod write;

pub use form::{Form, Style};
pub use parser::{Datums, Parser};
pub use printer::Printer;
pub use stream::Stream;

use crate::error::Result;
use crate::limits::Limits;
use crate::schema::Schema;
use crate::wire::Reader;

/// The JSON encoding of the one datum of `schema` that `bytes` hold, compact, under the default
/// [`Limits`]. A [`Printer`] has options, and is to be kept for more than one datum.
///
/// ```
/// use avocet::{Schema, json};
///
/// let schema = Schema::parse(r#"{"type": "array", "items": ["null", "int"]}"#)?;
/// assert_eq!(json::print(&schema, &[0x04, 0x00, 0x02, 0x0e, 0x00])?, r#"[null,{"int":7}]"#);
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// # Errors
///
/// As [`Printer::print`].
pub fn print(schema: &Schema, bytes: &[u8]) -> Result<String> {
    Printer::new(schema).print(bytes)
}

/// The encoding of the one datum of `schema` whose JSON encoding `text` holds, under the default
/// [`Limits`]. A [`Parser`] has options, and is to be kept for more than one datum.
///
/// ```
/// use avocet::{Schema, json};
///
/// let schema = Schema::parse(r#"{"type": "array", "items": ["null", "int"]}"#)?;
/// assert_eq!(json::parse(&schema, r#"[null, {"int": 7}]"#)?, [0x04, 0x00, 0x02, 0x0e, 0x00]);
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// # Errors
///
/// As [`Parser::parse`].
pub fn parse(schema: &Schema, text: &str) -> Result<Vec<u8>> {
    Parser::new(schema).parse(text)
}

/// Reads one datum of `schema` and appends its JSON encoding to `out`: a [`Printer`] for one datum.
///
/// # Errors
///
/// As decoding has them; `out` is then as it was.
pub fn write(
    schema: &Schema,
    reader: &mut Reader<'_>,
    limits: &Limits,
    out: &mut Vec<u8>,
    style: Style,
) -> Result<()> {
    Printer::new(schema).style(style).limits(limits.clone()).print_into(reader, out)
}
