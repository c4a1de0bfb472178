//! One decision, from the goals that came up to the actions that leave.

use super::allocate::Ran;
use super::profile::{OnStuck, Remembering, Removal, ResumeGate, TieBreak};
use super::task::Task;
use super::want::Made;
use super::{Arbiter, Steady};
use motive_core::action::{Command, DropReason, Phase, Proposal, Resolution};
use motive_core::binding::{Holder, Ledger};
use motive_core::condition::{Access, Bindings};
use motive_core::engine::apply_internal;
use motive_core::engine::{Binder, RememberedBindings};
use motive_core::engine::{Claim, Eval};
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{GoalMode, Mind, Outcome, Stuck, TaskState, TickContext, WakeCondition};
use motive_core::trace::{Event, ProposalResult, Stage, TaskEnd};
use motive_core::vocabulary::{ActionTarget, Facts, Id, Value};
use smallvec::SmallVec;

/// Why each task ends, if it does, in the order of the tasks.
type Endings = SmallVec<[Option<TaskEnd>; 8]>;

/// Reflexes propose on nobody's behalf.
const REFLEX: Holder = Holder(0);

impl Arbiter {
    /// Whether the last decision stands because nothing that anything looks at has changed.
    pub(super) fn stands(&mut self, tick_cx: &mut TickContext<'_>) -> bool {
        let waits = !self.tick.is_multiple_of(self.character.profile.tasks_every.max(1))
            && !self.reflexes_matter(tick_cx);
        let now = tick_cx.memory.time().micros;
        let unchanged =
            self.wake_condition().is_some_and(|wake_condition| wake_condition.holds(tick_cx.memory, now));
        if !unchanged && !waits {
            return false;
        }
        let repeated =
            self.steady.as_mut().is_some_and(|steady| std::mem::replace(&mut steady.repeated, true));
        if !repeated {
            self.decision.stopped.clear();
            self.decision.actions.iter_mut().for_each(|act| act.phase = Phase::Continued);
        }
        for task in &self.tasks {
            tick_cx.note(|| Event::Unchanged { task: task.number });
        }
        true
    }

    /// If an action has ended and nothing else that anything looks at has changed, all tasks propose what they did last: only what
    /// becomes of that has to be worked out. Whoever watches sees every step instead.
    pub(super) fn goes_on(&mut self, tick_cx: &mut TickContext<'_>) -> bool {
        let now = tick_cx.memory.time().micros;
        let Some(Steady { wake_condition, ended: true, .. }) = self.steady else { return false };
        if tick_cx.trace.wants_events() || !wake_condition.holds(tick_cx.memory, now) {
            return false;
        }
        self.unsettled = false;
        if !self.begins_again(tick_cx) {
            self.propose_again();
            let proposals = self.gather(tick_cx);
            let resolution = self.resolve(proposals, tick_cx);
            let ended = self.tasks.iter().map(|_| None).collect();
            self.carry_out(resolution, ended, tick_cx);
        }
        let stands = self.is_settled() && tick_cx.memory.is_unchanged(wake_condition.watch);
        self.steady = stands.then_some(Steady { wake_condition, repeated: false, ended: false });
        true
    }

    /// All tasks propose what they did last.
    fn propose_again(&mut self) {
        self.proposals.clear();
        for task in &self.tasks {
            let Some(last) = &task.last else { continue };
            let again = |proposal: &Proposal| Proposal { priority: task.rank, ..proposal.clone() };
            self.proposals.extend(last.proposals.iter().map(again));
        }
    }

    /// Most characters do one thing at a time, and do it again when it has ended. Then there is nothing to weigh it against.
    fn begins_again(&mut self, tick_cx: &mut TickContext<'_>) -> bool {
        let Self { character, tasks, runs, decision, .. } = self;
        let [task] = &tasks[..] else { return false };
        let Some([proposal]) = task.last.as_ref().map(|last| &last.proposals[..]) else { return false };
        let alone = runs.is_idle() && character.reflexes.is_empty() && !character.catalogue.looks_at_memory();
        if !alone || proposal.command.target(&character.vocabulary) == ActionTarget::Memory {
            return false;
        }
        tick_cx.memory.end_tick();
        let again = Proposal { priority: task.rank, ..proposal.clone() };
        runs.settle(std::slice::from_ref(&again), tick_cx.memory, decision, character.shows_actions);
        self.note_acting(tick_cx);
        self.forget(tick_cx.memory);
        true
    }

