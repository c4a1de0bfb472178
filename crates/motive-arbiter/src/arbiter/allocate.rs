//! Running tasks in the order of their priority: each gets what those before it have left.

use super::Arbiter;
use super::character::Character;
use super::profile::{Allocation, OnStuck, Remembering, TieBreak};
use super::task::{Last, Task};
use motive_core::action::Proposal;
use motive_core::binding::RememberedBindings;
use motive_core::memory::Memory;
use motive_core::mind::{Context, Outcome, Stuck, TaskState, TickContext};
use motive_core::trace::{Event, NoTrace, Recorder, Tracer};
use motive_core::vocabulary::{Facts, Id};
use std::sync::Arc;

/// What became of one task in this tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ran {
    /// It was not its turn: suspended, or beyond the limit.
    Not,
    /// The limit on tasks was reached before it.
    Limit,
    Yes(Outcome),
}

impl Ran {
    pub(super) fn is_stuck(self) -> bool {
        matches!(self, Self::Yes(Outcome::Stuck(Stuck::Nothing | Stuck::Depth)))
    }

    fn runs(self) -> bool {
        matches!(self, Self::Yes(Outcome::Acting | Outcome::Waiting | Outcome::Done))
    }
}

/// How tasks are run.
#[derive(Clone, Copy)]
struct Sweep<'a> {
    /// Things to be left to others where something else will do.
    avoid: &'a [Id],
    /// Write down what would have fitted had others not held it.
    note_missed: bool,
    /// Tasks whose answer cannot have changed need not be asked.
    reuse: bool,
}

impl Sweep<'_> {
    const FIRST: Self = Self { avoid: &[], note_missed: false, reuse: true };
}

/// In what manner a task runs: with which rule and which variables, whatever they stand for.
#[derive(PartialEq)]
struct Manner {
    current: Option<String>,
    variables: Vec<Option<Arc<str>>>,
}

impl Manner {
    fn of(task: &Task) -> Self {
        let claims = task.last.iter().flat_map(|last| &last.claims);
        Self {
            current: task.behaviour.current().map(str::to_owned),
            variables: claims.map(|claim| claim.name.clone()).collect(),
        }
    }
}

/// How many ways to share things out are tried in one tick.
const MOST_TRIES: usize = 64;

fn running(ran: &[Ran]) -> usize {
    ran.iter().filter(|ran| ran.runs()).count()
}

impl Arbiter {
    /// Puts the most important task first.
    pub(super) fn sort(&mut self, tick_cx: &TickContext<'_>) {
        let profile = &self.character.profile;
        let (guard, turns, tick) = (profile.cycle_guard, &self.turns, self.tick);
        for task in &mut self.tasks {
            let factor = guard.as_ref().map_or(1.0, |guard| turns.factor(&task.name, tick, guard));
            let stays = if task.acted { profile.commitment } else { 0.0 };
            task.rank = task.priority * factor + stays;
        }
        let rng = tick_cx.rng;
        match profile.tie_break {
            TieBreak::OldestFirst => {
                self.tasks.sort_by(|a, b| b.rank.total_cmp(&a.rank).then(a.number.cmp(&b.number)));
            }
            TieBreak::NewestFirst => {
                self.tasks.sort_by(|a, b| b.rank.total_cmp(&a.rank).then(b.number.cmp(&a.number)));
            }
            // The list was turned around by the filter, and new tasks stand at its front.
            TieBreak::Alternate => self.tasks.sort_by(|a, b| b.rank.total_cmp(&a.rank)),
            TieBreak::Drawn => self.tasks.sort_by(|a, b| {
                let drawn = |task: &Task| rng.at(task.place);
                b.rank.total_cmp(&a.rank).then(drawn(a).cmp(&drawn(b)))
            }),
        }
        let equals = self.tasks.windows(2).any(|pair| pair[0].rank == pair[1].rank);
        let turns_matter = matches!(profile.tie_break, TieBreak::Alternate | TieBreak::Drawn);
        self.unsettled |= equals && turns_matter || guard.is_some();
    }

    /// Runs the tasks and collects what they propose.
    pub(super) fn allocate(&mut self, tick_cx: &mut TickContext<'_>) -> Vec<Ran> {
        if self.character.profile.allocation == Allocation::Greedy {
            return self.sweep(tick_cx, Sweep::FIRST);
        }
        // Only the sweep that counts is reported, and the others may cost as much work again.
        let mut events = Recorder::default();
        let whole = tick_cx.budget;
        let ran = self.sweep_unseen(tick_cx, Sweep::FIRST, &mut events);
        if !ran.iter().any(|ran| ran.is_stuck()) {
            events.take().into_iter().for_each(|event| tick_cx.note(|| event));
            return ran;
        }
        self.unsettled = true;
        let avoid = self.spread(tick_cx, &ran);
        tick_cx.budget = whole;
        self.sweep(tick_cx, Sweep { avoid: &avoid, note_missed: false, reuse: false })
    }

