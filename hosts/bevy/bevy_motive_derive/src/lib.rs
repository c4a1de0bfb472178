//! The derives of `bevy_motive`. Use them by way of that crate, where each is documented with its trait.

mod attributes;
mod derives;

use proc_macro::TokenStream;
use syn::{DeriveInput, Result, parse_macro_input};

/// Makes the fields of a component properties of the agent that has it: `self.hunger`.
///
/// On a field:
/// - `#[motive(name = "dist")]`: the property has this name.
/// - `#[motive(skip)]`: not a property.
/// - `#[motive(limits(0, 100))]`: numbers beyond the limits are stored as the limit.
#[proc_macro_derive(Own, attributes(motive))]
pub fn derive_own(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input as DeriveInput), derives::own)
}

/// Makes entities with a component things that agents perceive: the component's name in snake case is the kind, its fields are
/// properties.
///
/// On the struct: `#[motive(name = "wolf")]`, and `#[motive(is = "animal")]` for a kind that it also is (may be repeated). Fields are as for [`macro@Own`].
#[proc_macro_derive(Thing, attributes(motive))]
pub fn derive_thing(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input as DeriveInput), derives::thing)
}

/// Declares an action: the struct's name in snake case, with its fields as arguments.
///
/// On the struct:
/// - `#[motive(name = "go")]`: the action has this name.
/// - `#[motive(latched)]`: once started it goes on until the game reports its end. Other actions go on while the mind proposes them.
/// - `#[motive(uses("legs", "hands"))]`: two actions that use the same cannot be done at once.
#[proc_macro_derive(Action, attributes(motive))]
pub fn derive_action(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input as DeriveInput), derives::action)
}

/// Makes an enum without fields a type of properties and arguments: a symbol for each variant.
///
/// On a variant, `#[motive(name = "dark_red")]` gives the symbol another name.
#[proc_macro_derive(PropertyValue, attributes(motive))]
pub fn derive_property_value(input: TokenStream) -> TokenStream {
    expand(&parse_macro_input!(input as DeriveInput), derives::property_value)
}

fn expand(input: &DeriveInput, derive: fn(&DeriveInput) -> Result<proc_macro2::TokenStream>) -> TokenStream {
    let expanded = match input.generics.params.first() {
        Some(parameter) => {
            Err(syn::Error::new_spanned(parameter, "generic types cannot be declared to minds"))
        }
        None => derive(input),
    };
    expanded.unwrap_or_else(|error| error.into_compile_error()).into()
}
