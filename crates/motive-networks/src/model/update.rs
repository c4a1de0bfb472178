//! What reaches a network from outside.

use crate::activation::coefficients::LinkKind;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::coefficient::Coefficient;
use crate::model::literal::{Literal, SensorValue};
use crate::network::receptors::SensorFunction;
use std::fmt;
use std::sync::Arc;

/// An agent of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    #[must_use]
    pub fn skill(name: &str) -> Self {
        Self::Skill(name.into())
    }

    /// The sensor of a proposition.
    #[must_use]
    pub fn sensor(name: &str) -> Self {
        Self::Sensor(name.into())
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

/// Something that reaches a network from outside: an agent that comes, changes or goes, or what one of them reports.
///
/// Everything that can change what a network does is one of these. The same updates before the same steps give the same
/// activations, so a recorded run can be played again.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Update {
    /// A sensor registers.
    Sensor(Sensor),
    /// A goal registers.
    Goal(Goal),
    /// A skill registers.
    Skill(Skill),
    /// A skill with variables (`?x`) registers; instances are made for what is wanted.
    Template(Skill),
    /// A sensor with variables registers; instances are made for what is wanted and for what instances of skills mention.
    SensorTemplate(Sensor),
    /// A receptor registers: it measures a quantity and has no say of its own.
    Receptor(Arc<str>),
    /// A sensor that is worked out from receptors registers.
    DerivedSensor {
        /// The sensor's proposition.
        sensor: Arc<str>,
        /// How it is worked out.
        function: SensorFunction,
    },
    /// In the extended profile: a resource that skills take up, and how much of it there is.
    Resource {
        /// Its name.
        name: Arc<str>,
        /// How much there is.
        amount: f64,
    },
    /// A sensor reports. It counts from the next step on; of several reports of one sensor, one counts in each step.
    Sense {
        /// The sensor's proposition.
        sensor: Arc<str>,
        /// What it says.
        value: SensorValue,
    },
    /// A receptor reports.
    Signal {
        /// Which.
        receptor: Arc<str>,
        /// How strong.
        strength: f64,
    },
    /// A goal is no longer wanted.
    Withdraw(Literal),
    /// A goal agent wants something else from now on.
    ReplaceGoal {
        /// What it wanted.
        from: Literal,
        /// What it wants now.
        to: Literal,
    },
    /// A skill reports that it is finished, for better or worse.
    Complete(Arc<str>),
    /// An agent does not answer: it takes no part until it does.
    Disable(AgentName),
    /// An agent answers again.
    Enable(AgentName),
    /// An agent is gone for good.
    Amputate(AgentName),
    /// The host's clock, in microseconds. Only used to find agents that do not answer.
    Clock(u64),
    /// A message was sent to an agent, which ought to answer.
    Asked(AgentName),
    /// An agent answered.
    Answered(AgentName),
    /// A skill's lists are replaced by those of this skill of the same name.
    Edit(Skill),
    /// A parameter is changed.
    Parameter {
        /// Which.
        name: Arc<str>,
        /// What it will be.
        value: f64,
    },
    /// How much a kind of flow counts is changed.
    KindCoefficient {
        /// Which kind.
        kind: LinkKind,
        /// How much.
        value: Coefficient,
    },
    /// How much a single link counts is changed.
    LinkCoefficient {
        /// Which kind.
        kind: LinkKind,
        /// From which skill.
        from: Arc<str>,
        /// To which.
        to: Arc<str>,
        /// How much.
        value: Coefficient,
    },
    /// How much an agent counts is changed.
    AgentCoefficient {
        /// Which agent.
        who: AgentName,
        /// How much.
        value: Coefficient,
    },
    /// Whether what follows what is remembered from now on.
    RecordFollowers(bool),
}

/// An update and the step before which it came.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedUpdate {
    /// How many steps had been made.
    pub after: u64,
    /// What came.
    pub update: Update,
}
