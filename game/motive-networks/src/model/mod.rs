//! The data that describes a network: agents, literals, settings and updates.

mod agents;
mod blueprint;
mod coefficient;
mod literal;
mod pattern;
mod settings;
mod update;

pub use agents::{DEFAULT_PATIENCE, Decay, Goal, Prediction, Sensor, SensorFunction, Skill};
pub use blueprint::{Blueprint, Finding};
pub use coefficient::{Coefficient, LinkKind};
pub use literal::{Literal, SensorValue};
pub use settings::{
    ExtendedParameters, Matching, Normalization, PARAMETER_NAMES, Parameters, Precision, Profile, Reports,
    Settings, SkillDuration, Summation, TieBreak,
};
pub use update::{AgentName, RecordedUpdate, Update};

pub(crate) use agents::{check_count, check_finite, check_name, valid_skill};
pub(crate) use coefficient::{check_positive, is_positive};
pub(crate) use pattern::{achieving, filled, matched, variables};
