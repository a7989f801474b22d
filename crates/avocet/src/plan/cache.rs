//! Plans that were made, kept for the next time.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Options, Plan};
use crate::error::Result;
use crate::schema::Schema;

/// A bounded cache of plans, to be shared between threads.
///
/// Plans are found by both schemas and their options; two schemas are the same here only when everything about them
/// is, since defaults and aliases differ under one fingerprint. Looking one up is quickest with the very schemas (or
/// clones of them) that it was made for. When the cache is full, the plan that was not asked for longest goes.
///
/// ```
/// use avocet::{Schema, plan::Plans};
///
/// let plans = Plans::new(100);
/// let (writer, reader) = (Schema::parse("\"int\"")?, Schema::parse("\"long\"")?);
/// let plan = plans.resolve(&writer, &reader)?;
/// assert_eq!(plan.decode_value(&[0x02])?, avocet::Value::Long(1));
/// # Ok::<(), avocet::Error>(())
/// ```
#[derive(Debug)]
pub struct Plans {
    /// The one asked for last stands last.
    plans: Mutex<Vec<(Options, Plan)>>,
    capacity: usize,
}

impl Plans {
    /// A cache of up to `capacity` plans.
    pub fn new(capacity: usize) -> Self {
        Plans { plans: Mutex::new(Vec::new()), capacity }
    }

    /// The plan for two schemas, made if it is not there.
    ///
    /// # Errors
    ///
    /// As [`Plan::resolve`]; failures are not kept.
    pub fn resolve(&self, writer: &Schema, reader: &Schema) -> Result<Plan> {
        self.resolve_with(writer, reader, Options::default())
    }

    /// The plan for two schemas and options, made if it is not there.
    ///
    /// # Errors
    ///
    /// As [`Plan::resolve`]; failures are not kept.
    pub fn resolve_with(&self, writer: &Schema, reader: &Schema, options: Options) -> Result<Plan> {
        if let Some(plan) = self.find(writer, reader, options) {
            return Ok(plan);
        }
        // Made outside of the lock: two threads may make the same plan, none waits for another's.
        let plan = Plan::resolve_with(writer, reader, options)?;
        let mut plans = self.lock();
        if plans.len() >= self.capacity && !plans.is_empty() {
            plans.remove(0);
        }
        if self.capacity > 0 {
            plans.push((options, plan.clone()));
        }
        Ok(plan)
    }

    /// How many plans are kept.
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether no plan is kept.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn find(&self, writer: &Schema, reader: &Schema, options: Options) -> Option<Plan> {
        let mut plans = self.lock();
        let found = plans
            .iter()
            .rposition(|(of, plan)| {
                *of == options && plan.writer().is_same(writer) && plan.reader().is_same(reader)
            })
            .or_else(|| {
                plans.iter().rposition(|(of, plan)| {
                    *of == options && plan.writer() == writer && plan.reader() == reader
                })
            })?;
        let entry = plans.remove(found);
        let plan = entry.1.clone();
        plans.push(entry);
        Some(plan)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<(Options, Plan)>> {
        self.plans.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
