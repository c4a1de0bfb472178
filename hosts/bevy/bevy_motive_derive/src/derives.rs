//! The code of each derive.

use crate::attributes::Attributes;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Index, Member, Result, Type};

/// A field that is a property or an argument.
struct Property<'a> {
    member: Member,
    holds: &'a Type,
    attributes: Attributes,
}

pub(crate) fn own(input: &DeriveInput) -> Result<TokenStream> {
    Attributes::read(&input.ident, &input.attrs, &[])?;
    let properties = named_fields(input)?;
    let declared = properties.iter().map(|property| declare(property, &quote!(own)));
    let (ident, count, write, write_codes) =
        (&input.ident, properties.len(), write(&properties), write_codes(&properties));
    Ok(quote! {
        impl ::bevy_motive::Own for #ident {
            fn declare(vocabulary: &mut ::bevy_motive::motive::kernel::Vocabulary) -> ::std::vec::Vec<::bevy_motive::PropertyNames> {
                let mut names = ::std::vec::Vec::with_capacity(#count);
                #(names.push(#declared);)*
                names
            }

            #write

            #write_codes
        }
    })
}

pub(crate) fn thing(input: &DeriveInput) -> Result<TokenStream> {
    let attributes = Attributes::read(&input.ident, &input.attrs, &["name", "is"])?;
    let properties = named_fields(input)?;
    let declared = properties.iter().map(|property| declare(property, &quote!(property)));
    let (ident, count, write) = (&input.ident, properties.len(), write(&properties));
    let (kind, parents, doc) =
        (&attributes.name, &attributes.parents, describe(&attributes.doc, &quote!(kind)));
    Ok(quote! {
        impl ::bevy_motive::Thing for #ident {
            fn declare_kind(vocabulary: &mut ::bevy_motive::motive::kernel::Vocabulary) -> ::bevy_motive::motive::kernel::Kind {
                let kind = vocabulary.kind(#kind);
                #({
                    let parent = vocabulary.kind(#parents);
                    vocabulary.kind_of(#kind, parent);
                })*
                #doc
                kind
            }

            fn declare(vocabulary: &mut ::bevy_motive::motive::kernel::Vocabulary) -> ::std::vec::Vec<::bevy_motive::PropertyNames> {
                let mut names = ::std::vec::Vec::with_capacity(#count);
                #(names.push(#declared);)*
                names
            }

            #write
        }
    })
}

pub(crate) fn action(input: &DeriveInput) -> Result<TokenStream> {
    let attributes = Attributes::read(&input.ident, &input.attrs, &["name", "latched", "uses"])?;
    let Data::Struct(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "`Action` can be derived for structs only"));
    };
    let fields = members(&data.fields, &[])?;
    let (ident, name, uses) = (&input.ident, &attributes.name, &attributes.uses);
    let arity = fields.len();
    let method = if attributes.latched { quote!(latched) } else { quote!(action) };
    let doc = describe(&attributes.doc, &quote!(action));
    let types: Vec<_> = fields
        .iter()
        .map(|field| {
            let holds = field.holds;
            quote_spanned!(holds.span()=> <#holds as ::bevy_motive::PropertyValue>::declare(vocabulary))
        })
        .collect();
    let read = fields.iter().enumerate().map(|(at, field)| {
        let (member, holds) = (&field.member, field.holds);
        quote_spanned!(holds.span()=>
            #member: <#holds as ::bevy_motive::PropertyValue>::from_value(arguments.get(#at)?, names.get(#at)?)?
        )
    });
    Ok(quote! {
        impl ::bevy_motive::Action for #ident {
            const NAME: &'static str = #name;
            const USES: &'static [&'static str] = &[#(#uses),*];

            fn declare(
                vocabulary: &mut ::bevy_motive::motive::kernel::Vocabulary,
            ) -> (::bevy_motive::motive::kernel::ActionId, ::std::vec::Vec<::bevy_motive::motive::declare::ValueNames>) {
                let arguments: [(::bevy_motive::motive::kernel::Type, ::bevy_motive::motive::declare::ValueNames); #arity] = [#(#types),*];
                let action = vocabulary.#method(#name, #arity);
                let (types, names): (::std::vec::Vec<_>, ::std::vec::Vec<_>) = arguments.into_iter().unzip();
                if #arity > 0 {
                    vocabulary.takes(action, types);
                }
                #doc
                (action, names)
            }

            fn read(
                arguments: &[::bevy_motive::motive::kernel::Value],
                names: &[::bevy_motive::motive::declare::ValueNames],
            ) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(Self { #(#read,)* })
            }
        }
    })
}

