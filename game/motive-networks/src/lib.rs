//! Skill networks: action selection by spreading activation, without a plan and without fixed priorities.
//!
//! After P. Maes (*How to Do the Right Thing*, 1989) and M. B. Johnson (*Build-a-Dude*, 1991). A skill (competence module) has
//! preconditions, an add list and a delete list, and these determine all links. An executable skill spreads activation *forward* to
//! its successors, which need what it adds; any other skill *backward* to its predecessors, which add what it lacks; and every
//! skill inhibits its conflicters, which delete a precondition of it that holds. True propositions and goals add activation,
//! normalization limits the sum, and the strongest executable skill that reaches the threshold starts. It executes as long as it
//! takes, in parallel with others, and reports when it has finished.
//!
//! A [`Network`] changes only by [`Update`]s and steps. [`NetworkProfile`] names the published rule sets.
//!
//! Each module uses only those above it: `error`, `model`, `registry`, `graph`, `activation`, `network`, `simulation`, `program`.

mod activation;
mod error;
mod graph;
mod model;
mod network;
mod program;
mod registry;
mod simulation;

pub use activation::{EXACT_LINKS, Flows};
pub use error::NetworkError;
pub use model::{
    ActivationTieBreak, AgentName, Blueprint, BlueprintWarning, Coefficient, DEFAULT_PATIENCE, Decay,
    ExtendedParameters, LinkKind, Literal, Matching, NetworkGoal, NetworkProfile, NetworkSensor,
    NetworkSettings, Normalization, PARAMETER_NAMES, Parameters, Precision, Prediction, RecordedUpdate,
    Reports, SensorFunction, SensorValue, Skill, SkillDuration, Summation, Update,
};
pub use network::{
    Advice, AdviceCriteria, Contribution, EffectCounts, Explanation, Link, ListChange, Network, NetworkStep,
    Notice, Remedy, SavedNetwork, Succession, TemplateLimits, Watchdog, after_completion,
};
pub use program::{
    ActionSchema, DEFAULT_SPREAD, MAX_GROUND_SKILLS, NetworkProgram, SensorCondition, SkillBody,
    UnknownEffect, derive_skill, sensor_conditions,
};
pub use registry::Health;
pub use simulation::{Bridge, Simulation};
