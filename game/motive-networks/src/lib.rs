//! Skill networks: action selection by spreading activation, without a plan and without fixed priorities.
//!
//! After P. Maes (*How to Do the Right Thing*, 1989) and M. B. Johnson (*Build-a-Dude*, 1991). A skill (competence module) has
//! preconditions, an add list and a delete list, and these determine all links. An executable skill spreads activation *forward* to
//! its successors, which need what it adds; any other skill *backward* to its predecessors, which add what it lacks; and every
//! skill inhibits its conflicters, which delete a precondition of it that holds. True propositions and goals add activation,
//! normalization limits the sum, and the strongest executable skill that reaches the threshold starts. It executes as long as it
//! takes, in parallel with others, and reports when it has finished.
//!
//! A [`Network`] changes only by [`Update`]s and steps. [`Profile`] names the published rule sets.

mod activation;
mod bridge;
mod error;
mod graph;
mod model;
mod network;
mod program;
mod registry;
mod simulation;
mod templates;

pub use activation::coefficients::LinkKind;
pub use activation::engine::Flows;
pub use bridge::Bridge;
pub use error::NetworkError;
pub use model::agents::{DEFAULT_PATIENCE, Decay, Goal, Prediction, Sensor, Skill};
pub use model::blueprint::Blueprint;
pub use model::coefficient::Coefficient;
pub use model::lint::Finding;
pub use model::literal::{Literal, SensorValue};
pub use model::parameters::{PARAMETER_NAMES, Parameters};
pub use model::profile::{
    ExtendedParameters, Matching, Normalization, Precision, Profile, Reports, Settings, SkillDuration,
    Summation, TieBreak,
};
pub use model::update::{AgentName, RecordedUpdate, Update};
pub use network::Network;
pub use network::completion::after_completion;
pub use network::explain::{Contribution, Explanation, Link};
pub use network::receptors::SensorFunction;
pub use network::saved_state::SavedNetwork;
pub use network::sequences::Succession;
pub use network::statistics::{Advice, AdviceCriteria, EffectCounts, ListChange};
pub use network::step::{EXACT_LINKS, Step};
pub use network::step_events::Notice;
pub use network::watchdog::{Remedy, Watchdog};
pub use program::derive::{SensorCondition, UnknownEffect, derive_skill, sensor_conditions};
pub use program::ground::MAX_GROUND_SKILLS;
pub use program::schema::ActionSchema;
pub use program::sensors_and_actions::SkillBody;
pub use program::{DEFAULT_SPREAD, NetworkProgram};
pub use registry::health::Health;
pub use simulation::Simulation;
pub use templates::TemplateLimits;
