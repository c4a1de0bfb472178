//! Planning ahead with the same tasks that the executor runs.
//!
//! The executor does each action as soon as it is reached. [`Lookahead`] decomposes the same tasks over a [`Projection`] instead: actions
//! are simulated with the effects declared in the [`Catalogue`], and the search backtracks when a choice fails. The result is a
//! [`TaskPlan`]: the steps, their cost, the choices that led there, and the tasks that remain after each step.
//!
//! - **Mixed mode**: [`LookaheadOptions::next`] plans only some steps; [`Lookahead::plan_rest`] plans the next ones from the state at that time.
//! - **Cheapest**: [`LookaheadOptions::cheapest`] continues after the first plan with branch and bound. When the budget is
//!   used up, the best plan so far is returned.
//! - **Early rejection**: [`LookaheadOptions::instead_of`] stops as soon as no plan can be preferred to the running one.
//! - **Weights**: [`LookaheadOptions::drawing`] draws the order in which alternatives with weights are tried.
//! - **Repair**: [`Lookahead::repair`] keeps a plan that still works, plans the rest of it again, or starts over.
//!
//! Bindings of patterns are not choice points: as in the executor, each pattern takes the best thing. An action that is not declared is
//! assumed to succeed without effects, and so is another engine. Parallel tasks are simulated one after the other.
//!
//! ```
//! use motive::tasks::lookahead::{LookaheadOutcome, LookaheadOptions};
//! use motive::tasks::{Call, Line, Primitive, Settings, HtnTask, TaskLibrary};
//! use motive::kernel::{Action, Budget, Catalogue, Effect, Expr, Memory, Type, Vocabulary};
//! use std::sync::Arc;
//!
//! let mut names = Vocabulary::new();
//! let (armed, safe) = (names.own("armed", Type::Bool), names.own("safe", Type::Bool));
//! let (rush, arm, fight) = (names.action("rush", 0), names.action("arm", 0), names.action("fight", 0));
//! let names = names.finish()?;
//! let mut actions = Catalogue::default();
//! actions.add(&Action::new(arm, &[]).effect(Effect::set_own(armed, true)), &names)?;
//! actions.add(&Action::new(fight, &[]).needs(Expr::own(armed).holds()).effect(Effect::set_own(safe, true)), &names)?;
//!
//! // Rushing in unarmed comes first, and fails.
//! let tasks = TaskLibrary::new(&names, vec![
//!     HtnTask::new("Hold").line(Line::of(Call::new("Rush")).or(Call::new("Arm"))).line(Call::new("Fight")),
//!     HtnTask::new("Rush").act(Primitive::new(rush)),
//!     HtnTask::new("Arm").act(Primitive::new(arm)),
//!     HtnTask::new("Fight").act(Primitive::new(fight)),
//! ], Settings::default()).map_err(|errors| errors[0].clone())?;
//! let ahead = tasks.lookahead("Hold", vec![], Arc::new(actions))?;
//!
//! let outcome = ahead.plan(&Memory::new(names.clone()), &LookaheadOptions::default(), &mut Budget::default());
//! let LookaheadOutcome::Plan(plan) = outcome else { panic!("{outcome:?}") };
//! assert_eq!(plan.display(&names), ["arm()", "fight()"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod behaviour;
mod remaining;
mod search;

pub use behaviour::LookaheadProgram;
pub use remaining::RemainingTasks;

use super::{TaskError, TaskLibrary};
use motive_core::action::{Arguments, Catalogue};
use motive_core::binding::Budget;
use motive_core::memory::Memory;
use motive_core::mind::Callable;
use motive_core::projection::Projection;
use motive_core::vocabulary::{ActionId, Value, Vocabulary};
use search::{LookaheadSearch, PausedSearch, SearchEnd};
use std::sync::Arc;

/// A step of a plan.
#[derive(Clone, Debug)]
pub struct TaskStep {
    /// The task it does.
    pub task: Arc<str>,
    /// The action and its arguments; none if another engine does the task.
    pub command: Option<(ActionId, Arguments)>,
    /// Its cost.
    pub cost: f64,
    /// The tasks that remain after it.
    pub rest: RemainingTasks,
    /// The other engine, if one does it.
    behave: Option<(Callable, Arguments)>,
}

impl TaskStep {
    /// The step as text.
    pub fn display(&self, names: &Vocabulary) -> String {
        let Some((action, arguments)) = &self.command else { return format!("{}()", self.task) };
        let arguments: Vec<String> = arguments.iter().map(|value| value.display(names)).collect();
        format!("{}({})", names.action_name(*action), arguments.join(", "))
    }
}

