//! Instances of templates: created for goals that they help to achieve, and removed when those hold.

use super::Network;
use super::step_events::Notice;
use crate::error::NetworkError;
use crate::model::agents::{Sensor, Skill};
use crate::model::literal::Literal;
use crate::model::update::AgentName;
use crate::model::validate::valid_skill;
use crate::templates::{TemplateLimits, achieving, filled};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// An instance that should exist.
struct NeededInstance {
    skill: Skill,
    template: Arc<str>,
    depth: u32,
    /// The literal that it was created for.
    wanted: Literal,
}

impl Network {
    /// Changes how instances of templates are created.
    pub fn set_template_limits(&mut self, limits: TemplateLimits) {
        self.templates.set_limits(limits);
    }

    /// The template of a skill, if it is an instance of one.
    #[must_use]
    pub fn template_of(&self, skill: &str) -> Option<&Arc<str>> {
        let record = self.registry.skill(self.skill(skill)?)?;
        record.instance.as_ref().map(|(template, _)| template)
    }

    /// The sensors that are instances of templates, each with its template.
    pub fn template_sensors(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        let made = self.templates.sensor_instances().iter();
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
        for sensor in self.templates.remove_sensor(name)? {
            if let Some(number) = self.registry.sensor_number(&sensor) {
                self.remove_sensor(number, &sensor);
            }
        }
        Ok(())
    }

    /// Creates the instances that are needed now and removes the others.
    pub(crate) fn update_instances(&mut self) {
        if self.templates.is_empty() || !self.templates.take_touched() {
            return;
        }
        let needed = self.needed_instances();
        if !self.templates.limits().keep {
            self.drop_instances(&needed);
        }
        for (name, NeededInstance { skill, template, depth, wanted }) in needed {
            if self.skill(&name).is_none() && self.add_skill(skill, Some((template, depth))).is_ok() {
                self.notices.push(Notice::Instance { skill: name, wanted });
            }
        }
        self.update_sensor_instances();
    }

    /// Creates sensor instances for all goals and all literals of skill instances.
    fn update_sensor_instances(&mut self) {
        if self.templates.sensors().is_empty() {
            return;
        }
        let instances = self.registry.skills().iter().filter(|record| record.instance.is_some());
        let mentioned = instances.flat_map(|record| record.agent.literals());
        let mentioned = mentioned.chain(self.registry.goals().iter().map(|record| &record.agent.literal));
        let mentioned: BTreeSet<Arc<str>> = mentioned.map(|literal| literal.proposition.clone()).collect();
        if !self.templates.limits().keep {
            let gone: Vec<Arc<str>> =
                self.templates.sensor_instances().difference(&mentioned).cloned().collect();
            for name in gone {
                self.templates.remove_sensor_instance(&name);
                if let Some(sensor) = self.registry.sensor_number(&name) {
                    self.remove_sensor(sensor, &name);
                }
            }
        }
        for name in mentioned {
            let full = self.templates.sensor_instances().len() >= self.templates.limits().most;
            if full || self.registry.sensor_number(&name).is_some() {
                continue;
            }
            let Some(template) = self.templates.sensor_for(&name) else { continue };
            let sensor = Sensor { proposition: name.clone(), ..template.clone() };
            if self.add_sensor(sensor).is_ok() {
                self.templates.insert_sensor_instance(name);
            }
        }
    }

    /// The instances for goals that do not hold, and for the preconditions that those lack, by name.
    fn needed_instances(&self) -> BTreeMap<Arc<str>, NeededInstance> {
        let limits = self.templates.limits();
        let goals = self.registry.goals().iter().map(|record| &record.agent.literal);
        let wanted = goals.filter(|literal| !self.holds(literal));
        let mut open: VecDeque<(Literal, u32)> = wanted.map(|literal| (literal.clone(), 0)).collect();
        let mut needed: BTreeMap<Arc<str>, NeededInstance> = BTreeMap::new();
        while let Some((wanted, depth)) = open.pop_front() {
            for template in self.templates.enabled_skills() {
                let Some(substitution) = achieving(template, &wanted) else { continue };
                let instance = filled(template, &substitution);
                if needed.len() >= limits.most || needed.contains_key(&instance.name) {
                    continue;
                }
                let Ok(skill) = valid_skill(instance, self.settings.profile) else { continue };
                if depth + 1 < limits.depth {
                    let lacking = skill.preconditions.iter().filter(|literal| !self.holds(literal));
                    open.extend(lacking.map(|literal| (literal.clone(), depth + 1)));
                }
                let (name, template) = (skill.name.clone(), template.name.clone());
                needed.insert(name, NeededInstance { skill, template, depth, wanted: wanted.clone() });
            }
        }
        needed
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
            self.notices.push(Notice::InstanceGone(name));
        }
    }
}
