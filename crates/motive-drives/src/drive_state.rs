//! What an agent is driven by right now: its drives, and the goals that they have made.

use super::ambiance::Felt;
use super::compile::{CompiledDrive, CompiledGoalTemplate, CompiledMeasure};
use super::domain::Domain;
use super::search::goals_served;
use super::simulate::HardGoal;
use motive_core::condition::{Bindings, CompiledCondition, CompiledExpr};
use motive_core::engine::prefetch_slice;
use motive_core::engine::{Eval, NoClaims};
use motive_core::memory::Memory;
use motive_core::vocabulary::{Facts, Id};
use rustc_hash::FxHasher;
use smallvec::SmallVec;
use std::hash::Hasher;
use std::sync::Arc;

/// A goal that a drive has made.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// Which aim of the drive it was made of.
    pub aim: u16,
    /// The thing that it is about.
    pub thing: Option<Id>,
    /// How complete it is, from 0 to 1.
    pub completeness: f64,
}

/// One drive of an agent as it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveState {
    /// Whether it drives the agent now. A drive from outside comes and goes.
    pub present: bool,
    /// Its goals, the oldest first.
    pub goals: Vec<Goal>,
    /// How satisfied it is, from 0 to 1.
    pub satisfaction: f64,
}

/// All drives of an agent as they stand, in the order in which they were declared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DriveStates {
    drives: Vec<DriveState>,
    /// By action: how much ambiance is on it.
    pub(super) mood: Vec<f64>,
    /// What it notices of its surroundings.
    pub(super) felt: Felt,
    /// Goals that are let be, and until when.
    paused: Vec<(HardGoal, u64)>,
}

