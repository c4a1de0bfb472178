//! Everything that can change a network.

use super::{Coefficient, LinkKind, Literal, NetworkGoal, NetworkSensor, SensorFunction, SensorValue, Skill};
use crate::error::NetworkError;
use std::fmt;
use std::sync::Arc;

/// The name of an agent of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub enum AgentName {
    /// The sensor of a proposition.
    Sensor(Arc<str>),
    /// The goal for a literal.
    Goal(Literal),
    /// The skill of a name.
    Skill(Arc<str>),
    /// The template of skills of a name.
    Template(Arc<str>),
    /// The template of sensors for a proposition.
    SensorTemplate(Arc<str>),
    /// The receptor of a name.
    Receptor(Arc<str>),
}

impl AgentName {
    /// The skill of a name.
    pub fn skill(name: &str) -> Self {
        Self::Skill(name.into())
    }

    /// The sensor of a proposition.
    pub fn sensor(name: &str) -> Self {
        Self::Sensor(name.into())
    }

    /// The error that there is no such agent.
    pub(crate) fn unknown(&self) -> NetworkError {
        let (kind, name) = match self {
            Self::Sensor(name) => ("sensor", name.to_string()),
            Self::Goal(literal) => ("goal", literal.to_string()),
            Self::Skill(name) => ("skill", name.to_string()),
            Self::Template(name) | Self::SensorTemplate(name) => ("template", name.to_string()),
            Self::Receptor(name) => ("receptor", name.to_string()),
        };
        NetworkError::Unknown(kind, name)
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sensor(name) => write!(f, "sensor:{name}"),
            Self::Goal(literal) => write!(f, "goal:{literal}"),
            Self::Skill(name) => write!(f, "skill:{name}"),
            Self::Template(name) => write!(f, "template:{name}"),
            Self::SensorTemplate(name) => write!(f, "sensor-template:{name}"),
            Self::Receptor(name) => write!(f, "receptor:{name}"),
        }
    }
}

/// A change of a network from outside: an agent that registers, reports, changes or is removed.
///
/// Nothing else changes what a network does. The same updates before the same steps give the same activations, so a recorded
/// run can be replayed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Update {
    /// A sensor registers.
    Sensor(NetworkSensor),
    /// A goal registers.
    Goal(NetworkGoal),
    /// A skill registers.
    Skill(Skill),
    /// A skill template, with variables (`?x`), registers. Instances are created when they are needed for a goal.
    Template(Skill),
    /// A sensor template registers. Instances are created for goals and for the literals of skill instances.
    SensorTemplate(NetworkSensor),
    /// A receptor registers: it measures a quantity from which sensors are derived.
    Receptor(Arc<str>),
    /// A sensor that is derived from receptors registers.
    DerivedSensor {
        /// The sensor's proposition.
        sensor: Arc<str>,
        /// How it is derived.
        function: SensorFunction,
    },
    /// In the extended profile: a resource that skills occupy.
    Resource {
        /// Its name.
        name: Arc<str>,
        /// The amount that there is.
        amount: f64,
    },
    /// A sensor reports its value, which counts from the next step on. What happens to several reports before one step depends on
    /// [`Reports`](crate::Reports).
    Sense {
        /// The sensor's proposition.
        sensor: Arc<str>,
        /// Its value.
        value: SensorValue,
    },
    /// A receptor reports.
    Signal {
        /// The receptor.
        receptor: Arc<str>,
        /// The measured quantity.
        strength: f64,
    },
    /// A goal is withdrawn.
    Withdraw(Literal),
    /// A goal is replaced by another; its importance and protection stay.
    ReplaceGoal {
        /// The old goal.
        from: Literal,
        /// The new goal.
        to: Literal,
    },
    /// A skill reports that it has finished, successfully or not.
    Complete(Arc<str>),
    /// An agent does not answer and takes no part until it is enabled.
    Disable(AgentName),
    /// A disabled agent takes part again.
    Enable(AgentName),
    /// An agent is removed.
    Amputate(AgentName),
    /// The time of the host, in microseconds. Only used to find agents that do not answer.
    Clock(u64),
    /// A message was sent to an agent, which should answer it.
    Asked(AgentName),
    /// An agent answered.
    Answered(AgentName),
    /// The lists of the skill of this name are replaced.
    Edit(Skill),
    /// A global parameter is changed.
    Parameter {
        /// Its name.
        name: Arc<str>,
        /// Its new value.
        value: f64,
    },
    /// The coefficient of a kind of link is changed.
    KindCoefficient {
        /// The kind of link.
        kind: LinkKind,
        /// The new coefficient.
        value: Coefficient,
    },
    /// The coefficient of a single link is changed.
    LinkCoefficient {
        /// The kind of link.
        kind: LinkKind,
        /// The skill from which it goes.
        from: Arc<str>,
        /// The skill to which it goes.
        to: Arc<str>,
        /// The new coefficient.
        value: Coefficient,
    },
    /// The coefficient of an agent is changed: the trust of a sensor, the importance of a goal, the influence of a skill.
    AgentCoefficient {
        /// The agent.
        who: AgentName,
        /// The new coefficient.
        value: Coefficient,
    },
    /// Starts or stops counting which skill is selected after which.
    RecordFollowers(bool),
}

macro_rules! registrations {
    ($($update:ident($agent:ty)),*) => {$(
        impl From<$agent> for Update {
            fn from(agent: $agent) -> Self {
                Self::$update(agent)
            }
        }
    )*};
}

registrations!(Sensor(NetworkSensor), Goal(NetworkGoal), Skill(Skill));

/// An update and when it was applied.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedUpdate {
    /// The number of steps made before it.
    pub after: u64,
    /// The update.
    pub update: Update,
}
