//! Single-task arbitration with an attention filter, after Wright's MINDER1.

use super::program_runner::ProgramRunner;
use crate::arbiter::{Character, CycleDetector, CycleGuard, Filter, FilterThreshold};
use motive_core::mind::TickContext;
use motive_core::trace::{Event, TaskEnd};
use motive_core::vocabulary::Facts;
use std::sync::Arc;

/// An oscillation that a [`Minder`] noticed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Oscillation {
    /// The number of managed motives swings above and below what the filter aims at.
    Filter,
    /// These motives take turns over and over.
    Decision(Vec<Arc<str>>),
}

/// How many times the number of motives must cross the aim.
const SWINGS: u32 = 4;
/// Within how many ticks one crossing must follow another to count as a swing.
const WINDOW: u64 = 20;

/// Manages a few motives at a time and serves the most insistent of them (after Wright 1997).
///
/// A motive is a goal of the character: its condition is when the goal is wanted, its insistence the goal's priority. The
/// filter's threshold rises while more motives pass it than it aims at and falls while fewer do; of those that pass, the most
/// insistent has its program run, one a tick.
pub struct Minder {
    pub(super) runner: ProgramRunner,
    threshold: FilterThreshold,
    /// How many motives the filter aims at, if it moves at all.
    target: Option<usize>,
    managed: Vec<usize>,
    turns: CycleDetector,
    swings: SwingCounter,
    noticed: Option<Oscillation>,
}

impl Minder {
    /// How many motives MINDER1 aims at.
    pub const TARGET: usize = 3;

    /// Plays a character. [`Filter::aiming_at`] with [`Minder::TARGET`] gives the filter of the original; its steps depend
    /// on the scale of the insistences.
    pub fn new(character: Arc<Character>, filter: Filter) -> Self {
        Self {
            runner: ProgramRunner::new(character),
            threshold: FilterThreshold::new(filter),
            target: filter.control.map(|control| control.target),
            managed: Vec::new(),
            turns: CycleDetector::default(),
            swings: SwingCounter::default(),
            noticed: None,
        }
    }

    /// The motives that passed the filter in the last tick, most insistent first.
    pub fn managed(&self) -> impl Iterator<Item = &str> {
        self.managed.iter().map(|goal| &*self.runner.character().goals[*goal].name)
    }

    /// What a motive must exceed.
    pub fn threshold(&self) -> f64 {
        self.threshold.now()
    }

    /// The oscillation that was noticed in the last tick, if any.
    pub fn noticed(&self) -> Option<&Oscillation> {
        self.noticed.as_ref()
    }

    /// Moves the threshold and sorts those that pass it by insistence.
    fn filter(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
        let offered: Vec<f64> = wants.iter().flatten().copied().collect();
        if let Some((from, to)) = self.threshold.adjust(&offered) {
            tick_cx.note(|| Event::Threshold { from, to });
        }
        let passes = |goal: &usize| wants[*goal].is_some_and(|insistence| self.threshold.passes(insistence));
        self.managed = (0..wants.len()).filter(passes).collect();
        self.managed.sort_by(|a, b| wants[*b].unwrap_or(0.0).total_cmp(&wants[*a].unwrap_or(0.0)));
        for (goal, want) in wants.iter().enumerate() {
            if !self.managed.contains(&goal) {
                let why = if want.is_some() { TaskEnd::Filtered } else { TaskEnd::Withdrawn };
                self.runner.end(goal, why, tick_cx);
            }
        }
    }

    /// Looks for motives that take turns. Nothing is damped: the original only noticed.
    fn watch(&mut self, chosen: Option<usize>, tick_cx: &mut TickContext<'_>) {
        let tick = tick_cx.memory.time().tick;
        let guard = CycleGuard { damping: 1.0, ticks: 0, ..CycleGuard::default() };
        let swings = self.target.map_or(0, |target| self.swings.count(self.managed.len(), target, tick));
        let name = chosen.map(|goal| self.runner.character().goals[goal].name.clone());
        let turns = name.and_then(|name| self.turns.lead(&name, tick, &guard));
        if let Some(goals) = &turns {
            tick_cx.note(|| Event::GoalCycle { goals: goals.clone() });
        }
        let filter = (swings >= SWINGS).then_some(Oscillation::Filter);
        self.noticed = turns.map(Oscillation::Decision).or(filter);
    }
}

impl Minder {
    pub(super) fn choose(&mut self, wants: &[Option<f64>], tick_cx: &mut TickContext<'_>) {
        self.filter(wants, tick_cx);
        let chosen = self.managed.first().copied();
        if let Some(goal) = chosen {
            self.runner.pursue(goal, wants[goal].unwrap_or(0.0), tick_cx);
        }
        self.watch(chosen, tick_cx);
    }
}

/// Counts how often a number crosses its aim in quick succession.
#[derive(Clone, Copy, Debug, Default)]
struct SwingCounter {
    above: Option<bool>,
    last: u64,
    count: u32,
}

impl SwingCounter {
    fn count(&mut self, number: usize, target: usize, tick: u64) -> u32 {
        if number == target || tick.saturating_sub(self.last) > WINDOW {
            self.count = 0;
        }
        if number != target {
            let above = number > target;
            if self.above.is_some_and(|before| before != above) {
                self.count = self.count.saturating_add(1);
                self.last = tick;
            }
            self.above = Some(above);
        }
        self.count
    }
}
