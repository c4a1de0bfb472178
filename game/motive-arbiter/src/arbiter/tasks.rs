//! Second stage of a decision: the tasks that pursue the wanted goals, in the order of their rank.

use super::allocation::TaskRun;
use super::character::Character;
use super::cycle_guard::CycleDetector;
use super::filter::FilterThreshold;
use super::goal_evaluation::NewGoal;
use super::profile::{OnStuck, Profile, Remembering, Removal, ResumeGate, TieBreak};
use super::stability::Stability;
use super::task::{BindingLists, PursuedGoal, Pursuits, Task};
use motive_core::action::Decision;
use motive_core::binding::Holder;
use motive_core::condition::Access;
use motive_core::engine::RememberedBindings;
use motive_core::memory::{Channel, Memory};
use motive_core::mind::{GoalMode, Outcome, Stuck, TaskState, TickContext};
use motive_core::trace::{Event, TaskEnd};
use motive_core::vocabulary::{Facts, Id};
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::sync::Arc;

/// Why each task ends, if it does, in the order of the tasks.
pub(super) type Endings = SmallVec<[Option<TaskEnd>; 8]>;

/// The live tasks. After [`Tasks::sort`] the most important comes first.
pub(super) struct Tasks {
    list: SmallVec<[Task; 4]>,
    next_number: u64,
    /// Who led, if the profile guards against cycles.
    turns: Option<Box<CycleDetector>>,
    /// What variables were bound to in the last tick, if the profile remembers that per agent.
    shared_bindings: RememberedBindings,
    /// How many tasks were run when they last were, each in the place that it notes.
    ran: u32,
}

impl Tasks {
    pub(super) fn new() -> Self {
        Self {
            list: SmallVec::new(),
            next_number: 1,
            turns: None,
            shared_bindings: RememberedBindings::new(),
            ran: 0,
        }
    }

    pub(super) fn list(&self) -> &[Task] {
        &self.list
    }

    /// Whether there is nothing besides the list that decisions depend on.
    pub(super) fn is_list_all(&self) -> bool {
        self.turns.is_none() && self.shared_bindings.is_empty()
    }

    /// The number of the next task.
    pub(super) fn next_number(&self) -> u64 {
        self.next_number
    }

    /// Goes on with the goals that an agent pursues.
    pub(super) fn resume_goals(&mut self, pursuits: &Pursuits, character: &Character, memory: &mut Memory) {
        self.next_number = pursuits.next_task;
        for PursuedGoal { goal, task, priority, acted } in &pursuits.goals {
            if let Some(program) = character.select(&character.goals[*goal], memory) {
                let mut task = Task::new(*task, *goal, *priority, program, character, memory);
                task.acted = *acted;
                self.list.push(task);
            }
        }
    }

    /// One task, and the bindings that are remembered per agent.
    pub(super) fn get_mut(&mut self, at: usize) -> (&mut Task, &RememberedBindings) {
        (&mut self.list[at], &self.shared_bindings)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Task> {
        self.list.iter_mut()
    }

    /// Notes the order in which the tasks were run.
    pub(super) fn note_order(&mut self) {
        self.ran = self.list.len() as u32;
        for (at, task) in (0..).zip(&mut self.list) {
            task.place = at;
        }
    }

    /// No answer of a task can be reused in the next tick.
    pub(super) fn forget_order(&mut self) {
        self.ran = 0;
    }

    /// Whether as many tasks were run last as there are now.
    pub(super) fn are_as_many(&self) -> bool {
        self.ran as usize == self.list.len()
    }

    /// The index of the task that pursues a goal.
    pub(super) fn of_goal(&self, goal: usize) -> Option<usize> {
        self.list.iter().position(|task| task.goal() == goal)
    }

    /// What the variables of a task were bound to in the last tick.
    pub(super) fn remembered_by<'a>(&'a self, task: &'a Task, profile: &Profile) -> &'a [(Arc<str>, Id)] {
        match profile.remembering {
            Remembering::PerTask => &task.bindings.remembered,
            Remembering::PerAgent => &self.shared_bindings,
        }
    }

    /// Everything that tasks read when they were last asked.
    pub(super) fn channels(&self) -> impl Iterator<Item = Channel> {
        self.list.iter().flat_map(|task| &task.last).flat_map(|last| last.channels.iter()).copied()
    }

    /// How long the answers of all tasks hold if memory does not change.
    pub(super) fn stability(&self, profile: &Profile) -> Stability {
        let of_task = |task: &Task| match &task.last {
            Some(last)
                if task.state == TaskState::Active
                    && !task.leaving
                    && task.bindings.before == self.remembered_by(task, profile) =>
            {
                last.stability
            }
            _ => Stability::UNSTABLE,
        };
        self.list.iter().map(of_task).fold(Stability::STABLE, |all, one| all & one)
    }
}

/// Tasks come, get priorities and go.
impl Tasks {
    /// Gives a task another priority. Returns whether it changed.
    pub(super) fn set_priority(
        &mut self,
        at: usize,
        priority: f64,
        traced: bool,
        tick_cx: &mut TickContext<'_>,
    ) -> bool {
        let task = &mut self.list[at];
        if task.priority == priority {
            return false;
        }
        if traced {
            tick_cx.trace.event(Event::Priority { task: task.number, from: task.priority, to: priority });
        }
        task.priority = priority;
        true
    }

