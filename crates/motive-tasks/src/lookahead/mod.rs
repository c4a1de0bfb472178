//! The same tasks planned ahead: what would be done, in which order, before anything is.
//!
//! The executor beside this does each action the moment it is reached. [`Lookahead`] walks the same tree over a
//! [`Projection`] instead: actions are imagined with the effects that the [`Catalogue`] declares, and where a way leads
//! nowhere, earlier choices are taken back. What comes out is a [`TaskPlan`]: the steps, what they cost, which choices led there, and what
//! of the tasks is left after each step.
//!
//! - **Mixed mode**: [`LookaheadOptions::next`] plans only so many steps; [`Lookahead::go_on`] plans the next ones from the world as it is then.
//! - **Cheapest**: [`LookaheadOptions::cheapest`] goes on after the first plan, cutting whatever costs as much already (branch and bound). When the
//!   budget ends, the best so far is the answer.
//! - **Early rejection**: [`LookaheadOptions::instead_of`] gives up the moment that nothing preferred to the running plan can come any more.
//! - **Weights**: [`LookaheadOptions::drawing`] draws the order in which alternatives with weights are tried.
//! - **Repair**: [`Lookahead::repair`] keeps a plan that still works, mends it from where it stands, or plans anew.
//!
//! What patterns bind is not a choice: as in the executor, each takes the best thing at its turn. An action that is not declared is taken to
//! work and to change nothing; so is another engine that does a task. Tasks done at once are imagined one after the other.
//!
//! ```
//! use motive::htn::lookahead::{LookaheadOutcome, LookaheadOptions};
//! use motive::htn::{Call, Line, Primitive, Settings, Task, Tasks};
//! use motive::{Action, Budget, Catalogue, Effect, Expr, Memory, Type, Vocabulary};
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
//! // Rushing in unarmed comes first, and leads nowhere.
//! let tasks = Tasks::new(&names, vec![
//!     Task::new("Hold").line(Line::of(Call::new("Rush")).or(Call::new("Arm"))).line(Call::new("Fight")),
//!     Task::new("Rush").act(Primitive::new(rush)),
//!     Task::new("Arm").act(Primitive::new(arm)),
//!     Task::new("Fight").act(Primitive::new(fight)),
//! ], Settings::default()).map_err(|errors| errors[0].clone())?;
//! let ahead = tasks.lookahead("Hold", vec![], Arc::new(actions))?;
//!
//! let outcome = ahead.plan(&Memory::new(names.clone()), &LookaheadOptions::default(), &mut Budget::default());
//! let LookaheadOutcome::Plan(plan) = outcome else { panic!("{outcome:?}") };
//! assert_eq!(plan.display(&names), ["arm()", "fight()"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod decomposition_log;
mod follow;
mod remaining;
mod search;

pub use decomposition_log::{AttemptResult, DecompositionAttempt};
pub use follow::LookaheadProgram;
pub use remaining::RemainingTasks;

use super::{TaskError, Tasks};
use motive_core::action::{Arguments, Catalogue};
use motive_core::binding::Budget;
use motive_core::memory::Memory;
use motive_core::mind::Callable;
use motive_core::projection::Projection;
use motive_core::vocabulary::{ActionId, Value, Vocabulary};
use search::LookaheadSearch;
use std::sync::Arc;

/// One step of a plan.
#[derive(Clone, Debug)]
pub struct Step {
    /// The task that it does.
    pub task: Arc<str>,
    /// The action and its arguments; none if another engine does the task.
    pub command: Option<(ActionId, Arguments)>,
    /// What it costs.
    pub cost: f64,
    /// What is left of the tasks when it is done.
    pub rest: RemainingTasks,
    /// The other engine, if one does it.
    behave: Option<(Callable, Arguments)>,
}

impl Step {
    /// As people write it.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> String {
        let Some((action, arguments)) = &self.command else { return format!("{}()", self.task) };
        let arguments: Vec<String> = arguments.iter().map(|value| value.display(names)).collect();
        format!("{}({})", names.action_name(*action), arguments.join(", "))
    }
}

/// A plan: what is done, and what is left to be planned.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TaskPlan {
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What it costs in all.
    pub cost: f64,
    /// Which alternative was taken wherever there were several, in the order in which they were tried. Smaller numbers first are preferred.
    pub choices: Vec<u16>,
    /// What is left of the tasks after the last step; nothing, if the plan is whole.
    pub rest: RemainingTasks,
    /// What was tried, in order, if that was asked for.
    pub attempts: Vec<DecompositionAttempt>,
    /// Where it was planned from.
    from: RemainingTasks,
    /// What the order of alternatives with weights was drawn from.
    drawn: Option<u64>,
}

impl TaskPlan {
    /// The steps as people write them.
    #[must_use]
    pub fn display(&self, names: &Vocabulary) -> Vec<String> {
        self.steps.iter().map(|step| step.display(names)).collect()
    }

