//! Finding agents that do not answer.

use super::{AgentPresence, AgentRegistry};
use crate::model::AgentName;

/// When agents that do not answer are disabled, and when they are removed.
///
/// Time is set by [`Update::Clock`](crate::Update::Clock). An agent owes an answer from
/// [`Update::Asked`](crate::Update::Asked) until [`Update::Answered`](crate::Update::Answered).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[must_use]
pub struct Health {
    /// How long an agent may owe an answer before it is disabled, in microseconds. Johnson's program used ten seconds.
    pub disabled_after: u64,
    /// At how many checks a disabled agent may be missing before it is removed.
    pub patience: u32,
    /// Every how many steps silent agents are looked for. It adapts: doubled after rounds without a loss, halved after a loss.
    pub mark_every: u64,
    /// Every how many steps disabled agents are checked.
    pub check_every: u64,
    /// Rounds since the last loss.
    quiet: u32,
}

/// The largest [`Health::mark_every`].
const MAX_INTERVAL: u64 = 64;
/// How many rounds without a loss double [`Health::mark_every`].
const QUIET_ROUNDS: u32 = 32;

impl Default for Health {
    fn default() -> Self {
        Self { disabled_after: 10_000_000, patience: 3, mark_every: 1, check_every: 3, quiet: 0 }
    }
}

impl Health {
    /// Sets how long an agent may owe an answer before it is disabled, in microseconds.
    pub fn disabled_after(mut self, micros: u64) -> Self {
        self.disabled_after = micros;
        self
    }

    /// Sets at how many checks a disabled agent may be missing before it is removed.
    pub fn patience(mut self, checks: u32) -> Self {
        self.patience = checks;
        self
    }

    /// Adapts the interval after a round of looking for silent agents.
    fn adapt(&mut self, lost: bool) {
        if lost {
            self.mark_every = (self.mark_every / 2).max(1);
            self.quiet = 0;
            return;
        }
        self.quiet += 1;
        if self.quiet >= QUIET_ROUNDS {
            self.mark_every = (self.mark_every * 2).min(MAX_INTERVAL);
            self.quiet = 0;
        }
    }
}

/// Keeps track of the agents that owe an answer.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct HealthMonitor {
    policy: Health,
    /// Agents that owe an answer.
    owing: Vec<AgentName>,
    /// The time of the host, in microseconds.
    clock: u64,
}

impl HealthMonitor {
    /// A monitor from saved state, with a policy within its limits.
    pub(crate) fn restored(mut self) -> Self {
        self.set_policy(self.policy.clone());
        self
    }

    pub(crate) fn policy(&self) -> &Health {
        &self.policy
    }

    pub(crate) fn set_policy(&mut self, policy: Health) {
        self.policy = policy;
        self.policy.mark_every = self.policy.mark_every.clamp(1, MAX_INTERVAL);
        self.policy.check_every = self.policy.check_every.max(1);
    }

    /// Sets the clock. It never goes back, so that a jump cannot make agents look silent later.
    pub(crate) fn set_clock(&mut self, micros: u64) {
        self.clock = self.clock.max(micros);
    }

    /// A message was sent to an agent, which now owes an answer.
    pub(crate) fn asked(&mut self, who: &AgentName, presence: &mut AgentPresence) {
        presence.asked.get_or_insert(self.clock);
        if !self.owing.contains(who) {
            self.owing.push(who.clone());
        }
    }

    /// Disables the agents that have owed an answer for too long. Returns them, and for how long.
    pub(crate) fn disable_silent(
        &mut self,
        step: u64,
        registry: &mut AgentRegistry,
    ) -> Vec<(AgentName, u64)> {
        if !step.is_multiple_of(self.policy.mark_every) {
            return Vec::new();
        }
        let (limit, now) = (self.policy.disabled_after, self.clock);
        let mut lost = Vec::new();
        self.owing.retain(|who| {
            let Some(presence) = registry.presence_mut(who) else { return false };
            let Some(since) = presence.asked else { return false };
            let silent = now.saturating_sub(since);
            if silent >= limit && !presence.disabled {
                (presence.disabled, presence.missed) = (true, 0);
                lost.push((who.clone(), silent));
            }
            true
        });
        self.policy.adapt(!lost.is_empty());
        lost
    }

    /// Checks the disabled agents. Returns those that were missing too often.
    pub(crate) fn check_disabled(&mut self, step: u64, registry: &mut AgentRegistry) -> Vec<AgentName> {
        if self.owing.is_empty() || !step.is_multiple_of(self.policy.check_every) {
            return Vec::new();
        }
        let patience = self.policy.patience;
        let mut missing = Vec::new();
        self.owing.retain(|who| {
            let presence = registry.presence_mut(who);
            let Some(presence) = presence.filter(|presence| presence.disabled && presence.asked.is_some())
            else {
                return true;
            };
            presence.missed += 1;
            let gone = presence.missed >= patience;
            missing.extend(gone.then(|| who.clone()));
            !gone
        });
        missing
    }
}
