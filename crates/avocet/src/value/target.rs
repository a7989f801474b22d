//! A value as what a plan decodes into.

use std::sync::Arc;

use thin_vec::ThinVec;

use super::array::Items;
use super::{Array, Fixed, Map, Record, Symbol, Text, Value};
use crate::decode::Target;
use crate::schema::shape::{EnumShape, FixedShape, RecordShape};

/// The places that both kinds of values give for what they hold many of, with the room that they had.
macro_rules! places {
    ($($method:ident $primitive:ty, $variant:ident;)+) => {
        #[inline]
        fn set_null(&mut self) {
            self.set(Self::Null);
        }

        #[inline]
        fn set_boolean(&mut self, value: bool) {
            self.set(Self::Boolean(value));
        }

        #[inline]
        fn set_int(&mut self, value: i32) {
            self.set(Self::Int(value));
        }

        #[inline]
        fn set_long(&mut self, value: i64) {
            self.set(Self::Long(value));
        }

        #[inline]
        fn set_float(&mut self, value: f32) {
            self.set(Self::Float(value));
        }

        #[inline]
        fn set_double(&mut self, value: f64) {
            self.set(Self::Double(value));
        }

        fn values(&mut self) -> &mut ThinVec<Self> {
            if !matches!(self, Self::Array(Array(Items::Values(_)))) {
                self.set(Self::Array(Array(Items::Values(ThinVec::new()))));
            }
            let Self::Array(Array(Items::Values(items))) = self else { unreachable!("just made") };
            items
        }

        $(
            #[inline]
            fn $method(&mut self) -> &mut ThinVec<$primitive> {
                if !matches!(self, Self::Array(Array(Items::$variant(_)))) {
                    self.set(Self::Array(Array(Items::$variant(ThinVec::new()))));
                }
                let Self::Array(Array(Items::$variant(items))) = self else { unreachable!("just made") };
                items.clear();
                items
            }
        )+

        fn entries(&mut self) -> &mut ThinVec<(Self::Key, Self)> {
            if !matches!(self, Self::Map(_)) {
                self.set(Self::Map(Map::new()));
            }
            let Self::Map(map) = self else { unreachable!("just made") };
            map.entries_mut()
        }

        fn end_entries(&mut self) {
            if let Self::Map(map) = self {
                map.keep_last();
            }
        }
    };
    () => {
        places! {
            booleans bool, Booleans;
            ints i32, Ints;
            longs i64, Longs;
            floats f32, Floats;
            doubles f64, Doubles;
        }
    };
}

pub(super) use places;

impl Value {
    /// Becomes another value. What it was is dropped, but not by a call where there is nothing to drop: that call cost
    /// more than reading a number.
    #[inline(always)]
    fn set(&mut self, value: Value) {
        if self.is_primitive() {
            std::mem::forget(std::mem::replace(self, value));
        } else {
            *self = value;
        }
    }

    /// Whether the value stands in its 24 bytes by its type alone.
    #[inline(always)]
    fn is_primitive(&self) -> bool {
        matches!(
            self,
            Value::Null
                | Value::Boolean(_)
                | Value::Int(_)
                | Value::Long(_)
                | Value::Float(_)
                | Value::Double(_)
        )
    }

    /// Whether the value owns nothing that would have to be dropped.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        match self {
            Value::String(text) => text.is_inline(),
            other => other.is_primitive(),
        }
    }
}

impl<'a> Target<'a> for Value {
    type Key = Text;

    places!();

    fn set_bytes(&mut self, value: &'a [u8]) {
        self.set_made_bytes(value);
    }

    fn set_made_bytes(&mut self, value: &[u8]) {
        match self {
            Value::Bytes(bytes) if bytes.len() == value.len() => bytes.copy_from_slice(value),
            other => *other = Value::Bytes(value.into()),
        }
    }

    #[inline]
    fn set_string(&mut self, value: &'a str) {
        match self {
            Value::String(text) => text.set(value),
            other => other.set(Value::String(value.into())),
        }
    }

    fn set_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &'a [u8]) {
        self.set_made_fixed(shape, value);
    }

    fn set_made_fixed(&mut self, shape: &'a Arc<FixedShape>, value: &[u8]) {
        match self {
            Value::Fixed(fixed) if fixed.is_of(shape) => fixed.set(value),
            other => *other = Value::Fixed(Fixed::of_shape(Arc::clone(shape), value)),
        }
    }

    #[inline]
    fn set_symbol(&mut self, shape: &'a Arc<EnumShape>, index: u32) {
        match self {
            Value::Enum(symbol) if symbol.is_of(shape) => symbol.set(index),
            other => other.set(Value::Enum(Symbol::of_shape(Arc::clone(shape), index))),
        }
    }

    #[inline]
    fn record(&mut self, shape: &'a Arc<RecordShape>) -> &mut [Self] {
        if !matches!(self, Value::Record(record) if Arc::ptr_eq(record.shape(), shape)) {
            // Not `resize`, which would clone its value.
            let values = std::iter::repeat_with(|| Value::Null).take(shape.fields.len()).collect();
            self.set(Value::Record(Record::of_shape(Arc::clone(shape), values)));
        }
        let Value::Record(record) = self else { unreachable!("just made") };
        record.values_mut()
    }
}