    /// Drops goals and tasks that are too weak.
    pub(super) fn filter(&mut self, mut made: Vec<Made>, tick_cx: &mut TickContext<'_>) -> Vec<Made> {
        if self.threshold.moves() {
            self.unsettled = true;
            let tasks = self.tasks.iter().map(|task| task.priority);
            let priorities: Vec<f64> = made.iter().map(|made| made.priority).chain(tasks).collect();
            if let Some((from, to)) = self.threshold.adjust(&priorities) {
                tick_cx.note(|| Event::Threshold { from, to });
            }
        }
        let character = self.character.clone();
        made.retain(|made| {
            let passes = self.threshold.passes(made.priority);
            if !passes {
                let (goal, threshold) = (character.goals[made.goal].name.clone(), self.threshold.now());
                tick_cx.note(|| Event::GoalFiltered { goal, priority: made.priority, threshold });
            }
            passes
        });
        // What is over already leaves by itself.
        let weak = |task: &Task| {
            (!task.leaving && !self.threshold.passes(task.priority)).then_some(TaskEnd::Filtered)
        };
        let weak: Endings = self.tasks.iter().map(weak).collect();
        self.end(weak, tick_cx);
        if character.profile.tie_break == TieBreak::Alternate {
            self.tasks.reverse();
        }
        made
    }

    /// Makes a task of each goal that came up.
    pub(super) fn select(&mut self, made: Vec<Made>, tick_cx: &mut TickContext<'_>) {
        let character = self.character.clone();
        for made in made {
            let goal = &character.goals[made.goal];
            let program = character.select(goal, tick_cx.memory).filter(|program| program.arity() == 0);
            let Some(program) = program else {
                tick_cx.note(|| Event::NoProgram { goal: goal.name.clone() });
                // A selector may look at anything, so it is asked again.
                self.unsettled |= character.selector.is_some();
                continue;
            };
            let (number, name) = (self.next_task, program.name().clone());
            self.next_task += 1;
            tick_cx.note(|| Event::TaskStarted {
                task: number,
                goal: goal.name.clone(),
                program: name.clone(),
                priority: made.priority,
            });
            let mut behaviour = program.start();
            behaviour.begin(tick_cx.memory);
            let task = Task {
                number,
                goal: made.goal,
                name: goal.name.clone(),
                mode: goal.mode,
                place: place_of(&goal.name),
                priority: made.priority,
                rank: made.priority,
                program: name,
                version: program.version(),
                behaviour,
                state: TaskState::Active,
                created: self.tick,
                ran_at: self.tick,
                leaving: false,
                ran: false,
                acted: false,
                remembered: RememberedBindings::new(),
                kept: Vec::new(),
                last: None,
            };
            let front = character.profile.tie_break == TieBreak::Alternate;
            self.tasks.insert(if front { 0 } else { self.tasks.len() }, task);
            self.unsettled = true;
        }
    }

    /// Resume, allocate, propose, resolve; then the decision is carried out.
    pub(super) fn arbitrate(&mut self, tick_cx: &mut TickContext<'_>) {
        let before = self.tasks.len();
        self.tasks.retain(|task| !task.leaving);
        self.unsettled |= self.tasks.len() != before;
        tick_cx.note(|| Event::Stage(Stage::Resume));
        self.resume(tick_cx);
        tick_cx.note(|| Event::Stage(Stage::Allocate));
        self.sort(tick_cx);
        let ran = self.allocate(tick_cx);
        self.order.clear();
        self.order.extend(self.tasks.iter().map(|task| task.number));
        tick_cx.note(|| Event::Stage(Stage::Propose));
        let proposals = self.gather(tick_cx);
        tick_cx.note(|| Event::Stage(Stage::Resolve));
        let resolution = self.resolve(proposals, tick_cx);
        self.remember_bindings(&ran);
        self.note_freed(&ran);
        let ended = self.fates(&ran, tick_cx);
        self.carry_out(resolution, ended, tick_cx);
        self.ran = ran;
        self.ledger.release();
        self.settle(tick_cx);
        let work = tick_cx.budget.spent();
        tick_cx.note(|| Event::Decided { work });
    }

    fn resume(&mut self, tick_cx: &mut TickContext<'_>) {
        let profile = &self.character.profile;
        let something_new = tick_cx.memory.has_changed() || self.freed;
        if profile.resume == ResumeGate::OnChange && !something_new {
            return;
        }
        for task in self.tasks.iter_mut().filter(|task| task.state == TaskState::Suspended) {
            task.state = TaskState::Active;
            tick_cx.note(|| Event::TaskResumed { task: task.number });
        }
    }

