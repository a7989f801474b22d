//! Maps: entries in the order in which they came.

use std::collections::HashMap;
use std::hash::Hash;

use thin_vec::ThinVec;

use super::{Text, Value};

/// The entries of a map, each key once.
///
/// They keep their order, so what is read is written the same; the order does not matter for equality.
///
/// ```
/// use avocet::{Value, value::Map};
///
/// let mut map: Map = [("a", 1), ("b", 2)].into_iter().collect();
/// assert_eq!(map.insert("b", 3), Some(Value::Int(2)));
/// assert_eq!(map.get("b"), Some(&Value::Int(3)));
/// ```
///
/// `K` and `V` are [`Text`] and [`Value`], or `&str` and [`ValueRef`](super::ValueRef) for a map that borrows.
#[derive(Clone, Debug)]
pub struct Map<K = Text, V = Value> {
    entries: ThinVec<(K, V)>,
}

/// Up to so many entries are compared one by one; more are looked up by hash where all pairs would have to meet.
const FEW: usize = 16;

impl<K: AsRef<str> + Eq + Hash + Clone, V> Map<K, V> {
    /// A map without entries.
    pub fn new() -> Self {
        Map::default()
    }

    pub(super) fn entries_mut(&mut self) -> &mut ThinVec<(K, V)> {
        &mut self.entries
    }

    /// The entries themselves, in order.
    pub(super) fn into_entries(self) -> impl Iterator<Item = (K, V)> {
        self.entries.into_iter()
    }

    /// Of entries with the same key, keeps the last.
    pub(super) fn keep_last(&mut self) {
        let entries = &mut self.entries;
        if entries.len() <= FEW {
            let mut position = 0;
            while position < entries.len() {
                let key = &entries[position].0;
                if entries[position + 1..].iter().any(|(later, _)| later == key) {
                    entries.remove(position);
                } else {
                    position += 1;
                }
            }
        } else {
            let last: HashMap<K, usize> =
                entries.iter().enumerate().map(|(position, (key, _))| (key.clone(), position)).collect();
            if last.len() < entries.len() {
                let mut position = 0;
                entries.retain(|(key, _)| {
                    position += 1;
                    last[key] == position - 1
                });
            }
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a key. Keys are compared one after the other.
    pub fn get(&self, key: &str) -> Option<&V> {
        self.entries.iter().find(|(known, _)| known.as_ref() == key).map(|(_, value)| value)
    }

    /// Sets the value of a key and returns the one that it had.
    pub fn insert(&mut self, key: impl Into<K>, value: impl Into<V>) -> Option<V> {
        let (key, value) = (key.into(), value.into());
        if let Some((_, old)) = self.entries.iter_mut().find(|(known, _)| *known == key) {
            return Some(std::mem::replace(old, value));
        }
        self.entries.push((key, value));
        None
    }

    /// The keys and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &V)> {
        self.entries.iter().map(|(key, value)| (key.as_ref(), value))
    }
}

impl<K, V> Default for Map<K, V> {
    fn default() -> Self {
        Map { entries: ThinVec::new() }
    }
}

impl<K: AsRef<str> + Eq + Hash + Clone, V: PartialEq> PartialEq for Map<K, V> {
    fn eq(&self, other: &Self) -> bool {
        if self.len() != other.len() {
            return false;
        }
        if self.len() <= FEW {
            return self.iter().all(|(key, value)| other.get(key).is_some_and(|theirs| theirs == value));
        }
        let theirs: HashMap<&str, &V> = other.iter().collect();
        self.iter().all(|(key, value)| theirs.get(key).is_some_and(|theirs| *theirs == value))
    }
}

impl<K: Into<Text>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect();
        let mut map = Map { entries };
        map.keep_last();
        map
    }
}
