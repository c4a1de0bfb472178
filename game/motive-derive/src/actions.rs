//! `#[derive(Actions)]`.

use crate::attributes::{Name, doc, error, names, read, unique};
use crate::fields::describe;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::parse::Parse;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Index, Result, Token, Type, Variant, parenthesized};

const VARIANT: &str =
    "`name = \"...\"`, `skip`, `until_ended`, `uses(\"...\")`, `shares(\"...\")` or `excludes(Variant)`";
const STRUCT: &str = "`name = \"...\"`, `until_ended`, `uses(\"...\")`, `shares(\"...\")` or `one_at_a_time`";

/// An action: a variant of an enum, or a struct.
struct ActionSource<'a> {
    ident: &'a Ident,
    /// `Self::Variant`, or `Self`.
    path: TokenStream,
    /// The field of the struct of handles.
    handle: Ident,
    fields: &'a Fields,
    name: Name,
    latched: bool,
    one_at_a_time: bool,
    /// Whether it is no action of minds.
    skipped: bool,
    uses: Vec<String>,
    shares: Vec<String>,
    /// The variants that it excludes.
    excludes: Vec<Ident>,
    doc: String,
}

impl<'a> ActionSource<'a> {
    fn of_variant(variant: &'a Variant) -> Result<Self> {
        let ident = &variant.ident;
        Self::new(ident, quote!(Self::#ident), &variant.fields, &variant.attrs, VARIANT)
    }

    fn new(
        ident: &'a Ident,
        path: TokenStream,
        fields: &'a Fields,
        attributes: &[Attribute],
        expected: &str,
    ) -> Result<Self> {
        let mut name = Name::of(ident);
        let handle = match syn::parse_str::<Ident>(&name.text) {
            Ok(_) => Ident::new(&name.text, ident.span()),
            Err(_) => Ident::new_raw(&name.text, ident.span()),
        };
        let (mut latched, mut one_at_a_time, mut skipped) = (false, false, false);
        let (mut uses, mut shares, mut excludes) = (Vec::new(), Vec::new(), Vec::new());
        read(attributes, expected, |meta| {
            if meta.path.is_ident("until_ended") {
                latched = true;
            } else if meta.path.is_ident("uses") {
                uses.extend(names(meta)?.into_iter().map(|name| name.text));
            } else if meta.path.is_ident("shares") {
                shares.extend(names(meta)?.into_iter().map(|name| name.text));
            } else if meta.path.is_ident("skip") && expected == VARIANT {
                skipped = true;
            } else if meta.path.is_ident("excludes") && expected == VARIANT {
                let content;
                parenthesized!(content in meta.input);
                excludes.extend(content.parse_terminated(<Ident as Parse>::parse, Token![,])?);
            } else if meta.path.is_ident("one_at_a_time") && expected == STRUCT {
                one_at_a_time = true;
            } else {
                return name.replaced_by(meta);
            }
            Ok(true)
        })?;
        let doc = doc(attributes);
        Ok(Self {
            ident,
            path,
            handle,
            fields,
            name,
            latched,
            one_at_a_time,
            skipped,
            uses,
            shares,
            excludes,
            doc,
        })
    }

    fn types(&self) -> Vec<&Type> {
        self.fields.iter().map(|field| &field.ty).collect()
    }

    /// The names to which the fields are bound, and the pattern or constructor that has them.
    fn bound(&self) -> (Vec<Ident>, TokenStream) {
        let path = &self.path;
        let bound: Vec<Ident> = (0..self.fields.len()).map(|at| format_ident!("argument_{at}")).collect();
        let constructor = match self.fields {
            Fields::Named(fields) => {
                let idents = fields.named.iter().filter_map(|field| field.ident.as_ref());
                quote!(#path { #(#idents: #bound),* })
            }
            Fields::Unnamed(_) => quote!(#path(#(#bound),*)),
            Fields::Unit => path.clone(),
        };
        (bound, constructor)
    }

    /// Declares the action: its handle, and the names of its arguments' values.
    fn declare(&self) -> TokenStream {
        let (name, types) = (&self.name.text, self.types());
        let arity = types.len();
        let method = if self.latched { quote!(latched) } else { quote!(action) };
        // The span makes the compiler point at the field if its type cannot be an argument.
        let value = |of: &&Type| quote_spanned!(of.span()=> <#of as ::motive::declare::PropertyField<_>>::declare(vocabulary));
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
        let hosts: Vec<Ident> = (0..types.len()).map(|at| format_ident!("Host{at}")).collect();
        // Each bound has the span of its type, so that the compiler reports a wrong type there.
        let fields = types.iter().zip(&hosts);
        let terms = fields.clone().map(|(of, host)| {
            quote_spanned!(of.span()=> ::motive::build::ValueTerm<<#of as ::motive::declare::PropertyField<#host>>::Term>)
        });
        let known = fields
            .map(|(of, host)| quote_spanned!(of.span()=> #of: ::motive::declare::ActionArgument<#host>));
        let bounds = terms
            .clone()
            .zip(&types)
            .map(|(term, of)| quote_spanned!(of.span()=> impl ::core::convert::Into<#term>));
        let made = terms.zip(&arguments).zip(&types).map(|((term, argument), of)| {
            quote_spanned!(of.span()=> ::motive::build::ArgumentTerm::from(::core::convert::Into::<#term>::into(#argument)))
        });
        quote! {
            #[doc = #doc]
            #visibility fn #handle<#(#hosts),*>(#(#arguments: #bounds),*) -> ::motive::build::ActionTerm
            where
                #(#known),*
            {
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
                let #bound = <#of as ::motive::declare::ActionArgument<_>>::from_argument(#bound, &names.__values.#at[#place])?;
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
        let handle = &self.handle;
        let (bound, pattern) = self.bound();
        let written = bound.iter().zip(self.types()).enumerate().map(|(place, (bound, of))| {
            quote_spanned!(of.span()=> <#of as ::motive::declare::ActionArgument<_>>::to_argument(#bound, &names.__values.#at[#place])?)
        });
        quote! {
            #pattern => (
                names.#handle,
                [#(#written),*].into_iter().collect(),
            ),
        }
    }
}

/// The actions of a type, and whether only one of them can be done at a time.
fn sources(input: &DeriveInput) -> Result<(Vec<ActionSource<'_>>, bool)> {
    if let Some(parameter) = input.generics.params.first() {
        return error(parameter, "`Actions` cannot be derived for a generic type");
    }
    let data = match &input.data {
        Data::Enum(data) => data,
        Data::Struct(data) => {
            let action = ActionSource::new(&input.ident, quote!(Self), &data.fields, &input.attrs, STRUCT)?;
            let one_at_a_time = action.one_at_a_time;
            return Ok((vec![action], one_at_a_time));
        }
        Data::Union(_) => {
            return error(&input.ident, "`Actions` can be derived for enums and structs only");
        }
    };
    let mut one_at_a_time = false;
    read(&input.attrs, "`one_at_a_time`", |meta| {
        one_at_a_time |= meta.path.is_ident("one_at_a_time");
        Ok(meta.path.is_ident("one_at_a_time"))
    })?;
    let mut variants = data.variants.iter().map(ActionSource::of_variant).collect::<Result<Vec<_>>>()?;
    variants.retain(|variant| !variant.skipped);
    if variants.is_empty() {
        return error(&input.ident, "an enum without variants has no actions");
    }
    unique(variants.iter().map(|variant| &variant.name), "actions")?;
    for excluded in variants.iter().flat_map(|variant| &variant.excludes) {
        if !variants.iter().any(|variant| variant.ident == excluded) {
            return error(excluded, &format!("there is no variant `{excluded}`"));
        }
    }
    Ok((variants, one_at_a_time))
}

pub(crate) fn actions(input: &DeriveInput) -> Result<TokenStream> {
    let (actions, one_at_a_time) = sources(input)?;
    let (ident, visibility) = (&input.ident, &input.vis);
    let names = format_ident!("{ident}Names");
    let doc = format!("What [`{ident}`] declares.");
    let docs = actions.iter().map(|action| format!("The action `{}`.", action.name.text));
    let handles: Vec<_> = actions.iter().map(|action| &action.handle).collect();
    let types = actions.iter().map(|action| {
        let count = action.fields.len();
        quote!([::motive::declare::ValueNames; #count])
    });
    let declared = actions.iter().map(ActionSource::declare);
    let places: Vec<_> = (0..actions.len()).map(Index::from).collect();
    let read = actions.iter().zip(&places).map(|(action, at)| action.read(at));
    let written = actions.iter().zip(&places).map(|(action, at)| action.write(at));
    let conflicts = conflicts(&actions, one_at_a_time);
    let functions = actions.iter().map(|action| action.function(visibility));
    let uses = used("uses", &actions, |action| &action.uses);
    let shares = used("shares", &actions, |action| &action.shares);
    let skips = match &input.data {
        Data::Enum(data) => data.variants.len() > actions.len(),
        _ => false,
    };
    let skipped = skips.then(|| quote!(_ => return ::core::option::Option::None,));
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
                    #skipped
                };
                ::core::option::Option::Some(::motive::kernel::Command::Act { action, arguments })
            }

            fn all(names: &Self::Names) -> ::std::vec::Vec<::motive::kernel::ActionId> {
                ::std::vec![#(names.#handles),*]
            }

            fn conflicts(names: &Self::Names) -> ::std::vec::Vec<(::motive::kernel::ActionId, ::motive::kernel::ActionId)> {
                ::std::vec![#(#conflicts),*]
            }

            #uses

            #shares
        }
    })
}

/// The method that says what actions use or share, if any of them does.
fn used(
    method: &str,
    actions: &[ActionSource<'_>],
    of: impl for<'a> Fn(&'a ActionSource<'_>) -> &'a [String],
) -> Option<TokenStream> {
    let pairs = |action: &ActionSource<'_>| {
        let handle = &action.handle;
        of(action).iter().map(|used| quote!((#used, names.#handle))).collect::<Vec<_>>()
    };
    let used: Vec<TokenStream> = actions.iter().flat_map(pairs).collect();
    let method = format_ident!("{method}");
    (!used.is_empty()).then(|| {
        quote! {
            fn #method(names: &Self::Names) -> ::std::vec::Vec<(&'static str, ::motive::kernel::ActionId)> {
                ::std::vec![#(#used),*]
            }
        }
    })
}

/// The pairs of actions that cannot be done at once, whatever they use.
fn conflicts(actions: &[ActionSource<'_>], one_at_a_time: bool) -> Vec<TokenStream> {
    let mut pairs = Vec::new();
    for (at, one) in actions.iter().enumerate() {
        for other in &actions[at..] {
            let excluded = one.excludes.contains(other.ident) || other.excludes.contains(one.ident);
            if one_at_a_time || excluded {
                let (one, other) = (&one.handle, &other.handle);
                pairs.push(quote!((names.#one, names.#other)));
            }
        }
    }
    pairs
}
