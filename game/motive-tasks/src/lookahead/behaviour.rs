//! Following a plan: plans the next steps, executes them, and plans again when the world differs from the plan.

use super::super::execute::{Status, status};
use super::search::{PausedSearch, SearchEnd};
use super::{Lookahead, LookaheadOptions, LookaheadOutcome, RemainingTasks, TaskPlan};
use motive_core::action::Command;
use motive_core::binding::Budget;
use motive_core::condition::ReadSet;
use motive_core::mind::{Behaviour, Context, MindText, Outcome, Program, Stuck};
use motive_core::trace::TaskEnd;
use motive_core::vocabulary::{ActionInfo, ActionLifetime, ActionTarget, Facts, Vocabulary};
use std::sync::Arc;

/// The place at which the order of alternatives with weights is drawn.
const WEIGHTS: u64 = 0x5745_4947_4854_5321;

/// A task that is planned ahead and then executed, as a program that can pursue a goal.
///
/// Each step is checked before it is executed. If the rest of the plan no longer works, what remains is planned again from there, and if
/// that has no plan, everything. A search that takes more than a tick's [work](LookaheadProgram::work_per_tick) continues in the next tick.
#[derive(Clone, Debug)]
#[must_use]
pub struct LookaheadProgram {
    name: Arc<str>,
    ahead: Arc<Lookahead>,
    options: LookaheadOptions,
    reconsiders: bool,
    work_per_tick: u64,
}

/// The default of [`LookaheadProgram::work_per_tick`], about half a millisecond. Our choice.
const WORK_PER_TICK: u64 = 600;

impl Lookahead {
    /// A program that plans with these options and executes the plans.
    pub fn program(self, name: &str, options: LookaheadOptions) -> LookaheadProgram {
        LookaheadProgram {
            name: name.into(),
            ahead: Arc::new(self),
            options,
            reconsiders: false,
            work_per_tick: WORK_PER_TICK,
        }
    }
}

impl LookaheadProgram {
    /// Plans again before each step, and switches to a plan that is preferred to the running one. A search that cannot find a better plan
    /// stops as soon as that is known.
    pub fn reconsidering(mut self) -> Self {
        self.reconsiders = true;
        self
    }

    /// The most work of a search in one tick: tasks entered, actions simulated, choices taken back. The default is 600.
    ///
    /// A search that continues repeats the choices that it made, so it needs more than they take: after every eight ticks without a
    /// plan the limit is doubled.
    pub fn work_per_tick(mut self, work: u64) -> Self {
        self.work_per_tick = work;
        self
    }
}

impl Program for LookaheadProgram {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn version(&self) -> u64 {
        self.ahead.version()
    }

    fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        self.ahead.tasks.describe(names, text);
    }

    fn start(&self) -> Box<dyn Behaviour> {
        let first = self.ahead.first.clone();
        Box::new(LookaheadBehaviour {
            program: self.clone(),
            plan: None,
            rest: first,
            search: None,
            pauses: 0,
            broken: None,
            starts_over: false,
            done: 0,
            proposed: None,
            behaviour: None,
            answered: None,
            current: None,
        })
    }
}

struct LookaheadBehaviour {
    program: LookaheadProgram,
    plan: Option<TaskPlan>,
    /// The tasks to plan next, when there is no plan.
    rest: RemainingTasks,
    /// The search for a plan of them, if it did not end in one tick.
    search: Option<PausedSearch>,
    /// In how many ticks in a row it was paused.
    pauses: u32,
    /// What remained of a plan that broke, until there is another. If it has no plan, everything is planned anew.
    broken: Option<RemainingTasks>,
    /// Whether everything is being planned anew.
    starts_over: bool,
    /// The number of executed steps of the plan.
    done: usize,
    /// When the current step was first proposed.
    proposed: Option<u64>,
    /// The behaviour of another engine that does the step, if one does.
    behaviour: Option<Box<dyn Behaviour>>,
    answered: Option<(u64, Outcome, Option<Command>)>,
    current: Option<Arc<str>>,
}

/// The status of the current step.
enum StepCheck {
    /// It runs; another engine that does it has made its proposals.
    Running(Option<Outcome>),
    Done,
    Failed,
}