    /// What tasks, reflexes and latched actions propose, in that order of age but reflexes first.
    fn gather(&mut self, tick_cx: &mut TickContext<'_>) -> Vec<Proposal> {
        let mut proposals = self.reflexes(tick_cx);
        if proposals.is_empty() {
            std::mem::swap(&mut proposals, &mut self.proposals);
        } else {
            proposals.append(&mut self.proposals);
        }
        if !self.character.profile.internal_actions {
            let names = self.character.vocabulary.clone();
            proposals.retain(|proposal| proposal.command.target(&names) == ActionTarget::World);
        }
        if !self.runs.all_while_proposed() {
            proposals.extend(self.runs.latched(&proposals));
        }
        proposals
    }

    /// Whether a reflex has something to do now, or was doing something.
    fn reflexes_matter(&mut self, tick_cx: &mut TickContext<'_>) -> bool {
        self.decision.actions.iter().any(|act| act.task == REFLEX) || !self.reflexes(tick_cx).is_empty()
    }

    /// Reflexes look at what there is, whoever holds it.
    fn reflexes(&mut self, tick_cx: &mut TickContext<'_>) -> Vec<Proposal> {
        let mut proposals = Vec::new();
        if self.character.reflexes.is_empty() {
            return proposals;
        }
        let character = self.character.clone();
        let mut nobody = Ledger::default();
        for reflex in &character.reflexes {
            let mut volatile = reflex.reads.is_volatile();
            let mut binder = Binder {
                ledger: &mut nobody,
                holder: REFLEX,
                rules: &character.profile.binding,
                remembered: &[],
                rng: tick_cx.rng,
                budget: &mut tick_cx.budget,
                volatile: &mut volatile,
                overridden: &mut self.overridden,
                avoid: &[],
                missed: None,
            };
            let mut bindings = Bindings::new(reflex.variables);
            let mut eval = Eval { facts: &*tick_cx.memory, bindings: &mut bindings, claims: &mut binder };
            let arguments = eval
                .holds(&reflex.when)
                .then(|| reflex.arguments.iter().map(|value| eval.value(value)).collect::<Option<_>>());
            nobody.undo(0);
            self.unsettled |= volatile;
            if let Some(Some(arguments)) = arguments {
                let command = Command::Act { action: reflex.action, arguments };
                proposals.push(Proposal { task: REFLEX, priority: f64::INFINITY, command });
            }
        }
        proposals
    }

    fn resolve(&mut self, proposals: Vec<Proposal>, tick_cx: &mut TickContext<'_>) -> Resolution {
        let character = self.character.clone();
        let profile = &character.profile;
        self.unsettled |= character.catalogue.looks_at_memory();
        let mut resolution = character.catalogue.resolve(
            proposals,
            tick_cx.memory,
            profile.conflict_scope,
            !profile.multiple_actions,
        );
        if tick_cx.trace.wants_events() {
            report(&resolution, tick_cx);
        }
        if profile.least_first {
            resolution.kept.reverse();
        }
        resolution
    }

    /// Variables keep what they had in rules that ran.
    fn remember_bindings(&mut self, ran: &[Ran]) {
        let profile = &self.character.profile;
        let merges = profile.on_stuck == OnStuck::Suspend;
        let per_agent = profile.remembering == Remembering::PerAgent;
        if per_agent {
            self.remembered.clear();
        }
        for access in [Access::Exclusive, Access::Shared] {
            for (task, ran) in self.tasks.iter_mut().zip(ran) {
                let ran = matches!(ran, Ran::Yes(outcome) if !matches!(outcome, Outcome::Stuck(_)));
                if access == Access::Exclusive && !merges {
                    task.remembered.clear();
                }
                let Some(last) = task.last.as_ref().filter(|_| ran) else { continue };
                if access == Access::Exclusive && merges {
                    // What a rule binds anew replaces what was bound before; the rest is kept for rules that run later.
                    let anew = |name: &_| last.claims.iter().any(|claim| claim.name.as_ref() == Some(name));
                    task.remembered.retain(|(name, _)| !anew(name));
                }
                if access == Access::Exclusive && profile.suspended_keep {
                    task.kept.clone_from(&last.claims);
                }
                let kept = last.claims.iter().filter(|claim| claim.access == access && claim.persistent);
                for (name, id) in kept.filter_map(|claim| Some((claim.name.clone()?, claim.id))) {
                    let list = if per_agent { &mut self.remembered } else { &mut task.remembered };
                    if !list.iter().any(|(known, _)| *known == name) {
                        list.push((name, id));
                    }
                }
            }
        }
    }

