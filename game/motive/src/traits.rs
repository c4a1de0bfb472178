//! The traits that the derives implement.

use crate::kernel::{
    ActionId, Command, Facts, Id, Kind, Memory, MemoryError, Property, Symbol, Thing, Value, Vocabulary,
};
use crate::value::{PropertyField, ValueVec};
use std::any::{Any, TypeId};
use std::sync::Arc;

/// A Rust type that declares names of the vocabulary: a kind with properties, properties of the agent, or actions.
///
/// Implemented by the derives [`Percept`](derive@crate::Percept), [`SelfState`](derive@crate::SelfState) and
/// [`Actions`](derive@crate::Actions).
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares nothing to the game",
    note = "derive `Percept` for things, `SelfState` for the agent's own properties, `Actions` for what can be done"
)]
pub trait Declare: 'static {
    /// The handles of the declared names, such as `GhostNames { kind, blue, distance }`.
    type Names: Clone + Send + Sync + 'static;

    /// Declares the names. A second call returns the same handles.
    fn declare(vocabulary: &mut Vocabulary) -> Self::Names;
}

/// A type whose fields are properties.
#[diagnostic::on_unimplemented(
    message = "the fields of `{Self}` are no properties",
    note = "derive `Percept` for things, and `SelfState` for what an agent knows of itself"
)]
pub trait Properties: Declare {
    /// The handles of all properties.
    fn properties(names: &Self::Names) -> Vec<Property>;

    /// Writes the value of each property.
    fn write(&self, names: &Self::Names, to: &mut impl PropertyWriter);
}

/// What an agent perceives of a thing: a kind and the values of its properties. Derive it.
///
/// ```
/// use motive::prelude::*;
///
/// /// Dangerous, unless it is blue.
/// #[derive(Percept)]
/// struct Ghost { id: Id, blue: bool, distance: f32 }
/// ```
///
/// On an enum, each variant is a kind of thing below that of the enum:
///
/// ```
/// # use motive::prelude::*;
/// /// something that happened
/// #[derive(Percept)]
/// enum Event {
///     /// the agent was hurt
///     Hurt { amount: u32, by: Option<Id> },
///     /// something was heard
///     #[motive(name = "noise")]
///     Heard { at: Point, #[motive(name = "amount")] volume: u32 },
///     /// nothing that minds need know
///     #[motive(skip)]
///     Tick,
/// }
///
/// let game = Game::new().sees::<Event>().does::<motive::declare::NoActions>()?;
/// let names = game.vocabulary();
/// let (event, hurt) = (names.find_kind("event").unwrap(), names.find_kind("hurt").unwrap());
/// assert!(names.ancestors(hurt).contains(&event));
/// assert_eq!(names.find_kind("tick"), None);
/// # Ok::<(), motive::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a percept",
    note = "derive `Percept` for a struct that describes a thing"
)]
pub trait Percept: Properties {
    /// The kind of thing. For an enum, the kind above those of its variants.
    fn kind(names: &Self::Names) -> Kind;

    /// The kind of this thing: for an enum, that of its variant. None for a variant that is no percept.
    fn kind_of_variant(&self, names: &Self::Names) -> Option<Kind> {
        Some(Self::kind(names))
    }

    /// The kinds of the variants of an enum; none for a struct.
    fn variants(_names: &Self::Names) -> &[Kind] {
        &[]
    }
}

/// Properties of the agent itself. Derive it.
///
/// ```
/// use motive::prelude::*;
///
/// #[derive(SelfState)]
/// struct Body { at: Point, #[motive(within = 0..=100)] energy: f32 }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not describe the agent itself",
    note = "derive `SelfState` for a struct with the agent's own properties"
)]
pub trait SelfState: Properties {}

/// A percept together with the thing that it is about: a percept with an id field, a reference to one, or a pair `(Id, &percept)`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which thing is perceived",
    note = "derive `Percept` for a struct with a field `id: Id`, or perceive pairs `(id, &percept)`"
)]
pub trait Observation {
    /// What is perceived.
    type Percept: Percept;

