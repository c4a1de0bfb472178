//! Tasks over states of a few machine words, for agents that plan very often.
//!
//! States consist of a few booleans and bounded numbers, as in [`projection::compact`](motive_core::projection::compact). A decomposition
//! takes a fraction of a microsecond: buffers are reused, and backtracking copies a few words.
//!
//! Methods are tried in the order of declaration, with full backtracking.
//!
//! ```
//! use motive::kernel::Budget;
//! use motive::tasks::compact::{Decomposer, CompactMethod, TaskTable};
//! use motive::kernel::projection::compact::Problem;
//!
//! let mut problem = Problem::new();
//! let (armed, won) = (problem.truth("armed"), problem.truth("won"));
//! problem.action("shout", 1.0);
//! problem.action("take_trunk", 1.0).sets(armed, true);
//! problem.action("slam", 1.0).needs(armed, true).sets(won, true);
//! let problem = problem.build()?;
//!
//! let tasks = TaskTable::new(&problem)
//!     .method("Fight", CompactMethod::new(["Prepare", "slam"]))
//!     .method("Prepare", CompactMethod::new(["shout"]))
//!     .method("Prepare", CompactMethod::new(["take_trunk"]).needs(armed, false))
//!     .build()?;
//! let fight = tasks.find("Fight").ok_or("it was declared")?;
//! let mut search = Decomposer::new();
//! let plan = search.plan(&tasks, &problem.start(), fight, &mut Budget::default())?;
//! assert_eq!(problem.display(plan.actions), ["take_trunk", "slam"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use motive_core::binding::Budget;
use motive_core::condition::Comparison;
use motive_core::projection::compact::{
    Need, NoPlan, PackedForm, PackedNeeds, PackedProblem, Problem, Variable,
};
use std::sync::Arc;

/// A method: its preconditions, and its subtasks and actions by name.
#[derive(Clone, Debug, Default)]
pub struct CompactMethod {
    needs: Vec<Need>,
    steps: Vec<Arc<str>>,
}

impl CompactMethod {
    /// A method without preconditions.
    #[must_use]
    pub fn new<const N: usize>(steps: [&str; N]) -> Self {
        Self { needs: Vec::new(), steps: steps.into_iter().map(Arc::from).collect() }
    }

    /// Adds a precondition: a variable has this value.
    #[must_use]
    pub fn needs(self, variable: Variable, value: impl Into<i64>) -> Self {
        self.needs_that(variable, Comparison::Equal, value)
    }

    /// Adds a precondition: a variable compares like this with a value.
    #[must_use]
    pub fn needs_that(mut self, variable: Variable, comparison: Comparison, value: impl Into<i64>) -> Self {
        self.needs.push(Need { variable, comparison, value: value.into() });
        self
    }
}

/// What is wrong with tasks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// A step that is neither a task nor an action.
    #[error("a method of `{task}` has the step `{step}`, which is neither a task nor an action")]
    Unknown {
        /// The task.
        task: Arc<str>,
        /// The step.
        step: Arc<str>,
    },
    /// A name that a task and an action share.
    #[error("`{0}` is an action; a task needs another name")]
    Ambiguous(Arc<str>),
    /// A variable of another problem.
    #[error("a method of `{0}` uses a variable that was not declared in this problem")]
    Foreign(Arc<str>),
    /// More tasks and actions than can be numbered.
    #[error("there can be 65,535 tasks and actions at most")]
    TooMany,
}

/// A task of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(u16);

/// Builds a [`TaskTable`].
#[derive(Clone, Debug)]
pub struct TaskTableBuilder<'p> {
    problem: &'p Problem,
    tasks: Vec<(Arc<str>, Vec<CompactMethod>)>,
}

