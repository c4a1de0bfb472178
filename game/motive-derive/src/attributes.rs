//! Reading `#[motive(...)]`, doc comments and names.

use heck::ToSnakeCase;
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Ident, Lit, LitStr, Meta, Result, Token, parenthesized};

/// Calls `read` for each entry of each `#[motive(...)]`. It says whether it knows the entry.
pub(crate) fn read(
    attributes: &[Attribute],
    expected: &str,
    mut read: impl FnMut(&ParseNestedMeta<'_>) -> Result<bool>,
) -> Result<()> {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("motive")) {
        attribute.parse_nested_meta(|meta| {
            if read(&meta)? { Ok(()) } else { Err(meta.error(format!("expected {expected}"))) }
        })?;
    }
    Ok(())
}

/// A name of the vocabulary, and where it stands in the code.
#[derive(Clone)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl Name {
    /// The name of a Rust item, in snake case.
    pub(crate) fn of(ident: &Ident) -> Self {
        let text = ident.to_string();
        Self { text: text.trim_start_matches("r#").to_snake_case(), span: ident.span() }
    }

    /// Takes `name = "..."`, if the entry is that.
    pub(crate) fn replaced_by(&mut self, meta: &ParseNestedMeta<'_>) -> Result<bool> {
        if !meta.path.is_ident("name") {
            return Ok(false);
        }
        *self = Self::literal(&meta.value()?.parse()?)?;
        Ok(true)
    }

    /// A name given as text.
    pub(crate) fn literal(literal: &LitStr) -> Result<Self> {
        let text = literal.value();
        let mut letters = text.chars();
        let begins = letters.next().is_some_and(|first| first.is_alphabetic() || first == '_');
        if !begins || !letters.all(|letter| letter.is_alphanumeric() || letter == '_') {
            let message = "a name consists of letters, digits and `_`, and does not begin with a digit";
            return Err(syn::Error::new(literal.span(), message));
        }
        Ok(Self { text, span: literal.span() })
    }
}

/// Takes one or more names in parentheses: `("legs", "hands")`.
pub(crate) fn names(meta: &ParseNestedMeta<'_>) -> Result<Vec<Name>> {
    let content;
    parenthesized!(content in meta.input);
    let literals = content.parse_terminated(<LitStr as syn::parse::Parse>::parse, Token![,])?;
    literals.iter().map(Name::literal).collect()
}

/// The doc comment of an item: its lines as one text, or nothing.
pub(crate) fn doc(attributes: &[Attribute]) -> String {
    let line = |attribute: &Attribute| match &attribute.meta {
        Meta::NameValue(doc) if doc.path.is_ident("doc") => match &doc.value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value().trim().to_owned()),
            _ => None,
        },
        _ => None,
    };
    let lines: Vec<String> = attributes.iter().filter_map(line).collect();
    lines.join("\n").trim().to_owned()
}

/// An error that points at a piece of the code.
pub(crate) fn error<T>(at: &impl Spanned, message: &str) -> Result<T> {
    Err(syn::Error::new(at.span(), message))
}

/// Reports the second of two equal names.
pub(crate) fn unique<'a>(names: impl IntoIterator<Item = &'a Name>, what: &str) -> Result<()> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name.text.as_str()) {
            return Err(syn::Error::new(name.span, format!("there are two {what} named `{}`", name.text)));
        }
        seen.push(&name.text);
    }
    Ok(())
}
