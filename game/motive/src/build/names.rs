//! The names of a game, looked up when a mind is built.

use crate::error::{Error, Mistake};
use crate::kernel::{Expr, Id, Property, Vocabulary};
use crate::traits::{Declare, DeclaredTypes, Percept, Properties};
use crate::value::{PropertyValue, ValueNames};
use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::term::ValueTerm;

/// A part of a mind that is made when the names of the game are known.
pub(crate) type Later<T> = Arc<dyn Fn(&mut NameResolver<'_>) -> T + Send + Sync>;

/// A change of a definition that is made then.
#[cfg(feature = "arbiter")]
pub(crate) type Change<T> = Box<dyn Fn(&mut NameResolver<'_>, T) -> T + Send + Sync>;

/// Looks up what types declare, and collects what is not declared.
#[must_use]
pub struct NameResolver<'g> {
    types: &'g DeclaredTypes,
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// How many conditions on the things of a pattern enclose the present one.
    pub(crate) depth: u16,
    pub(crate) mistakes: Vec<Error>,
}

impl<'g> NameResolver<'g> {
    pub(crate) fn new(types: &'g DeclaredTypes, vocabulary: Arc<Vocabulary>) -> Self {
        Self { types, vocabulary, depth: 0, mistakes: Vec::new() }
    }

    /// The handles of a type. Without them the mind is not built.
    pub(crate) fn names<T: Declare>(&mut self) -> Option<&'g T::Names> {
        let found = self.types.find::<T>().map(|(_, names)| names);
        if found.is_none() {
            self.mistakes.push(Mistake::Undeclared(type_name::<T>()).into());
        }
        found
    }

    /// The symbols of the variants of an enum.
    pub(crate) fn symbols<V: PropertyValue>(&mut self) -> ValueNames {
        let mut extended = (*self.vocabulary).clone();
        let (_, symbols) = V::declare(&mut extended);
        if symbols.iter().any(|symbol| self.vocabulary.find_symbol(extended.name(*symbol)).is_none()) {
            self.mistakes.push(Mistake::Undeclared(type_name::<V>()).into());
        }
        symbols
    }

    pub(crate) fn variable<P: Percept>(&mut self, variable: Var<P>) -> String {
        let Some(names) = self.names::<P>() else { return String::new() };
        let kind = self.vocabulary.name(P::kind(names).symbol());
        let (prefix, number) = match variable.place {
            VarPlace::Found(number) => ("", number),
            VarPlace::Other(depth) => ("other_", depth),
            VarPlace::Given(number) => ("the_", number),
        };
        if number == 0 { format!("{prefix}{kind}") } else { format!("{prefix}{kind}_{}", number + 1) }
    }
}

/// A property of a percept with the type of its values: `Fire::heat()`. The derive makes it.
pub struct TypedProperty<P: Properties, T> {
    find: fn(&P::Names) -> Property,
    of: PhantomData<fn() -> T>,
}

impl<P: Properties, T> Clone for TypedProperty<P, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Properties, T> Copy for TypedProperty<P, T> {}

impl<P: Properties, T> TypedProperty<P, T> {
    /// The property that a function finds among the handles of the type.
    pub const fn new(find: fn(&P::Names) -> Property) -> Self {
        Self { find, of: PhantomData }
    }

    pub(crate) fn of(self, names: &mut NameResolver<'_>) -> Option<Property> {
        names.names::<P>().map(self.find)
    }
}

/// A thing that a rule has found, or that a program, a task or an action is given.
pub struct Var<P> {
    place: VarPlace,
    of: PhantomData<fn() -> P>,
}

/// Where a variable comes from, with its number among those of the same origin.
#[derive(Clone, Copy, Debug)]
pub(crate) enum VarPlace {
    Found(u16),
    Other(u16),
    Given(u16),
}

impl<P> Clone for Var<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Var<P> {}

impl<P> fmt::Debug for Var<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Var").field(&self.place).finish()
    }
}

impl<P: Percept> Var<P> {
    pub(crate) const fn new(place: VarPlace) -> Self {
        Self { place, of: PhantomData }
    }

    /// A property of the thing.
    pub fn get<T: 'static>(self, property: TypedProperty<P, T>) -> super::Place<T> {
        ValueTerm::from(self).get(property)
    }
}

impl<P: Percept> From<Var<P>> for ValueTerm<Id> {
    fn from(variable: Var<P>) -> Self {
        Self::later(move |names| Expr::var(&names.variable(variable)))
    }
}
