//! Rust's identifiers → Avro's names.

use proc_macro2::Span;
use syn::Ident;
use syn::ext::IdentExt;

use crate::attributes::Spanning;

/// How the names of a type's fields or variants are changed.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    Screaming,
}

impl Case {
    pub(crate) fn parse(text: &Spanning<String>) -> syn::Result<Self> {
        Ok(match text.value.as_str() {
            "lowercase" => Case::Lower,
            "UPPERCASE" => Case::Upper,
            "PascalCase" => Case::Pascal,
            "camelCase" => Case::Camel,
            "snake_case" => Case::Snake,
            "SCREAMING_SNAKE_CASE" => Case::Screaming,
            other => {
                let why = if other.to_ascii_lowercase().contains("kebab") {
                    ": Avro names have no hyphens"
                } else {
                    ""
                };
                return Err(syn::Error::new(
                    text.span,
                    format!(
                        "no case `{other}`{why}; there are: lowercase, UPPERCASE, PascalCase, camelCase, snake_case, \
                         SCREAMING_SNAKE_CASE"
                    ),
                ));
            }
        })
    }

    fn apply(self, name: &str) -> String {
        let words = words(name);
        let capital = |word: &String| {
            let mut chars = word.chars();
            chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
        };
        match self {
            Case::Lower => words.concat(),
            Case::Upper => words.concat().to_uppercase(),
            Case::Pascal => words.iter().map(capital).collect(),
            Case::Camel => words.iter().take(1).cloned().chain(words.iter().skip(1).map(capital)).collect(),
            Case::Snake => words.join("_"),
            Case::Screaming => words.join("_").to_uppercase(),
        }
    }
}

/// The words of an identifier in snake case or Pascal case, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut last = '_';
    for char in name.chars() {
        if char == '_' {
            last = char;
            continue;
        }
        if last == '_' || (char.is_uppercase() && !last.is_uppercase()) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(char.to_lowercase());
        }
        last = char;
    }
    words
}

/// The name of an identifier in the schema.
pub(crate) fn name(
    ident: &Ident,
    rename: Option<&Spanning<String>>,
    case: Option<Case>,
) -> syn::Result<Spanning<String>> {
    let name = if let Some(rename) = rename {
        rename.clone()
    } else {
        let plain = ident.unraw().to_string();
        Spanning { value: case.map_or_else(|| plain.clone(), |case| case.apply(&plain)), span: ident.span() }
    };
    check(&name.value, name.span)?;
    Ok(name)
}

/// Checks that a text is a name without a namespace.
pub(crate) fn check(name: &str, span: Span) -> syn::Result<()> {
    let mut chars = name.chars();
    let first = chars.next().is_some_and(|char| char.is_ascii_alphabetic() || char == '_');
    if first && chars.all(|char| char.is_ascii_alphanumeric() || char == '_') {
        return Ok(());
    }
    let hint = if name.contains('.') { "; a namespace has an attribute of its own" } else { "" };
    Err(syn::Error::new(
        span,
        format!(
            "`{name}` is no Avro name: these are of letters a to z, digits and `_`, and do not begin with a digit{hint}"
        ),
    ))
}

/// Checks a namespace: names with dots between them, or nothing.
pub(crate) fn check_namespace(text: &Spanning<String>) -> syn::Result<()> {
    if text.value.is_empty() {
        return Ok(());
    }
    text.value.split('.').try_for_each(|part| check(part, text.span)).map_err(|_| {
        syn::Error::new(text.span, format!("`{}` is no namespace: names with dots between them", text.value))
    })
}

/// Checks an alias of a type, which may have a namespace.
pub(crate) fn check_alias(text: &Spanning<String>) -> syn::Result<()> {
    text.value.split('.').try_for_each(|part| check(part, text.span))
}
