//! The two systems that the thesis compares its own with, as minds that come with the world: schedules in the manner of Half-Life 2, and
//! GOAP. Both run on the library's engines; the numbers that were searched for them can be set.
//!
//! They stand here in Rust because their schedules and symbols are made from the settings of the arena. The third wizard, which plans for its drives, is a file:
//! `agents/arena/udgoap.motive`.

mod goap;
mod hl2fsm;

use motive::Game;
use motive::arbiter::{Arbiter, Goal};
use motive::kernel::{Mind, Program};

use super::settings::ArenaSettings;
use super::vocabulary::{ArenaNames, WizardAct};
use crate::error::WorldError;

/// The numbers of a mind, with what they are if nothing is said. All defaults are those of the thesis.
pub(super) fn numbers(name: &str) -> &'static [(&'static str, f64)] {
    match name {
        "hl2fsm" => hl2fsm::NUMBERS,
        "goap" => goap::NUMBERS,
        _ => &[],
    }
}

/// A mind with some of its numbers set.
pub(super) fn make(
    name: &str,
    set: &[(String, f64)],
    game: &Game<WizardAct>,
    names: &ArenaNames,
    settings: &ArenaSettings,
) -> Result<Box<dyn Mind>, WorldError> {
    let known = numbers(name);
    let value = |wanted: &str| {
        let given = set.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        given.or(known.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)).unwrap_or(0.0)
    };
    match name {
        "hl2fsm" => finish(name, hl2fsm::program(game, names, settings, value), game),
        "goap" => finish(name, goap::program(game, names, settings, value), game),
        _ => Err(WorldError::UnknownMind(name.into())),
    }
}

/// A program as a whole mind.
fn finish<E: std::error::Error>(
    name: &str,
    program: Result<impl Program + 'static, E>,
    game: &Game<WizardAct>,
) -> Result<Box<dyn Mind>, WorldError> {
    let program = program.map_err(WorldError::mind(name))?;
    let goal = Goal::maintain("survive", program.name()).always(1);
    let character = game.character().goal(goal).program(program).build();
    Ok(Box::new(Arbiter::new(character.map_err(WorldError::mind(name))?)))
}
