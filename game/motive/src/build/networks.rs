//! Skill networks whose propositions are variables.

use super::EngineBuilder;
use super::condition::ConditionTerm;
use super::term::ActionTerm;
use crate::error::Error;
use motive_networks::{
    Blueprint, NetworkGoal, NetworkProfile, NetworkProgram, NetworkSensor, SensorCondition, Skill, SkillBody,
};
use std::cell::RefCell;
use std::sync::Arc;

/// A skill network with a published set of rules.
pub fn network(name: &str, profile: NetworkProfile, describe: impl FnOnce(&NetworkBuilder)) -> EngineBuilder {
    let network = NetworkBuilder::default();
    describe(&network);
    let (parts, title) = (network.0.into_inner(), name.to_owned());
    EngineBuilder::new(name, move |names| {
        let mut blueprint = Blueprint::new(&title, profile);
        blueprint.goals.clone_from(&parts.goals);
        let sensors = parts.propositions.iter().map(|(name, _)| NetworkSensor::new(name, false));
        blueprint.sensors.extend(sensors);
        let mut bodies = Vec::new();
        for (skill, actions) in &parts.skills {
            blueprint.skills.push(skill.clone());
            let actions = actions.iter().filter_map(|action| action.resolve(names));
            bodies.push(actions.fold(SkillBody::new(&skill.name), |body, (action, arguments)| {
                body.action(action, arguments)
            }));
        }
        let conditions: Vec<SensorCondition> = (parts.propositions.iter())
            .map(|(name, when)| SensorCondition::new(name, when.condition(names)))
            .collect();
        let built = NetworkProgram::new(&blueprint, &conditions, &bodies, &names.vocabulary);
        built.map_err(|error| Error::part(&title, error))
    })
}

/// Describes a network, inside of [`network`].
#[derive(Default)]
pub struct NetworkBuilder(RefCell<NetworkContent>);

#[derive(Default)]
struct NetworkContent {
    propositions: Vec<(Arc<str>, ConditionTerm)>,
    goals: Vec<NetworkGoal>,
    skills: Vec<(Skill, Vec<ActionTerm>)>,
}

/// A proposition of a network. `!` makes the literal that it is false.
#[derive(Clone, Copy)]
pub struct Proposition<'n> {
    network: &'n NetworkBuilder,
    at: usize,
    is_true: bool,
}

impl std::ops::Not for Proposition<'_> {
    type Output = Self;

    fn not(self) -> Self {
        Self { is_true: !self.is_true, ..self }
    }
}

impl Proposition<'_> {
    fn literal(self) -> (Arc<str>, bool) {
        (self.network.0.borrow().propositions[self.at].0.clone(), self.is_true)
    }
}

impl NetworkBuilder {
    /// Adds a proposition, which is true while a condition holds.
    pub fn proposition(&self, name: &str, when: impl Into<ConditionTerm>) -> Proposition<'_> {
        let mut parts = self.0.borrow_mut();
        parts.propositions.push((name.into(), when.into()));
        Proposition { network: self, at: parts.propositions.len() - 1, is_true: true }
    }

    /// A proposition shall become true.
    pub fn wants(&self, proposition: Proposition<'_>) {
        let (name, is_true) = proposition.literal();
        self.0.borrow_mut().goals.push(NetworkGoal::new((&*name, is_true)));
    }

    /// A proposition that has become true shall stay so.
    pub fn protects(&self, proposition: Proposition<'_>) {
        let (name, is_true) = proposition.literal();
        self.0.borrow_mut().goals.push(NetworkGoal::new((&*name, is_true)).protected());
    }

    /// Adds a skill.
    pub fn skill(&self, name: &str) -> SkillBuilder<'_> {
        let mut parts = self.0.borrow_mut();
        parts.skills.push((Skill::new(name), Vec::new()));
        SkillBuilder { network: self, at: parts.skills.len() - 1 }
    }
}

/// A skill: what it needs, what it is expected to change, and its actions.
#[derive(Clone, Copy)]
pub struct SkillBuilder<'n> {
    network: &'n NetworkBuilder,
    at: usize,
}

impl SkillBuilder<'_> {
    fn change(self, change: impl FnOnce(&mut (Skill, Vec<ActionTerm>))) -> Self {
        change(&mut self.network.0.borrow_mut().skills[self.at]);
        self
    }

    fn change_by(self, of: Proposition<'_>, change: impl FnOnce(Skill, (&str, bool)) -> Skill) -> Self {
        let (name, is_true) = of.literal();
        self.change(|(skill, _)| *skill = change(skill.clone(), (&name, is_true)))
    }

    /// A precondition.
    pub fn needs(self, proposition: Proposition<'_>) -> Self {
        self.change_by(proposition, |skill, literal| skill.needs([literal]))
    }

    /// It makes a proposition true; with `!` in front, false.
    pub fn makes(self, proposition: Proposition<'_>) -> Self {
        self.change_by(proposition, |skill, literal| match literal {
            (_, true) => skill.adds([literal]),
            (_, false) => skill.deletes([literal]),
        })
    }

    /// Its actions, which are proposed together while it is executing.
    pub fn does(self, action: impl Into<ActionTerm>) -> Self {
        let action = action.into();
        self.change(|(_, actions)| actions.push(action))
    }
}
