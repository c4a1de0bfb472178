//! Tasks that break down into others, with tasks as variables.

use super::EngineBuilder;
use super::condition::ConditionTerm;
use super::names::{Later, NameResolver, Var, VarPlace};
use super::program::micros;
use super::term::{ActionTerm, ArgumentTerm, ValueTerm};
use crate::error::Error;
use crate::kernel::{Callable, Expr};
use crate::traits::Percept;
use motive_tasks::{Alternative, Body, Call, HtnTask, Line, Method, Primitive, Settings, TaskLibrary};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

/// Tasks, of which the first that is described pursues the goal.
pub fn tasks(name: &str, describe: impl FnOnce(&TaskSet)) -> EngineBuilder {
    let network = TaskSet::default();
    describe(&network);
    let (tasks, title) = (network.0.into_inner(), name.to_owned());
    EngineBuilder::new(name, move |names| {
        let mut definitions = Vec::new();
        for task in &tasks {
            task.define(&tasks, names, &mut definitions)?;
        }
        let library = TaskLibrary::new(&names.vocabulary, definitions, Settings::default());

        let library = library.map_err(|errors| {
            errors.into_iter().next().map_or(Error::Empty(title.clone()), |error| Error::part(&title, error))
        })?;
        let first = tasks.first().ok_or_else(|| Error::Empty(title.clone()))?;
        let program = library.program(&first.name, Vec::new()).map_err(|error| Error::part(&title, error))?;
        Ok(program.named(&title))
    })
}

/// The tasks of an engine, inside of [`tasks`].
#[derive(Default)]
pub struct TaskSet(RefCell<Vec<TaskParts>>);

struct TaskParts {
    name: Arc<str>,
    parameters: Vec<Later<String>>,
    goals: Vec<ConditionTerm>,
    needs: Vec<ConditionTerm>,
    is_guarded: bool,
    body: BodyDraft,
}

enum BodyDraft {
    Lines(Vec<TaskLine>),
    AnyOrder(Vec<TaskLine>),
    Methods(Vec<MethodParts>),
    Run(EngineBuilder),
}

struct MethodParts {
    name: Arc<str>,
    when: Vec<ConditionTerm>,
    lines: Vec<TaskLine>,
}

impl TaskSet {
    /// Adds a task.
    pub fn task(&self, name: &str) -> TaskBuilder<'_> {
        let mut tasks = self.0.borrow_mut();
        tasks.push(TaskParts {
            name: name.into(),
            parameters: Vec::new(),
            goals: Vec::new(),
            needs: Vec::new(),
            is_guarded: false,
            body: BodyDraft::Lines(Vec::new()),
        });
        TaskBuilder { network: self, at: tasks.len() - 1 }
    }
}

impl TaskParts {
    /// Adds the definition of the task, and one for each action that it does.
    fn define(
        &self,
        tasks: &[TaskParts],
        names: &mut NameResolver<'_>,
        definitions: &mut Vec<HtnTask>,
    ) -> Result<(), Error> {
        let mut task = HtnTask::new(&self.name);
        for parameter in &self.parameters {
            task = task.parameter(&parameter(names));
        }
        task.goals = self.goals.iter().map(|goal| goal.condition(names)).collect();
        task.needs = self.needs.iter().map(|need| need.condition(names)).collect();
        task.guarded = self.is_guarded;
        let mut lines = |lines: &[TaskLine], names: &mut NameResolver<'_>| -> Vec<Line> {
            lines.iter().map(|line| line.define(tasks, names, definitions)).collect()
        };
        task.body = match &self.body {
            BodyDraft::Lines(all) => Body::Lines(lines(all, names)),
            BodyDraft::AnyOrder(all) => Body::AnyOrder(lines(all, names)),
            BodyDraft::Methods(methods) => {
                let mut defined = Vec::new();
                for MethodParts { name, when, lines: all } in methods {
                    let mut method = Method::new(name);
                    method.when = when.iter().map(|when| when.condition(names)).collect();
                    method.lines = lines(all, names);
                    defined.push(method);
                }
                Body::Methods(defined)
            }
            BodyDraft::Run(engine) => {
                task = task.guest(Callable::of(engine.program(names)?));
                task.body
            }
        };
        definitions.push(task);
        Ok(())
    }
}

/// A task: when it is done, what it needs, and what it is broken into.
#[derive(Clone, Copy)]
pub struct TaskBuilder<'n> {
    network: &'n TaskSet,
    at: usize,
}

impl<'n> TaskBuilder<'n> {
    fn change(self, change: impl FnOnce(&mut TaskParts)) -> Self {
        change(&mut self.network.0.borrow_mut()[self.at]);
        self
    }

    /// The task gets a thing from the task that calls it.
    pub fn parameter<P: Percept>(self) -> Var<P> {
        let mut tasks = self.network.0.borrow_mut();
        let parameters = &mut tasks[self.at].parameters;
        let variable = Var::new(VarPlace::Given(parameters.len() as u16));
        parameters.push(Arc::new(move |names| names.variable(variable)));
        variable
    }

    /// A goal. If all goals of a task hold, it succeeds without doing anything.
    pub fn achieves(self, goal: impl Into<ConditionTerm>) -> Self {
        let goal = goal.into();
        self.change(|task| task.goals.push(goal))
    }

    /// A precondition.
    pub fn needs(self, need: impl Into<ConditionTerm>) -> Self {
        let need = need.into();
        self.change(|task| task.needs.push(need))
    }

    /// Its preconditions must hold as long as it runs.
    pub fn guarded(self) -> Self {
        self.change(|task| task.is_guarded = true)
    }

