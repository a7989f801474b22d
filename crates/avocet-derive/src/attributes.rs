//! `#[avro(…)]` and doc comments in, their values with their places out.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, LitInt, LitStr, Meta, Path, Token};

/// A value and where it was written.
#[derive(Clone)]
pub(crate) struct Spanning<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

/// Where attributes stand, which decides which of them mean something.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Type,
    Field,
    Variant,
}

/// The default of a field.
#[derive(Clone)]
pub(crate) enum Default {
    /// That of the Rust type.
    OfType,
    Expr(Box<Expr>),
}

/// All attributes of one type, field or variant.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) rename: Option<Spanning<String>>,
    pub(crate) rename_all: Option<Spanning<String>>,
    pub(crate) namespace: Option<Spanning<String>>,
    pub(crate) aliases: Vec<Spanning<String>>,
    pub(crate) doc: Option<String>,
    pub(crate) default: Option<Spanning<Default>>,
    pub(crate) skip: Option<Span>,
    pub(crate) flatten: Option<Span>,
    pub(crate) logical: Option<Spanning<String>>,
    pub(crate) decimal: Option<Spanning<(u32, u32)>>,
    pub(crate) fixed: Option<Spanning<(String, Option<LitInt>)>>,
    pub(crate) with: Option<Path>,
    pub(crate) schema: Option<LitStr>,
}

impl Attributes {
    pub(crate) fn parse(attributes: &[Attribute], place: Place) -> syn::Result<Self> {
        let mut all = Attributes::default();
        let mut comment = Vec::new();
        let mut doc = None;
        for attribute in attributes {
            if attribute.path().is_ident("doc") {
                comment.extend(doc_line(&attribute.meta));
            } else if attribute.path().is_ident("avro") {
                attribute.parse_nested_meta(|meta| all.one(&meta, place, &mut doc))?;
            }
        }
        all.doc = doc.or_else(|| {
            let text = comment.join("\n").trim().to_owned();
            (!text.is_empty()).then_some(text)
        });
        Ok(all)
    }

    fn one(&mut self, meta: &ParseNestedMeta<'_>, place: Place, doc: &mut Option<String>) -> syn::Result<()> {
        let span = meta.path.span();
        let Some(name) = meta.path.get_ident().map(ToString::to_string) else {
            return Err(meta.error("expected the name of an attribute, such as `rename`"));
        };
        let places: &[Place] = match name.as_str() {
            "rename" | "doc" | "alias" => &[Place::Type, Place::Field, Place::Variant],
            "rename_all" | "namespace" | "schema" => &[Place::Type],
            "default" => &[Place::Field, Place::Variant],
            "skip" | "flatten" | "logical" | "decimal" | "fixed" | "with" => &[Place::Field],
            _ => return Err(meta.error(unknown(&name))),
        };
        if !places.contains(&place) {
            return Err(meta.error(format!("`{name}` means nothing on {}", place.text())));
        }
        match name.as_str() {
            "rename" => once(&mut self.rename, text(meta)?, meta),
            "rename_all" => once(&mut self.rename_all, text(meta)?, meta),
            "namespace" => once(&mut self.namespace, text(meta)?, meta),
            "logical" => once(&mut self.logical, text(meta)?, meta),
            "doc" => once(doc, text(meta)?.value, meta),
            "alias" => {
                self.aliases.push(text(meta)?);
                Ok(())
            }
            "schema" => once(&mut self.schema, meta.value()?.parse()?, meta),
            "default" => {
                let value = if meta.input.peek(Token![=]) {
                    Default::Expr(Box::new(meta.value()?.parse()?))
                } else {
                    Default::OfType
                };
                once(&mut self.default, Spanning { value, span }, meta)
            }
            "skip" => once(&mut self.skip, span, meta),
            "flatten" => once(&mut self.flatten, span, meta),
            "with" => {
                let value: Expr = meta.value()?.parse()?;
                let path = match value {
                    Expr::Path(path) => path.path,
                    Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => text.parse()?,
                    other => return Err(syn::Error::new(other.span(), "expected the path of a module")),
                };
                once(&mut self.with, path, meta)
            }
            "decimal" => once(&mut self.decimal, decimal(meta)?, meta),
            "fixed" => once(&mut self.fixed, fixed(meta)?, meta),
            _ => Err(meta.error(unknown(&name))),
        }
    }
}

impl Place {
    fn text(self) -> &'static str {
        match self {
            Place::Type => "a type",
            Place::Field => "a field",
            Place::Variant => "a variant",
        }
    }
}

fn unknown(name: &str) -> String {
    format!(
        "no attribute `{name}`; there are: rename, rename_all, namespace, alias, doc, default, skip, flatten, logical, \
         decimal, fixed, with, schema"
    )
}

fn once<T>(place: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(meta.error("given twice")),
    }
}

fn text(meta: &ParseNestedMeta<'_>) -> syn::Result<Spanning<String>> {
    let text: LitStr = meta.value()?.parse()?;
    Ok(Spanning { value: text.value(), span: text.span() })
}

fn decimal(meta: &ParseNestedMeta<'_>) -> syn::Result<Spanning<(u32, u32)>> {
    let span = meta.path.span();
    let (mut precision, mut scale): (Option<u32>, u32) = (None, 0);
    meta.parse_nested_meta(|inner| {
        let number: LitInt = inner.value()?.parse()?;
        if inner.path.is_ident("precision") {
            precision = Some(number.base10_parse()?);
        } else if inner.path.is_ident("scale") {
            scale = number.base10_parse()?;
        } else {
            return Err(inner.error("a decimal has `precision` and `scale`"));
        }
        Ok(())
    })?;
    match precision {
        None => {
            Err(syn::Error::new(span, "a decimal needs a precision: `decimal(precision = 12, scale = 2)`"))
        }
        Some(0) => Err(syn::Error::new(span, "the precision of a decimal is at least 1")),
        Some(precision) if scale > precision => {
            Err(syn::Error::new(span, format!("the scale {scale} is above the precision {precision}")))
        }
        Some(precision) => Ok(Spanning { value: (precision, scale), span }),
    }
}

fn fixed(meta: &ParseNestedMeta<'_>) -> syn::Result<Spanning<(String, Option<LitInt>)>> {
    let span = meta.path.span();
    let (mut name, mut size) = (None, None);
    meta.parse_nested_meta(|inner| {
        if inner.path.is_ident("name") {
            name = Some(text(&inner)?);
        } else if inner.path.is_ident("size") {
            size = Some(inner.value()?.parse()?);
        } else {
            return Err(inner.error("a fixed has `name` and `size`"));
        }
        Ok(())
    })?;
    match name {
        None => Err(syn::Error::new(span, "a fixed needs a name: `fixed(name = \"Md5\")`")),
        Some(name) => {
            crate::names::check(&name.value, name.span)?;
            Ok(Spanning { value: (name.value, size), span })
        }
    }
}

/// One line of a doc comment, without the space that follows the slashes.
fn doc_line(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else { return None };
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = &pair.value else { return None };
    let line = text.value();
    Some(line.strip_prefix(' ').unwrap_or(&line).trim_end().to_owned())
}
