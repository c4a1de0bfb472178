//! Skills and sensors with variables, from which a network makes instances when something is wanted that they can bring about.

mod pattern;

pub(crate) use pattern::{Substitution, matched, variables};

use crate::error::NetworkError;
use crate::model::agents::{Prediction, Sensor, Skill};
use crate::model::literal::Literal;
use crate::model::update::AgentName;
use pattern::substituted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How instances of templates are made. The defaults are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TemplateLimits {
    /// Instances are made for what other instances need, down to this depth.
    pub depth: u32,
    /// How many there may be at once.
    pub most: usize,
    /// Whether they stay when what they were made for is reached.
    pub keep: bool,
}

impl Default for TemplateLimits {
    fn default() -> Self {
        Self { depth: 4, most: 256, keep: false }
    }
}

/// The templates of a network, and which sensors were made from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Templates {
    skills: Vec<Skill>,
    sensors: Vec<Sensor>,
    /// Propositions of sensors that were made from templates.
    made_sensors: BTreeSet<Arc<str>>,
    limits: TemplateLimits,
    /// Templates that take no part, as they are displayed.
    disabled: BTreeSet<String>,
    /// Something that is wanted or holds has changed.
    touched: bool,
}

impl Templates {
    /// Templates as they were saved.
    pub(crate) fn restored(
        skills: Vec<Skill>,
        sensors: Vec<Sensor>,
        disabled: BTreeSet<String>,
    ) -> Result<Self, NetworkError> {
        let mut templates = Self { disabled, ..Self::default() };
        skills.into_iter().try_for_each(|skill| templates.add(skill))?;
        sensors.into_iter().try_for_each(|sensor| templates.add_sensor(sensor))?;
        Ok(templates)
    }

    /// Templates of skills, in the order of registration.
    pub(crate) fn skills(&self) -> &[Skill] {
        &self.skills
    }

    /// Templates of skills that take part.
    pub(crate) fn enabled_skills(&self) -> impl Iterator<Item = &Skill> {
        let enabled = |skill: &&Skill| {
            self.disabled.is_empty()
                || !self.disabled.contains(&AgentName::Template(skill.name.clone()).to_string())
        };
        self.skills.iter().filter(enabled)
    }

    /// Templates of sensors, in the order of registration.
    pub(crate) fn sensors(&self) -> &[Sensor] {
        &self.sensors
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.skills.is_empty() && self.sensors.is_empty()
    }

    /// Whether there is a template of a skill of this name.
    pub(crate) fn has_skill(&self, name: &str) -> bool {
        self.skills.iter().any(|skill| *skill.name == *name)
    }

    /// Whether there is a template of a sensor of this name.
    pub(crate) fn has_sensor(&self, name: &str) -> bool {
        self.sensors.iter().any(|sensor| *sensor.proposition == *name)
    }

    /// The template that a sensor can be made from.
    pub(crate) fn sensor_for(&self, proposition: &str) -> Option<&Sensor> {
        self.sensors.iter().find(|sensor| matched(&sensor.proposition, proposition).is_some())
    }

    /// Propositions of sensors that were made from templates.
    pub(crate) fn made_sensors(&self) -> &BTreeSet<Arc<str>> {
        &self.made_sensors
    }

    /// Propositions of sensors that were made from one template.
    pub(crate) fn made_from(&self, template: &Arc<str>) -> Vec<Arc<str>> {
        let is_of =
            |name: &&Arc<str>| self.sensor_for(name).is_some_and(|sensor| sensor.proposition == *template);
        self.made_sensors.iter().filter(is_of).cloned().collect()
    }

    pub(crate) fn set_made_sensors(&mut self, made: BTreeSet<Arc<str>>) {
        self.made_sensors = made;
    }

    /// A sensor was made from a template.
    pub(crate) fn insert_made(&mut self, proposition: Arc<str>) {
        self.made_sensors.insert(proposition);
    }

    /// A sensor that was made from a template is gone.
    pub(crate) fn remove_made(&mut self, proposition: &str) {
        self.made_sensors.remove(proposition);
    }

    pub(crate) fn limits(&self) -> TemplateLimits {
        self.limits
    }

    pub(crate) fn set_limits(&mut self, limits: TemplateLimits) {
        self.limits = limits;
        self.touched = true;
    }

