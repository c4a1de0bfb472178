//! What becomes of updates.

use crate::error::NetworkError;
use crate::model::agents::{Goal, Sensor, Skill};
use crate::model::literal::{Literal, SensorValue};
use crate::model::update::{AgentName, RecordedUpdate, Update};
use crate::model::validate::{checked, sound};
use crate::network::completion::after_completion;
use crate::network::notice::Notice;
use crate::network::{NO_SENSOR, Network};
use crate::registry::records::{SensorRecord, SkillLists};
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

/// How many reports of one sensor may wait.
const MOST_WAITING: usize = 1 << 16;

impl Network {
    /// Takes something in. If it is refused, the network stays as it was.
    ///
    /// # Errors
    /// If it does not fit what is there.
    pub fn apply(&mut self, update: Update) -> Result<(), NetworkError> {
        let kept = self.recording.is_some().then(|| update.clone());
        self.accept(update)?;
        if let (Some(recording), Some(update)) = (&mut self.recording, kept) {
            recording.push(RecordedUpdate { after: self.steps, update });
        }
        Ok(())
    }

    /// Remembers everything that arrives from now on.
    pub fn record(&mut self) {
        self.recording.get_or_insert_default();
    }

    /// What has arrived since recording began.
    #[must_use]
    pub fn recorded(&self) -> &[RecordedUpdate] {
        self.recording.as_deref().unwrap_or(&[])
    }

    /// Makes steps and takes in recorded updates where they came. `seen` is told of each step.
    ///
    /// # Errors
    /// If an update is refused.
    pub fn replay(
        &mut self,
        recorded: &[RecordedUpdate],
        steps: u64,
        mut seen: impl FnMut(&Self, crate::network::step::Step),
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

    fn accept(&mut self, update: Update) -> Result<(), NetworkError> {
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
            Update::Resource { name, amount } => self.crossing.add_resource(name, amount, &self.settings),
            Update::Sense { sensor, value } => self.report(&sensor, value),
            Update::Signal { receptor, strength } => self.receptors.signal(&receptor, strength),
            Update::Withdraw(pair) => self.withdraw(&pair),
            Update::ReplaceGoal { from, to } => self.replace_goal(&from, to),
            Update::Complete(skill) => self.finish(&skill),
            Update::Disable(who) => self.set_disabled(&who, true),
            Update::Enable(who) => self.set_disabled(&who, false),
            Update::Amputate(who) => self.amputate(&who),
            Update::Clock(micros) => {
                // A clock that jumps back must not make anybody look silent.
                self.clock = self.clock.max(micros);
                Ok(())
            }
            Update::Asked(who) => self.asked(&who),
            Update::Answered(who) => self.answered(&who),
            Update::Edit(skill) => self.edit(skill),
            Update::Parameter { name, value } => self.set_parameter(&name, value),
            Update::KindCoefficient { kind, value } => {
                value.check(kind.name())?;
                self.influence.kinds.insert(kind, value);
                (self.stale.state, self.stale.goals, self.stale.influence) = (true, true, true);
                Ok(())
            }
            Update::LinkCoefficient { kind, from, to, value } => {
                value.check(&format!("the link from {from} to {to}"))?;
                self.known_skill(&from)?;
                self.known_skill(&to)?;
                self.influence.set_link(kind, from, to, value);
                self.stale.links = true;
                Ok(())
            }
            Update::AgentCoefficient { who, value } => self.set_coefficient(&who, value),
            Update::RecordFollowers(on) => {
                self.followers.recording = on;
                Ok(())
            }
        }
    }

    fn report(&mut self, sensor: &str, value: SensorValue) -> Result<(), NetworkError> {
        sound(sensor, &value)?;
        let unknown = || NetworkError::Unknown { kind: "sensor", name: sensor.to_owned() };
        let number = self.sensor_number(sensor).ok_or_else(unknown)?;
        let record = self.sensors.get_mut(number).ok_or_else(unknown)?;
        // A flood of reports deletes the oldest, so that the latest word still counts.
        if record.waiting.len() >= MOST_WAITING {
            record.waiting.pop_front();
        }
        record.waiting.push_back(value);
        if record.waiting.len() == 1 {
            self.room.reporting.push(number as u32);
        }
        Ok(())
    }

    fn withdraw(&mut self, pair: &Literal) -> Result<(), NetworkError> {
        let known = self.goals.iter().position(|record| record.agent.pair == *pair);
        let unknown = || NetworkError::Unknown { kind: "goal", name: pair.to_string() };
        self.goals.remove(known.ok_or_else(unknown)?);
        self.stale.goals = true;
        self.templates.touched = true;
        Ok(())
    }

