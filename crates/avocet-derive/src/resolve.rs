//! A record whose fields come in the order of another schema: a struct of what was read so far, and how it is filled.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use crate::field::Field;
use crate::record::kept;
use crate::target::{Bound, Target};

/// The partial record and the impl that fills it; `values` makes the whole of the fields' variables.
pub(crate) fn partial(target: &Target, fields: &[Field], values: &TokenStream) -> TokenStream {
    let resolved = target.head(Bound::Decode, &quote!(avro::ResolveRecord<'__a>));
    let (params, clause) = target.declaration();
    let (_, arguments, _) = target.generics.split_for_impl();
    let whole = target.ty();
    let partial = format_ident!("Partial{}", target.ident);
    let plain: Vec<&Field> = kept(fields).map(|(_, field)| field).filter(|field| !field.is_flat()).collect();
    let flat: Vec<&Field> = kept(fields).map(|(_, field)| field).filter(|field| field.is_flat()).collect();
    let (parts, part_types): (Vec<_>, Vec<_>) = plain.iter().map(|field| (&field.local, &field.ty)).unzip();
    let flat_partials = flat.iter().map(|field| {
        let ty = &field.ty;
        quote_spanned!(ty.span()=> <#ty as avro::ResolveRecord<'__a>>::Partial)
    });
    let set = set(fields);
    let taken = kept(fields).map(|(_, field)| {
        let local = &field.local;
        if field.is_flat() {
            let at = flat.iter().position(|other| other.local == field.local).map(syn::Index::from);
            let ty = &field.ty;
            quote_spanned!(ty.span()=> let #local = <#ty as avro::ResolveRecord<'__a>>::finish(partial.1.#at)?;)
        } else {
            quote!(let #local = avro::taken(partial.0.#local)?;)
        }
    });
    quote! {
        #[doc(hidden)]
        pub struct #partial #params #clause {
            #(#parts: ::core::option::Option<#part_types>,)*
            marker: avro::PhantomData<fn() -> #whole>,
        }

        impl #params ::core::default::Default for #partial #arguments #clause {
            fn default() -> Self {
                Self { #(#parts: ::core::option::Option::None,)* marker: avro::PhantomData }
            }
        }

        #[automatically_derived]
        #resolved {
            type Partial = (#partial #arguments, (#(#flat_partials,)*));
            #[inline]
            fn set(
                partial: &mut Self::Partial,
                slot: usize,
                input: &mut avro::Input<'__a, '_>,
                from: avro::Source,
            ) -> avro::Result<()> {
                #set
            }
            #[inline]
            fn finish(partial: Self::Partial) -> avro::Result<Self> {
                #(#taken)*
                ::core::result::Result::Ok(Self { #values })
            }
        }
    }
}

/// Reads the field at a position of the schema into its place in the partial record.
fn set(fields: &[Field]) -> TokenStream {
    let read = |field: &Field| {
        let (adapter, ty, local) = (&field.adapter, &field.ty, &field.local);
        quote_spanned!(ty.span()=> partial.0.#local = ::core::option::Option::Some(input.resolve::<#adapter, #ty>(from)?))
    };
    if !fields.iter().any(Field::is_flat) {
        let arms = kept(fields).map(|(index, field)| {
            let read = read(field);
            quote!(#index => #read,)
        });
        return quote! {
            match slot {
                #(#arms)*
                _ => {}
            }
            ::core::result::Result::Ok(())
        };
    }
    // Fields behind a flattened record have positions that depend on it.
    let mut flat = 0;
    let steps = kept(fields).map(|(_, field)| {
        if field.is_flat() {
            let ty = &field.ty;
            let at = syn::Index::from(flat);
            flat += 1;
            quote_spanned! {ty.span()=>
                if slot - start < <#ty as avro::Record>::SLOTS {
                    return <#ty as avro::ResolveRecord<'__a>>::set(&mut partial.1.#at, slot - start, input, from);
                }
                start += <#ty as avro::Record>::SLOTS;
            }
        } else {
            let read = read(field);
            quote! {
                if slot == start {
                    #read;
                    return ::core::result::Result::Ok(());
                }
                start += 1;
            }
        }
    });
    quote! {
        let mut start = 0;
        #(#steps)*
        ::core::result::Result::Ok(())
    }
}
