//! The fields of percepts and states, which are their properties.

use crate::attributes::{Name, doc, error, read};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Field, Ident, Lit, Result, Token, Type};

const FIELD: &str = "`name = \"...\"`, `id`, `skip`, `divisible` or `within = low..=high`";

/// A field that is a property.
pub(crate) struct FieldSource<'a> {
    /// The field of the struct of handles, and the function for minds in Rust.
    pub(crate) handle: Ident,
    pub(crate) holds: &'a Type,
    pub(crate) name: Name,
    pub(crate) doc: String,
    divisible: bool,
    pub(crate) limits: Option<(f64, f64)>,
}

/// What a type has as fields.
#[derive(Default)]
pub(crate) struct PropertyFields<'a> {
    pub(crate) id: Option<&'a Ident>,
    pub(crate) properties: Vec<FieldSource<'a>>,
    /// Writes the properties of a value.
    pub(crate) written: TokenStream,
    /// The variants of an enum.
    pub(crate) variants: Vec<KindVariant<'a>>,
}

/// A variant of an enum.
pub(crate) struct KindVariant<'a> {
    pub(crate) ident: &'a Ident,
    /// Its kind and the description of that; nothing if it is no percept.
    pub(crate) kind: Option<(Name, String)>,
}

impl<'a> FieldSource<'a> {
    /// Reads a field, if it is a property.
    pub(crate) fn read(field: &'a Field, ident: &Ident, is_id: &mut bool) -> Result<Option<Self>> {
        let mut property = FieldSource {
            handle: ident.clone(),
            holds: &field.ty,
            name: Name::of(ident),
            doc: doc(&field.attrs),
            divisible: false,
            limits: None,
        };
        let mut skipped = false;
        read(&field.attrs, FIELD, |meta| {
            if meta.path.is_ident("id") {
                *is_id = true;
            } else if meta.path.is_ident("skip") {
                skipped = true;
            } else if meta.path.is_ident("divisible") {
                property.divisible = true;
            } else if meta.path.is_ident("within") {
                property.limits = Some(limits(meta)?);
            } else {
                return property.name.replaced_by(meta);
            }
            Ok(true)
        })?;
        if skipped || *is_id {
            *is_id &= !skipped;
            return Ok(None);
        }
        if matches!(property.name.text.as_str(), "id" | "kind") {
            let message = format!(
                "every thing has the property `{}` already: give this one another name with `#[motive(name = \"...\")]`",
                property.name.text
            );
            return Err(syn::Error::new(property.name.span, message));
        }
        Ok(Some(property))
    }

    /// Writes the value of a field as the property with a number.
    pub(crate) fn write(&self, at: usize, value: &TokenStream) -> TokenStream {
        let (handle, divisible) = (&self.handle, self.divisible);
        // The span makes the compiler point at the field if its type cannot be a property.
        quote_spanned!(self.holds.span()=> to.write(names.#handle, #divisible, #value, &names.__values[#at]);)
    }
}

impl<'a> PropertyFields<'a> {
    pub(crate) fn add(&mut self, field: &'a Field, ident: &'a Ident) -> Result<()> {
        let mut is_id = ident == "id";
        let property = FieldSource::read(field, ident, &mut is_id)?;
        if is_id && self.id.replace(ident).is_some() {
            return error(ident, "only one field can be the id");
        }
        self.properties.extend(property);
        Ok(())
    }
}

fn limits(meta: &ParseNestedMeta<'_>) -> Result<(f64, f64)> {
    let range = meta.value()?;
    let low = number(range)?;
    range.parse::<Token![..=]>()?;
    let high = number(range)?;
    if low > high {
        return Err(meta.error("the lower limit comes first"));
    }
    Ok((low, high))
}

fn number(input: syn::parse::ParseStream<'_>) -> Result<f64> {
    let negative = input.parse::<Option<Token![-]>>()?.is_some();
    let number: f64 = match input.parse()? {
        Lit::Int(number) => number.base10_parse()?,
        Lit::Float(number) => number.base10_parse()?,
        other => return error(&other, "a number is expected here"),
    };
    Ok(if negative { -number } else { number })
}

/// Gives a declaration its doc comment as a description, if it has one.
pub(crate) fn describe(doc: &str, handle: TokenStream) -> Option<TokenStream> {
    let line = doc.replace('\n', " ");
    (!line.is_empty()).then(|| quote!(vocabulary.describe_as(#handle, #line);))
}
