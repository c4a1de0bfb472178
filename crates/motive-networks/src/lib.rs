//! Skill networks: no plan and no fixed priorities. Energy spreads among skills from what is sensed and what is wanted, until one
//! is strong enough to act.
//!
//! After P. Maes (*How to Do the Right Thing*, 1989) and M. B. Johnson (*Build-a-Dude*, 1991). A skill says what it needs, what it
//! makes true and what it makes false. From these lists follow all links: a skill passes activation *forward* to those that
//! need what it will make true, *backward* to those that make true what it lacks, and takes activation from those that would undo
//! what it has. What is true and what is wanted feed energy in; the sum is cut down to its limit; the strongest skill that can
//! be done and reaches the threshold is started. It runs as long as it takes, beside others, and reports when it has finished.
//!
//! A [`Network`] is driven by [`Update`]s and steps and by nothing else. [`Profile`] names the published rule sets.

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
    ExtendedParameters, Matching, Normalization, Precision, Profile, Settings, SkillDuration, Summation,
    TieBreak,
};
pub use model::update::{AgentName, RecordedUpdate, Update};
pub use network::Network;
pub use network::completion::after_completion;
pub use network::explain::{Contribution, Explanation, Link};
pub use network::notice::Notice;
pub use network::receptors::SensorFunction;
pub use network::saved::SavedNetwork;
pub use network::sequences::Succession;
pub use network::statistics::{Advice, AdviceCriteria, EffectCounts, ListChange};
pub use network::step::{EXACT_LINKS, Step};
pub use network::watchdog::{Remedy, Watchdog};
pub use program::body::SkillBody;
pub use program::derive::{SensorCondition, UnknownEffect, derive_skill, sensor_conditions};
pub use program::ground::MAX_GROUND_SKILLS;
pub use program::schema::ActionSchema;
pub use program::{DEFAULT_SPREAD, NetworkProgram};
pub use registry::health::Health;
pub use simulation::Simulation;
pub use templates::TemplateLimits;
