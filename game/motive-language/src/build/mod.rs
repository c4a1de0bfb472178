//! From the checked model to minds that can be played.
//!
//! Building reads no text and resolves no name: it hands the definitions of a [`CheckedModel`] to the engines, each once. What an
//! engine refuses is reported where the definition stands, since each keeps its place.
//!
//! The programs, tasks and machines of the files are built whether or not a mind uses them. A mind that changes none of them shares
//! them with the others; one that does has engines of its own.

mod engines;
mod minds;
mod plans;
mod team;

pub use minds::{MindDefinition, MindEngine, PlannedTask};
pub use team::{TeamDefinition, TeamMinds};

use crate::diagnostic::{Diagnostic, wrong_arity};
#[cfg(feature = "networks")]
use crate::model::NetworkDefinition;
use crate::model::{CheckedMind, CheckedModel, FileProblem, FileSpan, InitialState, SHALLOWER};
use engines::Engines;
use motive_core::{BuildError, Vocabulary};
use motive_drives::PlanFor;
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;

/// The minds, teams and networks of a file and of everything that it uses.
#[derive(Clone, Debug)]
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
    pub fn mind(&self, name: Option<&str>) -> Option<&MindDefinition> {
        match name {
            Some(name) => self.minds.iter().find(|mind| mind.name == name),
            None => self.minds.last(),
        }
    }

    /// The team of a name. Without a name, the last one.
    pub fn team(&self, name: Option<&str>) -> Option<&TeamDefinition> {
        match name {
            Some(name) => self.teams.iter().find(|team| team.name == name),
            None => self.teams.last(),
        }
    }
}

/// What an engine refuses, as an error where the definition stands.
fn refused(place: &FileSpan, error: &(dyn Error + 'static)) -> FileProblem {
    let cause = error.source().and_then(|cause| cause.downcast_ref::<BuildError>());
    let (code, help) = match cause {
        Some(BuildError::TooDeep) => ("too-deep", Some(SHALLOWER)),
        Some(BuildError::TooManyVariables) => ("too-many-names", Some("split this into several rules")),
        Some(BuildError::BoundInOneBranch(..) | BuildError::UnknownVariable(..)) => ("unknown-name", None),
        Some(BuildError::Arity { .. }) => ("wrong-arity", None),
        _ => ("cannot-be-built", None),
    };
    let message = match cause {
        Some(BuildError::Arity { name, expected, found }) => wrong_arity(name, *expected, *found),
        Some(cause) => cause.to_string(),
        None => error.to_string(),
    };
    let mut diagnostic = Diagnostic::error(code, place.span.clone(), message);
    if let Some(help) = help {
        diagnostic = diagnostic.with_help(help);
    }
    FileProblem { file: place.file, diagnostic }
}

/// Builds everything that a checked model without errors declares. Gives the model, unless an engine refuses something, and what it
/// finds on the way.
pub(crate) fn build(checked: &CheckedModel) -> (Option<Model>, Vec<FileProblem>) {
    let mut builder = ModelBuilder { checked, shared: None, findings: Vec::new() };
    builder.share_engines();
    if !builder.findings.is_empty() {
        return (None, builder.findings);
    }
    let minds: Vec<_> = checked.minds.iter().filter_map(|mind| builder.mind(mind)).collect();
    let teams: Vec<_> = checked.teams.iter().filter_map(|team| builder.team(team)).collect();
    let model = Model {
        world: checked.world.clone(),
        vocabulary: checked.vocabulary.clone(),
        minds,
        teams,
        #[cfg(feature = "networks")]
        networks: checked.items.networks.definitions.clone(),
        initial_state: checked.items.initial_state.clone(),
    };
    let is_whole = !builder.findings.iter().any(FileProblem::is_error);
    (is_whole.then_some(model), builder.findings)
}

/// A checked model while it is built.
struct ModelBuilder<'m> {
    checked: &'m CheckedModel,
    /// The engines of minds that change nothing about them.
    shared: Option<Rc<Engines>>,
    findings: Vec<FileProblem>,
}

impl ModelBuilder<'_> {
    /// Builds the engines of the files. Plans for drives depend on a mind's settings, so that engines which call them do as well.
    fn share_engines(&mut self) {
        let calls = &self.checked.items.calls;
        if calls.drive_plans.keys().any(|title| calls.is_called(title)) {
            return;
        }
        let place = FileSpan { file: 0, span: 0..0 };
        self.shared = self.engines(&CheckedMind::new(place, Vec::new()), &[]);
    }

    /// The engines of a mind: those of the files, or else its own. `None` if one of them refuses its definition, which is reported.
    fn engines_of(&mut self, mind: &CheckedMind, plans: &[PlanFor]) -> Option<Rc<Engines>> {
        match &self.shared {
            Some(shared) if mind.changes_nothing() && plans.is_empty() => Some(shared.clone()),
            _ => self.engines(mind, plans),
        }
    }

    /// Reports what an engine refuses.
    fn built<T, E: Error + 'static>(&mut self, place: &FileSpan, built: Result<T, E>) -> Option<T> {
        built.map_err(|error| self.findings.push(refused(place, &error))).ok()
    }
}
