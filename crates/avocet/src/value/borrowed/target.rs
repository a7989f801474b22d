//! A borrowed value as what a plan decodes into.

use std::borrow::Cow;
use std::sync::Arc;

use thin_vec::ThinVec;

use super::super::array::Items;
use super::super::target::places;
use super::super::{Array, Map};
use super::{Fixed, Record, Symbol, ValueRef};
use crate::decode::Target;
use crate::schema::shape::{EnumShape, FixedShape, RecordShape};

impl<'a> ValueRef<'a> {
    /// Becomes another value; as for owned ones, without a call where there is nothing to drop.
    #[inline(always)]
    fn set(&mut self, value: ValueRef<'a>) {
        if self.is_plain() {
            std::mem::forget(std::mem::replace(self, value));
        } else {
            *self = value;
        }
    }

    /// Whether the value owns nothing that would have to be dropped.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        matches!(
            self,
            ValueRef::Null
                | ValueRef::Boolean(_)
                | ValueRef::Int(_)
                | ValueRef::Long(_)
                | ValueRef::Float(_)
                | ValueRef::Double(_)
                | ValueRef::String(_)
                | ValueRef::Enum(_)
        )
    }
}

impl<'a> Target<'a> for ValueRef<'a> {
    type Key = &'a str;

    places!();

    #[inline]
    fn set_bytes(&mut self, value: &'a [u8]) {
        self.set(ValueRef::Bytes(Cow::Borrowed(value)));
    }

    fn set_made_bytes(&mut self, value: &[u8]) {
        self.set(ValueRef::Bytes(Cow::Owned(value.to_vec())));
    }

    #[inline]
    fn set_string(&mut self, value: &'a str) {
        self.set(ValueRef::String(value));
    }

    #[inline]
    fn set_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &'a [u8]) {
        self.set(ValueRef::Fixed(Fixed { shape, bytes: Cow::Borrowed(value) }));
    }

    fn set_made_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &[u8]) {
        self.set(ValueRef::Fixed(Fixed { shape, bytes: Cow::Owned(value.to_vec()) }));
    }

    #[inline]
    fn set_symbol(&mut self, shape: &'a Arc<EnumShape>, index: u32) {
        self.set(ValueRef::Enum(Symbol { shape, index }));
    }

    #[inline]
    fn record(&mut self, shape: &'a Arc<RecordShape>) -> &mut [Self] {
        if !matches!(self, ValueRef::Record(record) if Arc::ptr_eq(record.shape, shape)) {
            let values = std::iter::repeat_with(|| ValueRef::Null).take(shape.fields.len()).collect();
            self.set(ValueRef::Record(Record { shape, values }));
        }
        let ValueRef::Record(record) = self else { unreachable!("just made") };
        &mut record.values
    }
}
