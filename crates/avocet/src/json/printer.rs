//! From datums to JSON text, with options.

use std::fmt::{self, Debug};
use std::sync::Arc;

use super::labels::Labels;
use super::write::Writing;
use super::{Form, Style};
use crate::error::{Error, ErrorKind, Result};
use crate::limits::Limits;
use crate::plan::Plan;
use crate::schema::Schema;
use crate::wire::Reader;

/// Writes datums as JSON text.
///
/// ```
/// use avocet::{Plan, Schema, json};
///
/// let writer = Schema::parse(r#"{"type": "record", "name": "Bird", "fields": [
///     {"name": "name", "type": "string"}, {"name": "wingspan", "type": ["null", "int"]}]}"#)?;
/// let bytes = b"\x0cavocet\x02\x9c\x01";
/// assert_eq!(json::Printer::new(&writer).print(bytes)?, r#"{"name":"avocet","wingspan":{"int":78}}"#);
///
/// let mut plain = json::Printer::new(&writer).form(json::Form::Plain);
/// assert_eq!(plain.print(bytes)?, r#"{"name":"avocet","wingspan":78}"#);
///
/// let reader = Schema::parse(r#"{"type": "record", "name": "Bird", "fields": [
///     {"name": "span", "aliases": ["wingspan"], "type": ["null", "double"]}]}"#)?;
/// let mut resolved = json::Printer::resolving(&Plan::resolve(&writer, &reader)?);
/// assert_eq!(resolved.print(bytes)?, r#"{"span":{"double":78.0}}"#);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone)]
pub struct Printer {
    /// The schema of what is printed.
    schema: Schema,
    /// Makes datums of the schema from those of another.
    plan: Option<Plan>,
    /// Made with the first datum, when the style is known.
    labels: Option<Arc<Labels>>,
    form: Form,
    style: Style,
    limits: Limits,
    /// A datum as the reader's schema has it.
    resolved: Vec<u8>,
}

impl Printer {
    /// A printer of datums of `schema`: in the Avro form, compact, with the default [`Limits`].
    pub fn new(schema: &Schema) -> Self {
        Printer {
            schema: schema.clone(),
            plan: None,
            labels: None,
            form: Form::default(),
            style: Style::default(),
            limits: Limits::default(),
            resolved: Vec::new(),
        }
    }

    /// A printer of datums of the plan's writer's schema as its reader's schema has them.
    ///
    /// When the plan has one schema for both, text is made from the bytes at once; otherwise the datum is first
    /// written anew under the reader's schema, see [`Plan::transcode`].
    pub fn resolving(plan: &Plan) -> Self {
        let plan_or_none = (!plan.is_identity()).then(|| plan.clone());
        Printer { plan: plan_or_none, ..Printer::new(plan.reader()) }
    }

    /// Which JSON stands for a datum.
    #[must_use]
    pub fn form(mut self, form: Form) -> Self {
        self.form = form;
        self
    }

    /// How the text is laid out.
    #[must_use]
    pub fn style(mut self, style: Style) -> Self {
        self.style = style;
        self.labels = None;
        self
    }

    /// What the printer is ready to spend on bytes it cannot trust.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The JSON text of the one datum that `bytes` hold.
    ///
    /// # Errors
    ///
    /// As decoding has them; `TrailingBytes` when the datum ends before `bytes` do.
    #[expect(clippy::missing_panics_doc, reason = "all strings in the text were checked to be UTF-8")]
    pub fn print(&mut self, bytes: &[u8]) -> Result<String> {
        let mut reader = Reader::new(bytes);
        let mut out = Vec::new();
        self.print_into(&mut reader, &mut out)?;
        if !reader.is_empty() {
            let found = format!("{} more bytes", reader.remaining());
            return Err(Error::new(ErrorKind::TrailingBytes, "the end of the input", found)
                .at(reader.position() as u64));
        }
        Ok(String::from_utf8(out).expect("JSON is made of checked strings"))
    }

    /// Reads one datum and appends its JSON text to `out`.
    ///
    /// # Errors
    ///
    /// As decoding has them; `out` is then as it was.
    pub fn print_into(&mut self, reader: &mut Reader<'_>, out: &mut Vec<u8>) -> Result<()> {
        let Printer { schema, plan, labels, form, style, limits, resolved } = self;
        let labels = labels.get_or_insert_with(|| Arc::new(Labels::new(schema.arena(), *style)));
        let writing = Writing { schema, labels, form: *form, style: *style, limits };
        let Some(plan) = plan else {
            return writing.write(reader, out);
        };
        resolved.clear();
        plan.transcode(reader, limits, resolved)?;
        writing.write(&mut Reader::new(resolved), out)
    }
}

impl Debug for Printer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Printer")
            .field("schema", &self.schema)
            .field("form", &self.form)
            .field("style", &self.style)
            .finish_non_exhaustive()
    }
}
