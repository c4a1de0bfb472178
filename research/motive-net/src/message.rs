//! The messages between processes, and the commands of observers: one JSON value each.
//!
//! JSON, because any process may send a message: its nesting is bounded by the reader, unknown fields do no harm, and it can be read
//! with any zenoh tool.

use crate::error::NetError;
use motive::networks::{
    AgentName, Literal, Network, NetworkGoal, NetworkSensor, SensorFunction, SensorValue, Skill,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The version of the messages.
pub const VERSION: u32 = 1;

/// The most bytes of a message.
pub const MAX_MESSAGE_BYTES: usize = 4 << 20;

/// An agent that lives in another process.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum HostedAgent {
    /// A sensor, with its current value.
    Sensor(NetworkSensor),
    /// A goal.
    Goal(NetworkGoal),
    /// A skill.
    Skill(Skill),
    /// A skill template; instances are created for goals, and executed by their own names.
    Template(Skill),
    /// A sensor template; instances are created for goals and for literals of skill instances.
    /// [`HostEvent::Measure`](crate::HostEvent::Measure) names those that have to be reported.
    SensorTemplate(NetworkSensor),
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

impl HostedAgent {
    /// The name by which networks know it.
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
pub struct PeerReport {
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
pub enum ReportItem {
    /// The complete state of the peer, with which the dispatcher reconciles its own.
    State {
        /// All its agents.
        agents: Vec<HostedAgent>,
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
pub struct PeerOrder {
    /// [`VERSION`].
    pub version: u32,
    /// The epoch of the dispatcher: one that starts without saved state begins a new one.
    pub epoch: u64,
    /// The sequence number within the epoch.
    pub sequence: u64,
    /// The order.
    pub kind: OrderKind,
}

/// An order or a notice of a dispatcher to a peer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// A command of an observer. Commands are handled before the messages of peers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ObserverCommand {
    /// Report the status of the network.
    Status,
    /// Make a number of steps.
    Step(u64),
    /// Make steps at the pace of the dispatcher.
    Run,
    /// Make no more steps.
    Pause,
    /// Change a parameter.
    Set {
        /// Its name.
        name: Arc<str>,
        /// Its new value.
        value: f64,
    },
    /// Disable an agent.
    Disable(AgentName),
    /// Enable an agent.
    Enable(AgentName),
    /// Remove an agent.
    Amputate(AgentName),
    /// Report what flowed to a skill in the last step.
    Explain(Arc<str>),
    /// End the dispatcher.
    Stop,
}

impl ObserverCommand {
    /// Whether it only reads.
    pub fn is_question(&self) -> bool {
        matches!(self, Self::Status | Self::Explain(_))
    }
}

/// The answer of a dispatcher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CommandAnswer {
    /// It is done.
    Done,
    /// The status of the network.
    Status(Box<NetworkStatus>),
    /// What flowed to a skill, by name of the kind of link; negative for losses.
    Flows(Vec<(String, f64)>),
    /// The command was refused, with the reason.
    Refused(String),
}

/// The status of a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NetworkStatus {
    /// The number of steps made so far.
    pub steps: u64,
    /// The threshold now.
    pub threshold: f64,
    /// Whether steps are made without being requested.
    pub running: bool,
    /// Peers with agents, and others that sent faulty messages.
    pub peers: Vec<PeerStatus>,
    /// The number of refused messages and agents.
    pub refused: u64,
    /// The number of announcements of other dispatchers that were not confirmed by an answer.
    pub unconfirmed_dispatchers: u64,
    /// Skills in the order of registration.
    pub skills: Vec<SkillStatus>,
    /// Sensors in the order of registration.
    pub sensors: Vec<SensorStatus>,
    /// Goals, and whether they hold.
    pub goals: Vec<(String, bool)>,
}

/// The status of a peer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeerStatus {
    /// Its id.
    pub id: Arc<str>,
    /// The number of its agents.
    pub agents: usize,
    /// Whether it has joined and is reachable.
    pub reachable: bool,
    /// The number of its messages that were refused.
    pub refused: u64,
    /// How often it sent more than can be handled.
    pub floods: u64,
}

/// The status of a sensor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SensorStatus {
    /// Its proposition.
    pub name: Arc<str>,
    /// Its value.
    pub value: SensorValue,
    /// The number of reports that newer ones replaced before a step.
    pub passed_over: u64,
    /// The number of reports that wait for a step.
    pub waiting: usize,
}

/// The status of a skill.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillStatus {
    /// Its name.
    pub name: Arc<str>,
    /// Its activation.
    pub level: f64,
    /// All its preconditions hold.
    pub executable: bool,
    /// It is executing.
    pub executing: bool,
    /// It is disabled.
    pub disabled: bool,
}

pub(crate) fn sensor_status(network: &Network) -> Vec<SensorStatus> {
    let status = |(name, value): (&Arc<str>, &SensorValue)| SensorStatus {
        name: name.clone(),
        value: value.clone(),
        passed_over: network.passed_over(name).unwrap_or(0),
        waiting: network.waiting_reports(name).unwrap_or(0),
    };
    network.sensors().map(status).collect()
}

pub(crate) fn skill_status(network: &Network) -> Vec<SkillStatus> {
    let status = |skill: usize| {
        let name: Arc<str> = network.skill_name(skill).into();
        SkillStatus {
            level: network.level(skill),
            executable: network.is_executable(skill),
            executing: network.is_executing(skill),
            disabled: network.is_disabled(&AgentName::Skill(name.clone())) == Some(true),
            name,
        }
    };
    (0..network.skill_count()).map(status).collect()
}

pub(crate) fn flows(network: &Network, skill: &str) -> CommandAnswer {
    let Some(number) = network.skill(skill) else {
        return CommandAnswer::Refused(format!("there is no skill `{skill}`"));
    };
    let flows = network.flows(number);
    CommandAnswer::Flows(flows.signed().map(|(kind, amount)| (kind.name().to_owned(), amount)).collect())
}

/// Serializes a message.
pub(crate) fn encode(message: &impl Serialize) -> Result<Vec<u8>, NetError> {
    let bytes = serde_json::to_vec(message).map_err(|error| NetError::Garbled(error.to_string()))?;
    check_size(bytes.len()).map(|()| bytes)
}

/// Parses a message.
pub(crate) fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, NetError> {
    check_size(bytes.len())?;
    serde_json::from_slice(bytes).map_err(|error| NetError::Garbled(error.to_string()))
}

fn check_size(bytes: usize) -> Result<(), NetError> {
    if bytes > MAX_MESSAGE_BYTES {
        return Err(NetError::TooLarge(bytes, MAX_MESSAGE_BYTES));
    }
    Ok(())
}
