//! `#[derive(Percept)]` on an enum: a kind of thing for each variant.

use crate::attributes::{Name, doc, error, read, unique};
use crate::fields::{FieldSource, KindVariant, PropertyFields, describe};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::spanned::Spanned;
use syn::{DataEnum, DeriveInput, Fields, Ident, Result, Variant};

/// The properties of all variants. Those of one name are one property.
pub(crate) fn fields<'a>(input: &'a DeriveInput, data: &'a DataEnum) -> Result<PropertyFields<'a>> {
    if let Some(parameter) = input.generics.params.first() {
        return error(parameter, "`Percept` cannot be derived for a generic enum");
    }
    let mut found = PropertyFields::default();
    let mut arms = TokenStream::new();
    for variant in &data.variants {
        let mut kind = Name::of(&variant.ident);
        let mut skipped = false;
        read(&variant.attrs, "`name = \"...\"` or `skip`", |meta| {
            skipped |= meta.path.is_ident("skip");
            Ok(meta.path.is_ident("skip") || kind.replaced_by(meta)?)
        })?;
        let kind = (!skipped).then(|| (kind, doc(&variant.attrs)));
        arms.extend(match kind {
            Some(_) => arm(variant, &mut found)?,
            None => silent_arm(&variant.ident),
        });
        found.variants.push(KindVariant { ident: &variant.ident, kind });
    }
    let kinds = found.variants.iter().filter_map(|variant| variant.kind.as_ref());
    unique(kinds.clone().map(|(name, _)| name), "kinds")?;
    if kinds.count() == 0 {
        return error(&input.ident, "an enum without variants has no kinds");
    }
    found.written = quote!(match self { #arms });
    Ok(found)
}

/// Adds the fields of a variant to the properties, and writes them.
fn arm<'a>(variant: &'a Variant, all: &mut PropertyFields<'a>) -> Result<TokenStream> {
    let (mut pattern, mut written, mut names) = (TokenStream::new(), TokenStream::new(), Vec::new());
    for (place, field) in variant.fields.iter().enumerate() {
        // The span makes the compiler point at the field if its type cannot be a property.
        let bound = Ident::new(&format!("field_{place}"), field.ty.span());
        let ident = field.ident.clone().unwrap_or_else(|| bound.clone());
        let mut is_id = ident == "id";
        let property = FieldSource::read(field, &ident, &mut is_id)?;
        if is_id {
            return error(
                field,
                "the id of a variant is given beside it: `agent.perceive([(id, &percept)])`",
            );
        }
        let named = field.ident.as_ref().map(|ident| quote!(#ident:));
        let Some(mut property) = property else {
            pattern.extend(quote!(#named _,));
            continue;
        };
        if field.ident.is_none() && ident == property.name.text {
            return error(
                field,
                "properties need names: name the field, or mark it `#[motive(name = \"...\")]`",
            );
        }
        pattern.extend(quote!(#named #bound,));
        names.push(property.name.clone());
        property.handle = format_ident!("r#{}", property.name.text);
        let known = all.properties.iter().position(|known| known.name.text == property.name.text);
        written.extend(property.write(known.unwrap_or(all.properties.len()), &quote!(#bound)));
        if known.is_none() {
            all.properties.push(property);
        }
    }
    unique(&names, "properties")?;
    let ident = &variant.ident;
    Ok(match &variant.fields {
        Fields::Named(_) => quote!(Self::#ident { #pattern } => { #written }),
        Fields::Unnamed(_) => quote!(Self::#ident(#pattern) => { #written }),
        Fields::Unit => silent_arm(ident),
    })
}

/// A variant without properties.
fn silent_arm(ident: &Ident) -> TokenStream {
    quote!(Self::#ident { .. } => {})
}

/// Declares the kind of a variant, below that of the enum.
pub(crate) fn declare(name: &Name, doc: &str) -> TokenStream {
    let text = &name.text;
    let doc = describe(doc, quote!(variant));
    quote! {{
        let variant = vocabulary.kind_of(#text, kind);
        #doc
        variant
    }}
}

/// The methods that tell the kinds of variants, if there are any.
pub(crate) fn kinds(variants: &[KindVariant<'_>]) -> Option<TokenStream> {
    let named = variants.iter().filter(|variant| variant.kind.is_some());
    let arms = named.enumerate().map(|(place, KindVariant { ident, .. })| {
        quote!(Self::#ident { .. } => ::core::option::Option::Some(names.kinds[#place]),)
    });
    let skipped = variants.iter().any(|variant| variant.kind.is_none());
    let skipped = skipped.then(|| quote!(_ => ::core::option::Option::None,));
    (!variants.is_empty()).then(|| {
        quote! {
            fn kind_of_variant(&self, names: &Self::Names) -> ::core::option::Option<::motive::kernel::Kind> {
                match self {
                    #(#arms)*
                    #skipped
                }
            }

            fn variants(names: &Self::Names) -> &[::motive::kernel::Kind] {
                &names.kinds
            }
        }
    })
}
