//! What observers ask and are answered.

use motive::network::{AgentName, Network, SensorValue};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What an observer asks of a dispatcher. Commands are served before everything that agents say.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Command {
    /// How does it stand?
    Show,
    /// Make so many steps.
    Step(u64),
    /// Make steps until told otherwise.
    Run,
    /// Make no more steps until told otherwise.
    Pause,
    /// Change a parameter.
    Set {
        /// Which.
        name: Arc<str>,
        /// What it will be.
        value: f64,
    },
    /// An agent takes no part until it is enabled.
    Disable(AgentName),
    /// It takes part again.
    Enable(AgentName),
    /// It is removed.
    Amputate(AgentName),
    /// Where did a skill's activation come from in the last step?
    Explanation(Arc<str>),
    /// End the dispatcher.
    Stop,
}

/// What a dispatcher answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Answer {
    /// It is done.
    Done,
    /// How it stands.
    Shown(Box<Shown>),
    /// Where activation came from: the sources by name.
    Because(Vec<(String, f64)>),
    /// It cannot be done, and why.
    Refused(String),
}

/// How a dude stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Shown {
    /// How many steps were made.
    pub steps: u64,
    /// The threshold now.
    pub threshold: f64,
    /// Whether steps are made without being asked for.
    pub running: bool,
    /// How many processes are there, and how many of them are lost.
    pub agencies: (usize, usize),
    /// How many messages were refused.
    pub refused: u64,
    /// Skills in the order of registration.
    pub skills: Vec<ShownSkill>,
    /// Sensors and what they say.
    pub sensors: Vec<(Arc<str>, SensorValue)>,
    /// What is wanted, and whether it holds.
    pub goals: Vec<(String, bool)>,
}

/// How a skill stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ShownSkill {
    /// Its name.
    pub name: Arc<str>,
    /// Its activation.
    pub level: f64,
    /// All its conditions hold.
    pub executable: bool,
    /// It is being done.
    pub executing: bool,
    /// It does not answer.
    pub disabled: bool,
}

pub(crate) fn skills(network: &Network) -> Vec<ShownSkill> {
    let shown = |skill: usize| {
        let name: Arc<str> = network.skill_name(skill).into();
        ShownSkill {
            level: network.level(skill),
            executable: network.is_executable(skill),
            executing: network.is_executing(skill),
            disabled: network.is_disabled(&AgentName::Skill(name.clone())) == Some(true),
            name,
        }
    };
    (0..network.skill_count()).map(shown).collect()
}

pub(crate) fn because(network: &Network, skill: &str) -> Answer {
    let Some(number) = network.skill(skill) else {
        return Answer::Refused(format!("there is no skill `{skill}`"));
    };
    let flows = network.flows(number);
    let sources = [
        ("state", flows.state),
        ("goals", flows.goals),
        ("protected", -flows.protected),
        ("backward", flows.backward),
        ("forward", flows.forward),
        ("followers", flows.followers),
        ("inhibition", -flows.inhibition),
    ];
    Answer::Because(sources.into_iter().map(|(name, amount)| (name.to_owned(), amount)).collect())
}
