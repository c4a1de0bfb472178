//! What processes say to each other: JSON, one value a message.
//!
//! JSON and not a denser form, because a message may come from anybody and must not be able to do harm: it says what it is, its
//! nesting is bounded by the reader, and a person can read it with any zenoh tool.

use crate::error::NetError;
use motive::network::{AgentName, Goal, Literal, Sensor, SensorFunction, SensorValue, Skill};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of these messages.
pub const VERSION: u32 = 1;

/// How many bytes a message may have.
pub const LARGEST: usize = 4 << 20;

/// An agent that lives in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Agent {
    /// A sensor, with what it says now.
    Sensor(Sensor),
    /// A goal.
    Goal(Goal),
    /// A skill.
    Skill(Skill),
    /// A skill with variables; instances are made of it for what is wanted.
    Template(Skill),
    /// A sensor with variables; instances are made of it for what has to be known.
    SensorTemplate(Sensor),
    /// A receptor.
    Receptor(Arc<str>),
    /// A sensor that is worked out from receptors, wherever those are.
    Derived {
        /// The sensor's proposition.
        sensor: Arc<str>,
        /// How it is worked out.
        function: SensorFunction,
    },
}

impl Agent {
    /// AgentName it is.
    #[must_use]
    pub fn who(&self) -> AgentName {
        match self {
            Self::Sensor(sensor) => AgentName::Sensor(sensor.proposition.clone()),
            Self::Goal(goal) => AgentName::Goal(goal.literal.clone()),
            Self::Skill(skill) => AgentName::Skill(skill.name.clone()),
            Self::Template(skill) => AgentName::Template(skill.name.clone()),
            Self::SensorTemplate(sensor) => AgentName::SensorTemplate(sensor.proposition.clone()),
            Self::Receptor(name) => AgentName::Receptor(name.clone()),
            Self::Derived { sensor, .. } => AgentName::Sensor(sensor.clone()),
        }
    }
}

/// What an agency sends to its dispatcher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`VERSION`].
    pub version: u32,
    /// The number that the agency chose when it started, by which it is known again.
    pub pass: u64,
    /// 1 for its first report, and one more each time: a gap shows that something was lost.
    pub number: u64,
    /// What it says, in order.
    pub said: Vec<Said>,
}

/// One thing that an agency says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Said {
    /// Everything that it is: its agents with what they say, what its skills are doing, and which order it heard last.
    Here {
        /// All its agents.
        agents: Vec<Agent>,
        /// Its skills that are being done.
        doing: Vec<Arc<str>>,
        /// Whose orders it has heard.
        line: u64,
        /// The last of them.
        heard: u64,
    },
    /// A sensor reports.
    Sense {
        /// Which.
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
    /// A skill is finished, for better or worse.
    Complete(Arc<str>),
    /// A skill has taken its order.
    Took(Arc<str>),
    /// A goal wants something else from now on.
    ReplaceGoal {
        /// What it wanted.
        from: Literal,
        /// What it wants.
        to: Literal,
    },
}

/// What a dispatcher sends to an agency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// [`VERSION`].
    pub version: u32,
    /// Which line of orders: a dispatcher that starts from nothing begins a new one.
    pub line: u64,
    /// Its number in the line.
    pub number: u64,
    /// What is wanted.
    pub what: What,
}

/// What a dispatcher wants of an agency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum What {
    /// A skill has been selected: do it.
    Do {
        /// Which.
        skill: Arc<str>,
        /// In which step.
        step: u64,
    },
    /// Nobody waits for this skill any more.
    Stop(Arc<str>),
    /// A sensor for this was made from one of your templates: report it.
    Measure(Arc<str>),
    /// State everything that you are.
    State,
    /// The statement was taken. These agents were refused, and why.
    Registered(Vec<(AgentName, String)>),
    /// Something that you sent was refused.
    Refused {
        /// The number of the report, 0 if it could not be read.
        report: u64,
        /// Explanation.
        why: String,
    },
}

/// What observers are told of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stepped {
    /// Its number.
    pub step: u64,
    /// What started.
    pub selected: Vec<Arc<str>>,
    /// The threshold that it had to reach.
    pub used: f64,
    /// The threshold after it.
    pub threshold: f64,
    /// All skills and their activation, in the order of registration.
    pub skills: Vec<(Arc<str>, f64)>,
}

/// A message as bytes.
pub(crate) fn encode(message: &impl Serialize) -> Result<Vec<u8>, NetError> {
    let bytes = serde_json::to_vec(message).map_err(|error| NetError::Garbled { why: error.to_string() })?;
    check_size(bytes.len()).map(|()| bytes)
}

/// A message from bytes, whatever they are.
pub(crate) fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, NetError> {
    check_size(bytes.len())?;
    serde_json::from_slice(bytes).map_err(|error| NetError::Garbled { why: error.to_string() })
}

fn check_size(bytes: usize) -> Result<(), NetError> {
    if bytes > LARGEST {
        return Err(NetError::TooLarge { bytes, most: LARGEST });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-003-055: what is written is read again; what is too large or cut off is an error that says so.
    #[test]
    fn messages_survive_the_way_and_garbage_does_not() {
        let said = vec![
            Said::Sense { sensor: "heat".into(), value: SensorValue::Number(0.1 + 0.2) },
            Said::Complete("stand-up".into()),
        ];
        let report = Report { version: VERSION, pass: 7, number: 1, said };
        let bytes = encode(&report).unwrap();
        assert_eq!(decode::<Report>(&bytes).unwrap(), report);
        for cut in 0..bytes.len() {
            assert!(decode::<Report>(&bytes[..cut]).is_err());
        }
        let large = decode::<Report>(&vec![b' '; LARGEST + 1]).unwrap_err();
        assert_eq!(large.to_string(), "a message has 4194305 bytes, and may have 4194304");
        let deep = "[".repeat(100_000);
        assert!(decode::<Report>(deep.as_bytes()).is_err());
    }
}
