//! Arrays: primitives as primitives, everything else as values.

use std::borrow::Cow;

use thin_vec::ThinVec;

use super::{Value, ValueRef};

/// The items of an array.
///
/// Arrays that are read are stored as their items are: longs as longs, 8 bytes each. Any array shows its items
/// through [`iter`](Array::iter); those of primitives lend them as a slice too.
///
/// ```
/// use avocet::{Schema, Value};
///
/// let schema = Schema::parse(r#"{"type": "array", "items": "long"}"#)?;
/// let value = Value::decode(&schema, &[0x04, 0x0a, 0x0c, 0x00])?;
/// let array = value.as_array().unwrap();
/// assert_eq!(array.as_longs(), Some(&[5, 6][..]));
/// assert_eq!(array.iter().nth(1).as_deref(), Some(&Value::Long(6)));
/// # Ok::<(), avocet::Error>(())
/// ```
///
/// `V` is [`Value`], or [`ValueRef`] for an array that borrows.
#[derive(Clone, Debug)]
pub struct Array<V = Value>(pub(crate) Items<V>);

#[derive(Clone, Debug)]
pub(crate) enum Items<V = Value> {
    Values(ThinVec<V>),
    Booleans(ThinVec<bool>),
    Ints(ThinVec<i32>),
    Longs(ThinVec<i64>),
    Floats(ThinVec<f32>),
    Doubles(ThinVec<f64>),
}

/// Runs the same code for each kind of items.
macro_rules! each {
    ($array:expr, $items:ident => $body:expr) => {
        match &$array.0 {
            Items::Values($items) => $body,
            Items::Booleans($items) => $body,
            Items::Ints($items) => $body,
            Items::Longs($items) => $body,
            Items::Floats($items) => $body,
            Items::Doubles($items) => $body,
        }
    };
}

/// Either kind of value: [`Value`] or [`ValueRef`].
pub trait Item: Clone + Default + From<bool> + From<i32> + From<i64> + From<f32> + From<f64> {}

impl Item for Value {}
impl Item for ValueRef<'_> {}

impl<V> Array<V> {
    /// How many items there are.
    pub fn len(&self) -> usize {
        each!(self, items => items.len())
    }

    /// Whether there is no item.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items, unless they are stored as primitives.
    pub fn as_values(&self) -> Option<&[V]> {
        match &self.0 {
            Items::Values(items) => Some(items),
            _ => None,
        }
    }

    /// The booleans of an array of booleans.
    pub fn as_booleans(&self) -> Option<&[bool]> {
        match &self.0 {
            Items::Booleans(items) => Some(items),
            _ => None,
        }
    }

    /// The ints of an array of ints.
    pub fn as_ints(&self) -> Option<&[i32]> {
        match &self.0 {
            Items::Ints(items) => Some(items),
            _ => None,
        }
    }

    /// The longs of an array of longs.
    pub fn as_longs(&self) -> Option<&[i64]> {
        match &self.0 {
            Items::Longs(items) => Some(items),
            _ => None,
        }
    }

    /// The floats of an array of floats.
    pub fn as_floats(&self) -> Option<&[f32]> {
        match &self.0 {
            Items::Floats(items) => Some(items),
            _ => None,
        }
    }

    /// The doubles of an array of doubles.
    pub fn as_doubles(&self) -> Option<&[f64]> {
        match &self.0 {
            Items::Doubles(items) => Some(items),
            _ => None,
        }
    }
}

impl<V: Item> Array<V> {
    /// The item at a position: lent where it is stored as a value, made where it is a bare primitive.
    pub fn get(&self, position: usize) -> Option<Cow<'_, V>> {
        Some(match &self.0 {
            Items::Values(items) => Cow::Borrowed(items.get(position)?),
            Items::Booleans(items) => Cow::Owned(V::from(*items.get(position)?)),
            Items::Ints(items) => Cow::Owned(V::from(*items.get(position)?)),
            Items::Longs(items) => Cow::Owned(V::from(*items.get(position)?)),
            Items::Floats(items) => Cow::Owned(V::from(*items.get(position)?)),
            Items::Doubles(items) => Cow::Owned(V::from(*items.get(position)?)),
        })
    }

    /// All items, as [`get`](Array::get) gives them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Cow<'_, V>> {
        (0..self.len()).map(|position| self.get(position).unwrap_or_default())
    }
}

/// Same items in the same order, however they are stored.
impl<V: Item + PartialEq> PartialEq for Array<V> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Items::Values(left), Items::Values(right)) => left == right,
            (Items::Booleans(left), Items::Booleans(right)) => left == right,
            (Items::Ints(left), Items::Ints(right)) => left == right,
            (Items::Longs(left), Items::Longs(right)) => left == right,
            (Items::Floats(left), Items::Floats(right)) => left == right,
            (Items::Doubles(left), Items::Doubles(right)) => left == right,
            _ => {
                self.len() == other.len() && self.iter().zip(other.iter()).all(|(left, right)| left == right)
            }
        }
    }
}

impl<V: Into<Value>> FromIterator<V> for Array {
    fn from_iter<I: IntoIterator<Item = V>>(items: I) -> Self {
        Array(Items::Values(items.into_iter().map(Into::into).collect()))
    }
}

/// Makes an array of primitives from a slice or a vector of them.
macro_rules! from_primitives {
    ($($primitive:ty => $variant:ident),*) => {$(
        impl From<&[$primitive]> for Array {
            fn from(items: &[$primitive]) -> Self {
                Array(Items::$variant(items.into()))
            }
        }

        impl From<Vec<$primitive>> for Array {
            fn from(items: Vec<$primitive>) -> Self {
                Array(Items::$variant(items.into()))
            }
        }
    )*};
}

from_primitives!(bool => Booleans, i32 => Ints, i64 => Longs, f32 => Floats, f64 => Doubles);
