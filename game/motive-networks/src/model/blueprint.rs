//! The description of a network, from which networks are opened, and warnings about it before it runs.

use super::pattern::instance;
use super::{Literal, NetworkGoal, NetworkSensor, NetworkSettings, SensorValue, Skill, Update, matched};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// The description of a network: its settings and the agents that it starts with.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Blueprint {
    /// Its name.
    pub name: Arc<str>,
    /// Its rules and parameters.
    pub settings: NetworkSettings,
    /// Sensors and their initial values.
    pub sensors: Vec<NetworkSensor>,
    /// Goals.
    pub goals: Vec<NetworkGoal>,
    /// Skills.
    pub skills: Vec<Skill>,
    /// Skills with variables.
    pub templates: Vec<Skill>,
    /// Sensors with variables.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sensor_templates: Vec<NetworkSensor>,
    /// In the extended profile: resources and the amount of each.
    pub resources: Vec<(Arc<str>, f64)>,
    /// In a [`Simulation`](crate::Simulation): propositions that can hold several times, such as two empty hands.
    pub counted: Vec<(Arc<str>, u32)>,
    /// In a [`Simulation`](crate::Simulation): how many steps a skill takes. Skills not named take none.
    pub durations: Vec<(Arc<str>, u64)>,
    /// In a [`Simulation`](crate::Simulation): what happens before which step.
    pub script: Vec<(u64, Update)>,
}

impl Blueprint {
    /// A network without agents.
    pub fn new(name: &str, settings: impl Into<NetworkSettings>) -> Self {
        Self { name: name.into(), settings: settings.into(), ..Self::default() }
    }

    /// The updates that register all agents.
    pub fn updates(&self) -> impl Iterator<Item = Update> {
        let resources = self.resources.iter();
        let resources =
            resources.map(|(name, amount)| Update::Resource { name: name.clone(), amount: *amount });
        resources
            .chain(self.sensors.iter().cloned().map(Update::Sensor))
            .chain(self.goals.iter().cloned().map(Update::Goal))
            .chain(self.skills.iter().cloned().map(Update::Skill))
            .chain(self.templates.iter().cloned().map(Update::Template))
            .chain(self.sensor_templates.iter().cloned().map(Update::SensorTemplate))
    }

    /// The skill of a name.
    pub fn skill(&self, name: &str) -> Option<&Skill> {
        self.skills.iter().find(|skill| *skill.name == *name)
    }

    /// The instance of a template that has this name.
    pub fn instance(&self, name: &str) -> Option<Skill> {
        self.templates.iter().find_map(|template| instance(template, name))
    }

    /// Whether a proposition matches a sensor template.
    pub fn matches_sensor_template(&self, proposition: &str) -> bool {
        self.sensor_templates.iter().any(|sensor| matched(&sensor.proposition, proposition).is_some())
    }

    /// Adds a sensor that is false for every proposition of a skill or goal that has none.
    pub fn add_missing_sensors(&mut self) {
        let mentioned =
            self.skills.iter().flat_map(Skill::literals).chain(self.goals.iter().map(|goal| &goal.literal));
        let mut names: Vec<Arc<str>> = mentioned.map(|literal| literal.proposition.clone()).collect();
        let mut seen: BTreeSet<_> = self.sensors.iter().map(|sensor| sensor.proposition.clone()).collect();
        names.retain(|name| seen.insert(name.clone()) && !self.matches_sensor_template(name));
        self.sensors.extend(names.iter().map(|name| NetworkSensor::new(name, false)));
    }
}

/// A probable mistake in the description of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BlueprintWarning {
    /// A goal without a sensor: the network cannot tell when it is achieved.
    GoalUnsensed(Literal),
    /// A precondition without a sensor: it never holds.
    PreconditionUnsensed(Arc<str>, Literal),
    /// An effect without a sensor: the skill cannot be judged by it.
    EffectUnsensed(Arc<str>, Literal),
    /// A goal that does not hold and that no chain of skills achieves.
    Unreachable(Literal),
    /// Two skills that may be executed at the same time although one deletes a precondition of the other.
    ParallelConflict {
        /// The skill that deletes it.
        one: Arc<str>,
        /// The skill that needs it.
        other: Arc<str>,
        /// The precondition.
        proposition: Arc<str>,
    },
}

