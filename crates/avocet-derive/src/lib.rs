//! `#[derive(Avro)]`: a Rust type in, its Avro schema and the code that writes and reads it out.
//!
//! Use it as `avocet::Avro`; the code it writes calls `avocet::typed::__private`.

use proc_macro2::TokenStream;
use syn::{Data, DeriveInput, Fields};

mod attributes;
mod avsc;
mod field;
mod names;
mod newtype;
mod record;
mod resolve;
mod symbols;
mod target;
mod union;

use target::Target;

/// Gives a type an Avro schema and the code that writes and reads it.
///
/// The documentation of this macro, with all its attributes, is that of `avocet::Avro`.
#[proc_macro_derive(Avro, attributes(avro))]
pub fn derive_avro(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    derive(&input).unwrap_or_else(syn::Error::into_compile_error).into()
}

fn derive(input: &DeriveInput) -> syn::Result<TokenStream> {
    let target = Target::new(input)?;
    let body = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                newtype::derive(&target, &fields.unnamed[0])?
            }
            fields => record::derive(&target, fields)?,
        },
        Data::Enum(data) if data.variants.is_empty() => {
            return Err(target.error("an enum without variants has no values, and so no Avro type"));
        }
        Data::Enum(data) if data.variants.iter().all(|variant| matches!(variant.fields, Fields::Unit)) => {
            symbols::derive(&target, data)?
        }
        Data::Enum(data) => union::derive(&target, data)?,
        Data::Union(_) => {
            return Err(
                target.error("a Rust `union` does not know which of its fields is valid: use an enum")
            );
        }
    };
    Ok(target::wrap(&body))
}
