//! The extended profile: degrees of truth, and resources instead of one threshold.
//!
//! After Dorer's extended behaviour networks. Each goal activates skills separately, along the strongest path only. A skill is
//! executable to a degree. Every resource has a threshold of its own, so that skills that need different resources start in the
//! same step. A skill releases its resources when it reports that it has finished.

use super::{Network, NetworkStep};
use crate::activation::Activation;
use crate::error::NetworkError;
use crate::graph::LinkGraph;
use crate::model::{ExtendedParameters, Literal, NetworkGoal, Prediction, Skill, check_name, is_positive};
use crate::registry::AgentRegistry;
use std::sync::Arc;

#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Resource {
    name: Arc<str>,
    free: f64,
    amount: f64,
    threshold: f64,
    /// A skill has taken some of it in this step.
    #[cfg_attr(feature = "serde", serde(skip))]
    used: bool,
}

/// Resources, and the activation of each skill by each goal.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct ResourcePool {
    resources: Vec<Resource>,
    /// Skill, resource and amount.
    taken: Vec<(usize, usize, f64)>,
    /// By skill and goal, the activation of the last step.
    paths: Vec<f64>,
    goals: usize,
}

/// The resource of skills that name none. There is one unit of it, and each such skill takes it.
pub(super) const ATTENTION: &str = "attention";

impl ResourcePool {
    /// From saved state, for a number of skills.
    pub(super) fn restored(mut self, skills: usize) -> Self {
        self.taken.retain(|(skill, ..)| *skill < skills);
        if skills.checked_mul(self.goals) != Some(self.paths.len()) {
            (self.goals, self.paths) = (0, Vec::new());
        }
        self
    }

    pub(super) fn add(
        &mut self,
        name: Arc<str>,
        amount: f64,
        parameters: &ExtendedParameters,
    ) -> Result<(), NetworkError> {
        check_name(&name, "a resource")?;
        if !is_positive(amount) {
            let (what, must) = ("amount", "from 1e-9 to 1e9");
            return Err(NetworkError::Number { what, of: name.to_string(), must, value: amount });
        }
        if self.find(&name).is_some() {
            return Err(NetworkError::Duplicate("resource", name.to_string()));
        }
        let threshold = parameters.threshold;
        self.resources.push(Resource { name, free: amount, amount, threshold, used: false });
        Ok(())
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.resources.iter().position(|resource| *resource.name == *name)
    }

    /// Releases the resources of a skill.
    pub(super) fn release(&mut self, skill: usize) {
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
    pub(super) fn remove(&mut self, skill: usize) {
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
                (known.free, known.used) = (known.free - amount, true);
                self.taken.push((skill, *resource, *amount));
            }
        }
        true
    }

    /// The resources that a skill takes. Undeclared ones are added with an amount of 1.
    fn needs_of(&mut self, skill: &Skill, parameters: &ExtendedParameters) -> Vec<(usize, f64)> {
        let takes = &skill.takes;
        let takes = if takes.is_empty() { vec![(Arc::from(ATTENTION), 1.0)] } else { takes.clone() };
        takes
            .into_iter()
            .filter_map(|(name, amount)| {
                if self.find(&name).is_none() {
                    self.add(name.clone(), 1.0, parameters).ok()?;
                }
                Some((self.find(&name)?, amount))
            })
            .collect()
    }

    /// At the end of a step: the threshold of each resource rises again if it was used, and falls if not.
    fn adjust_thresholds(&mut self, ExtendedParameters { threshold, fall, .. }: &ExtendedParameters) {
        for resource in &mut self.resources {
            let used = std::mem::take(&mut resource.used);
            resource.threshold = if used { *threshold } else { (resource.threshold - fall).max(0.0) };
        }
    }

    /// Calculates the activation of each skill by each goal, and from it the activation of the skill.
    fn activate(
        &mut self,
        registry: &AgentRegistry,
        activation: &mut Activation,
        parameters: &ExtendedParameters,
        step: u64,
    ) {
        let goals = relevances(registry, step);
        let skills = &registry.skills;
        if self.goals != goals.len() {
            (self.goals, self.paths) = (goals.len(), Vec::new());
        }
        self.paths.resize(skills.len() * goals.len(), 0.0);
        let finder = PathFinder { registry, links: &activation.links, parameters, last: self };
        let mut paths = Vec::with_capacity(self.paths.len());
        let mut levels = Vec::with_capacity(skills.len());
        for (skill, record) in skills.iter().enumerate() {
            let before = paths.len();
            for (number, (literal, weight)) in goals.iter().enumerate() {
                let path = match record.presence.disabled {
                    true => GoalPaths::default(),
                    false => finder.paths(skill, &record.agent, number, literal, *weight),
                };
                paths.push(path.strongest());
            }
            let gained: f64 = paths.iter().skip(before).sum();
            levels.push((parameters.inertia * activation.level(skill) + gained).max(0.0));
        }
        self.paths = paths;
        for (skill, level) in levels.into_iter().enumerate() {
            activation.set_level(skill, level);
        }
    }
}

/// The weight of each goal now: its importance times its relevance. Without a proposition for it, the relevance is 1 for a
/// protected goal, and otherwise the degree to which the goal does not hold.
fn relevances(registry: &AgentRegistry, step: u64) -> Vec<(Literal, f64)> {
    let relevance = |goal: &NetworkGoal| match &goal.relevance {
        Some(name) => registry.sensor(name).map_or(0.0, |record| record.value.degree()),
        None if goal.protected => 1.0,
        None => 1.0 - registry.degree(&goal.literal),
    };
    let live = registry.goals.iter().filter(|record| !record.presence.disabled);
    let goals = live.map(|record| &record.agent);
    goals.map(|goal| (goal.literal.clone(), goal.importance.at(step) * relevance(goal))).collect()
}

