//! Simulates a chain of actions from the current state, with the expected reactions of the world.

use super::compile::CompiledAbility;
use super::domain::Domain;
use super::drive_state::{DriveStates, completeness, total};
use super::uncertain_actions::Odds;
use motive_core::action::{Arguments, CompiledAction};
use motive_core::projection::Projection;
use motive_core::vocabulary::{Facts, Id, Value};
use smallvec::SmallVec;

/// One action of a chain, with its thing and its insertion number (0 for the first).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainLink {
    pub(super) action: u16,
    pub(super) thing: Option<Id>,
    pub(super) joined: u16,
}

impl ChainLink {
    pub(super) fn arguments(&self) -> Arguments {
        self.thing.into_iter().map(Value::Id).collect()
    }
}

/// A goal that a chain must reach: drive, template and thing.
pub(super) type HardGoal = (u16, u16, Option<Id>);

/// What is not satisfied in a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unmet {
    /// A part of the precondition of an action: position and insertion number of the action, index of the part, and the degree to which it
    /// holds.
    Need { at: usize, joined: u16, part: u16, degree: f64 },
    /// The goal of the chain, with its completeness.
    Goal { degree: f64 },
}

/// The result of a simulated chain.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SimulationResult {
    pub(super) utility: f64,
    pub(super) parts: SmallVec<[f64; 8]>,
    pub(super) seconds: f64,
    pub(super) dead: bool,
    /// An action has a thing that no longer exists by then. No further action can repair that.
    pub(super) broken: bool,
    /// A precondition does not hold that no action can make hold.
    pub(super) hopeless: bool,
    /// The unmet precondition of the action that was inserted first.
    pub(super) unmet: Option<Unmet>,
    /// The degree to which the precondition that the last action was inserted for holds.
    pub(super) watched: f64,
    pub(super) ambiance: f64,
    /// The standard deviation of the utility.
    pub(super) spread: f64,
}

/// Simulates chains, one after the other.
pub(super) struct Simulator<'a, F: Facts + ?Sized> {
    pub(super) domain: &'a Domain,
    pub(super) drive_states: &'a DriveStates,
    pub(super) facts: Projection<'a, F>,
    /// Whether a thing is free.
    pub(super) free: &'a dyn Fn(Id) -> bool,
}

impl<'a, F: Facts + ?Sized> Simulator<'a, F> {
    pub(super) fn new(
        domain: &'a Domain,
        drive_states: &'a DriveStates,
        facts: &'a F,
        free: &'a dyn Fn(Id) -> bool,
    ) -> Self {
        Self { domain, drive_states, facts: Projection::without_fingerprint(facts), free }
    }

    /// The work of simulating so many actions.
    pub(super) fn work(&self, actions: usize) -> u64 {
        let goals: usize = self.drive_states.drives().iter().map(|drive| drive.goals.len()).sum();
        (actions + goals / 4) as u64
    }

    /// Simulates the actions and undoes them. `watch` names a part of a precondition whose degree is wanted.
    pub(super) fn run(
        &mut self,
        chain: &[ChainLink],
        hard: Option<HardGoal>,
        watch: Option<Unmet>,
    ) -> SimulationResult {
        let start = self.facts.mark();
        let mut result = SimulationResult {
            utility: 0.0,
            parts: SmallVec::new(),
            seconds: 0.0,
            dead: false,
            broken: false,
            hopeless: false,
            unmet: None,
            watched: 0.0,
            ambiance: 0.0,
            spread: 0.0,
        };
        let mut odds = Odds::default();
        for (at, link) in chain.iter().enumerate() {
            let Some(action) = self.domain.actions.get(link.action as usize) else { continue };
            self.check_precondition(action, at, link, watch, &mut result);
            if link.thing.is_some_and(|thing| !self.facts.exists(thing)) {
                result.broken = true;
            } else if !result.dead {
                odds.note(at, action, link, &self.facts);
                self.perform(&action.built, link, &mut result);
            }
            result.ambiance +=
                self.drive_states.action_ambiance.get(link.action as usize).copied().unwrap_or(0.0);
        }
        if let Some((drive, template, thing)) = hard {
            self.hard_goal(drive, template, thing, watch, &mut result);
        }
        self.drive_states.satisfactions(self.domain, &self.facts, &mut result.parts);
        result.utility = if self.domain.rules.soft {
            total(self.domain, &self.facts, &result.parts)
        } else {
            self.drive_states
                .foremost(self.domain)
                .and_then(|at| result.parts.get(at).copied())
                .unwrap_or(1.0)
        };
        self.facts.undo(start);
        self.expect(chain, &odds, &mut result);
        result
    }

    /// Evaluates the precondition of an action when its turn comes.
    fn check_precondition(
        &self,
        action: &CompiledAbility,
        at: usize,
        link: &ChainLink,
        watch: Option<Unmet>,
        result: &mut SimulationResult,
    ) {
        let mut bindings = action.bindings(link.thing);
        for (number, part) in (0..).zip(&action.parts) {
            let degree = part.condition.degree(&self.facts, &mut bindings);
            if degree >= 1.0 && part.binds {
                part.condition.holds(&self.facts, &mut bindings);
            }
            if matches!(watch, Some(Unmet::Need { joined, part, .. }) if (joined, part) == (link.joined, number))
            {
                result.watched = degree;
            }
            result.hopeless |= degree < 1.0 && part.supports.is_empty();
            let earlier = match result.unmet {
                Some(Unmet::Need { joined, .. }) => link.joined < joined,
                _ => true,
            };
            if degree < 1.0 && earlier {
                result.unmet = Some(Unmet::Need { at, joined: link.joined, part: number, degree });
            }
        }
    }

    /// Simulates one action, whether its precondition holds or not: an action that is inserted later may make it hold.
    pub(super) fn perform(
        &mut self,
        action: &CompiledAction,
        link: &ChainLink,
        result: &mut SimulationResult,
    ) {
        let (arguments, rules) = (link.arguments(), &self.domain.rules);
        let seconds = action.seconds(&self.facts, &arguments);
        result.seconds += seconds;
        if let Some(passing) = self.domain.passing.as_ref().filter(|_| rules.passage && seconds > 0.0) {
            let mut bindings = passing.bindings();
            bindings.set(0, seconds);
            passing.effects.apply(&mut self.facts, &mut bindings);
        }
        action.apply(&mut self.facts, &arguments);
        if rules.replies {
            action.settle(&mut self.facts, &arguments, rules.limits.rounds);
            if let Some(answers) = &self.domain.answers {
                answers.effects.settle(&mut self.facts, &mut answers.bindings(), rules.limits.rounds);
            }
        }
        result.dead = self.domain.dead.as_ref().is_some_and(|dead| dead.check(&self.facts));
    }

    fn hard_goal(
        &self,
        drive: u16,
        template: u16,
        thing: Option<Id>,
        watch: Option<Unmet>,
        result: &mut SimulationResult,
    ) {
        let drive = self.domain.drives.get(drive as usize);
        let Some(template) = drive.and_then(|drive| drive.templates.get(template as usize)) else { return };
        let degree = completeness(template, thing, &self.facts);
        if matches!(watch, Some(Unmet::Goal { .. })) {
            result.watched = degree;
        }
        if degree < template.required && result.unmet.is_none() {
            result.unmet = Some(Unmet::Goal { degree });
        }
    }
}
