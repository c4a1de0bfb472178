//! Third stage of a decision: tasks run in the order of their rank, each with what those before it have left.

use super::character::Character;
use super::profile::{Allocation, OnStuck, Profile, Remembering, ResumeGate};
use super::stability::Stability;
use super::task::{LastAnswer, Task};
use super::tasks::Tasks;
use motive_core::action::Proposal;
use motive_core::binding::Ledger;
use motive_core::engine::{Binder, Claim};
use motive_core::memory::Memory;
use motive_core::mind::{Context, GoalMode, Outcome, Stuck, TickContext};
use motive_core::trace::{Event, MindPart, NoTrace, Recorder, Tracer};
use motive_core::vocabulary::{Facts, Id, Property};
use motive_util::ThinList;
use smallvec::SmallVec;
use std::cell::Cell;
use std::sync::Arc;

/// What happened to one task in this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TaskRun {
    /// It is suspended.
    Suspended,
    /// The limit on tasks was reached before it.
    OverLimit,
    /// It was asked, or its last answer still holds.
    Asked(Outcome),
}

/// What happened to each task in this tick, in the order of the tasks.
pub(super) type TaskRuns = SmallVec<[TaskRun; 8]>;

impl TaskRun {
    fn is_stuck(self) -> bool {
        matches!(self, Self::Asked(Outcome::Stuck(Stuck::Nothing | Stuck::Depth)))
    }

    /// It was asked and is not stuck.
    pub(super) fn is_unstuck(self) -> bool {
        matches!(self, Self::Asked(Outcome::Acting | Outcome::Waiting | Outcome::Done))
    }
}

/// How tasks are asked in one pass over all of them.
#[derive(Clone, Copy)]
struct Pass<'a> {
    /// Things that tasks avoid if another thing fits.
    avoid: &'a [Id],
    /// Collect things that would have fitted if others did not hold them.
    note_missed: bool,
    /// Tasks whose answer cannot have changed are not asked.
    reuse: bool,
}

impl Pass<'_> {
    const FIRST: Self = Self { avoid: &[], note_missed: false, reuse: true };
}

/// The rule that a task runs and the variables that it binds, whatever their values.
#[derive(PartialEq)]
struct RunningRule {
    current: Option<String>,
    variables: Vec<Option<Arc<str>>>,
}

impl RunningRule {
    fn of(task: &Task) -> Self {
        let claims = task.bindings.claims.iter();
        Self {
            current: task.behaviour.current().map(str::to_owned),
            variables: claims.map(|claim| claim.name().cloned()).collect(),
        }
    }
}

/// How many ways to share things out are tried in one tick.
const MOST_TRIES: usize = 64;

fn running(runs: &[TaskRun]) -> usize {
    runs.iter().filter(|run| run.is_unstuck()).count()
}

/// Gives out things to tasks and collects what they propose. It keeps nothing from decision to decision but its room, so the agents
/// of a thread share one.
#[derive(Default)]
pub(super) struct Allocator {
    ledger: Ledger,
    proposals: Vec<Proposal>,
    overridden: Vec<Id>,
    missed: Vec<Id>,
}

thread_local! {
    static ALLOCATOR: Cell<Option<Box<Allocator>>> = const { Cell::new(None) };
}

impl Allocator {
    /// Decides with the allocator of this thread, or with a new one inside another decision.
    pub(super) fn with<R>(decide: impl FnOnce(&mut Self) -> R) -> R {
        let mut allocator = ALLOCATOR.take().unwrap_or_default();
        let decided = decide(&mut allocator);
        ALLOCATOR.set(Some(allocator));
        decided
    }

    /// The reservations of the present tick.
    pub(super) fn ledger(&mut self) -> &mut Ledger {
        &mut self.ledger
    }

    /// What tasks proposed, in the order in which they were asked.
    pub(super) fn take_proposals(&mut self) -> Vec<Proposal> {
        std::mem::take(&mut self.proposals)
    }

    /// Takes back the buffer of [`Allocator::take_proposals`].
    pub(super) fn recycle(&mut self, mut proposals: Vec<Proposal>) {
        proposals.clear();
        self.proposals = proposals;
    }

    /// All tasks propose what they did last.
    pub(super) fn repeat_all(&mut self, tasks: &Tasks) {
        self.proposals.clear();
        self.proposals.extend(tasks.list().iter().flat_map(Task::repeated_proposals));
    }