    /// Whether anything that was held is free now, or will be when the tasks that are done are gone: the sign for tasks
    /// that were put aside.
    fn note_freed(&mut self, ran: &[Ran]) {
        let profile = &self.character.profile;
        if profile.resume != ResumeGate::OnChange {
            return;
        }
        let stays = |task: &Task, outcome: &Outcome| match outcome {
            Outcome::Done => task.mode == GoalMode::Maintain,
            Outcome::Acting | Outcome::Waiting => true,
            Outcome::Stuck(_) => false,
        };
        let (mut kept, mut held): (Vec<Held>, Vec<Held>) = (Vec::new(), Vec::new());
        for (task, ran) in self.tasks.iter().zip(ran) {
            // Who was not asked holds nothing, whatever it had before.
            let Ran::Yes(outcome) = ran else { continue };
            let had: Vec<Held> = task.last.iter().flat_map(|last| &last.claims).flat_map(entries).collect();
            if stays(task, outcome) {
                kept.extend_from_slice(&had);
            }
            held.extend(had);
        }
        self.freed = is_freed(&self.held, &kept) || is_freed(&held, &kept);
        self.held = kept;
    }

    /// What becomes of each task: it ends, is put aside, or goes on.
    fn fates(&mut self, ran: &[Ran], tick_cx: &mut TickContext<'_>) -> Endings {
        let character = self.character.clone();
        let profile = &character.profile;
        let mut ended = Endings::new();
        for (task, ran) in self.tasks.iter_mut().zip(ran) {
            // While its last answer stood it ran too.
            if task.ran {
                task.ran_at = self.tick.saturating_sub(1);
            }
            task.ran = matches!(ran, Ran::Yes(outcome) if !matches!(outcome, Outcome::Stuck(_)));
            if task.ran {
                task.ran_at = self.tick;
            }
            let suspends = profile.on_stuck == OnStuck::Suspend;
            let fate = match ran {
                Ran::Yes(Outcome::Done) if task.mode == GoalMode::Achieve => Some(TaskEnd::Achieved),
                Ran::Yes(Outcome::Stuck(Stuck::Budget)) => None,
                Ran::Yes(Outcome::Stuck(_)) if !suspends => Some(TaskEnd::Stuck),
                Ran::Yes(Outcome::Stuck(_)) | Ran::Limit if suspends => {
                    task.state = TaskState::Suspended;
                    tick_cx.note(|| Event::TaskSuspended { task: task.number });
                    None
                }
                Ran::Yes(Outcome::Waiting) => {
                    tick_cx.note(|| Event::Waiting { task: task.number });
                    None
                }
                _ => None,
            };
            ended.push(fate);
        }
        self.expire(profile, &mut ended);
        ended
    }

    fn expire(&mut self, profile: &super::Profile, ended: &mut [Option<TaskEnd>]) {
        let (age, cap) = (profile.suspended_age.unwrap_or(u64::MAX), profile.suspended_cap);
        let mut suspended: Vec<usize> = (0..self.tasks.len())
            .filter(|at| self.tasks[*at].state == TaskState::Suspended && ended[*at].is_none())
            .collect();
        self.unsettled |= profile.suspended_age.is_some() && !suspended.is_empty();
        suspended.retain(|at| {
            let old = self.tick.saturating_sub(self.tasks[*at].ran_at) >= age;
            if old {
                ended[*at] = Some(TaskEnd::Expired);
            }
            !old
        });
        // Tasks stand in the order of their priority: the last are the weakest.
        for at in suspended.into_iter().skip(cap.unwrap_or(usize::MAX)) {
            ended[at] = Some(TaskEnd::Expired);
        }
    }

