//! Skills with variables: instances come when something is wanted that they can bring about, and go afterwards.

use crate::error::NetworkError;
use crate::model::agents::{Prediction, Sensor, Skill};
use crate::model::literal::Literal;
use crate::model::update::AgentName;
use crate::model::validate::checked;
use crate::network::Network;
use crate::network::notice::Notice;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// What variables stand for.
pub(crate) type Substitution = BTreeMap<String, String>;

/// How instances of templates are made. The defaults are ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TemplateLimits {
    /// TemplateLimits for what instances need, down to this depth.
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

/// The templates of a network.
#[derive(Clone, Debug, Default)]
pub(crate) struct Templates {
    list: Vec<Skill>,
    sensors: Vec<Sensor>,
    /// Propositions of sensors that were made from templates.
    sensed: BTreeSet<Arc<str>>,
    pub(crate) rules: TemplateLimits,
    /// Templates that take no part, by who they are.
    disabled: BTreeSet<String>,
    /// Something that is wanted or holds has changed.
    pub(crate) touched: bool,
}

impl Templates {
    /// Whether a template takes no part; nothing if there is none.
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

    /// Whether there is a template of a skill of this name.
    pub(crate) fn has_skill(&self, name: &str) -> bool {
        self.list.iter().any(|skill| *skill.name == *name)
    }

    /// Whether there is a template of a sensor of this name.
    pub(crate) fn has_sensor(&self, name: &str) -> bool {
        self.sensors.iter().any(|sensor| *sensor.proposition == *name)
    }

    /// All of them, in the order in which they came.
    pub(crate) fn list(&self) -> &[Skill] {
        &self.list
    }

    /// The sensors among them, and what was made of those.
    pub(crate) fn sensors(&self) -> (&[Sensor], &BTreeSet<Arc<str>>) {
        (&self.sensors, &self.sensed)
    }

    /// Those of these propositions that have a sensor were made from templates.
    pub(crate) fn set_sensed(&mut self, sensed: BTreeSet<Arc<str>>) {
        self.sensed = sensed;
    }

    pub(crate) fn add_sensor(&mut self, sensor: Sensor) -> Result<(), NetworkError> {
        if self.sensors.iter().any(|known| known.proposition == sensor.proposition) {
            return Err(NetworkError::Twice { kind: "template", name: sensor.proposition.to_string() });
        }
        sensor.trust.check(&sensor.proposition)?;
        self.sensors.push(sensor);
        self.touched = true;
        Ok(())
    }

    pub(crate) fn add(&mut self, skill: Skill) -> Result<(), NetworkError> {
        if self.list.iter().any(|known| known.name == skill.name) {
            return Err(NetworkError::Twice { kind: "template", name: skill.name.to_string() });
        }
        let made: BTreeSet<String> =
            skill.adds.iter().flat_map(|add| variables(&add.pair.proposition)).collect();
        let used = skill.pairs().flat_map(|pair| variables(&pair.proposition)).chain(variables(&skill.name));
        if let Some(parameter) = used.into_iter().find(|name| !made.contains(name)) {
            return Err(NetworkError::FreeParameter { template: skill.name.to_string(), parameter });
        }
        self.list.push(skill);
        self.touched = true;
        Ok(())
    }
}

impl Network {
    /// How instances of templates are made.
    pub fn set_template_limits(&mut self, rules: TemplateLimits) {
        self.templates.rules = rules;
        self.templates.touched = true;
    }

    /// The template that a skill was made from.
    #[must_use]
    pub fn template_of(&self, skill: &str) -> Option<&Arc<str>> {
        let record = self.skills.get(self.skill(skill)?)?;
        record.instance.as_ref().map(|(template, _)| template)
    }

    /// The sensors that were made from templates, each with its template.
    pub fn template_sensors(&self) -> impl Iterator<Item = (&Arc<str>, &Arc<str>)> {
        let of = |name: &str| {
            let sensors = self.templates.sensors.iter();
            sensors.map(|sensor| &sensor.proposition).find(|pattern| matched(pattern, name).is_some())
        };
        self.templates.sensed.iter().filter_map(move |name| Some((name, of(name)?)))
    }

    /// A template takes no part, or does again: nothing is made from it meanwhile, and sensors that were do not count.
    pub(crate) fn disable_template(&mut self, who: &AgentName, disabled: bool) -> Result<(), NetworkError> {
        self.templates.set_disabled(who, disabled);
        let AgentName::SensorTemplate(name) = who else { return Ok(()) };
        let made = self.template_sensors().filter(|(_, template)| *template == name);
        let made: Vec<Arc<str>> = made.map(|(sensor, _)| sensor.clone()).collect();
        made.into_iter().try_for_each(|sensor| self.set_disabled(&AgentName::Sensor(sensor), disabled))
    }

