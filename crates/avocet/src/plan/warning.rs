//! What a plan does that its schemas alone would not tell.

use std::fmt::{self, Display};

/// Something that a plan decided and that a reader of its schemas may not expect; the plan works all the same.
///
/// ```
/// use avocet::{Plan, Schema};
///
/// let writer = Schema::parse(r#""long""#)?;
/// let reader = Schema::parse(r#"["double", "long"]"#)?;
/// let plan = Plan::resolve(&writer, &reader)?;
/// assert_eq!(
///     plan.warnings()[0].to_string(),
///     "in $: the writer's long goes to the branch long; the specification's first match is double"
/// );
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    pub(super) path: String,
    pub(super) message: String,
}

impl Warning {
    /// Where in the reader's schema: `Order.lines[].price`; `$` for the root alone.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What was decided.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// The path and the message.
impl Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in {}: {}", self.path, self.message)
    }
}
