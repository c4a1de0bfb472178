//! The peers that have joined, and which agents belong to each.

use crate::message::HostedAgent;
use motive::network::AgentName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What the dispatcher knows of one peer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RosterEntry {
    /// See [`PeerReport::incarnation`](crate::PeerReport::incarnation).
    pub(crate) incarnation: u64,
    /// The sequence number of its last report.
    pub(crate) last_report: u64,
    /// Its agents as in its last state, by name.
    pub(crate) agents: BTreeMap<String, HostedAgent>,
    /// Since when it is unreachable.
    pub(crate) lost: Option<Duration>,
    /// Its skills that were started and have not finished.
    pub(crate) started: BTreeMap<Arc<str>, StartOrder>,
}

/// The order by which a skill was started.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct StartOrder {
    pub(crate) sequence: u64,
    pub(crate) step: u64,
}

/// All peers, and the owners of agents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roster {
    entries: BTreeMap<Arc<str>, RosterEntry>,
    /// By agent, as it is displayed, its peer.
    owners: BTreeMap<String, Arc<str>>,
}

impl Roster {
    /// The roster from saved state.
    pub(crate) fn restored(entries: BTreeMap<Arc<str>, RosterEntry>) -> Self {
        let mut roster = Self::default();
        for (id, entry) in entries {
            for agent in entry.agents.values() {
                roster.set_owner(&agent.who(), id.clone());
            }
            roster.entries.insert(id, entry);
        }
        roster
    }

    pub(crate) fn entries(&self) -> &BTreeMap<Arc<str>, RosterEntry> {
        &self.entries
    }

    pub(crate) fn get(&self, peer: &str) -> Option<&RosterEntry> {
        self.entries.get(peer)
    }

    pub(crate) fn get_mut(&mut self, peer: &str) -> Option<&mut RosterEntry> {
        self.entries.get_mut(peer)
    }

    /// The entry of a peer; a new one if there is none.
    pub(crate) fn enter(&mut self, peer: &Arc<str>, incarnation: u64) -> &mut RosterEntry {
        let new = || RosterEntry {
            incarnation,
            last_report: 0,
            agents: BTreeMap::new(),
            lost: None,
            started: BTreeMap::new(),
        };
        self.entries.entry(peer.clone()).or_insert_with(new)
    }

    /// Removes a peer. Returns its agents.
    pub(crate) fn remove(&mut self, peer: &str) -> Vec<AgentName> {
        let gone = self.entries.remove(peer).map(|entry| entry.agents).unwrap_or_default();
        let gone: Vec<AgentName> = gone.values().map(HostedAgent::who).collect();
        gone.iter().for_each(|who| self.clear_owner(who));
        gone
    }

    /// The peer to which an agent belongs.
    pub(crate) fn owner(&self, who: &AgentName) -> Option<&Arc<str>> {
        self.owners.get(&who.to_string())
    }

    /// Sets the peer to which an agent belongs.
    pub(crate) fn set_owner(&mut self, who: &AgentName, peer: Arc<str>) {
        self.owners.insert(who.to_string(), peer);
    }

    /// An agent belongs to no peer any more.
    pub(crate) fn clear_owner(&mut self, who: &AgentName) {
        self.owners.remove(&who.to_string());
    }

    /// Removes an agent from the entry of its peer.
    pub(crate) fn remove_agent(&mut self, who: &AgentName) {
        if let Some(owner) = self.owner(who).cloned()
            && let Some(entry) = self.entries.get_mut(&owner)
        {
            entry.agents.remove(&who.to_string());
            if let AgentName::Skill(name) = who {
                entry.started.remove(name);
            }
        }
        self.clear_owner(who);
    }

    /// Peers that have been unreachable for at least a time.
    pub(crate) fn lost_for(&self, now: Duration, grace: Duration) -> Vec<Arc<str>> {
        let gone = |entry: &RosterEntry| entry.lost.is_some_and(|since| now.saturating_sub(since) >= grace);
        self.entries.iter().filter(|(_, entry)| gone(entry)).map(|(id, _)| id.clone()).collect()
    }
}
