//! Agents that do not answer.

use super::Network;
use super::step_events::Notice;
use crate::registry::health::Health;

impl Network {
    /// When agents that do not answer are disabled and removed.
    #[must_use]
    pub fn health(&self) -> &Health {
        self.health.policy()
    }

    /// Changes when agents that do not answer are disabled and removed.
    pub fn set_health(&mut self, health: Health) {
        self.health.set_policy(health);
    }

    /// At the beginning of a step: agents that have owed an answer for too long are disabled.
    pub(super) fn disable_silent_agents(&mut self) {
        for (who, silent) in self.health.disable_silent(self.steps, &mut self.registry) {
            self.stale.inputs();
            self.notices.push(Notice::Disabled { who, silent });
        }
    }

    /// At the end of a step: agents that were missing too often are removed.
    pub(super) fn remove_missing_agents(&mut self) {
        for who in self.health.check_disabled(self.steps, &mut self.registry) {
            // The agent is registered: it was just checked.
            let _ = self.amputate(&who);
        }
    }
}
