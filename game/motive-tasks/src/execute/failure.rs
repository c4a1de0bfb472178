//! Why a task failed.

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
    /// Tasks are nested too deeply.
    #[error("tasks are nested too deeply")]
    TooDeep,
    /// Tasks call each other without an action.
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