    /// What is left of the tasks when so many steps are done.
    fn rest_after(&self, done: usize) -> &RemainingTasks {
        match done.checked_sub(1) {
            None => &self.from,
            Some(last) => self.steps.get(last).map_or(&self.rest, |step| &step.rest),
        }
    }
}

/// How far to look, and for what.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct LookaheadOptions {
    /// Plan only so many steps; without a number, everything.
    pub steps: Option<usize>,
    /// Look for the cheapest plan instead of the first one.
    pub cheapest: bool,
    /// Only a plan that costs less than this will do.
    pub below: Option<f64>,
    /// The choices of the running plan: only one that is preferred to it will do.
    pub instead_of: Option<Vec<u16>>,
    /// Remember what was tried, so that it can be explained.
    pub explain: bool,
    /// What the order of alternatives with weights is drawn from; without a number they are tried as they are written.
    pub drawn: Option<u64>,
}

impl LookaheadOptions {
    /// Only the next steps.
    #[must_use]
    pub fn next(steps: usize) -> Self {
        Self { steps: Some(steps), ..Self::default() }
    }

    /// The same, for the cheapest plan.
    #[must_use]
    pub fn cheapest(mut self) -> Self {
        self.cheapest = true;
        self
    }

    /// The same, for a plan that costs less than this.
    #[must_use]
    pub fn below(mut self, cost: f64) -> Self {
        self.below = Some(cost);
        self
    }

    /// The same, for a plan that is preferred to another: where the two first differ, it takes the earlier alternative. What was drawn
    /// for the other holds for this one.
    #[must_use]
    pub fn instead_of(mut self, plan: &TaskPlan) -> Self {
        self.instead_of = Some(plan.choices.clone());
        self.drawn = plan.drawn;
        self
    }

    /// The same, with the order of alternatives that have weights drawn from this number: the same number gives the same order.
    #[must_use]
    pub fn drawing(mut self, from: u64) -> Self {
        self.drawn = Some(from);
        self
    }

    /// The same, with what was tried.
    #[must_use]
    pub fn explained(mut self) -> Self {
        self.explain = true;
        self
    }
}

/// What looking ahead came to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum LookaheadOutcome {
    /// Here is a plan.
    Plan(TaskPlan),
    /// There are plans, but none that is better than what was to be beaten.
    NothingBetter,
    /// The tasks cannot be done: everything was tried. What was, if that was asked for.
    Impossible(Vec<DecompositionAttempt>),
    /// The budget ended, or tasks went too deep, before it was known.
    GaveUp(Vec<DecompositionAttempt>),
}

impl LookaheadOutcome {
    /// The plan, if there is one.
    #[must_use]
    pub fn plan(self) -> Option<TaskPlan> {
        if let Self::Plan(plan) = self { Some(plan) } else { None }
    }
}

/// What became of a plan in a world that has changed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Repair {
    /// It still works: go on.
    Keep,
    /// What is left of the tasks has another plan now. Nothing that was done is done again.
    Mended(TaskPlan),
    /// What was begun cannot be ended; this begins from the first task.
    Anew(TaskPlan),
    /// The tasks cannot be done now, or it is not known how.
    Lost,
}

/// A task and its arguments, ready to be planned ahead. Immutable; share it between agents.
#[derive(Clone, Debug)]
pub struct Lookahead {
    tasks: Arc<Tasks>,
    catalogue: Arc<Catalogue>,
    first: RemainingTasks,
}

impl Tasks {
    /// A task to be planned ahead, with what is declared of actions.
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

    /// Looks for a plan from the first task.
    #[must_use]
    pub fn plan(&self, memory: &Memory, options: &LookaheadOptions, budget: &mut Budget) -> LookaheadOutcome {
        self.go_on(&self.first, memory, options, budget)
    }

    /// Looks for a plan for what is left of the tasks.
    #[must_use]
    pub fn go_on(
        &self,
        rest: &RemainingTasks,
        memory: &Memory,
        options: &LookaheadOptions,
        budget: &mut Budget,
    ) -> LookaheadOutcome {
        LookaheadSearch::new(self, memory, rest, options, budget).run()
    }

    /// Whether the steps of a plan from this one on can still be done, one after the other, from the world as it is.
    #[must_use]
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

    /// What to do about a plan of which so many steps are done, now that the world may have changed. The cheapest repair first: keep it,
    /// then plan what is left, then plan everything.
    #[must_use]
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
        self.mend(plan, done, memory, options, budget)
    }

    fn mend(
        &self,
        plan: &TaskPlan,
        done: usize,
        memory: &Memory,
        options: &LookaheadOptions,
        budget: &mut Budget,
    ) -> Repair {
        if let Some(mended) = self.go_on(plan.rest_after(done), memory, options, budget).plan() {
            return Repair::Mended(mended);
        }
        match self.plan(memory, options, budget).plan() {
            Some(plan) => Repair::Anew(plan),
            None => Repair::Lost,
        }
    }
}