/// What an update of the drives did, in the order in which it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    /// The drives that come with the agent, without goals yet.
    #[must_use]
    pub fn new(domain: &Domain) -> Self {
        let fresh = |drive: &CompiledDrive| DriveState {
            present: drive.arrives.is_none(),
            goals: Vec::new(),
            satisfaction: drive.idle,
        };
        Self { drives: domain.drives.iter().map(fresh).collect(), ..Self::default() }
    }

    /// The drives, in the order in which they were declared.
    #[must_use]
    pub fn drives(&self) -> &[DriveState] {
        &self.drives
    }

    /// What it refers to is brought nearer.
    pub(super) fn prefetch(&self, depth: u8) {
        match depth {
            0 => prefetch_slice(&self.drives),
            _ => self.drives.iter().for_each(|drive_state| prefetch_slice(&drive_state.goals)),
        }
    }

    /// Puts ambiance on the actions, in the order in which they were declared: what it takes from a plan is for
    /// [`Rules::ambiance`](super::Rules) to say.
    pub fn set_mood(&mut self, mood: &[f64]) {
        self.mood.clear();
        self.mood.extend_from_slice(mood);
    }

    /// Whether a goal is let be at this time.
    pub(super) fn is_paused(&self, goal: HardGoal, now: u64) -> bool {
        self.paused.iter().any(|(paused, until)| *paused == goal && now < *until)
    }

    /// Lets goals be that an action is for, until a time. They are taken up again by themselves.
    pub(super) fn pause(&mut self, action: u16, domain: &Domain, now: u64, until: u64) {
        self.paused.retain(|(_, until)| now < *until);
        let goals: Vec<HardGoal> = (0..)
            .zip(&self.drives)
            .flat_map(|(drive, drive_state)| {
                drive_state.goals.iter().map(move |goal| (drive, goal.aim, goal.thing))
            })
            .collect();
        for goal in goals_served(action, domain, &goals) {
            self.paused.push((goal, until));
        }
    }

    /// Looks at memory again: drives come and go, goals come up, are scored and are dropped, and the drives are scored.
    pub fn update(&mut self, domain: &Domain, memory: &Memory) {
        self.update_telling(domain, memory, &mut |_| {});
    }

    /// As [`DriveStates::update`], and tells what is done in the order in which it is done.
    pub fn update_telling(&mut self, domain: &Domain, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        self.come_and_go(domain, memory, tell);
        domain.around.look(&mut self.felt, memory);
        for (drive_state, drive) in self.present(domain) {
            drive_state.generate(drive, memory, tell);
            drive_state.score(drive, memory, tell);
            drive_state.drop_done(drive, memory, tell);
            drive_state.satisfaction = satisfaction(drive, &drive_state.goals, |_, goal| goal.completeness);
            tell(DriveEvent::Rated(drive.name.clone()));
        }
        self.feel(domain, memory);
    }

    /// The first half of an update: drives, goals and what is around come and go. What came up once may stay, so this cannot wait.
    /// Says whether any did.
    pub(super) fn renew(&mut self, domain: &Domain, memory: &Memory) -> bool {
        let mut changed = domain.around.look(&mut self.felt, memory);
        self.come_and_go(domain, memory, &mut |_| changed = true);
        for (drive_state, drive) in self.present(domain) {
            drive_state.generate(drive, memory, &mut |_| changed = true);
            drive_state.drop_done(drive, memory, &mut |_| changed = true);
        }
        changed
    }

    /// The second half: everything is scored. That follows from what is known now, so it can wait until it is asked for.
    /// Gives a number that stands for everything that was measured.
    pub(super) fn score(&mut self, domain: &Domain, memory: &Memory) -> u64 {
        let mut hasher = FxHasher::default();
        for (drive_state, drive) in self.present(domain) {
            for goal in &mut drive_state.goals {
                let Some(aim) = drive.templates.get(goal.aim as usize) else { continue };
                goal.completeness = completeness_noting(aim, goal.thing, memory, &mut |value| {
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

    /// Works out the ambiance that lies on the actions, if there is any to be noticed; otherwise it is for the host to say.
    fn feel(&mut self, domain: &Domain, memory: &Memory) {
        if domain.around.len() > 0 {
            self.mood.clear();
            domain.around.add(&self.felt, memory.time().micros, &mut self.mood);
        }
    }

    /// What a picture of the world is worth to the agent. Neither goals nor drives change.
    #[must_use]
    pub fn utility(&self, domain: &Domain, facts: &impl Facts) -> f64 {
        let mut parts = SmallVec::<[f64; 8]>::new();
        self.satisfactions(domain, facts, &mut parts);
        total(domain, facts, &parts)
    }

    /// How satisfied each drive would be; [`f64::NAN`] for one that is not there.
    pub(super) fn satisfactions(&self, domain: &Domain, facts: &impl Facts, parts: &mut SmallVec<[f64; 8]>) {
        parts.clear();
        for (drive_state, drive) in self.drives.iter().zip(&domain.drives) {
            let complete = |aim: &CompiledGoalTemplate, goal: &Goal| completeness(aim, goal.thing, facts);
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
    /// The drive that leaves most to be wanted, by what it weighs; among equals the earlier.
    pub(super) fn foremost(&self, domain: &Domain) -> Option<usize> {
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
        for (number, aim) in (0..).zip(&drive.templates) {
            if aim.each.is_none() && self.goals.iter().any(|goal| goal.aim == number) {
                // There is one already, and there can be no more.
                continue;
            }
            let mut bindings = Bindings::new(aim.variables);
            let mut things: SmallVec<[Option<Id>; 8]> = SmallVec::new();
            match &aim.each {
                None if aim.when.holds(memory, &mut bindings) => things.push(None),
                None => {}
                Some((pattern, variable)) => {
                    let mut looking = NoClaims::new();
                    let mut eval = Eval { facts: memory, bindings: &mut bindings, claims: &mut looking };
                    things.extend(eval.matching(pattern, *variable, &aim.when.code).into_iter().map(Some));
                }
            }
            for thing in things {
                if !self.goals.iter().any(|goal| goal.aim == number && goal.thing == thing) {
                    self.goals.push(Goal { aim: number, thing, completeness: 0.0 });
                    tell(DriveEvent::Made(aim.name.clone(), thing));
                }
            }
        }
    }

    fn score(&mut self, drive: &CompiledDrive, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        for goal in &mut self.goals {
            let Some(aim) = drive.templates.get(goal.aim as usize) else { continue };
            goal.completeness = completeness(aim, goal.thing, memory);
            tell(DriveEvent::Scored(aim.name.clone(), goal.thing));
        }
    }

    fn drop_done(&mut self, drive: &CompiledDrive, memory: &Memory, tell: &mut dyn FnMut(DriveEvent)) {
        self.goals.retain(|goal| {
            let Some(aim) = drive.templates.get(goal.aim as usize) else { return false };
            let gone = goal.thing.is_some_and(|thing| !memory.exists(thing));
            let done = |until: &CompiledCondition| until.holds(memory, &mut bindings(aim, goal.thing));
            let keep = !gone && !aim.until.as_ref().is_some_and(done);
            if !keep {
                tell(DriveEvent::Dropped(aim.name.clone(), goal.thing));
            }
            keep
        });
    }
}

fn bindings(aim: &CompiledGoalTemplate, thing: Option<Id>) -> Bindings {
    match (&aim.each, thing) {
        (Some((_, variable)), Some(thing)) => Bindings::with(aim.variables, *variable, thing),
        _ => Bindings::new(aim.variables),
    }
}

fn satisfaction(
    drive: &CompiledDrive,
    goals: &[Goal],
    complete: impl Fn(&CompiledGoalTemplate, &Goal) -> f64,
) -> f64 {
    let scored = goals.iter().filter_map(|goal| {
        let aim = drive.templates.get(goal.aim as usize)?;
        Some((aim.weight, complete(aim, goal)))
    });
    drive.satisfaction.of(scored, drive.idle)
}

/// How complete a goal is in a picture of the world.
pub(super) fn completeness(aim: &CompiledGoalTemplate, thing: Option<Id>, facts: &impl Facts) -> f64 {
    completeness_noting(aim, thing, facts, &mut |_| {})
}

/// The same, and notes what each measure gives.
fn completeness_noting(
    aim: &CompiledGoalTemplate,
    thing: Option<Id>,
    facts: &impl Facts,
    note: &mut impl FnMut(f64),
) -> f64 {
    if thing.is_some_and(|thing| !facts.exists(thing)) {
        return aim.gone;
    }
    let mut bindings = bindings(aim, thing);
    aim.combine.of(aim.measures.iter().map(|measure| {
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
            // Where there is no way to go, one is there.
            let share = if from == to { 1.0 } else { (value - from) / (to - from) };
            curve.at(share)
        }
    }
}

/// What satisfactions are worth together.
pub(super) fn total(domain: &Domain, facts: &impl Facts, parts: &[f64]) -> f64 {
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
