//! The current state of the drives of an agent, and their goals.

use crate::ambiance::AmbianceState;
use crate::domain::{CompiledDrive, CompiledGoalTemplate, CompiledMeasure, Domain};
use motive_core::condition::{Bindings, CompiledCondition, CompiledExpr};
use motive_core::engine::{Eval, NoClaims, prefetch_slice};
use motive_core::memory::Memory;
use motive_core::vocabulary::{Facts, Id};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;
use std::sync::Arc;

/// A goal made from a template.
#[derive(Clone, Debug, PartialEq)]
pub struct DriveGoal {
    /// The index of the template among those of its drive.
    pub template: u16,
    /// The thing it is about, if the template is for each of many.
    pub thing: Option<Id>,
    /// How complete it is, from 0 to 1.
    pub completeness: f64,
}

/// A goal by its drive, template and thing.
pub(crate) type HardGoal = (u16, u16, Option<Id>);

/// The current state of one drive of an agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveState {
    /// Whether it is present. External drives come and go.
    pub present: bool,
    /// Its goals, the oldest first.
    pub goals: Vec<DriveGoal>,
    /// Its satisfaction, from 0 to 1.
    pub satisfaction: f64,
}

/// The current state of all drives of an agent, in the order of declaration.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveStates {
    drives: Vec<DriveState>,
    /// By action: the ambiance on it.
    pub(crate) action_ambiance: Vec<f64>,
    /// The ambiances that the agent observes.
    pub(crate) ambiance: AmbianceState,
    /// Paused goals, and until when.
    paused: Vec<(HardGoal, u64)>,
}

/// A step of an update of the drives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DriveEvent {
    /// A drive was taken up.
    Arrived(Arc<str>),
    /// A drive was dropped, with its goals.
    Left(Arc<str>),
    /// A goal came up.
    Made(Arc<str>, Option<Id>),
    /// A goal was scored.
    Scored(Arc<str>, Option<Id>),
    /// A goal was dropped.
    Dropped(Arc<str>, Option<Id>),
    /// A drive was scored.
    Rated(Arc<str>),
}

impl DriveStates {
    /// The initial state: drives that are always present, without goals.
    pub fn new(domain: &Domain) -> Self {
        let fresh = |drive: &CompiledDrive| DriveState {
            present: drive.arrives.is_none(),
            goals: Vec::new(),
            satisfaction: drive.idle,
        };
        Self { drives: domain.drives.iter().map(fresh).collect(), ..Self::default() }
    }

    /// The drives, in the order in which they were declared.
    pub fn drives(&self) -> &[DriveState] {
        &self.drives
    }

    /// Prefetches what it refers to.
    pub(crate) fn prefetch(&self, depth: u8) {
        match depth {
            0 => prefetch_slice(&self.drives),
            _ => self.drives.iter().for_each(|drive_state| prefetch_slice(&drive_state.goals)),
        }
    }

    /// Sets the ambiance on each action, in the order of declaration. [`Rules::ambiance`](crate::Rules) says how much it counts.
    pub fn set_ambiance(&mut self, ambiance: &[f64]) {
        self.action_ambiance.clear();
        self.action_ambiance.extend_from_slice(ambiance);
    }

    /// Whether a goal is paused at this time.
    pub(crate) fn is_paused(&self, goal: HardGoal, now: u64) -> bool {
        self.paused.iter().any(|(paused, until)| *paused == goal && now < *until)
    }

    /// Pauses the goals that an action serves, until a time.
    pub(crate) fn pause(&mut self, action: u16, domain: &Domain, now: u64, until: u64) {
        self.paused.retain(|(_, until)| now < *until);
        let goals: Vec<HardGoal> = (0..)
            .zip(&self.drives)
            .flat_map(|(drive, drive_state)| {
                drive_state.goals.iter().map(move |goal| (drive, goal.template, goal.thing))
            })
            .collect();
        for goal in goals_served(action, domain, &goals) {
            self.paused.push((goal, until));
        }
    }

    /// Updates everything from memory: drives come and go, goals are made, scored and dropped, and the drives are scored.
    pub fn update(&mut self, domain: &Domain, memory: &Memory) {
        self.update_with(domain, memory, &mut |_| {});
    }

    /// Like [`DriveStates::update`], and reports each step in order.
    pub fn update_with(&mut self, domain: &Domain, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        self.come_and_go(domain, memory, tell);
        domain.ambiances.observe(&mut self.ambiance, memory);
        for (drive_state, drive) in self.present(domain) {
            drive_state.generate(drive, memory, tell);
            drive_state.score(drive, memory, tell);
            drive_state.drop_done(drive, memory, tell);
            drive_state.satisfaction = satisfaction(drive, &drive_state.goals, |_, goal| goal.completeness);
            tell(DriveEvent::Rated(drive.name.clone()));
        }
        self.feel(domain, memory);
    }

