//! Schedules in the manner of Half-Life 2: flags decide the state, the state which schedules may run, and a schedule is a list of tasks
//! that a flag can make fail.
//!
//! It is what plans from drives are compared with in Sloan 2015, and a plain way to write characters by hand.
//!
//! ```
//! use motive::machines::schedule::{Schedule, Schedules, ScheduleTask};
//! use motive::kernel::{Agent, Condition, Expr, Memory, Time, Type, Vocabulary};
//! use motive::arbiter::{Arbiter, Character, Goal};
//!
//! let mut names = Vocabulary::new();
//! let health = names.own("health", Type::Number);
//! let (heal, wander) = (names.action("heal", 0), names.action("wander", 0));
//! let names = names.finish()?;
//!
//! let wizard = Schedules::new(names.clone())
//!     .flag("critical_health", Expr::own(health).at_most(35))
//!     .state("idle", Condition::always())
//!     .schedule(Schedule::new("heal", "idle").when("critical_health").task(ScheduleTask::act(heal, vec![])))
//!     .schedule(Schedule::new("wander", "idle").task(ScheduleTask::act(wander, vec![])))
//!     .build("wizard")?;
//! let character = Character::new(names.clone())
//!     .goal(Goal::maintain("live", "wizard").always(1))
//!     .program(wizard)
//!     .build()?;
//!
//! let mut agent = Agent::new(Memory::new(names.clone()), Arbiter::new(character), 1, 0);
//! agent.memory_mut().set_own(health, 35)?;
//! assert_eq!(agent.tick(Time::of_tick(0, 50_000)).display(&names), ["heal()"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use motive_core::action::Command;
use motive_core::condition::{
    Bindings, BuildError, CompiledCondition, CompiledExpr, Condition, Expr, ReadSet, Scope,
};
use motive_core::mind::{Behaviour, Context, Outcome, Program, Stuck};
use motive_core::vocabulary::{ActionId, Facts, Vocabulary};
use std::sync::Arc;

/// One task of a schedule.
#[derive(Clone, Debug, PartialEq)]
pub enum ScheduleTask {
    /// An action, done until a condition holds; without one, for one tick.
    Act {
        /// Which.
        action: ActionId,
        /// With what.
        arguments: Vec<Expr>,
        /// Until when.
        until: Option<Condition>,
    },
    /// Sets the schedule that runs if the present one fails from here on.
    OnFailure(Arc<str>),
    /// Continues if a condition holds; fails if it does not.
    Require(Condition),
    /// Waits this many seconds.
    Wait(f64),
}

impl ScheduleTask {
    /// An action for one tick.
    pub fn act(action: ActionId, arguments: Vec<Expr>) -> Self {
        Self::Act { action, arguments, until: None }
    }

    /// An action until a condition holds.
    pub fn act_until(action: ActionId, arguments: Vec<Expr>, until: impl Into<Condition>) -> Self {
        Self::Act { action, arguments, until: Some(until.into()) }
    }

    /// Sets the schedule that runs if the present one fails from here on.
    pub fn on_failure(schedule: &str) -> Self {
        Self::OnFailure(schedule.into())
    }
}

/// A list of tasks, when it may run and what makes it fail.
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct Schedule {
    /// Its name.
    pub name: Arc<str>,
    /// The state in which it may be chosen.
    pub state: Arc<str>,
    /// The flags that must be set for it to be chosen.
    pub when: Vec<Arc<str>>,
    /// The flags that must not be.
    pub unless: Vec<Arc<str>>,
    /// What it does.
    pub tasks: Vec<ScheduleTask>,
    /// The flags that make it fail.
    pub fails_on: Vec<Arc<str>>,
    /// What runs when it fails; without one another is chosen.
    pub on_failure: Option<Arc<str>>,
}

impl Schedule {
    /// A schedule that may be chosen in a state.
    pub fn new(name: &str, state: &str) -> Self {
        Self { name: name.into(), state: state.into(), ..Self::default() }
    }

    /// A flag that must be set for it to be chosen.
    pub fn when(mut self, flag: &str) -> Self {
        self.when.push(flag.into());
        self
    }

    /// A flag that must not be set for it to be chosen.
    pub fn unless(mut self, flag: &str) -> Self {
        self.unless.push(flag.into());
        self
    }

    /// Adds a task.
    pub fn task(mut self, task: ScheduleTask) -> Self {
        self.tasks.push(task);
        self
    }

    /// A flag that makes it fail.
    pub fn fails_on(mut self, flag: &str) -> Self {
        self.fails_on.push(flag.into());
        self
    }

    /// What runs when it fails. It may belong to another state.
    pub fn on_failure(mut self, schedule: &str) -> Self {
        self.on_failure = Some(schedule.into());
        self
    }
}