impl fmt::Display for BlueprintWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GoalUnsensed(literal) => {
                write!(
                    f,
                    "no sensor measures `{}`, so the network cannot tell when the goal is achieved",
                    literal.proposition
                )
            }
            Self::PreconditionUnsensed(skill, literal) => {
                write!(f, "no sensor measures `{}`, so `{skill}` can never be executed", literal.proposition)
            }
            Self::EffectUnsensed(skill, literal) => {
                write!(f, "no sensor measures `{}`, so `{skill}` cannot be judged by it", literal.proposition)
            }
            Self::Unreachable(literal) => write!(f, "no chain of skills achieves the goal `{literal}`"),
            Self::ParallelConflict { one, other, proposition } => {
                write!(f, "`{one}` may delete `{proposition}` while `{other}`, which needs it, is executing")
            }
        }
    }
}

impl Blueprint {
    /// Everything that is probably a mistake.
    pub fn findings(&self) -> Vec<BlueprintWarning> {
        let mut found = self.unsensed();
        found.extend(self.unreachable());
        found
    }

    fn unsensed(&self) -> Vec<BlueprintWarning> {
        let known: BTreeSet<&str> = self.sensors.iter().map(|sensor| &*sensor.proposition).collect();
        let missing = |literal: &&Literal| !known.contains(&*literal.proposition);
        let goals = self.goals.iter().map(|goal| &goal.literal).filter(missing).cloned();
        let mut found: Vec<BlueprintWarning> = goals.map(BlueprintWarning::GoalUnsensed).collect();
        for Skill { name, preconditions, adds, deletes, .. } in &self.skills {
            for literal in preconditions.iter().filter(missing).cloned() {
                found.push(BlueprintWarning::PreconditionUnsensed(name.clone(), literal));
            }
            let effects = adds.iter().chain(deletes).map(|made| &made.literal);
            for literal in effects.filter(missing).cloned() {
                found.push(BlueprintWarning::EffectUnsensed(name.clone(), literal));
            }
        }
        found
    }

    /// Goals that no chain of skills achieves even if nothing were ever deleted.
    fn unreachable(&self) -> Vec<BlueprintWarning> {
        let as_key = |literal: &Literal| (literal.proposition.clone(), literal.value.to_string());
        let mut possible: BTreeSet<(Arc<str>, String)> = self
            .sensors
            .iter()
            .map(|sensor| (sensor.proposition.clone(), sensor.value.to_string()))
            .collect();
        loop {
            let before = possible.len();
            for skill in &self.skills {
                if skill.preconditions.iter().all(|literal| possible.contains(&as_key(literal))) {
                    possible.extend(skill.effects().iter().map(as_key));
                }
            }
            if possible.len() == before {
                break;
            }
        }
        let reachable = |literal: &Literal| {
            let measured = self.sensors.iter().find(|sensor| sensor.proposition == literal.proposition);
            // A sensor may measure any number.
            possible.contains(&as_key(literal))
                || measured.is_some_and(|sensor| matches!(sensor.value, SensorValue::Number(_)))
        };
        let goals = self.goals.iter().filter(|goal| self.templates.is_empty() && !reachable(&goal.literal));
        goals.map(|goal| BlueprintWarning::Unreachable(goal.literal.clone())).collect()
    }

    /// Pairs of skills that may be executed at the same time although one deletes a precondition of the other.
    pub fn parallel_conflicts(&self) -> Vec<BlueprintWarning> {
        let mut found = Vec::new();
        for one in &self.skills {
            for other in self.skills.iter().filter(|other| other.name != one.name) {
                let contradicts =
                    |literal: &Literal| other.preconditions.iter().any(|theirs| differ(theirs, literal));
                let excluded = one.preconditions.iter().any(contradicts);
                let deleted = one.deletes.iter().find(|entry| contradicts(&entry.literal));
                if let (false, Some(entry)) = (excluded, deleted) {
                    let proposition = entry.literal.proposition.clone();
                    let (one, other) = (one.name.clone(), other.name.clone());
                    found.push(BlueprintWarning::ParallelConflict { one, other, proposition });
                }
            }
        }
        found
    }
}

/// Whether two literals are about one proposition and cannot both hold.
fn differ(one: &Literal, other: &Literal) -> bool {
    one.proposition == other.proposition && one.value != other.value
}