    /// The first half of an update: drives, goals and ambiances come and go. A goal may stay once it was made, so this must be done in
    /// every tick. Returns whether anything came or went.
    pub(crate) fn renew(&mut self, domain: &Domain, memory: &Memory) -> bool {
        let mut changed = domain.ambiances.observe(&mut self.ambiance, memory);
        self.come_and_go(domain, memory, &mut |_| changed = true);
        for (drive_state, drive) in self.present(domain) {
            drive_state.generate(drive, memory, &mut |_| changed = true);
            drive_state.drop_done(drive, memory, &mut |_| changed = true);
        }
        changed
    }

    /// The second half of an update: everything is scored. Scores follow from the present state of memory, so this can be done on demand.
    /// Returns a hash of all measures.
    pub(crate) fn score(&mut self, domain: &Domain, memory: &Memory) -> u64 {
        let mut hasher = FxHasher::default();
        for (drive_state, drive) in self.present(domain) {
            for goal in &mut drive_state.goals {
                let Some(template) = drive.templates.get(goal.template as usize) else { continue };
                goal.completeness = completeness_noting(template, goal.thing, memory, &mut |value| {
                    hasher.write_u64(value.to_bits());
                });
            }
            drive_state.satisfaction = satisfaction(drive, &drive_state.goals, |_, goal| goal.completeness);
        }
        self.feel(domain, memory);
        hasher.finish()
    }

    fn present<'a>(
        &'a mut self,
        domain: &'a Domain,
    ) -> impl Iterator<Item = (&'a mut DriveState, &'a CompiledDrive)> {
        self.drives.iter_mut().zip(&domain.drives).filter(|(drive_state, _)| drive_state.present)
    }

    fn come_and_go(&mut self, domain: &Domain, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        for (drive_state, drive) in self.drives.iter_mut().zip(&domain.drives) {
            let holds =
                |when: &Option<CompiledCondition>| when.as_ref().is_some_and(|when| when.check(memory));
            if !drive_state.present && holds(&drive.arrives) {
                drive_state.present = true;
                tell(DriveEvent::Arrived(drive.name.clone()));
            }
            if drive_state.present && holds(&drive.leaves) {
                drive_state.present = false;
                drive_state.goals.clear();
                tell(DriveEvent::Left(drive.name.clone()));
            }
        }
    }

    /// Computes the ambiance on each action from the declared ambiances. If there are none, the host sets it.
    fn feel(&mut self, domain: &Domain, memory: &Memory) {
        if domain.ambiances.len() > 0 {
            self.action_ambiance.clear();
            domain.ambiances.add(&self.ambiance, memory.time().micros, &mut self.action_ambiance);
        }
    }

    /// The utility of a state of the world. Goals and drives do not change.
    pub fn utility(&self, domain: &Domain, facts: &impl Facts) -> f64 {
        let mut parts = SmallVec::<[f64; 8]>::new();
        self.satisfactions(domain, facts, &mut parts);
        total(domain, facts, &parts)
    }

    /// The satisfaction of each drive in a state of the world; [`f64::NAN`] for drives that are not present.
    pub(crate) fn satisfactions(&self, domain: &Domain, facts: &impl Facts, parts: &mut SmallVec<[f64; 8]>) {
        parts.clear();
        for (drive_state, drive) in self.drives.iter().zip(&domain.drives) {
            let complete =
                |template: &CompiledGoalTemplate, goal: &DriveGoal| completeness(template, goal.thing, facts);
            let part = if drive_state.present {
                satisfaction(drive, &drive_state.goals, complete)
            } else {
                f64::NAN
            };
            parts.push(part);
        }
    }
}

impl DriveStates {
    /// The drive with the greatest weighted lack of satisfaction; among equals the one declared first.
    pub(crate) fn foremost(&self, domain: &Domain) -> Option<usize> {
        let lack =
            |drive_state: &DriveState, drive: &CompiledDrive| drive.weight * (1.0 - drive_state.satisfaction);
        let mut best: Option<(usize, f64)> = None;
        for (at, (drive_state, drive)) in self.drives().iter().zip(&domain.drives).enumerate() {
            let lack = lack(drive_state, drive);
            if drive_state.present && best.is_none_or(|(_, most)| lack > most) {
                best = Some((at, lack));
            }
        }
        best.map(|(at, _)| at)
    }
}

impl DriveState {
    fn generate(&mut self, drive: &CompiledDrive, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        for (number, template) in (0..).zip(&drive.templates) {
            if template.each.is_none() && self.goals.iter().any(|goal| goal.template == number) {
                // There is one already, and there can be only one.
                continue;
            }
            let mut bindings = Bindings::new(template.variables);
            let mut things: SmallVec<[Option<Id>; 8]> = SmallVec::new();
            match &template.each {
                None if template.when.holds(memory, &mut bindings) => things.push(None),
                None => {}
                Some((pattern, variable)) => {
                    let mut looking = NoClaims::new();
                    let mut eval = Eval { facts: memory, bindings: &mut bindings, claims: &mut looking };
                    things
                        .extend(eval.matching(pattern, *variable, &template.when.code).into_iter().map(Some));
                }
            }
            for thing in things {
                if !self.goals.iter().any(|goal| goal.template == number && goal.thing == thing) {
                    self.goals.push(DriveGoal { template: number, thing, completeness: 0.0 });
                    tell(DriveEvent::Made(template.name.clone(), thing));
                }
            }
        }
    }

