//! What a game declares.

use crate::error::Error;
use crate::kernel::{
    self, ActionId, BuildError, Catalogue, Facts, Function, Id, Property, Purity, Value, Vocabulary,
};
use crate::mind::Mind;
use crate::shared_mind::StartMind;
use crate::traits::DeclaredTypes;
use crate::traits::{Actions, Declarations, Declare, NoActions};
use crate::value::PropertyValue;
use std::sync::Arc;

/// The declarations of a game: what agents see, what they are, and what they can do. It makes minds.
///
/// ```
/// use motive::prelude::*;
///
/// #[derive(Percept)]
/// struct Ghost { id: Id, blue: bool, distance: f32 }
///
/// #[derive(SelfState)]
/// struct Body { lives: u32 }
///
/// #[derive(Actions)]
/// enum Move { MoveToward(Id), MoveAwayFrom(Id) }
///
/// let game = Game::new().sees::<Ghost>().is::<Body>().does::<Move>()?;
/// # let _ = game;
/// # Ok::<(), motive::Error>(())
/// ```
pub struct Game<A: Actions = NoActions> {
    vocabulary: Arc<Vocabulary>,
    catalogue: Catalogue,
    types: DeclaredTypes,
    actions: A::Names,
}

impl Game {
    /// Begins to declare a game. [`GameBuilder::does`] ends it.
    #[expect(clippy::new_ret_no_self, reason = "a game begins with its declarations")]
    pub fn new() -> GameBuilder {
        GameBuilder::default()
    }
}

