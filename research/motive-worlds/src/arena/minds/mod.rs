//! The two systems that the thesis compares its own with, as minds that come with the world: schedules in the manner of Half-Life 2, and
//! GOAP. Both run on the library's engines; the numbers that were searched for them can be set.
//!
//! They stand here in Rust because their schedules and symbols are made from the settings of the arena. The third wizard, which plans for its drives, is a file:
//! `agents/arena/udgoap.motive`.

mod goap;
mod hl2fsm;

use motive::arbiter::{Arbiter, Character, Goal};
use motive::kernel::{Mind, Program};

use super::names::ArenaNames;
use super::settings::ArenaSettings;
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
    names: &ArenaNames,
    settings: &ArenaSettings,
) -> Result<Box<dyn Mind>, WorldError> {
    let known = numbers(name);
    let value = |wanted: &str| {
        let given = set.iter().rev().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        given.or(known.iter().find(|(name, _)| *name == wanted).map(|(_, value)| *value)).unwrap_or(0.0)
    };
    if let Some((unknown, _)) = set.iter().find(|(name, _)| known.iter().all(|(known, _)| known != name)) {
        let known = known.iter().map(|(name, _)| (*name).to_owned()).collect();
        return Err(WorldError::UnknownNumber { mind: name.into(), number: unknown.clone(), known });
    }
    match name {
        "hl2fsm" => {
            let program = hl2fsm::program(names, settings, value);
            finish(name, program.map_err(|error| unusable(name, &error))?, names)
        }
        "goap" => {
            let program = goap::program(names, settings, value);
            finish(name, program.map_err(|error| unusable(name, &error))?, names)
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
    names: &ArenaNames,
) -> Result<Box<dyn Mind>, WorldError> {
    let title = program.name().to_string();
    let character = Character::new(names.vocabulary.clone())
        .goal(Goal::maintain("survive", &title).always(1))
        .program(program)
        .catalogue(names.catalogue.clone())
        .build()
        .map_err(|error| unusable(name, &error))?;
    Ok(Box::new(Arbiter::new(character)))
}
