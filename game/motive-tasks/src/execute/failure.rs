//! What can be wrong with tasks when they are built, and why one failed when it ran.

use motive_core::condition::BuildError;
use motive_core::vocabulary::Symbol;
use std::sync::Arc;

/// Why a task failed. Inner failures are the reasons of outer ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskFailure {
    /// The precondition of a task with this index does not hold.
    #[error("precondition {number} of `{0}` does not hold", number = .1 + 1)]
    Need(Arc<str>, usize),
    /// All alternatives of a line failed; and why the last did.
    #[error("all alternatives in `{0}` failed: {1}")]
    Line(Arc<str>, Box<TaskFailure>),
    /// The world says that the action failed, and may give a reason.
    #[error("the action of `{0}` failed")]
    Action(Arc<str>, Option<Symbol>),
    /// The action was not started or was stopped, because something more important took precedence.
    #[error("the action of `{0}` was displaced by another")]
    Displaced(Arc<str>),
    /// It was interrupted.
    #[error("`{0}` was interrupted")]
    Interrupted(Arc<str>),
    /// It took too long.
    #[error("`{0}` took too long")]
    TooLong(Arc<str>),
    /// The engine that does it is stuck.
    #[error("the engine that does `{0}` is stuck")]
    Stuck(Arc<str>),
    /// A precondition ceased to hold while it ran.
    #[error("a precondition of `{0}` ceased to hold")]
    Broken(Arc<str>),
    /// It is disabled by hand, as in a debugger.
    #[error("`{0}` is disabled by hand")]
    Disabled(Arc<str>),
    /// An argument has no value.
    #[error("an argument of `{0}` has no value")]
    NoValue(Arc<str>),
    /// The slot is empty.
    #[error("the slot `{0}` is empty")]
    EmptySlot(Arc<str>),
    /// None of the parallel tasks succeeded.
    #[error("none of the parallel tasks succeeded")]
    Together,
    /// Tasks are nested too deeply.
    #[error("tasks are nested too deeply")]
    TooDeep,
    /// Tasks call each other without an action.
    #[error("tasks call each other without end and without an action, last `{0}`")]
    NoProgress(Arc<str>),
    /// The work budget of the decision is used up.
    #[error("the work budget is used up")]
    Budget,
}

impl TaskFailure {
    /// Whether alternatives need not be tried.
    pub(crate) fn is_final(&self) -> bool {
        matches!(self, Self::TooDeep | Self::NoProgress { .. })
    }

    /// The innermost reason.
    pub fn root(&self) -> &Self {
        let mut root = self;
        while let Self::Line(_, because) = root {
            root = because;
        }
        root
    }
}

/// What is wrong with tasks. Found when they are built, never when they run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TaskError {
    /// Two tasks of one name.
    #[error("there are two tasks called `{0}`; rename one")]
    Twice(String),
    /// A call of a task that does not exist.
    #[error("task `{task}` calls `{callee}`, which does not exist{}", did_you_mean(.nearest))]
    Unknown {
        /// The task.
        task: String,
        /// What it calls.
        callee: String,
        /// A task with a similar name.
        nearest: Option<String>,
    },
    /// A call with the wrong number of arguments.
    #[error("task `{task}` calls `{callee}` with {found} arguments, but it has {expected}")]
    Arity {
        /// The task.
        task: String,
        /// What it calls.
        callee: String,
        /// How many arguments it is given.
        found: usize,
        /// How many it has.
        expected: usize,
    },
    /// A condition or expression of a task.
    #[error("task `{0}`: {1}")]
    Condition(String, #[source] BuildError),
    /// A line without alternatives, or an alternative without calls.
    #[error("task `{0}` has a line without a call")]
    EmptyLine(String),
    /// A weight that is not above 0.
    #[error("task `{0}` has an alternative of weight {1}; weights are above 0")]
    Weight(String, String),
    /// The first task does not exist.
    #[error("there is no task called `{0}`")]
    NoSuchTask(String),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
