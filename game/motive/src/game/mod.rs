//! The interface for games: their own types as percepts and actions.
//!
//! A [`Game`] collects the declarations of a game. It creates [`GameMind`]s, from files or from characters built in Rust; a mind creates
//! [`GameAgent`]s, which perceive and decide in the types of the game. Many agents go into a [`GameCrowd`].
//!
//! Names are resolved to handles when they are declared. Nothing is looked up by name while agents run.

mod agent;
mod crowd;
mod declare;
mod error;
#[cfg(feature = "files")]
mod files;
mod mind;
mod perception;
mod value;

pub use agent::{Active, Decided, GameAgent, RunId};
pub use crowd::GameCrowd;
pub use declare::{Actions, Declare, NoActions, Observation, Own, Percept, Properties, PropertyRow};
pub use error::GameError;
#[cfg(feature = "files")]
pub use files::LoadError;
pub use mind::GameMind;
#[cfg(feature = "files")]
pub use motive_language::{Files, NoFiles, SourceText};
pub use value::{PropertyField, PropertyValue, ValueNames, ValueVec};

use crate::{ActionId, Catalogue, Id, Mind, Vocabulary, VocabularyError};
use perception::Registry;
use std::sync::Arc;

/// The declarations of a game: percepts, properties of the agents, and actions.
///
/// ```
/// use motive::prelude::*;
///
/// #[derive(Percept)]
/// struct Ghost { id: Id, blue: bool, distance: f32 }
///
/// #[derive(Own)]
/// struct Body { lives: u32 }
///
/// #[derive(Actions)]
/// enum Move { MoveToward(Id), MoveAwayFrom(Id) }
///
/// let game = Game::new().percept::<Ghost>().own::<Body>().actions::<Move>();
/// # let _ = game;
/// ```
pub struct Game<A: Actions = NoActions> {
    vocabulary: Vocabulary,
    registry: Registry,
    actions: A::Names,
    conflicts: Vec<(ActionId, ActionId)>,
}

impl Game {
    /// A game without declarations.
    #[must_use]
    pub fn new() -> Self {
        Self {
            vocabulary: Vocabulary::new(),
            registry: Registry::default(),
            actions: (),
            conflicts: Vec::new(),
        }
    }

    /// Declares the actions: an enum with one variant for each.
    #[must_use]
    pub fn actions<A: Actions>(mut self) -> Game<A> {
        let actions = self.names::<A>();
        Game { vocabulary: self.vocabulary, registry: self.registry, actions, conflicts: self.conflicts }
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl<A: Actions> Game<A> {
    /// Declares a kind of thing that agents perceive. A field `name` is what a thing is called in output: `why` then says `Blinky`
    /// instead of `ghost#20`.
    #[must_use]
    pub fn percept<P: Percept>(mut self) -> Self {
        self.names::<P>();
        if let (None, Some(name)) = (self.vocabulary.name_property(), self.vocabulary.find_property("name")) {
            self.vocabulary.display_name(name);
        }
        self
    }

    /// Declares properties of the agents themselves. Files read them as `self.energy`.
    #[must_use]
    pub fn own<T: Own>(mut self) -> Self {
        self.names::<T>();
        self
    }

    /// Declares anything else: functions, relations, computed properties.
    #[must_use]
    pub fn declare(mut self, declare: impl FnOnce(&mut Vocabulary)) -> Self {
        declare(&mut self.vocabulary);
        self
    }

    /// Says that two actions cannot be done at once: for actions that were declared by [`Game::declare`]. An action that
    /// conflicts with itself cannot be done twice at once.
    #[must_use]
    pub fn conflict(mut self, one: ActionId, other: ActionId) -> Self {
        self.conflicts.push((one, other));
        self
    }

    /// The handles of the names that a type declares, for characters built in Rust: `GhostNames { kind, blue, distance }` for `Ghost`.
    /// Declares the type if necessary. The example `in_rust` shows it.
    pub fn names<T: Declare>(&mut self) -> T::Names {
        self.registry.declare::<T>(|| T::declare(&mut self.vocabulary))
    }

    /// The id of a thing that files refer to by a name.
    pub fn thing(&mut self, name: &str) -> Id {
        self.vocabulary.id(name)
    }

    /// All declared names.
    ///
    /// # Errors
    /// If two declarations do not agree, as when one percept has a number where another has text.
    pub fn vocabulary(&self) -> Result<Arc<Vocabulary>, VocabularyError> {
        self.vocabulary.clone().finish()
    }

    /// The conflicts among the actions of the game.
    #[must_use]
    pub fn catalogue(&self) -> Catalogue {
        let mut catalogue = Catalogue::default();
        for (one, other) in A::conflicts(&self.actions).into_iter().chain(self.conflicts.iter().copied()) {
            catalogue.conflict(one, other);
        }
        catalogue
    }

    /// A builder for a character in Rust, with the names and conflicts of the game.
    ///
    /// # Errors
    /// As for [`Game::vocabulary`].
    #[cfg(feature = "arbiter")]
    pub fn character(&self) -> Result<crate::CharacterBuilder, VocabularyError> {
        Ok(crate::Character::new(self.vocabulary()?).catalogue(self.catalogue()))
    }

    /// A mind for a character built in Rust.
    #[cfg(feature = "arbiter")]
    #[must_use]
    pub fn mind(&self, character: Arc<crate::Character>) -> GameMind<A> {
        let vocabulary = character.vocabulary().clone();
        let source = Arc::new(mind::RustCharacter(character));
        GameMind::new(self.registry.clone(), self.actions.clone(), vocabulary, source)
    }

    /// A mind of your own type: `start` creates one for each agent.
    ///
    /// # Errors
    /// As for [`Game::vocabulary`].
    pub fn mind_with<M: Mind + 'static>(
        &self,
        start: impl Fn() -> M + Send + Sync + 'static,
    ) -> Result<GameMind<A>, VocabularyError> {
        Ok(GameMind::new(self.registry.clone(), self.actions.clone(), self.vocabulary()?, Arc::new(start)))
    }
}
