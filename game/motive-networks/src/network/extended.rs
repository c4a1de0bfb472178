//! The extended profile: degrees of truth, and resources instead of one threshold.
//!
//! After Dorer's extended behaviour networks. Each goal activates skills separately, along the strongest path only. A skill is
//! executable to a degree. Every resource has a threshold of its own, so that skills that need different resources start in the
//! same step. A skill releases its resources when it reports that it has finished.

use crate::error::NetworkError;
use crate::model::agents::Prediction;
use crate::model::literal::{Literal, SensorValue};
use crate::model::profile::{ExtendedParameters, Settings};
use crate::model::validate::is_positive;
use crate::network::Network;
use crate::network::step::Step;
use std::sync::Arc;

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Resource {
    name: Arc<str>,
    free: f64,
    amount: f64,
    threshold: f64,
}

/// Resources, and the activation of each skill by each goal.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ResourcePool {
    resources: Vec<Resource>,
    /// Skill, resource and amount.
    taken: Vec<(usize, usize, f64)>,
    /// By skill and goal, the activation of the last step.
    paths: Vec<f64>,
    goals: usize,
}

/// The resource of skills that name none. There is one unit of it, and each such skill takes it.
pub(crate) const ATTENTION: &str = "attention";

impl ResourcePool {
    /// From saved state, for a number of skills.
    pub(crate) fn restored(mut self, skills: usize) -> Self {
        self.taken.retain(|(skill, ..)| *skill < skills);
        if skills.checked_mul(self.goals) != Some(self.paths.len()) {
            (self.goals, self.paths) = (0, Vec::new());
        }
        self
    }

    pub(crate) fn add_resource(
        &mut self,
        name: Arc<str>,
        amount: f64,
        settings: &Settings,
    ) -> Result<(), NetworkError> {
        if name.is_empty() {
            return Err(NetworkError::NoName { what: "a resource" });
        }
        if !is_positive(amount) {
            let (what, must) = ("amount", "from 1e-9 to 1e9");
            return Err(NetworkError::Number { what, of: name.to_string(), must, value: amount });
        }
        if self.find(&name).is_some() {
            return Err(NetworkError::Duplicate { kind: "resource", name: name.to_string() });
        }
        self.resources.push(Resource { name, free: amount, amount, threshold: settings.extended.threshold });
        Ok(())
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.resources.iter().position(|resource| *resource.name == *name)
    }

    /// Releases the resources of a skill.
    pub(crate) fn release(&mut self, skill: usize) {
        let taken = std::mem::take(&mut self.taken);
        for (who, resource, amount) in taken {
            if who != skill {
                self.taken.push((who, resource, amount));
            } else if let Some(resource) = self.resources.get_mut(resource) {
                resource.free = (resource.free + amount).min(resource.amount);
            }
        }
    }

    /// Removes a skill; those after it move up.
    pub(crate) fn remove(&mut self, skill: usize) {
        self.release(skill);
        self.taken.iter_mut().filter(|(who, ..)| *who > skill).for_each(|(who, ..)| *who -= 1);
        let row = skill * self.goals;
        if self.paths.len() >= row + self.goals {
            self.paths.drain(row..row + self.goals);
        }
    }

    /// Takes the resources that a skill needs, if enough of each is free and it reaches the threshold of each.
    fn take(&mut self, skill: usize, needs: &[(usize, f64)], strength: f64) -> bool {
        let enough = |(resource, amount): &(usize, f64)| {
            self.resources
                .get(*resource)
                .is_some_and(|known| known.free >= *amount && strength >= known.threshold)
        };
        if !needs.iter().all(enough) {
            return false;
        }
        for (resource, amount) in needs {
            if let Some(known) = self.resources.get_mut(*resource) {
                known.free -= amount;
                self.taken.push((skill, *resource, *amount));
            }
        }
        true
    }
}

/// What reaches one skill for one goal, by kind of path.
#[derive(Clone, Copy, Default)]
struct Path {
    /// It achieves the goal.
    goal: f64,
    /// It deletes the goal.
    deleted_goal: f64,
    /// It adds what an activated skill lacks.
    successor: f64,
    /// It deletes what an activated skill needs.
    conflict: f64,
}

