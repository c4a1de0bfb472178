//! Goals, and the arbitration of what the agent can have and do among them (GRUE, Gordon 2005).
//!
//! A [`Character`] says what an agent may want ([`Goal`]), what it knows to do (programs of any engine) and how it works
//! ([`Profile`]). An [`Arbiter`] plays it. A decision is a pipeline of stages:
//!
//! 1. `goal_evaluation`: the clauses of goals say which are wanted, and with what priority;
//! 2. `filter` and `tasks`: weak goals are dropped, each of the rest is pursued by a task, and the most important task comes first;
//! 3. `allocation`: tasks are asked in this order, each with what those before it have left;
//! 4. `actuator`: what they propose is checked against each other, and what is kept changes memory or leaves as the decision.
//!
//! Each stage also says how long its result holds (`stability`). A decision all of whose stages are stable is kept. Before the next one,
//! the arbiter finds out what has become invalid since (`Invalidated`), and runs only the stages concerned.
//!
//! Guaranteed whatever the programs: no task takes anything from a more important one, no thing is held exclusively by two, no
//! quantity is given out twice, and the same input gives the same decision.

mod actuator;
mod allocation;
mod chaining;
mod character;
mod cycle_guard;
mod filter;
mod goal;
mod goal_evaluation;
pub mod herd;
mod profile;
mod stability;
mod task;
mod tasks;

pub use chaining::{Chaining, ChainingLimits};
pub use character::{Character, CharacterBuilder, CharacterError, Generator, Reflex, Selector};
pub use cycle_guard::CycleGuard;
pub use filter::{Control, Filter};
pub use goal::{Clause, Goal, Pursuit};
pub use profile::{Allocation, OnStuck, Profile, Remembering, Removal, ResumeGate, TieBreak};

pub(crate) use actuator::report;
pub(crate) use character::Repeats;
pub(crate) use cycle_guard::CycleDetector;
pub(crate) use filter::FilterThreshold;
pub(crate) use goal::CompiledClause;
pub(crate) use task::{PursuedGoal, Pursuits};

use actuator::{Actuator, gather, kept_commands, reflexes, resolve};
use allocation::{Allocator, Holdings};
use goal_evaluation::{Wants, is_due};
use herd::Herd;
use motive_core::action::{ActionEnd, Command, Decision, Proposal, RunningActions};
use motive_core::engine::{prefetch_slice, prefetch_value};
use motive_core::memory::{Changes, Memory};
use motive_core::mind::{JointMind, Mind, MindText, TaskView, TickContext, WakeCondition};
use motive_core::trace::{Event, Stage};
use motive_core::vocabulary::{ActionTarget, Facts};
use smallvec::SmallVec;
use stability::{Invalidated, Stability, StableDecision};
use std::any::Any;
use std::sync::Arc;
use task::Task;
use tasks::Tasks;

/// A mind that pursues several goals at once without letting them fight over anything.
// In this order, what a decision touches in which only priorities changed lies together.
#[repr(C)]
pub struct Arbiter {
    character: Arc<Character>,
    /// The last decision, if it would be repeated.
    stable: Option<StableDecision>,
    tasks: Tasks,
    actuator: Actuator,
    threshold: FilterThreshold,
    wants: Wants,
    holdings: Holdings,
}

impl Arbiter {
    /// Plays a character.
    pub fn new(character: Arc<Character>) -> Self {
        Self {
            wants: Wants::default(),
            threshold: FilterThreshold::new(character.profile.filter),
            character,
            tasks: Tasks::new(),
            holdings: Holdings::default(),
            actuator: Actuator::default(),
            stable: None,
        }
    }

    /// The character that it plays.
    pub fn character(&self) -> &Arc<Character> {
        &self.character
    }