    /// A template of skills is gone for good, and everything that was made from it.
    pub(crate) fn remove_template(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        if !self.templates.has_skill(name) {
            return Err(NetworkError::Unknown { kind: "template", name: name.to_string() });
        }
        self.templates.list.retain(|skill| skill.name != *name);
        self.templates.set_disabled(&AgentName::Template(name.clone()), false);
        for skill in (0..self.skills.len()).rev() {
            let instance = self.skills.get(skill).and_then(|record| record.instance.as_ref());
            if instance.is_some_and(|(template, _)| template == name) {
                self.remove_skill(skill);
            }
        }
        Ok(())
    }

    /// A template of sensors is gone for good, and everything that was made from it.
    pub(crate) fn remove_sensor_template(&mut self, name: &Arc<str>) -> Result<(), NetworkError> {
        if !self.templates.has_sensor(name) {
            return Err(NetworkError::Unknown { kind: "template", name: name.to_string() });
        }
        let made = self.template_sensors().filter(|(_, template)| *template == name);
        let made: Vec<Arc<str>> = made.map(|(sensor, _)| sensor.clone()).collect();
        self.templates.sensors.retain(|sensor| sensor.proposition != *name);
        self.templates.set_disabled(&AgentName::SensorTemplate(name.clone()), false);
        for sensor in made {
            self.templates.sensed.remove(&sensor);
            if let Some(number) = self.sensor_number(&sensor) {
                self.remove_sensor(number, &sensor);
            }
        }
        Ok(())
    }

    /// Makes the instances that are needed now and takes away those that are not.
    pub(crate) fn make_instances(&mut self) {
        let none = self.templates.list.is_empty() && self.templates.sensors.is_empty();
        if none || !std::mem::take(&mut self.templates.touched) {
            return;
        }
        let needed = self.needed_instances();
        if !self.templates.rules.keep {
            self.drop_instances(&needed);
        }
        for (name, (skill, template, depth, wanted)) in needed {
            if self.skill(&name).is_none() && self.add_skill(skill, Some((template, depth))).is_ok() {
                self.say(Notice::Instance { skill: name, wanted });
            }
        }
        self.make_sensors();
    }

    /// TemplateLimits of sensors for everything that is wanted or that an instance of a skill mentions, and for nothing else.
    fn make_sensors(&mut self) {
        if self.templates.sensors.is_empty() {
            return;
        }
        let instances = self.skills.iter().filter(|record| record.instance.is_some());
        let mentioned = instances.flat_map(|record| record.agent.pairs());
        let mentioned = mentioned.chain(self.goals.iter().map(|record| &record.agent.pair));
        let mentioned: BTreeSet<Arc<str>> = mentioned.map(|pair| pair.proposition.clone()).collect();
        if !self.templates.rules.keep {
            let gone: Vec<Arc<str>> = self.templates.sensed.difference(&mentioned).cloned().collect();
            for name in gone {
                self.templates.sensed.remove(&name);
                if let Some(sensor) = self.sensor_number(&name) {
                    self.remove_sensor(sensor, &name);
                }
            }
        }
        for name in mentioned {
            if self.sensor_number(&name).is_some() || self.templates.sensed.len() >= self.templates.rules.most
            {
                continue;
            }
            let fits = |sensor: &&Sensor| matched(&sensor.proposition, &name).is_some();
            let Some(template) = self.templates.sensors.iter().find(fits) else { continue };
            let sensor = Sensor { proposition: name.clone(), ..template.clone() };
            if self.add_sensor(sensor).is_ok() {
                self.templates.sensed.insert(name);
            }
        }
    }

    /// By name: the instances for what is wanted and does not hold, and for what those lack.
    fn needed_instances(&self) -> BTreeMap<Arc<str>, (Skill, Arc<str>, u32, Literal)> {
        let rules = self.templates.rules;
        let wanted = self.goals.iter().map(|record| &record.agent.pair).filter(|pair| !self.holds(pair));
        let mut open: VecDeque<(Literal, u32)> = wanted.map(|pair| (pair.clone(), 0)).collect();
        let mut needed: BTreeMap<Arc<str>, (Skill, Arc<str>, u32, Literal)> = BTreeMap::new();
        let takes_part = |template: &&Skill| {
            !self.templates.disabled.contains(&AgentName::Template(template.name.clone()).to_string())
        };
        while let Some((pair, depth)) = open.pop_front() {
            for template in self.templates.list.iter().filter(takes_part) {
                let Some(meaning) = bringing_about(template, &pair) else { continue };
                let instance = filled(template, &meaning);
                if needed.len() >= rules.most || needed.contains_key(&instance.name) {
                    continue;
                }
                let Ok(instance) = checked(instance, self.settings.profile) else { continue };
                if depth + 1 < rules.depth {
                    let lacking = instance.preconditions.iter().filter(|pair| !self.holds(pair));
                    open.extend(lacking.map(|pair| (pair.clone(), depth + 1)));
                }
                let name = instance.name.clone();
                needed.insert(name, (instance, template.name.clone(), depth, pair.clone()));
            }
        }
        needed
    }

