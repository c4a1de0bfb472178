//! Components and actions that minds know.

#[cfg(doc)]
use crate::PropertyValue;
use crate::value::PropertyNames;
use bevy_ecs::component::Component;
use motive::declare::ValueNames;
use motive::kernel::{ActionId, Kind, Value, Vocabulary};

/// A component whose fields are properties of the agent that has it: files read them as `self.hunger`. Derive it, and name it in
/// [`MotivePlugin::own`](crate::MotivePlugin::own).
///
/// ```
/// use bevy_motive::prelude::*;
///
/// #[derive(Component, Own)]
/// struct Needs { #[motive(limits(0, 100))] hunger: f32, energy: f32 }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe the agent itself",
    note = "derive `Own` for a component with the agent's own properties"
)]
pub trait Own: Component {
    /// Declares the properties, in the order of the fields.
    fn declare(vocabulary: &mut Vocabulary) -> Vec<PropertyNames>;

    /// Gives the value of each property by its place; nothing for what is missing.
    fn write(&self, names: &[PropertyNames], write: impl FnMut(usize, Option<Value>));

    /// Gives each property as a number, by its place: see [`PropertyValue::to_code`].
    fn write_codes(&self, names: &[PropertyNames], write: impl FnMut(usize, f64));
}

/// A component that makes entities things that agents perceive: a kind, with the fields as properties. Derive it, and say in
/// [`MotivePlugin::sees`](crate::MotivePlugin::sees) who sees it.
///
/// Everything with a `Transform` also has the property `distance`.
///
/// ```
/// use bevy_motive::prelude::*;
///
/// #[derive(Component, Thing)]
/// #[motive(is = "animal")]
/// struct Wolf { hungry: bool }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a thing that agents perceive",
    note = "derive `Thing` for a component of the entities that agents see"
)]
pub trait Thing: Component {
    /// Declares the kind.
    fn declare_kind(vocabulary: &mut Vocabulary) -> Kind;

    /// Declares the properties, in the order of the fields.
    fn declare(vocabulary: &mut Vocabulary) -> Vec<PropertyNames>;

    /// Gives the value of each property by its place; nothing for what is missing.
    fn write(&self, names: &[PropertyNames], write: impl FnMut(usize, Option<Value>));
}

/// Something that agents can do. While one does it, its entity has the component [`Doing`](crate::Doing) of it. Derive it,
/// and name it in [`MotivePlugin::actions`](crate::MotivePlugin::actions).
///
/// ```
/// use bevy_motive::prelude::*;
///
/// #[derive(Action)]
/// struct Flee { from: Entity }                 // goes on while the mind proposes it: `do flee(w)`
///
/// #[derive(Action)]
/// #[motive(latched, uses("mouth"))]
/// struct Eat { what: Entity }                  // goes on until it succeeds or fails
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an action",
    note = "derive `Action` for a struct with the arguments of the action"
)]
pub trait Action: Sized + Send + Sync + 'static {
    /// What files call it.
    const NAME: &'static str;
    /// What it uses: two actions that use the same cannot be done at once.
    const USES: &'static [&'static str];

    /// Declares the action: its handle, and the symbols of each argument's values.
    fn declare(vocabulary: &mut Vocabulary) -> (ActionId, Vec<ValueNames>);

    /// The action with the arguments of a decision. Nothing if one of them is of the wrong type.
    fn read(arguments: &[Value], names: &[ValueNames]) -> Option<Self>;
}