    /// Memory changes, actions leave, tasks end.
    fn carry_out(&mut self, resolution: Resolution, mut ended: Endings, tick_cx: &mut TickContext<'_>) {
        let character = self.character.clone();
        tick_cx.memory.end_tick();
        let (told, failed) = apply_internal(&resolution.kept, &character.catalogue, tick_cx.memory);
        for proposal in failed {
            let names = tick_cx.memory.shared_vocabulary().clone();
            tick_cx.note(|| event(proposal, &names, ProposalResult::Failed));
        }
        for (task, ended) in self.tasks.iter().zip(&mut ended) {
            if ended.is_none() && told.contains(&&*task.name) {
                *ended = Some(TaskEnd::Told);
            }
        }
        // A deed of the mind may change something in the next tick whether it did now or not: nobody watches what it works on.
        let changes_memory = |command: &Command| {
            !matches!(command, Command::End { .. })
                && command.target(&character.vocabulary) == ActionTarget::Memory
        };
        self.unsettled |= resolution.kept.iter().any(|proposal| changes_memory(&proposal.command));
        let show = character.shows_actions;
        self.runs.settle(&resolution.kept, tick_cx.memory, &mut self.decision, show);
        self.unsettled |= !self.decision.stopped.is_empty() || self.decision.has_duplicates();
        self.note_acting(tick_cx);
        match character.profile.removal {
            Removal::SameTick => self.end(ended, tick_cx),
            Removal::NextTick => self.end_later(ended, tick_cx),
        }
        self.forget(tick_cx.memory);
        // Its room is used again.
        self.proposals = resolution.kept;
        self.proposals.clear();
    }

    fn note_acting(&mut self, tick_cx: &mut TickContext<'_>) {
        for task in &mut self.tasks {
            let acts = self.decision.actions.iter().any(|act| act.task == Holder(task.number));
            self.unsettled |= acts != task.acted && self.character.profile.commitment != 0.0;
            task.acted = acts;
        }
        let Some(guard) = self.character.profile.cycle_guard else { return };
        let leader = self.decision.actions.iter().max_by(|a, b| a.priority.total_cmp(&b.priority));
        let goal = leader.and_then(|act| self.tasks.iter().find(|task| task.number == act.task.0));
        if let Some(task) = goal
            && let Some(goals) = self.turns.lead(&task.name, self.tick, &guard)
        {
            tick_cx.note(|| Event::GoalCycle { goals });
        }
    }

    fn end_later(&mut self, ended: Endings, tick_cx: &mut TickContext<'_>) {
        if ended.iter().all(Option::is_none) {
            return;
        }
        for (task, why) in self.tasks.iter_mut().zip(ended) {
            if let Some(why) = why {
                task.leaving = true;
                task.behaviour.leave(why);
                self.unsettled = true;
                tick_cx.note(|| Event::TaskEnded { task: task.number, why });
            }
        }
        self.collect_notes(tick_cx);
    }

    fn end(&mut self, ended: Endings, tick_cx: &mut TickContext<'_>) {
        if ended.iter().all(Option::is_none) {
            return;
        }
        for (task, why) in self.tasks.iter_mut().zip(&ended) {
            if let Some(why) = *why {
                task.behaviour.leave(why);
                tick_cx.note(|| Event::TaskEnded { task: task.number, why });
            }
        }
        self.remove(ended);
        self.collect_notes(tick_cx);
    }

    /// Forgets the notes of tasks that are over.
    fn collect_notes(&self, tick_cx: &mut TickContext<'_>) {
        if !self.character.profile.collect_notes {
            return;
        }
        let live: Vec<u64> = self.tasks.iter().filter(|task| !task.leaving).map(|task| task.number).collect();
        let count = tick_cx.memory.collect_notes(|task| live.contains(&task));
        if count > 0 {
            tick_cx.note(|| Event::NotesCollected { count });
        }
    }

    fn remove(&mut self, ended: Endings) {
        let mut ended = ended.into_iter();
        let before = self.tasks.len();
        self.tasks.retain(|_| ended.next().flatten().is_none());
        self.unsettled |= self.tasks.len() != before;
    }

    /// Forgets what the character says, but spares what live tasks hold or refer to.
    fn forget(&mut self, memory: &mut Memory) {
        let Some(policy) = &self.character.forgetting else { return };
        let mut spared: Vec<Id> = Vec::new();
        for task in &self.tasks {
            spared.extend(task.last.iter().flat_map(|last| &last.claims).map(|claim| claim.id));
            spared.extend(task.remembered.iter().map(|(_, id)| *id));
        }
        let live = |thing: &motive_core::memory::Thing| {
            thing.creator.is_some_and(|creator| self.tasks.iter().any(|task| task.number == creator))
        };
        for note in memory.things().filter(|thing| live(thing)) {
            spared.push(note.id());
            spared.extend(note.properties().flat_map(|(_, values)| values).filter_map(Value::id));
        }
        spared.extend(self.runs.refers_to());
        spared.sort_unstable();
        memory.forget(policy, &|id| spared.binary_search(&id).is_ok());
        self.unsettled = true;
    }