/// What reaches one skill for one goal, by kind of path.
#[derive(Clone, Copy, Default)]
struct GoalPaths {
    /// It achieves the goal.
    goal: f64,
    /// It deletes the goal.
    deleted_goal: f64,
    /// It adds what an activated skill lacks.
    successor: f64,
    /// It deletes what an activated skill needs.
    conflict: f64,
}

impl GoalPaths {
    /// Only the strongest path counts.
    fn strongest(self) -> f64 {
        let paths = [self.goal, -self.deleted_goal, self.successor, -self.conflict];
        paths.into_iter().fold(0.0, |best: f64, path| if path.abs() > best.abs() { path } else { best })
    }
}

/// Finds the paths from goals to skills, along the activation of the last step.
struct PathFinder<'a> {
    registry: &'a AgentRegistry,
    links: &'a LinkGraph,
    parameters: &'a ExtendedParameters,
    last: &'a ResourcePool,
}

impl PathFinder<'_> {
    /// What reaches a skill for one goal.
    fn paths(&self, skill: usize, agent: &Skill, goal: usize, wanted: &Literal, weight: f64) -> GoalPaths {
        let ExtendedParameters { activation, inhibition, .. } = *self.parameters;
        let mut paths = GoalPaths::default();
        for (made, result) in effects(agent) {
            let about_goal = made.literal.proposition == wanted.proposition;
            match &result {
                Some(result) if about_goal && *result == *wanted => {
                    paths.goal = paths.goal.max(activation * weight * made.expectation);
                }
                Some(_) if about_goal => {
                    paths.deleted_goal = paths.deleted_goal.max(inhibition * weight * made.expectation);
                }
                _ => {}
            }
            self.through_skills(skill, goal, made, result.as_ref(), &mut paths);
        }
        paths
    }

    /// What reaches a skill through those that need what one of its effects changes.
    fn through_skills(
        &self,
        skill: usize,
        goal: usize,
        made: &Prediction,
        result: Option<&Literal>,
        paths: &mut GoalPaths,
    ) {
        let ExtendedParameters { activation, inhibition, .. } = *self.parameters;
        let Some(proposition) = self.registry.propositions.find(&made.literal.proposition) else { return };
        let literals = self.links.literals_about.row(proposition as usize).iter();
        let needing = literals.flat_map(|literal| self.links.needing.row(*literal as usize));
        for other in needing.map(|other| *other as usize).filter(|other| *other != skill) {
            let record = self.registry.skill(other).filter(|record| !record.presence.disabled);
            let about = |literal: &&Literal| literal.proposition == made.literal.proposition;
            let needed = record.and_then(|record| record.agent.preconditions.iter().find(about));
            let Some(needed) = needed else { continue };
            let theirs = self.last.paths.get(other * self.last.goals + goal).copied().unwrap_or(0.0);
            let (passed, degree) = (self.sigmoid(theirs) * made.expectation, self.registry.degree(needed));
            if result == Some(needed) {
                paths.successor = paths.successor.max(activation * passed * (1.0 - degree));
            } else {
                paths.conflict = paths.conflict.max(inhibition * passed * degree);
            }
        }
    }

    /// The sigmoid through which activation is passed on; 0 without activation.
    fn sigmoid(&self, level: f64) -> f64 {
        let ExtendedParameters { gain, middle, .. } = *self.parameters;
        if level <= 0.0 { 0.0 } else { 1.0 / (1.0 + (gain * (middle - level)).exp()) }
    }
}

/// The effects of a skill, and what holds afterwards if that is known.
fn effects(skill: &Skill) -> impl Iterator<Item = (&Prediction, Option<Literal>)> {
    let adds = skill.adds.iter().map(|add| (add, Some(add.literal.clone())));
    adds.chain(skill.deletes.iter().map(|entry| (entry, entry.outcome())))
}

impl Network {
    /// The free amount of a resource of the extended profile.
    pub fn resource(&self, name: &str) -> Option<f64> {
        let number = self.resources.find(name)?;
        self.resources.resources.get(number).map(|resource| resource.free)
    }

    /// The degree to which a skill is executable: the smallest degree of its preconditions.
    pub fn executability(&self, skill: usize) -> f64 {
        let preconditions = self.registry.skill(skill).map_or(&[][..], |record| &record.agent.preconditions);
        preconditions.iter().fold(1.0, |least, literal| least.min(self.degree(literal)))
    }

    /// Activates all skills, and starts every skill that reaches the thresholds of its resources, strongest first.
    pub(super) fn step_extended(&mut self) -> NetworkStep {
        let parameters = self.settings.extended;
        self.resources.activate(&self.registry, &mut self.activation, &parameters, self.steps);
        let skills = self.registry.skills.iter().enumerate();
        let mut ready: Vec<(usize, f64)> = skills
            .filter(|(_, record)| !record.executing && !record.presence.disabled)
            .map(|(skill, _)| (skill, self.level(skill) * self.executability(skill)))
            .filter(|(_, strength)| *strength > 0.0)
            .collect();
        ready.sort_by(|(one, a), (other, b)| b.total_cmp(a).then(one.cmp(other)));
        for (skill, strength) in ready {
            let needs = self.resources.needs_of(&self.registry.skills[skill].agent, &parameters);
            if self.resources.take(skill, &needs, strength) {
                self.start(skill);
            }
        }
        self.resources.adjust_thresholds(&parameters);
        let (selected, used) = (self.started().first().copied(), parameters.threshold);
        NetworkStep {
            number: self.steps,
            selected,
            used,
            threshold: used,
            total: self.total(),
            scaled: false,
        }
    }
}
