//! The names that a bot's mind uses, whatever game its body is in.
//!
//! They are GameBots' own notions under names that a designer would use; [`GAMEBOTS`] says which is which.
//!
//! Actions are the commands of the wire: what was commanded goes on until it is done or something else is commanded, also when the mind no longer
//! asks for it. `stop` and `stop_shooting` end it.

mod functions;
mod names;

pub use functions::{ATTACK_RANGE, FACING, NEAR, NEAR_NODE, NEARBY};
use names::ShooterWords;
pub use names::{ShooterActions, ShooterKinds, ShooterPrimitives, ShooterProperties};

use crate::body::Noise;
use crate::body::primitive::{ItemClass, PrimitiveFailure};
use crate::rules::{GameType, WeaponClass};
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
        let kinds = ShooterKinds::all(&mut names);
        let words = ShooterWords::declare(&mut names);
        let has = ShooterProperties::declare(&mut names, &words);
        let actions = ShooterActions::declare(&mut names, &words);
        let primitives = ShooterPrimitives::declare(&mut names, &words);
        functions::declare(&mut names, &has);
        for lines in [
            ShooterKinds::LINES,
            ShooterProperties::LINES,
            ShooterActions::LINES,
            ShooterPrimitives::LINES,
            functions::LINES,
        ] {
            names.describe_all(lines);
        }
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
        ItemClass::ALL.get(known).copied()
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

/// A name here and its name on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameBotsName {
    /// The name in agent files.
    pub name: &'static str,
    /// The message or command.
    pub message: &'static str,
    /// The attribute of that message; empty where the message as a whole is meant.
    pub attribute: &'static str,
}

const fn name(name: &'static str, message: &'static str, attribute: &'static str) -> GameBotsName {
    GameBotsName { name, message, attribute }
}

/// All names that have a counterpart on the wire.
pub const GAMEBOTS: &[GameBotsName] = &[
    name("rotation", "SLF", "Rotation"),
    name("position", "SLF", "Location"),
    name("velocity", "SLF", "Velocity"),
    name("team", "SLF", "Team"),
    name("health", "SLF", "Health"),
    name("weapon", "SLF", "Weapon"),
    name("ammo", "SLF", "CurrentAmmo"),
    name("armour", "SLF", "Armor"),
    name("score", "GAM", "Score"),
    name("own_flag_away", "GAM", "Flag"),
    name("owner", "GAM", "Dom"),
    name("player", "PLR", ""),
    name("label", "PLR", "Name"),
    name("reachable", "PLR", "Reachable"),
    name("nav_point", "NAV", ""),
    name("item", "INV", ""),
    name("class", "INV", "Class"),
    name("flag", "FLG", ""),
    name("carrier", "FLG", "Holder"),
    name("domination_point", "DOM", ""),
    name("mover", "MOV", ""),
    name("hurt_event", "DAM", ""),
    name("hit_event", "HIT", ""),
    name("death_event", "DIE", ""),
    name("kill_event", "KIL", ""),
    name("bump_event", "BMP", ""),
    name("wall_event", "WAL", ""),
    name("fall_event", "FAL", ""),
    name("noise_event", "HRN", ""),
    name("pick_up_event", "AIN", ""),
    name("projectile_event", "PRJ", ""),
    name("message_event", "VMT", ""),
    name("path", "PTH", ""),
    name("query", "PTH", "Id"),
    name("reach_answer", "RCH", ""),
    name("run_to", "RUNTO", ""),
    name("strafe_to", "STRAFE", ""),
    name("turn_to", "TURNTO", ""),
    name("rotate", "ROTATE", "Amount"),
    name("jump", "JUMP", ""),
    name("shoot", "SHOOT", ""),
    name("stop_shooting", "STOPSHOOT", ""),
    name("stop", "STOP", ""),
    name("change_weapon", "CHANGEWEAPON", "Id"),
    name("get_path", "GETPATH", ""),
    name("check_reach", "CHECKREACH", ""),
    name("say", "MESSAGE", "Text"),
    name("walk", "SETWALK", "Walk"),
];