    /// Gives every task the priority that the agent's own numbers say. Returns whether that is all that goals ask for: each has a
    /// task, and all the numbers have values.
    pub(super) fn follow_own_numbers(&mut self, character: &Character, memory: &Memory) -> bool {
        self.list.len() == character.compiled_goals.len()
            && self.list.iter_mut().all(|task| {
                let priority = character.compiled_goals[task.goal()].own_priority(memory);
                task.priority = priority.unwrap_or(task.priority);
                priority.is_some()
            })
    }

    /// Whether every task would give its last answer again.
    pub(super) fn answers_hold(&self, profile: &Profile, memory: &Memory) -> bool {
        self.list.iter().all(|task| task.answer_holds(self.remembered_by(task, profile), memory))
    }

    /// Gives tasks the ranks of their new priorities. Returns whether they are still in order; `None` if the filter drops one.
    pub(super) fn rerank(&mut self, threshold: &FilterThreshold, profile: &Profile) -> Option<bool> {
        let mut above = (f64::INFINITY, 0);
        let mut in_order = true;
        for (at, task) in self.list.iter_mut().enumerate() {
            if !threshold.passes(task.priority) {
                return None;
            }
            task.rank = task.priority + if task.acted { profile.commitment } else { 0.0 };
            let key = (task.rank, task.number);
            in_order &= at == 0 || comes_before(above, key, profile.tie_break) == Ordering::Less;
            above = key;
        }
        Some(in_order)
    }

    /// Whether no task holds anything, so that their order does not matter to what they propose.
    pub(super) fn hold_nothing(&self) -> bool {
        self.list.iter().all(|task| task.last.is_some() && task.bindings.hold_nothing())
    }

    /// Sorts tasks by their ranks, by age where these are equal.
    pub(super) fn sort_by_rank(&mut self, tie_break: TieBreak) {
        let key = |task: &Task| (task.rank, task.number);
        self.list.sort_by(|a, b| comes_before(key(a), key(b), tie_break));
    }

    /// The rank of a task, by its number.
    pub(super) fn rank_of(&self, number: u64) -> Option<f64> {
        self.list.iter().find(|task| task.number == number).map(|task| task.rank)
    }

    /// Drops new goals and tasks whose priority is too low.
    pub(super) fn filter(
        &mut self,
        new_goals: &mut Vec<NewGoal>,
        threshold: &mut FilterThreshold,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        let mut stability = Stability::STABLE;
        if threshold.moves() {
            let tasks = self.list.iter().map(|task| task.priority);
            let priorities: Vec<f64> = new_goals.iter().map(|new| new.priority).chain(tasks).collect();
            if let Some((from, to)) = threshold.adjust(&priorities) {
                tick_cx.note(|| Event::Threshold { from, to });
            }
        }
        new_goals.retain(|new| {
            let passes = threshold.passes(new.priority);
            if !passes {
                let (goal, threshold) = (character.goals[new.goal].name.clone(), threshold.now());
                tick_cx.note(|| Event::GoalFiltered { goal, priority: new.priority, threshold });
            }
            passes
        });
        // Tasks that are leaving are over already.
        let weak =
            |task: &Task| (!task.leaving && !threshold.passes(task.priority)).then_some(TaskEnd::Filtered);
        let weak: Endings = self.list.iter().map(weak).collect();
        stability &= self.end(&weak, &character.profile, tick_cx);
        if character.profile.tie_break == TieBreak::Alternate {
            self.list.reverse();
        }
        stability
    }

