//! Applying updates.

use super::Network;
use super::completion::after_completion;
use super::step::Step;
use super::step_events::Notice;
use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::literal::Literal;
use crate::model::update::{AgentName, RecordedUpdate, Update};
use std::sync::Arc;

impl From<Sensor> for Update {
    fn from(sensor: Sensor) -> Self {
        Self::Sensor(sensor)
    }
}

impl From<Goal> for Update {
    fn from(goal: Goal) -> Self {
        Self::Goal(goal)
    }
}

impl From<Skill> for Update {
    fn from(skill: Skill) -> Self {
        Self::Skill(skill)
    }
}

impl Network {
    /// Applies an update. If it is rejected, the network does not change.
    ///
    /// # Errors
    /// If the update is not valid in the state of the network.
    pub fn apply(&mut self, update: Update) -> Result<(), NetworkError> {
        let kept = self.recording.is_some().then(|| update.clone());
        self.dispatch(update)?;
        if let (Some(recording), Some(update)) = (&mut self.recording, kept) {
            recording.push(RecordedUpdate { after: self.steps, update });
        }
        Ok(())
    }

    /// Records all updates from now on.
    pub fn record(&mut self) {
        self.recording.get_or_insert_default();
    }

    /// The updates since recording began.
    #[must_use]
    pub fn recorded(&self) -> &[RecordedUpdate] {
        self.recording.as_deref().unwrap_or(&[])
    }

