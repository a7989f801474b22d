//! An enum without data → an enum of symbols.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DataEnum;

use crate::attributes::{Attributes, Default, Place};
use crate::avsc;
use crate::names;
use crate::target::{Bound, Target, option};

pub(crate) fn derive(target: &Target, data: &DataEnum) -> syn::Result<TokenStream> {
    let mut symbols: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut default = None;
    for variant in &data.variants {
        let attributes = Attributes::parse(&variant.attrs, Place::Variant)?;
        let symbol = names::name(&variant.ident, attributes.rename.as_ref(), target.case)?;
        if let Some(alias) = attributes.aliases.first() {
            return Err(syn::Error::new(
                alias.span,
                "Avro has no aliases for symbols: put `alias` on the enum",
            ));
        }
        if let Some(given) = attributes.default {
            if matches!(given.value, Default::Expr(_)) {
                return Err(syn::Error::new(
                    given.span,
                    "the default symbol of an enum has no value: just `default`",
                ));
            }
            if default.replace(symbol.value.clone()).is_some() {
                return Err(syn::Error::new(given.span, "an enum has one default symbol"));
            }
        }
        if !seen.insert(symbol.value.clone()) {
            return Err(syn::Error::new(symbol.span, format!("two symbols are called `{}`", symbol.value)));
        }
        symbols.push(symbol.value);
    }
    let idents: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let numbers: Vec<i32> = (0..).take(idents.len()).collect();
    let count = idents.len();
    let (all_but_last, last) = idents.split_at(count - 1);
    let indexes: Vec<usize> = (0..count - 1).collect();
    let chosen = quote! {
        ::core::result::Result::Ok(match index {
            #(#indexes => Self::#all_but_last,)*
            _ => Self::#(#last)*,
        })
    };
    let checked = match &target.attributes.schema {
        Some(path) => avsc::check_symbols(target, path, &symbols)?,
        None => TokenStream::new(),
    };
    let (type_name, named, default) = (target.type_name(), target.named(), option(default.as_ref()));
    let avro = target.head(Bound::Avro, &quote!(avro::Avro));
    let encode = target.head(Bound::Encode, &quote!(avro::Encode));
    let decode = target.head(Bound::Decode, &quote!(avro::Decode<'__a>));
    Ok(quote! {
        #checked

        #[automatically_derived]
        #avro {
            const SHAPE: avro::Shape = avro::Shape::of(avro::Kind::Enum, 1);
            fn type_name() -> avro::Cow<'static, str> {
                #type_name
            }
            fn describe(builder: &mut avro::Builder) {
                builder.symbols::<Self>(&#named, &[#(#symbols),*], #default);
            }
        }

        #[automatically_derived]
        #encode {
            #[inline]
            fn encode(&self, output: &mut avro::Output<'_>) -> avro::Result<()> {
                output.index(match self {
                    #(Self::#idents => #numbers,)*
                });
                ::core::result::Result::Ok(())
            }
        }

        #[automatically_derived]
        #decode {
            #[inline]
            fn decode(input: &mut avro::Input<'__a, '_>) -> avro::Result<Self> {
                let index = input.index(#count, "the index of a symbol")?;
                #chosen
            }
            fn resolve(input: &mut avro::Input<'__a, '_>, from: avro::Source) -> avro::Result<Self> {
                let index = input.resolve_symbol(from)?;
                #chosen
            }
        }
    })
}
