//! Following schedules.

use super::{ScheduleProgram, SchedulesCode, TaskCode};
use motive_core::action::Command;
use motive_core::condition::ReadSet;
use motive_core::mind::{Behaviour, Context, Outcome, Stuck};
use motive_core::vocabulary::Facts;
use std::sync::Arc;

/// The schedule that runs.
#[derive(Clone, Copy, Debug)]
struct Running {
    schedule: usize,
    task: usize,
    /// The task has been proposed before, since then.
    since: Option<u64>,
    /// What runs if it fails.
    on_failure: Option<usize>,
    /// It runs because another failed, whatever the state.
    is_fallback: bool,
}

/// Runs schedules: evaluates the flags, chooses a state, and runs a schedule task by task.
pub struct ScheduleRun {
    code: Arc<SchedulesCode>,
    flags: Vec<bool>,
    running: Option<Running>,
    asked: Option<u64>,
    failed: u64,
}

impl ScheduleRun {
    /// A run that has not begun yet.
    #[must_use]
    pub fn new(program: &ScheduleProgram) -> Self {
        let flags = vec![false; program.code.flags.len()];
        Self { code: program.code.clone(), flags, running: None, asked: None, failed: 0 }
    }

    /// How many schedules have failed so far.
    #[must_use]
    pub fn failures(&self) -> u64 {
        self.failed
    }

    fn state(&self, facts: &impl Facts) -> Option<usize> {
        self.code.states.iter().position(|(_, when)| when.check(facts))
    }

    /// The first schedule of the state whose flags are as they should be.
    fn select(&self, state: Option<usize>) -> Option<Running> {
        let set = |flag: &usize| self.flags.get(*flag).copied().unwrap_or(false);
        let fits = |schedule: &super::ScheduleCode| {
            Some(schedule.state) == state
                && schedule.when.iter().all(set)
                && !schedule.unless.iter().any(set)
                && !schedule.fails_on.iter().any(set)
        };
        self.code.schedules.iter().position(fits).map(|schedule| self.take_up(schedule, false))
    }

    fn take_up(&self, schedule: usize, is_fallback: bool) -> Running {
        let on_failure = self.code.schedules.get(schedule).and_then(|schedule| schedule.on_failure);
        Running { schedule, task: 0, since: None, on_failure, is_fallback }
    }

    /// Replaces a failed schedule by its fallback; without one another is selected.
    fn fail(&mut self) {
        self.failed += 1;
        self.running = match self.running {
            // A fallback that fails falls back no further: two that name each other would never end.
            Some(running) if !running.is_fallback => running.on_failure.map(|next| self.take_up(next, true)),
            _ => None,
        };
    }

    /// Evaluates flags and state, and drops a schedule that has failed or does not belong to the state.
    fn look(&mut self, facts: &impl Facts) {
        for (flag, when) in self.flags.iter_mut().zip(&self.code.flags) {
            *flag = when.check(facts);
        }
        let state = self.state(facts);
        if let Some(running) = self.running
            && let Some(schedule) = self.code.schedules.get(running.schedule)
        {
            let failed = schedule.fails_on.iter().any(|flag| self.flags.get(*flag).copied().unwrap_or(false));
            if failed {
                self.fail();
            } else if !running.is_fallback && Some(schedule.state) != state {
                self.running = None;
            }
        }
        if self.running.is_none() {
            self.running = self.select(state);
        }
    }

    /// Runs tasks until one takes time.
    fn run(&mut self, cx: &mut Context<'_>) -> Outcome {
        let code = self.code.clone();
        // Each schedule is run through at most once a tick.
        for _ in 0..=code.schedules.len() {
            let Some(running) = self.running else { return Outcome::Stuck(Stuck::Nothing) };
            let tasks = code.schedules.get(running.schedule).map_or(&[][..], |schedule| &schedule.tasks);
            match self.run_tasks(running, tasks, cx) {
                Some(outcome) => return outcome,
                None if self.running.is_none() => {
                    let state = self.state(cx.memory());
                    self.running = self.select(state);
                }
                None => {}
            }
        }
        cx.ask_again();
        Outcome::Waiting
    }

    /// `None` if the schedule has ended or failed.
    fn run_tasks(
        &mut self,
        mut running: Running,
        tasks: &[TaskCode],
        cx: &mut Context<'_>,
    ) -> Option<Outcome> {
        let now = cx.time();
        while let Some(task) = tasks.get(running.task) {
            match task {
                TaskCode::OnFailure(schedule) => running.on_failure = Some(*schedule),
                TaskCode::Require(condition) if condition.check(cx.memory()) => {}
                TaskCode::Require(_) => {
                    self.running = Some(running);
                    self.fail();
                    return None;
                }
                TaskCode::Wait(micros) => {
                    let since = *running.since.get_or_insert(now.micros);
                    if now.micros.saturating_sub(since) < *micros {
                        self.running = Some(running);
                        cx.ask_again();
                        return Some(Outcome::Waiting);
                    }
                }
                TaskCode::Act(action, arguments, until) => {
                    let done = match until {
                        Some(until) => until.check(cx.memory()),
                        None => running.since.is_some_and(|since| now.micros > since),
                    };
                    if !done {
                        running.since.get_or_insert(now.micros);
                        self.running = Some(running);
                        let mut bindings = motive_core::condition::Bindings::default();
                        let values = arguments.iter().map(|value| cx.value(value, &mut bindings)).collect();
                        let Some(arguments) = values else {
                            self.fail();
                            return None;
                        };
                        cx.propose(Command::Act { action: *action, arguments });
                        cx.ask_again();
                        return Some(Outcome::Acting);
                    }
                }
            }
            (running.task, running.since) = (running.task + 1, None);
        }
        self.running = None;
        None
    }
}

impl Behaviour for ScheduleRun {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        if self.asked != Some(cx.time().tick) {
            self.asked = Some(cx.time().tick);
            self.look(cx.memory());
        }
        self.run(cx)
    }

    fn reads(&self) -> Option<&ReadSet> {
        Some(&self.code.reads)
    }

    fn current(&self) -> Option<&str> {
        self.running
            .and_then(|running| self.code.schedules.get(running.schedule))
            .map(|schedule| &*schedule.name)
    }
}