    /// The live tasks, most important first as of the last decision.
    pub fn tasks(&self) -> impl Iterator<Item = TaskView<'_>> {
        self.tasks.list().iter().map(|task| task.view(&self.character))
    }

    /// The last decision.
    pub fn decision(&self) -> &Decision {
        self.actuator.decision()
    }

    /// The actions that are running.
    pub fn runs(&self) -> &RunningActions {
        self.actuator.runs()
    }

    /// What the priority of goals and tasks must exceed.
    pub fn threshold(&self) -> f64 {
        self.threshold.now()
    }

    /// From the next tick on, the priority of goals and tasks must exceed this. NaN is ignored.
    pub fn set_threshold(&mut self, threshold: f64) {
        self.threshold.set(threshold);
        self.stable = None;
    }

    /// Continues with a changed character: tasks whose goal is gone or whose program changed end, the rest continue. Goals and
    /// programs can be added to a running agent in this way.
    pub fn replace(&mut self, character: Arc<Character>, memory: &mut Memory) {
        self.stable = None;
        let old = std::mem::replace(&mut self.character, character);
        if old.profile.filter != self.character.profile.filter {
            self.threshold = FilterThreshold::new(self.character.profile.filter);
        }
        if self.character.shows_actions {
            self.actuator.runs_mut().show_all(memory);
        }
        self.wants = Wants::default();
        self.tasks.forget_order();
        self.tasks.adopt(&old, &self.character, memory);
    }
}

/// A decision, from the goals to the actions that leave.
impl Arbiter {
    /// What has become invalid since the last decision. If only priorities have, tasks have the new ones afterwards.
    fn invalidated(&mut self, tick_cx: &mut TickContext<'_>) -> Invalidated {
        let invalidated = match &self.stable {
            _ if self.is_not_due(tick_cx) => Invalidated::Nothing,
            Some(stable) => stable.invalidated(tick_cx.memory),
            None => return Invalidated::Goals,
        };
        match invalidated {
            Invalidated::Nothing => Invalidated::Nothing,
            // A trace shows every stage.
            _ if tick_cx.trace.wants_events() => Invalidated::Goals,
            Invalidated::Phases => Invalidated::Phases,
            _ if self.character.follows_own_numbers
                && self.tasks.follow_own_numbers(&self.character, tick_cx.memory) =>
            {
                Invalidated::Priorities
            }
            invalidated => invalidated,
        }
    }

    /// Whether it is not yet time for the next decision, and no reflex acts.
    fn is_not_due(&self, tick_cx: &mut TickContext<'_>) -> bool {
        !is_due(self.character.profile.tasks_every, tick_cx.memory.time().tick)
            && !self.actuator.has_reflex()
            && reflexes(&self.character, tick_cx).0.is_empty()
    }

    /// Runs all stages; that of the goals only if it is invalid.
    fn decide(&mut self, goals_hold: bool, allocator: &mut Allocator, tick_cx: &mut TickContext<'_>) {
        let began = tick_cx.memory.clock();
        let mut stability = Stability::unstable_if(self.character.decides_anew);
        if !goals_hold {
            tick_cx.memory.reset_always();
            let Self { character, wants, tasks, .. } = self;
            let (mut new_goals, holds) = wants.evaluate(character, tasks, allocator.ledger(), tick_cx);
            stability &= holds;
            let only_priorities = stability.is_stable() && new_goals.is_empty();
            if only_priorities && !tick_cx.trace.wants_events() && self.reprioritise(tick_cx) {
                return;
            }
            let Self { character, threshold, tasks, .. } = self;
            stability &= tasks.filter(&mut new_goals, threshold, character, tick_cx);
            stability &= tasks.start(&new_goals, character, tick_cx);
        }
        let Self { character, tasks, holdings, actuator, .. } = self;
        let profile = &character.profile;
        stability &= tasks.remove_leaving();
        tick_cx.note(|| Event::Stage(Stage::Resume));
        tasks.resume(holdings.any_freed(), profile, tick_cx);
        tick_cx.note(|| Event::Stage(Stage::Allocate));
        stability &= tasks.sort(character, tick_cx);
        let (runs, holds) = allocator.allocate(tasks, character, tick_cx);
        stability &= holds;
        tick_cx.note(|| Event::Stage(Stage::Propose));
        let (proposals, holds) = gather(allocator.take_proposals(), actuator.runs(), character, tick_cx);
        stability &= holds;
        tick_cx.note(|| Event::Stage(Stage::Resolve));
        let resolution = resolve(proposals, character, tick_cx);
        tasks.remember_bindings(&runs, profile);
        stability &= allocator.release(holdings, tasks, &runs, character);
        let (endings, holds) = tasks.conclude(&runs, character, tick_cx);
        stability &= holds;
        stability &= actuator.carry_out(&resolution, endings, tasks, character, tick_cx);
        allocator.recycle(resolution.kept);
        stability &= tasks.stability(profile);
        self.stable = self.stable_decision(stability, began, tick_cx.memory);
        let work = tick_cx.budget.spent();
        tick_cx.note(|| Event::Decided { work });
    }