/// An error in schedules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// A condition or expression cannot be built.
    /// Its parts: where, the error.
    #[error("{0}: {1}")]
    Build(String, #[source] BuildError),
    /// A flag, state or schedule that does not exist.
    #[error("the schedule `{schedule}` names the {what} `{name}`, which does not exist")]
    Unknown {
        /// The schedule.
        schedule: Arc<str>,
        /// What is named.
        what: &'static str,
        /// Its name.
        name: Arc<str>,
    },
    /// A schedule without tasks would be chosen again and again.
    #[error("the schedule `{0}` has no task that takes time; give it an action or a wait")]
    Empty(Arc<str>),
    /// Nothing to do at all.
    #[error("there is no state or no schedule; declare at least one of each")]
    Nothing,
}

/// Flags, states and schedules as they are declared. Of states and schedules the first that fits is chosen.
#[derive(Clone, Debug)]
#[must_use]
pub struct Schedules {
    names: Arc<Vocabulary>,
    flags: Vec<(Arc<str>, Condition)>,
    states: Vec<(Arc<str>, Condition)>,
    schedules: Vec<Schedule>,
}

impl Schedules {
    /// Nothing declared yet.
    pub fn new(names: Arc<Vocabulary>) -> Self {
        Self { names, flags: Vec::new(), states: Vec::new(), schedules: Vec::new() }
    }

    /// A flag: set while a condition holds.
    pub fn flag(mut self, name: &str, condition: impl Into<Condition>) -> Self {
        self.flags.push((name.into(), condition.into()));
        self
    }

    /// A state: entered when a condition holds and that of no state before it does.
    pub fn state(mut self, name: &str, condition: impl Into<Condition>) -> Self {
        self.states.push((name.into(), condition.into()));
        self
    }

    /// Adds a schedule.
    pub fn schedule(mut self, schedule: Schedule) -> Self {
        self.schedules.push(schedule);
        self
    }

    /// Makes a program of it.
    pub fn build(self, name: &str) -> Result<ScheduleProgram, ScheduleError> {
        let (states, schedules) = (&self.states, &self.schedules);
        if states.is_empty() || schedules.is_empty() {
            return Err(ScheduleError::Nothing);
        }
        let mut reads = ReadSet::default();
        let mut condition = |what: String, condition: &Condition| {
            let built = Scope::new(&self.names).condition(condition);
            let built = built.map_err(|source| ScheduleError::Build(what, source))?;
            reads.extend(built.reads());
            Ok(built)
        };
        let flags: Vec<CompiledCondition> = self
            .flags
            .iter()
            .map(|(name, when)| condition(format!("the flag `{name}`"), when))
            .collect::<Result<_, _>>()?;
        let states: Vec<(Arc<str>, CompiledCondition)> = states
            .iter()
            .map(|(name, when)| Ok((name.clone(), condition(format!("the state `{name}`"), when)?)))
            .collect::<Result<_, _>>()?;
        let codes =
            schedules.iter().map(|schedule| self.code(schedule, &mut reads)).collect::<Result<_, _>>()?;
        Ok(ScheduleProgram {
            name: name.into(),
            code: Arc::new(SchedulesCode { flags, states, schedules: codes, reads }),
        })
    }

    fn code(&self, schedule: &Schedule, reads: &mut ReadSet) -> Result<ScheduleCode, ScheduleError> {
        let unknown = |what, name: &Arc<str>| ScheduleError::Unknown {
            schedule: schedule.name.clone(),
            what,
            name: name.clone(),
        };
        let flag = |name: &Arc<str>| {
            self.flags.iter().position(|(known, _)| known == name).ok_or_else(|| unknown("flag", name))
        };
        let flags = |names: &[Arc<str>]| names.iter().map(flag).collect::<Result<Vec<_>, _>>();
        let place = |name: &Arc<str>| {
            self.schedules
                .iter()
                .position(|known| known.name == *name)
                .ok_or_else(|| unknown("schedule", name))
        };
        let state = self.states.iter().position(|(known, _)| *known == schedule.state);
        let tasks: Vec<TaskCode> = schedule
            .tasks
            .iter()
            .map(|task| self.task(task, schedule, reads, &place))
            .collect::<Result<_, _>>()?;
        if !tasks.iter().any(|task| matches!(task, TaskCode::Act(..) | TaskCode::Wait(_))) {
            return Err(ScheduleError::Empty(schedule.name.clone()));
        }
        Ok(ScheduleCode {
            name: schedule.name.clone(),
            state: state.ok_or_else(|| unknown("state", &schedule.state))?,
            when: flags(&schedule.when)?,
            unless: flags(&schedule.unless)?,
            fails_on: flags(&schedule.fails_on)?,
            on_failure: schedule.on_failure.as_ref().map(place).transpose()?,
            tasks,
        })
    }