    /// Starts a task for each new goal that has a program.
    pub(super) fn start(
        &mut self,
        new_goals: &[NewGoal],
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        let mut stability = Stability::STABLE;
        for new in new_goals {
            let goal = &character.goals[new.goal];
            let program = character.select(goal, tick_cx.memory).filter(|program| program.arity() == 0);
            let Some(program) = program else {
                tick_cx.note(|| Event::NoProgram { goal: goal.name.clone() });
                // A selector may read anything, so it is asked again.
                stability &= Stability::unstable_if(character.selector.is_some());
                continue;
            };
            let number = self.next_number;
            self.next_number += 1;
            tick_cx.note(|| Event::TaskStarted {
                task: number,
                goal: goal.name.clone(),
                program: program.name().clone(),
                priority: new.priority,
            });
            let task = Task::new(number, new.goal, new.priority, program, character, tick_cx.memory);
            let front = character.profile.tie_break == TieBreak::Alternate;
            self.list.insert(if front { 0 } else { self.list.len() }, task);
            stability = Stability::UNSTABLE;
        }
        stability
    }

    /// Removes the tasks that were over in the last tick.
    pub(super) fn remove_leaving(&mut self) -> Stability {
        let before = self.list.len();
        self.list.retain(|task| !task.leaving);
        Stability::unstable_if(self.list.len() != before)
    }

    /// Makes suspended tasks active again.
    pub(super) fn resume(&mut self, any_freed: bool, profile: &Profile, tick_cx: &mut TickContext<'_>) {
        let something_new = tick_cx.memory.has_changed() || any_freed;
        if profile.resume == ResumeGate::OnChange && !something_new {
            return;
        }
        for task in self.list.iter_mut().filter(|task| task.is_suspended()) {
            task.state = TaskState::Active;
            tick_cx.note(|| Event::TaskResumed { task: task.number });
        }
    }

    /// Puts the most important task first.
    pub(super) fn sort(&mut self, character: &Character, tick_cx: &TickContext<'_>) -> Stability {
        let profile = &character.profile;
        let (guard, turns, tick) = (profile.cycle_guard, self.turns.as_deref(), tick_cx.memory.time().tick);
        for task in &mut self.list {
            let factor = guard
                .as_ref()
                .zip(turns)
                .map_or(1.0, |(guard, turns)| turns.factor(task.name(character), tick, guard));
            let stays = if task.acted { profile.commitment } else { 0.0 };
            task.rank = task.priority * factor + stays;
        }
        let rng = tick_cx.rng;
        match profile.tie_break {
            TieBreak::OldestFirst | TieBreak::NewestFirst => self.sort_by_rank(profile.tie_break),
            // The filter reversed the list, and new tasks stand at its front.
            TieBreak::Alternate => self.list.sort_by(|a, b| b.rank.total_cmp(&a.rank)),
            TieBreak::Drawn => self.list.sort_by(|a, b| {
                let drawn = |task: &Task| rng.at(character.compiled_goals[task.goal()].rng_key);
                b.rank.total_cmp(&a.rank).then(drawn(a).cmp(&drawn(b)))
            }),
        }
        let equals = self.list.windows(2).any(|pair| pair[0].rank == pair[1].rank);
        let turns_matter = matches!(profile.tie_break, TieBreak::Alternate | TieBreak::Drawn);
        Stability::unstable_if(equals && turns_matter)
    }

