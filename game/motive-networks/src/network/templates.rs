//! Skill and sensor templates, with variables, from which a network creates instances for its goals.

use super::{Network, Notice};
use crate::error::NetworkError;
use crate::model::{
    AgentName, Literal, NetworkProfile, NetworkSensor, Skill, achieving, filled, matched, valid_skill,
    variables,
};
use crate::registry::AgentRegistry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
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

/// An instance that should exist.
struct NeededInstance {
    skill: Skill,
    template: Arc<str>,
    depth: u32,
    /// The literal that it was created for.
    wanted: Literal,
}

/// The templates of a network, and their sensor instances.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Templates {
    skills: Vec<Skill>,
    sensors: Vec<NetworkSensor>,
    /// Propositions of sensor instances.
    pub(crate) sensor_instances: BTreeSet<Arc<str>>,
    limits: TemplateLimits,
    /// Disabled templates, as they are displayed.
    disabled: BTreeSet<String>,
    /// Instances must be updated, because a goal or what holds has changed.
    #[cfg_attr(feature = "serde", serde(skip))]
    touched: bool,
}

impl Templates {
    /// Templates from saved state, checked as when they were added.
    pub(super) fn restored(mut self) -> Result<Self, NetworkError> {
        let (skills, sensors) = (std::mem::take(&mut self.skills), std::mem::take(&mut self.sensors));
        skills.into_iter().try_for_each(|skill| self.add(skill))?;
        sensors.into_iter().try_for_each(|sensor| self.add_sensor(sensor))?;
        self.touched = true;
        Ok(self)
    }

    /// Skill templates that are not disabled.
    fn enabled_skills(&self) -> impl Iterator<Item = &Skill> {
        let enabled = |skill: &&Skill| {
            self.disabled.is_empty()
                || !self.disabled.contains(&AgentName::Template(skill.name.clone()).to_string())
        };
        self.skills.iter().filter(enabled)
    }

    fn is_empty(&self) -> bool {
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
    fn sensor_for(&self, proposition: &str) -> Option<&NetworkSensor> {
        self.sensors.iter().find(|sensor| matched(&sensor.proposition, proposition).is_some())
    }

    /// Propositions of the instances of one sensor template.
    fn instances_of(&self, template: &Arc<str>) -> Vec<Arc<str>> {
        let is_of =
            |name: &&Arc<str>| self.sensor_for(name).is_some_and(|sensor| sensor.proposition == *template);
        self.sensor_instances.iter().filter(is_of).cloned().collect()
    }

    /// Marks that instances must be updated before the next step.
    pub(super) fn touch(&mut self) {
        self.touched = true;
    }

    /// Whether a template is disabled; `None` if there is no such template.
    pub(super) fn is_disabled(&self, who: &AgentName) -> Option<bool> {
        let known = match who {
            AgentName::Template(name) => self.has_skill(name),
            AgentName::SensorTemplate(name) => self.has_sensor(name),
            _ => false,
        };
        known.then(|| self.disabled.contains(&who.to_string()))
    }

    pub(super) fn set_disabled(&mut self, who: &AgentName, disabled: bool) {
        let name = who.to_string();
        let _ = if disabled { self.disabled.insert(name) } else { self.disabled.remove(&name) };
        self.touched = true;
    }

    pub(super) fn add_sensor(&mut self, sensor: NetworkSensor) -> Result<(), NetworkError> {
        if self.has_sensor(&sensor.proposition) {
            return Err(NetworkError::Duplicate("template", sensor.proposition.to_string()));
        }
        sensor.trust.check(&sensor.proposition)?;
        self.sensors.push(sensor);
        self.touched = true;
        Ok(())
    }

    pub(super) fn add(&mut self, skill: Skill) -> Result<(), NetworkError> {
        if self.has_skill(&skill.name) {
            return Err(NetworkError::Duplicate("template", skill.name.to_string()));
        }
        let made: BTreeSet<String> =
            skill.adds.iter().flat_map(|add| variables(&add.literal.proposition)).collect();
        let used = skill.literals().flat_map(|literal| variables(&literal.proposition));
        if let Some(parameter) = used.chain(variables(&skill.name)).find(|name| !made.contains(name)) {
            return Err(NetworkError::FreeParameter(skill.name.to_string(), parameter));
        }
        self.skills.push(skill);
        self.touched = true;
        Ok(())
    }

    /// Removes a skill template.
    pub(super) fn remove(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        if !self.has_skill(name) {
            return Err(AgentName::Template(name.clone()).unknown());
        }
        self.skills.retain(|skill| skill.name != *name);
        self.set_disabled(&AgentName::Template(name.clone()), false);
        Ok(())
    }

    /// Removes a sensor template. Returns the propositions of its instances.
    pub(super) fn remove_sensor(&mut self, name: &Arc<str>) -> Result<Vec<Arc<str>>, NetworkError> {
        if !self.has_sensor(name) {
            return Err(AgentName::SensorTemplate(name.clone()).unknown());
        }
        let made = self.instances_of(name);
        self.sensors.retain(|sensor| sensor.proposition != *name);
        self.set_disabled(&AgentName::SensorTemplate(name.clone()), false);
        made.iter().for_each(|sensor| {
            self.sensor_instances.remove(sensor);
        });
        Ok(made)
    }

    /// The instances for goals that do not hold, and for the preconditions that those lack, by name.
    fn needed(
        &self,
        registry: &AgentRegistry,
        profile: NetworkProfile,
    ) -> BTreeMap<Arc<str>, NeededInstance> {
        let limits = self.limits;
        let mut open: VecDeque<(Literal, u32)> =
            registry.open_goals().map(|literal| (literal.clone(), 0)).collect();
        let mut needed: BTreeMap<Arc<str>, NeededInstance> = BTreeMap::new();
        while let Some((wanted, depth)) = open.pop_front() {
            for template in self.enabled_skills() {
                let Some(substitution) = achieving(template, &wanted) else { continue };
                let instance = filled(template, &substitution);
                if needed.len() >= limits.most || needed.contains_key(&instance.name) {
                    continue;
                }
                let Ok(skill) = valid_skill(instance, profile) else { continue };
                if depth + 1 < limits.depth {
                    let lacking = skill.preconditions.iter().filter(|literal| !registry.holds(literal));
                    open.extend(lacking.map(|literal| (literal.clone(), depth + 1)));
                }
                let (name, template) = (skill.name.clone(), template.name.clone());
                needed.insert(name, NeededInstance { skill, template, depth, wanted: wanted.clone() });
            }
        }
        needed
    }
}

impl Network {
    /// Changes how instances of templates are created.
    pub fn set_template_limits(&mut self, limits: TemplateLimits) {
        self.templates.limits = limits;
        self.templates.touched = true;
    }

