//! Errors of worlds.

use motive::kernel::MemoryError;
use thiserror::Error;

use crate::pacman::PacmanSettingsError;

/// Why a world cannot be made, or cannot do what it is asked.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum WorldError {
    /// There is no world of this name; one that is called nearly so, and what there is.
    #[error("there is no world `{0}`; {hint}", hint = hint("the worlds are", .1.as_deref(), .2))]
    UnknownWorld(String, Option<String>, Vec<String>),
    /// An option that is not of the form `key=value`.
    #[error("`{0}` is not an option; write it as `name=value`")]
    NotAnOption(String),
    /// The world has no such option; one that is called nearly so, and what there is.
    #[error("`{0}` has no option `{1}`; {hint}", hint = hint("its options are", .2.as_deref(), .3))]
    UnknownOption(String, String, Option<String>, Vec<String>),
    /// One option twice.
    #[error("the option `{0}` is given twice")]
    OptionTwice(String),
    /// An option with a value that it cannot have, and what may be given.
    #[error("`{1}` is no value for the option `{0}`, which is {2}")]
    BadValue(String, String, String),
    /// Options that do not go together.
    #[error(transparent)]
    Settings(#[from] PacmanSettingsError),
    /// Settings of Tileworld that cannot be.
    #[error(transparent)]
    Tileworld(crate::tileworld::TileworldSettingsError),
    /// Settings of the arena that cannot be.
    #[error(transparent)]
    Arena(crate::arena::ArenaSettingsError),
    /// A map of the shooter that cannot be had, and all that is wrong with it.
    #[error("the map `{0}` cannot be played: {problems}", problems = .1.join("; "))]
    Map(String, Vec<String>),
    /// Settings of the shooter that cannot be.
    #[error(transparent)]
    Shooter(motive_shooter::game::MatchError),
    /// There is no mind of this name in the world.
    #[error("this world has no mind `{0}`")]
    UnknownMind(String),
    /// A mind of the world has no such number to set; and what there is.
    #[error("the mind `{0}` has no number `{1}` to set; {numbers}", numbers = numbers(.2))]
    UnknownNumber(String, String, Vec<String>),
    /// A mind of the world cannot be made of the numbers that it was given, and why.
    #[error("the mind `{0}` cannot be made: {1}")]
    Mind(String, String),
    /// There is no such agent in the world; and for how many there is room.
    #[error("there is no agent {0}: this world has room for {1}, numbered from 0")]
    NoAgent(usize, usize),
    /// More agents than the world has room for; and how many that is.
    #[error("{0} agents were given, but this world has room for {1}")]
    TooManyAgents(usize, usize),
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
}

impl WorldError {
    /// That a mind of a world cannot be made.
    pub(crate) fn mind<E: std::error::Error>(name: &str) -> impl Fn(E) -> Self {
        move |error| Self::Mind(name.to_owned(), error.to_string())
    }
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