    fn task(
        &self,
        task: &ScheduleTask,
        schedule: &Schedule,
        reads: &mut ReadSet,
        place: &impl Fn(&Arc<str>) -> Result<usize, ScheduleError>,
    ) -> Result<TaskCode, ScheduleError> {
        let wrong = |source| ScheduleError::Build(format!("the schedule `{}`", schedule.name), source);
        let mut scope = Scope::new(&self.names);
        let code = match task {
            ScheduleTask::OnFailure(name) => TaskCode::OnFailure(place(name)?),
            ScheduleTask::Require(condition) => TaskCode::Require(scope.condition(condition).map_err(wrong)?),
            ScheduleTask::Wait(seconds) if seconds.is_finite() && *seconds >= 0.0 => {
                TaskCode::Wait((seconds * 1e6) as u64)
            }
            ScheduleTask::Wait(_) => return Err(wrong(BuildError::NotANumber("a wait".into()))),
            ScheduleTask::Act { action, arguments, until } => {
                let info = self.names.action_info(*action).ok_or(BuildError::Foreign).map_err(wrong)?;
                if info.arity != arguments.len() {
                    let name = self.names.action_name(*action).to_owned();
                    return Err(wrong(BuildError::Arity {
                        name,
                        expected: info.arity,
                        found: arguments.len(),
                    }));
                }
                let arguments = arguments
                    .iter()
                    .map(|value| scope.expression(value))
                    .collect::<Result<_, _>>()
                    .map_err(wrong)?;
                let until = until.as_ref().map(|until| scope.condition(until)).transpose().map_err(wrong)?;
                TaskCode::Act(*action, arguments, until)
            }
        };
        reads.extend(scope.reads());
        Ok(code)
    }
}

#[derive(Clone, Debug)]
enum TaskCode {
    Act(ActionId, Vec<CompiledExpr>, Option<CompiledCondition>),
    OnFailure(usize),
    Require(CompiledCondition),
    Wait(u64),
}

#[derive(Clone, Debug)]
struct ScheduleCode {
    name: Arc<str>,
    state: usize,
    when: Vec<usize>,
    unless: Vec<usize>,
    tasks: Vec<TaskCode>,
    fails_on: Vec<usize>,
    on_failure: Option<usize>,
}

#[derive(Debug)]
struct SchedulesCode {
    flags: Vec<CompiledCondition>,
    states: Vec<(Arc<str>, CompiledCondition)>,
    schedules: Vec<ScheduleCode>,
    reads: ReadSet,
}

/// Schedules as a program that can pursue a goal.
#[derive(Clone, Debug)]
pub struct ScheduleProgram {
    name: Arc<str>,
    code: Arc<SchedulesCode>,
}

impl Program for ScheduleProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn start(&self) -> Box<dyn Behaviour> {
        Box::new(ScheduleRun::new(self))
    }
}

/// The schedule that runs.
#[derive(Clone, Copy, Debug)]
struct RunningSchedule {
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
    running: Option<RunningSchedule>,
    asked: Option<u64>,
    failed: u64,
}

impl ScheduleRun {
    /// A run that has not begun yet.
    pub fn new(program: &ScheduleProgram) -> Self {
        let flags = vec![false; program.code.flags.len()];
        Self { code: program.code.clone(), flags, running: None, asked: None, failed: 0 }
    }

    /// How many schedules have failed so far.
    pub fn failures(&self) -> u64 {
        self.failed
    }

    fn state(&self, facts: &impl Facts) -> Option<usize> {
        self.code.states.iter().position(|(_, when)| when.check(facts))
    }

    /// The first schedule of the state whose flags are as they should be.
    fn select(&self, state: Option<usize>) -> Option<RunningSchedule> {
        let set = |flag: &usize| self.flags.get(*flag).copied().unwrap_or(false);
        let fits = |schedule: &ScheduleCode| {
            Some(schedule.state) == state
                && schedule.when.iter().all(set)
                && !schedule.unless.iter().any(set)
                && !schedule.fails_on.iter().any(set)
        };
        self.code.schedules.iter().position(fits).map(|schedule| self.take_up(schedule, false))
    }

    fn take_up(&self, schedule: usize, is_fallback: bool) -> RunningSchedule {
        let on_failure = self.code.schedules.get(schedule).and_then(|schedule| schedule.on_failure);
        RunningSchedule { schedule, task: 0, since: None, on_failure, is_fallback }
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
    fn check_flags(&mut self, facts: &impl Facts) {
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
        mut running: RunningSchedule,
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
                        let mut bindings = Bindings::default();
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
            self.check_flags(cx.memory());
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