impl Path {
    /// Only the strongest path counts.
    fn strongest(self) -> f64 {
        let paths = [self.goal, -self.deleted_goal, self.successor, -self.conflict];
        paths.into_iter().fold(0.0, |best: f64, path| if path.abs() > best.abs() { path } else { best })
    }
}

impl Network {
    /// The free amount of a resource of the extended profile.
    #[must_use]
    pub fn resource(&self, name: &str) -> Option<f64> {
        let number = self.resources.find(name)?;
        self.resources.resources.get(number).map(|resource| resource.free)
    }

    /// The degree to which a literal is true, from 0 to 1.
    #[must_use]
    pub fn degree(&self, literal: &Literal) -> f64 {
        let Some(value) = self.value(&literal.proposition) else { return 0.0 };
        match &literal.value {
            SensorValue::Truth(true) => value.degree(),
            SensorValue::Truth(false) => 1.0 - value.degree(),
            _ => f64::from(u8::from(self.holds(literal))),
        }
    }

    /// The degree to which a skill is executable: the smallest degree of its preconditions.
    #[must_use]
    pub fn executability(&self, skill: usize) -> f64 {
        let preconditions = self.registry.skill(skill).map_or(&[][..], |record| &record.agent.preconditions);
        preconditions.iter().fold(1.0, |least, literal| least.min(self.degree(literal)))
    }

    pub(crate) fn step_extended(&mut self) -> Step {
        let used = self.settings.extended.threshold;
        let goals = self.relevances();
        self.activate(&goals);
        self.selection.started.clear();
        let selected = self.start_all();
        let total = self.total();
        Step { number: self.steps, selected, used, threshold: used, total, scaled: false }
    }

    /// The weight of each goal now: its importance times its relevance. Without a proposition for it, the relevance is 1 for a
    /// protected goal, and otherwise the degree to which the goal does not hold.
    fn relevances(&self) -> Vec<(Literal, f64)> {
        let relevance = |goal: &crate::model::agents::Goal| match &goal.relevance {
            Some(name) => self.value(name).map_or(0.0, SensorValue::degree),
            None if goal.protected => 1.0,
            None => 1.0 - self.degree(&goal.literal),
        };
        let live = self.registry.goals().iter().filter(|record| !record.presence.disabled);
        live.map(|record| {
            let goal = &record.agent;
            (goal.literal.clone(), goal.importance.at(self.steps) * relevance(goal))
        })
        .collect()
    }

    fn activate(&mut self, goals: &[(Literal, f64)]) {
        if self.resources.goals != goals.len() {
            (self.resources.goals, self.resources.paths) = (goals.len(), Vec::new());
        }
        self.resources.paths.resize(self.skill_count() * goals.len(), 0.0);
        let mut paths = Vec::with_capacity(self.resources.paths.len());
        let mut levels = Vec::with_capacity(self.skill_count());
        for skill in 0..self.skill_count() {
            let disabled = self.registry.skill(skill).is_some_and(|record| record.presence.disabled);
            let before = paths.len();
            for (number, (literal, weight)) in goals.iter().enumerate() {
                let path =
                    if disabled { Path::default() } else { self.path(skill, number, literal, *weight) };
                paths.push(path.strongest());
            }
            let gained: f64 = paths.iter().skip(before).sum();
            let kept = self.settings.extended.inertia * self.field.level(skill);
            levels.push((kept + gained).max(0.0));
        }
        self.resources.paths = paths;
        for (skill, level) in levels.into_iter().enumerate() {
            self.field.set_level(skill, level);
        }
    }

    /// What reaches a skill for one goal.
    fn path(&self, skill: usize, goal: usize, wanted: &Literal, weight: f64) -> Path {
        let ExtendedParameters { activation, inhibition, .. } = self.settings.extended;
        let mut path = Path::default();
        let Some(record) = self.registry.skill(skill) else { return path };
        for (made, result) in effects(&record.agent) {
            let about_goal = made.literal.proposition == wanted.proposition;
            match &result {
                Some(result) if about_goal && *result == *wanted => {
                    path.goal = path.goal.max(activation * weight * made.expectation);
                }
                Some(_) if about_goal => {
                    path.deleted_goal = path.deleted_goal.max(inhibition * weight * made.expectation);
                }
                _ => {}
            }
            self.through_skills(skill, goal, &made, result.as_ref(), &mut path);
        }
        path
    }