    /// Decides again after only priorities have changed: every task gives its last answer, in the same order or in one that makes
    /// no difference to what it can have. Returns `false`, and has decided nothing, if more has changed. Not for traces, which show
    /// every stage.
    fn reprioritise(&mut self, tick_cx: &mut TickContext<'_>) -> bool {
        let Self { character, threshold, tasks, actuator, stable, .. } = self;
        let profile = &character.profile;
        let now = tick_cx.memory.time().micros;
        let Some(stable) = stable.as_mut().filter(|stable| stable.tasks_hold(now)) else { return false };
        if character.repeats == Repeats::Never
            || !actuator.runs().all_while_proposed()
            || !stable.answers_hold(tick_cx.memory) && !tasks.answers_hold(profile, tick_cx.memory)
        {
            return false;
        }
        let Some(in_order) = tasks.rerank(threshold, profile) else { return false };
        if !in_order {
            tasks.sort_by_rank(profile.tie_break);
            if character.repeats != Repeats::InAnyOrder || !tasks.hold_nothing() {
                return false;
            }
            let Some(kept) = kept_commands(tasks.list(), character) else { return false };
            let others = (!actuator.is_doing(&kept)).then(|| proposals(&kept));
            drop(kept);
            if let Some(kept) = others {
                let condition = stable.condition();
                let stability =
                    actuator.act_again(&kept, tasks, character, tick_cx) & tasks.stability(profile);
                let holds = stability.is_stable() && tick_cx.memory.is_unchanged(condition.watch);
                self.stable = holds.then(|| StableDecision::new(condition, actuator.decision()));
                return true;
            }
        }
        actuator.repeat_with_ranks(tasks);
        stable.repeat();
        tick_cx.memory.end_tick();
        true
    }

    /// What would have to change for the next decision to differ, if this one was stable. It began at this clock of the memory.
    fn stable_decision(
        &mut self,
        stability: Stability,
        began: u64,
        memory: &mut Memory,
    ) -> Option<StableDecision> {
        if !stability.is_stable() {
            return None;
        }
        // Memory may have changed after the stage that read it: it shows the actions that were started.
        let changed = self.wants.arm(&self.character, memory, began)
            || self.tasks.channels().any(|channel| memory.version(channel) > began);
        if changed {
            return None;
        }
        let watch = memory.watch_for_change(self.tasks.channels());
        let condition = WakeCondition { watch, until: stability.micros() };
        let decision = StableDecision::new(condition, self.actuator.decision());
        memory.is_always_unchanged(watch).then_some(decision)
    }

    /// Makes the last decision again: everything continues.
    fn repeat(&mut self, tick_cx: &mut TickContext<'_>) {
        if !self.stable.as_mut().is_some_and(StableDecision::repeat) {
            self.actuator.repeat();
        }
        for task in self.tasks.list() {
            tick_cx.note(|| Event::Unchanged { task: task.number });
        }
        tick_cx.memory.end_tick();
    }

    /// All tasks propose what they did last, and only the actions are settled again. Not for traces, which show every stage.
    fn settle_again(&mut self, tick_cx: &mut TickContext<'_>) {
        let Some(condition) = self.stable.as_ref().map(StableDecision::condition) else { return };
        let Self { character, tasks, actuator, .. } = self;
        let mut stability = match only_action(character, tasks, actuator) {
            Some(proposal) => actuator.act_again(&[proposal], tasks, character, tick_cx),
            None => Allocator::with(|allocator| {
                allocator.repeat_all(tasks);
                let (proposals, gathered) =
                    gather(allocator.take_proposals(), actuator.runs(), character, tick_cx);
                let resolution = resolve(proposals, character, tick_cx);
                let endings = tasks.list().iter().map(|_| None).collect();
                let carried = actuator.carry_out(&resolution, endings, tasks, character, tick_cx);
                allocator.recycle(resolution.kept);
                gathered & carried
            }),
        };
        stability &= tasks.stability(&character.profile);
        let holds = stability.is_stable() && tick_cx.memory.is_unchanged(condition.watch);
        self.stable = holds.then(|| StableDecision::new(condition, self.actuator.decision()));
    }
}