/// A plan, and the tasks that remain to be planned.
#[derive(Clone, Debug)]
pub struct TaskPlan {
    /// The steps in order.
    pub steps: Vec<TaskStep>,
    /// Its total cost.
    pub cost: f64,
    /// The index of the chosen alternative at each choice, in order. Smaller indices are preferred.
    pub choices: Vec<u16>,
    /// The tasks that remain after the last step; none if the plan is complete.
    pub rest: RemainingTasks,
    /// What was tried, in order, if the options ask for it.
    pub attempts: Vec<DecompositionAttempt>,
    /// The tasks that were planned.
    from: RemainingTasks,
    /// The seed of the order of alternatives with weights.
    drawn: Option<u64>,
}

impl TaskPlan {
    /// The steps as text.
    pub fn display(&self, names: &Vocabulary) -> Vec<String> {
        self.steps.iter().map(|step| step.display(names)).collect()
    }

    /// The tasks that remain after this many steps.
    fn rest_after(&self, done: usize) -> &RemainingTasks {
        match done.checked_sub(1) {
            None => &self.from,
            Some(last) => self.steps.get(last).map_or(&self.rest, |step| &step.rest),
        }
    }
}

/// Options of a search.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct LookaheadOptions {
    /// The number of steps to plan; none for all.
    pub steps: Option<usize>,
    /// Whether to search for the cheapest plan instead of the first one.
    pub cheapest: bool,
    /// An upper bound of the cost.
    pub below: Option<f64>,
    /// The choices of the running plan: only a preferred plan is accepted.
    pub instead_of: Option<Vec<u16>>,
    /// Whether to log what was tried.
    pub explain: bool,
    /// The seed of the order of alternatives with weights; without one they are tried in order.
    pub drawn: Option<u64>,
}

impl LookaheadOptions {
    /// Only the next steps.
    pub fn next(steps: usize) -> Self {
        Self { steps: Some(steps), ..Self::default() }
    }

    /// The same, for the cheapest plan.
    pub fn cheapest(mut self) -> Self {
        self.cheapest = true;
        self
    }

    /// The same, for a plan that costs less than this.
    pub fn below(mut self, cost: f64) -> Self {
        self.below = Some(cost);
        self
    }

    /// The same, for a plan that is preferred to another: where the two first differ, it takes the earlier alternative. The random order of
    /// the other plan is kept.
    pub fn instead_of(mut self, plan: &TaskPlan) -> Self {
        self.instead_of = Some(plan.choices.clone());
        self.drawn = plan.drawn;
        self
    }

    /// The same, with a seed for the order of alternatives with weights.
    pub fn drawing(mut self, from: u64) -> Self {
        self.drawn = Some(from);
        self
    }