impl Behaviour for LookaheadBehaviour {
    fn propose(&mut self, cx: &mut Context<'_>) -> Outcome {
        let tick = cx.time().tick;
        if let Some((answered, outcome, command)) = &self.answered
            && *answered == tick
        {
            command.iter().for_each(|command| cx.propose(command.clone()));
            self.request_call(cx);
            return *outcome;
        }
        let (outcome, command) = self.decide(cx);
        self.request_call(cx);
        command.iter().for_each(|command| cx.propose(command.clone()));
        self.answered = Some((tick, outcome, command));
        outcome
    }

    fn leave(&mut self, why: TaskEnd) {
        if let Some(mut behaviour) = self.behaviour.take() {
            behaviour.leave(why);
        }
        (self.plan, self.proposed, self.search) = (None, None, None);
    }

    fn reads(&self) -> Option<&ReadSet> {
        Some(&self.program.ahead.tasks.reads)
    }

    fn reacts_to_action_end(&self) -> bool {
        true
    }

    fn current(&self) -> Option<&str> {
        self.current.as_deref()
    }
}

impl LookaheadBehaviour {
    /// Requests a call in the next tick, unless a latched action runs, which runs until the world ends it.
    fn request_call(&self, cx: &mut Context<'_>) {
        let step = self.plan.as_ref().and_then(|plan| plan.steps.get(self.done));
        let command = step.and_then(|step| step.command.as_ref());
        let info = command.and_then(|(action, _)| cx.memory().vocabulary().action_info(*action));
        let is_latched = info.is_some_and(is_latched);
        let has_begun = self.proposed.is_some_and(|first| first < cx.time().tick);
        if !is_latched || !has_begun {
            cx.ask_again();
        }
    }

    fn decide(&mut self, cx: &mut Context<'_>) -> (Outcome, Option<Command>) {
        if self.plan.is_some() {
            match self.check_step(cx) {
                StepCheck::Running(outcome) => {
                    return outcome.map_or_else(|| self.act(cx), |outcome| (outcome, None));
                }
                StepCheck::Done => self.done += usize::from(self.proposed.take().is_some()),
                StepCheck::Failed => {
                    self.proposed = None;
                    if let Err(outcome) = self.mend(cx) {
                        return (outcome, None);
                    }
                }
            }
        }
        // A plan may have no steps left, or none at all; then what follows is planned, once.
        for _ in 0..2 {
            if let Err(outcome) = self.ensure_plan(cx) {
                return (outcome, None);
            }
            let Some(plan) = &self.plan else { break };
            if self.done < plan.steps.len() {
                return self.act(cx);
            }
            self.rest = plan.rest.clone();
            self.plan = None;
            if self.rest.is_done() {
                return (Outcome::Done, None);
            }
        }
        (Outcome::Waiting, None)
    }

    fn check_step(&mut self, cx: &mut Context<'_>) -> StepCheck {
        let Some(first) = self.proposed else { return StepCheck::Done };
        if let Some(behaviour) = &mut self.behaviour {
            let check = match behaviour.propose(cx) {
                Outcome::Done => StepCheck::Done,
                Outcome::Stuck(_) => StepCheck::Failed,
                outcome => return StepCheck::Running(Some(outcome)),
            };
            self.behaviour = None;
            return check;
        }
        let step = self.plan.as_ref().and_then(|plan| plan.steps.get(self.done));
        let Some((action, _)) = step.and_then(|step| step.command.as_ref()) else { return StepCheck::Done };
        let names = cx.memory().vocabulary();
        let Some(info) = names.action_info(*action) else { return StepCheck::Failed };
        if !is_latched(info) {
            return if cx.time().tick > first { StepCheck::Done } else { StepCheck::Running(None) };
        }
        match status(cx.memory(), info.name) {
            Status::Succeeded => StepCheck::Done,
            Status::Running => StepCheck::Running(None),
            Status::Failed(_) | Status::Unknown => StepCheck::Failed,
        }
    }

