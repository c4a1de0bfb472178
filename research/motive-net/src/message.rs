//! The messages between processes: one JSON value each.
//!
//! JSON, because a message may come from anybody: its nesting is bounded by the reader, unknown fields do no harm, and it can be read
//! with any zenoh tool.

use crate::error::NetError;
use motive::networks::{AgentName, Goal, Literal, Sensor, SensorFunction, SensorValue, Skill};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the messages.
pub const VERSION: u32 = 1;

/// The most bytes of a message.
pub const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// An agent that lives in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Agent {
    /// A sensor, with its current value.
    Sensor(Sensor),
    /// A goal.
    Goal(Goal),
    /// A skill.
    Skill(Skill),
    /// A skill template; instances are created for goals.
    Template(Skill),
    /// A sensor template; instances are created for goals and for literals of skill instances.
    SensorTemplate(Sensor),
    /// A receptor.
    Receptor(Arc<str>),
    /// A sensor that is derived from receptors of any process.
    Derived {
        /// The sensor's proposition.
        sensor: Arc<str>,
        /// How it is derived.
        function: SensorFunction,
    },
}

impl Agent {
    /// The name by which networks know it.
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

/// A message from a peer to the dispatcher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// [`VERSION`].
    pub version: u32,
    /// A random number that the peer chose when it started. Reports under its name with another number are refused.
    pub incarnation: u64,
    /// 1 for its first report, then one more each time: a gap shows that a report was lost.
    pub sequence: u64,
    /// The contents, in order.
    pub items: Vec<ReportItem>,
}

/// One part of a report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ReportItem {
    /// The complete state of the peer, with which the dispatcher reconciles its own.
    State {
        /// All its agents.
        agents: Vec<Agent>,
        /// Its executing skills.
        executing: Vec<Arc<str>>,
        /// The epoch of the last order that it received.
        epoch: u64,
        /// The sequence number of the last order that it received.
        last_order: u64,
    },
    /// A sensor reports.
    Sense {
        /// The sensor.
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
    /// A skill has finished, successfully or not.
    Complete(Arc<str>),
    /// A skill has received its order to execute.
    Accepted(Arc<str>),
    /// A goal is replaced.
    ReplaceGoal {
        /// The old goal.
        from: Literal,
        /// The new goal.
        to: Literal,
    },
}

/// A message from the dispatcher to a peer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// [`VERSION`].
    pub version: u32,
    /// The epoch of the dispatcher: one that starts without saved state begins a new one.
    pub epoch: u64,
    /// The sequence number within the epoch.
    pub sequence: u64,
    /// The order.
    pub kind: OrderKind,
}

/// What a dispatcher orders a peer to do, or tells it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum OrderKind {
    /// Execute a skill, which has been selected.
    Execute {
        /// The skill.
        skill: Arc<str>,
        /// The step in which it was selected.
        step: u64,
    },
    /// Stop a skill, whose completion is no longer expected.
    Stop(Arc<str>),
    /// Report a sensor that was created from one of your templates.
    Measure(Arc<str>),
    /// Send your state.
    SendState,
    /// The state was accepted, except for these agents, with the reason for each.
    Registered(Vec<(AgentName, String)>),
    /// A report was refused.
    Refused {
        /// Its sequence number; 0 if it could not be read.
        report: u64,
        /// The reason.
        why: String,
    },
}

/// The summary of a step for observers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepSummary {
    /// Its number.
    pub step: u64,
    /// The skills that started.
    pub selected: Vec<Arc<str>>,
    /// The threshold that a skill had to reach.
    pub used: f64,
    /// The threshold after the step.
    pub threshold: f64,
    /// All skills and their activation, in the order of registration.
    pub skills: Vec<(Arc<str>, f64)>,
}

/// Serializes a message.
pub(crate) fn encode(message: &impl Serialize) -> Result<Vec<u8>, NetError> {
    let bytes = serde_json::to_vec(message).map_err(|error| NetError::Garbled { why: error.to_string() })?;
    check_size(bytes.len()).map(|()| bytes)
}

/// Parses a message.
pub(crate) fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, NetError> {
    check_size(bytes.len())?;
    serde_json::from_slice(bytes).map_err(|error| NetError::Garbled { why: error.to_string() })
}

fn check_size(bytes: usize) -> Result<(), NetError> {
    if bytes > MAX_MESSAGE_BYTES {
        return Err(NetError::TooLarge { bytes, most: MAX_MESSAGE_BYTES });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R-003-055
    #[test]
    fn messages_round_trip_and_garbage_is_rejected() {
        let items = vec![
            ReportItem::Sense { sensor: "heat".into(), value: SensorValue::Number(0.1 + 0.2) },
            ReportItem::Complete("stand-up".into()),
        ];
        let report = Report { version: VERSION, incarnation: 7, sequence: 1, items };
        let bytes = encode(&report).unwrap();
        assert_eq!(decode::<Report>(&bytes).unwrap(), report);
        for cut in 0..bytes.len() {
            assert!(decode::<Report>(&bytes[..cut]).is_err());
        }
        let large = decode::<Report>(&vec![b' '; MAX_MESSAGE_BYTES + 1]).unwrap_err();
        assert_eq!(large.to_string(), "a message has 4194305 bytes, and at most 4194304 are allowed");
        let deep = "[".repeat(100_000);
        assert!(decode::<Report>(deep.as_bytes()).is_err());
    }
}