    /// Runs the tasks and collects what they propose.
    pub(super) fn allocate(
        &mut self,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> (TaskRuns, Stability) {
        let (runs, stability) = match character.profile.allocation {
            Allocation::Greedy => self.pass(tasks, character, tick_cx, Pass::FIRST),
            Allocation::MostTasks => self.allocate_to_most(tasks, character, tick_cx),
        };
        tasks.note_order();
        (runs, stability)
    }

    /// Ends the tick: notes what tasks hold and releases it.
    pub(super) fn release(
        &mut self,
        holdings: &mut Holdings,
        tasks: &Tasks,
        runs: &[TaskRun],
        character: &Character,
    ) -> Stability {
        if character.profile.resume == ResumeGate::OnChange {
            holdings.update(tasks.list().iter().zip(runs.iter().copied()), character);
        }
        self.ledger.release();
        Stability::unstable_if(holdings.any_freed())
    }

    fn allocate_to_most(
        &mut self,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> (TaskRuns, Stability) {
        // Only the pass that counts is traced, and the others may cost as much work again.
        let mut events = Recorder::default();
        let whole = tick_cx.budget;
        let (runs, stability) = self.untraced_pass(tasks, character, tick_cx, Pass::FIRST, &mut events);
        if !runs.iter().any(|run| run.is_stuck()) {
            events.take().into_iter().for_each(|event| tick_cx.note(|| event));
            return (runs, stability);
        }
        let avoid = self.find_things_to_avoid(tasks, character, tick_cx, &runs);
        tick_cx.budget = whole;
        let pass = Pass { avoid: &avoid, note_missed: false, reuse: false };
        let (runs, _) = self.pass(tasks, character, tick_cx, pass);
        (runs, Stability::UNSTABLE)
    }

    /// Looks for things that tasks should leave alone where something else will do, so that stuck tasks can run too: first single
    /// things that a stuck task missed, then what is missed when those are left alone, and so on.
    fn find_things_to_avoid(
        &mut self,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
        greedy: &[TaskRun],
    ) -> Vec<Id> {
        let unseen = &mut Recorder::default();
        let before: Vec<RunningRule> = tasks.list().iter().map(RunningRule::of).collect();
        let mut tries: Vec<Vec<Id>> = vec![Vec::new()];
        let (mut best, mut most, mut at) = (0, running(greedy), 0);
        while let Some(avoid) = tries.get(at).cloned() {
            self.missed.clear();
            let pass = Pass { avoid: &avoid, note_missed: true, reuse: false };
            let (tried, _) = self.untraced_pass(tasks, character, tick_cx, pass, unseen);
            let no_worse = greedy.iter().enumerate().all(|(at, run)| {
                !run.is_unstuck() || tried[at] == *run && RunningRule::of(&tasks.list()[at]) == before[at]
            });
            if no_worse && running(&tried) > most {
                (best, most) = (at, running(&tried));
            }
            if most == tasks.list().len() || tick_cx.budget.left() == 0 {
                break;
            }
            for id in std::mem::take(&mut self.missed) {
                let mut next = avoid.clone();
                next.push(id);
                next.sort_unstable();
                next.dedup();
                if tries.len() < MOST_TRIES && !tries.contains(&next) {
                    tries.push(next);
                }
            }
            at += 1;
        }
        tries.swap_remove(best)
    }

    fn untraced_pass(
        &mut self,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
        pass: Pass<'_>,
        events: &mut Recorder,
    ) -> (TaskRuns, Stability) {
        let mut no_trace = NoTrace;
        let mut trial = TrialTracer { events, outer: &*tick_cx.trace };
        let trace: &mut dyn Tracer = if tick_cx.trace.wants_events() { &mut trial } else { &mut no_trace };
        let mut unseen =
            TickContext { memory: tick_cx.memory, rng: tick_cx.rng, budget: tick_cx.budget, trace };
        let done = self.pass(tasks, character, &mut unseen, pass);
        tick_cx.budget = unseen.budget;
        done
    }

    /// Asks all tasks in order, except those whose last answer still holds.
    fn pass(
        &mut self,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
        pass: Pass<'_>,
    ) -> (TaskRuns, Stability) {
        let profile = &character.profile;
        self.ledger.undo(0);
        self.proposals.clear();
        let mut stability = Stability::STABLE;
        // Whether everything that the tasks so far hold is as it was in the last tick.
        let mut same_so_far = tasks.are_as_many() && pass.reuse && profile.reuse;
        // Tasks that hold nothing leave the same to those after them in any order. A trace shows them being asked all the same.
        let any_order = !tick_cx.trace.wants_events() && tasks.hold_nothing();
        let mut runs = TaskRuns::new();
        for at in 0..tasks.list().len() {
            let task = &tasks.list()[at];
            let number = task.number;
            same_so_far &= any_order || task.place as usize == at;
            let at_limit = profile.max_runnable.is_some_and(|limit| running(&runs) >= limit);
            let exhausted = profile.stop_when_exhausted && nothing_free(&self.ledger, tick_cx.memory);
            let run = if task.is_suspended() {
                TaskRun::Suspended
            } else if at_limit || exhausted {
                tick_cx.note(|| Event::TaskSkipped { task: number });
                TaskRun::OverLimit
            } else if same_so_far && holds(task, tasks, profile, tick_cx.memory) {
                TaskRun::Asked(self.repeat(task, profile, tick_cx))
            } else {
                let answer = self.ask(at, tasks, character, tick_cx, pass);
                same_so_far &= answer.same_claims;
                stability &= answer.stability;
                TaskRun::Asked(answer.outcome)
            };
            if !matches!(run, TaskRun::Asked(_)) {
                // Its last answer is older than what the others last had, so it must not replace a new one.
                tasks.get_mut(at).0.forget_answer();
            }
            if profile.suspended_keep && profile.on_stuck == OnStuck::Suspend && !run.is_unstuck() {
                self.keep(&tasks.list()[at], profile, tick_cx.memory);
            }
            runs.push(run);
        }
        (runs, stability)
    }

    /// A suspended task holds on to what it had, as long as no more important task took it.
    fn keep(&mut self, task: &Task, profile: &Profile, memory: &Memory) {
        let (rules, holder) = (&profile.binding, task.holder());
        for claim in &task.bindings.kept {
            if self.ledger.can_have(claim, holder, rules, memory) {
                self.ledger.claim(holder, claim.clone(), rules);
            }
        }
    }

    /// Uses a task's last answer.
    fn repeat(&mut self, task: &Task, profile: &Profile, tick_cx: &mut TickContext<'_>) -> Outcome {
        let Some(last) = &task.last else { return Outcome::Stuck(Stuck::Nothing) };
        tick_cx.note(|| Event::Unchanged { task: task.number });
        self.ledger.replay(task.holder(), &task.bindings.claims, &profile.binding);
        self.proposals.extend(task.repeated_proposals());
        last.outcome
    }

    /// Asks a task what it proposes.
    fn ask(
        &mut self,
        at: usize,
        tasks: &mut Tasks,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
        pass: Pass<'_>,
    ) -> Answer {
        let profile = &character.profile;
        let (task, shared_bindings) = tasks.get_mut(at);
        let (number, rank) = (task.number, task.rank);
        tick_cx.note(|| Event::TaskRun { task: number, priority: rank });
        let (mark, first, missed) = (self.ledger.mark(), self.proposals.len(), self.missed.len());
        if task.ran {
            task.behaviour.unchanged(tick_cx.memory.time().tick.saturating_sub(1));
        }
        let (holder, key) = (task.holder(), character.compiled_goals[task.goal()].rng_key);
        let details = &mut **task;
        let remembered = match profile.remembering {
            Remembering::PerTask => &details.bindings.remembered,
            Remembering::PerAgent => shared_bindings,
        };
        let rng = tick_cx.rng.within(key);
        let binder = Binder::new(holder, &mut self.ledger, &profile.binding, rng, &mut tick_cx.budget)
            .remembering(remembered)
            .avoiding(pass.avoid)
            .noting_overridden(&mut self.overridden)
            .noting_missed(pass.note_missed.then_some(&mut self.missed));
        let mut cx = Context::new(tick_cx.memory, binder, rank, &mut self.proposals, tick_cx.trace);
        let outcome = details.behaviour.propose(&mut cx);
        let (volatile, until) = (cx.is_volatile(), cx.until());
        if matches!(outcome, Outcome::Stuck(_)) {
            cx.undo((mark, first));
        } else {
            // What a task that runs would rather have is not missed.
            self.missed.truncate(missed);
        }
        for id in self.overridden.drain(..) {
            // A rule that failed after all has taken nothing from anybody.
            if self.ledger.claims_since(mark).any(|claim| claim.id() == id) {
                tick_cx.note(|| Event::Overridden { task: number, id });
            }
        }
        let stability = if volatile { Stability::UNSTABLE } else { Stability::until(until) };
        let new = NewAnswer { outcome, stability, mark, first };
        self.note_answer(at, tasks, new, profile, tick_cx.memory)
    }

    /// Remembers a task's answer and what it depended on.
    fn note_answer(
        &mut self,
        at: usize,
        tasks: &mut Tasks,
        new: NewAnswer,
        profile: &Profile,
        memory: &mut Memory,
    ) -> Answer {
        let NewAnswer { outcome, stability, mark, first } = new;
        let (task, shared_bindings) = tasks.get_mut(at);
        let task = &mut **task;
        let last = task.last.get_or_insert_with(|| LastAnswer::new(outcome));
        let claims = || self.ledger.claims_since(mark);
        let same_claims = task.bindings.claims.iter().eq(claims()) && stability.is_stable();
        let shared = match profile.remembering {
            Remembering::PerTask => None,
            Remembering::PerAgent => Some(shared_bindings),
        };
        task.bindings.note_answer(claims(), shared);
        last.commands.clear();
        last.commands.extend(self.proposals[first..].iter().map(|proposal| proposal.command.clone()));
        last.outcome = outcome;
        // A task that ran out of budget may have more in the next tick.
        let out_of_budget = outcome == Outcome::Stuck(Stuck::Budget);
        last.stability = stability & Stability::unstable_if(out_of_budget || !profile.reuse);
        match task.behaviour.reads() {
            Some(reads) if !reads.is_volatile() && last.stability.is_stable() => {
                memory.watch_all(reads.dependencies(), &mut last.channels);
            }
            _ => {
                last.channels.clear();
                last.stability = Stability::UNSTABLE;
            }
        }
        last.clock = memory.clock();
        Answer { outcome, same_claims, stability: Stability::unstable_if(!last.stability.is_stable()) }
    }
}

/// What a task said when it was asked: where its claims begin in the ledger, and its proposals in the list.
struct NewAnswer {
    outcome: Outcome,
    stability: Stability,
    mark: usize,
    first: usize,
}

/// The answer of a task, as far as it matters for the tasks after it.
struct Answer {
    outcome: Outcome,
    /// It holds what it held in the last tick, and nothing else.
    same_claims: bool,
    stability: Stability,
}

/// Whether a task would give its last answer again.
fn holds(task: &Task, tasks: &Tasks, profile: &Profile, memory: &Memory) -> bool {
    task.answer_holds(tasks.remembered_by(task, profile), memory)
}

fn nothing_free(ledger: &Ledger, memory: &Memory) -> bool {
    !memory.is_empty() && memory.things().all(|thing| ledger.is_used_up(thing.id(), memory))
}

/// Keeps the events of a pass that may be thrown away; what is disabled by hand stays so.
struct TrialTracer<'t> {
    events: &'t mut Recorder,
    outer: &'t dyn Tracer,
}

impl Tracer for TrialTracer<'_> {
    fn event(&mut self, event: Event) {
        self.events.event(event);
    }

