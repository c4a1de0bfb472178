//! Tasks as they are written, and the settings with which they run.

use motive_core::condition::{Condition, Expr};
use motive_core::mind::{Callable, Program};
use motive_core::vocabulary::{ActionId, Property};
use std::sync::Arc;

/// A task: goals, preconditions and a body.
///
/// ```
/// use motive::tasks::{Call, Line, HtnTask};
/// use motive::kernel::{Condition, Expr, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let ammo = names.own("ammo", Type::Number);
/// let defend = HtnTask::new("DefendPoint").parameter("point")
///     .line(Call::new("GetAmmo"))
///     .line(Line::of(Call::new("Shoot")).or(Call::new("Rotate").with(7000)));
/// let get_ammo = HtnTask::new("GetAmmo").achieves(Expr::own(ammo).above(1)).line(Call::new("RunToItem"));
/// assert_eq!((&*defend.name, &*get_ammo.name), ("DefendPoint", "GetAmmo"));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct HtnTask {
    /// What it is called.
    pub name: Arc<str>,
    /// Its parameters.
    pub parameters: Vec<Arc<str>>,
    /// Its goals. If there are any and all hold, it succeeds at once without doing anything.
    pub goals: Vec<Condition>,
    /// Its preconditions.
    pub needs: Vec<Condition>,
    /// Its body.
    pub body: Body,
    /// Whether its preconditions are monitored while it runs, whatever the settings say.
    pub guarded: bool,
    /// What it returns to its caller when it succeeds.
    pub returns: Option<Expr>,
}

/// The body of a task.
#[derive(Clone, Debug)]
pub enum Body {
    /// Lines in order; each must succeed.
    Lines(Vec<Line>),
    /// Methods; the first that works is used.
    Methods(Vec<Method>),
    /// All of these lines, in any order that works.
    AnyOrder(Vec<Line>),
    /// An action.
    Act(Primitive),
    /// A slot: the task that a property of the agent names when its turn comes, with the same arguments. It can be changed at run time. It
    /// fails while the property is empty, or names another slot or no task with as many parameters.
    Slot(Property),
    /// Another engine: a teleo-reactive program, a plan, a network, a state machine.
    Behave(Behave),
}

/// One of several methods of a task.
#[derive(Clone, Debug)]
#[must_use]
pub struct Method {
    /// What it is called.
    pub name: Arc<str>,
    /// Its preconditions.
    pub when: Vec<Condition>,
    /// Its lines; each must succeed.
    pub lines: Vec<Line>,
}

/// Alternatives, tried from left to right until one succeeds.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Line(pub Vec<Alternative>);

/// One alternative of a line.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// One call, or several at once.
    pub calls: Vec<Call>,
    /// Whether one of several is enough.
    pub any: bool,
    /// The weight with which it is tried first. If no alternative of a line has a weight, they are tried in order; otherwise those without
    /// one have weight 1.
    pub weight: Option<f64>,
}

/// A call of a task.
#[derive(Clone, Debug)]
#[must_use]
pub struct Call {
    /// The name of the task.
    pub task: Arc<str>,
    /// Its arguments.
    pub arguments: Vec<Expr>,
    /// The variable that gets the result.
    pub into: Option<Arc<str>>,
}

/// A primitive task: an action, and when it ends.
///
/// A latched action ends when the world reports its end. Any other ends when the goals of its task hold; without goals it takes one tick.
#[derive(Clone, Debug)]
#[must_use]
pub struct Primitive {
    /// Which action.
    pub action: ActionId,
    /// Its arguments, in terms of the task's parameters.
    pub arguments: Vec<Expr>,
    /// The time limit in microseconds, after which it fails.
    pub within: Option<u64>,
    /// Interruptions while it runs.
    pub interrupts: Vec<(Condition, OnInterrupt)>,
}

/// What an interruption does to a running action. Other interruptions are ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnInterrupt {
    /// It fails.
    Fail,
    /// It starts over: its time limit begins again.
    Resume,
}

/// Another engine as a primitive.
#[derive(Clone, Debug)]
pub struct Behave {
    /// What is started, with the values of the task's parameters.
    pub guest: Callable,
    /// The time limit in microseconds, after which it fails.
    pub within: Option<u64>,
    /// Interruptions while it runs.
    pub interrupts: Vec<(Condition, OnInterrupt)>,
}