    /// Keeps only the tasks whose goal and program are the same in another character.
    pub(super) fn adopt(&mut self, old: &Character, character: &Character, memory: &mut Memory) {
        let mut kept = SmallVec::new();
        for mut task in std::mem::take(&mut self.list) {
            let goal = character.goals.iter().position(|goal| goal.name == *task.name(old));
            let program = goal.and_then(|at| character.select(&character.goals[at], memory));
            match (goal, program) {
                (Some(at), Some(program))
                    if program.name() == task.program(old).name()
                        && program.version() == task.program(old).version() =>
                {
                    task.adopt(at, program, character);
                    kept.push(task);
                }
                _ => task.behaviour.leave(TaskEnd::Withdrawn),
            }
        }
        self.list = kept;
        if character.profile.collect_notes {
            let live: Vec<u64> = self.list.iter().map(|task| task.number).collect();
            memory.collect_notes(|task| live.contains(&task));
        }
    }
}

/// After the tasks were run.
impl Tasks {
    /// Remembers the bindings of rules that ran.
    pub(super) fn remember_bindings(&mut self, runs: &[TaskRun], profile: &Profile) {
        let merges = profile.on_stuck == OnStuck::Suspend;
        let per_agent = profile.remembering == Remembering::PerAgent;
        if per_agent {
            self.shared_bindings.clear();
        }
        for access in [Access::Exclusive, Access::Shared] {
            for (task, run) in self.list.iter_mut().zip(runs) {
                let ran = task.last.is_some() && run.is_unstuck();
                let Some(bindings) = task.bindings.get_mut() else { continue };
                let BindingLists { remembered, kept, claims, .. } = bindings;
                if access == Access::Exclusive && !merges {
                    remembered.clear();
                }
                if !ran {
                    continue;
                }
                if access == Access::Exclusive && merges {
                    // New bindings replace former ones of the same name; the rest is kept for rules that run later.
                    let anew = |name: &_| claims.iter().any(|claim| claim.name() == Some(name));
                    remembered.retain(|(name, _)| !anew(name));
                }
                if access == Access::Exclusive && profile.suspended_keep {
                    kept.clone_from(claims);
                }
                let persistent =
                    claims.iter().filter(|claim| claim.access() == access && claim.is_persistent());
                for (name, id) in persistent.filter_map(|claim| Some((claim.name()?.clone(), claim.id()))) {
                    let list = if per_agent { &mut self.shared_bindings } else { &mut *remembered };
                    if !list.iter().any(|(known, _)| *known == name) {
                        list.push((name, id));
                    }
                }
            }
        }
    }

