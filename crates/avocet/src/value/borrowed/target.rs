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

impl<'a> Target<'a> for ValueRef<'a> {
    type Key = &'a str;

    places!();

    #[inline]
    fn set_bytes(&mut self, value: &'a [u8]) {
        *self = ValueRef::Bytes(Cow::Borrowed(value));
    }

    fn set_made_bytes(&mut self, value: &[u8]) {
        *self = ValueRef::Bytes(Cow::Owned(value.to_vec()));
    }

    #[inline]
    fn set_string(&mut self, value: &'a str) {
        *self = ValueRef::String(value);
    }

    #[inline]
    fn set_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &'a [u8]) {
        *self = ValueRef::Fixed(Fixed { shape, bytes: Cow::Borrowed(value) });
    }

    fn set_made_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &[u8]) {
        *self = ValueRef::Fixed(Fixed { shape, bytes: Cow::Owned(value.to_vec()) });
    }

    #[inline]
    fn set_symbol(&mut self, shape: &'a Arc<EnumShape>, index: u32) {
        *self = ValueRef::Enum(Symbol { shape, index });
    }

    #[inline]
    fn record(&mut self, shape: &'a Arc<RecordShape>) -> &mut [Self] {
        if !matches!(self, ValueRef::Record(record) if Arc::ptr_eq(record.shape, shape)) {
            let mut values = ThinVec::with_capacity(shape.fields.len());
            values.resize(shape.fields.len(), ValueRef::Null);
            *self = ValueRef::Record(Record { shape, values });
        }
        let ValueRef::Record(record) = self else { unreachable!("just made") };
        &mut record.values
    }
}
