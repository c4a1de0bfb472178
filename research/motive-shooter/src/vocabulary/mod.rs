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

use declarations::ShooterWords;
pub use declarations::{ShooterActions, ShooterKinds, ShooterPrimitives, ShooterProperties};
pub use functions::{ATTACK_RANGE, FACING, NEAR, NEAR_NODE, NEARBY};
pub use gamebots::{GAMEBOTS, GameBotsName};

use crate::body::Noise;
use crate::body::primitive::{ItemClass, PrimitiveFailure};
use crate::game::{GameType, WeaponClass};
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
    /// What can be done at once.
    pub actions: ShooterActions,
    /// What can be done that takes time.
    pub primitives: ShooterPrimitives,
    words: ShooterWords,
}

impl ShooterNames {
    /// Declares everything.
    ///
    /// # Errors
    /// Never, as long as the names of this crate do not contradict each other.
    pub fn new() -> Result<Self, VocabularyError> {
        let mut names = Vocabulary::new();
        let kinds = ShooterKinds::declare(&mut names);
        let words = ShooterWords::declare(&mut names);
        let has = ShooterProperties::declare(&mut names, &words);
        let actions = ShooterActions::declare(&mut names, &words);
        let primitives = ShooterPrimitives::declare(&mut names, &words);
        functions::declare(&mut names, &has);
        names.describe_all(descriptions::DESCRIPTIONS);
        let vocabulary = names.finish()?;
        let mut catalogue = actions.conflicts();
        primitives.conflicts(&actions, &mut catalogue);
        Ok(Self { vocabulary, catalogue, kinds, has, actions, primitives, words })
    }

    /// The word for a weapon of a name, if there is such a weapon.
    #[must_use]
    pub fn weapon(&self, name: &str) -> Option<Symbol> {
        let known = WeaponClass::ALL.iter().position(|class| class.name() == name)?;
        self.words.weapons.get(known).copied()
    }

    /// The sort of items that a word means.
    #[must_use]
    pub fn item_class(&self, word: Symbol) -> Option<ItemClass> {
        let known = self.words.sorts.iter().position(|sort| *sort == word)?;
        ItemClass::ALL.get(known).map(|(class, _)| *class)
    }

    /// The word for why a primitive failed.
    #[must_use]
    pub fn failure(&self, failure: PrimitiveFailure) -> Symbol {
        let known = PrimitiveFailure::ALL.iter().position(|it| *it == failure);
        self.words.failures[known.unwrap_or(0)]
    }

    /// The name of a noise.
    #[must_use]
    pub fn noise(&self, noise: Noise) -> Symbol {
        let known = Noise::ALL.iter().position(|it| *it == noise);
        self.words.noises[known.unwrap_or(0)]
    }

    /// The name of a game.
    #[must_use]
    pub fn game(&self, game: GameType) -> Symbol {
        let known = GameType::ALL.iter().position(|it| *it == game);
        self.words.games[known.unwrap_or(0)]
    }
}