    /// If this tick could only repeat itself, notes what would have to change for the next to differ.
    fn settle(&mut self, tick_cx: &mut TickContext<'_>) {
        if !self.character.profile.reuse || !self.is_settled() {
            self.steady = None;
            return;
        }
        // What is shown of the actions that were begun may matter to somebody.
        let asked = self.asked;
        if self.arm_goals(tick_cx.memory)
            || self.task_channels().any(|channel| tick_cx.memory.version(channel) > asked)
        {
            self.steady = None;
            return;
        }
        let until = self.tasks.iter().flat_map(|task| &task.last).map(|last| last.until).min();
        let watch = tick_cx.memory.watch_for_change(self.task_channels());
        let wake_condition = WakeCondition { watch, until: until.unwrap_or(u64::MAX) };
        let quiet = tick_cx.memory.is_always_unchanged(watch);
        self.steady = quiet.then_some(Steady { wake_condition, repeated: false, ended: false });
    }

    /// What goals and reflexes look at never changes, so that memory listens to it all the time from the first on. Says whether any of
    /// it changed in this tick before memory listened.
    fn arm_goals(&mut self, memory: &mut Memory) -> bool {
        if self.armed != 0 && self.armed <= memory.always_watched() {
            return false;
        }
        let reads = self.character.reflexes.iter().flat_map(|reflex| reflex.reads.dependencies());
        let reflexes: Vec<Channel> = reads.map(|on| memory.watch(*on)).collect();
        let wants = self.wants.iter().flat_map(super::want::Want::channels).copied();
        let channels: Vec<Channel> = reflexes.into_iter().chain(wants).collect();
        memory.watch_always(channels.iter().copied());
        // Even if there is nothing to listen to, this need not be done again.
        self.armed = memory.always_watched().max(1);
        channels.iter().any(|channel| memory.version(*channel) > self.asked)
    }

    /// Everything that tasks looked at.
    fn task_channels(&self) -> impl Iterator<Item = Channel> {
        self.tasks.iter().flat_map(|task| &task.last).flat_map(|last| &last.channels).copied()
    }
}

/// What keys the random draws of the tasks for a goal.
pub(crate) fn place_of(goal: &str) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    goal.hash(&mut hasher);
    hasher.finish()
}

/// A thing that is held as a whole, or an amount of one of its quantities.
pub(super) type Held = (Id, Option<(motive_core::vocabulary::Property, f64)>);

fn entries(claim: &Claim) -> Vec<Held> {
    if claim.portions.is_empty() {
        return vec![(claim.id, None)];
    }
    claim.portions.iter().map(|portion| (claim.id, Some(*portion))).collect()
}

/// Whether a thing that was held as a whole no longer is, or less of a quantity is held than was.
fn is_freed(before: &[Held], now: &[Held]) -> bool {
    let amount = |held: &[Held], id: Id, of: motive_core::vocabulary::Property| -> f64 {
        let portions = held.iter().filter(|entry| entry.0 == id).filter_map(|entry| entry.1);
        portions.filter(|(property, _)| *property == of).map(|(_, amount)| amount).sum()
    };
    before.iter().any(|entry| match entry {
        (id, Some((property, _))) => amount(before, *id, *property) > amount(now, *id, *property),
        (_, None) => !now.contains(entry),
    })
}

/// Reports what became of each proposal.
pub(crate) fn report(resolution: &Resolution, tick_cx: &mut TickContext<'_>) {
    let names = tick_cx.memory.shared_vocabulary().clone();
    for proposal in &resolution.kept {
        tick_cx.note(|| event(proposal, &names, ProposalResult::Kept));
    }
    for (proposal, why) in &resolution.dropped {
        let fate = match why {
            DropReason::Conflict { with } => ProposalResult::Conflict { with: with.display(&names) },
            DropReason::Blended { with } => ProposalResult::Blended { with: with.display(&names) },
            DropReason::Vetoed => ProposalResult::Vetoed,
            DropReason::OnlyOne => ProposalResult::OnlyOne,
        };
        tick_cx.note(|| event(proposal, &names, fate));
    }
}

fn event(proposal: &Proposal, names: &motive_core::vocabulary::Vocabulary, fate: ProposalResult) -> Event {
    let (action, arguments) = match &proposal.command {
        Command::Act { action, arguments } => (Some(*action), arguments.to_vec()),
        _ => (None, Vec::new()),
    };
    Event::Proposed {
        task: proposal.task.0,
        action,
        arguments,
        command: proposal.command.display(names),
        fate,
    }
}
