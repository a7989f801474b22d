//! Types that texts may refer to without defining them: schemas in, nodes by name out.

use std::collections::HashMap;
use std::sync::Arc;

use super::Schema;
use super::equal::equal;
use super::name::Name;
use super::node::{Arena, NodeId};
use crate::error::{Error, ErrorKind, Result, SchemaFault};

/// The named types of other schemas.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    types: HashMap<Name, (Arc<Arena>, NodeId)>,
}

impl Known {
    /// Adds the named types of a schema. A type that is known already must be the same in everything.
    pub(crate) fn add(&mut self, schema: &Schema) -> Result<()> {
        let arena = schema.arena();
        let named = || {
            let named = |id: NodeId| arena.node(id).name().map(|name| (name, id));
            arena.reachable(schema.node_id()).into_iter().filter_map(named)
        };
        for (name, id) in named() {
            if let Some((other, other_id)) = self.types.get(name)
                && !equal((&other.nodes, *other_id), (&arena.nodes, id))
            {
                let expected = "one definition of each name";
                let error = Error::new(ErrorKind::Schema(SchemaFault::Duplicate), expected, "another one");
                return Err(error.in_root(name.full()));
            }
        }
        for (name, id) in named() {
            self.types.entry(name.clone()).or_insert_with(|| (arena.clone(), id));
        }
        Ok(())
    }

    pub(crate) fn get(&self, fullname: &str) -> Option<(&Arc<Arena>, NodeId)> {
        self.types.get(fullname).map(|(arena, id)| (arena, *id))
    }
}