    /// The template of a skill, if it is an instance of one.
    pub fn template_of(&self, skill: &str) -> Option<&Arc<str>> {
        let record = self.registry.skill(self.skill(skill)?)?;
        record.instance.as_ref().map(|(template, _)| template)
    }

    /// The sensors that are instances of templates, each with its template.
    pub fn template_sensors(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        let made = self.templates.sensor_instances.iter();
        made.filter_map(|name| Some((name, &self.templates.sensor_for(name)?.proposition)))
    }

    /// Disables or enables a template: a disabled one creates no instances, and its sensor instances are disabled.
    pub(super) fn disable_template(&mut self, who: &AgentName, disabled: bool) -> Result<(), NetworkError> {
        self.templates.set_disabled(who, disabled);
        let AgentName::SensorTemplate(name) = who else { return Ok(()) };
        let mut made = self.templates.instances_of(name).into_iter();
        made.try_for_each(|sensor| self.set_disabled(&AgentName::Sensor(sensor), disabled))
    }

    /// Removes a skill template and its instances.
    pub(super) fn remove_template(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        self.templates.remove(name)?;
        for skill in (0..self.skill_count()).rev() {
            let instance = self.registry.skill(skill).and_then(|record| record.instance.as_ref());
            if instance.is_some_and(|(template, _)| template == name) {
                self.remove_skill(skill);
            }
        }
        Ok(())
    }

    /// Removes a sensor template and its instances.
    pub(super) fn remove_sensor_template(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        self.templates.remove_sensor(name)?.iter().for_each(|sensor| self.remove_sensor(sensor));
        Ok(())
    }

    /// Creates the instances that are needed now and removes the others.
    pub(crate) fn update_instances(&mut self) {
        if self.templates.is_empty() || !std::mem::take(&mut self.templates.touched) {
            return;
        }
        let needed = self.templates.needed(&self.registry, self.settings.profile);
        if !self.templates.limits.keep {
            self.drop_instances(&needed);
        }
        for (name, NeededInstance { skill, template, depth, wanted }) in needed {
            if self.skill(&name).is_none() && self.add_skill(skill, Some((template, depth))).is_ok() {
                self.journal.note(Notice::Instance { skill: name, wanted });
            }
        }
        self.update_sensor_instances();
    }

    /// Creates sensor instances for all goals and all literals of skill instances.
    fn update_sensor_instances(&mut self) {
        if self.templates.sensors.is_empty() {
            return;
        }
        let instances = self.registry.skills.iter().filter(|record| record.instance.is_some());
        let mentioned = instances.flat_map(|record| record.agent.literals());
        let mentioned = mentioned.chain(self.registry.goals.iter().map(|record| &record.agent.literal));
        let mentioned: BTreeSet<Arc<str>> = mentioned.map(|literal| literal.proposition.clone()).collect();
        if !self.templates.limits.keep {
            let gone: Vec<Arc<str>> =
                self.templates.sensor_instances.difference(&mentioned).cloned().collect();
            self.templates.sensor_instances.retain(|name| mentioned.contains(name));
            gone.iter().for_each(|name| self.remove_sensor(name));
        }
        for name in mentioned {
            let full = self.templates.sensor_instances.len() >= self.templates.limits.most;
            if full || self.registry.sensor_number(&name).is_some() {
                continue;
            }
            let Some(template) = self.templates.sensor_for(&name) else { continue };
            let sensor = NetworkSensor { proposition: name.clone(), ..template.clone() };
            if self.add_sensor(sensor).is_ok() {
                self.templates.sensor_instances.insert(name);
            }
        }
    }

    /// Removes instances that are no longer needed, once they are not being executed.
    fn drop_instances(&mut self, needed: &BTreeMap<Arc<str>, NeededInstance>) {
        for skill in (0..self.skill_count()).rev() {
            let Some(record) = self.registry.skill(skill) else { continue };
            let name = record.agent.name.clone();
            if record.instance.is_none() || needed.contains_key(&name) {
                continue;
            }
            if record.executing {
                // Checked again when it has finished.
                self.templates.touch();
                continue;
            }
            self.remove_skill(skill);
            self.journal.note(Notice::InstanceGone(name));
        }
    }
}