    /// Makes steps and applies recorded updates between them as in the recorded run. `seen` is called after each step.
    ///
    /// # Errors
    /// If an update is rejected.
    pub fn replay(
        &mut self,
        recorded: &[RecordedUpdate],
        steps: u64,
        mut seen: impl FnMut(&Self, Step),
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
            Update::Sensor(sensor) => self.add_sensor(sensor),
            Update::Goal(goal) => self.add_goal(goal),
            Update::Skill(skill) => self.add_skill(skill, None),
            Update::Template(skill) => self.templates.add(skill),
            Update::SensorTemplate(sensor) => self.templates.add_sensor(sensor),
            Update::Receptor(name) => self.receptors.add(name),
            Update::DerivedSensor { sensor, function } => {
                self.receptors.check(&sensor, &function)?;
                self.add_sensor(Sensor::new(&sensor, false))?;
                self.receptors.derive(sensor, function);
                Ok(())
            }
            Update::Resource { name, amount } => self.resources.add_resource(name, amount, &self.settings),
            Update::Sense { sensor, value } => self.registry.report(&sensor, value, self.settings.reports),
            Update::Signal { receptor, strength } => self.receptors.signal(&receptor, strength),
            Update::Withdraw(literal) => self.withdraw(&literal),
            Update::ReplaceGoal { from, to } => self.replace_goal(&from, to),
            Update::Complete(skill) => self.finish(&skill),
            Update::Disable(who) => self.set_disabled(&who, true),
            Update::Enable(who) => self.set_disabled(&who, false),
            Update::Amputate(who) => self.amputate(&who),
            Update::Clock(micros) => {
                self.health.set_clock(micros);
                Ok(())
            }
            Update::Asked(who) => self.asked(&who),
            Update::Answered(who) => self.answered(&who),
            Update::Edit(skill) => self.edit(skill),
            Update::Parameter { name, value } => self.set_parameter(&name, value),
            Update::KindCoefficient { kind, value } => {
                value.check(kind.name())?;
                self.coefficients.set_kind(kind, value);
                self.stale.coefficients();
                Ok(())
            }
            Update::LinkCoefficient { kind, from, to, value } => {
                value.check(&format!("the link from {from} to {to}"))?;
                self.known_skill(&from)?;
                self.known_skill(&to)?;
                self.coefficients.set_link(kind, from, to, value);
                self.stale.graph = true;
                Ok(())
            }
            Update::AgentCoefficient { who, value } => self.set_coefficient(&who, value),
            Update::RecordFollowers(on) => {
                self.sequences.set_recording(on);
                Ok(())
            }
        }
    }

    pub(super) fn add_sensor(&mut self, sensor: Sensor) -> Result<(), NetworkError> {
        self.registry.add_sensor(sensor)?;
        self.stale.graph = true;
        Ok(())
    }

    pub(super) fn add_goal(&mut self, goal: Goal) -> Result<(), NetworkError> {
        self.registry.add_goal(goal)?;
        self.stale.graph = true;
        Ok(())
    }

    pub(super) fn add_skill(
        &mut self,
        skill: Skill,
        instance: Option<(Arc<str>, u32)>,
    ) -> Result<(), NetworkError> {
        self.registry.add_skill(skill, self.settings.profile, instance)?;
        self.field.set_level(self.skill_count() - 1, 0.0);
        self.stale.graph = true;
        Ok(())
    }

    fn withdraw(&mut self, goal: &Literal) -> Result<(), NetworkError> {
        self.registry.remove_goal(goal)?;
        self.stale.goals = true;
        self.templates.touch();
        Ok(())
    }

    fn replace_goal(&mut self, from: &Literal, to: Literal) -> Result<(), NetworkError> {
        self.registry.replace_goal(from, to)?;
        self.stale.graph = true;
        Ok(())
    }

    /// A skill has finished: its predictions are compared with the sensors.
    fn finish(&mut self, name: &str) -> Result<(), NetworkError> {
        let skill = self.known_skill(name)?;
        if !self.is_executing(skill) {
            return Err(NetworkError::NotExecuting { skill: name.to_owned() });
        }
        // Reports that came before this one count.
        self.process_newest_reports();
        let success = self.success_of(skill);
        let level = self.field.level(skill);
        self.observe_completion(skill);
        let Some(record) = self.registry.skill_mut(skill) else { return Ok(()) };
        let left = after_completion(level, success, record.invocations, record.agent.patience);
        record.invocations = record.invocations.saturating_add(1);
        record.executing = false;
        record.presence.asked = None;
        let name = record.agent.name.clone();
        self.selection.note_repeated(skill);
        self.field.set_level(skill, left);
        self.resources.release(skill);
        self.sequences.set_completed(name.clone());
        self.notices.push(Notice::Judged { skill: name, success, level: left });
        Ok(())
    }

    /// The part of the predictions of a skill that hold, by weight; 1 if there are none.
    pub(crate) fn success_of(&self, skill: usize) -> f64 {
        let Some(record) = self.registry.skill(skill) else { return 1.0 };
        let agent = &record.agent;
        let adds = agent.adds.iter().map(|add| (self.holds(&add.literal), add.weight));
        let deletes = agent.deletes.iter().map(|entry| {
            let came = match entry.outcome() {
                Some(outcome) => self.holds(&outcome),
                None => !self.holds(&entry.literal),
            };
            (came, entry.weight)
        });
        let (mut all, mut came) = (0.0, 0.0);
        for (holds, weight) in adds.chain(deletes) {
            all += weight;
            came += if holds { weight } else { 0.0 };
        }
        if all > 0.0 { came / all } else { 1.0 }
    }

    pub(super) fn set_disabled(&mut self, who: &AgentName, disabled: bool) -> Result<(), NetworkError> {
        if matches!(who, AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_)) {
            let known = self.is_disabled(who).ok_or_else(|| unknown(who))?;
            if known != disabled && !matches!(who, AgentName::Receptor(_)) {
                self.disable_template(who, disabled)?;
            }
            return Ok(());
        }
        let presence = self.registry.presence_mut(who).ok_or_else(|| unknown(who))?;
        (presence.disabled, presence.missed) = (disabled, 0);
        if !disabled {
            presence.asked = None;
        }
        self.stale.inputs();
        Ok(())
    }

    fn asked(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        let presence = self.registry.presence_mut(who).ok_or_else(|| unknown(who))?;
        self.health.asked(who, presence);
        Ok(())
    }

    fn answered(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        let was_disabled = self.is_disabled(who).ok_or_else(|| unknown(who))?;
        if was_disabled {
            return self.set_disabled(who, false);
        }
        if let Some(presence) = self.registry.presence_mut(who) {
            presence.asked = None;
        }
        Ok(())
    }

    pub(super) fn amputate(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        match who {
            AgentName::Skill(name) => {
                let skill = self.known_skill(name)?;
                self.remove_skill(skill);
            }
            AgentName::Sensor(name) => {
                let sensor = self.registry.sensor_number(name).ok_or_else(|| unknown(who))?;
                self.remove_sensor(sensor, name);
            }
            AgentName::Goal(literal) => self.withdraw(literal)?,
            AgentName::Template(name) => self.remove_template(name)?,
            AgentName::SensorTemplate(name) => self.remove_sensor_template(name)?,
            AgentName::Receptor(name) => self.receptors.remove(name)?,
        }
        self.notices.push(Notice::Amputated(who.clone()));
        Ok(())
    }

    pub(super) fn remove_sensor(&mut self, sensor: usize, name: &str) {
        self.registry.remove_sensor(sensor);
        self.receptors.forget(name);
        self.stale.graph = true;
    }

    pub(super) fn remove_skill(&mut self, skill: usize) {
        if skill < self.skill_count() {
            self.registry.remove_skill(skill);
            self.field.remove(skill);
            self.resources.remove(skill);
            self.selection.remove(skill);
            self.stale.graph = true;
        }
    }

    /// Replaces the lists of a skill; its activation and execution continue.
    fn edit(&mut self, skill: Skill) -> Result<(), NetworkError> {
        self.registry.edit_skill(skill, self.settings.profile)?;
        self.stale.graph = true;
        Ok(())
    }

    fn set_parameter(&mut self, name: &str, value: f64) -> Result<(), NetworkError> {
        self.settings.parameters.set(name, value)?;
        // A new threshold counts at once, not only after the next selection.
        if matches!(name, "threshold" | "theta") {
            self.selection.threshold = self.field.round(value);
        }
        self.stale.inputs();
        Ok(())
    }

    fn set_coefficient(
        &mut self,
        who: &AgentName,
        value: crate::model::coefficient::Coefficient,
    ) -> Result<(), NetworkError> {
        value.check(&who.to_string())?;
        match who {
            AgentName::Sensor(name) => {
                let sensor = self.registry.sensor_number(name).ok_or_else(|| unknown(who))?;
                if let Some(record) = self.registry.sensor_mut(sensor) {
                    record.agent.trust = value;
                }
            }
            AgentName::Goal(literal) => {
                self.registry.goal_mut(literal).ok_or_else(|| unknown(who))?.agent.importance = value;
            }
            AgentName::Skill(name) => {
                let skill = self.known_skill(name)?;
                if let Some(record) = self.registry.skill_mut(skill) {
                    Arc::make_mut(&mut record.agent).influence = value;
                }
            }
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => {
                return Err(unknown(who));
            }
        }
        self.stale.coefficients();
        Ok(())
    }

    fn known_skill(&self, name: &str) -> Result<usize, NetworkError> {
        self.skill(name).ok_or_else(|| NetworkError::Unknown { kind: "skill", name: name.to_owned() })
    }
}

fn unknown(who: &AgentName) -> NetworkError {
    let (kind, name) = match who {
        AgentName::Sensor(name) => ("sensor", name.to_string()),
        AgentName::Goal(literal) => ("goal", literal.to_string()),
        AgentName::Skill(name) => ("skill", name.to_string()),
        AgentName::Template(name) | AgentName::SensorTemplate(name) => ("template", name.to_string()),
        AgentName::Receptor(name) => ("receptor", name.to_string()),
    };
    NetworkError::Unknown { kind, name }
}