    /// Decides for each task whether it ends, is suspended, or continues.
    pub(super) fn conclude(
        &mut self,
        runs: &[TaskRun],
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> (Endings, Stability) {
        let profile = &character.profile;
        let tick = tick_cx.memory.time().tick;
        let suspends = profile.on_stuck == OnStuck::Suspend;
        let mut endings = Endings::new();
        for (task, run) in self.list.iter_mut().zip(runs) {
            // It also ran while its last answer was reused.
            if task.ran {
                task.ran_at = tick.saturating_sub(1);
            }
            task.ran = run.is_unstuck();
            if task.ran {
                task.ran_at = tick;
            }
            let mode = character.goals[task.goal()].mode;
            endings.push(match run {
                TaskRun::Asked(Outcome::Done) if mode == GoalMode::Achieve => Some(TaskEnd::Achieved),
                TaskRun::Asked(Outcome::Stuck(Stuck::Budget)) => None,
                TaskRun::Asked(Outcome::Stuck(_)) if !suspends => Some(TaskEnd::Stuck),
                TaskRun::Asked(Outcome::Stuck(_)) | TaskRun::OverLimit if suspends => {
                    task.state = TaskState::Suspended;
                    tick_cx.note(|| Event::TaskSuspended { task: task.number });
                    None
                }
                TaskRun::Asked(Outcome::Waiting) => {
                    tick_cx.note(|| Event::Waiting { task: task.number });
                    None
                }
                _ => None,
            });
        }
        let stability = self.expire(tick, profile, &mut endings);
        (endings, stability)
    }

    /// Ends tasks that were suspended for too long, and the weakest if too many are.
    fn expire(&self, tick: u64, profile: &Profile, endings: &mut [Option<TaskEnd>]) -> Stability {
        let (age, cap) = (profile.suspended_age.unwrap_or(u64::MAX), profile.suspended_cap);
        let mut suspended: Vec<usize> = (0..self.list.len())
            .filter(|at| self.list[*at].is_suspended() && endings[*at].is_none())
            .collect();
        let stability = Stability::unstable_if(profile.suspended_age.is_some() && !suspended.is_empty());
        suspended.retain(|at| {
            let old = tick.saturating_sub(self.list[*at].ran_at) >= age;
            if old {
                endings[*at] = Some(TaskEnd::Expired);
            }
            !old
        });
        // Tasks stand in the order of their rank: the last are the weakest.
        for at in suspended.into_iter().skip(cap.unwrap_or(usize::MAX)) {
            endings[at] = Some(TaskEnd::Expired);
        }
        stability
    }

    /// Notes which tasks acted on the world, and which goal leads.
    pub(super) fn note_acting(
        &mut self,
        decision: &Decision,
        character: &Character,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        let profile = &character.profile;
        let mut stability = Stability::STABLE;
        for task in &mut self.list {
            let acts = decision.actions.iter().any(|action| action.task == Holder(task.number));
            stability &= Stability::unstable_if(acts != task.acted && profile.commitment != 0.0);
            task.acted = acts;
        }
        let Some(guard) = profile.cycle_guard else { return stability };
        let leader = decision.actions.iter().max_by(|a, b| a.priority.total_cmp(&b.priority));
        let goal = leader.and_then(|action| self.list.iter().find(|task| task.number == action.task.0));
        if let Some(task) = goal
            && let Some(goals) = self.turns.get_or_insert_default().lead(
                task.name(character),
                tick_cx.memory.time().tick,
                &guard,
            )
        {
            tick_cx.note(|| Event::GoalCycle { goals });
        }
        stability
    }

    /// Ends tasks now or, as the profile says, before the tasks are sorted next.
    pub(super) fn end_by_profile(
        &mut self,
        endings: &Endings,
        profile: &Profile,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        match profile.removal {
            Removal::SameTick => self.end(endings, profile, tick_cx),
            Removal::NextTick => self.end_later(endings, profile, tick_cx),
        }
    }

    /// Ends the task of a goal that was disabled by hand.
    pub(super) fn withdraw(
        &mut self,
        goal: usize,
        profile: &Profile,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        let ends = |task: &Task| (task.goal() == goal && !task.leaving).then_some(TaskEnd::Disabled);
        let endings: Endings = self.list.iter().map(ends).collect();
        self.end(&endings, profile, tick_cx)
    }

    fn end(&mut self, endings: &Endings, profile: &Profile, tick_cx: &mut TickContext<'_>) -> Stability {
        if endings.iter().all(Option::is_none) {
            return Stability::STABLE;
        }
        self.leave(endings, tick_cx);
        let mut ended = endings.iter();
        self.list.retain(|_| ended.next().is_none_or(Option::is_none));
        self.collect_notes(profile, tick_cx);
        Stability::UNSTABLE
    }

    fn end_later(
        &mut self,
        endings: &Endings,
        profile: &Profile,
        tick_cx: &mut TickContext<'_>,
    ) -> Stability {
        if endings.iter().all(Option::is_none) {
            return Stability::STABLE;
        }
        self.leave(endings, tick_cx);
        for (task, ending) in self.list.iter_mut().zip(endings) {
            task.leaving |= ending.is_some();
        }
        self.collect_notes(profile, tick_cx);
        Stability::UNSTABLE
    }

    fn leave(&mut self, endings: &Endings, tick_cx: &mut TickContext<'_>) {
        for (task, ending) in self.list.iter_mut().zip(endings) {
            if let Some(why) = *ending {
                task.behaviour.leave(why);
                tick_cx.note(|| Event::TaskEnded { task: task.number, why });
            }
        }
    }

    /// Forgets the notes of tasks that are over.
    fn collect_notes(&self, profile: &Profile, tick_cx: &mut TickContext<'_>) {
        if !profile.collect_notes {
            return;
        }
        let live: Vec<u64> = self.list.iter().filter(|task| !task.leaving).map(|task| task.number).collect();
        let count = tick_cx.memory.collect_notes(|task| live.contains(&task));
        if count > 0 {
            tick_cx.note(|| Event::NotesCollected { count });
        }
    }
}

/// The order of two tasks, given their ranks and numbers.
fn comes_before(one: (f64, u64), other: (f64, u64), tie_break: TieBreak) -> Ordering {
    other.0.total_cmp(&one.0).then_with(|| match tie_break {
        TieBreak::NewestFirst => other.1.cmp(&one.1),
        _ => one.1.cmp(&other.1),
    })
}