    fn score(&mut self, drive: &CompiledDrive, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        for goal in &mut self.goals {
            let Some(template) = drive.templates.get(goal.template as usize) else { continue };
            goal.completeness = completeness(template, goal.thing, memory);
            tell(DriveEvent::Scored(template.name.clone(), goal.thing));
        }
    }

    fn drop_done(&mut self, drive: &CompiledDrive, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        self.goals.retain(|goal| {
            let Some(template) = drive.templates.get(goal.template as usize) else { return false };
            let gone = goal.thing.is_some_and(|thing| !memory.exists(thing));
            let done = |until: &CompiledCondition| until.holds(memory, &mut bindings(template, goal.thing));
            let keep = !gone && !template.until.as_ref().is_some_and(done);
            if !keep {
                tell(DriveEvent::Dropped(template.name.clone(), goal.thing));
            }
            keep
        });
    }
}

fn bindings(template: &CompiledGoalTemplate, thing: Option<Id>) -> Bindings {
    match (&template.each, thing) {
        (Some((_, variable)), Some(thing)) => Bindings::with(template.variables, *variable, thing),
        _ => Bindings::new(template.variables),
    }
}

fn satisfaction(
    drive: &CompiledDrive,
    goals: &[DriveGoal],
    complete: impl Fn(&CompiledGoalTemplate, &DriveGoal) -> f64,
) -> f64 {
    let scored = goals.iter().filter_map(|goal| {
        let template = drive.templates.get(goal.template as usize)?;
        Some((template.weight, complete(template, goal)))
    });
    drive.satisfaction.of(scored, drive.idle)
}

/// The completeness of a goal in a state of the world.
pub(crate) fn completeness(template: &CompiledGoalTemplate, thing: Option<Id>, facts: &impl Facts) -> f64 {
    completeness_noting(template, thing, facts, &mut |_| {})
}

/// The same, and reports each measure.
fn completeness_noting(
    template: &CompiledGoalTemplate,
    thing: Option<Id>,
    facts: &impl Facts,
    note: &mut impl FnMut(f64),
) -> f64 {
    if thing.is_some_and(|thing| !facts.exists(thing)) {
        return template.gone;
    }
    let mut bindings = bindings(template, thing);
    template.combine.of(template.measures.iter().map(|measure| {
        let value = measured(measure, facts, &mut bindings);
        note(value);
        value
    }))
}

fn measured(measure: &CompiledMeasure, facts: &impl Facts, bindings: &mut Bindings) -> f64 {
    match measure {
        CompiledMeasure::Degree(condition, curve) => curve.at(condition.degree(facts, bindings)),
        CompiledMeasure::Toward { value, from, to, curve } => {
            let number = |of: &CompiledExpr, bindings: &mut Bindings| of.number(facts, bindings);
            let (value, from, to) = (number(value, bindings), number(from, bindings), number(to, bindings));
            let (Some(value), Some(from), Some(to)) = (value, from, to) else { return 0.0 };
            // With equal ends the goal is complete.
            let share = if from == to { 1.0 } else { (value - from) / (to - from) };
            curve.at(share)
        }
    }
}

/// The utility of satisfactions.
pub(crate) fn total(domain: &Domain, facts: &impl Facts, parts: &[f64]) -> f64 {
    let utility = &domain.utility;
    let unsatisfied = |at: &usize| parts.get(*at).is_some_and(|part| *part <= 0.0);
    if utility.nothing_without.iter().any(unsatisfied)
        || utility.nothing_when.iter().any(|when| when.check(facts))
    {
        return 0.0;
    }
    if let Some(function) = &utility.function {
        let value = function(parts);
        return if value.is_nan() { 0.0 } else { value };
    }
    let (mut weights, mut sum) = (0.0, 0.0);
    for (part, drive) in parts.iter().zip(&domain.drives).filter(|(part, _)| !part.is_nan()) {
        weights += drive.weight;
        sum += drive.weight * part;
    }
    if weights > 0.0 { sum / weights } else { 1.0 }
}

/// The goals that an action may help with.
pub(crate) fn goals_served(action: u16, domain: &Domain, goals: &[HardGoal]) -> SmallVec<[HardGoal; 4]> {
    let served = |(drive, template, _): &HardGoal| {
        let template = domain.template(*drive, *template);
        template.is_some_and(|template| template.supports.iter().any(|support| support.action == action))
    };
    goals.iter().filter(|goal| served(goal)).copied().collect()
}
