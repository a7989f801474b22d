//! The text of a value: short strings stand in the value itself.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::ops::Deref;

use compact_str::CompactString;

/// A string of 24 bytes that holds up to 24 bytes of text without an allocation.
///
/// Its niche lets [`Value`](super::Value) be 24 bytes too.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(CompactString);

impl Text {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the text stands in these 24 bytes, and so nowhere else.
    #[inline(always)]
    pub(super) fn is_inline(&self) -> bool {
        !self.0.is_heap_allocated()
    }

    /// Becomes another text, in the same allocation where there is one that fits.
    #[inline]
    pub(super) fn set(&mut self, text: &str) {
        if self.0.is_heap_allocated() && text.len() <= self.0.capacity() {
            self.0.clear();
            self.0.push_str(text);
        } else {
            self.0 = CompactString::new(text);
        }
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Text {
    #[inline]
    fn from(text: &str) -> Self {
        Text(CompactString::new(text))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text(text.into())
    }
}

impl From<&String> for Text {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<Box<str>> for Text {
    fn from(text: Box<str>) -> Self {
        Text(text.into())
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        Text(text.into())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0.into_string()
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.0 == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.0 == **other
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}