pub(crate) fn property_value(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(syn::Error::new_spanned(&input.ident, "`PropertyValue` can be derived for enums only"));
    };
    let (mut variants, mut names) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !variant.fields.is_empty() {
            let message = "a variant of a property value is a symbol and has no fields";
            return Err(syn::Error::new_spanned(&variant.fields, message));
        }
        names.push(Attributes::read(&variant.ident, &variant.attrs, &["name"])?.name);
        variants.push(&variant.ident);
    }
    if variants.is_empty() {
        return Err(syn::Error::new_spanned(&input.ident, "an enum without variants has no values"));
    }
    let (ident, places, again) = (&input.ident, 0..variants.len(), 0..variants.len());
    Ok(quote! {
        impl ::bevy_motive::PropertyValue for #ident {
            fn declare(
                vocabulary: &mut ::bevy_motive::motive::kernel::Vocabulary,
            ) -> (::bevy_motive::motive::kernel::Type, ::bevy_motive::motive::declare::ValueNames) {
                let names = ::bevy_motive::motive::declare::ValueNames::from([#(vocabulary.symbol(#names)),*]);
                (::bevy_motive::motive::kernel::Type::OneOf(::core::clone::Clone::clone(&names)), names)
            }

            fn to_value(&self, names: &[::bevy_motive::motive::kernel::Symbol]) -> ::core::option::Option<::bevy_motive::motive::kernel::Value> {
                let place: usize = match self {
                    #(Self::#variants => #places,)*
                };
                names.get(place).map(|symbol| ::bevy_motive::motive::kernel::Value::Symbol(*symbol))
            }

            fn from_value(
                value: &::bevy_motive::motive::kernel::Value,
                names: &[::bevy_motive::motive::kernel::Symbol],
            ) -> ::core::option::Option<Self> {
                let symbol = value.symbol()?;
                match names.iter().position(|name| *name == symbol)? {
                    #(#again => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}

/// The properties of a struct with named fields, or of one without fields.
fn named_fields(input: &DeriveInput) -> Result<Vec<Property<'_>>> {
    match &input.data {
        Data::Struct(data) if !matches!(data.fields, Fields::Unnamed(_)) => {
            members(&data.fields, &["name", "skip", "limits"])
        }
        _ => Err(syn::Error::new_spanned(
            &input.ident,
            "properties need names: use a struct with named fields",
        )),
    }
}

fn members<'a>(fields: &'a Fields, allowed: &[&str]) -> Result<Vec<Property<'a>>> {
    let mut members = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        let (member, ident) = match &field.ident {
            Some(ident) => (Member::Named(ident.clone()), ident.clone()),
            None => (Member::Unnamed(Index::from(at)), quote::format_ident!("argument{at}")),
        };
        let attributes = Attributes::read(&ident, &field.attrs, allowed)?;
        if matches!(attributes.name.as_str(), "id" | "kind") && !attributes.skip && !allowed.is_empty() {
            let message = "every thing has this property already: rename it with `#[motive(name = \"...\")]`";
            return Err(syn::Error::new_spanned(field, message));
        }
        if !attributes.skip {
            members.push(Property { member, holds: &field.ty, attributes });
        }
    }
    Ok(members)
}

/// Declares one property: its handle and the names of its values.
fn declare(property: &Property<'_>, method: &TokenStream) -> TokenStream {
    let (holds, name) = (property.holds, &property.attributes.name);
    let limits =
        property.attributes.limits.map(|(low, high)| quote!(vocabulary.limit(property, #low, #high);));
    let doc = describe(&property.attributes.doc, &quote!(property));
    // The span makes the compiler point at the field if its type cannot be a property.
    let values = quote_spanned!(holds.span()=> <#holds as ::bevy_motive::PropertyValue>::declare(vocabulary));
    quote! {{
        let (holds, values) = #values;
        let property = vocabulary.#method(#name, holds);
        #limits
        #doc
        ::bevy_motive::PropertyNames { property, values }
    }}
}

/// Writes the value of each property.
fn write(properties: &[Property<'_>]) -> TokenStream {
    let value = quote!(::core::option::Option<::bevy_motive::motive::kernel::Value>);
    write_by(properties, &quote!(write), &quote!(to_value), &value)
}

/// Writes each property as a number.
fn write_codes(properties: &[Property<'_>]) -> TokenStream {
    write_by(properties, &quote!(write_codes), &quote!(to_code), &quote!(f64))
}

fn write_by(
    properties: &[Property<'_>],
    method: &TokenStream,
    convert: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let written = properties.iter().enumerate().map(|(at, property)| {
        let (member, holds) = (&property.member, property.holds);
        quote_spanned!(holds.span()=>
            let values: &[::bevy_motive::motive::kernel::Symbol] = names.get(#at).map_or(&[], |names| &names.values);
            write(#at, ::bevy_motive::PropertyValue::#convert(&self.#member, values));
        )
    });
    quote! {
        #[allow(unused_variables, unused_mut, reason = "a type without fields has no properties")]
        #[inline]
        fn #method(&self, names: &[::bevy_motive::PropertyNames], mut write: impl FnMut(usize, #value)) {
            #(#written)*
        }
    }
}

/// Gives a declaration its doc comment as a description, if it has one.
fn describe(doc: &str, handle: &TokenStream) -> Option<TokenStream> {
    (!doc.is_empty()).then(|| quote!(vocabulary.describe_as(#handle, #doc);))
}
