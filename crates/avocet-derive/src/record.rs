//! A struct → a record.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Fields;
use syn::spanned::Spanned;

use crate::avsc;
use crate::field::Field;
use crate::resolve;
use crate::target::{Bound, Target};

pub(crate) fn derive(target: &Target, fields: &Fields) -> syn::Result<TokenStream> {
    let fields = fields_of(target, fields, target.case, "")?;
    let encode = encode(target, &fields);
    let rest = described_and_decoded(target, &fields);
    let checked = match &target.attributes.schema {
        Some(path) => avsc::check_record(target, path, &fields)?,
        None => TokenStream::new(),
    };
    Ok(quote!(#rest #encode #checked))
}

/// The fields with their attributes; names must differ.
pub(crate) fn fields_of(
    target: &Target,
    fields: &Fields,
    case: Option<crate::names::Case>,
    scope: &str,
) -> syn::Result<Vec<Field>> {
    let fields = fields
        .iter()
        .enumerate()
        .map(|(index, field)| Field::new(target, field, index, case, scope))
        .collect::<syn::Result<Vec<Field>>>()?;
    let mut names = HashSet::new();
    for field in fields.iter().filter(|field| !field.is_skipped() && !field.is_flat()) {
        if !names.insert(&field.name.value) {
            return Err(syn::Error::new(
                field.name.span,
                format!("two fields are called `{}`", field.name.value),
            ));
        }
    }
    Ok(fields)
}

/// The fields that the schema has, with their positions.
pub(crate) fn kept(fields: &[Field]) -> impl Iterator<Item = (usize, &Field)> {
    fields.iter().filter(|field| !field.is_skipped()).enumerate()
}

/// The impls that make the type a record and read it.
pub(crate) fn described_and_decoded(target: &Target, fields: &[Field]) -> TokenStream {
    let items = fields.iter().map(|field| &field.items);
    let checks: Vec<TokenStream> =
        fields.iter().map(Field::checks).filter(|check| !check.is_empty()).collect();
    let checks = if checks.is_empty() || target.is_generic() {
        quote!()
    } else {
        quote!(const _: () = { #(#checks)* };)
    };
    let avro = target.head(Bound::Avro, &quote!(avro::Avro));
    let record = target.head(Bound::Avro, &quote!(avro::Record));
    let (type_name, named) = (target.type_name(), target.named());
    let entries = kept(fields).map(|(_, field)| field.entry());
    let slots = kept(fields).map(|(_, field)| {
        let ty = &field.ty;
        if field.is_flat() { quote_spanned!(ty.span()=> <#ty as avro::Record>::SLOTS) } else { quote!(1) }
    });
    let describe = kept(fields).map(|(_, field)| field.describe());
    let decode = decode(target, fields);
    quote! {
        #(#items)*
        #checks

        #[automatically_derived]
        #avro {
            const SHAPE: avro::Shape = avro::Shape::record(<Self as avro::Record>::FIELDS);
            fn type_name() -> avro::Cow<'static, str> {
                #type_name
            }
            fn describe(builder: &mut avro::Builder) {
                builder.record::<Self>(&#named, <Self as avro::Record>::describe_fields);
            }
        }

        #[automatically_derived]
        #record {
            const FIELDS: &'static [avro::Field] = &[#(#entries),*];
            const SLOTS: usize = 0 #(+ #slots)*;
            fn describe_fields(builder: &mut avro::Builder) {
                #(#describe)*
            }
        }

        #decode
    }
}

fn encode(target: &Target, fields: &[Field]) -> TokenStream {
    let head = target.head(Bound::Encode, &quote!(avro::Encode));
    let writes: Vec<TokenStream> = kept(fields)
        .map(|(index, field)| {
            let member = &field.member;
            write(&quote!(Self), index, field, &quote!(&self.#member))
        })
        .collect();
    let packed = kept(fields).map(|(_, field)| {
        let (adapter, ty, member, shape) = (&field.adapter, &field.ty, &field.member, field.shape());
        quote_spanned! {ty.span()=>
            let (here, place) = place.split_at_mut(avro::width(#shape));
            <#adapter as avro::EncodeAs<#ty>>::to_packed(&self.#member, here)?;
        }
    });
    quote! {
        #[automatically_derived]
        #head {
            #[inline]
            fn encode(&self, output: &mut avro::Output<'_>) -> avro::Result<()> {
                output.record::<Self>(|output, run| {
                    #(#writes)*
                    ::core::result::Result::Ok(())
                })
            }
            #[inline(always)]
            fn to_packed(&self, place: &mut [u8]) -> avro::Result<()> {
                #(#packed)*
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// The statement that writes a field.
pub(crate) fn write(record: &TokenStream, index: usize, field: &Field, value: &TokenStream) -> TokenStream {
    let (adapter, ty) = (&field.adapter, &field.ty);
    quote_spanned!(ty.span()=> run.field::<#record, #adapter, #ty, #index>(#value, output)?;)
}

fn decode(target: &Target, fields: &[Field]) -> TokenStream {
    let head = target.head(Bound::Decode, &quote!(avro::Decode<'__a>));
    let reads = kept(fields).map(|(index, field)| {
        let (adapter, ty, local) = (&field.adapter, &field.ty, &field.local);
        quote_spanned!(ty.span()=> let #local = run.field::<Self, #adapter, #ty, #index>(input)?;)
    });
    let packed = kept(fields).map(|(_, field)| {
        let (adapter, ty, local) = (&field.adapter, &field.ty, &field.local);
        quote_spanned!(ty.span()=> let #local = <#adapter as avro::DecodeAs<'__a, #ty>>::from_packed(reader)?;)
    });
    let values: Vec<TokenStream> = fields
        .iter()
        .map(|field| {
            let (member, local) = (&field.member, &field.local);
            if field.is_skipped() {
                let ty = &field.ty;
                quote_spanned!(ty.span()=> #member: <#ty as ::core::default::Default>::default())
            } else {
                quote!(#member: #local)
            }
        })
        .collect();
    let marker = is_hidden(target).then(|| quote!(marker: avro::PhantomData));
    let values = quote!(#(#values,)* #marker);

    let resolve = resolve::partial(target, fields, &values);
    quote! {
        #[automatically_derived]
        #head {
            #[inline]
            fn decode(input: &mut avro::Input<'__a, '_>) -> avro::Result<Self> {
                input.record::<Self>(|input, run| {
                    #(#reads)*
                    ::core::result::Result::Ok(Self { #values })
                })
            }
            fn resolve(input: &mut avro::Input<'__a, '_>, from: avro::Source) -> avro::Result<Self> {
                if input.is_direct(from) {
                    return Self::decode(input);
                }
                let mut partial = <Self as avro::ResolveRecord<'__a>>::Partial::default();
                input.resolve_fields(from, |input, slot, from| {
                    <Self as avro::ResolveRecord<'__a>>::set(&mut partial, slot, input, from)
                })?;
                <Self as avro::ResolveRecord<'__a>>::finish(partial)
            }
            #[inline(always)]
            fn from_packed(reader: &mut avro::Reader<'__a>) -> avro::Result<Self> {
                #(#packed)*
                ::core::result::Result::Ok(Self { #values })
            }
        }

        #resolve
    }
}

/// Whether the type is one of ours, which holds its generics in a marker.
fn is_hidden(target: &Target) -> bool {
    target.ident.to_string().starts_with("Variant__")
}
