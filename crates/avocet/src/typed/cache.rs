//! The schemas of types, built once each.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use super::describe::describe;
use super::traits::Avro;
use crate::schema::Schema;

type Schemas = RwLock<HashMap<TypeId, &'static Schema>>;

static SCHEMAS: OnceLock<Schemas> = OnceLock::new();

/// The schema of a type. Schemas are never let go: there are as many as types.
pub(super) fn schema_of<T: Avro + ?Sized>() -> &'static Schema {
    // Lifetimes do not matter to a schema, and `typeid` erases them.
    let id = typeid::of::<T>();
    let schemas = SCHEMAS.get_or_init(Schemas::default);
    if let Some(known) = schemas.read().unwrap_or_else(PoisonError::into_inner).get(&id) {
        return known;
    }
    let schema = parse(&describe::<T>(), std::any::type_name::<T>());
    let mut schemas = schemas.write().unwrap_or_else(PoisonError::into_inner);
    schemas.entry(id).or_insert_with(|| Box::leak(Box::new(schema)))
}

/// The schema of the text that describes a type.
pub(super) fn parse(text: &str, of: &str) -> Schema {
    match Schema::parse(text) {
        Ok(schema) => schema,
        Err(error) => panic!("the types in `{of}` make no schema: {error} (in {text})"),
    }
}
