//! First stage of a decision: which goals are wanted, and how much.

use super::character::Character;
use super::goal::CompiledGoal;
use super::stability::Stability;
use super::tasks::Tasks;
use motive_core::binding::{Holder, Ledger};
use motive_core::condition::Bindings;
use motive_core::engine::Binder;
use motive_core::engine::Eval;
use motive_core::memory::{Channel, Memory};
use motive_core::mind::TickContext;
use motive_core::trace::Event;
use motive_core::vocabulary::Facts;

/// Whether something that is done once in so many ticks is done in this one.
pub(super) fn is_due(every: u64, tick: u64) -> bool {
    every <= 1 || tick.is_multiple_of(every)
}

/// A goal that is wanted and has no task yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewGoal {
    pub(super) goal: usize,
    pub(super) priority: f64,
}

/// The results of the clauses of all goals when they were last evaluated.
pub(super) struct Wants {
    goals: Vec<GoalCache>,
    /// The number of channels that memory always watches for goals and reflexes; 0 until they are registered.
    armed: u32,
}

/// The result of a goal's clauses, and the channels that say whether it may have changed.
#[derive(Clone, Debug, Default)]
struct GoalCache {
    channels: Vec<Channel>,
    /// The memory's clock when the clauses were evaluated.
    clock: u64,
    /// The result holds until memory changes.
    valid: bool,
    result: ClauseResult,
}

/// The result of the clauses of one goal.
#[derive(Clone, Copy, Debug)]
struct ClauseResult {
    /// The priority of the first clause that holds. NaN, which no priority is, if there is none.
    first: f64,
    /// The priority of the first clause that holds among those that update a live task. NaN if there is none.
    updated: f64,
    /// The number of the first clause that holds.
    clause: u32,
    /// A priority was not a number.
    bad: bool,
}

impl Default for ClauseResult {
    fn default() -> Self {
        Self { first: f64::NAN, updated: f64::NAN, clause: 0, bad: false }
    }
}

impl Wants {
    pub(super) fn new(goals: usize) -> Self {
        Self { goals: vec![GoalCache::default(); goals], armed: 0 }
    }

    /// Evaluates all goals: returns those that are newly wanted, and updates the priorities of live tasks.
    pub(super) fn evaluate(
        &mut self,
        character: &Character,
        tasks: &mut Tasks,
        ledger: &mut Ledger,
        tick_cx: &mut TickContext<'_>,
    ) -> (Vec<NewGoal>, Stability) {
        let tick = tick_cx.memory.time().tick;
        let mut new_goals: Vec<NewGoal> = Vec::new();
        if !is_due(character.profile.goals_every, tick) {
            return (new_goals, Stability::UNSTABLE);
        }
        let mut stability = Stability::STABLE;
        let traced = tick_cx.trace.wants_events();
        for (at, (code, cache)) in character.compiled_goals.iter().zip(&mut self.goals).enumerate() {
            if code.clauses.is_empty() {
                continue;
            }
            if code.every > 1 {
                stability = Stability::UNSTABLE;
                if !is_due(code.every, tick) {
                    continue;
                }
            }
            stability &= cache.refresh(code, character, ledger, tick_cx);
            let result = &cache.result;
            let name = || character.goals[at].name.clone();
            if result.bad && traced {
                tick_cx.trace.event(Event::BadPriority { goal: name() });
            }
            match tasks.of_goal(at) {
                Some(task) if !result.updated.is_nan() && character.profile.updates => {
                    let moved = tasks.set_priority(task, result.updated, traced, tick_cx);
                    // A trace shows all stages once more after a priority has changed.
                    stability &= Stability::unstable_if(moved && traced);
                }
                None if !result.first.is_nan() => {
                    let (priority, clause) = (result.first, result.clause as usize);
                    tick_cx.note(|| Event::GoalMade { goal: name(), priority, clause });
                    new_goals.push(NewGoal { goal: at, priority });
                }
                _ => {}
            }
        }
        stability &= ask_generators(character, tasks, tick_cx, &mut new_goals);
        (new_goals, stability)
    }