    /// Adds a step, which is done after those before.
    pub fn then(self, line: impl Into<TaskLine>) -> Self {
        let line = line.into();
        self.change(|task| match &mut task.body {
            BodyDraft::Lines(lines) => lines.push(line),
            body => *body = BodyDraft::Lines(vec![line]),
        })
    }

    /// All of these steps, in any order that works.
    pub fn in_any_order(self, lines: impl IntoIterator<Item = TaskLine>) -> Self {
        let lines = lines.into_iter().collect();
        self.change(|task| task.body = BodyDraft::AnyOrder(lines))
    }

    /// Runs another engine.
    pub fn runs(self, engine: &EngineBuilder) -> Self {
        self.change(|task| task.body = BodyDraft::Run(engine.clone()))
    }

    /// Adds a method. The first method that works is used.
    pub fn method(self, name: &str) -> MethodBuilder<'n> {
        let method = MethodParts { name: name.into(), when: Vec::new(), lines: Vec::new() };
        self.change(|task| match &mut task.body {
            BodyDraft::Methods(methods) => methods.push(method),
            body => *body = BodyDraft::Methods(vec![method]),
        });
        MethodBuilder(self)
    }

    /// A call of the task with a first argument.
    pub fn with<T: 'static>(self, argument: impl Into<ValueTerm<T>>) -> TaskLine {
        TaskLine::from(self).with(argument)
    }

    /// A step that does this task, or another if this fails.
    pub fn or(self, other: impl Into<TaskLine>) -> TaskLine {
        TaskLine::from(self).or(other)
    }
}

/// One way to do a task.
#[derive(Clone, Copy)]
pub struct MethodBuilder<'n>(TaskBuilder<'n>);

impl MethodBuilder<'_> {
    fn change(self, change: impl FnOnce(&mut MethodParts)) -> Self {
        self.0.change(|task| {
            if let BodyDraft::Methods(methods) = &mut task.body
                && let Some(last) = methods.last_mut()
            {
                change(last);
            }
        });
        self
    }

    /// A precondition.
    pub fn when(self, condition: impl Into<ConditionTerm>) -> Self {
        let condition = condition.into();
        self.change(|method| method.when.push(condition))
    }

    /// Adds a step, which is done after those before.
    pub fn then(self, line: impl Into<TaskLine>) -> Self {
        let line = line.into();
        self.change(|method| method.lines.push(line))
    }
}

/// A step of a task: a task or an action, with alternatives. Tasks and actions convert into it.
#[must_use]
pub struct TaskLine(Vec<Vec<TaskCall>>);

struct TaskCall {
    callee: Callee,
    arguments: Vec<ArgumentTerm>,
    within: Option<Duration>,
}

enum Callee {
    Task(usize),
    Act(ActionTerm),
}

impl From<TaskBuilder<'_>> for TaskLine {
    fn from(task: TaskBuilder<'_>) -> Self {
        Self::of(Callee::Task(task.at))
    }
}

impl<A: Into<ActionTerm>> From<A> for TaskLine {
    fn from(action: A) -> Self {
        Self::of(Callee::Act(action.into()))
    }
}

impl TaskLine {
    fn of(callee: Callee) -> Self {
        Self(vec![vec![TaskCall { callee, arguments: Vec::new(), within: None }]])
    }

    fn change_last(mut self, change: impl FnOnce(&mut TaskCall)) -> Self {
        if let Some(last) = self.0.last_mut().and_then(|calls| calls.last_mut()) {
            change(last);
        }
        self
    }

    /// One more argument of the task.
    pub fn with<T: 'static>(self, argument: impl Into<ValueTerm<T>>) -> Self {
        let argument = argument.into().into();
        self.change_last(|call| call.arguments.push(argument))
    }

    /// The action fails if it takes longer.
    pub fn within(self, time: Duration) -> Self {
        self.change_last(|call| call.within = Some(time))
    }

    /// Another way, if this one fails.
    pub fn or(mut self, other: impl Into<Self>) -> Self {
        self.0.extend(other.into().0);
        self
    }

    fn define(
        &self,
        tasks: &[TaskParts],
        names: &mut NameResolver<'_>,
        definitions: &mut Vec<HtnTask>,
    ) -> Line {
        let mut line = Line::default();
        for calls in &self.0 {
            let calls = calls.iter().filter_map(|call| call.define(tasks, names, definitions)).collect();
            line.0.push(Alternative { calls, any: false, weight: None });
        }
        line
    }
}

impl TaskCall {
    fn define(
        &self,
        tasks: &[TaskParts],
        names: &mut NameResolver<'_>,
        definitions: &mut Vec<HtnTask>,
    ) -> Option<Call> {
        match &self.callee {
            Callee::Task(at) => {
                let arguments = self.arguments.iter().map(|argument| argument.expr(names));
                Some(arguments.fold(Call::new(&tasks[*at].name), Call::with))
            }
            Callee::Act(action) => {
                let (action, arguments) = action.resolve(names)?;
                let named: Vec<String> = (0..arguments.len()).map(|at| format!("argument_{at}")).collect();
                let mut primitive = Primitive::new(action);
                primitive.within = self.within.map(micros);
                // A task stands for the action; the name of the action may be that of a task of the user.
                let title = format!("{} ({})", names.vocabulary.action_name(action), definitions.len());
                let mut task = HtnTask::new(&title);
                for name in &named {
                    task = task.parameter(name);
                    primitive = primitive.with(Expr::var(name));
                }
                definitions.push(task.act(primitive));
                Some(arguments.into_iter().fold(Call::new(&title), Call::with))
            }
        }
    }
}
