//! Schemas → a program: which bytes are read how, and where the values go.
//!
//! A [`Plan`] is made once for a writer's schema, or for a writer's and a reader's, and shared by everything that
//! decodes such data. All that the schemas decide is decided here: the order of fields, promotions, what is skipped
//! and in which steps, defaults, which branch takes what. Two schemas that no value fits are refused here.

mod cache;
mod compile;
pub(crate) mod decimal;
pub(crate) mod default;
mod fuse;
pub(crate) mod op;
mod print;
mod resolve;
#[cfg(feature = "serde")]
pub(crate) mod singles;
#[cfg(test)]
mod tests;
mod warning;

use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::sync::{Arc, OnceLock};

pub use cache::Plans;
use compile::Compiler;
use op::{Op, Program};
#[cfg(feature = "serde")]
use singles::Singles;
pub use warning::Warning;

use crate::error::Result;
use crate::schema::Schema;
use crate::schema::node::NodeId;

/// How to decode data of a writer's schema as values of a reader's.
///
/// Cheap to clone, and made to be kept: making one costs about as much as parsing its schemas. `Display` prints the
/// program.
///
/// ```
/// use avocet::{Plan, Schema, Value};
///
/// let writer = Schema::parse(r#"{"type": "record", "name": "User", "fields": [
///     {"name": "id", "type": "int"}, {"name": "nick", "type": "string"}]}"#)?;
/// let reader = Schema::parse(r#"{"type": "record", "name": "User", "fields": [
///     {"name": "name", "type": "string", "aliases": ["nick"]}, {"name": "id", "type": "long"},
///     {"name": "age", "type": ["null", "int"], "default": null}]}"#)?;
/// let plan = Plan::resolve(&writer, &reader)?;
/// let user = plan.decode_value(&[0x0a, 0x06, b'a', b'd', b'a'])?;
/// assert_eq!(user["name"].as_str(), Some("ada"));
/// assert_eq!(user["id"], Value::Long(5));
/// assert_eq!(user["age"], Value::Null);
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone)]
pub struct Plan {
    inner: Arc<Inner>,
}

struct Inner {
    program: Program,
    root: Op,
    writer: Schema,
    reader: Schema,
    /// Whether the program reads the data of one schema as values of another.
    resolves: bool,
    warnings: Box<[Warning]>,
    /// What reads the writer's data as they are, made when a resolved plan is first asked to skip: a program that
    /// resolves does not know how to get over what does not fit.
    as_written: OnceLock<(Program, Op)>,
    // What has been asked for once.
    #[cfg(feature = "serde")]
    singles: OnceLock<Singles>,
}

/// How strictly a reader's schema is matched with a writer's.
///
/// ```
/// use avocet::plan::Options;
///
/// let strict = Options::default().strict_unions(true).strict_decimals(true);
/// # let _ = strict;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options {
    strict_unions: bool,
    strict_decimals: bool,
}

impl Options {
    /// Whether a reader's union gives a writer's plain type to the first branch that takes it, as the specification
    /// has it. Otherwise the closest goes first: the same type and fullname, then the same name, then promotions.
    #[must_use]
    pub fn strict_unions(mut self, strict: bool) -> Self {
        self.strict_unions = strict;
        self
    }

    /// Whether decimals of another scale or fewer digits do not match at all. Otherwise each value is rescaled
    /// exactly, and one that would lose digits is an error.
    #[must_use]
    pub fn strict_decimals(mut self, strict: bool) -> Self {
        self.strict_decimals = strict;
        self
    }
}

impl Plan {
    /// A plan that reads data of `schema` as it is.
    pub fn new(schema: &Schema) -> Self {
        Plan::of(compile(schema), schema, schema, false, Vec::new())
    }

    /// A plan that reads data of `writer` as values of `reader`.
    ///
    /// Logical types other than decimals do not take part, as the specification has it: milliseconds that are read as
    /// microseconds stay the same number. [`warnings`](Plan::warnings) names such pairs.
    ///
    /// # Errors
    ///
    /// `Resolution` with all reasons and their paths when no value can fit. A mismatch that depends on the value, such
    /// as one branch of a union, is an error only when it is met.
    pub fn resolve(writer: &Schema, reader: &Schema) -> Result<Self> {
        Plan::resolve_with(writer, reader, Options::default())
    }

    /// A plan like [`resolve`](Plan::resolve)'s, with options.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn resolve_with(writer: &Schema, reader: &Schema, options: Options) -> Result<Self> {
        let (program, warnings) = resolve::resolve(writer, reader, options)?;
        Ok(Plan::of(program, writer, reader, true, warnings))
    }

    fn of(
        (program, root): (Program, Op),
        writer: &Schema,
        reader: &Schema,
        resolves: bool,
        warnings: Vec<Warning>,
    ) -> Self {
        let (writer, reader) = (writer.clone(), reader.clone());
        Plan {
            inner: Arc::new(Inner {
                program,
                root,
                writer,
                reader,
                resolves,
                warnings: warnings.into(),
                as_written: OnceLock::new(),
                #[cfg(feature = "serde")]
                singles: OnceLock::new(),
            }),
        }
    }

    /// The schema that the data was written with.
    pub fn writer(&self) -> &Schema {
        &self.inner.writer
    }

    /// The schema that the values have.
    pub fn reader(&self) -> &Schema {
        &self.inner.reader
    }

    /// What the plan decided that its schemas alone would not tell: a branch of a reader's union that is not the first
    /// which takes the writer's type, units of time that differ. At most a hundred.
    pub fn warnings(&self) -> &[Warning] {
        &self.inner.warnings
    }

    /// Whether both schemas are one and the same, so that bytes of the one are bytes of the other. Schemas that only
    /// look the same count as two.
    pub(crate) fn is_identity(&self) -> bool {
        self.writer().is_same(self.reader())
    }

    pub(crate) fn program(&self) -> &Program {
        &self.inner.program
    }

    /// The steps of the records, field by field. Worked out once.
    #[cfg(feature = "serde")]
    #[inline]
    pub(crate) fn singles(&self) -> &Singles {
        self.inner.singles.get_or_init(|| Singles::of(&self.inner.program))
    }

    pub(crate) fn root(&self) -> Op {
        self.inner.root
    }

    /// The program that reads the writer's data as they are, and where it begins.
    pub(crate) fn as_written(&self) -> (&Program, Op) {
        if !self.inner.resolves {
            return (self.program(), self.root());
        }
        let (program, root) = self.inner.as_written.get_or_init(|| compile(self.writer()));
        (program, *root)
    }
}

/// The program that reads a schema's data as they are, and where it begins.
fn compile(schema: &Schema) -> (Program, Op) {
    let mut compiler = Compiler::new(schema.arena());
    let root = compiler.op(schema.node_id());
    (compiler.program, root)
}

/// The program that reads a schema, with the ops in it that read some of the schema's types: for whoever has to get over
/// them alone.
pub(crate) fn ops_of(
    schema: &Schema,
    types: impl IntoIterator<Item = NodeId>,
) -> (Program, HashMap<NodeId, Op>) {
    let mut compiler = Compiler::new(schema.arena());
    // The root first: that way types are met as their text defines them, one inside the other no deeper than there.
    compiler.op(schema.node_id());
    let ops = types.into_iter().map(|ty| (ty, compiler.op(ty))).collect();
    (compiler.program, ops)
}

impl Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Plan({} as {})", self.inner.writer, self.inner.reader)
    }
}