    fn replace_goal(&mut self, from: &Literal, to: Literal) -> Result<(), NetworkError> {
        sound(&to.proposition, &to.value)?;
        if self.goals.iter().any(|record| record.agent.pair == to) {
            return Err(NetworkError::Twice { kind: "goal", name: to.to_string() });
        }
        let unknown = || NetworkError::Unknown { kind: "goal", name: from.to_string() };
        let record = self.goals.iter_mut().find(|record| record.agent.pair == *from).ok_or_else(unknown)?;
        let number = self.names.pair(&to);
        record.agent.pair = to;
        record.pair = number;
        self.stale.links = true;
        Ok(())
    }

    /// A skill has finished: what it predicted is compared with what the sensors say now.
    fn finish(&mut self, name: &str) -> Result<(), NetworkError> {
        let skill = self.known_skill(name)?;
        if !self.is_executing(skill) {
            return Err(NetworkError::NotExecuting { skill: name.to_owned() });
        }
        // What was sensed before the skill reported counts for its judgement.
        self.hear_everything();
        let success = self.success_of(skill);
        let level = self.engine.level(skill);
        self.observe_completion(skill);
        let Some(record) = self.skills.get_mut(skill) else { return Ok(()) };
        let left = after_completion(level, success, record.invocations, record.agent.patience);
        record.invocations = record.invocations.saturating_add(1);
        if !self.repeated.contains(&skill) {
            self.repeated.push(skill);
        }
        record.executing = false;
        record.presence.asked = None;
        let name = record.agent.name.clone();
        self.engine.set_level(skill, left);
        self.crossing.release(skill);
        self.followers.completed = Some(name.clone());
        self.say(Notice::Judged { skill: name, success, level: left });
        Ok(())
    }

    /// The part of a skill's predictions that hold, by weight. Of nothing, all.
    pub(crate) fn success_of(&self, skill: usize) -> f64 {
        let Some(record) = self.skills.get(skill) else { return 1.0 };
        let agent = &record.agent;
        let adds = agent.adds.iter().map(|add| (self.holds(&add.pair), add.weight));
        let deletes = agent.deletes.iter().map(|drop| {
            let came = match crate::graph::links::outcome(drop) {
                Some(outcome) => self.holds(&outcome),
                None => !self.holds(&drop.pair),
            };
            (came, drop.weight)
        });
        let (mut all, mut came) = (0.0, 0.0);
        for (holds, weight) in adds.chain(deletes) {
            all += weight;
            came += if holds { weight } else { 0.0 };
        }
        if all > 0.0 { came / all } else { 1.0 }
    }