/// The declarations of a game so far. [`Game::new`] begins them.
#[derive(Clone, Default)]
#[must_use]
pub struct GameBuilder {
    vocabulary: Vocabulary,
    types: DeclaredTypes,
    conflicts: Vec<(ActionId, ActionId)>,
    uses: Vec<(&'static str, ActionId)>,
    shares: Vec<(&'static str, ActionId)>,
    effects: Vec<Effects>,
}

/// Adds what is known of actions, once all names are declared.
type Effects = Arc<dyn Fn(&mut Catalogue, &Vocabulary) -> Result<(), BuildError> + Send + Sync>;

impl GameBuilder {
    /// Declares the kinds of things that agents perceive: one type, or several as a tuple. A field `name` is what a thing is called in output:
    /// `why` then says `Blinky` instead of `ghost#20`.
    pub fn sees<T: Declarations>(mut self) -> Self {
        T::declare_all(&mut self.types, &mut self.vocabulary);
        if let (None, Some(name)) = (self.vocabulary.name_property(), self.vocabulary.find_property("name")) {
            self.vocabulary.display_name(name);
        }
        self
    }

    /// Declares properties of the agents themselves. Files read them as `self.energy`.
    pub fn is<T: Declarations>(mut self) -> Self {
        T::declare_all(&mut self.types, &mut self.vocabulary);
        self
    }

    /// Declares anything else: functions, relations, computed properties, things with names.
    pub fn declare(mut self, declare: impl FnOnce(&mut Vocabulary)) -> Self {
        declare(&mut self.vocabulary);
        self
    }

    /// The handles of a type, which is declared if necessary: for functions that read what it declares.
    pub fn names<T: Declare>(&mut self) -> T::Names {
        self.types.declare::<T>(&mut self.vocabulary)
    }

    /// The handles of actions, which are declared if necessary, with what cannot be done at once: for hosts with several types of actions.
    pub fn actions<A: Actions>(&mut self) -> A::Names {
        let names = self.names::<A>();
        self.conflicts.extend(A::conflicts(&names));
        self.uses.extend(A::uses(&names));
        self.shares.extend(A::shares(&names));
        names
    }

    /// Declares a property that is computed when it is read, with its description and what it depends on. The function gets the id of
    /// the thing.
    pub fn computed<R: PropertyValue>(
        &mut self,
        (name, line): (&str, &str),
        purity: Purity,
        body: impl Fn(&dyn Facts, Id) -> Option<R> + Send + Sync + 'static,
    ) -> Property {
        let (holds, values) = R::declare(&mut self.vocabulary);
        let body = move |facts: &dyn Facts, id: Id| body(facts, id)?.to_value(&values);
        let property = self.vocabulary.computed(name, holds, purity, body);
        self.vocabulary.describe_as(property, line);
        property
    }

    /// Declares a function with a number of arguments, with its description and what it depends on.
    pub fn function<R: PropertyValue>(
        &mut self,
        (name, line): (&str, &str),
        arity: usize,
        purity: Purity,
        body: impl Fn(&dyn Facts, &[Value]) -> Option<R> + Send + Sync + 'static,
    ) -> Function {
        let (result, values) = R::declare(&mut self.vocabulary);
        let body = move |facts: &dyn Facts, arguments: &[Value]| body(facts, arguments)?.to_value(&values);
        let function = self.vocabulary.function(name, arity, purity, body);
        self.vocabulary.returns(function, result);
        self.vocabulary.describe_as(function, line);
        function
    }

    /// Declares a function with any number of arguments, as [`GameBuilder::function`] does.
    pub fn variadic<R: PropertyValue>(
        &mut self,
        (name, line): (&str, &str),
        purity: Purity,
        body: impl Fn(&dyn Facts, &[Value]) -> Option<R> + Send + Sync + 'static,
    ) -> Function {
        let (result, values) = R::declare(&mut self.vocabulary);
        let body = move |facts: &dyn Facts, arguments: &[Value]| body(facts, arguments)?.to_value(&values);
        let function = self.vocabulary.variadic(name, purity, body);
        self.vocabulary.returns(function, result);
        self.vocabulary.describe_as(function, line);
        function
    }

    /// The id of a thing that files refer to by a name.
    pub fn thing(&mut self, name: &str) -> Id {
        self.vocabulary.id(name)
    }

    /// A thing of which there is one, with its description: files call it by its name, as in `the_door()`.
    pub fn the(&mut self, name: &str, line: &str) -> Id {
        let id = self.thing(name);
        let function = self.vocabulary.function(name, 0, Purity::Pure, move |_, _| Some(id.into()));
        self.vocabulary.describe_as(function, line);
        id
    }

    /// The vocabulary so far, to declare more.
    pub fn vocabulary(&mut self) -> &mut Vocabulary {
        &mut self.vocabulary
    }

    /// Says that two actions cannot be done at once: for actions that were declared by [`GameBuilder::declare`]. An action that
    /// conflicts with itself cannot be done twice at once.
    pub fn conflict(mut self, one: ActionId, other: ActionId) -> Self {
        self.conflicts.push((one, other));
        self
    }

    /// Says what actions need and change, for planners and networks.
    pub fn effects(
        mut self,
        add: impl Fn(&mut Catalogue, &Vocabulary) -> Result<(), BuildError> + Send + Sync + 'static,
    ) -> Self {
        self.effects.push(Arc::new(add));
        self
    }

    /// Declares the actions, an enum with one variant for each, and ends the declarations.
    ///
    /// # Errors
    /// If two declarations do not agree, as when one percept has a number where another has text.
    pub fn does<A: Actions>(mut self) -> Result<Game<A>, Error> {
        let actions = self.actions::<A>();
        let vocabulary = self.vocabulary.finish()?;
        let mut catalogue = Catalogue::default();
        for (one, other) in self.conflicts {
            catalogue.conflict(one, other);
        }
        for (at, (used, one)) in self.uses.iter().enumerate() {
            let others = self.uses[at..].iter().chain(&self.shares);
            for (_, other) in others.filter(|(other, _)| other == used) {
                catalogue.conflict(*one, *other);
            }
        }
        for add in self.effects {
            add(&mut catalogue, &vocabulary)?;
        }
        Ok(Game { vocabulary, catalogue, types: self.types, actions })
    }
}

impl<A: Actions> Game<A> {
    /// All declared names.
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// What is known of the actions: which conflict, what they need and change.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The declared types.
    pub fn types(&self) -> &DeclaredTypes {
        &self.types
    }

    /// The handles of the actions.
    pub fn actions(&self) -> &A::Names {
        &self.actions
    }

    /// The handles of the names that a type declares, for the kernel: `GhostNames { kind, blue, distance }` for `Ghost`. Nothing for a type
    /// that the game has not declared.
    pub fn names<T: Declare>(&self) -> Option<&T::Names> {
        self.types.find::<T>().map(|(_, names)| names)
    }

    /// A builder for a character in the terms of the kernel, with the names and conflicts of the game.
    #[cfg(feature = "arbiter")]
    pub fn character(&self) -> motive_arbiter::CharacterBuilder {
        motive_arbiter::Character::new(self.vocabulary.clone()).catalogue(self.catalogue.clone())
    }

    /// A mind that plays a character.
    #[cfg(feature = "arbiter")]
    pub fn mind_of_character(&self, character: Arc<motive_arbiter::Character>) -> Mind<A> {
        let vocabulary = character.vocabulary().clone();
        self.mind_of("", vocabulary, Arc::new(crate::shared_mind::RustCharacter(character)))
    }

    /// A mind of your own type: `start` creates one for each agent.
    pub fn mind_with<M: kernel::Mind + 'static>(
        &self,
        start: impl Fn() -> M + Send + Sync + 'static,
    ) -> Mind<A> {
        self.mind_of("", self.vocabulary.clone(), Arc::new(start))
    }

    pub(crate) fn mind_of(
        &self,
        source: &str,
        vocabulary: Arc<Vocabulary>,
        start: Arc<dyn StartMind>,
    ) -> Mind<A> {
        Mind::new(self.types.clone(), self.actions.clone(), source, vocabulary, start)
    }
}
