//! Simulates a chain of actions from the current state, with the expected reactions of the world.

use super::drive_states::{DriveGoal, DriveStates, HardGoal, completeness, total};
use crate::definition::Rating;
use crate::domain::{CompiledAbility, CompiledDrive, Domain};
use motive_core::action::{Arguments, CompiledAction};
use motive_core::projection::Projection;
use motive_core::vocabulary::{Facts, Id, Value};
use smallvec::SmallVec;

/// One action of a chain, with its thing and its insertion number (0 for the first).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChainLink {
    pub(crate) action: u16,
    pub(crate) thing: Option<Id>,
    pub(crate) joined: u16,
}

impl ChainLink {
    pub(crate) fn arguments(&self) -> Arguments {
        self.thing.into_iter().map(Value::Id).collect()
    }
}

/// What is not satisfied in a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Unmet {
    /// A part of the precondition of an action: position and insertion number of the action, index of the part, and the degree to which it
    /// holds.
    Need { at: usize, joined: u16, part: u16, degree: f64 },
    /// The goal of the chain, with its completeness.
    Goal { degree: f64 },
}

/// The result of a simulated chain.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SimulationResult {
    pub(crate) utility: f64,
    pub(crate) parts: SmallVec<[f64; 8]>,
    pub(crate) seconds: f64,
    pub(crate) dead: bool,
    /// An action has a thing that no longer exists by then. No further action can repair that.
    pub(crate) broken: bool,
    /// A precondition does not hold that no action can make hold.
    pub(crate) hopeless: bool,
    /// The unmet precondition of the action that was inserted first.
    pub(crate) unmet: Option<Unmet>,
    /// The degree to which the precondition that the last action was inserted for holds.
    pub(crate) watched: f64,
    pub(crate) ambiance: f64,
    /// The standard deviation of the utility.
    pub(crate) spread: f64,
}

/// Simulates chains, one after the other.
pub(crate) struct Simulator<'a, F: Facts + ?Sized> {
    pub(crate) domain: &'a Domain,
    pub(crate) drive_states: &'a DriveStates,
    pub(crate) facts: Projection<'a, F>,
    /// Whether a thing is free.
    pub(crate) free: &'a dyn Fn(Id) -> bool,
}

impl<'a, F: Facts + ?Sized> Simulator<'a, F> {
    pub(crate) fn new(
        domain: &'a Domain,
        drive_states: &'a DriveStates,
        facts: &'a F,
        free: &'a dyn Fn(Id) -> bool,
    ) -> Self {
        Self { domain, drive_states, facts: Projection::without_fingerprint(facts), free }
    }

    /// The work of simulating so many actions.
    pub(crate) fn work(&self, actions: usize) -> u64 {
        let goals: usize = self.drive_states.drives().iter().map(|drive| drive.goals.len()).sum();
        (actions + goals / 4) as u64
    }

    /// Simulates the actions and undoes them. `watch` names a part of a precondition whose degree is wanted.
    pub(crate) fn run(
        &mut self,
        chain: &[ChainLink],
        hard: Option<HardGoal>,
        watch: Option<Unmet>,
    ) -> SimulationResult {
        let start = self.facts.mark();
        let mut result = SimulationResult::default();
        let mut odds = Odds::default();
        for (at, link) in chain.iter().enumerate() {
            let Some(action) = self.domain.ability(link.action) else { continue };
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
    pub(crate) fn perform(
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
        let Some(template) = self.domain.template(drive, template) else { return };
        let degree = completeness(template, thing, &self.facts);
        if matches!(watch, Some(Unmet::Goal { .. })) {
            result.watched = degree;
        }
        if degree < template.required && result.unmet.is_none() {
            result.unmet = Some(Unmet::Goal { degree });
        }
    }
}

/// The most actions of one plan that may miss in a simulation: every combination of hits and misses is simulated. Further actions count as
/// hits.
const MOST: usize = 6;

/// The actions of a chain that may miss, each with its odds in the state in which it is done if everything before it succeeds.
#[derive(Default)]
pub(crate) struct Odds(SmallVec<[(usize, f64); MOST]>);

impl Odds {
    pub(crate) fn note(&mut self, at: usize, action: &CompiledAbility, link: &ChainLink, facts: &impl Facts) {
        let Some(misses) = &action.misses else { return };
        let odds = misses.odds.number(facts, &mut action.bindings(link.thing)).unwrap_or(0.0).clamp(0.0, 1.0);
        if odds > 0.0 && self.0.len() < MOST {
            self.0.push((at, odds));
        }
    }
}

impl<F: Facts + ?Sized> Simulator<'_, F> {
    /// Replaces the utility of a chain in which everything succeeds by its expected value. Unmet preconditions stay those of the chain in
    /// which everything succeeds: a plan cannot repair bad luck in advance.
    pub(crate) fn expect(&mut self, chain: &[ChainLink], odds: &Odds, result: &mut SimulationResult) {
        if odds.0.is_empty() {
            return;
        }
        let sure: f64 = odds.0.iter().map(|(_, miss)| 1.0 - miss).product();
        let (mut mean, mut square) = (sure * result.utility, sure * result.utility * result.utility);
        let mut parts: SmallVec<[f64; 8]> = result.parts.iter().map(|part| sure * part).collect();
        for missing in 1_u32..1 << odds.0.len() {
            let misses = |number: usize| missing >> number & 1 == 1;
            let weight: f64 = odds
                .0
                .iter()
                .enumerate()
                .map(|(at, (_, miss))| if misses(at) { *miss } else { 1.0 - miss })
                .product();
            if weight <= 0.0 {
                continue;
            }
            let missed: SmallVec<[usize; MOST]> = odds
                .0
                .iter()
                .enumerate()
                .filter(|(number, _)| misses(*number))
                .map(|(_, (at, _))| *at)
                .collect();
            let (utility, others) = self.with_misses(chain, &missed, result);
            mean += weight * utility;
            square += weight * utility * utility;
            parts.iter_mut().zip(&others).for_each(|(part, other)| *part += weight * other);
        }
        result.utility = mean;
        result.spread = (square - mean * mean).max(0.0).sqrt();
        result.parts = parts;
    }

    /// The result of a chain if some of its actions miss. Actions whose preconditions no longer hold because of that are skipped.
    fn with_misses(
        &mut self,
        chain: &[ChainLink],
        missed: &[usize],
        sure: &SimulationResult,
    ) -> (f64, SmallVec<[f64; 8]>) {
        let start = self.facts.mark();
        let mut result = sure.clone();
        result.dead = false;
        for (at, link) in chain.iter().enumerate() {
            let Some(action) = self.domain.ability(link.action) else { continue };
            let there = link.thing.is_none_or(|thing| self.facts.exists(thing));
            if there && !result.dead && self.preconditions_hold(action, link) {
                let built = match &action.misses {
                    Some(misses) if missed.contains(&at) => &misses.built,
                    _ => &action.built,
                };
                self.perform(built, link, &mut result);
            }
        }
        let mut parts = SmallVec::new();
        self.drive_states.satisfactions(self.domain, &self.facts, &mut parts);
        let utility = total(self.domain, &self.facts, &parts);
        self.facts.undo(start);
        (utility, parts)
    }

    fn preconditions_hold(&self, action: &CompiledAbility, link: &ChainLink) -> bool {
        let mut bindings = action.bindings(link.thing);
        action.parts.iter().all(|part| part.condition.holds(&self.facts, &mut bindings))
    }
}

/// An upper bound of the utility of all plans, computed once per search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UtilityBound {
    utility: f64,
    /// The most that the ambiance of one more action can improve a plan.
    lift: f64,
}