    /// TemplateLimits that are no longer needed go, once they are not being done.
    fn drop_instances(&mut self, needed: &BTreeMap<Arc<str>, (Skill, Arc<str>, u32, Literal)>) {
        for skill in (0..self.skills.len()).rev() {
            let Some(record) = self.skills.get(skill) else { continue };
            let name = record.agent.name.clone();
            if record.instance.is_none() || needed.contains_key(&name) {
                continue;
            }
            if record.executing {
                // It is looked at again when it has finished.
                self.templates.touched = true;
                continue;
            }
            self.remove_skill(skill);
            self.say(Notice::InstanceGone(name));
        }
    }
}

/// What the variables of a template must stand for so that it brings a pair about.
fn bringing_about(template: &Skill, wanted: &Literal) -> Option<Substitution> {
    let fits = |add: &Prediction| {
        let meaning = matched(&add.pair.proposition, &wanted.proposition)?;
        (add.pair.value == wanted.value).then_some(meaning)
    };
    let made = template.adds.iter().find_map(fits)?;
    let mut all = template.pairs().flat_map(|pair| variables(&pair.proposition));
    all.all(|name| made.contains_key(&name)).then_some(made)
}

/// The skill of a name, made from a template.
pub(crate) fn instance(template: &Skill, name: &str) -> Option<Skill> {
    Some(filled(template, &matched(&template.name, name)?))
}

fn filled(template: &Skill, meaning: &Substitution) -> Skill {
    let name = |text: &Arc<str>| -> Arc<str> { substituted(text, meaning).into() };
    let mut skill = template.clone();
    skill.name = name(&template.name);
    for pair in &mut skill.preconditions {
        pair.proposition = name(&pair.proposition);
    }
    for made in skill.adds.iter_mut().chain(&mut skill.deletes) {
        made.pair.proposition = name(&made.pair.proposition);
    }
    skill
}

/// A piece of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece<'t> {
    Text(&'t str),
    Variable(&'t str),
}

fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('?') {
        let (before, from) = rest.split_at(at);
        let name = from.get(1..).unwrap_or("");
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        let (name, after) = name.split_at(end);
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        // A question mark without a name is only that.
        pieces.push(if name.is_empty() { Piece::Text("?") } else { Piece::Variable(name) });
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// The variables in a text.
pub(crate) fn variables(text: &str) -> Vec<String> {
    let name = |piece: Piece<'_>| match piece {
        Piece::Variable(name) => Some(name.to_owned()),
        Piece::Text(_) => None,
    };
    pieces(text).into_iter().filter_map(name).collect()
}

fn substituted(pattern: &str, meaning: &Substitution) -> String {
    let part = |piece: Piece<'_>| match piece {
        Piece::Text(text) => text.to_owned(),
        Piece::Variable(name) => meaning.get(name).cloned().unwrap_or_else(|| format!("?{name}")),
    };
    pieces(pattern).into_iter().map(part).collect()
}

/// What the variables of a pattern stand for in a text. Each takes as much as it can; in a pattern with parentheses, one
/// argument.
pub(crate) fn matched(pattern: &str, text: &str) -> Option<Substitution> {
    let structured = pattern.contains('(');
    let pieces = pieces(pattern);
    let mut meaning = Substitution::new();
    let mut rest = text;
    let mut at = 0;
    while let Some(piece) = pieces.get(at) {
        at += 1;
        match piece {
            Piece::Text(literal) => rest = rest.strip_prefix(literal)?,
            Piece::Variable(name) => {
                let end = match pieces.get(at) {
                    Some(Piece::Text(next)) if structured => rest.find(next)?,
                    Some(Piece::Text(next)) => rest.rfind(next)?,
                    Some(Piece::Variable(_)) => return None,
                    None => rest.len(),
                };
                let (value, after) = rest.split_at(end);
                let one_argument = !structured || !value.contains([' ', '(', ')']);
                if value.is_empty() || value.contains('?') || !one_argument {
                    return None;
                }
                let known = meaning.entry((*name).to_owned()).or_insert_with(|| value.to_owned());
                if known != value {
                    return None;
                }
                rest = after;
            }
        }
    }
    rest.is_empty().then_some(meaning)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(pattern: &str, text: &str) -> Option<Vec<(String, String)>> {
        matched(pattern, text).map(|found| found.into_iter().collect())
    }

    fn is(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn a_variable_takes_what_lies_between_the_literal_parts() {
        assert_eq!(meaning("actor-at-?x", "actor-at-red-chair"), Some(vec![is("x", "red-chair")]));
        assert_eq!(meaning("?a-is-on-?b", "cup-is-on-table"), Some(vec![is("a", "cup"), is("b", "table")]));
        assert_eq!(meaning("(at ?x ?y)", "(at dude chair)"), Some(vec![is("x", "dude"), is("y", "chair")]));
        assert_eq!(meaning("actor-at-?x", "actor-on-chair"), None);
        assert_eq!(meaning("?x-?x", "a-b"), None);
        assert_eq!(meaning("(at ?x)", "(at a b)"), None);
    }
}
