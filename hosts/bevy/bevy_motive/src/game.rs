//! What the game declares to its minds.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use motive::arbiter::CharacterBuilder;
use motive::kernel::{ActionId, Type, Vocabulary};
use motive::{Error as GameError, Game, GameBuilder};
use std::any::TypeId;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

/// The property that shows what an entity's `Name` is.
pub(crate) const LABEL: &str = "label";

/// Everything that the game declares to its minds, for minds built in Rust and for tools.
///
/// It is a handle: a clone is the same game.
#[derive(Resource, Clone)]
pub struct MotiveGame {
    game: Arc<RwLock<GameBuilder>>,
    known: Arc<RwLock<Vec<TypeId>>>,
    pub(crate) schedule: InternedScheduleLabel,
    seed: u64,
}

impl MotiveGame {
    pub(crate) fn new(schedule: InternedScheduleLabel, seed: u64) -> Self {
        let game = Game::new().declare(|vocabulary| {
            let label = vocabulary.property(LABEL, Type::Text);
            vocabulary.display_name(label);
        });
        Self { game: Arc::new(RwLock::new(game)), known: Arc::default(), schedule, seed }
    }

    pub(crate) fn read(&self) -> RwLockReadGuard<'_, GameBuilder> {
        self.game.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a type is declared now. Returns false if it was before.
    pub(crate) fn is_new<T: 'static>(&self) -> bool {
        let mut declared = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = !declared.contains(&TypeId::of::<T>());
        if is_new {
            declared.push(TypeId::of::<T>());
        }
        is_new
    }

    pub(crate) fn declare<R>(&self, declare: impl FnOnce(&mut Vocabulary) -> R) -> R {
        let mut result = None;
        self.change(|game| game.declare(|vocabulary| result = Some(declare(vocabulary))));
        match result {
            Some(result) => result,
            None => unreachable!("`Game::declare` calls its argument"),
        }
    }

    pub(crate) fn conflict(&self, one: ActionId, other: ActionId) {
        self.change(|game| game.conflict(one, other));
    }

    fn change(&self, change: impl FnOnce(GameBuilder) -> GameBuilder) {
        let mut game = self.game.write().unwrap_or_else(PoisonError::into_inner);
        *game = change(std::mem::take(&mut *game));
    }

    /// The game as it is declared so far.
    pub(crate) fn declared(&self) -> Result<Game, GameError> {
        self.read().clone().does()
    }

    /// Whether a mind has the names of this game.
    pub(crate) fn knows(&self, mind: &Vocabulary) -> bool {
        self.declared().is_ok_and(|game| mind.extends(game.vocabulary()))
    }

    /// The seed of all random draws.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Starts to describe a character in Rust, with the game's names and conflicts.
    ///
    /// # Errors
    /// If two declarations do not agree, as when one component has a number where another has text.
    pub fn character(&self) -> Result<CharacterBuilder, GameError> {
        Ok(self.declared()?.character())
    }

    /// All names that the game declares.
    ///
    /// # Errors
    /// As for [`MotiveGame::character`].
    pub fn vocabulary(&self) -> Result<Arc<Vocabulary>, GameError> {
        Ok(self.declared()?.vocabulary().clone())
    }

    /// Writes the names to a file, so that `motive check --names FILE` and editors know them.
    ///
    /// # Errors
    /// As for [`MotiveGame::character`], and if the file cannot be written.
    pub fn write_names(&self, path: impl AsRef<Path>) -> Result<(), GameError> {
        self.declared()?.write_names(path)
    }
}

/// What the steps of the plug-in's set-up work with.
#[doc(hidden)]
pub struct PluginSetup<'a> {
    pub(crate) app: &'a mut App,
    pub(crate) game: MotiveGame,
}