    /// The thing, and what is perceived of it.
    fn observe(&self) -> (Id, &Self::Percept);
}

impl<O: Observation> Observation for &O {
    type Percept = O::Percept;

    fn observe(&self) -> (Id, &Self::Percept) {
        (**self).observe()
    }
}

impl<P: Percept> Observation for (Id, &P) {
    type Percept = P;

    fn observe(&self) -> (Id, &P) {
        (self.0, self.1)
    }
}

/// The actions of a game: an enum with a variant for each, or a struct that is one action. Derive it.
///
/// ```
/// use motive::prelude::*;
///
/// #[derive(Actions)]
/// enum Move {
///     MoveToward(Id),
///     #[motive(until_ended)]
///     Jump { height: f32 },
///     Wait,
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set of actions",
    note = "derive `Actions` for an enum with a variant for each action, or for a struct that is one"
)]
pub trait Actions: Declare + Sized + Send + Sync {
    /// Converts an action of a decision. `None` if it is another action, or if an argument is of the wrong type.
    fn read(names: &Self::Names, action: ActionId, arguments: &[Value]) -> Option<Self>;

    /// Converts it to a command, for behaviours written in Rust. `None` if an argument is NaN, or it is no action of minds.
    fn command(&self, names: &Self::Names) -> Option<Command>;

    /// The handle of the action: to say what it needs and changes.
    fn id(&self, names: &Self::Names) -> Option<ActionId> {
        if let Command::Act { action, .. } = self.command(names)? { Some(action) } else { None }
    }

    /// The handles of all its actions.
    fn all(names: &Self::Names) -> Vec<ActionId>;

    /// The pairs of actions that cannot be done in the same tick, whatever they use.
    fn conflicts(names: &Self::Names) -> Vec<(ActionId, ActionId)>;

    /// What actions use: two that use the same cannot be done in the same tick.
    fn uses(_names: &Self::Names) -> Vec<(&'static str, ActionId)> {
        Vec::new()
    }

    /// What actions share: they cannot be done in the same tick as one that uses it.
    fn shares(_names: &Self::Names) -> Vec<(&'static str, ActionId)> {
        Vec::new()
    }
}

/// The actions of a game whose agents do nothing that the game carries out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoActions {}

impl Declare for NoActions {
    type Names = ();

    fn declare(_: &mut Vocabulary) {}
}

impl Actions for NoActions {
    fn read((): &(), _: ActionId, _: &[Value]) -> Option<Self> {
        None
    }

    fn command(&self, (): &()) -> Option<Command> {
        match *self {}
    }

    fn all((): &()) -> Vec<ActionId> {
        Vec::new()
    }

    fn conflicts((): &()) -> Vec<(ActionId, ActionId)> {
        Vec::new()
    }
}

/// One type that a game declares, or several as a tuple: `Thief`, `(Thief, Post)`.
///
/// Implemented for every [`Percept`], [`SelfState`] and tuple of up to twelve of them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` declares nothing that agents perceive",
    note = "derive `Percept` for things, and `SelfState` for what an agent knows of itself"
)]
pub trait Declarations {
    /// Declares the types, in order.
    fn declare_all(types: &mut DeclaredTypes, vocabulary: &mut Vocabulary);
}

impl Declarations for () {
    fn declare_all(_: &mut DeclaredTypes, _: &mut Vocabulary) {}
}

impl<T: Properties> Declarations for T {
    fn declare_all(types: &mut DeclaredTypes, vocabulary: &mut Vocabulary) {
        types.declare::<T>(vocabulary);
    }
}

macro_rules! tuples_of_declarations {
    ($($name:ident)*) => {
        impl<$($name: Properties),*> Declarations for ($($name,)*) {
            fn declare_all(types: &mut DeclaredTypes, vocabulary: &mut Vocabulary) {
                $(types.declare::<$name>(vocabulary);)*
            }
        }
    };
}

