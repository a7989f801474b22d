//! Which variant of a Rust enum stands for which type of a schema.

use crate::schema::name::Name;

/// What a type is called: by its own name, or by its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum TypeName<'a> {
    Named(&'a Name),
    Kind(&'static str),
}

impl<'a> TypeName<'a> {
    /// Whether a variant is named after the type: a named type by its fullname or the last part of it; any other by
    /// its kind, in any case of letters (`Long`, `long`), null as `None` too.
    pub(super) fn is_of(self, variant: &str) -> bool {
        match self {
            TypeName::Named(name) => variant == name.simple() || variant == name.full(),
            TypeName::Kind(kind) => {
                variant.eq_ignore_ascii_case(kind) || kind == "null" && variant.eq_ignore_ascii_case("none")
            }
        }
    }

    /// The one of `variants` that is named after the type.
    pub(super) fn find(self, variants: &'static [&'static str]) -> Option<&'static str> {
        variants.iter().copied().find(|variant| self.is_of(variant))
    }

    pub(super) fn text(self) -> &'a str {
        match self {
            TypeName::Named(name) => name.full(),
            TypeName::Kind(kind) => kind,
        }
    }
}