impl TaskTableBuilder<'_> {
    /// Adds a method of a task, tried after those added before.
    #[must_use]
    pub fn method(mut self, task: &str, method: CompactMethod) -> Self {
        match self.tasks.iter_mut().find(|(name, _)| **name == *task) {
            Some((_, methods)) => methods.push(method),
            None => self.tasks.push((task.into(), vec![method])),
        }
        self
    }

    /// Builds the table.
    ///
    /// # Errors
    /// If a step is unknown, a task has the name of an action, or a variable belongs to another problem.
    pub fn build(self) -> Result<TaskTable, TableError> {
        if self.tasks.len() + self.problem.operators().len() > usize::from(u16::MAX) {
            return Err(TableError::TooMany);
        }
        let code = match self.problem.code() {
            PackedProblem::One(form) => CompiledTable::One(self.table(form)?),
            PackedProblem::Two(form) => CompiledTable::Two(self.table(form)?),
            PackedProblem::Four(form) => CompiledTable::Four(self.table(form)?),
            PackedProblem::Eight(form) => CompiledTable::Eight(self.table(form)?),
        };
        Ok(TaskTable { names: self.tasks.into_iter().map(|(name, _)| name).collect(), code })
    }

    fn table<const W: usize>(&self, form: &PackedForm<W>) -> Result<Table<W>, TableError> {
        let mut table =
            Table { form: form.clone(), tasks: Vec::new(), methods: Vec::new(), steps: Vec::new() };
        for (name, methods) in &self.tasks {
            if self.problem.operators().iter().any(|operator| operator.name == *name) {
                return Err(TableError::Ambiguous(name.clone()));
            }
            let first = table.methods.len() as u32;
            for method in methods {
                let known = |need: &Need| need.variable.index() < form.fields.len();
                if !method.needs.iter().all(known) {
                    return Err(TableError::Foreign(name.clone()));
                }
                let from = table.steps.len() as u32;
                for step in &method.steps {
                    table.steps.push(self.step(name, step)?);
                }
                let needs = PackedNeeds::new(&method.needs, &form.fields);
                table.methods.push(CompiledMethod { needs, from, to: table.steps.len() as u32 });
            }
            table.tasks.push((first, table.methods.len() as u32));
        }
        Ok(table)
    }

    /// Actions are numbered first, then tasks.
    fn step(&self, task: &Arc<str>, step: &Arc<str>) -> Result<u16, TableError> {
        let actions = self.problem.operators();
        let action = actions.iter().position(|operator| operator.name == *step);
        let compound = || self.tasks.iter().position(|(name, _)| name == step);
        let number = action.or_else(|| compound().map(|place| actions.len() + place));
        let unknown = || TableError::Unknown { task: task.clone(), step: step.clone() };
        number.map(|number| number as u16).ok_or_else(unknown)
    }
}

/// Compiled tasks. Immutable; share it between agents.
#[derive(Clone, Debug)]
pub struct TaskTable {
    names: Vec<Arc<str>>,
    code: CompiledTable,
}

#[derive(Clone, Debug)]
enum CompiledTable {
    One(Table<1>),
    Two(Table<2>),
    Four(Table<4>),
    Eight(Table<8>),
}

#[derive(Clone, Debug)]
struct Table<const W: usize> {
    form: PackedForm<W>,
    /// The first method of each task, and the one after its last.
    tasks: Vec<(u32, u32)>,
    methods: Vec<CompiledMethod<W>>,
    /// The steps of all methods.
    steps: Vec<u16>,
}

#[derive(Clone, Debug)]
struct CompiledMethod<const W: usize> {
    needs: PackedNeeds<W>,
    from: u32,
    to: u32,
}

impl TaskTable {
    /// A builder without tasks, over the variables and actions of a problem.
    #[expect(clippy::new_ret_no_self, reason = "a table is made by its builder")]
    #[must_use]
    pub fn new(problem: &Problem) -> TaskTableBuilder<'_> {
        TaskTableBuilder { problem, tasks: Vec::new() }
    }

    /// A task by its name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<TaskId> {
        self.names.iter().position(|known| **known == *name).map(|place| TaskId(place as u16))
    }
}

/// A plan, and the work it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CompactDecomposition<'a> {
    /// The numbers of its actions, in order.
    pub actions: &'a [u16],
    /// The number of expanded tasks and actions.
    pub visited: u64,
}

