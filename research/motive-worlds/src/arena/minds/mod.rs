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
        "hl2fsm" => {
            let program = hl2fsm::program(game, names, settings, value);
            finish(name, program.map_err(|error| unusable(name, &error))?, game)
        }
        "goap" => {
            let program = goap::program(game, names, settings, value);
            finish(name, program.map_err(|error| unusable(name, &error))?, game)
        }
        _ => Err(WorldError::UnknownMind { mind: name.into() }),
    }
}

fn unusable(name: &str, error: &dyn std::error::Error) -> WorldError {
    WorldError::Mind { mind: name.into(), why: error.to_string() }
}

/// A program as a whole mind.
fn finish(
    name: &str,
    program: impl Program + 'static,
    game: &Game<WizardAct>,
) -> Result<Box<dyn Mind>, WorldError> {
    let title = program.name().to_string();
    let character = game
        .character()
        .goal(Goal::maintain("survive", &title).always(1))
        .program(program)
        .build()
        .map_err(|error| unusable(name, &error))?;
    Ok(Box::new(Arbiter::new(character)))
}
