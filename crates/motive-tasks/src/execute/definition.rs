//! Tasks as they are written.

use motive_core::condition::{Condition, Expr};
use motive_core::mind::{Callable, Program};
use motive_core::vocabulary::{ActionId, Property};
use std::sync::Arc;

/// A task: what it is for, what it needs, and how it is done.
///
/// ```
/// use motive::htn::{Call, Line, Task};
/// use motive::{Condition, Expr, Type, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let ammo = names.own("ammo", Type::Number);
/// let defend = Task::new("DefendPoint").parameter("point")
///     .line(Call::new("GetAmmo"))
///     .line(Line::of(Call::new("Shoot")).or(Call::new("Rotate").with(7000)));
/// let get_ammo = Task::new("GetAmmo").achieves(Expr::own(ammo).above(1)).line(Call::new("RunToItem"));
/// assert_eq!((&*defend.name, &*get_ammo.name), ("DefendPoint", "GetAmmo"));
/// ```
#[derive(Clone, Debug)]
pub struct Task {
    /// What it is called.
    pub name: Arc<str>,
    /// Its parameters.
    pub parameters: Vec<Arc<str>>,
    /// What it is for. If there is any and all hold, it succeeds at once and nothing is done.
    pub goals: Vec<Condition>,
    /// What must hold for it to be done.
    pub needs: Vec<Condition>,
    /// How it is done.
    pub body: Body,
    /// Whether its needs are watched as long as it is being done, whatever the library says.
    pub guarded: bool,
    /// What it gives to the task that called it, when it succeeds.
    pub returns: Option<Expr>,
}

/// How a task is done.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Body {
    /// Line by line; each must succeed.
    Lines(Vec<Line>),
    /// By the first of these that works.
    Methods(Vec<Method>),
    /// By all of these lines, in whichever order works.
    AnyOrder(Vec<Line>),
    /// By an action.
    Act(Primitive),
    /// By the task that a property of the agent names when its turn comes, with the same arguments: a slot that is filled, changed
    /// and emptied at run time. While it is empty, or names no task with as many parameters, or another slot, this fails.
    Slot(Property),
    /// By another engine: a teleo-reactive program, a plan, a network, a state machine.
    Behave(Behave),
}

/// One of several named ways to do a task.
#[derive(Clone, Debug)]
pub struct Method {
    /// What it is called.
    pub name: Arc<str>,
    /// When it can be used.
    pub when: Vec<Condition>,
    /// Line by line; each must succeed.
    pub lines: Vec<Line>,
}

/// Alternatives, tried from left to right until one succeeds.
#[derive(Clone, Debug, Default)]
pub struct Line(pub Vec<Alternative>);

/// One alternative of a line.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// One call, or several at once.
    pub calls: Vec<Call>,
    /// Whether one of several is enough.
    pub any: bool,
    /// How often it is tried first, against the other alternatives of its line. Where no alternative of a line has a weight, they are tried as
    /// they are written; otherwise those without one have weight 1.
    pub weight: Option<f64>,
}

/// A task with its arguments.
#[derive(Clone, Debug)]
pub struct Call {
    /// The name of the task.
    pub task: Arc<str>,
    /// Its arguments.
    pub arguments: Vec<Expr>,
    /// The variable that gets what the task returns.
    pub into: Option<Arc<str>>,
}

/// An action of the world and when it ends.
///
/// A latched action ends when the world says so. Another one ends when the goals of its task hold; without goals it takes one
/// tick.
#[derive(Clone, Debug)]
pub struct Primitive {
    /// Which action.
    pub action: ActionId,
    /// Its arguments, in terms of the task's parameters.
    pub arguments: Vec<Expr>,
    /// It fails when it takes longer than this many microseconds.
    pub within: Option<u64>,
    /// What may come in between while it runs.
    pub interrupts: Vec<(Condition, OnInterrupt)>,
}

/// What an interruption does to a running action. What is not mentioned is ignored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OnInterrupt {
    /// It fails.
    Fail,
    /// It goes on as if it had just begun: the time that it may take starts again.
    Resume,
}

/// Another engine as a primitive.
#[derive(Clone, Debug)]
pub struct Behave {
    /// What is started, with the values of the task's parameters.
    pub guest: Callable,
    /// It fails when it takes longer than this many microseconds.
    pub within: Option<u64>,
    /// What may come in between while it runs.
    pub interrupts: Vec<(Condition, OnInterrupt)>,
}

impl Task {
    /// A task that is done by doing nothing, until lines are added.
    #[must_use]
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

    /// One more parameter.
    #[must_use]
    pub fn parameter(mut self, name: &str) -> Self {
        self.parameters.push(name.into());
        self
    }

    /// One more goal.
    #[must_use]
    pub fn achieves(mut self, goal: impl Into<Condition>) -> Self {
        self.goals.push(goal.into());
        self
    }