    pub(crate) fn set_disabled(&mut self, who: &AgentName, disabled: bool) -> Result<(), NetworkError> {
        if matches!(who, AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_)) {
            let known = self.is_disabled(who).ok_or_else(|| unknown(who))?;
            if known != disabled && !matches!(who, AgentName::Receptor(_)) {
                self.disable_template(who, disabled)?;
            }
            return Ok(());
        }
        let presence = self.presence_mut(who).ok_or_else(|| unknown(who))?;
        (presence.disabled, presence.missed) = (disabled, 0);
        if !disabled {
            presence.asked = None;
        }
        (self.stale.state, self.stale.goals) = (true, true);
        Ok(())
    }

    fn asked(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        let now = self.clock;
        let presence = self.presence_mut(who).ok_or_else(|| unknown(who))?;
        presence.asked.get_or_insert(now);
        if !self.health.owing.contains(who) {
            self.health.owing.push(who.clone());
        }
        Ok(())
    }

    fn answered(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        let was_disabled = self.is_disabled(who).ok_or_else(|| unknown(who))?;
        if was_disabled {
            return self.set_disabled(who, false);
        }
        if let Some(presence) = self.presence_mut(who) {
            presence.asked = None;
        }
        Ok(())
    }

    pub(crate) fn amputate(&mut self, who: &AgentName) -> Result<(), NetworkError> {
        match who {
            AgentName::Skill(name) => {
                let skill = self.known_skill(name)?;
                self.remove_skill(skill);
            }
            AgentName::Sensor(name) => {
                let sensor = self.sensor_number(name).ok_or_else(|| unknown(who))?;
                self.remove_sensor(sensor, name);
            }
            AgentName::Goal(pair) => self.withdraw(pair)?,
            AgentName::Template(name) => self.remove_template(name)?,
            AgentName::SensorTemplate(name) => self.remove_sensor_template(name)?,
            AgentName::Receptor(name) => self.receptors.remove(name)?,
        }
        self.say(Notice::Amputated(who.clone()));
        Ok(())
    }

    pub(crate) fn remove_sensor(&mut self, sensor: usize, name: &str) {
        if sensor >= self.sensors.len() {
            return;
        }
        self.sensors.remove(sensor);
        self.sensor_of.iter_mut().for_each(|place| *place = NO_SENSOR);
        for (number, record) in (0_u32..).zip(&self.sensors) {
            if let Some(place) = self.sensor_of.get_mut(record.proposition as usize) {
                *place = number;
            }
        }
        let waits = |(_, record): &(u32, &SensorRecord)| !record.waiting.is_empty();
        self.room.reporting = (0..).zip(&self.sensors).filter(waits).map(|(number, _)| number).collect();
        self.receptors.forget(name);
        self.stale.links = true;
    }

    pub(crate) fn remove_skill(&mut self, skill: usize) {
        if skill >= self.skills.len() {
            return;
        }
        let gone = self.skills.remove(skill);
        self.uncount_links(&gone.agent);
        self.engine.remove(skill);
        self.crossing.remove(skill);
        self.skill_numbers.remove(&gone.agent.name);
        for (number, record) in (0_u32..).zip(&self.skills).skip(skill) {
            self.skill_numbers.insert(record.agent.name.clone(), number);
        }
        for list in [&mut self.spent, &mut self.started, &mut self.repeated] {
            list.retain(|other| *other != skill);
            list.iter_mut().filter(|other| **other > skill).for_each(|other| *other -= 1);
        }
        self.stale.links = true;
    }

    /// Replaces the lists of a skill; its activation and what it is doing stay.
    fn edit(&mut self, skill: Skill) -> Result<(), NetworkError> {
        let number = self.known_skill(&skill.name)?;
        let skill = checked(skill, self.settings.profile)?;
        let Some(old) = self.skills.get(number).map(|record| record.agent.clone()) else { return Ok(()) };
        self.uncount_links(&old);
        if let Err(error) = self.count_links(&skill) {
            self.count_links(&old)?;
            return Err(error);
        }
        let mut skill = skill;
        self.share_names(&mut skill);
        let lists = SkillLists::new(&skill, &mut self.names);
        if let Some(record) = self.skills.get_mut(number) {
            (record.agent, record.lists) = (Arc::new(skill), lists);
        }
        self.stale.links = true;
        Ok(())
    }

    fn set_parameter(&mut self, name: &str, value: f64) -> Result<(), NetworkError> {
        self.settings.parameters.set(name, value)?;
        // A new threshold counts at once, not only after the next selection.
        if matches!(name, "threshold" | "theta") {
            self.threshold = self.engine.round(value);
        }
        (self.stale.state, self.stale.goals) = (true, true);
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
                let sensor = self.sensor_number(name).ok_or_else(|| unknown(who))?;
                if let Some(record) = self.sensors.get_mut(sensor) {
                    record.agent.trust = value;
                }
            }
            AgentName::Goal(pair) => {
                let goal = self.goals.iter_mut().find(|record| record.agent.pair == *pair);
                goal.ok_or_else(|| unknown(who))?.agent.importance = value;
            }
            AgentName::Skill(name) => {
                let skill = self.known_skill(name)?;
                if let Some(record) = self.skills.get_mut(skill) {
                    Arc::make_mut(&mut record.agent).influence = value;
                }
            }
            AgentName::Template(_) | AgentName::SensorTemplate(_) | AgentName::Receptor(_) => {
                return Err(unknown(who));
            }
        }
        (self.stale.state, self.stale.goals, self.stale.influence) = (true, true, true);
        Ok(())
    }

    fn known_skill(&self, name: &str) -> Result<usize, NetworkError> {
        self.skill(name).ok_or_else(|| NetworkError::Unknown { kind: "skill", name: name.to_owned() })
    }
}

fn unknown(who: &AgentName) -> NetworkError {
    let (kind, name) = match who {
        AgentName::Sensor(name) => ("sensor", name.to_string()),
        AgentName::Goal(pair) => ("goal", pair.to_string()),
        AgentName::Skill(name) => ("skill", name.to_string()),
        AgentName::Template(name) | AgentName::SensorTemplate(name) => ("template", name.to_string()),
        AgentName::Receptor(name) => ("receptor", name.to_string()),
    };
    NetworkError::Unknown { kind, name }
}
