//! `schema = "file.avsc"`: the type and a schema file in, errors where they differ out, while the type is compiled.
//!
//! Names are compared here; types by constants, for only the compiler knows what a field's type is.

use std::path::PathBuf;

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use serde_json::Value;
use syn::LitStr;
use syn::spanned::Spanned;

use crate::field::Field;
use crate::record::kept;
use crate::target::Target;

/// Checks a record, field by field.
pub(crate) fn check_record(target: &Target, path: &LitStr, fields: &[Field]) -> syn::Result<TokenStream> {
    let (schema, watch) = load(path)?;
    expect_type(target, path, &schema, "record")?;
    if let Some(field) = fields.iter().find(|field| field.is_flat()) {
        return Err(syn::Error::new(
            field.ty.span(),
            "the fields of a flattened record cannot be checked with `schema`",
        ));
    }
    let theirs = schema["fields"].as_array().map_or(&[][..], Vec::as_slice);
    let text = path.value();
    let mut checks = TokenStream::new();
    let mut position = 0;
    for (index, field) in kept(fields) {
        let name = &field.name.value;
        let Some(found) = theirs.get(index) else {
            return Err(syn::Error::new(field.name.span, format!("{text} has no field `{name}`")));
        };
        let expected = found["name"].as_str().unwrap_or_default();
        if expected != name {
            let message = if theirs.iter().any(|other| other["name"] == **name) {
                format!("the next field of {text} is `{expected}`: its order is that of the bytes")
            } else {
                format!("{text} has no field `{name}`; the next one there is `{expected}`")
            };
            return Err(syn::Error::new(field.name.span, message));
        }
        position = index + 1;
        checks.extend(check_type(field, &found["type"], &text));
    }
    if let Some(missing) = theirs.get(position) {
        let name = missing["name"].as_str().unwrap_or_default();
        return Err(target.error(&format!("the field `{name}` of {text} is missing here")));
    }
    let checks = if target.is_generic() { quote!() } else { checks };
    Ok(quote!(#watch #checks))
}

/// Checks an enum's symbols.
pub(crate) fn check_symbols(target: &Target, path: &LitStr, symbols: &[String]) -> syn::Result<TokenStream> {
    let (schema, watch) = load(path)?;
    expect_type(target, path, &schema, "enum")?;
    let theirs: Vec<&str> =
        schema["symbols"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    if theirs != symbols {
        let message = format!(
            "the symbols of {} are {}, here they are {}",
            path.value(),
            theirs.join(", "),
            symbols.join(", ")
        );
        return Err(target.error(&message));
    }
    Ok(watch)
}

/// The schema, and an item that has the type compiled again when the file changes.
fn load(path: &LitStr) -> syn::Result<(Value, TokenStream)> {
    let error = |message: String| syn::Error::new(path.span(), message);
    let root = std::env::var("CARGO_MANIFEST_DIR")
        .map_err(|_| error("`schema` needs cargo, for paths begin at the crate".to_owned()))?;
    let full = PathBuf::from(root).join(path.value());
    let text = std::fs::read_to_string(&full)
        .map_err(|reason| error(format!("cannot read {}: {reason}", full.display())))?;
    let schema = serde_json::from_str(&text)
        .map_err(|reason| error(format!("{} is no JSON: {reason}", path.value())))?;
    let full = full.display().to_string();
    Ok((
        schema,
        quote!(
            const _: &[u8] = ::core::include_bytes!(#full);
        ),
    ))
}

fn expect_type(target: &Target, path: &LitStr, schema: &Value, expected: &str) -> syn::Result<()> {
    let error = |message: String| syn::Error::new(path.span(), message);
    let found = schema["type"].as_str().unwrap_or_default();
    if found != expected {
        return Err(error(format!(
            "{} is of the type `{found}`, and `{}` is one of the type `{expected}`",
            path.value(),
            target.ident
        )));
    }
    let own = target
        .attributes
        .namespace
        .as_ref()
        .map_or_else(String::new, |namespace| format!("{}.", namespace.value))
        + &target.name;
    let name = schema["name"].as_str().unwrap_or_default();
    let theirs = match schema["namespace"].as_str() {
        Some(namespace) if !name.contains('.') && !namespace.is_empty() => format!("{namespace}.{name}"),
        _ => name.to_owned(),
    };
    if own != theirs {
        return Err(error(format!(
            "{} is called `{theirs}`, this type `{own}`: use `rename` and `namespace`",
            path.value()
        )));
    }
    Ok(())
}

/// The constant that compares a field's type, and what it holds, with that of the file.
fn check_type(field: &Field, schema: &Value, path: &str) -> TokenStream {
    let (name, own, theirs) = (&field.name.value, field.tree(), tree(schema));
    let text = text(schema);
    let message = format!("the type of this field is not that of `{name}` in {path}, which is {text}");
    quote_spanned! {field.ty.span()=>
        const _: () = ::core::assert!(avro::fits(&#own, &#theirs), "{}", #message);
    }
}

/// A type of the file as a constant.
fn tree(schema: &Value) -> TokenStream {
    let (kind, inner): (&str, Vec<&Value>) = match schema {
        Value::Array(branches) => ("union", branches.iter().collect()),
        Value::Object(object) => match &object.get("type") {
            Some(Value::String(kind)) => {
                (kind, object.get("items").or(object.get("values")).into_iter().collect())
            }
            Some(inner) => return tree(inner),
            None => return quote!(avro::Tree::ANY),
        },
        other => (other.as_str().unwrap_or_default(), Vec::new()),
    };
    if let ("fixed", Some(size)) = (kind, schema["size"].as_u64().and_then(|size| usize::try_from(size).ok()))
    {
        return quote!(avro::Tree::fixed(#size));
    }
    if let Some(kind) = variant(kind) {
        let inner = inner.into_iter().map(tree);
        quote!(avro::Tree::of(avro::Kind::#kind, const { &[#(#inner),*] }))
    } else {
        // A named type that stands elsewhere in the file.
        quote!(avro::Tree::ANY)
    }
}

/// A type of the file in words.
fn text(schema: &Value) -> String {
    match schema {
        Value::Array(branches) => {
            let branches: Vec<String> = branches.iter().map(text).collect();
            format!("a union of {}", branches.join(" and "))
        }
        Value::Object(object) => match object.get("type").and_then(Value::as_str) {
            Some("array") => format!("an array of {}", text(&schema["items"])),
            Some("map") => format!("a map of {}", text(&schema["values"])),
            Some("fixed") => format!("a fixed of {} bytes", schema["size"]),
            Some(kind @ ("record" | "enum")) => {
                format!("the {kind} `{}`", schema["name"].as_str().unwrap_or_default())
            }
            _ => text(&schema["type"]),
        },
        other => other.as_str().unwrap_or_default().to_owned(),
    }
}

/// The name of a kind in the generated code.
fn variant(keyword: &str) -> Option<syn::Ident> {
    const KNOWN: [&str; 14] = [
        "null", "boolean", "int", "long", "float", "double", "bytes", "string", "fixed", "enum", "array",
        "map", "record", "union",
    ];
    let known = KNOWN.contains(&keyword);
    known.then(|| format_ident!("{}{}", keyword[..1].to_uppercase(), &keyword[1..]))
}
