//! `#[derive(Actions)]`.

use crate::attributes::{Name, doc, error, names, read, unique};
use crate::percept::describe;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::parse::Parse;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Ident, Index, Result, Token, Type, Variant, parenthesized};

const VARIANT: &str = "`name = \"...\"`, `until_ended`, `uses(\"...\")` or `excludes(Variant)`";

/// A variant that is an action.
struct ActionVariant<'a> {
    ident: &'a Ident,
    /// The field of the struct of handles.
    handle: Ident,
    fields: &'a Fields,
    name: Name,
    latched: bool,
    uses: Vec<String>,
    /// The variants that it excludes.
    excludes: Vec<Ident>,
    doc: String,
}

impl<'a> ActionVariant<'a> {
    fn new(variant: &'a Variant) -> Result<Self> {
        let mut name = Name::of(&variant.ident);
        let handle = match syn::parse_str::<Ident>(&name.text) {
            Ok(_) => Ident::new(&name.text, variant.ident.span()),
            Err(_) => Ident::new_raw(&name.text, variant.ident.span()),
        };
        let (mut latched, mut uses, mut excludes) = (false, Vec::new(), Vec::new());
        read(&variant.attrs, VARIANT, |meta| {
            if meta.path.is_ident("until_ended") {
                latched = true;
            } else if meta.path.is_ident("uses") {
                uses.extend(names(meta)?.into_iter().map(|name| name.text));
            } else if meta.path.is_ident("excludes") {
                let content;
                parenthesized!(content in meta.input);
                excludes.extend(content.parse_terminated(<Ident as Parse>::parse, Token![,])?);
            } else {
                return name.replaced_by(meta);
            }
            Ok(true)
        })?;
        Ok(Self {
            ident: &variant.ident,
            handle,
            fields: &variant.fields,
            name,
            latched,
            uses,
            excludes,
            doc: doc(&variant.attrs),
        })
    }

    fn types(&self) -> Vec<&Type> {
        self.fields.iter().map(|field| &field.ty).collect()
    }

