//! The names that a bot's mind uses, whatever game its body is in.
//!
//! They are GameBots' own notions under names that a designer would use; [`GAMEBOTS`] says which is which.
//!
//! Actions are the commands of the wire: what was commanded goes on until it is done or something else is commanded, also when the mind no longer
//! asks for it. `stop` and `stop_shooting` end it.

mod declarations;
mod descriptions;
mod functions;
mod gamebots;

pub use declarations::{ShooterActions, ShooterKinds, ShooterProperties};
pub use functions::{ATTACK_RANGE, FACING, NEAR, NEAR_NODE, NEARBY};
pub use gamebots::{GAMEBOTS, GameBotsName};

use crate::arena::{GameType, WeaponClass};
use crate::body::Noise;
use motive_core::{Catalogue, Symbol, Vocabulary, VocabularyError};
use std::sync::Arc;

/// The vocabulary with a handle for every name that a body writes or reads.
#[derive(Clone, Debug)]
pub struct ShooterNames {
    /// The names.
    pub vocabulary: Arc<Vocabulary>,
    /// Which actions exclude each other.
    pub catalogue: Catalogue,
    /// The kinds of things.
    pub kinds: ShooterKinds,
    /// The properties of things and of the bot itself.
    pub has: ShooterProperties,
    /// What can be done.
    pub actions: ShooterActions,
    weapons: [Symbol; WeaponClass::ALL.len()],
    no_weapon: Symbol,
    noises: [Symbol; 5],
    games: [Symbol; GameType::ALL.len()],
}

impl ShooterNames {
    /// Declares everything.
    ///
    /// # Errors
    /// Never, as long as the names of this crate do not contradict each other.
    pub fn new() -> Result<Self, VocabularyError> {
        let mut names = Vocabulary::new();
        let kinds = ShooterKinds::declare(&mut names);
        let weapons = WeaponClass::ALL.map(|class| names.symbol(class.name()));
        let no_weapon = names.symbol("none");
        let noises = NOISES.map(|noise| names.symbol(noise.name()));
        let games = GameType::ALL.map(|game| names.symbol(game.name()));
        let has = ShooterProperties::declare(&mut names);
        let actions = ShooterActions::declare(&mut names);
        functions::declare(&mut names, &has);
        names.describe_all(descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let catalogue = actions.conflicts();
        Ok(Self { vocabulary, catalogue, kinds, has, actions, weapons, no_weapon, noises, games })
    }

    /// The name of a weapon, `none` for none.
    #[must_use]
    pub fn weapon(&self, name: Option<&str>) -> Symbol {
        let known = WeaponClass::ALL.iter().position(|class| Some(class.name()) == name);
        known.map_or(self.no_weapon, |at| self.weapons[at])
    }

    /// The name of a noise.
    #[must_use]
    pub fn noise(&self, noise: Noise) -> Symbol {
        let known = NOISES.iter().position(|it| *it == noise);
        self.noises[known.unwrap_or(0)]
    }

    /// The name of a game.
    #[must_use]
    pub fn game(&self, game: GameType) -> Symbol {
        let known = GameType::ALL.iter().position(|it| *it == game);
        self.games[known.unwrap_or(0)]
    }
}

const NOISES: [Noise; 5] = [Noise::Steps, Noise::Landing, Noise::Shot, Noise::Explosion, Noise::PickUp];
