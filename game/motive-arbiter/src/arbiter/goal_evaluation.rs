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
use motive_core::trace::{Event, MindPart};
use motive_core::vocabulary::Facts;
use motive_util::ThinList;

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
#[derive(Default)]
pub(super) struct Wants {
    /// What the goals read, goal after goal, in a memory that does not watch what the character's table says.
    own_channels: ThinList<Channel>,
    /// By goal; empty until a goal has to be evaluated that does not just follow the agent's own numbers.
    cache: Box<[GoalCache]>,
    /// The number of channels that memory always watches for goals and reflexes; 0 until they are registered.
    armed: u32,
    /// Whether memory watches what goals read.
    watched: bool,
}

/// The result of a goal's clauses.
#[derive(Clone, Debug, Default)]
struct GoalCache {
    result: ClauseResult,
    /// The memory's clock when the clauses were evaluated.
    clock: u64,
    /// The result holds until memory changes.
    valid: bool,
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
        self.watch(character, tick_cx.memory);
        let mut stability = Stability::STABLE;
        let traced = tick_cx.trace.wants_events();
        for (at, code) in character.compiled_goals.iter().enumerate() {
            if code.clauses.is_empty() {
                continue;
            }
            if code.every > 1 {
                stability = Stability::UNSTABLE;
                if !is_due(code.every, tick) {
                    continue;
                }
            }
            let name = || character.goals[at].name.clone();
            if traced && tick_cx.trace.is_disabled(MindPart::Goal(&character.goals[at].name)) {
                stability &= tasks.withdraw(at, &character.profile, tick_cx);
                continue;
            }
            let (result, holds) = self.clauses(at, character, ledger, tick_cx);
            stability &= holds;
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
        ask_generators(character, tasks, tick_cx, &mut new_goals);
        (new_goals, stability)
    }

    /// Starts to watch what goals read.
    fn watch(&mut self, character: &Character, memory: &mut Memory) {
        if !std::mem::replace(&mut self.watched, true) && !memory.watch_table(&character.watches) {
            let reads = character.compiled_goals.iter().flat_map(|goal| goal.reads.dependencies());
            self.own_channels.make().extend(reads.map(|on| memory.watch(*on)));
        }
    }

    /// The result of the clauses of a goal, evaluated if something that they read has changed, and how long it holds.
    fn clauses(
        &mut self,
        at: usize,
        character: &Character,
        ledger: &mut Ledger,
        tick_cx: &mut TickContext<'_>,
    ) -> (ClauseResult, Stability) {
        let code = &character.compiled_goals[at];
        // Cheaper than to find out whether it has changed.
        if let Some(priority) = code.own_priority(tick_cx.memory) {
            let result = ClauseResult { first: priority, updated: priority, clause: 0, bad: false };
            return (result, Stability::STABLE);
        }
        if self.cache.is_empty() {
            self.cache = vec![GoalCache::default(); character.compiled_goals.len()].into();
        }
        let read = code.first_read..code.first_read + code.reads.dependencies().len();
        let channels = &goal_channels(&self.own_channels, character)[read];
        let stability = self.cache[at].refresh(code, channels, character, ledger, tick_cx);
        (self.cache[at].result, stability)
    }

    /// Makes memory always watch what goals and reflexes read. Returns whether any of it changed after `since`, before it was
    /// watched.
    pub(super) fn arm(&mut self, character: &Character, memory: &mut Memory, since: u64) -> bool {
        if self.armed != 0 && self.armed <= memory.always_watched() {
            return false;
        }
        let reads = character.reflexes.iter().flat_map(|reflex| reflex.reads.dependencies());
        let reflexes: Vec<Channel> = reads.map(|on| memory.watch(*on)).collect();
        let goals = goal_channels(&self.own_channels, character).iter().copied();
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
        channels: &[Channel],
        character: &Character,
        ledger: &mut Ledger,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        let fresh = channels.iter().all(|channel| tick_cx.memory.version(*channel) <= self.clock);
        if character.profile.reuse && self.valid && fresh {
            return Stability::STABLE;
        }
        let mut volatile = code.reads.is_volatile();
        self.result = evaluate_clauses(code, character, ledger, tick_cx, &mut volatile);
        (self.clock, self.valid) = (tick_cx.memory.clock(), !volatile);
        Stability::unstable_if(volatile)
    }
}

/// What the goals read, goal after goal.
fn goal_channels<'a>(own: &'a [Channel], character: &'a Character) -> &'a [Channel] {
    if own.is_empty() { &character.goal_channels } else { own }
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
) {
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
        let traced = tick_cx.trace.wants_events();
        for new in wanted {
            if traced && tick_cx.trace.is_disabled(MindPart::Goal(&character.goals[new.goal].name)) {
                tasks.withdraw(new.goal, &character.profile, tick_cx);
                continue;
            }
            match tasks.of_goal(new.goal) {
                Some(task) => {
                    if character.profile.updates {
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
}
