//! What the game declares to its minds.

use bevy_ecs::prelude::*;
use bevy_ecs::schedule::InternedScheduleLabel;
use motive::declare::NoActions;
use motive::kernel::{Type, Vocabulary};
use motive::{Agent, Error, Game, GameBuilder, Mind};
use std::any::TypeId;
use std::sync::{Arc, PoisonError, RwLock};

/// The property that shows what an entity's `Name` is.
pub(crate) const LABEL: &str = "label";

/// A mind of the game. Its actions are known by handles, since plug-ins add types of actions one by one.
pub(crate) type GameMind = Mind<NoActions>;

/// An agent of the game.
pub(crate) type GameAgent = Agent<NoActions>;

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

    /// Notes that a type is declared now. Returns false if it was before.
    pub(crate) fn is_new<T: 'static>(&self) -> bool {
        let mut declared = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let is_new = !declared.contains(&TypeId::of::<T>());
        if is_new {
            declared.push(TypeId::of::<T>());
        }
        is_new
    }

    /// Declares more.
    pub(crate) fn declare<R>(&self, declare: impl FnOnce(&mut GameBuilder) -> R) -> R {
        declare(&mut self.game.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The game as all plug-ins declare it: it loads minds, builds characters in Rust and writes its names for editors.
    ///
    /// # Errors
    /// If two declarations do not agree, as when one component has a number where another has text.
    pub fn declared(&self) -> Result<Game, Error> {
        self.game.read().unwrap_or_else(PoisonError::into_inner).clone().does()
    }

    /// Whether a mind has the names of this game.
    pub(crate) fn knows(&self, mind: &Vocabulary) -> bool {
        self.declared().is_ok_and(|game| mind.extends(game.vocabulary()))
    }

    /// The seed of all random draws.
    pub fn seed(&self) -> u64 {
        self.seed
    }
}