/// Commands as proposals with the present ranks of their tasks.
fn proposals(commands: &[(&Task, &Command)]) -> SmallVec<[Proposal; 2]> {
    commands.iter().map(|(task, command)| task.proposal(command)).collect()
}

/// The only proposal of the only task, if there is nothing that it has to be checked against. Most characters do one thing at a
/// time, and do it again when it has ended.
fn only_action(character: &Character, tasks: &Tasks, actuator: &Actuator) -> Option<Proposal> {
    let [task] = tasks.list() else { return None };
    let alone = actuator.runs().is_idle() && character.reflexes.is_empty() && task.last_commands().len() == 1;
    let proposal = task.repeated_proposals().next().filter(|_| alone)?;
    (proposal.command.target(&character.vocabulary) == ActionTarget::World).then_some(proposal)
}

impl Mind for Arbiter {
    fn think(&mut self, tick_cx: &mut TickContext<'_>) {
        if tick_cx.trace.wants_events() {
            tick_cx.trace.event(Event::Tick { time: tick_cx.memory.time() });
            if tick_cx.memory.has_changed() {
                let Changes { added, changed, removed } = tick_cx.memory.changes();
                tick_cx.trace.event(Event::Perceived { added, changed, removed });
            }
        }
        let goals_hold = match self.invalidated(tick_cx) {
            Invalidated::Nothing => return self.repeat(tick_cx),
            Invalidated::Phases => return self.settle_again(tick_cx),
            Invalidated::Priorities => {
                tick_cx.memory.reset_always();
                if self.reprioritise(tick_cx) {
                    return;
                }
                // Goals count as changed, so that they are evaluated and filtered.
                self.stable = None;
                false
            }
            Invalidated::Proposals => true,
            Invalidated::Goals => false,
        };
        Allocator::with(|allocator| self.decide(goals_hold, allocator, tick_cx));
    }

    fn decision(&self) -> &Decision {
        self.actuator.decision()
    }

    fn wake_condition(&self) -> Option<WakeCondition> {
        self.stable.as_ref().and_then(StableDecision::wake_condition)
    }

    fn prefetch(&self, depth: u8) {
        match depth {
            0 => prefetch_value(self),
            1 => {
                prefetch_slice(self.tasks.list());
                self.actuator.runs().prefetch();
            }
            _ => self.tasks.list().iter().for_each(|task| task.prefetch(depth - 2)),
        }
    }

    fn pursued(&self) -> Vec<TaskView<'_>> {
        self.tasks().collect()
    }

    fn describe(&self) -> MindText {
        self.character.describe()
    }

    fn as_any(&self) -> Option<&dyn Any> {
        Some(self)
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        Some(self)
    }

    fn joint_key(&self) -> Option<Arc<dyn Any + Send + Sync>> {
        Some(self.character.clone())
    }

    fn joint_mind(&self) -> Option<Box<dyn JointMind>> {
        // Agents bring their own seeds along.
        Herd::new(self.character.clone(), 0, 0).ok().map(|herd| Box::new(herd) as Box<dyn JointMind>)
    }

    fn reconsider(&mut self) {
        self.stable = None;
        self.tasks.iter_mut().for_each(Task::forget_answer);
    }

    fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
        if let Some(stable) = &mut self.stable {
            stable.action_ended();
        }
        for task in self.tasks.iter_mut().filter(|task| task.behaviour.reacts_to_action_end()) {
            self.stable = None;
            task.forget_answer();
        }
        self.actuator.runs_mut().finish(run, ending, memory)
    }
}
