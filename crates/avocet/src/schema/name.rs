//! Names: text and enclosing namespace in, fullnames out ("Names" in the specification).

use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The fullname of a type. Cloning is a reference count.
#[derive(Clone)]
pub(crate) struct Name {
    full: Arc<str>,
    /// Where the simple name begins.
    simple: u32,
}

impl Name {
    /// Resolves a name as it is written: one with a dot is full, any other belongs to `namespace` ("" for none).
    /// A leading dot marks the null namespace.
    pub(crate) fn resolve(name: &str, namespace: &str) -> Name {
        let namespace = namespace.trim_start_matches('.');
        if namespace.is_empty() || name.contains('.') {
            return Name::from_full(name.trim_start_matches('.'));
        }
        let mut full = String::with_capacity(namespace.len() + 1 + name.len());
        full.push_str(namespace);
        full.push('.');
        full.push_str(name);
        Name { simple: namespace.len() as u32 + 1, full: full.into() }
    }

    /// The name with this fullname.
    pub(crate) fn from_full(full: &str) -> Name {
        Name { simple: full.rfind('.').map_or(0, |dot| dot as u32 + 1), full: full.into() }
    }

    /// Namespace and simple name, with a dot between them when there is a namespace.
    pub(crate) fn full(&self) -> &str {
        &self.full
    }

    /// The part behind the last dot.
    pub(crate) fn simple(&self) -> &str {
        &self.full[self.simple as usize..]
    }

    /// The part before the last dot; "" for the null namespace.
    pub(crate) fn namespace(&self) -> &str {
        &self.full[..(self.simple as usize).saturating_sub(1)]
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.full == other.full
    }
}

impl Eq for Name {}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.full.hash(state);
    }
}

/// So that a map with names as its keys can be asked with a text.
impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.full
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.full, f)
    }
}

/// Whether a text is a name without dots: an ASCII letter or `_`, then letters, digits and `_`.
pub(crate) fn is_simple_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a text is one or more simple names with dots between them.
pub(crate) fn is_dotted_name(text: &str) -> bool {
    text.split('.').all(is_simple_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_dot_belongs_to_the_namespace() {
        let name = Name::resolve("Order", "com.acme");
        assert_eq!((name.full(), name.simple(), name.namespace()), ("com.acme.Order", "Order", "com.acme"));
    }

    #[test]
    fn a_dotted_name_ignores_the_namespace() {
        let name = Name::resolve("org.Order", "com.acme");
        assert_eq!((name.full(), name.simple(), name.namespace()), ("org.Order", "Order", "org"));
    }

    #[test]
    fn the_null_namespace_is_empty() {
        for name in [Name::resolve("Order", ""), Name::resolve(".Order", "com.acme")] {
            assert_eq!((name.full(), name.simple(), name.namespace()), ("Order", "Order", ""));
        }
    }

    #[test]
    fn the_grammar_is_ascii() {
        for good in ["a", "_", "A9_", "record"] {
            assert!(is_simple_name(good), "{good}");
        }
        for bad in ["", "9a", "a-b", "a.b", "é", "aé", " a"] {
            assert!(!is_simple_name(bad), "{bad}");
        }
        assert!(is_dotted_name("a.b_c.D1"));
        for bad in ["", ".a", "a.", "a..b", "a.1b"] {
            assert!(!is_dotted_name(bad), "{bad}");
        }
    }
}