    /// What reaches a skill through those that need what one of its effects changes.
    fn through_skills(
        &self,
        skill: usize,
        goal: usize,
        made: &Prediction,
        result: Option<&Literal>,
        path: &mut Path,
    ) {
        let ExtendedParameters { activation, inhibition, .. } = self.settings.extended;
        let Some(proposition) = self.registry.propositions().find(&made.literal.proposition) else { return };
        for literal in self.graph.literals_about().row(proposition as usize) {
            for other in self.graph.needing().row(*literal as usize).iter().map(|other| *other as usize) {
                if other == skill {
                    continue;
                }
                let Some(record) = self.registry.skill(other).filter(|record| !record.presence.disabled)
                else {
                    continue;
                };
                let about = |literal: &&Literal| literal.proposition == made.literal.proposition;
                let Some(needed) = record.agent.preconditions.iter().find(about) else { continue };
                let theirs =
                    self.resources.paths.get(other * self.resources.goals + goal).copied().unwrap_or(0.0);
                let (passed, degree) = (self.sigmoid(theirs) * made.expectation, self.degree(needed));
                if result == Some(needed) {
                    path.successor = path.successor.max(activation * passed * (1.0 - degree));
                } else {
                    path.conflict = path.conflict.max(inhibition * passed * degree);
                }
            }
        }
    }

    /// The sigmoid through which activation is passed on; 0 without activation.
    fn sigmoid(&self, level: f64) -> f64 {
        let ExtendedParameters { gain, middle, .. } = self.settings.extended;
        if level <= 0.0 { 0.0 } else { 1.0 / (1.0 + (gain * (middle - level)).exp()) }
    }

    /// Starts every skill that reaches the thresholds of its resources, strongest first.
    fn start_all(&mut self) -> Option<usize> {
        let mut ready: Vec<(usize, f64)> = (0..self.skill_count())
            .filter(|skill| {
                self.registry
                    .skill(*skill)
                    .is_some_and(|record| !record.executing && !record.presence.disabled)
            })
            .map(|skill| (skill, self.field.level(skill) * self.executability(skill)))
            .filter(|(_, strength)| *strength > 0.0)
            .collect();
        ready.sort_by(|(one, a), (other, b)| b.total_cmp(a).then(one.cmp(other)));
        let mut used = vec![false; self.resources.resources.len()];
        for (skill, strength) in ready {
            let needs = self.needs_of(skill);
            used.resize(self.resources.resources.len(), false);
            if self.resources.take(skill, &needs, strength) {
                needs.iter().for_each(|(resource, _)| used[*resource] = true);
                self.start(skill);
            }
        }
        let ExtendedParameters { threshold, fall, .. } = self.settings.extended;
        for (resource, used) in self.resources.resources.iter_mut().zip(used) {
            resource.threshold = if used { threshold } else { (resource.threshold - fall).max(0.0) };
        }
        self.selection.started.first().copied()
    }

    /// The resources that a skill takes. Undeclared ones are added with an amount of 1.
    fn needs_of(&mut self, skill: usize) -> Vec<(usize, f64)> {
        let takes = self.registry.skill(skill).map_or(&[][..], |record| &record.agent.takes);
        let takes = if takes.is_empty() { vec![(Arc::from(ATTENTION), 1.0)] } else { takes.to_vec() };
        let settings = self.settings;
        takes
            .into_iter()
            .filter_map(|(name, amount)| {
                if self.resources.find(&name).is_none() {
                    self.resources.add_resource(name.clone(), 1.0, &settings).ok()?;
                }
                Some((self.resources.find(&name)?, amount))
            })
            .collect()
    }
}

/// The effects of a skill, and what holds afterwards if that is known.
fn effects(skill: &crate::model::agents::Skill) -> impl Iterator<Item = (Prediction, Option<Literal>)> {
    let adds = skill.adds.iter().map(|add| (add.clone(), Some(add.literal.clone())));
    let deletes = skill.deletes.iter().map(|entry| (entry.clone(), entry.outcome()));
    adds.chain(deletes)
}
