//! Reading `#[motive(...)]` and doc comments.

use heck::ToSnakeCase;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Meta, Result, Token, parenthesized};

/// What `#[motive(...)]` says of a struct, field or variant.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) name: String,
    pub(crate) doc: String,
    pub(crate) parents: Vec<String>,
    pub(crate) uses: Vec<String>,
    pub(crate) limits: Option<(f64, f64)>,
    pub(crate) latched: bool,
    pub(crate) skip: bool,
}

impl Attributes {
    /// Reads the attributes of an item; others than the allowed entries are errors.
    pub(crate) fn read(ident: &Ident, attributes: &[Attribute], allowed: &[&str]) -> Result<Self> {
        let name = ident.to_string().trim_start_matches("r#").to_snake_case();
        let mut read = Self { name, doc: doc(attributes), ..Self::default() };
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("motive")) {
            attribute.parse_nested_meta(|meta| {
                let entry = meta.path.get_ident().map(Ident::to_string).unwrap_or_default();
                if !allowed.contains(&entry.as_str()) {
                    return Err(meta.error(format!("expected one of: {}", allowed.join(", "))));
                }
                read.entry(&entry, &meta)
            })?;
        }
        Ok(read)
    }

    fn entry(&mut self, entry: &str, meta: &ParseNestedMeta<'_>) -> Result<()> {
        match entry {
            "name" => self.name = name(&meta.value()?.parse()?)?,
            "is" => self.parents.push(name(&meta.value()?.parse()?)?),
            "latched" => self.latched = true,
            "skip" => self.skip = true,
            "limits" => self.limits = Some(limits(meta)?),
            "uses" => {
                let content;
                parenthesized!(content in meta.input);
                for used in content.parse_terminated(<LitStr as syn::parse::Parse>::parse, Token![,])? {
                    self.uses.push(name(&used)?);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// A name of the vocabulary.
fn name(literal: &LitStr) -> Result<String> {
    let text = literal.value();
    let mut letters = text.chars();
    let begins = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
    if !begins || !letters.all(|letter| letter.is_alphanumeric() || letter == '_') {
        let message = "a name consists of letters, digits and `_`, and does not begin with a digit";
        return Err(syn::Error::new(literal.span(), message));
    }
    Ok(text)
}

fn limits(meta: &ParseNestedMeta<'_>) -> Result<(f64, f64)> {
    let content;
    parenthesized!(content in meta.input);
    let low = number(&content)?;
    content.parse::<Token![,]>()?;
    let high = number(&content)?;
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
        other => return Err(syn::Error::new_spanned(other, "a number is expected here")),
    };
    Ok(if negative { -number } else { number })
}

/// The doc comment of an item as one line.
fn doc(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    attributes.iter().filter_map(line).collect::<Vec<_>>().join(" ").trim().to_owned()
}
