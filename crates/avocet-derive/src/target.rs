//! The type that is derived for: its name, its generics, and the heads of the impls.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{DeriveInput, GenericParam, Generics, Ident, Lifetime, LifetimeParam, parse_quote};

use crate::attributes::{Attributes, Place};
use crate::names::{self, Case};

/// A type that derives `Avro`.
pub(crate) struct Target {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) attributes: Attributes,
    pub(crate) case: Option<Case>,
    /// The name in the schema, without what generic arguments add.
    pub(crate) name: String,
}

/// The three groups of traits, by what they ask of type parameters.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    Avro,
    Encode,
    Decode,
}

impl Target {
    pub(crate) fn new(input: &DeriveInput) -> syn::Result<Self> {
        let attributes = Attributes::parse(&input.attrs, Place::Type)?;
        let case = attributes.rename_all.as_ref().map(Case::parse).transpose()?;
        let name = names::name(&input.ident, attributes.rename.as_ref(), None)?.value;
        attributes.namespace.as_ref().map_or(Ok(()), names::check_namespace)?;
        attributes.aliases.iter().try_for_each(names::check_alias)?;
        Ok(Target { ident: input.ident.clone(), generics: input.generics.clone(), attributes, case, name })
    }

    pub(crate) fn error(&self, message: &str) -> syn::Error {
        syn::Error::new(self.ident.span(), message)
    }

    /// A hidden type beside the target, with the same generics.
    pub(crate) fn beside(&self, ident: Ident, name: String, attributes: Attributes) -> Self {
        Target { ident, generics: self.generics.clone(), attributes, case: None, name }
    }

    /// The type with its own generic arguments.
    pub(crate) fn ty(&self) -> TokenStream {
        let (_, arguments, _) = self.generics.split_for_impl();
        let ident = &self.ident;
        quote!(#ident #arguments)
    }

    pub(crate) fn is_generic(&self) -> bool {
        self.generics.type_params().next().is_some() || self.generics.const_params().next().is_some()
    }

    /// `impl<…> Trait for Type<…> where …`.
    pub(crate) fn head(&self, bound: Bound, implemented: &TokenStream) -> TokenStream {
        let ty = self.ty();
        self.head_for(bound, implemented, &ty)
    }

    /// The same for another type of the same generics.
    pub(crate) fn head_for(
        &self,
        bound: Bound,
        implemented: &TokenStream,
        ty: &impl ToTokens,
    ) -> TokenStream {
        let mut generics = self.generics.clone();
        for param in generics.type_params_mut() {
            param.default = None;
            param.bounds.push(match bound {
                Bound::Avro => parse_quote!(avro::Avro),
                Bound::Encode => parse_quote!(avro::Encode),
                Bound::Decode => parse_quote!(avro::Decode<'__a>),
            });
        }
        if matches!(bound, Bound::Decode) {
            let own: Vec<Lifetime> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
            let mut input = LifetimeParam::new(Lifetime::new("'__a", Span::call_site()));
            input.bounds.extend(own);
            generics.params.insert(0, GenericParam::Lifetime(input));
        }
        let (parameters, _, clause) = generics.split_for_impl();
        quote!(impl #parameters #implemented for #ty #clause)
    }

    /// The body of `type_name`: arguments become part of the name unless it was given.
    pub(crate) fn type_name(&self) -> TokenStream {
        let name = &self.name;
        let arguments: Vec<&Ident> = self.generics.type_params().map(|param| &param.ident).collect();
        let numbers: Vec<&Ident> = self.generics.const_params().map(|param| &param.ident).collect();
        if self.attributes.rename.is_some() || (arguments.is_empty() && numbers.is_empty()) {
            return quote!(avro::Cow::Borrowed(#name));
        }
        quote! {
            let mut name = ::std::string::String::from(#name);
            #(name.push('_'); name.push_str(&<#arguments as avro::Avro>::type_name());)*
            #(name.push('_'); name.push_str(&::std::string::ToString::to_string(&#numbers));)*
            avro::Cow::Owned(name)
        }
    }

    /// What the type says of itself in its schema.
    pub(crate) fn named(&self) -> TokenStream {
        let namespace = option(self.attributes.namespace.as_ref().map(|namespace| &namespace.value));
        let doc = option(self.attributes.doc.as_ref());
        let aliases = self.attributes.aliases.iter().map(|alias| &alias.value);
        quote! {
            avro::Named {
                name: &<Self as avro::Avro>::type_name(),
                namespace: #namespace,
                doc: #doc,
                aliases: &[#(#aliases),*],
            }
        }
    }

    /// The parameters of a hidden type of the same generics, without their defaults.
    pub(crate) fn declaration(&self) -> (TokenStream, TokenStream) {
        let mut generics = self.generics.clone();
        generics.type_params_mut().for_each(|param| param.default = None);
        let clause = &generics.where_clause;
        let clause = quote!(#clause);
        generics.where_clause = None;
        let params = &generics.params;
        (if params.is_empty() { quote!() } else { quote!(<#params>) }, clause)
    }
}

/// Puts the code where its helpers' names are out of the way.
pub(crate) fn wrap(body: &TokenStream) -> TokenStream {
    quote! {
        #[allow(clippy::all, clippy::pedantic, non_snake_case, missing_docs, missing_debug_implementations, unreachable_pub, unused_mut, unused_variables)]
        const _: () = {
            use ::avocet::typed::__private as avro;
            #body
        };
    }
}

/// `Some("…")` or `None`.
pub(crate) fn option(text: Option<&String>) -> TokenStream {
    text.map_or_else(
        || quote!(::core::option::Option::None),
        |text| quote!(::core::option::Option::Some(#text)),
    )
}