    /// Something that is wanted or holds has changed: instances must be checked before the next step.
    pub(crate) fn touch(&mut self) {
        self.touched = true;
    }

    /// Whether instances must be checked; they no longer must.
    pub(crate) fn take_touched(&mut self) -> bool {
        std::mem::take(&mut self.touched)
    }

    /// Templates that take no part, as they are displayed.
    pub(crate) fn disabled(&self) -> &BTreeSet<String> {
        &self.disabled
    }

    /// Whether a template takes no part; `None` if there is no such template.
    pub(crate) fn is_disabled(&self, who: &AgentName) -> Option<bool> {
        let known = match who {
            AgentName::Template(name) => self.has_skill(name),
            AgentName::SensorTemplate(name) => self.has_sensor(name),
            _ => false,
        };
        known.then(|| self.disabled.contains(&who.to_string()))
    }

    pub(crate) fn set_disabled(&mut self, who: &AgentName, disabled: bool) {
        let name = who.to_string();
        let _ = if disabled { self.disabled.insert(name) } else { self.disabled.remove(&name) };
        self.touched = true;
    }

    pub(crate) fn add_sensor(&mut self, sensor: Sensor) -> Result<(), NetworkError> {
        if self.has_sensor(&sensor.proposition) {
            return Err(NetworkError::Twice { kind: "template", name: sensor.proposition.to_string() });
        }
        sensor.trust.check(&sensor.proposition)?;
        self.sensors.push(sensor);
        self.touched = true;
        Ok(())
    }

    pub(crate) fn add(&mut self, skill: Skill) -> Result<(), NetworkError> {
        if self.has_skill(&skill.name) {
            return Err(NetworkError::Twice { kind: "template", name: skill.name.to_string() });
        }
        let made: BTreeSet<String> =
            skill.adds.iter().flat_map(|add| variables(&add.literal.proposition)).collect();
        let used = skill.literals().flat_map(|literal| variables(&literal.proposition));
        if let Some(parameter) = used.chain(variables(&skill.name)).find(|name| !made.contains(name)) {
            return Err(NetworkError::FreeParameter { template: skill.name.to_string(), parameter });
        }
        self.skills.push(skill);
        self.touched = true;
        Ok(())
    }

    /// Removes a template of skills.
    pub(crate) fn remove(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        if !self.has_skill(name) {
            return Err(NetworkError::Unknown { kind: "template", name: name.to_string() });
        }
        self.skills.retain(|skill| skill.name != *name);
        self.set_disabled(&AgentName::Template(name.clone()), false);
        Ok(())
    }

    /// Removes a template of sensors. Returns the propositions of those that were made from it.
    pub(crate) fn remove_sensor(&mut self, name: &Arc<str>) -> Result<Vec<Arc<str>>, NetworkError> {
        if !self.has_sensor(name) {
            return Err(NetworkError::Unknown { kind: "template", name: name.to_string() });
        }
        let made = self.made_from(name);
        self.sensors.retain(|sensor| sensor.proposition != *name);
        self.set_disabled(&AgentName::SensorTemplate(name.clone()), false);
        made.iter().for_each(|sensor| self.remove_made(sensor));
        Ok(made)
    }
}

/// What the variables of a template must stand for so that it brings a literal about.
pub(crate) fn achieving(template: &Skill, wanted: &Literal) -> Option<Substitution> {
    let fits = |add: &Prediction| {
        let meaning = matched(&add.literal.proposition, &wanted.proposition)?;
        (add.literal.value == wanted.value).then_some(meaning)
    };
    let made = template.adds.iter().find_map(fits)?;
    let mut all = template.literals().flat_map(|literal| variables(&literal.proposition));
    all.all(|name| made.contains_key(&name)).then_some(made)
}

/// The skill of a name, made from a template.
pub(crate) fn instance(template: &Skill, name: &str) -> Option<Skill> {
    Some(filled(template, &matched(&template.name, name)?))
}

pub(crate) fn filled(template: &Skill, meaning: &Substitution) -> Skill {
    let name = |text: &Arc<str>| -> Arc<str> { substituted(text, meaning).into() };
    let mut skill = template.clone();
    skill.name = name(&template.name);
    for literal in &mut skill.preconditions {
        literal.proposition = name(&literal.proposition);
    }
    for made in skill.adds.iter_mut().chain(&mut skill.deletes) {
        made.literal.proposition = name(&made.literal.proposition);
    }
    skill
}