    fn is_disabled(&self, part: MindPart<'_>) -> bool {
        self.outer.is_disabled(part)
    }
}

/// What tasks held in the last tick. Suspended tasks may wait for any of it to become free.
#[derive(Default)]
pub(super) struct Holdings {
    held: ThinList<Held>,
    freed: bool,
}

/// A thing that is held as a whole, or an amount of one of its quantities.
type Held = (Id, Option<(Property, f64)>);

impl Holdings {
    /// Whether nothing is held, and nothing was freed.
    pub(super) fn are_empty(&self) -> bool {
        self.held.is_empty() && !self.freed
    }

    /// Whether anything was freed in the last tick, or will be when tasks that are done are gone.
    pub(super) fn any_freed(&self) -> bool {
        self.freed
    }

    /// Compares what tasks hold now with what they held before.
    pub(super) fn update<'a>(
        &mut self,
        tasks: impl Iterator<Item = (&'a Task, TaskRun)>,
        character: &Character,
    ) {
        let stays = |task: &Task, outcome: Outcome| match outcome {
            Outcome::Done => character.goals[task.goal()].mode == GoalMode::Maintain,
            Outcome::Acting | Outcome::Waiting => true,
            Outcome::Stuck(_) => false,
        };
        let (mut kept, mut held): (Vec<Held>, Vec<Held>) = (Vec::new(), Vec::new());
        for (task, run) in tasks {
            // A task that was not asked holds nothing, whatever it had before.
            let TaskRun::Asked(outcome) = run else { continue };
            let had: Vec<Held> = task.bindings.claims.iter().flat_map(entries).collect();
            if stays(task, outcome) {
                kept.extend_from_slice(&had);
            }
            held.extend(had);
        }
        self.freed = is_freed(&self.held, &kept) || is_freed(&held, &kept);
        self.held = kept.into();
    }
}

fn entries(claim: &Claim) -> Vec<Held> {
    if claim.portions().is_empty() {
        return vec![(claim.id(), None)];
    }
    claim.portions().iter().map(|portion| (claim.id(), Some(*portion))).collect()
}

/// Whether a thing that was held as a whole no longer is, or less of a quantity is held than was.
fn is_freed(before: &[Held], now: &[Held]) -> bool {
    let amount = |held: &[Held], id: Id, of: Property| -> f64 {
        let portions = held.iter().filter(|entry| entry.0 == id).filter_map(|entry| entry.1);
        portions.filter(|(property, _)| *property == of).map(|(_, amount)| amount).sum()
    };
    before.iter().any(|entry| match entry {
        (id, Some((property, _))) => amount(before, *id, *property) > amount(now, *id, *property),
        (_, None) => !now.contains(entry),
    })
}