impl UtilityBound {
    /// A drive can be satisfied completely if some action serves one of its goals, or if the world may change by itself. Otherwise it does
    /// not improve. A custom utility function has no known bound.
    pub(crate) fn of(domain: &Domain, drive_states: &DriveStates) -> Self {
        let lift = drive_states.action_ambiance.iter().map(|ambiance| -ambiance).fold(0.0, f64::max)
            * domain.rules.ambiance;
        if domain.utility.function.is_some() {
            return Self { utility: f64::INFINITY, lift };
        }
        let stirring = domain.changes_by_itself();
        let (mut weights, mut sum) = (0.0, 0.0);
        for (drive, drive_state) in
            domain.drives.iter().zip(drive_states.drives()).filter(|(_, drive_state)| drive_state.present)
        {
            let served = |goal: &DriveGoal| {
                drive
                    .templates
                    .get(goal.template as usize)
                    .is_some_and(|template| !template.supports.is_empty())
            };
            let most =
                if stirring || drive_state.goals.iter().any(served) { 1.0 } else { drive_state.satisfaction };
            weights += drive.weight;
            sum += drive.weight * most;
        }
        Self { utility: if weights > 0.0 { sum / weights } else { 1.0 }, lift }
    }

    /// The best rating that a plan can reach with up to this many more actions. More actions never take less time.
    pub(crate) fn rating(&self, outcome: &SimulationResult, more: usize, domain: &Domain, now: f64) -> f64 {
        let ambiance = domain.rules.ambiance * outcome.ambiance - self.lift * more as f64;
        match domain.rules.rating {
            Rating::Utility => self.utility - ambiance,
            Rating::PerSecond => {
                let gain = self.utility - now - ambiance;
                // A longer duration makes a loss per second smaller.
                if gain > 0.0 { gain / outcome.seconds.max(0.1) } else { 0.0 }
            }
        }
    }
}

/// An upper bound of the utility after a chain of actions, given the satisfactions before it: drives that some action of the chain serves
/// may become satisfied completely, the others stay as they are.
pub(crate) fn most_after(chain: &[ChainLink], satisfied: &[f64], domain: &Domain) -> f64 {
    let may_miss =
        |link: &ChainLink| domain.ability(link.action).is_some_and(|action| action.misses.is_some());
    let unknown = domain.utility.function.is_some() || !domain.rules.soft || chain.iter().any(may_miss);
    if unknown || domain.changes_by_itself() {
        return f64::INFINITY;
    }
    let is_for = |drive: &CompiledDrive| {
        let mut supports = drive.templates.iter().flat_map(|template| &template.supports);
        supports.any(|support| chain.iter().any(|link| link.action == support.action))
    };
    let most = |(part, drive): (&f64, &CompiledDrive)| if is_for(drive) { part.max(1.0) } else { *part };
    let (mut weights, mut sum) = (0.0, 0.0);
    for (part, drive) in satisfied.iter().zip(&domain.drives).filter(|(part, _)| !part.is_nan()) {
        weights += drive.weight;
        sum += drive.weight * most((part, drive));
    }
    if weights > 0.0 { sum / weights } else { 1.0 }
}
