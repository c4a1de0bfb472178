//! From the checked model to minds that can be played.
//!
//! Building reads no text and resolves no name: it hands the definitions of a [`CheckedModel`] to the engines. Checking has built
//! each of them on its own, so that no engine refuses one here. If one does all the same, that is a defect of the checker and
//! reported as an internal error.

mod callables;
pub(crate) mod engine_stubs;
mod engines;
mod initial_state;
pub(crate) mod machines;
mod mind_engine;
mod minds;
#[cfg(feature = "networks")]
mod network;
mod team;

pub use initial_state::InitialState;
pub use mind_engine::{Baseline, MindEngine};
pub use minds::{MindDefinition, PlannedTask};
#[cfg(feature = "networks")]
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
    /// The minds, in the order of the files; those of the loaded file come last.
    pub minds: Vec<MindDefinition>,
    /// The teams, in the order of the files.
    pub teams: Vec<TeamDefinition>,
    /// The skill networks, by name.
    #[cfg(feature = "networks")]
    pub networks: Vec<NetworkDefinition>,
    /// The things and facts that the files declare.
    pub initial_state: InitialState,
}

impl Model {
    /// The mind of a name. Without a name, the last mind of the loaded file.
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

/// An engine refused what the checker let pass.
pub(crate) struct InternalError {
    /// The mind or team that was being built.
    place: Place,
    error: String,
}

impl InternalError {
    fn new(place: &Place, error: &dyn std::error::Error) -> Self {
        Self { place: place.clone(), error: error.to_string() }
    }

    /// The error as a problem of the file.
    pub(crate) fn problem(self) -> Problem {
        let message = format!("internal error: this passed all checks and cannot be built: {}", self.error);
        let diagnostic = Diagnostic::error("internal-error", self.place.span, message);
        let help = "this is a defect of Motive; please report it with the file";
        Problem { file: self.place.file, diagnostic: diagnostic.with_help(help) }
    }
}

/// Builds everything that a checked model without errors declares.
pub(crate) fn build(model: &CheckedModel) -> Result<Model, InternalError> {
    let builder = ModelBuilder { model };
    Ok(Model {
        world: model.world.clone(),
        vocabulary: model.vocabulary.clone(),
        minds: model.minds.iter().map(|mind| builder.mind(mind)).collect::<Result<_, _>>()?,
        teams: model.teams.iter().map(|team| builder.team(team)).collect::<Result<_, _>>()?,
        #[cfg(feature = "networks")]
        networks: model.items.networks.definitions.clone(),
        initial_state: model.items.initial_state.clone(),
    })
}

/// A checked model while it is built.
#[derive(Clone, Copy)]
struct ModelBuilder<'m> {
    model: &'m CheckedModel,
}
