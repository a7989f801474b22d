//! A field with its attributes → the type that stands for it in the schema, and the code that describes it.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, ExprLit, Ident, Lit, Member, Type};

use crate::attributes::{Attributes, Default, Place, Spanning};
use crate::names::{self, Case};
use crate::target::{Bound, Target, option};

/// A field of a record, or the payload of a newtype or variant.
pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) ty: Type,
    /// The name of the field's variable in the generated code.
    pub(crate) local: Ident,
    pub(crate) name: Spanning<String>,
    pub(crate) attributes: Attributes,
    /// The adapter's type.
    pub(crate) adapter: TokenStream,
    /// Items that the adapter needs.
    pub(crate) items: TokenStream,
}

impl Field {
    /// The field at `index`; `scope` keeps the names of helpers apart.
    pub(crate) fn new(
        target: &Target,
        field: &syn::Field,
        index: usize,
        case: Option<Case>,
        scope: &str,
    ) -> syn::Result<Self> {
        let attributes = Attributes::parse(&field.attrs, Place::Field)?;
        let skipped = attributes.skip.is_some();
        let (member, name) = match &field.ident {
            Some(ident) if skipped => {
                (Member::Named(ident.clone()), Spanning { value: String::new(), span: ident.span() })
            }
            Some(ident) => {
                (Member::Named(ident.clone()), names::name(ident, attributes.rename.as_ref(), case)?)
            }
            None => {
                let ident = Ident::new(&format!("_{index}"), field.ty.span());
                (Member::from(index), names::name(&ident, attributes.rename.as_ref(), None)?)
            }
        };
        attributes.aliases.iter().try_for_each(|alias| names::check(&alias.value, alias.span))?;
        if !skipped && attributes.with.is_none() {
            check_type(&field.ty)?;
        }
        check_together(&attributes)?;
        let (adapter, items) = adapter(target, &field.ty, &attributes, &format!("{scope}{index}"))?;
        let local = format_ident!("field{index}");
        Ok(Field { member, ty: field.ty.clone(), local, name, attributes, adapter, items })
    }

    pub(crate) fn is_skipped(&self) -> bool {
        self.attributes.skip.is_some()
    }

    pub(crate) fn is_flat(&self) -> bool {
        self.attributes.flatten.is_some()
    }

