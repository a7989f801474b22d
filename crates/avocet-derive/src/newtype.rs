//! A struct of one field without a name → the schema of that field.

use proc_macro2::TokenStream;
use quote::quote;

use crate::field::Field;
use crate::target::{Bound, Target};

pub(crate) fn derive(target: &Target, field: &syn::Field) -> syn::Result<TokenStream> {
    let field = Field::new(target, field, 0, None, "")?;
    for (name, span) in [
        ("namespace", target.attributes.namespace.as_ref().map(|text| text.span)),
        ("alias", target.attributes.aliases.first().map(|text| text.span)),
        ("rename_all", target.attributes.rename_all.as_ref().map(|text| text.span)),
        ("schema", target.attributes.schema.as_ref().map(syn::LitStr::span)),
        ("skip", field.attributes.skip),
        ("flatten", field.attributes.flatten),
        ("default", field.attributes.default.as_ref().map(|default| default.span)),
        ("rename", field.attributes.rename.as_ref().map(|text| text.span)),
    ] {
        if let Some(span) = span {
            let message = format!("`{name}` means nothing here: a newtype has the schema of its one field");
            return Err(syn::Error::new(span, message));
        }
    }
    let (adapter, ty, items, checks) = (&field.adapter, &field.ty, &field.items, field.checks());
    let shape = field.shape();
    let checks =
        if target.is_generic() || checks.is_empty() { quote!() } else { quote!(const _: () = { #checks };) };
    let name = field.attributes.fixed.as_ref().map_or(&target.name, |fixed| &fixed.value.0);
    let avro = target.head(Bound::Avro, &quote!(avro::Avro));
    let encode = target.head(Bound::Encode, &quote!(avro::Encode));
    let decode = target.head(Bound::Decode, &quote!(avro::Decode<'__a>));
    let write = quote!(<#adapter as avro::EncodeAs<#ty>>);
    let read = quote!(<#adapter as avro::DecodeAs<'__a, #ty>>);
    Ok(quote! {
        #items
        #checks

        #[automatically_derived]
        #avro {
            const SHAPE: avro::Shape = #shape;
            fn type_name() -> avro::Cow<'static, str> {
                <#adapter as avro::Adapter<#ty>>::type_name()
            }
            fn describe(builder: &mut avro::Builder) {
                builder.name_fixed(#name, <#adapter as avro::Adapter<#ty>>::describe);
            }
        }

        #[automatically_derived]
        #encode {
            #[inline(always)]
            fn encode(&self, output: &mut avro::Output<'_>) -> avro::Result<()> {
                #write::encode(&self.0, output)
            }
            #[inline(always)]
            fn to_packed(&self, place: &mut [u8]) -> avro::Result<()> {
                #write::to_packed(&self.0, place)
            }
            #[inline(always)]
            fn to_number(&self) -> avro::Result<i64> {
                #write::to_number(&self.0)
            }
        }

        #[automatically_derived]
        #decode {
            #[inline(always)]
            fn decode(input: &mut avro::Input<'__a, '_>) -> avro::Result<Self> {
                #read::decode(input).map(Self)
            }
            fn resolve(input: &mut avro::Input<'__a, '_>, from: avro::Source) -> avro::Result<Self> {
                #read::resolve(input, from).map(Self)
            }
            #[inline(always)]
            fn from_packed(reader: &mut avro::Reader<'__a>) -> avro::Result<Self> {
                #read::from_packed(reader).map(Self)
            }
            #[inline(always)]
            fn from_number(number: i64) -> avro::Result<Self> {
                #read::from_number(number).map(Self)
            }
        }
    })
}
