//! Programs that other engines can call.

use super::behaviour::{Behaviour, Program};
use super::task_view::MindText;
use crate::vocabulary::{Value, Vocabulary};
use std::fmt;
use std::sync::Arc;

type Start = dyn Fn(&[Value]) -> Box<dyn Behaviour> + Send + Sync;
type Describe = dyn Fn(&Vocabulary, &mut MindText) + Send + Sync;

/// Another engine as a part of a behaviour: a step of a rule or a primitive task, called with values.
///
/// ```
/// use motive_core::{Context, Command, Callable, Outcome, Value, Vocabulary};
///
/// let mut names = Vocabulary::new();
/// let say = names.action("say", 1);
/// let echo = Callable::new("echo", 1, move |values: &[Value]| {
///     let arguments: Vec<Value> = values.to_vec();
///     Box::new(move |cx: &mut Context<'_>| {
///         cx.propose(Command::Act { action: say, arguments: arguments.clone().into() });
///         Outcome::Acting
///     })
/// });
/// assert_eq!((&*echo.name, echo.arity), ("echo", 1));
/// ```
#[derive(Clone)]
#[must_use]
pub struct Callable {
    /// Its name.
    pub name: Arc<str>,
    /// The number of values it is called with.
    pub arity: usize,
    /// A number that changes when what it does changes.
    pub version: u64,
    start: Arc<Start>,
    describe: Option<Arc<Describe>>,
}

impl Callable {
    /// A callable with this many values.
    pub fn new(
        name: &str,
        arity: usize,
        start: impl Fn(&[Value]) -> Box<dyn Behaviour> + Send + Sync + 'static,
    ) -> Self {
        Self { name: name.into(), arity, version: 0, start: Arc::new(start), describe: None }
    }

    /// A program as a callable without values.
    pub fn of(program: impl Program + 'static) -> Self {
        let (name, version, program) = (program.name().clone(), program.version(), Arc::new(program));
        let started = program.clone();
        let callable = Self::new(&name, 0, move |_| started.start()).versioned(version);
        callable.described(move |names, text| program.describe(names, text))
    }

    /// The same under another name.
    pub fn named(mut self, name: &str) -> Self {
        self.name = name.into();
        self
    }

    /// The same with a version number.
    pub fn versioned(mut self, version: u64) -> Self {
        self.version = version;
        self
    }

    /// The same with a function that adds the text of its rules to the description of a mind, as [`Program::describe`] does.
    pub fn described(
        mut self,
        describe: impl Fn(&Vocabulary, &mut MindText) + Send + Sync + 'static,
    ) -> Self {
        self.describe = Some(Arc::new(describe));
        self
    }

    /// Adds the text of its rules, if it has any, to the description of a mind.
    pub fn describe(&self, names: &Vocabulary, text: &mut MindText) {
        if let Some(describe) = &self.describe {
            describe(names, text);
        }
    }

    /// A new behaviour with these values.
    pub fn start(&self, values: &[Value]) -> Box<dyn Behaviour> {
        (self.start)(values)
    }
}

impl fmt::Debug for Callable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, arity, version, .. } = self;
        write!(f, "Callable({name}/{arity}, {version})")
    }
}
