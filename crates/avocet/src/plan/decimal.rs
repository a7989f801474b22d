//! Decimals of which the reader wants another scale or fewer digits than the writer had.

use std::fmt::{self, Display};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Result};
use crate::logical::Decimal;
use crate::schema::LogicalType;
use crate::schema::node::{Node, NodeKind};
use crate::schema::shape::FixedShape;

/// Reads a decimal of one scale and gives it another; exact, or an error.
#[derive(Debug)]
pub(crate) struct Rescale {
    writer: (u32, u32),
    reader: (u32, u32),
    /// The reader's fixed, which has the size of the writer's; `None` on bytes.
    pub(crate) fixed: Option<Arc<FixedShape>>,
}

impl Rescale {
    /// `None` when the digits may be taken as they are: equal scales, and room for all digits.
    pub(super) fn between(writer: &Node, reader: &Node) -> Option<Self> {
        let (from, to) = (decimal(writer)?, decimal(reader)?);
        if from.1 == to.1 && from.0 <= to.0 {
            return None;
        }
        let fixed = match &reader.kind {
            NodeKind::Fixed(node) => Some(Arc::clone(&node.shape)),
            _ => None,
        };
        Some(Rescale { writer: from, reader: to, fixed })
    }

    pub(super) fn writer_text(&self) -> String {
        text(self.writer)
    }

    pub(super) fn reader_text(&self) -> String {
        text(self.reader)
    }

    /// The reader's bytes for those of the writer, which stand at `position`.
    pub(crate) fn rescale(&self, bytes: &[u8], position: usize) -> Result<Vec<u8>> {
        let wrong =
            |found: String| Error::new(ErrorKind::Mismatch, self.reader_text(), found).at(position as u64);
        let decimal =
            Decimal::from_be_bytes(bytes, self.writer.1).ok_or_else(|| wrong("no bytes".to_owned()))?;
        // Without a look at all digits, whose time grows with the square of their number.
        let shift = i64::from(self.reader.1) - i64::from(self.writer.1);
        if decimal.digits_at_least().saturating_add_signed(shift) > u64::from(self.reader.0) {
            return Err(wrong(format!("a number of {} bytes", bytes.len())));
        }
        decimal
            .fit(self.reader.0, self.reader.1)
            .and_then(|fitting| match &self.fixed {
                Some(shape) => fitting.to_be_bytes_of(shape.size),
                None => Some(fitting.to_be_bytes()),
            })
            .ok_or_else(|| {
                let is_short = bytes.len() <= 64 && self.writer.1 <= 64;
                wrong(if is_short {
                    decimal.to_string()
                } else {
                    format!("a number of {} bytes", bytes.len())
                })
            })
    }
}

/// Precision and scale.
fn decimal(node: &Node) -> Option<(u32, u32)> {
    match node.logical {
        Some(LogicalType::Decimal { precision, scale }) => Some((precision, scale)),
        _ => None,
    }
}

fn text((precision, scale): (u32, u32)) -> String {
    format!("a decimal of precision {precision} and scale {scale}")
}

impl Display for Rescale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.writer_text(), self.reader_text())
    }
}
