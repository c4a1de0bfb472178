//! Applying updates.

use super::{Network, NetworkStep, Notice};
use crate::activation::Stale;
use crate::error::NetworkError;
use crate::model::{
    AgentName, Coefficient, Literal, NetworkSensor, RecordedUpdate, SensorValue, Skill, Update,
};
use crate::registry::Health;
use std::sync::Arc;

/// The activation of a skill after it has finished.
///
/// `success` is the part of its predictions that came true, `invocations` how often it was executed in a row before, and
/// `patience` how often it may be. After full success, activation is 0; after failure it is kept, so that the skill is likely to be
/// tried again, until `invocations` reaches `patience`.
///
/// ```
/// use motive::networks::after_completion;
///
/// assert_eq!(after_completion(10.0, 1.0, 0, 3), 0.0);
/// assert_eq!(after_completion(10.0, 0.5, 0, 3), 5.0);
/// assert_eq!(after_completion(10.0, 0.0, 3, 3), 0.0);
/// ```
pub fn after_completion(level: f64, success: f64, invocations: u32, patience: u32) -> f64 {
    if invocations >= patience {
        return 0.0;
    }
    let (current, most) = (f64::from(invocations), f64::from(patience));
    let factor = 1.0 - (most / (most - current)) * success;
    (level * factor).max(0.0)
}

impl Network {
    /// Applies an update. If it is rejected, the network does not change.
    ///
    /// # Errors
    /// If the update is not valid in the state of the network.
    pub fn apply(&mut self, update: Update) -> Result<(), NetworkError> {
        let kept = self.journal.recording.is_some().then(|| update.clone());
        self.dispatch(update)?;
        if let (Some(recording), Some(update)) = (&mut self.journal.recording, kept) {
            recording.push(RecordedUpdate { after: self.steps, update });
        }
        Ok(())
    }

    /// Makes steps and applies recorded updates between them as in the recorded run. `seen` is called after each step.
    ///
    /// # Errors
    /// If an update is rejected.
    pub fn replay(
        &mut self,
        recorded: &[RecordedUpdate],
        steps: u64,
        mut seen: impl FnMut(&Self, NetworkStep),
    ) -> Result<(), NetworkError> {
        let mut next = recorded.iter().peekable();
        while self.steps < steps {
            while let Some(record) = next.next_if(|record| record.after <= self.steps) {
                self.apply(record.update.clone())?;
            }
            let step = self.step();
            seen(self, step);
        }
        next.try_for_each(|record| self.apply(record.update.clone()))
    }

    fn dispatch(&mut self, update: Update) -> Result<(), NetworkError> {
        match update {
            Update::Sensor(sensor) => self.add_sensor(sensor)?,
            Update::Goal(goal) => {
                self.registry.add_goal(goal)?;
                self.activation.invalidate(Stale::Links);
            }
            Update::Skill(skill) => self.add_skill(skill, None)?,
            Update::Template(skill) => self.templates.add(skill)?,
            Update::SensorTemplate(sensor) => self.templates.add_sensor(sensor)?,
            Update::Receptor(name) => self.receptors.add(name)?,
            Update::DerivedSensor { sensor, function } => {
                self.receptors.check(&sensor, &function)?;
                self.add_sensor(NetworkSensor::new(&sensor, false))?;
                self.receptors.derive(sensor, function);
            }
            Update::Resource { name, amount } => self.resources.add(name, amount, &self.settings.extended)?,
            Update::Sense { sensor, value } => self.registry.report(&sensor, value, self.settings.reports)?,
            Update::Signal { receptor, strength } => self.receptors.signal(&receptor, strength)?,
            Update::Withdraw(literal) => self.withdraw(&literal)?,
            Update::ReplaceGoal { from, to } => {
                self.registry.replace_goal(&from, to)?;
                self.activation.invalidate(Stale::Links);
            }
            Update::Complete(skill) => self.finish(&skill)?,
            Update::Disable(who) => self.set_disabled(&who, true)?,
            Update::Enable(who) => self.set_disabled(&who, false)?,
            Update::Amputate(who) => self.amputate(&who)?,
            Update::Clock(micros) => self.health.set_clock(micros),
            Update::Asked(who) => {
                let presence = self.registry.presence_mut(&who).ok_or_else(|| who.unknown())?;
                self.health.asked(&who, presence);
            }
            Update::Answered(who) => self.answered(&who)?,
            // The activation and execution of the skill continue.
            Update::Edit(skill) => {
                self.registry.edit_skill(skill)?;
                self.activation.invalidate(Stale::Links);
            }
            Update::Parameter { name, value } => self.set_parameter(&name, value)?,
            Update::KindCoefficient { kind, value } => {
                value.check(kind.name())?;
                self.activation.coefficients_mut(Stale::Coefficients).set_kind(kind, value);
            }
            Update::LinkCoefficient { kind, from, to, value } => {
                value.check(&format!("the link from {from} to {to}"))?;
                self.registry.known_skill(&from)?;
                self.registry.known_skill(&to)?;
                self.activation.coefficients_mut(Stale::Links).set_link(kind, from, to, value);
            }
            Update::AgentCoefficient { who, value } => self.set_coefficient(&who, value)?,
            Update::RecordFollowers(on) => self.sequences.recording = on,
        }
        Ok(())
    }

