//! Four systems that play every role of the hospital: state machines, the early utility system, GOAP, and plans for drives.
//!
//! Each is one character with a program for each role; which of them runs is told by the agent's own kind, so that any mind can be put
//! into any body. They stand here in Rust because agent files have no words for written plans.

pub(super) mod fsm;
mod goap;
mod planned;

use std::sync::Arc;

use motive::Game;
use motive::arbiter::{Arbiter, Character, Goal, Profile};
use motive::kernel::{Condition, Expr, Mind, Pattern, Program};

use super::game::Role;
use super::settings::HospitalSettings;
use super::vocabulary::{HospitalAct, HospitalNames};
use crate::error::WorldError;

/// The minds, from the cheapest.
pub(super) const NAMES: &[&str] = &["fsm", "utility", "goap", "udgoap"];

const ROLES: [Role; 4] = [Role::Nurse, Role::Doctor, Role::Patient, Role::Visitor];

/// What minds are made from, built once and shared.
#[derive(Debug)]
pub(super) struct Minds {
    characters: Vec<Arc<Character>>,
}

impl Minds {
    pub(super) fn new(
        game: &Game<HospitalAct>,
        names: &HospitalNames,
        settings: &HospitalSettings,
    ) -> Result<Self, WorldError> {
        let mut characters = Vec::new();
        // State machines do not look at the actions that memory would show; the others do.
        let mut profile = Profile::motive();
        profile.show_actions = false;
        for name in NAMES {
            let mut builder = game.character().profile(profile.clone());
            for role in ROLES {
                let title = format!("{name}_{}", game.vocabulary().name(names.role(role).symbol()));
                let mine = Condition::exists(
                    Pattern::of(names.role(role))
                        .named("me")
                        .given(Expr::var("me").equals(motive::kernel::Id::SELF)),
                );
                builder = builder.goal(Goal::maintain(&title, &title).when(mine, 1));
                builder = match *name {
                    "fsm" => add(builder, fsm::program(&title, role, game, names, settings), name)?,
                    "goap" => add(builder, goap::program(&title, role, game, names, settings), name)?,
                    _ => add(
                        builder,
                        planned::program(&title, role, *name == "utility", game, names, settings),
                        name,
                    )?,
                };
            }
            characters.push(builder.build().map_err(WorldError::mind(name))?);
        }
        Ok(Self { characters })
    }

    pub(super) fn make(&self, name: &str) -> Option<Box<dyn Mind>> {
        let at = NAMES.iter().position(|known| *known == name)?;
        Some(Box::new(Arbiter::new(self.characters.get(at)?.clone())))
    }
}

fn add<E: std::error::Error>(
    builder: motive::arbiter::CharacterBuilder,
    program: Result<impl Program + 'static, E>,
    name: &str,
) -> Result<motive::arbiter::CharacterBuilder, WorldError> {
    Ok(builder.program(program.map_err(WorldError::mind(name))?))
}
