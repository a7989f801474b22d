//! Values as JSON text, for people: without a schema, so unions show no branch.

use std::fmt::{self, Display, Formatter, Write as _};

use super::{Value, ValueRef};

/// Writes `Display` for a kind of value.
macro_rules! display {
    ($value:ty) => {
        /// JSON of the value: bytes and fixed as text of code points 0-255, enums as their symbol, numbers that JSON lacks
        /// as strings. It is not the JSON encoding of the specification, which names the branches of unions; that needs a
        /// schema and is [`json`](crate::json)'s.
        impl Display for $value {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                match self {
                    Self::Null => f.write_str("null"),
                    Self::Boolean(value) => write!(f, "{value}"),
                    Self::Int(value) => write!(f, "{value}"),
                    Self::Long(value) => write!(f, "{value}"),
                    Self::Float(value) if value.is_finite() => write!(f, "{value:?}"),
                    Self::Double(value) if value.is_finite() => write!(f, "{value:?}"),
                    Self::Float(value) => write_not_finite(f, f64::from(*value)),
                    Self::Double(value) => write_not_finite(f, *value),
                    Self::Bytes(bytes) => write_text(f, bytes.iter().map(|byte| char::from(*byte))),
                    Self::Fixed(fixed) => {
                        write_text(f, fixed.as_bytes().iter().map(|byte| char::from(*byte)))
                    }
                    Self::String(text) => write_text(f, text.chars()),
                    Self::Enum(symbol) => write_text(f, symbol.as_str().chars()),
                    Self::Record(record) => write_members(f, record.fields()),
                    Self::Map(map) => write_members(f, map.iter()),
                    Self::Array(array) => {
                        f.write_char('[')?;
                        for (position, item) in array.iter().enumerate() {
                            if position > 0 {
                                f.write_char(',')?;
                            }
                            write!(f, "{item}")?;
                        }
                        f.write_char(']')
                    }
                }
            }
        }
    };
}

display!(Value);
display!(ValueRef<'_>);

fn write_not_finite(f: &mut Formatter<'_>, value: f64) -> fmt::Result {
    f.write_str(if value.is_nan() {
        "\"NaN\""
    } else if value > 0.0 {
        "\"Infinity\""
    } else {
        "\"-Infinity\""
    })
}

fn write_members<'a, V: Display + 'a>(
    f: &mut Formatter<'_>,
    members: impl Iterator<Item = (&'a str, &'a V)>,
) -> fmt::Result {
    f.write_char('{')?;
    for (position, (name, value)) in members.enumerate() {
        if position > 0 {
            f.write_char(',')?;
        }
        write_text(f, name.chars())?;
        write!(f, ":{value}")?;
    }
    f.write_char('}')
}

fn write_text(f: &mut Formatter<'_>, text: impl Iterator<Item = char>) -> fmt::Result {
    f.write_char('"')?;
    for char in text {
        match char {
            '"' | '\\' => write!(f, "\\{char}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\0'..='\x1f' => write!(f, "\\u{:04x}", u32::from(char))?,
            _ => f.write_char(char)?,
        }
    }
    f.write_char('"')
}
