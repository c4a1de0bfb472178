//! `#[derive(PropertyValue)]`.

use crate::attributes::{Name, error, read, unique};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Result};

pub(crate) fn property_value(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return error(&input.ident, "`PropertyValue` can be derived for enums only");
    };
    if let Some(parameter) = input.generics.params.first() {
        return error(parameter, "a property value cannot be generic");
    }
    if data.variants.is_empty() {
        return error(&input.ident, "an enum without variants has no values");
    }
    let (mut variants, mut names) = (Vec::new(), Vec::new());
    for variant in &data.variants {
        if !variant.fields.is_empty() {
            return error(&variant.fields, "a variant of a property value is a symbol and has no fields");
        }
        let mut name = Name::of(&variant.ident);
        read(&variant.attrs, "`name = \"...\"`", |meta| name.replaced_by(meta))?;
        variants.push(&variant.ident);
        names.push(name);
    }
    unique(&names, "values")?;

    let (ident, count) = (&input.ident, names.len());
    let texts = names.iter().map(|name| &name.text);
    let places = 0..count;
    let again = 0..count;
    Ok(quote! {
        impl ::motive::declare::PropertyValue for #ident {
            type Term = Self;

            fn declare(vocabulary: &mut ::motive::kernel::Vocabulary) -> (::motive::kernel::Type, ::motive::declare::ValueNames) {
                let names = ::motive::declare::ValueNames::from([#(vocabulary.symbol(#texts)),*]);
                (::motive::kernel::Type::OneOf(::core::clone::Clone::clone(&names)), names)
            }

            fn to_value(&self, names: &[::motive::kernel::Symbol]) -> ::core::option::Option<::motive::kernel::Value> {
                let place: usize = match self {
                    #(Self::#variants => #places,)*
                };
                names.get(place).map(|symbol| ::motive::kernel::Value::Symbol(*symbol))
            }

            fn from_value(value: &::motive::kernel::Value, names: &[::motive::kernel::Symbol]) -> ::core::option::Option<Self> {
                let symbol = value.symbol()?;
                match names.iter().position(|name| *name == symbol)? {
                    #(#again => ::core::option::Option::Some(Self::#variants),)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    })
}
