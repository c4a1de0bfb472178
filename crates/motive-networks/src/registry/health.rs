//! Agents that do not answer.

use crate::model::update::AgentName;
use crate::network::Network;
use crate::network::notice::Notice;

/// When agents that do not answer are set aside, and when they are given up.
///
/// Time is what [`Update::Clock`](crate::Update::Clock) says; an agent owes an answer from
/// [`Update::Asked`](crate::Update::Asked) to [`Update::Answered`](crate::Update::Answered).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Health {
    /// How long an agent may owe an answer, in microseconds. Johnson's runs had ten seconds.
    pub disabled_after: u64,
    /// At how many checks a disabled agent may be missing before it is given up; ours.
    pub patience: u32,
    /// In how many steps silent agents are looked for once. It adapts: doubled after a quiet time, halved at a loss.
    pub mark_every: u64,
    /// In how many steps disabled agents are checked once; ours.
    pub check_every: u64,
    /// Rounds since the last loss.
    pub(crate) quiet: u32,
    /// Agents that owe an answer.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub(crate) owing: Vec<AgentName>,
}

/// The longest time between two looks, in steps; ours.
const MOST_SELDOM: u64 = 64;
/// How many rounds without a loss make looks rarer; ours.
const QUIET_ROUNDS: u32 = 32;

impl Default for Health {
    fn default() -> Self {
        Self {
            disabled_after: 10_000_000,
            patience: 3,
            mark_every: 1,
            check_every: 3,
            quiet: 0,
            owing: Vec::new(),
        }
    }
}

impl Health {
    /// Agents that do not answer for so many microseconds are set aside.
    #[must_use]
    pub fn disabled_after(mut self, micros: u64) -> Self {
        self.disabled_after = micros;
        self
    }

    /// A disabled agent that is missing at so many checks is given up.
    #[must_use]
    pub fn patience(mut self, checks: u32) -> Self {
        self.patience = checks;
        self
    }

    /// A round of looking for silent agents is over.
    fn learn(&mut self, lost: bool) {
        if lost {
            self.mark_every = (self.mark_every / 2).max(1);
            self.quiet = 0;
            return;
        }
        self.quiet += 1;
        if self.quiet >= QUIET_ROUNDS {
            self.mark_every = (self.mark_every * 2).min(MOST_SELDOM);
            self.quiet = 0;
        }
    }
}

impl Network {
    /// When agents are set aside and given up.
    #[must_use]
    pub fn health(&self) -> &Health {
        &self.health
    }

    /// Changes when agents are set aside and given up.
    pub fn set_health(&mut self, health: Health) {
        let owing = std::mem::take(&mut self.health.owing);
        self.health = Health { owing, ..health };
        self.health.mark_every = self.health.mark_every.clamp(1, MOST_SELDOM);
        self.health.check_every = self.health.check_every.max(1);
    }

    /// At the beginning of a step: who has owed an answer for too long takes no part any more.
    pub(crate) fn mark_silent(&mut self) {
        if !self.steps.is_multiple_of(self.health.mark_every) {
            return;
        }
        let owing = std::mem::take(&mut self.health.owing);
        let (limit, now) = (self.health.disabled_after, self.clock);
        let mut lost = false;
        let mut still = Vec::new();
        for who in owing {
            let Some(presence) = self.presence_mut(&who) else { continue };
            let Some(since) = presence.asked else { continue };
            let silent = now.saturating_sub(since);
            if silent >= limit && !presence.disabled {
                (presence.disabled, presence.missed, lost) = (true, 0, true);
                (self.stale.state, self.stale.goals) = (true, true);
                self.say(Notice::Disabled { who: who.clone(), silent });
            }
            still.push(who);
        }
        self.health.owing = still;
        self.health.learn(lost);
    }

    /// At the end of a step: who was missing too often is given up.
    pub(crate) fn check_disabled(&mut self) {
        if self.health.owing.is_empty() || !self.steps.is_multiple_of(self.health.check_every) {
            return;
        }
        let patience = self.health.patience;
        let mut gone = Vec::new();
        for who in self.health.owing.clone() {
            if let Some(presence) = self.presence_mut(&who)
                && presence.disabled
                && presence.asked.is_some()
            {
                presence.missed += 1;
                if presence.missed >= patience {
                    gone.push(who);
                }
            }
        }
        for who in gone {
            self.health.owing.retain(|other| *other != who);
            // It is there: it was just looked at.
            let _ = self.amputate(&who);
        }
    }
}
