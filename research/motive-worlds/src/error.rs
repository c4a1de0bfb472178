//! Errors of worlds.

use motive::kernel::MemoryError;
use thiserror::Error;

use crate::pacman::PacmanSettingsError;

/// Why a world cannot be made, or cannot do what it is asked.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WorldError {
    /// There is no world of this name.
    #[error("there is no world `{name}`; {}", hint("the worlds are", .nearest.as_deref(), .known))]
    UnknownWorld {
        /// The name asked for.
        name: String,
        /// A world that is called nearly so.
        nearest: Option<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// An option that is not of the form `key=value`.
    #[error("`{text}` is not an option; write it as `name=value`")]
    NotAnOption {
        /// What was given.
        text: String,
    },
    /// The world has no such option.
    #[error("`{world}` has no option `{option}`; {}", hint("its options are", .nearest.as_deref(), .known))]
    UnknownOption {
        /// The world.
        world: String,
        /// The option asked for.
        option: String,
        /// An option that is called nearly so.
        nearest: Option<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// One option twice.
    #[error("the option `{option}` is given twice")]
    OptionTwice {
        /// The option.
        option: String,
    },
    /// A value that the option cannot have.
    #[error("`{value}` is no value for the option `{option}`, which is {expects}")]
    BadValue {
        /// The option.
        option: String,
        /// What was given.
        value: String,
        /// What may be given.
        expects: String,
    },
    /// Options that do not go together.
    #[error(transparent)]
    Settings(#[from] PacmanSettingsError),
    /// Settings of Tileworld that cannot be.
    #[error(transparent)]
    Tileworld(crate::tileworld::TileworldSettingsError),
    /// Settings of the arena that cannot be.
    #[error(transparent)]
    Arena(crate::arena::ArenaSettingsError),
    /// A map of the shooter that cannot be had.
    #[error("the map `{map}` cannot be played: {}", .problems.join("; "))]
    Map {
        /// The map.
        map: String,
        /// All that is wrong with it.
        problems: Vec<String>,
    },
    /// Settings of the shooter that cannot be.
    #[error(transparent)]
    Shooter(motive_shooter::game::MatchError),
    /// There is no mind of this name in the world.
    #[error("this world has no mind `{mind}`")]
    UnknownMind {
        /// The name asked for.
        mind: String,
    },
    /// A mind of the world has no such number to set.
    #[error("the mind `{mind}` has no number `{number}` to set; {}", numbers(.known))]
    UnknownNumber {
        /// The mind.
        mind: String,
        /// The number asked for.
        number: String,
        /// What there is.
        known: Vec<String>,
    },
    /// A mind of the world cannot be made of the numbers that it was given.
    #[error("the mind `{mind}` cannot be made: {why}")]
    Mind {
        /// The mind.
        mind: String,
        /// Why.
        why: String,
    },
    /// There is no such agent in the world.
    #[error("there is no agent {agent}: this world has room for {agents}, numbered from 0")]
    NoAgent {
        /// The number asked for.
        agent: usize,
        /// How many there are.
        agents: usize,
    },
    /// Too many agents for the world.
    #[error("{given} agents were given, but this world has room for {agents}")]
    TooManyAgents {
        /// How many were given.
        given: usize,
        /// How many there is room for.
        agents: usize,
    },
    /// A memory whose names are not those of the world.
    #[error(
        "this memory has the names of another world; make it with this world's vocabulary, or one that extends it"
    )]
    ForeignMemory,
    /// The memory refused a percept.
    #[error("a percept could not be remembered: {0}")]
    Memory(#[from] MemoryError),
    /// What the world would declare of its actions cannot be built.
    #[error("the world's own actions contradict its names: {0}")]
    Actions(String),
    /// What the world would declare of its actions cannot be built.
    #[error("the world's own actions cannot be built: {0}")]
    Names(motive::kernel::BuildError),
}

fn numbers(known: &[String]) -> String {
    if known.is_empty() { "it has none".into() } else { format!("it has {}", known.join(", ")) }
}

/// The nearest name, or else all of them.
fn hint(all: &str, nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("{all} {}", known.join(", ")),
    }
}
