//! Skill and sensor templates, with variables, from which a network creates instances for its goals.

mod pattern;

pub(crate) use pattern::{Substitution, matched, variables};

use crate::error::NetworkError;
use crate::model::agents::{Prediction, Sensor, Skill};
use crate::model::literal::Literal;
use crate::model::update::AgentName;
use pattern::substituted;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How instances of templates are created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TemplateLimits {
    /// Instances are created for preconditions of other instances down to this depth.
    pub depth: u32,
    /// The most instances at once.
    pub most: usize,
    /// Whether instances are kept when their goal holds.
    pub keep: bool,
}

impl Default for TemplateLimits {
    fn default() -> Self {
        Self { depth: 4, most: 256, keep: false }
    }
}

/// The templates of a network, and their sensor instances.
#[derive(Clone, Debug, Default)]
pub(crate) struct Templates {
    skills: Vec<Skill>,
    sensors: Vec<Sensor>,
    /// Propositions of sensor instances.
    sensor_instances: BTreeSet<Arc<str>>,
    limits: TemplateLimits,
    /// Disabled templates, as they are displayed.
    disabled: BTreeSet<String>,
    /// Instances must be updated, because a goal or what holds has changed.
    touched: bool,
}

impl Templates {
    /// Templates from saved state.
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

    /// Skill templates, in the order of registration.
    pub(crate) fn skills(&self) -> &[Skill] {
        &self.skills
    }

    /// Skill templates that are not disabled.
    pub(crate) fn enabled_skills(&self) -> impl Iterator<Item = &Skill> {
        let enabled = |skill: &&Skill| {
            self.disabled.is_empty()
                || !self.disabled.contains(&AgentName::Template(skill.name.clone()).to_string())
        };
        self.skills.iter().filter(enabled)
    }

    /// Sensor templates, in the order of registration.
    pub(crate) fn sensors(&self) -> &[Sensor] {
        &self.sensors
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.skills.is_empty() && self.sensors.is_empty()
    }

    /// Whether there is a skill template of this name.
    pub(crate) fn has_skill(&self, name: &str) -> bool {
        self.skills.iter().any(|skill| *skill.name == *name)
    }

    /// Whether there is a sensor template of this name.
    pub(crate) fn has_sensor(&self, name: &str) -> bool {
        self.sensors.iter().any(|sensor| *sensor.proposition == *name)
    }

    /// The template that matches a proposition.
    pub(crate) fn sensor_for(&self, proposition: &str) -> Option<&Sensor> {
        self.sensors.iter().find(|sensor| matched(&sensor.proposition, proposition).is_some())
    }

    /// Propositions of sensor instances.
    pub(crate) fn sensor_instances(&self) -> &BTreeSet<Arc<str>> {
        &self.sensor_instances
    }

    /// Propositions of the instances of one sensor template.
    pub(crate) fn instances_of(&self, template: &Arc<str>) -> Vec<Arc<str>> {
        let is_of =
            |name: &&Arc<str>| self.sensor_for(name).is_some_and(|sensor| sensor.proposition == *template);
        self.sensor_instances.iter().filter(is_of).cloned().collect()
    }

    pub(crate) fn set_sensor_instances(&mut self, made: BTreeSet<Arc<str>>) {
        self.sensor_instances = made;
    }

    /// Notes a sensor instance.
    pub(crate) fn insert_sensor_instance(&mut self, proposition: Arc<str>) {
        self.sensor_instances.insert(proposition);
    }

    /// Forgets a sensor instance.
    pub(crate) fn remove_sensor_instance(&mut self, proposition: &str) {
        self.sensor_instances.remove(proposition);
    }

    pub(crate) fn limits(&self) -> TemplateLimits {
        self.limits
    }

    pub(crate) fn set_limits(&mut self, limits: TemplateLimits) {
        self.limits = limits;
        self.touched = true;
    }

    /// Marks that instances must be updated before the next step.
    pub(crate) fn touch(&mut self) {
        self.touched = true;
    }

    /// Returns whether instances must be updated, and clears the mark.
    pub(crate) fn take_touched(&mut self) -> bool {
        std::mem::take(&mut self.touched)
    }

    /// Disabled templates, as they are displayed.
    pub(crate) fn disabled(&self) -> &BTreeSet<String> {
        &self.disabled
    }

    /// Whether a template is disabled; `None` if there is no such template.
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
            return Err(NetworkError::Duplicate { kind: "template", name: sensor.proposition.to_string() });
        }
        sensor.trust.check(&sensor.proposition)?;
        self.sensors.push(sensor);
        self.touched = true;
        Ok(())
    }

    pub(crate) fn add(&mut self, skill: Skill) -> Result<(), NetworkError> {
        if self.has_skill(&skill.name) {
            return Err(NetworkError::Duplicate { kind: "template", name: skill.name.to_string() });
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

    /// Removes a skill template.
    pub(crate) fn remove(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        if !self.has_skill(name) {
            return Err(NetworkError::Unknown { kind: "template", name: name.to_string() });
        }
        self.skills.retain(|skill| skill.name != *name);
        self.set_disabled(&AgentName::Template(name.clone()), false);
        Ok(())
    }

    /// Removes a sensor template. Returns the propositions of its instances.
    pub(crate) fn remove_sensor(&mut self, name: &Arc<str>) -> Result<Vec<Arc<str>>, NetworkError> {
        if !self.has_sensor(name) {
            return Err(NetworkError::Unknown { kind: "template", name: name.to_string() });
        }
        let made = self.instances_of(name);
        self.sensors.retain(|sensor| sensor.proposition != *name);
        self.set_disabled(&AgentName::SensorTemplate(name.clone()), false);
        made.iter().for_each(|sensor| self.remove_sensor_instance(sensor));
        Ok(made)
    }
}

/// The substitution with which a template achieves a literal.
pub(crate) fn achieving(template: &Skill, wanted: &Literal) -> Option<Substitution> {
    let fits = |add: &Prediction| {
        let substitution = matched(&add.literal.proposition, &wanted.proposition)?;
        (add.literal.value == wanted.value).then_some(substitution)
    };
    let made = template.adds.iter().find_map(fits)?;
    let mut all = template.literals().flat_map(|literal| variables(&literal.proposition));
    all.all(|name| made.contains_key(&name)).then_some(made)
}

/// The instance of a template that has this name.
pub(crate) fn instance(template: &Skill, name: &str) -> Option<Skill> {
    Some(filled(template, &matched(&template.name, name)?))
}

pub(crate) fn filled(template: &Skill, substitution: &Substitution) -> Skill {
    let name = |text: &Arc<str>| -> Arc<str> { substituted(text, substitution).into() };
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
