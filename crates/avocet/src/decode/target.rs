//! What a plan decodes into.

use std::sync::Arc;

use thin_vec::ThinVec;

use crate::schema::shape::{EnumShape, FixedShape, RecordShape};

/// A place for any value, which may hold an earlier one: what fits of its allocations is used again.
///
/// `'a` is the life of the bytes that are decoded and of the plan; a target may borrow from both.
pub(crate) trait Target<'a>: Default {
    /// The key of a map.
    type Key: From<&'a str>;

    fn set_null(&mut self);
    fn set_boolean(&mut self, value: bool);
    fn set_int(&mut self, value: i32);
    fn set_long(&mut self, value: i64);
    fn set_float(&mut self, value: f32);
    fn set_double(&mut self, value: f64);
    fn set_bytes(&mut self, value: &'a [u8]);
    /// Bytes that are not among those that are decoded.
    fn set_made_bytes(&mut self, value: &[u8]);
    fn set_string(&mut self, value: &'a str);
    fn set_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &'a [u8]);
    /// Bytes for a fixed that are not among those that are decoded.
    fn set_made_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &[u8]);
    fn set_symbol(&mut self, shape: &'a Arc<EnumShape>, index: u32);

    /// Becomes a record; gives the places of its fields, all of which will be set.
    fn record(&mut self, shape: &'a Arc<RecordShape>) -> &mut [Self];
    /// Becomes an array of values; gives the places of the items that it held before.
    fn values(&mut self) -> &mut ThinVec<Self>;
    /// Becomes an empty array of booleans.
    fn booleans(&mut self) -> &mut ThinVec<bool>;
    /// Becomes an empty array of ints.
    fn ints(&mut self) -> &mut ThinVec<i32>;
    /// Becomes an empty array of longs.
    fn longs(&mut self) -> &mut ThinVec<i64>;
    /// Becomes an empty array of floats.
    fn floats(&mut self) -> &mut ThinVec<f32>;
    /// Becomes an empty array of doubles.
    fn doubles(&mut self) -> &mut ThinVec<f64>;
    /// Becomes a map; gives the entries that it held before.
    fn entries(&mut self) -> &mut ThinVec<(Self::Key, Self)>;
    /// Hears that the entries of the map are complete.
    fn end_entries(&mut self);
}