    /// Makes memory always watch what goals and reflexes read. Returns whether any of it changed after `since`, before it was
    /// watched.
    pub(super) fn arm(&mut self, character: &Character, memory: &mut Memory, since: u64) -> bool {
        if self.armed != 0 && self.armed <= memory.always_watched() {
            return false;
        }
        let reads = character.reflexes.iter().flat_map(|reflex| reflex.reads.dependencies());
        let reflexes: Vec<Channel> = reads.map(|on| memory.watch(*on)).collect();
        let goals = self.goals.iter().flat_map(|goal| &goal.channels).copied();
        let channels: Vec<Channel> = reflexes.into_iter().chain(goals).collect();
        memory.watch_always(channels.iter().copied());
        // At least 1, so that a character that reads nothing is not armed again.
        self.armed = memory.always_watched().max(1);
        channels.iter().any(|channel| memory.version(*channel) > since)
    }
}

impl GoalCache {
    /// Evaluates the clauses if something that they read has changed. Returns how long the result holds.
    fn refresh(
        &mut self,
        code: &CompiledGoal,
        character: &Character,
        ledger: &mut Ledger,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        if self.channels.is_empty() && !code.reads.dependencies().is_empty() {
            tick_cx.memory.watch_all(code.reads.dependencies(), &mut self.channels);
        }
        // Cheaper than to find out whether it has changed.
        if let Some(priority) = code.own_priority(tick_cx.memory) {
            self.result = ClauseResult { first: priority, updated: priority, clause: 0, bad: false };
            return Stability::STABLE;
        }
        let fresh = self.channels.iter().all(|channel| tick_cx.memory.version(*channel) <= self.clock);
        if character.profile.reuse && self.valid && fresh {
            return Stability::STABLE;
        }
        let mut volatile = code.reads.is_volatile();
        self.result = evaluate_clauses(code, character, ledger, tick_cx, &mut volatile);
        (self.clock, self.valid) = (tick_cx.memory.clock(), !volatile);
        Stability::unstable_if(volatile)
    }
}

fn evaluate_clauses(
    code: &CompiledGoal,
    character: &Character,
    ledger: &mut Ledger,
    tick_cx: &mut TickContext<'_>,
    volatile: &mut bool,
) -> ClauseResult {
    let mut result = ClauseResult::default();
    for (number, clause) in (0..).zip(&code.clauses) {
        let needed = clause.updated && result.updated.is_nan() || clause.generates && result.first.is_nan();
        if !needed {
            continue;
        }
        let (nobody, rules) = (Holder(u64::MAX), &character.profile.binding);
        let mut binder = Binder::new(nobody, ledger, rules, tick_cx.rng, &mut tick_cx.budget);
        let mut bindings = Bindings::new(clause.variables);
        let mut eval = Eval { facts: &*tick_cx.memory, bindings: &mut bindings, claims: &mut binder };
        let priority = eval.holds(&clause.when).then(|| eval.number(&clause.priority));
        *volatile |= binder.is_volatile();
        ledger.undo(0);
        match priority {
            None => {}
            Some(None) => result.bad = true,
            Some(Some(priority)) => {
                if clause.generates && result.first.is_nan() {
                    (result.first, result.clause) = (priority, number);
                }
                if clause.updated && result.updated.is_nan() {
                    result.updated = priority;
                }
            }
        }
    }
    result
}

fn ask_generators(
    character: &Character,
    tasks: &mut Tasks,
    tick_cx: &mut TickContext<'_>,
    new_goals: &mut Vec<NewGoal>,
) -> Stability {
    for (every, generator) in &character.generators {
        if !tick_cx.memory.time().tick.is_multiple_of(*every) {
            continue;
        }
        let mut wanted: Vec<NewGoal> = Vec::new();
        generator.generate(tick_cx.memory, &mut |name, priority| {
            if let Some(goal) = character.goals.iter().position(|goal| *goal.name == *name)
                && !priority.is_nan()
            {
                wanted.push(NewGoal { goal, priority });
            }
        });
        for new in wanted {
            match tasks.of_goal(new.goal) {
                Some(task) => {
                    if character.profile.updates {
                        let traced = tick_cx.trace.wants_events();
                        tasks.set_priority(task, new.priority, traced, tick_cx);
                    }
                }
                None if new_goals.iter().any(|known| known.goal == new.goal) => {}
                None => {
                    let goal = || character.goals[new.goal].name.clone();
                    tick_cx.note(|| Event::GoalMade { goal: goal(), priority: new.priority, clause: 0 });
                    new_goals.push(new);
                }
            }
        }
    }
    // A generator may read anything.
    Stability::unstable_if(!character.generators.is_empty())
}
