//! The peers that have joined, which agents belong to each, and the faults of peers.

use crate::message::HostedAgent;
use motive::networks::AgentName;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// What the dispatcher knows of one peer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
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
        let new = || RosterEntry { incarnation, ..RosterEntry::default() };
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

/// The most peers whose faults are counted by name.
const MAX_FAULTY_PEERS: usize = 256;

/// What was wrong with the messages of a peer.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PeerFaults {
    pub(crate) refused: u64,
    pub(crate) floods: u64,
}

/// What was wrong with the messages of peers, joined or not.
#[derive(Debug, Default)]
pub(crate) struct MessageFaults {
    /// The number of refused messages and agents.
    pub(crate) refused: u64,
    by_peer: BTreeMap<Arc<str>, PeerFaults>,
}

impl MessageFaults {
    /// A message of a peer was refused.
    pub(crate) fn refuse(&mut self, peer: &str) {
        self.refused += 1;
        self.count(peer, |faults| faults.refused += 1);
    }

    /// A peer sent more than can be handled.
    pub(crate) fn flood(&mut self, peer: &str) {
        self.count(peer, |faults| faults.floods += 1);
    }

    fn count(&mut self, peer: &str, change: impl FnOnce(&mut PeerFaults)) {
        if self.by_peer.len() < MAX_FAULTY_PEERS || self.by_peer.contains_key(peer) {
            change(self.by_peer.entry(peer.into()).or_default());
        }
    }

    pub(crate) fn of(&self, peer: &str) -> PeerFaults {
        self.by_peer.get(peer).copied().unwrap_or_default()
    }

    /// The peers with faults.
    pub(crate) fn peers(&self) -> impl Iterator<Item = &Arc<str>> {
        self.by_peer.keys()
    }
}