/// A search whose buffers are reused from plan to plan.
#[derive(Clone, Debug, Default)]
pub struct Decomposer {
    one: DecomposerSpace<1>,
    two: DecomposerSpace<2>,
    four: DecomposerSpace<4>,
    eight: DecomposerSpace<8>,
    actions: Vec<u16>,
}

impl Decomposer {
    /// A search with empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The first plan for a task from a state, in the order of methods. Each expanded task and action costs 1 of the budget.
    ///
    /// # Errors
    /// If there is no plan, the budget is used up, or the task is not in the table.
    pub fn plan(
        &mut self,
        tasks: &TaskTable,
        start: &[i64],
        task: TaskId,
        budget: &mut Budget,
    ) -> Result<CompactDecomposition<'_>, NoPlan> {
        let before = budget.spent();
        let actions = &mut self.actions;
        actions.clear();
        match &tasks.code {
            CompiledTable::One(table) => self.one.run(table, start, task, budget, actions)?,
            CompiledTable::Two(table) => self.two.run(table, start, task, budget, actions)?,
            CompiledTable::Four(table) => self.four.run(table, start, task, budget, actions)?,
            CompiledTable::Eight(table) => self.eight.run(table, start, task, budget, actions)?,
        }
        Ok(CompactDecomposition { actions: &self.actions, visited: budget.spent() - before })
    }
}

/// No parent frame.
const NONE: u32 = u32::MAX;

/// The remaining steps: those of a method, then those of its parents.
#[derive(Clone, Copy, Debug)]
struct PendingTask {
    from: u32,
    to: u32,
    up: u32,
}

/// A choice point: a task with further methods.
#[derive(Clone, Copy, Debug)]
struct CompactChoice<const W: usize> {
    next: u32,
    end: u32,
    left: PendingTask,
    state: [u64; W],
    actions: u32,
    above: u32,
}

#[derive(Clone, Debug)]
struct DecomposerSpace<const W: usize> {
    above: Vec<PendingTask>,
    points: Vec<CompactChoice<W>>,
}

impl<const W: usize> Default for DecomposerSpace<W> {
    fn default() -> Self {
        Self { above: Vec::new(), points: Vec::new() }
    }
}

impl<const W: usize> DecomposerSpace<W> {
    fn run(
        &mut self,
        table: &Table<W>,
        start: &[i64],
        task: TaskId,
        budget: &mut Budget,
        actions: &mut Vec<u16>,
    ) -> Result<(), NoPlan> {
        self.above.clear();
        self.points.clear();
        let Some((first, end)) = table.tasks.get(usize::from(task.0)).copied() else {
            return Err(NoPlan::Foreign);
        };
        let mut state = table.form.pack(start);
        let mut left = PendingTask { from: 0, to: 0, up: NONE };
        let (mut next, mut end) = (first, end);
        let mut entering = true;
        loop {
            if !budget.spend(1) {
                return Err(NoPlan::Budget);
            }
            if entering {
                match self.choose(table, next, end, left, &state, actions.len()) {
                    Some(chosen) => left = chosen,
                    None => {
                        let point = self.points.pop().ok_or(NoPlan::Impossible)?;
                        (next, end, left, state) = (point.next, point.end, point.left, point.state);
                        actions.truncate(point.actions as usize);
                        self.above.truncate(point.above as usize);
                        continue;
                    }
                }
                entering = false;
            }
            while left.from == left.to {
                if left.up == NONE {
                    return Ok(());
                }
                left = self.above[left.up as usize];
            }
            let step = table.steps[left.from as usize];
            left.from += 1;
            match table.form.ops.get(usize::from(step)) {
                Some(op) if op.needs.hold(&state) => {
                    state = op.apply(&state);
                    actions.push(step);
                }
                Some(_) => (next, end, entering) = (0, 0, true),
                None => {
                    let task = usize::from(step) - table.form.ops.len();
                    (next, end) = table.tasks[task];
                    entering = true;
                }
            }
        }
    }

