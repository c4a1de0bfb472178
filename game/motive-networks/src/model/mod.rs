//! The data that describes a network: agents, literals, settings and updates.

mod agents;
mod blueprint;
mod coefficient;
mod literal;
mod pattern;
mod settings;
mod update;

pub use agents::{DEFAULT_PATIENCE, Decay, NetworkGoal, NetworkSensor, Prediction, SensorFunction, Skill};
pub use blueprint::{Blueprint, BlueprintWarning};
pub use coefficient::{Coefficient, LinkKind};
pub use literal::{Literal, SensorValue};
pub use settings::{
    ActivationTieBreak, ExtendedParameters, Matching, NetworkProfile, NetworkSettings, Normalization,
    PARAMETER_NAMES, Parameters, Precision, Reports, SkillDuration, Summation,
};
pub use update::{AgentName, RecordedUpdate, Update};

pub(crate) use agents::{check_count, check_finite, check_name, valid_skill};
pub(crate) use coefficient::{check_positive, is_positive};
pub(crate) use pattern::{achieving, filled, matched, variables};