    /// One more need.
    #[must_use]
    pub fn needs(mut self, need: impl Into<Condition>) -> Self {
        self.needs.push(need.into());
        self
    }

    /// One more line, after those before it.
    #[must_use]
    pub fn line(mut self, line: impl Into<Line>) -> Self {
        match &mut self.body {
            Body::Lines(lines) => lines.push(line.into()),
            _ => self.body = Body::Lines(vec![line.into()]),
        }
        self
    }

    /// One more method, tried after those before it.
    #[must_use]
    pub fn method(mut self, method: Method) -> Self {
        match &mut self.body {
            Body::Methods(methods) => methods.push(method),
            _ => self.body = Body::Methods(vec![method]),
        }
        self
    }

    /// Done by an action.
    #[must_use]
    pub fn act(mut self, primitive: Primitive) -> Self {
        self.body = Body::Act(primitive);
        self
    }

    /// Done by whichever task a property of the agent names, as a symbol or a text.
    #[must_use]
    pub fn slot(mut self, named_by: Property) -> Self {
        self.body = Body::Slot(named_by);
        self
    }

    /// Done by another engine.
    #[must_use]
    pub fn behave(self, program: impl Program + 'static) -> Self {
        self.guest(Callable::of(program))
    }

    /// Done by another engine, which is given the values of the parameters.
    #[must_use]
    pub fn guest(mut self, guest: Callable) -> Self {
        self.body = Body::Behave(Behave { guest, within: None, interrupts: Vec::new() });
        self
    }

    /// Done by doing all of these, in whichever order works: the first that can be done, then the first of the others, until all are.
    #[must_use]
    pub fn any_order(mut self, lines: impl IntoIterator<Item = Line>) -> Self {
        self.body = Body::AnyOrder(lines.into_iter().collect());
        self
    }

    /// Its needs are watched as long as it is being done.
    #[must_use]
    pub fn guarded(mut self) -> Self {
        self.guarded = true;
        self
    }

    /// What it gives to the task that called it.
    #[must_use]
    pub fn returns(mut self, value: impl Into<Expr>) -> Self {
        self.returns = Some(value.into());
        self
    }
}

impl Method {
    /// A method without conditions or lines.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), when: Vec::new(), lines: Vec::new() }
    }

    /// One more condition.
    #[must_use]
    pub fn when(mut self, condition: impl Into<Condition>) -> Self {
        self.when.push(condition.into());
        self
    }

    /// One more line.
    #[must_use]
    pub fn line(mut self, line: impl Into<Line>) -> Self {
        self.lines.push(line.into());
        self
    }
}

impl Line {
    /// A line with one alternative.
    #[must_use]
    pub fn of(call: Call) -> Self {
        call.into()
    }

    /// One more alternative.
    #[must_use]
    pub fn or(mut self, call: Call) -> Self {
        self.0.push(Alternative { calls: vec![call], any: false, weight: None });
        self
    }

    /// One more alternative, tried first as often as its weight says against those of the others. Which one is tried first is drawn when the
    /// line's turn comes.
    #[must_use]
    pub fn or_weighted(mut self, weight: f64, call: Call) -> Self {
        self.0.push(Alternative { calls: vec![call], any: false, weight: Some(weight) });
        self
    }

    /// All calls at once; it succeeds when all have.
    #[must_use]
    pub fn together(calls: impl IntoIterator<Item = Call>) -> Self {
        Self(vec![Alternative { calls: calls.into_iter().collect(), any: false, weight: None }])
    }

    /// All calls at once; it succeeds when one has, and the others are called off.
    #[must_use]
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
    #[must_use]
    pub fn new(task: &str) -> Self {
        Self { task: task.into(), arguments: Vec::new(), into: None }
    }

    /// One more argument.
    #[must_use]
    pub fn with(mut self, argument: impl Into<Expr>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// The variable that gets what the task returns.
    #[must_use]
    pub fn giving(mut self, variable: &str) -> Self {
        self.into = Some(variable.into());
        self
    }
}

impl Primitive {
    /// An action without arguments or limits.
    #[must_use]
    pub fn new(action: ActionId) -> Self {
        Self { action, arguments: Vec::new(), within: None, interrupts: Vec::new() }
    }

    /// One more argument.
    #[must_use]
    pub fn with(mut self, argument: impl Into<Expr>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// It fails when it takes longer than this many microseconds.
    #[must_use]
    pub fn within(mut self, micros: u64) -> Self {
        self.within = Some(micros);
        self
    }

    /// What happens when something comes in between.
    #[must_use]
    pub fn interrupted(mut self, when: impl Into<Condition>, then: OnInterrupt) -> Self {
        self.interrupts.push((when.into(), then));
        self
    }
}