    /// The same, with a log of what was tried.
    pub fn explained(mut self) -> Self {
        self.explain = true;
        self
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
#[must_use]
pub enum LookaheadOutcome {
    /// A plan was found.
    Plan(TaskPlan),
    /// There are plans, but none that is better than required.
    NothingBetter,
    /// There is no plan: everything was tried. With the log, if the options ask for it.
    Impossible(Vec<DecompositionAttempt>),
    /// The budget was used up or tasks were nested too deeply before a result was known.
    GaveUp(Vec<DecompositionAttempt>),
}

impl LookaheadOutcome {
    /// The plan, if there is one.
    pub fn plan(self) -> Option<TaskPlan> {
        if let Self::Plan(plan) = self { Some(plan) } else { None }
    }
}

/// How a plan is repaired after the world has changed.
#[derive(Clone, Debug)]
pub enum Repair {
    /// It still works.
    Keep,
    /// The remaining tasks have a new plan. Nothing is done again.
    Mended(TaskPlan),
    /// The remaining tasks have no plan; this one starts from the first task.
    Anew(TaskPlan),
    /// No plan was found.
    Lost,
}

/// A task with arguments, to be planned ahead. Immutable; share it between agents.
#[derive(Clone, Debug)]
pub struct Lookahead {
    tasks: Arc<TaskLibrary>,
    catalogue: Arc<Catalogue>,
    first: RemainingTasks,
}

impl TaskLibrary {
    /// A task with arguments, and the declared actions.
    ///
    /// # Errors
    /// If there is no such task, or it has another number of parameters.
    pub fn lookahead(
        self: &Arc<Self>,
        task: &str,
        arguments: Vec<Value>,
        catalogue: Arc<Catalogue>,
    ) -> Result<Lookahead, TaskError> {
        let number = self.number(task, arguments.len())?;
        Ok(Lookahead { tasks: self.clone(), catalogue, first: RemainingTasks::call(number, arguments) })
    }
}

impl Lookahead {
    /// A number that changes when the task, or anything that it calls, does.
    pub(super) fn version(&self) -> u64 {
        self.first.task().map_or(0, |task| self.tasks.version(task))
    }

    /// Searches for a plan from the first task.
    pub fn plan(&self, memory: &Memory, options: &LookaheadOptions, budget: &mut Budget) -> LookaheadOutcome {
        self.plan_rest(&self.first, memory, options, budget)
    }

    /// Searches for a plan for the remaining tasks.
    pub fn plan_rest(
        &self,
        rest: &RemainingTasks,
        memory: &Memory,
        options: &LookaheadOptions,
        budget: &mut Budget,
    ) -> LookaheadOutcome {
        LookaheadSearch::new(self, memory, rest, options, budget).run()
    }

    /// The same, continuing a search whose budget was used up.
    fn search_on(
        &self,
        rest: &RemainingTasks,
        memory: &Memory,
        options: &LookaheadOptions,
        budget: &mut Budget,
        paused: Option<PausedSearch>,
    ) -> SearchEnd {
        let search = LookaheadSearch::new(self, memory, rest, options, budget);
        paused.into_iter().fold(search, LookaheadSearch::continuing).run_or_pause()
    }

    /// Whether the steps of a plan from this one on can still be executed from the present state.
    pub fn still_works(&self, plan: &TaskPlan, done: usize, memory: &Memory) -> bool {
        let mut world = Projection::new(memory);
        plan.steps.iter().skip(done).filter_map(|step| step.command.as_ref()).all(|(action, arguments)| {
            self.catalogue.action(*action).is_none_or(|action| {
                let can = action.can(&world, arguments);
                if can {
                    search::imagine(action, &mut world, arguments);
                }
                can
            })
        })
    }

    /// Repairs a plan of which this many steps were executed. The cheapest repair is tried first: keep it, then plan what remains, then
    /// plan everything.
    pub fn repair(
        &self,
        plan: &TaskPlan,
        done: usize,
        memory: &Memory,
        options: &LookaheadOptions,
        budget: &mut Budget,
    ) -> Repair {
        if self.still_works(plan, done, memory) {
            return Repair::Keep;
        }
        if let Some(mended) = self.plan_rest(plan.rest_after(done), memory, options, budget).plan() {
            return Repair::Mended(mended);
        }
        match self.plan(memory, options, budget).plan() {
            Some(plan) => Repair::Anew(plan),
            None => Repair::Lost,
        }
    }
}

/// A task that was tried, and the result.
#[derive(Clone, Debug, PartialEq)]
pub struct DecompositionAttempt {
    /// Its depth in the tree.
    pub depth: usize,
    /// The task, or `Task.method`.
    pub task: Arc<str>,
    /// Its arguments.
    pub arguments: Vec<Value>,
    /// The result.
    pub result: AttemptResult,
}

/// The result of trying a task.
#[derive(Clone, Debug, PartialEq)]
pub enum AttemptResult {
    /// It is part of the plan.
    Taken,
    /// It is this step of the plan.
    Step(usize),
    /// Its goals hold already.
    Reached,
    /// A precondition does not hold.
    Needs(Arc<str>),
    /// The precondition of the action does not hold.
    CannotAct(Arc<str>),
    /// The slot is empty.
    EmptySlot,
    /// An argument has no value.
    NoValue,
    /// The same was tried before from the same state, without success.
    TriedBefore,
    /// It costs at least as much as the best plan so far.
    TooDear,
    /// Tasks are nested too deeply.
    TooDeep,
    /// It worked, but what follows did not.
    TakenBack,
}

impl DecompositionAttempt {
    /// One line, indented.
    pub fn display(&self, names: &Vocabulary) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(|value| value.display(names)).collect();
        let call = if arguments.is_empty() { String::new() } else { format!("({})", arguments.join(", ")) };
        let task = &self.task;
        let said = match &self.result {
            AttemptResult::Taken => format!("{task}{call}"),
            AttemptResult::Step(number) => format!("{}. {task}{call}", number + 1),
            AttemptResult::Reached => format!("{task}{call}: goals hold already"),
            AttemptResult::Needs(what) => format!("x {task}{call}: precondition {what} does not hold"),
            AttemptResult::CannotAct(what) => {
                format!("x {task}{call}: the precondition {what} of the action does not hold")
            }
            AttemptResult::EmptySlot => format!("x {task}{call}: the slot is empty"),
            AttemptResult::NoValue => format!("x {task}: an argument has no value"),
            AttemptResult::TriedBefore => format!("x {task}{call}: tried before from the same state"),
            AttemptResult::TooDear => format!("x {task}{call}: costs as much as the best plan so far"),
            AttemptResult::TooDeep => format!("x {task}{call}: tasks are nested too deeply"),
            AttemptResult::TakenBack => format!("x {task}{call}: worked, but what follows did not"),
        };
        format!("{}{said}", "  ".repeat(self.depth))
    }
}