    /// The next applicable method, with the steps that follow. If others remain, a choice point is left.
    fn choose(
        &mut self,
        table: &Table<W>,
        first: u32,
        end: u32,
        left: PendingTask,
        state: &[u64; W],
        actions: usize,
    ) -> Option<PendingTask> {
        let methods = &table.methods[first as usize..end as usize];
        let place = methods.iter().position(|method| method.needs.hold(state))?;
        let method = &methods[place];
        let next = first + place as u32 + 1;
        if next < end {
            let (actions, above) = (actions as u32, self.above.len() as u32);
            self.points.push(CompactChoice { next, end, left, state: *state, actions, above });
        }
        // A method without remaining steps leaves no frame.
        let up = if left.from == left.to {
            left.up
        } else {
            self.above.push(left);
            (self.above.len() - 1) as u32
        };
        Some(PendingTask { from: method.from, to: method.to, up })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A problem with a lock: `pick` and `force` both open the door, and only `pick` leaves it whole.
    fn problem() -> (Problem, [Variable; 3]) {
        let mut problem = Problem::new();
        let (open, whole, coins) =
            (problem.truth("open"), problem.truth("whole"), problem.number("coins", 0, 9));
        problem.action("force", 1.0).sets(open, true).sets(whole, false);
        problem.action("pick", 1.0).sets(open, true);
        problem.action("enter", 1.0).needs(open, true).adds(coins, 3);
        problem.action("lock", 1.0).needs(whole, true).sets(open, false);
        (problem.build().unwrap(), [open, whole, coins])
    }

    fn steps(tasks: &TaskTableBuilder<'_>, problem: &Problem, start: &[i64], name: &str) -> Vec<String> {
        let tasks = tasks.clone().build().unwrap();
        let mut search = Decomposer::new();
        match search.plan(&tasks, start, tasks.find(name).unwrap(), &mut Budget::new(10_000)) {
            Ok(plan) => problem.display(plan.actions).into_iter().map(str::to_owned).collect(),
            Err(why) => vec![why.to_string()],
        }
    }

    #[test]
    fn a_choice_is_taken_back_after_it_was_made_and_done() {
        let (problem, [open, whole, coins]) = problem();
        let tasks = TaskTable::new(&problem)
            .method("Rob", CompactMethod::new(["Open", "enter", "lock"]))
            .method("Open", CompactMethod::new([]).needs(open, true))
            .method("Open", CompactMethod::new(["force"]))
            .method("Open", CompactMethod::new(["pick"]))
            .method("GetRich", CompactMethod::new([]).needs_that(coins, Comparison::AtLeast, 6))
            .method("GetRich", CompactMethod::new(["Rob", "GetRich"]));
        let mut start = problem.start();
        start[whole.index()] = 1;
        assert_eq!(steps(&tasks, &problem, &start, "Rob"), ["pick", "enter", "lock"]);
        assert_eq!(steps(&tasks, &problem, &start, "GetRich").len(), 6);
        start[open.index()] = 1;
        assert_eq!(steps(&tasks, &problem, &start, "Rob"), ["enter", "lock"]);
        assert_eq!(
            steps(&tasks, &problem, &problem.start(), "Rob"),
            ["no sequence of actions reaches the goal"]
        );
    }

    #[test]
    fn endless_tasks_end_with_the_budget_and_mistakes_are_found() {
        let (problem, [open, ..]) = problem();
        let endless = TaskTable::new(&problem).method("Spin", CompactMethod::new(["Spin"]));
        assert_eq!(steps(&endless, &problem, &problem.start(), "Spin"), ["the work budget is used up"]);
        let table = || TaskTable::new(&problem);
        let unknown = table().method("A", CompactMethod::new(["nothing"])).build();
        assert!(matches!(unknown, Err(TableError::Unknown { .. })));
        let twice = table().method("pick", CompactMethod::new([])).build();
        assert!(matches!(twice, Err(TableError::Ambiguous(_))));
        let other = Problem::new().build().unwrap();
        let foreign = TaskTable::new(&other).method("A", CompactMethod::new([]).needs(open, true)).build();
        assert!(matches!(foreign, Err(TableError::Foreign(_))));
    }
}
