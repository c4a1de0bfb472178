//! `#[derive(Percept)]` and `#[derive(SelfState)]`.

use crate::attributes::{Name, doc, error, read, unique};
use crate::fields::{FieldSource, PropertyFields, describe};
use crate::variants;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, LitStr, Path, Result};

/// A more general kind.
enum ParentKind {
    Named(String),
    Declared(Path),
}

impl ParentKind {
    fn read(meta: &ParseNestedMeta<'_>) -> Result<Self> {
        let value = meta.value()?;
        if value.peek(LitStr) {
            return Ok(Self::Named(Name::literal(&value.parse()?)?.text));
        }
        Ok(Self::Declared(value.parse()?))
    }

    fn declare(&self) -> TokenStream {
        match self {
            Self::Named(name) => quote!(vocabulary.kind(#name)),
            Self::Declared(path) => quote_spanned!(path.span()=>
                <#path as ::motive::declare::Percept>::kind(&<#path as ::motive::declare::Declare>::declare(vocabulary))
            ),
        }
    }
}

pub(crate) fn percept(input: &DeriveInput) -> Result<TokenStream> {
    let mut kind = Name::of(&input.ident);
    let mut parents = Vec::new();
    read(&input.attrs, "`name = \"...\"`, `is = \"...\"` or `is = Type`", |meta| {
        if meta.path.is_ident("is") {
            parents.push(ParentKind::read(meta)?);
            return Ok(true);
        }
        kind.replaced_by(meta)
    })?;
    let fields = match &input.data {
        Data::Enum(data) => variants::fields(input, data)?,
        _ => fields(input, "Percept")?,
    };
    let properties = properties(input, &fields, Some((&kind, &parents)), false);
    let of_variants = variants::kinds(&fields.variants);
    let ident = &input.ident;
    let observation = fields.id.map(|id| {
        quote! {
            impl ::motive::declare::Observation for #ident {
                type Percept = Self;

                fn observe(&self) -> (::motive::kernel::Id, &Self) {
                    (self.#id, self)
                }
            }
        }
    });
    Ok(quote! {
        #properties

        impl ::motive::declare::Percept for #ident {
            fn kind(names: &Self::Names) -> ::motive::kernel::Kind {
                names.kind
            }

            #of_variants
        }

        #observation
    })
}

pub(crate) fn self_state(input: &DeriveInput) -> Result<TokenStream> {
    let properties = part(input, "SelfState", true)?;
    let ident = &input.ident;
    Ok(quote! {
        #properties

        impl ::motive::declare::SelfState for #ident {}
    })
}

/// Properties without a kind: of the agent itself, or of whatever they are passed in for.
pub(crate) fn part(input: &DeriveInput, derive: &str, own: bool) -> Result<TokenStream> {
    read(&input.attrs, "no attribute on the struct", |_| Ok(false))?;
    let fields = fields(input, derive)?;
    if let Some(id) = fields.id {
        let message = match own {
            true => "the agent itself needs no id: remove the field, or mark it `#[motive(skip)]`",
            false => "the id is given beside the properties: remove the field, or mark it `#[motive(skip)]`",
        };
        return error(id, message);
    }
    Ok(properties(input, &fields, None, own))
}

fn fields<'a>(input: &'a DeriveInput, derive: &str) -> Result<PropertyFields<'a>> {
    if let Some(parameter) = input.generics.params.first() {
        return error(parameter, &format!("`{derive}` cannot be derived for a generic struct"));
    }
    let fields = match &input.data {
        Data::Struct(data) => &data.fields,
        _ => return error(&input.ident, &format!("`{derive}` can be derived for structs only")),
    };
    let mut found = PropertyFields::default();
    match fields {
        Fields::Named(fields) => {
            for (field, ident) in fields.named.iter().filter_map(|field| Some((field, field.ident.as_ref()?)))
            {
                found.add(field, ident)?;
            }
        }
        Fields::Unnamed(fields) => {
            return error(fields, "properties need names: use a struct with named fields");
        }
        Fields::Unit => {}
    }
    unique(found.properties.iter().map(|property| &property.name), "properties")?;
    let written = found.properties.iter().enumerate().map(|(at, property)| {
        let field = &property.handle;
        property.write(at, &quote_spanned!(property.holds.span()=> &self.#field))
    });
    found.written = written.collect();
    Ok(found)
}

/// The struct of handles, and how properties are declared and written.
fn properties(
    input: &DeriveInput,
    fields: &PropertyFields<'_>,
    kind: Option<(&Name, &Vec<ParentKind>)>,
    own: bool,
) -> TokenStream {
    let (ident, visibility) = (&input.ident, &input.vis);
    let handles = format_ident!("{ident}Names");
    let handles_doc = format!("What [`{ident}`] declares.");
    let idents: Vec<_> = fields.properties.iter().map(|property| &property.handle).collect();
    let count = idents.len();
    let docs = fields.properties.iter().map(|property| format!("The property `{}`.", property.name.text));
    let written = &fields.written;
    let declared = fields.properties.iter().map(|property| declare(property, own));
    let variants = fields.variants.iter().filter_map(|variant| variant.kind.as_ref());
    let variants = variants.map(|(name, doc)| variants::declare(name, doc)).collect::<Vec<_>>();
    let count_kinds = variants.len();
    let kind_field = kind.map(|(name, _)| {
        let doc = format!("The kind `{}`.", name.text);
        let of_variants = (count_kinds > 0).then(|| {
            quote!(#[doc = "The kinds of the variants."] #visibility kinds: [::motive::kernel::Kind; #count_kinds],)
        });
        quote!(#[doc = #doc] #visibility kind: ::motive::kernel::Kind, #of_variants)
    });
    let kind_declared = kind.map(|(name, parents)| {
        let name = &name.text;
        let parents = parents.iter().map(ParentKind::declare);
        let doc = describe(&doc(&input.attrs), quote!(kind));
        quote! {
            let kind = vocabulary.kind(#name);
            #({
                let parent = #parents;
                vocabulary.kind_of(#name, parent);
            })*
            #doc
        }
    });
    let kind_value = kind.map(|_| match count_kinds {
        0 => quote!(kind,),
        _ => quote!(kind, kinds: [#(#variants),*],),
    });
    // What is known of things of several kinds belongs to no percept that a mind in Rust could ask for.
    let functions = (own || kind.is_some()).then(|| functions(input, fields, kind.is_some()));
    quote! {
        #functions

        #[doc = #handles_doc]
        #[derive(Clone)]
        #[allow(dead_code, reason = "a game may not need every handle")]
        #visibility struct #handles {
            #kind_field
            #(#[doc = #docs] #visibility #idents: ::motive::kernel::Property,)*
            __values: [::motive::declare::ValueNames; #count],
        }

        impl ::motive::declare::Declare for #ident {
            type Names = #handles;

            fn declare(vocabulary: &mut ::motive::kernel::Vocabulary) -> Self::Names {
                #(let #idents = #declared;)*
                #kind_declared
                #handles {
                    #kind_value
                    __values: [#(#idents.1),*],
                    #(#idents: #idents.0,)*
                }
            }
        }

        impl ::motive::declare::Properties for #ident {
            fn properties(names: &Self::Names) -> ::std::vec::Vec<::motive::kernel::Property> {
                ::std::vec![#(names.#idents),*]
            }

            #[inline]
            fn write(&self, names: &Self::Names, to: &mut impl ::motive::declare::PropertyWriter) {
                #written
            }
        }
    }
}

/// A function for each property, for minds in Rust.
fn functions(input: &DeriveInput, fields: &PropertyFields<'_>, is_percept: bool) -> TokenStream {
    let (ident, visibility) = (&input.ident, &input.vis);
    let handles = format_ident!("{ident}Names");
    let functions = fields.properties.iter().map(|FieldSource { handle: property, holds, name, .. }| {
        let doc = format!("The property `{}`, for minds in Rust.", name.text);
        // All of it has the span of the type, so that the compiler reports a wrong type there, and once.
        let term = quote_spanned!(holds.span()=> <#holds as ::motive::declare::PropertyField<Host>>::Term);
        let (returned, made) = if is_percept {
            (
                quote_spanned!(holds.span()=> ::motive::build::TypedProperty<Self, #term>),
                quote!(::motive::build::TypedProperty::new),
            )
        } else {
            (
                quote_spanned!(holds.span()=> ::motive::build::Place<#term>),
                quote!(::motive::build::Place::own::<Self>),
            )
        };
        quote_spanned! {holds.span()=>
            #[doc = #doc]
            #visibility fn #property<Host>() -> #returned
            where
                #holds: ::motive::declare::PropertyField<Host>,
            {
                #made(|names: &#handles| names.#property)
            }
        }
    });
    quote! {
        #[allow(dead_code, reason = "a game may not need every property in Rust")]
        impl #ident {
            #(#functions)*
        }
    }
}

/// Declares one property: gives its handle and the names of its values.
fn declare(property: &FieldSource<'_>, own: bool) -> TokenStream {
    let (holds, name) = (property.holds, &property.name.text);
    let method = if own { quote!(own) } else { quote!(property) };
    let limits = property.limits.map(|(low, high)| quote!(vocabulary.limit(property, #low, #high);));
    let doc = describe(&property.doc, quote!(property));
    let declared =
        quote_spanned!(holds.span()=> <#holds as ::motive::declare::PropertyField<_>>::declare(vocabulary));
    quote! {{
        let (holds, values) = #declared;
        let property = vocabulary.#method(#name, holds);
        #limits
        #doc
        (property, values)
    }}
}