tuples_of_declarations!(A);
tuples_of_declarations!(A B);
tuples_of_declarations!(A B C);
tuples_of_declarations!(A B C D);
tuples_of_declarations!(A B C D E);
tuples_of_declarations!(A B C D E F);
tuples_of_declarations!(A B C D E F G);
tuples_of_declarations!(A B C D E F G H);
tuples_of_declarations!(A B C D E F G H I);
tuples_of_declarations!(A B C D E F G H I J);
tuples_of_declarations!(A B C D E F G H I J K);
tuples_of_declarations!(A B C D E F G H I J K L);

/// The types that a game has declared, with their handles.
#[derive(Clone, Default)]
pub struct DeclaredTypes {
    types: Vec<DeclaredType>,
}

#[derive(Clone)]
struct DeclaredType {
    of: TypeId,
    names: Arc<dyn Any + Send + Sync>,
}

impl DeclaredTypes {
    /// The handles of a type, which is declared if necessary.
    pub(crate) fn declare<T: Declare>(&mut self, vocabulary: &mut Vocabulary) -> T::Names {
        if let Some((_, names)) = self.find::<T>() {
            return names.clone();
        }
        let names = T::declare(vocabulary);
        self.types.push(DeclaredType { of: TypeId::of::<T>(), names: Arc::new(names.clone()) });
        names
    }

    /// The number of a type, and its handles.
    pub(crate) fn find<T: Declare>(&self) -> Option<(usize, &T::Names)> {
        let at = self.types.iter().position(|declared| declared.of == TypeId::of::<T>())?;
        Some((at, self.types[at].names.downcast_ref()?))
    }
}

/// Where a [`Percept`] or a [`SelfState`] writes the values of its properties: a memory, or what the plug-in of an engine has instead.
pub trait PropertyWriter {
    /// Writes the values of a property, if they differ from those that are known.
    fn write<Host>(
        &mut self,
        property: Property,
        divisible: bool,
        field: &impl PropertyField<Host>,
        names: &[Symbol],
    );
}

/// Writes properties of one thing into a memory.
pub(crate) struct MemoryWriter<'a> {
    memory: &'a mut Memory,
    id: Id,
    /// A thing that is not known yet, to be added as a whole.
    new: Option<Thing>,
    result: Result<(), MemoryError>,
}

impl<'a> MemoryWriter<'a> {
    pub(crate) fn known(memory: &'a mut Memory, id: Id) -> Self {
        memory.see(id);
        Self { memory, id, new: None, result: Ok(()) }
    }

    pub(crate) fn new(memory: &'a mut Memory, id: Id, kind: Kind) -> Self {
        Self { memory, id, new: Some(Thing::new(id).kind(kind)), result: Ok(()) }
    }

    pub(crate) fn finish(self) -> Result<(), MemoryError> {
        match self.new {
            Some(thing) => self.memory.put(thing),
            None => self.result,
        }
    }
}

impl PropertyWriter for MemoryWriter<'_> {
    fn write<Host>(
        &mut self,
        property: Property,
        divisible: bool,
        field: &impl PropertyField<Host>,
        names: &[Symbol],
    ) {
        if self.new.is_none() && field.equals(self.memory.values(self.id, property).as_slice(), names) {
            return;
        }
        let mut values = ValueVec::new();
        field.write(names, &mut values);
        let number = if divisible { values.first().and_then(Value::number) } else { None };
        if let Some(thing) = self.new.take() {
            self.new = Some(match number {
                Some(amount) => thing.divisible(property, amount),
                None if values.is_empty() => thing,
                None => thing.with_all(property, values),
            });
            return;
        }
        let written = match number {
            Some(amount) => self.memory.set_divisible(self.id, property, amount),
            None if values.is_empty() => {
                self.memory.unset(self.id, property);
                Ok(())
            }
            None => self.memory.set_all(self.id, property, values),
        };
        if self.result.is_ok() {
            self.result = written;
        }
    }
}