    /// The names to which the fields are bound, and the pattern or constructor that has them.
    fn bound(&self) -> (Vec<Ident>, TokenStream) {
        let variant = self.ident;
        match self.fields {
            Fields::Named(fields) => {
                let idents: Vec<Ident> =
                    fields.named.iter().filter_map(|field| field.ident.clone()).collect();
                let bound: Vec<Ident> = (0..idents.len()).map(|at| format_ident!("argument_{at}")).collect();
                (bound.clone(), quote!(Self::#variant { #(#idents: #bound),* }))
            }
            Fields::Unnamed(fields) => {
                let bound: Vec<Ident> =
                    (0..fields.unnamed.len()).map(|at| format_ident!("argument_{at}")).collect();
                (bound.clone(), quote!(Self::#variant(#(#bound),*)))
            }
            Fields::Unit => (Vec::new(), quote!(Self::#variant)),
        }
    }

    /// Declares the action: its handle, and the names of its arguments' values.
    fn declare(&self) -> TokenStream {
        let (name, types) = (&self.name.text, self.types());
        let arity = types.len();
        let method = if self.latched { quote!(latched) } else { quote!(action) };
        // The span makes the compiler point at the field if its type cannot be an argument.
        let value = |of: &&Type| quote_spanned!(of.span()=> <#of as ::motive::declare::PropertyValue>::declare(vocabulary));
        let values = types.iter().map(value);
        let bound: Vec<Ident> = (0..arity).map(|at| format_ident!("argument_{at}")).collect();
        let takes = (arity > 0).then(|| quote!(vocabulary.takes(action, [#(#bound.0),*]);));
        let doc = describe(&self.doc, quote!(action));
        quote! {{
            #(let #bound = #values;)*
            let action = vocabulary.#method(#name, #arity);
            #takes
            #doc
            (action, [#(#bound.1),*])
        }}
    }

    /// A function that makes the action with values that a mind computes.
    fn function(&self, visibility: &syn::Visibility) -> TokenStream {
        let (handle, types) = (&self.handle, self.types());
        let doc = format!("The action `{}` with values that a mind in Rust computes.", self.name.text);
        let arguments: Vec<Ident> = self
            .fields
            .iter()
            .enumerate()
            .map(|(at, field)| field.ident.clone().unwrap_or_else(|| format_ident!("argument_{at}")))
            .collect();
        // Each bound has the span of its type, so that the compiler reports a wrong type there.
        let terms = types.iter().map(|of| {
            quote_spanned!(of.span()=> ::motive::build::ValueTerm<<#of as ::motive::declare::PropertyValue>::Term>)
        });
        let bounds = terms
            .clone()
            .zip(&types)
            .map(|(term, of)| quote_spanned!(of.span()=> impl ::core::convert::Into<#term>));
        let made = terms.zip(&arguments).zip(&types).map(|((term, argument), of)| {
            quote_spanned!(of.span()=> ::motive::build::ArgumentTerm::from(::core::convert::Into::<#term>::into(#argument)))
        });
        quote! {
            #[doc = #doc]
            #visibility fn #handle(#(#arguments: #bounds),*) -> ::motive::build::ActionTerm {
                ::motive::build::ActionTerm::new::<Self, _>(|names| names.#handle, [#(#made),*])
            }
        }
    }

    /// Converts the action back.
    fn read(&self, at: &Index) -> TokenStream {
        let (handle, types) = (&self.handle, self.types());
        let (bound, constructor) = self.bound();
        let read = types.iter().zip(&bound).enumerate().map(|(place, (of, bound))| {
            quote_spanned!(of.span()=>
                let #bound = <#of as ::motive::declare::PropertyValue>::from_value(#bound, &names.__values.#at[#place])?;
            )
        });
        quote! {
            if action == names.#handle {
                let [#(#bound),*] = arguments else { return ::core::option::Option::None };
                #(#read)*
                return ::core::option::Option::Some(#constructor);
            }
        }
    }

    /// Converts it to a command.
    fn write(&self, at: &Index) -> TokenStream {
        let (handle, types) = (&self.handle, self.types());
        let (bound, pattern) = self.bound();
        let written = types.iter().zip(&bound).enumerate().map(|(place, (of, bound))| {
            quote_spanned!(of.span()=>
                <#of as ::motive::declare::PropertyValue>::to_value(#bound, &names.__values.#at[#place])?
            )
        });
        quote! {
            #pattern => (
                names.#handle,
                [#(#written),*].into_iter().collect(),
            ),
        }
    }
}

pub(crate) fn actions(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return error(&input.ident, "`Actions` can be derived for enums only: a variant for each action");
    };
    if let Some(parameter) = input.generics.params.first() {
        return error(parameter, "`Actions` cannot be derived for a generic enum");
    }
    if data.variants.is_empty() {
        return error(&input.ident, "an enum without variants has no actions");
    }
    let mut one_at_a_time = false;
    read(&input.attrs, "`one_at_a_time`", |meta| {
        one_at_a_time |= meta.path.is_ident("one_at_a_time");
        Ok(meta.path.is_ident("one_at_a_time"))
    })?;
    let variants = data.variants.iter().map(ActionVariant::new).collect::<Result<Vec<_>>>()?;
    unique(variants.iter().map(|variant| &variant.name), "actions")?;

    let (ident, visibility) = (&input.ident, &input.vis);
    let names = format_ident!("{ident}Names");
    let doc = format!("What [`{ident}`] declares.");
    let docs = variants.iter().map(|variant| format!("The action `{}`.", variant.name.text));
    let handles: Vec<_> = variants.iter().map(|variant| &variant.handle).collect();
    let types = variants.iter().map(|variant| {
        let count = variant.types().len();
        quote!([::motive::declare::ValueNames; #count])
    });
    let declared = variants.iter().map(ActionVariant::declare);
    let places: Vec<_> = (0..variants.len()).map(Index::from).collect();
    let read = variants.iter().zip(&places).map(|(variant, at)| variant.read(at));
    let written = variants.iter().zip(&places).map(|(variant, at)| variant.write(at));
    for excluded in variants.iter().flat_map(|variant| &variant.excludes) {
        if !variants.iter().any(|variant| variant.ident == excluded) {
            return error(excluded, &format!("there is no variant `{excluded}`"));
        }
    }
    let conflicts = conflicts(&variants, one_at_a_time);
    let functions = variants.iter().map(|variant| variant.function(visibility));
    Ok(quote! {
        #[allow(dead_code, reason = "a game may not need every action in Rust")]
        impl #ident {
            #(#functions)*
        }

        #[doc = #doc]
        #[derive(Clone)]
        #[allow(dead_code, reason = "a game may not need every handle")]
        #visibility struct #names {
            #(#[doc = #docs] #visibility #handles: ::motive::kernel::ActionId,)*
            __values: (#(#types,)*),
        }

        impl ::motive::declare::Declare for #ident {
            type Names = #names;

            fn declare(vocabulary: &mut ::motive::kernel::Vocabulary) -> Self::Names {
                #(let #handles = #declared;)*
                #names { __values: (#(#handles.1,)*), #(#handles: #handles.0,)* }
            }
        }

        impl ::motive::declare::Actions for #ident {
            fn read(
                names: &Self::Names,
                action: ::motive::kernel::ActionId,
                arguments: &[::motive::kernel::Value],
            ) -> ::core::option::Option<Self> {
                #(#read)*
                ::core::option::Option::None
            }

            fn command(&self, names: &Self::Names) -> ::core::option::Option<::motive::kernel::Command> {
                let (action, arguments) = match self {
                    #(#written)*
                };
                ::core::option::Option::Some(::motive::kernel::Command::Act { action, arguments })
            }

            fn conflicts(names: &Self::Names) -> ::std::vec::Vec<(::motive::kernel::ActionId, ::motive::kernel::ActionId)> {
                ::std::vec![#(#conflicts),*]
            }
        }
    })
}

/// The pairs of actions that cannot be done at once.
fn conflicts(variants: &[ActionVariant<'_>], one_at_a_time: bool) -> Vec<TokenStream> {
    let mut pairs = Vec::new();
    for (at, one) in variants.iter().enumerate() {
        for other in &variants[at..] {
            let excluded = one.excludes.contains(other.ident) || other.excludes.contains(one.ident);
            if one_at_a_time || excluded || one.uses.iter().any(|used| other.uses.contains(used)) {
                let (one, other) = (&one.handle, &other.handle);
                pairs.push(quote!((names.#one, names.#other)));
            }
        }
    }
    pairs
}
