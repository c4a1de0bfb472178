//! What can be wrong with tasks when they are built, and why one failed when it ran.

use motive_core::condition::BuildError;
use motive_core::vocabulary::Symbol;
use std::sync::Arc;

/// Why a task failed. Inner failures are the reasons of outer ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskFailure {
    /// A precondition does not hold.
    #[error("precondition {} of `{task}` does not hold", part + 1)]
    Need {
        /// The task.
        task: Arc<str>,
        /// The index of the precondition.
        part: usize,
    },
    /// All alternatives of a line failed.
    #[error("all alternatives in `{task}` failed: {because}")]
    Line {
        /// The task.
        task: Arc<str>,
        /// Why the last alternative failed.
        because: Box<TaskFailure>,
    },
    /// The world says that the action failed.
    #[error("the action of `{task}` failed")]
    Action {
        /// The task.
        task: Arc<str>,
        /// The world's reason.
        reason: Option<Symbol>,
    },
    /// The action was not started or was stopped, because something more important took precedence.
    #[error("the action of `{task}` was displaced by another")]
    Displaced {
        /// The task.
        task: Arc<str>,
    },
    /// It was interrupted.
    #[error("`{task}` was interrupted")]
    Interrupted {
        /// The task.
        task: Arc<str>,
    },
    /// It took too long.
    #[error("`{task}` took too long")]
    TooLong {
        /// The task.
        task: Arc<str>,
    },
    /// The engine that does it is stuck.
    #[error("the engine that does `{task}` is stuck")]
    Stuck {
        /// The task.
        task: Arc<str>,
    },
    /// A precondition ceased to hold while it ran.
    #[error("a precondition of `{task}` ceased to hold")]
    Broken {
        /// The task.
        task: Arc<str>,
    },
    /// It is disabled by hand, as in a debugger.
    #[error("`{task}` is disabled by hand")]
    Disabled {
        /// The task.
        task: Arc<str>,
    },
    /// An argument has no value.
    #[error("an argument of `{task}` has no value")]
    NoValue {
        /// The task.
        task: Arc<str>,
    },
    /// The slot is empty.
    #[error("the slot `{task}` is empty")]
    EmptySlot {
        /// The slot.
        task: Arc<str>,
    },
    /// None of the parallel tasks succeeded.
    #[error("none of the parallel tasks succeeded")]
    Together,
    /// TaskLibrary are nested too deeply.
    #[error("tasks are nested too deeply")]
    TooDeep,
    /// TaskLibrary call each other without an action.
    #[error("tasks call each other without end and without an action, last `{task}`")]
    NoProgress {
        /// The task.
        task: Arc<str>,
    },
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
    #[must_use]
    pub fn root(&self) -> &Self {
        let mut root = self;
        while let Self::Line { because, .. } = root {
            root = because;
        }
        root
    }
}

/// What is wrong with tasks. Found when they are built, never when they run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// A condition or expression.
    #[error("task `{task}`: {error}")]
    Condition {
        /// The task.
        task: String,
        /// What is wrong.
        #[source]
        error: BuildError,
    },
    /// A line without alternatives, or an alternative without calls.
    #[error("task `{0}` has a line without a call")]
    EmptyLine(String),
    /// A weight that is not above 0.
    #[error("task `{task}` has an alternative of weight {weight}; weights are above 0")]
    Weight {
        /// The task.
        task: String,
        /// The weight.
        weight: String,
    },
    /// The first task does not exist.
    #[error("there is no task called `{0}`")]
    NoSuchTask(String),
}

fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}