    /// `<Adapter as Adapter<Type>>`, with the type's place.
    fn adapted(&self) -> TokenStream {
        let (adapter, ty) = (&self.adapter, &self.ty);
        quote_spanned!(self.ty.span()=> <#adapter as avro::Adapter<#ty>>)
    }

    /// The constant that says what the compiler knows of the field.
    pub(crate) fn shape(&self) -> TokenStream {
        let adapted = self.adapted();
        quote_spanned!(self.ty.span()=> #adapted::SHAPE)
    }

    /// The same with what the field's type holds.
    pub(crate) fn tree(&self) -> TokenStream {
        let adapted = self.adapted();
        quote_spanned!(self.ty.span()=> #adapted::TREE)
    }

    /// The entry of the record's table of fields.
    pub(crate) fn entry(&self) -> TokenStream {
        let (shape, name) = (self.shape(), &self.name.value);
        if self.is_flat() {
            quote!(avro::Field::flat(#shape))
        } else {
            quote!(avro::Field::new(#name, #shape))
        }
    }

    /// The statement that writes the field into the schema.
    pub(crate) fn describe(&self) -> TokenStream {
        let (adapter, ty, name) = (&self.adapter, &self.ty, &self.name.value);
        if self.is_flat() {
            return quote_spanned!(ty.span()=> builder.flatten::<#ty>(););
        }
        let doc = option(self.attributes.doc.as_ref());
        let aliases = self.attributes.aliases.iter().map(|alias| &alias.value);
        let fixed = option(self.attributes.fixed.as_ref().map(|fixed| &fixed.value.0));
        let text = quote! {
            &avro::FieldText { name: #name, doc: #doc, aliases: &[#(#aliases),*], fixed_name: #fixed }
        };
        match &self.attributes.default {
            None => quote_spanned!(ty.span()=> builder.field::<#adapter, #ty>(#text);),
            Some(default) => {
                let value = match &default.value {
                    Default::OfType => {
                        quote_spanned!(default.span=> <#ty as ::core::default::Default>::default())
                    }
                    Default::Expr(expr) => match &**expr {
                        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                            quote_spanned!(text.span()=> <#ty as ::core::convert::From<_>>::from(#text))
                        }
                        expr => quote!(#expr),
                    },
                };
                let span = match &default.value {
                    Default::OfType => default.span,
                    Default::Expr(expr) => expr.span(),
                };
                quote_spanned! {span=>
                    let value: #ty = #value;
                    builder.field_or::<#adapter, #ty>(#text, &value);
                }
            }
        }
    }

    /// Constants that fail to compile when an attribute does not fit the type.
    pub(crate) fn checks(&self) -> TokenStream {
        let Some(fixed) = &self.attributes.fixed else { return TokenStream::new() };
        let shape = self.shape();
        let (name, size) = &fixed.value;
        if let (Some(decimal), Some(size)) = (&self.attributes.decimal, size) {
            let digits = decimal.value.0;
            let message = format!("a fixed of {size} bytes has no room for {digits} digits");
            return quote_spanned! {size.span()=>
                ::core::assert!(avro::holds_digits(#size, #digits), "{}", #message);
            };
        }
        let size = size.as_ref().map(|size| {
            let message = format!("the fixed `{name}` has not {size} bytes, as its attribute says");
            quote_spanned!(size.span()=> ::core::assert!(avro::is_fixed(#shape, #size), "{}", #message);)
        });
        let message = format!("the fixed `{name}` must be of a type `[u8; N]`, which says its size");
        quote_spanned!(fixed.span=> ::core::assert!(avro::has_fixed(#shape), "{}", #message); #size)
    }
}

/// Attributes that exclude each other.
fn check_together(attributes: &Attributes) -> syn::Result<()> {
    let given: Vec<(&str, Span)> = [
        ("skip", attributes.skip),
        ("flatten", attributes.flatten),
        ("logical", attributes.logical.as_ref().map(|logical| logical.span)),
        ("decimal", attributes.decimal.as_ref().map(|decimal| decimal.span)),
        ("fixed", attributes.fixed.as_ref().map(|fixed| fixed.span)),
        ("with", attributes.with.as_ref().map(Spanned::span)),
    ]
    .into_iter()
    .filter_map(|(name, span)| Some((name, span?)))
    .collect();
    let fits = |one: &str, other: &str| matches!((one, other), ("logical" | "decimal", "fixed"));
    for (index, (other, span)) in given.iter().enumerate() {
        if let Some((one, _)) = given[..index].iter().find(|(one, _)| !fits(one, other)) {
            return Err(syn::Error::new(*span, format!("`{one}` and `{other}` exclude each other")));
        }
    }
    let alone = attributes.skip.map(|_| "skipped").or(attributes.flatten.map(|_| "flattened"));
    if let Some(alone) = alone {
        let named = attributes.rename.as_ref().or(attributes.aliases.first()).map(|name| name.span);
        if let Some(span) = named {
            return Err(syn::Error::new(span, format!("a {alone} field has no name in the schema")));
        }
        if let Some(default) = &attributes.default {
            let hint = if alone == "skipped" { ": it is always that of its Rust type" } else { "" };
            return Err(syn::Error::new(
                default.span,
                format!("a {alone} field has no default in the schema{hint}"),
            ));
        }
    }
    Ok(())
}

/// Numbers that Avro has no type for, by their own names; other names of theirs fail by their traits.
fn check_type(ty: &Type) -> syn::Result<()> {
    fn walk(tokens: TokenStream) -> syn::Result<()> {
        let mut after_colon = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => walk(group.stream())?,
                TokenTree::Ident(ident) if !after_colon => {
                    if let Some(hint) = hint(&ident.to_string()) {
                        return Err(syn::Error::new(ident.span(), hint));
                    }
                    after_colon = false;
                }
                TokenTree::Punct(punct) => after_colon = punct.as_char() == ':',
                _ => after_colon = false,
            }
        }
        Ok(())
    }
    fn hint(name: &str) -> Option<String> {
        let instead = match name {
            "u64" | "usize" => "its long ends at 2^63 - 1: use i64, or `[u8; 8]`, which is a fixed",
            "isize" => "its size differs between machines: use i64",
            "i128" | "u128" => "its long has 64 bits: use a decimal, or `[u8; 16]`, which is a fixed",
            "char" => "use String, or u32 and `with`",
            _ => return None,
        };
        Some(format!("Avro has no type for `{name}`: {instead}"))
    }
    if let Some(inner) = option_of(ty).and_then(option_of) {
        return Err(syn::Error::new(
            inner.span(),
            "an `Option` of an `Option` has no Avro type: it would be a union in a union, and have null twice",
        ));
    }
    // The length of an array is no type.
    match ty {
        Type::Array(array) => check_type(&array.elem),
        other => walk(other.to_token_stream()),
    }
}

/// What an `Option` that is called so holds.
fn option_of(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(inner) => Some(inner),
        _ => None,
    })
}

/// The type that adapts the field, and the items it needs.
fn adapter(
    target: &Target,
    ty: &Type,
    attributes: &Attributes,
    id: &str,
) -> syn::Result<(TokenStream, TokenStream)> {
    if let Some(logical) = &attributes.logical {
        let marker = logical_marker(logical)?;
        return Ok((
            quote_spanned!(logical.span=> avro::logical::AsLogical<avro::logical::#marker>),
            quote!(),
        ));
    }
    if let Some(decimal) = &attributes.decimal {
        let (precision, scale) = decimal.value;
        if let Some(fixed) = &attributes.fixed {
            let Some(size) = &fixed.value.1 else {
                return Err(syn::Error::new(
                    fixed.span,
                    "the fixed of a decimal needs a size: `fixed(name = \"Price\", size = 8)`",
                ));
            };
            let adapter = quote!(avro::logical::DecimalFixed<#precision, #scale, #size>);
            return Ok((quote_spanned!(decimal.span=> #adapter), quote!()));
        }
        return Ok((quote_spanned!(decimal.span=> avro::logical::Decimal<#precision, #scale>), quote!()));
    }
    match &attributes.with {
        Some(module) => {
            let ident = format_ident!("With{id}");
            let items = with(target, ty, module, &ident);
            let (_, arguments, _) = target.generics.split_for_impl();
            Ok((quote!(#ident #arguments), items))
        }
        None => Ok((quote!(avro::Same), quote!())),
    }
}

fn logical_marker(logical: &Spanning<String>) -> syn::Result<Ident> {
    const KNOWN: [(&str, &str); 11] = [
        ("date", "Date"),
        ("time-millis", "TimeMillis"),
        ("time-micros", "TimeMicros"),
        ("timestamp-millis", "TimestampMillis"),
        ("timestamp-micros", "TimestampMicros"),
        ("timestamp-nanos", "TimestampNanos"),
        ("local-timestamp-millis", "LocalTimestampMillis"),
        ("local-timestamp-micros", "LocalTimestampMicros"),
        ("local-timestamp-nanos", "LocalTimestampNanos"),
        ("uuid", "Uuid"),
        ("duration", "Duration"),
    ];
    let found = KNOWN.iter().find(|(name, _)| *name == logical.value);
    found.map(|(_, marker)| Ident::new(marker, logical.span)).ok_or_else(|| {
        let message = if logical.value == "decimal" {
            "a decimal has an attribute of its own: `decimal(precision = 12, scale = 2)`".to_owned()
        } else {
            let known: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
            format!("no logical type `{}`; there are: {}", logical.value, known.join(", "))
        };
        syn::Error::new(logical.span, message)
    })
}

/// An adapter that goes through the functions of a module.
fn with(target: &Target, ty: &Type, module: &syn::Path, ident: &Ident) -> TokenStream {
    let (params, clause) = target.declaration();
    let (_, arguments, _) = target.generics.split_for_impl();
    let whole = target.ty();
    let span = module.span();
    let adapter = quote!(#ident #arguments);
    let other = quote_spanned!(span=> #module::As);
    let to = quote_spanned!(span=> #module::to_avro);
    let from = quote_spanned!(span=> #module::from_avro);
    let name = module.to_token_stream().to_string().replace(' ', "");
    let described = target.head_for(Bound::Avro, &quote!(avro::Adapter<#ty>), &adapter);
    let encoded = target.head_for(Bound::Encode, &quote!(avro::EncodeAs<#ty>), &adapter);
    let decoded = target.head_for(Bound::Decode, &quote!(avro::DecodeAs<'__a, #ty>), &adapter);
    quote! {
        struct #ident #params (avro::PhantomData<fn() -> #whole>) #clause;

        #described {
            const SHAPE: avro::Shape = <#other as avro::Avro>::SHAPE;
            const TREE: avro::Tree = <#other as avro::Avro>::TREE;
            fn type_name() -> avro::Cow<'static, str> {
                <#other as avro::Avro>::type_name()
            }
            fn describe(builder: &mut avro::Builder) {
                <#other as avro::Avro>::describe(builder);
            }
        }

        #encoded {
            fn encode(value: &#ty, output: &mut avro::Output<'_>) -> avro::Result<()> {
                let value: #other = avro::converted(#to(value), #name)?;
                avro::Encode::encode(&value, output)
            }
            fn to_packed(value: &#ty, place: &mut [u8]) -> avro::Result<()> {
                let value: #other = avro::converted(#to(value), #name)?;
                avro::Encode::to_packed(&value, place)
            }
            fn to_number(value: &#ty) -> avro::Result<i64> {
                let value: #other = avro::converted(#to(value), #name)?;
                avro::Encode::to_number(&value)
            }
        }

        #decoded {
            fn decode(input: &mut avro::Input<'__a, '_>) -> avro::Result<#ty> {
                avro::converted(#from(<#other as avro::Decode<'__a>>::decode(input)?), #name)
            }
            fn resolve(input: &mut avro::Input<'__a, '_>, from: avro::Source) -> avro::Result<#ty> {
                avro::converted(#from(<#other as avro::Decode<'__a>>::resolve(input, from)?), #name)
            }
            fn from_packed(reader: &mut avro::Reader<'__a>) -> avro::Result<#ty> {
                avro::converted(#from(<#other as avro::Decode<'__a>>::from_packed(reader)?), #name)
            }
            fn from_number(number: i64) -> avro::Result<#ty> {
                avro::converted(#from(<#other as avro::Decode<'__a>>::from_number(number)?), #name)
            }
        }
    }
}