    /// Makes sure that there is a plan that works in the present state.
    fn ensure_plan(&mut self, cx: &mut Context<'_>) -> Result<(), Outcome> {
        let program = self.program.clone();
        let Some(plan) = &self.plan else {
            return self.plan(cx);
        };
        if !program.ahead.still_works(plan, self.done, cx.memory()) {
            return self.mend(cx);
        }
        if program.reconsiders && self.done > 0 {
            let options = program.options.clone().instead_of(plan);
            let memory = cx.memory();
            let better = self.with_budget(cx, |budget| program.ahead.plan(memory, &options, budget));
            if let LookaheadOutcome::Plan(better) = better {
                self.follow(better);
            }
        }
        Ok(())
    }

    /// A search with the budget of a tick; what other tasks of the decision need is left to them.
    fn with_budget<T>(&self, cx: &mut Context<'_>, search: impl FnOnce(&mut Budget) -> T) -> T {
        let budget = cx.ledger_and_budget().1;
        let work = self.program.work_per_tick.saturating_mul(1 << (self.pauses / 8).min(20));
        let mut slice = Budget::new(budget.left().min(work));
        let result = search(&mut slice);
        budget.spend(slice.spent());
        result
    }

    /// Plans what remains, or continues to.
    fn plan(&mut self, cx: &mut Context<'_>) -> Result<(), Outcome> {
        let paused = self.search.take();
        // A search that continues keeps the order that it drew.
        let drawn = paused.as_ref().and_then(PausedSearch::drawn).unwrap_or_else(|| cx.draw(WEIGHTS));
        let options = self.program.options.clone().drawing(drawn);
        let memory = cx.memory();
        let end = self.with_budget(cx, |budget| {
            self.program.ahead.search_on(&self.rest, memory, &options, budget, paused)
        });
        if matches!(end, SearchEnd::Outcome(_)) {
            self.pauses = 0;
        }
        match end {
            SearchEnd::Outcome(LookaheadOutcome::Plan(plan)) => {
                self.follow(plan);
                Ok(())
            }
            SearchEnd::Paused(paused, _) => {
                (self.search, self.pauses) = (Some(paused), self.pauses + 1);
                Err(Outcome::Waiting)
            }
            SearchEnd::Outcome(outcome) => match &self.broken {
                Some(_) if !self.starts_over => {
                    (self.rest, self.starts_over) = (self.program.ahead.first.clone(), true);
                    self.plan(cx)
                }
                Some(rest) => {
                    (self.rest, self.starts_over) = (rest.clone(), false);
                    Err(Outcome::Stuck(Stuck::Nothing))
                }
                None if matches!(outcome, LookaheadOutcome::GaveUp(_)) => Err(Outcome::Stuck(Stuck::Budget)),
                None => Err(Outcome::Stuck(Stuck::Nothing)),
            },
        }
    }

    /// The plan does not work any more: what remains of it is planned, and if that has no plan, everything.
    fn mend(&mut self, cx: &mut Context<'_>) -> Result<(), Outcome> {
        if let Some(plan) = self.plan.take() {
            self.rest = plan.rest_after(self.done).clone();
            (self.broken, self.starts_over, self.search) = (Some(self.rest.clone()), false, None);
        }
        self.plan(cx)
    }

    fn follow(&mut self, plan: TaskPlan) {
        (self.plan, self.done, self.proposed) = (Some(plan), 0, None);
        (self.broken, self.starts_over) = (None, false);
    }

    /// Executes the current step.
    fn act(&mut self, cx: &mut Context<'_>) -> (Outcome, Option<Command>) {
        let Some(step) = self.plan.as_ref().and_then(|plan| plan.steps.get(self.done)) else {
            return (Outcome::Waiting, None);
        };
        self.current = Some(step.task.clone());
        self.proposed.get_or_insert(cx.time().tick);
        if let Some((action, arguments)) = &step.command {
            return (Outcome::Acting, Some(Command::Act { action: *action, arguments: arguments.clone() }));
        }
        let Some((guest, values)) = &step.behave else { return (Outcome::Waiting, None) };
        let behaviour = self.behaviour.insert(guest.start(values));
        // Whether it has ended is checked in the next tick.
        (behaviour.propose(cx), None)
    }
}

/// Whether the world says when an action ends.
fn is_latched(info: &ActionInfo) -> bool {
    info.lifetime == ActionLifetime::Latched && info.target == ActionTarget::World
}
