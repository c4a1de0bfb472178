//! The commands of observers and their answers.

use motive::networks::{AgentName, Network, SensorValue};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A command of an observer. Commands are handled before the messages of peers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Command {
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

impl Command {
    /// Whether it only reads.
    #[must_use]
    pub fn is_question(&self) -> bool {
        matches!(self, Self::Status | Self::Explain(_))
    }
}

/// The answer of a dispatcher.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Answer {
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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

pub(crate) fn sensors(network: &Network) -> Vec<SensorStatus> {
    let status = |(name, value): (&Arc<str>, &SensorValue)| SensorStatus {
        name: name.clone(),
        value: value.clone(),
        passed_over: network.passed_over(name).unwrap_or(0),
        waiting: network.waiting_reports(name).unwrap_or(0),
    };
    network.sensors().map(status).collect()
}

pub(crate) fn skills(network: &Network) -> Vec<SkillStatus> {
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

pub(crate) fn flows(network: &Network, skill: &str) -> Answer {
    let Some(number) = network.skill(skill) else {
        return Answer::Refused(format!("there is no skill `{skill}`"));
    };
    let flows = network.flows(number);
    Answer::Flows(flows.signed().map(|(kind, amount)| (kind.name().to_owned(), amount)).collect())
}
