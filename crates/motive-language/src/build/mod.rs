//! From the checked model to minds that can be played.
//!
//! Building reads no text and resolves no name: it hands the definitions of a [`CheckedModel`] to the engines. What an engine
//! still refuses (a program that calls itself too deep, a baseline that cannot play these goals) is reported at the mind or team
//! that it was built for.

mod callables;
mod drive_plans;
mod engines;
mod initial_state;
mod machines;
mod mind_engine;
mod minds;
mod network;
mod team;

pub use initial_state::InitialState;
pub use mind_engine::{Baseline, MindEngine};
pub use minds::{MindDefinition, PlannedTask, RuleTexts};
pub use network::NetworkDefinition;
pub use team::{TeamDefinition, TeamMinds};

use crate::diagnostic::Diagnostic;
use crate::load::Problem;
use crate::model::{CheckedModel, Place};
use motive_core::Vocabulary;
use std::sync::Arc;

/// The minds, teams and networks of a file and of everything that it uses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Model {
    /// The world that the file says it is for.
    pub world: Option<String>,
    /// The world's names and those that the file adds.
    pub vocabulary: Arc<Vocabulary>,
    /// The minds, in the order of the files; those of the file that was asked for come last.
    pub minds: Vec<MindDefinition>,
    /// The teams, in the order of the files.
    pub teams: Vec<TeamDefinition>,
    /// The skill networks, by name.
    pub networks: Vec<NetworkDefinition>,
    /// The things and facts that the files declare.
    pub initial_state: InitialState,
}

impl Model {
    /// The mind of a name. Without a name, the last mind of the file that was asked for.
    #[must_use]
    pub fn mind(&self, name: Option<&str>) -> Option<&MindDefinition> {
        match name {
            Some(name) => self.minds.iter().find(|mind| mind.name == name),
            None => self.minds.last(),
        }
    }

    /// The team of a name. Without a name, the last one.
    #[must_use]
    pub fn team(&self, name: Option<&str>) -> Option<&TeamDefinition> {
        match name {
            Some(name) => self.teams.iter().find(|team| team.name == name),
            None => self.teams.last(),
        }
    }
}

/// Builds everything that a checked model declares. Gives no model if an engine refuses something.
pub(crate) fn build(model: &CheckedModel) -> (Option<Model>, Vec<Problem>) {
    let mut builder = ModelBuilder { model, problems: Vec::new() };
    let built = builder.build();
    let model = built.filter(|_| !builder.problems.iter().any(Problem::is_error));
    (model, builder.problems)
}

/// A checked model while it is built, and what the engines said about it.
struct ModelBuilder<'m> {
    model: &'m CheckedModel,
    problems: Vec<Problem>,
}

impl ModelBuilder<'_> {
    fn build(&mut self) -> Option<Model> {
        let checked = self.model;
        let minds: Vec<Option<MindDefinition>> =
            checked.minds.iter().map(|mind| self.mind_definition(mind)).collect();
        let minds = minds.into_iter().collect::<Option<_>>()?;
        let teams: Vec<Option<TeamDefinition>> = checked.teams.iter().map(|team| self.team(team)).collect();
        Some(Model {
            world: checked.world.clone(),
            vocabulary: checked.vocabulary.clone(),
            minds,
            teams: teams.into_iter().collect::<Option<_>>()?,
            networks: checked.items.networks.clone(),
            initial_state: checked.items.initial_state.clone(),
        })
    }

    /// Reports something once, however many minds are a reason for it.
    fn report(&mut self, file: usize, diagnostic: Diagnostic) {
        let problem = Problem { file, diagnostic };
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// Reports what an engine refused. Gives nothing, as the value of the step that failed.
    fn refused<T>(&mut self, code: &str, place: &Place, error: &dyn std::error::Error) -> Option<T> {
        self.report(place.file, Diagnostic::error(code, place.span.clone(), error.to_string()));
        None
    }
}