    pub(super) fn add_sensor(&mut self, sensor: NetworkSensor) -> Result<(), NetworkError> {
        self.registry.add_sensor(sensor)?;
        self.activation.invalidate(Stale::Links);
        Ok(())
    }

    pub(super) fn add_skill(
        &mut self,
        skill: Skill,
        instance: Option<(Arc<str>, u32)>,
    ) -> Result<(), NetworkError> {
        self.registry.add_skill(skill, instance)?;
        self.activation.set_level(self.skill_count() - 1, 0.0);
        self.activation.invalidate(Stale::Links);
        Ok(())
    }

    fn withdraw(&mut self, goal: &Literal) -> Result<(), NetworkError> {
        self.registry.remove_goal(goal)?;
        self.activation.invalidate(Stale::Goals);
        self.templates.touch();
        Ok(())
    }

    /// A skill has finished: its predictions are compared with the sensors.
    fn finish(&mut self, name: &str) -> Result<(), NetworkError> {
        let skill = self.registry.known_skill(name)?;
        if !self.is_executing(skill) {
            return Err(NetworkError::NotExecuting(name.to_owned()));
        }
        // Reports that came before this one count.
        self.process_newest_reports();
        let success = self.registry.success_of(skill);
        let level = self.activation.level(skill);
        let Some(record) = self.registry.skill_mut(skill) else { return Ok(()) };
        let left = after_completion(level, success, record.invocations, record.agent.patience);
        record.invocations = record.invocations.saturating_add(1);
        record.executing = false;
        record.presence.asked = None;
        let name = record.agent.name.clone();
        self.journal.skill_finished(&name, &self.registry);
        self.selection.note_repeated(skill);
        self.activation.set_level(skill, left);
        self.resources.release(skill);
        self.sequences.completed = Some(name.clone());
        self.journal.note(Notice::Judged { skill: name, success, level: left });
        Ok(())
    }

    /// Processes the newest report of each sensor now.
    pub(crate) fn process_newest_reports(&mut self) {
        let reports = self.registry.newest_reports();
        self.process_reports(reports);
    }

    pub(super) fn process_reports(&mut self, reports: Vec<(usize, SensorValue)>) {
        for (sensor, value) in reports {
            self.registry.set_value(sensor, value);
            if self.activation.sensor_changed(sensor, &self.registry) {
                self.templates.touch();
            }
        }
    }

    pub(super) fn set_disabled(&mut self, who: &AgentName, disabled: bool) -> Result<(), NetworkError> {
        if matches!(who, AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_)) {
            let known = self.is_disabled(who).ok_or_else(|| who.unknown())?;
            if known != disabled && !matches!(who, AgentName::Receptor(_)) {
                self.disable_template(who, disabled)?;
            }
            return Ok(());
        }
        let presence = self.registry.presence_mut(who).ok_or_else(|| who.unknown())?;
        (presence.disabled, presence.missed) = (disabled, 0);
        if !disabled {
            presence.asked = None;
        }
        self.activation.invalidate(Stale::Inputs);
        Ok(())
    }

    fn answered(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        let was_disabled = self.is_disabled(who).ok_or_else(|| who.unknown())?;
        if was_disabled {
            return self.set_disabled(who, false);
        }
        if let Some(presence) = self.registry.presence_mut(who) {
            presence.asked = None;
        }
        Ok(())
    }

    fn amputate(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        match who {
            AgentName::Skill(name) => {
                let skill = self.registry.known_skill(name)?;
                self.remove_skill(skill);
            }
            AgentName::Sensor(name) => {
                self.registry.sensor_number(name).ok_or_else(|| who.unknown())?;
                self.remove_sensor(name);
            }
            AgentName::Goal(literal) => self.withdraw(literal)?,
            AgentName::Template(name) => self.remove_template(name)?,
            AgentName::SensorTemplate(name) => self.remove_sensor_template(name)?,
            AgentName::Receptor(name) => self.receptors.remove(name)?,
        }
        self.journal.note(Notice::Amputated(who.clone()));
        Ok(())
    }

    /// Removes a sensor, if there is one of this name.
    pub(super) fn remove_sensor(&mut self, name: &str) {
        if let Some(sensor) = self.registry.sensor_number(name) {
            self.registry.remove_sensor(sensor);
            self.receptors.forget(name);
            self.activation.invalidate(Stale::Links);
        }
    }

    pub(super) fn remove_skill(&mut self, skill: usize) {
        if skill < self.skill_count() {
            self.registry.remove_skill(skill);
            self.activation.remove(skill);
            self.resources.remove(skill);
            self.selection.remove(skill);
        }
    }

    fn set_parameter(&mut self, name: &str, value: f64) -> Result<(), NetworkError> {
        self.settings.parameters.set(name, value)?;
        // A new threshold counts at once, not only after the next selection.
        if matches!(name, "threshold" | "theta") {
            self.selection.threshold = self.activation.round(value);
        }
        self.activation.invalidate(Stale::Inputs);
        Ok(())
    }

    fn set_coefficient(&mut self, who: &AgentName, value: Coefficient) -> Result<(), NetworkError> {
        value.check(&who.to_string())?;
        *self.registry.coefficient_mut(who).ok_or_else(|| who.unknown())? = value;
        self.activation.invalidate(Stale::Coefficients);
        Ok(())
    }

    /// When agents that do not answer are disabled and removed.
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
            self.activation.invalidate(Stale::Inputs);
            self.journal.note(Notice::Disabled { who, silent });
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
