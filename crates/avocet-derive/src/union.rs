//! An enum with data → a union of what its variants hold.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{DataEnum, Fields, Ident, Type, Variant, parse_quote};

use crate::attributes::{Attributes, Place};
use crate::field::Field;
use crate::names;
use crate::record;
use crate::target::{Bound, Target};

/// One branch of the union.
struct Branch {
    variant: Ident,
    /// The type that the schema has for the branch, and what adapts it.
    ty: Type,
    adapter: TokenStream,
    /// The impls of a record that stands for the variant.
    items: TokenStream,
    /// The arm's pattern and the code that writes what it binds.
    pattern: TokenStream,
    write: TokenStream,
    /// Makes the variant of a value of the branch's type, called `value`.
    make: TokenStream,
}

pub(crate) fn derive(target: &Target, data: &DataEnum) -> syn::Result<TokenStream> {
    for (name, span) in [
        ("rename", target.attributes.rename.as_ref().map(|text| text.span)),
        ("alias", target.attributes.aliases.first().map(|text| text.span)),
        ("schema", target.attributes.schema.as_ref().map(syn::LitStr::span)),
    ] {
        if let Some(span) = span {
            return Err(syn::Error::new(span, format!("`{name}` means nothing here: a union has no name")));
        }
    }
    let branches =
        data.variants.iter().map(|variant| branch(target, variant)).collect::<syn::Result<Vec<Branch>>>()?;
    let mut nulls = data.variants.iter().filter(|variant| matches!(variant.fields, Fields::Unit));
    if let (Some(first), Some(second)) = (nulls.next(), nulls.next()) {
        return Err(syn::Error::new(
            second.ident.span(),
            format!(
                "`{}` is null already, and a union has null but once: write `{} {{}}`, which is a record without fields",
                first.ident, second.ident
            ),
        ));
    }
    let checks = checks(target, &branches);
    let name = &target.name;
    let count = branches.len();
    let numbers: Vec<i32> = (0..).take(count).collect();
    let indexes: Vec<usize> = (0..count).collect();
    let items = branches.iter().map(|branch| &branch.items);
    let describes =
        branches.iter().map(|Branch { adapter, ty, .. }| quote!(<#adapter as avro::Adapter<#ty>>::describe));
    let patterns = branches.iter().map(|branch| &branch.pattern);
    let writes = branches.iter().map(|branch| &branch.write);
    let reads = branches.iter().map(|Branch { adapter, ty, make, .. }| {
        quote!({ let value = <#adapter as avro::DecodeAs<'__a, #ty>>::decode(input)?; #make })
    });
    let resolves = branches.iter().map(|Branch { adapter, ty, make, .. }| {
        quote!({ let value = <#adapter as avro::DecodeAs<'__a, #ty>>::resolve(input, from)?; #make })
    });
    let shapes = branches.iter().map(shape);
    let avro = target.head(Bound::Avro, &quote!(avro::Avro));
    let encode = target.head(Bound::Encode, &quote!(avro::Encode));
    let decode = target.head(Bound::Decode, &quote!(avro::Decode<'__a>));
    let (checked, checked_here) = if target.is_generic() {
        (quote!(), quote!(const { #checks }))
    } else {
        (quote!(const _: () = { #checks };), quote!())
    };
    Ok(quote! {
        #(#items)*
        #checked

        #[automatically_derived]
        #avro {
            const SHAPE: avro::Shape = avro::Shape::of(avro::Kind::Union, 1);
            const TREE: avro::Tree = avro::Tree::of(avro::Kind::Union, const { &[#(avro::Tree::leaf(#shapes)),*] });
            fn type_name() -> avro::Cow<'static, str> {
                avro::Cow::Borrowed(#name)
            }
            fn describe(builder: &mut avro::Builder) {
                builder.union(&[#(#describes),*]);
            }
        }

        #[automatically_derived]
        #encode {
            #[inline]
            fn encode(&self, output: &mut avro::Output<'_>) -> avro::Result<()> {
                #checked_here
                match self {
                    #(#patterns => {
                        output.index(#numbers);
                        #writes
                    })*
                }
            }
        }

        #[automatically_derived]
        #decode {
            fn decode(input: &mut avro::Input<'__a, '_>) -> avro::Result<Self> {
                match input.index(#count, "the index of a branch")? {
                    #(#indexes => #reads)*
                    _ => ::core::unreachable!(),
                }
            }
            fn resolve(input: &mut avro::Input<'__a, '_>, from: avro::Source) -> avro::Result<Self> {
                let (branch, from) = input.resolve_branch(from)?;
                match branch {
                    #(#indexes => #resolves)*
                    _ => ::core::unreachable!(),
                }
            }
        }
    })
}

/// A union holds each kind of unnamed types once, and no union.
fn checks(target: &Target, branches: &[Branch]) -> TokenStream {
    let mut checks = TokenStream::new();
    for (index, branch) in branches.iter().enumerate() {
        let (own, span) = (shape(branch), branch.variant.span());
        let message = format!(
            "the variant `{}` of `{}` holds a union (an `Option`, or an enum with data), and a union cannot hold another",
            branch.variant, target.ident
        );
        checks.extend(quote_spanned!(span=> ::core::assert!(!avro::is_union(#own), "{}", #message);));
        for other in &branches[..index] {
            let others = shape(other);
            let message = format!(
                "the variants `{}` and `{}` of `{}` are of one Avro type, and a union cannot tell them apart: make one a record, as in `{} {{ … }}`",
                other.variant, branch.variant, target.ident, branch.variant
            );
            checks
                .extend(quote_spanned!(span=> ::core::assert!(avro::differ(#others, #own), "{}", #message);));
        }
    }
    checks
}

fn shape(Branch { adapter, ty, .. }: &Branch) -> TokenStream {
    quote!(<#adapter as avro::Adapter<#ty>>::SHAPE)
}

fn branch(target: &Target, variant: &Variant) -> syn::Result<Branch> {
    let ident = &variant.ident;
    let attributes = Attributes::parse(&variant.attrs, Place::Variant)?;
    if let Some(default) = &attributes.default {
        return Err(syn::Error::new(default.span, "only an enum without data has a default symbol"));
    }
    match &variant.fields {
        Fields::Unit => {
            nameless(&attributes, "null has no name")?;
            Ok(Branch {
                variant: ident.clone(),
                ty: parse_quote!(()),
                adapter: quote!(avro::Same),
                items: quote!(),
                pattern: quote!(Self::#ident),
                write: quote!(::core::result::Result::Ok(())),
                make: quote!({ let () = value; ::core::result::Result::Ok(Self::#ident) }),
            })
        }
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            nameless(&attributes, "a variant of one type has that type's name")?;
            let field = Field::new(target, &fields.unnamed[0], 0, None, &format!("{ident}_"))?;
            if let Some(span) = field.attributes.skip.or(field.attributes.flatten) {
                return Err(syn::Error::new(
                    span,
                    "the one field of a variant is its type: it cannot be left out",
                ));
            }
            let (adapter, ty) = (&field.adapter, &field.ty);
            Ok(Branch {
                variant: ident.clone(),
                ty: ty.clone(),
                adapter: adapter.clone(),
                items: field.items,
                pattern: quote!(Self::#ident(value)),
                write: quote_spanned!(ty.span()=> <#adapter as avro::EncodeAs<#ty>>::encode(value, output)),
                make: quote!(::core::result::Result::Ok(Self::#ident(value))),
            })
        }
        fields => record_branch(target, ident, attributes, fields),
    }
}

fn nameless(attributes: &Attributes, why: &str) -> syn::Result<()> {
    match attributes.rename.as_ref().or(attributes.aliases.first()) {
        Some(name) => Err(syn::Error::new(name.span, why)),
        None => Ok(()),
    }
}

/// A variant with fields of its own: a record of the variant's name.
fn record_branch(
    target: &Target,
    ident: &Ident,
    mut attributes: Attributes,
    fields: &Fields,
) -> syn::Result<Branch> {
    let name = names::name(ident, attributes.rename.as_ref(), target.case)?;
    attributes.namespace.clone_from(&target.attributes.namespace);
    let hidden = target.beside(format_ident!("Variant__{ident}"), name.value, attributes);
    let fields = record::fields_of(&hidden, fields, None, &format!("{ident}_"))?;
    if let Some(span) = fields.iter().find_map(|field| field.attributes.flatten) {
        return Err(syn::Error::new(
            span,
            "a variant has no place to flatten a record into: give the fields a struct",
        ));
    }
    let (params, clause) = hidden.declaration();
    let whole = target.ty();
    let declared = fields.iter().map(|field| {
        let (member, ty) = (&field.member, &field.ty);
        match member {
            syn::Member::Named(name) => quote!(#name: #ty),
            syn::Member::Unnamed(_) => {
                let local = &field.local;
                quote!(#local: #ty)
            }
        }
    });
    // The hidden struct has named fields only.
    let inner: Vec<Ident> = fields
        .iter()
        .map(|field| match &field.member {
            syn::Member::Named(name) => name.clone(),
            syn::Member::Unnamed(_) => field.local.clone(),
        })
        .collect();
    let struct_ident = &hidden.ident;
    let declaration = quote! {
        struct #struct_ident #params #clause {
            #(#declared,)*
            marker: avro::PhantomData<fn() -> #whole>,
        }
    };
    let members: Vec<syn::Member> = fields.iter().map(|field| field.member.clone()).collect();
    let locals: Vec<Ident> = fields.iter().map(|field| field.local.clone()).collect();
    let ty = hidden.ty();
    let writes = record::kept(&fields)
        .map(|(index, field)| {
            let local = &field.local;
            record::write(&ty, index, field, &quote!(#local))
        })
        .collect::<Vec<_>>();
    let make = quote!(::core::result::Result::Ok(Self::#ident { #(#members: value.#inner),* }));
    let fields: Vec<Field> = fields
        .into_iter()
        .zip(&inner)
        .map(|(field, inner)| Field { member: syn::Member::Named(inner.clone()), ..field })
        .collect();
    let impls = record::described_and_decoded(&hidden, &fields);
    Ok(Branch {
        variant: ident.clone(),
        ty: syn::parse2(ty.clone())?,
        adapter: quote!(avro::Same),
        items: quote!(#declaration #impls),
        pattern: quote!(Self::#ident { #(#members: #locals),* }),
        write: quote! {
            output.record::<#ty>(|output, run| {
                #(#writes)*
                ::core::result::Result::Ok(())
            })
        },
        make,
    })
}