impl HtnTask {
    /// A task that does nothing until lines are added.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            parameters: Vec::new(),
            goals: Vec::new(),
            needs: Vec::new(),
            body: Body::Lines(Vec::new()),
            guarded: false,
            returns: None,
        }
    }

    /// Adds a parameter.
    pub fn parameter(mut self, name: &str) -> Self {
        self.parameters.push(name.into());
        self
    }

    /// Adds a goal.
    pub fn achieves(mut self, goal: impl Into<Condition>) -> Self {
        self.goals.push(goal.into());
        self
    }

    /// Adds a precondition.
    pub fn needs(mut self, need: impl Into<Condition>) -> Self {
        self.needs.push(need.into());
        self
    }

    /// Adds a line.
    pub fn line(mut self, line: impl Into<Line>) -> Self {
        match &mut self.body {
            Body::Lines(lines) => lines.push(line.into()),
            _ => self.body = Body::Lines(vec![line.into()]),
        }
        self
    }

    /// Adds a method, tried after those added before.
    pub fn method(mut self, method: Method) -> Self {
        match &mut self.body {
            Body::Methods(methods) => methods.push(method),
            _ => self.body = Body::Methods(vec![method]),
        }
        self
    }

    /// Sets the body to an action.
    pub fn act(mut self, primitive: Primitive) -> Self {
        self.body = Body::Act(primitive);
        self
    }

    /// Sets the body to a slot: the task that a property of the agent names, as a symbol or text.
    pub fn slot(mut self, named_by: Property) -> Self {
        self.body = Body::Slot(named_by);
        self
    }

    /// Sets the body to another engine.
    pub fn behave(self, program: impl Program + 'static) -> Self {
        self.guest(Callable::of(program))
    }

    /// Sets the body to another engine, which gets the values of the parameters.
    pub fn guest(mut self, guest: Callable) -> Self {
        self.body = Body::Behave(Behave { guest, within: None, interrupts: Vec::new() });
        self
    }

    /// Sets the body to lines in any order: the first that can be done, then the first of the others, until all are done.
    pub fn any_order(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.body = Body::AnyOrder(lines.into_iter().collect());
        self
    }

    /// Monitors its preconditions while it runs.
    pub fn guarded(mut self) -> Self {
        self.guarded = true;
        self
    }

    /// Sets what it returns to its caller.
    pub fn returns(mut self, value: impl Into<Expr>) -> Self {
        self.returns = Some(value.into());
        self
    }

    /// All calls in order.
    pub fn calls(&self) -> impl Iterator<Item = &Call> {
        let lines: Vec<&Line> = match &self.body {
            Body::Lines(lines) | Body::AnyOrder(lines) => lines.iter().collect(),
            Body::Methods(methods) => methods.iter().flat_map(|method| &method.lines).collect(),
            _ => Vec::new(),
        };
        lines.into_iter().flat_map(|line| &line.0).flat_map(|one| &one.calls)
    }
}

impl Method {
    /// A method without conditions or lines.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), when: Vec::new(), lines: Vec::new() }
    }

    /// Adds a precondition.
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when.push(condition.into());
        self
    }

    /// Adds a line.
    pub fn line(mut self, line: impl Into<Line>) -> Self {
        self.lines.push(line.into());
        self
    }
}

impl Line {
    /// A line with one alternative.
    pub fn of(call: Call) -> Self {
        call.into()
    }

    /// Adds an alternative.
    pub fn or(mut self, call: Call) -> Self {
        self.0.push(Alternative { calls: vec![call], any: false, weight: None });
        self
    }

    /// Adds an alternative with a weight. The order is drawn when the turn of the line comes.
    pub fn or_weighted(mut self, weight: f64, call: Call) -> Self {
        self.0.push(Alternative { calls: vec![call], any: false, weight: Some(weight) });
        self
    }

    /// Calls in parallel; it succeeds when all have.
    pub fn together(calls: impl IntoIterator<Item = Call>) -> Self {
        Self(vec![Alternative { calls: calls.into_iter().collect(), any: false, weight: None }])
    }

    /// Calls in parallel; it succeeds when one has, and the others are cancelled.
    pub fn any_of(calls: impl IntoIterator<Item = Call>) -> Self {
        Self(vec![Alternative { calls: calls.into_iter().collect(), any: true, weight: None }])
    }
}

impl From<Call> for Line {
    fn from(call: Call) -> Self {
        Self(vec![Alternative { calls: vec![call], any: false, weight: None }])
    }
}

impl Call {
    /// A task without arguments.
    pub fn new(task: &str) -> Self {
        Self { task: task.into(), arguments: Vec::new(), into: None }
    }

    /// Adds an argument.
    pub fn with(mut self, argument: impl Into<Expr>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets the variable that gets the result.
    pub fn giving(mut self, variable: &str) -> Self {
        self.into = Some(variable.into());
        self
    }
}

impl Primitive {
    /// An action without arguments or limits.
    pub fn new(action: ActionId) -> Self {
        Self { action, arguments: Vec::new(), within: None, interrupts: Vec::new() }
    }

    /// Adds an argument.
    pub fn with(mut self, argument: impl Into<Expr>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// Sets a time limit in microseconds, after which it fails.
    pub fn within(mut self, micros: u64) -> Self {
        self.within = Some(micros);
        self
    }

    /// Sets what an interruption does.
    pub fn interrupted(mut self, when: impl Into<Condition>, then: OnInterrupt) -> Self {
        self.interrupts.push((when.into(), then));
        self
    }
}

/// When the goals of a task are reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GoalsNeeded {
    /// When all hold and there is at least one, as in the text of the thesis.
    #[default]
    All,
    /// When one of them holds, as in the program of the thesis.
    Any,
}

/// Whose preconditions are monitored while an action runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Monitor {
    /// Only those of tasks that are guarded.
    #[default]
    Guarded,
    /// Those of all tasks above the action.
    Ancestors,
}

/// How tasks are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Settings {
    /// When the goals of a task are reached.
    pub goals: GoalsNeeded,
    /// Whose preconditions are monitored while an action runs.
    pub monitor: Monitor,
    /// The greatest depth of nested tasks; tail calls do not count. 10,000 is from the specification.
    pub deepest: usize,
    /// The most tasks that may be entered without an action. 10,000 is from the specification.
    pub silent: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { goals: GoalsNeeded::All, monitor: Monitor::Guarded, deepest: 10_000, silent: 10_000 }
    }
}

impl Settings {
    /// As in the program of 2008: one goal is enough, and nothing is monitored while an action runs.
    pub fn legacy() -> Self {
        Self { goals: GoalsNeeded::Any, ..Self::default() }
    }

    /// The same, with the preconditions of all tasks above the action monitored.
    pub fn watching(mut self) -> Self {
        self.monitor = Monitor::Ancestors;
        self
    }

    /// The same, with other limits.
    pub fn bounded(mut self, deepest: usize, silent: u32) -> Self {
        (self.deepest, self.silent) = (deepest, silent);
        self
    }
}
