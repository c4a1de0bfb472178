//! Derive macros of the crate `motive`, which re-exports them. Use them from there.
//!
//! | derive | on | declares |
//! |---|---|---|
//! | [`macro@Percept`] | a struct with named fields, or an enum | a kind of thing with its properties, or a kind for each variant |
//! | [`macro@SelfState`] | a struct with named fields | properties of the agent itself |
//! | [`macro@Properties`] | a struct with named fields | properties that things of several kinds have |
//! | [`macro@Actions`] | an enum, or a struct | one action for each variant, or one |
//! | [`macro@PropertyValue`] | an enum without fields | one symbol for each variant |
//!
//! All of them read the attribute `#[motive(...)]`. Names are those of the Rust code in snake case: `struct TileStack`
//! is the kind `tile_stack`, the variant `MoveTo` is the action `move_to`.

mod actions;
mod attributes;
mod fields;
mod percept;
mod property_value;
mod variants;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares a kind of thing and its properties.
///
/// One field of type `Id` is named `id` or marked `#[motive(id)]`: it says which thing this is. Without one the id is
/// given when the percept is: `agent.perceive([(id, &percept)])`. Every other field is a property; its type must
/// implement `PropertyValue`, or be an `Option` (a property that can be missing) or a `Vec` (several values) of one that does.
///
/// On the struct:
/// - `#[motive(name = "wolf")]`: the kind has this name.
/// - `#[motive(is = "animal")]` or `#[motive(is = Animal)]`: things of this kind are also things of that kind. May be repeated.
///
/// On a field:
/// - `#[motive(name = "dist")]`: the property has this name.
/// - `#[motive(skip)]`: not a property.
/// - `#[motive(within = 0..=100)]`: numbers beyond the limits are stored as the limit.
/// - `#[motive(divisible)]`: a quantity that several users can divide among themselves.
///
/// # Enums
///
/// On an enum, each variant is a kind of thing below the kind of the enum. Its fields are the properties; those of the same name are one
/// property. `#[motive(name = "...")]` gives the kind of a variant another name. A variant marked `#[motive(skip)]` is no percept: it is
/// passed over. The id is given beside the percept. Bevy's plug-in knows an entity by the kind of the enum alone.
///
/// # In Rust
///
/// The derive also makes a function for each property, for minds in Rust: `Ghost::distance()`. A struct of handles, `GhostNames` for
/// `Ghost`, has the fields `kind` and one `Property` for each property, for the kernel; `Game::names` gives it.
#[proc_macro_derive(Percept, attributes(motive))]
pub fn derive_percept(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    percept::percept(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Declares properties of the agent itself, which files read as `self.energy`.
///
/// Fields are as for [`macro@Percept`]; there is no id and no kind.
#[proc_macro_derive(SelfState, attributes(motive))]
pub fn derive_self_state(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    percept::self_state(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Declares properties that things of several kinds have, to pass in for one of them with `Senses::describe`.
///
/// Fields are as for [`macro@Percept`]; there is no id and no kind.
#[proc_macro_derive(Properties, attributes(motive))]
pub fn derive_properties(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    percept::part(&input, "Properties", false).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Declares an action for each variant of an enum, and converts a decision back to the enum. A struct is one action by itself, as plug-ins of engines
/// want it.
///
/// The fields of a variant or a struct, named or not, are the arguments of the action; their types must implement `PropertyValue`.
///
/// On the enum:
/// - `#[motive(one_at_a_time)]`: no two of these actions can be done at once, nor one of them twice.
///
/// On a variant, or on a struct:
/// - `#[motive(name = "go")]`: the action has this name.
/// - `#[motive(until_ended)]`: once started it continues until the game reports its end. Other actions continue while they are proposed.
/// - `#[motive(uses("legs", "hands"))]`: two actions that use the same cannot be done at once.
/// - `#[motive(shares("legs"))]`: it cannot be done at once with an action that uses the same, but with others that share it.
/// - `#[motive(skip)]` on a variant: no action of minds, only of the game's own code.
/// - `#[motive(excludes(Stop, TurnTo))]`: it cannot be done at once with these variants, of which one may be itself. On a struct there is
///   `one_at_a_time` instead: it cannot be done twice at once.
///
/// The derive also makes a function for each variant, for minds in Rust: `Move::jump(height)`. A struct of handles, `MoveNames` for
/// `Move`, has an `ActionId` for each variant, for the kernel.
#[proc_macro_derive(Actions, attributes(motive))]
pub fn derive_actions(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    actions::actions(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}

/// Makes an enum without fields a type of property values and arguments: a symbol for each variant.
///
/// On a variant, `#[motive(name = "dark_red")]` gives the symbol another name.
#[proc_macro_derive(PropertyValue, attributes(motive))]
pub fn derive_property_value(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    property_value::property_value(&input).unwrap_or_else(|error| error.into_compile_error()).into()
}
