//! The processes that have joined, and which agents belong to each.

use crate::message::Agent;
use motive::network::AgentName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What is known of one process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// By which it is known again.
    pub(crate) pass: u64,
    /// The number of its last report.
    pub(crate) reported: u64,
    /// Its agents as it stated them, by name.
    pub(crate) agents: BTreeMap<String, Agent>,
    /// Since when it is not to be seen.
    pub(crate) lost: Option<Duration>,
    /// Its skills that were started and have not finished.
    pub(crate) sent: BTreeMap<Arc<str>, Sent>,
}

/// By which order a skill was started, and in which step.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Sent {
    pub(crate) number: u64,
    pub(crate) step: u64,
}

/// All processes, and the owners of agents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roster {
    entries: BTreeMap<Arc<str>, Entry>,
    sensors: BTreeMap<Arc<str>, Arc<str>>,
    skills: BTreeMap<Arc<str>, Arc<str>>,
    goals: BTreeMap<Arc<str>, Arc<str>>,
    /// Templates and receptors, as they are written.
    others: BTreeMap<String, Arc<str>>,
}

impl Roster {
    /// The roster of a saved state.
    pub(crate) fn restored(entries: BTreeMap<Arc<str>, Entry>) -> Self {
        let mut roll = Self::default();
        for (id, entry) in entries {
            for agent in entry.agents.values() {
                roll.own(&agent.who(), id.clone());
            }
            roll.entries.insert(id, entry);
        }
        roll
    }

    pub(crate) fn entries(&self) -> &BTreeMap<Arc<str>, Entry> {
        &self.entries
    }

    pub(crate) fn get(&self, agency: &str) -> Option<&Entry> {
        self.entries.get(agency)
    }

    pub(crate) fn get_mut(&mut self, agency: &str) -> Option<&mut Entry> {
        self.entries.get_mut(agency)
    }

    /// The process of that name, which is there from now on.
    pub(crate) fn enter(&mut self, agency: &Arc<str>, pass: u64) -> &mut Entry {
        let new = || Entry { pass, reported: 0, agents: BTreeMap::new(), lost: None, sent: BTreeMap::new() };
        self.entries.entry(agency.clone()).or_insert_with(new)
    }

    /// Forgets a process; gives its agents.
    pub(crate) fn forget(&mut self, agency: &str) -> Vec<AgentName> {
        let gone = self.entries.remove(agency).map(|entry| entry.agents).unwrap_or_default();
        let gone: Vec<AgentName> = gone.values().map(Agent::who).collect();
        gone.iter().for_each(|who| self.disown(who));
        gone
    }

    /// The process to which an agent belongs.
    pub(crate) fn owner(&self, who: &AgentName) -> Option<&Arc<str>> {
        match who {
            AgentName::Sensor(name) => self.sensors.get(name),
            AgentName::Skill(name) => self.skills.get(name),
            AgentName::Goal(pair) => self.goals.get(&*pair.to_string()),
            other => self.others.get(&other.to_string()),
        }
    }

    /// An agent belongs to a process from now on.
    pub(crate) fn own(&mut self, who: &AgentName, agency: Arc<str>) {
        match who {
            AgentName::Sensor(name) => self.sensors.insert(name.clone(), agency),
            AgentName::Skill(name) => self.skills.insert(name.clone(), agency),
            AgentName::Goal(pair) => self.goals.insert(pair.to_string().into(), agency),
            other => self.others.insert(other.to_string(), agency),
        };
    }

    /// An agent belongs to nobody any more.
    pub(crate) fn disown(&mut self, who: &AgentName) {
        match who {
            AgentName::Sensor(name) => self.sensors.remove(name),
            AgentName::Skill(name) => self.skills.remove(name),
            AgentName::Goal(pair) => self.goals.remove(&*pair.to_string()),
            other => self.others.remove(&other.to_string()),
        };
    }

    /// An agent is taken off the list of its process.
    pub(crate) fn strike(&mut self, who: &AgentName) {
        if let Some(owner) = self.owner(who).cloned()
            && let Some(entry) = self.entries.get_mut(&owner)
        {
            entry.agents.remove(&who.to_string());
            if let AgentName::Skill(name) = who {
                entry.sent.remove(name);
            }
        }
        self.disown(who);
    }

    /// Processes that have not been seen for so long.
    pub(crate) fn lost_for(&self, now: Duration, grace: Duration) -> Vec<Arc<str>> {
        let gone = |entry: &Entry| entry.lost.is_some_and(|since| now.saturating_sub(since) >= grace);
        self.entries.iter().filter(|(_, entry)| gone(entry)).map(|(id, _)| id.clone()).collect()
    }
}