    /// Looks for things that tasks should leave alone where something else will do, so that stuck tasks can run too: first single
    /// things that a stuck task missed, then what is missed when those are left alone, and so on.
    fn spread(&mut self, tick_cx: &mut TickContext<'_>, greedy: &[Ran]) -> Vec<Id> {
        let unseen = &mut Recorder::default();
        let before: Vec<Manner> = self.tasks.iter().map(Manner::of).collect();
        let mut tries: Vec<Vec<Id>> = vec![Vec::new()];
        let (mut best, mut most, mut at) = (0, running(greedy), 0);
        while let Some(avoid) = tries.get(at).cloned() {
            self.missed.clear();
            let tried =
                self.sweep_unseen(tick_cx, Sweep { avoid: &avoid, note_missed: true, reuse: false }, unseen);
            let no_worse = greedy.iter().enumerate().all(|(at, ran)| {
                !ran.runs() || tried[at] == *ran && Manner::of(&self.tasks[at]) == before[at]
            });
            if no_worse && running(&tried) > most {
                (best, most) = (at, running(&tried));
            }
            if most == self.tasks.len() || tick_cx.budget.left() == 0 {
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

    fn sweep_unseen(
        &mut self,
        tick_cx: &mut TickContext<'_>,
        how: Sweep<'_>,
        events: &mut Recorder,
    ) -> Vec<Ran> {
        let mut no_trace = NoTrace;
        let trace: &mut dyn Tracer = if tick_cx.trace.wants_events() { events } else { &mut no_trace };
        let mut unseen =
            TickContext { memory: tick_cx.memory, rng: tick_cx.rng, budget: tick_cx.budget, trace };
        let ran = self.sweep(&mut unseen, how);
        tick_cx.budget = unseen.budget;
        ran
    }

    fn sweep(&mut self, tick_cx: &mut TickContext<'_>, how: Sweep<'_>) -> Vec<Ran> {
        let character = self.character.clone();
        let profile = &character.profile;
        self.ledger.undo(0);
        self.proposals.clear();
        self.same_so_far = self.order.len() == self.tasks.len() && how.reuse;
        let mut running = 0;
        let mut all = std::mem::take(&mut self.ran);
        all.clear();
        for at in 0..self.tasks.len() {
            let task = &self.tasks[at];
            let number = task.number;
            self.same_so_far &= self.order.get(at) == Some(&number);
            let at_limit = profile.max_runnable.is_some_and(|limit| running >= limit);
            let exhausted = profile.stop_when_exhausted && nothing_free(&self.ledger, tick_cx.memory);
            let ran = if task.state == TaskState::Suspended {
                Ran::Not
            } else if at_limit || exhausted {
                tick_cx.note(|| Event::TaskSkipped { task: number });
                Ran::Limit
            } else {
                Ran::Yes(self.run(at, &character, tick_cx, how))
            };
            if !matches!(ran, Ran::Yes(_))
                && let Some(last) = &mut self.tasks[at].last
            {
                // Its last answer is older than what the others last had, so it must not stand in for a new one.
                last.volatile = true;
            }
            if profile.suspended_keep && profile.on_stuck == OnStuck::Suspend && !ran.runs() {
                self.keep(at, &character, tick_cx.memory);
            }
            running += usize::from(ran.runs());
            all.push(ran);
        }
        all
    }

    /// A task that was put aside holds on to what it had, as long as nobody more important took it.
    fn keep(&mut self, at: usize, character: &Character, memory: &Memory) {
        let rules = &character.profile.binding;
        let task = &self.tasks[at];
        let holder = task.holder();
        for claim in &task.kept {
            if self.ledger.can_have(claim, holder, rules, memory) {
                self.ledger.claim(holder, claim.clone(), rules);
            }
        }
    }

    /// Runs one task, or takes its last answer if nothing that it looked at has changed.
    fn run(
        &mut self,
        at: usize,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
        how: Sweep<'_>,
    ) -> Outcome {
        let rules = &character.profile.binding;
        if character.profile.reuse && self.same_so_far && self.is_unchanged(at, tick_cx.memory) {
            return self.repeat(at, character, tick_cx);
        }
        let task = &mut self.tasks[at];
        let (number, rank) = (task.number, task.rank);
        tick_cx.note(|| Event::TaskRun { task: number, priority: rank });
        let (mark, first, missed) = (self.ledger.mark(), self.proposals.len(), self.missed.len());
        let (mut volatile, mut until) = (false, u64::MAX);
        if task.ran {
            task.behaviour.unchanged(self.tick.saturating_sub(1));
        }
        let remembered = match character.profile.remembering {
            Remembering::PerTask => &task.remembered,
            Remembering::PerAgent => &self.remembered,
        };
        let mut cx = Context {
            memory: tick_cx.memory,
            ledger: &mut self.ledger,
            rules,
            holder: task.holder(),
            priority: rank,
            remembered,
            rng: tick_cx.rng.within(task.place),
            budget: &mut tick_cx.budget,
            volatile: &mut volatile,
            until: &mut until,
            overridden: &mut self.overridden,
            avoid: how.avoid,
            missed: how.note_missed.then_some(&mut self.missed),
            proposals: &mut self.proposals,
            trace: tick_cx.trace,
        };
        let outcome = task.behaviour.propose(&mut cx);
        if matches!(outcome, Outcome::Stuck(_)) {
            cx.undo((mark, first));
        } else {
            // What a task that runs would rather have is not missed.
            self.missed.truncate(missed);
        }
        for id in self.overridden.drain(..) {
            // A rule that failed after all has taken nothing from anybody.
            if self.ledger.claims_since(mark).any(|claim| claim.id == id) {
                tick_cx.note(|| Event::Overridden { task: number, id });
            }
        }
        let until = if volatile { 0 } else { until };
        self.note_answer(at, outcome, until, (mark, first), character, tick_cx);
        outcome
    }

    /// Remembers a task's answer, what it depended on, and until when it stands if nothing of that changes.
    fn note_answer(
        &mut self,
        at: usize,
        outcome: Outcome,
        until: u64,
        (mark, first): (usize, usize),
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) {
        let task = &mut self.tasks[at];
        let last = task.last.get_or_insert_with(|| Last::of(outcome));
        let same_claims = last.claims.iter().eq(self.ledger.claims_since(mark));
        self.same_so_far &= same_claims && until > 0;
        last.claims.clear();
        last.claims.extend(self.ledger.claims_since(mark).cloned());
        last.proposals.clear();
        last.proposals.extend(self.proposals[first..].iter().cloned());
        last.outcome = outcome;
        last.remembered.clear();
        last.remembered.extend_from_slice(match character.profile.remembering {
            Remembering::PerTask => &task.remembered,
            Remembering::PerAgent => &self.remembered,
        });
        // There may be more work to spend next time.
        let short = outcome == Outcome::Stuck(Stuck::Budget);
        last.until = until;
        last.volatile = until == 0 || short || !character.profile.reuse;
        match task.behaviour.reads() {
            Some(reads) if !reads.is_volatile() && !last.volatile => {
                tick_cx.memory.watch_all(reads.dependencies(), &mut last.channels);
            }
            _ => {
                last.channels.clear();
                last.volatile = true;
            }
        }
        last.clock = tick_cx.memory.clock();
        self.unsettled |= last.volatile;
    }

    fn is_unchanged(&self, at: usize, memory: &Memory) -> bool {
        let task = &self.tasks[at];
        task.last.as_ref().is_some_and(|last| {
            !last.volatile
                && memory.time().micros < last.until
                && last.remembered == *self.remembered_by(task)
                && last.channels.iter().all(|channel| memory.version(*channel) <= last.clock)
        })
    }

    fn remembered_by<'a>(&'a self, task: &'a Task) -> &'a RememberedBindings {
        match self.character.profile.remembering {
            Remembering::PerTask => &task.remembered,
            Remembering::PerAgent => &self.remembered,
        }
    }

    /// Whether the tasks would find everything as they found it now, should nothing change.
    pub(super) fn is_settled(&self) -> bool {
        let settled = |task: &Task| {
            let known = |last: &Last| !last.volatile && last.remembered == *self.remembered_by(task);
            task.state == TaskState::Active && !task.leaving && task.last.as_ref().is_some_and(known)
        };
        !self.unsettled && !self.freed && self.tasks.iter().all(settled)
    }

    fn repeat(&mut self, at: usize, character: &Character, tick_cx: &mut TickContext<'_>) -> Outcome {
        let task = &mut self.tasks[at];
        let (holder, rank) = (task.holder(), task.rank);
        let Some(last) = &task.last else { return Outcome::Stuck(Stuck::Nothing) };
        tick_cx.note(|| Event::Unchanged { task: task.number });
        self.ledger.replay(holder, &last.claims, &character.profile.binding);
        let again = last.proposals.iter().map(|proposal| Proposal { priority: rank, ..proposal.clone() });
        self.proposals.extend(again);
        last.outcome
    }
}

fn nothing_free(ledger: &motive_core::binding::Ledger, memory: &Memory) -> bool {
    !memory.is_empty() && memory.things().all(|thing| ledger.is_used_up(thing.id(), memory))
}
