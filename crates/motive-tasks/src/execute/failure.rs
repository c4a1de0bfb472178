//! Why a task failed.

use motive_core::vocabulary::Symbol;
use std::sync::Arc;

/// Why a task failed. The inner ones say why those that they were part of did.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskFailure {
    /// Something that it needs does not hold.
    #[error("need {} of `{task}` does not hold", part + 1)]
    Need {
        /// The task.
        task: Arc<str>,
        /// Which of its needs.
        part: usize,
    },
    /// No alternative of one of its lines worked; this is what the last one came to.
    #[error("nothing more to try in `{task}`: {because}")]
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
    /// The action was not taken up, or stopped for something more important.
    #[error("the action of `{task}` gave way to another")]
    Displaced {
        /// The task.
        task: Arc<str>,
    },
    /// Something came in between.
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
    /// The engine that was to do it could not go on.
    #[error("what does `{task}` could not go on")]
    Stuck {
        /// The task.
        task: Arc<str>,
    },
    /// Something that it needs ceased to hold while it was being done.
    #[error("what `{task}` needs ceased to hold")]
    Broken {
        /// The task.
        task: Arc<str>,
    },
    /// An argument has no value.
    #[error("an argument of `{task}` has no value")]
    NoValue {
        /// The task.
        task: Arc<str>,
    },
    /// The slot has no task in it.
    #[error("there is no task in the slot `{task}`")]
    EmptySlot {
        /// The slot.
        task: Arc<str>,
    },
    /// None of the tasks done at once succeeded.
    #[error("none of the tasks done at once succeeded")]
    Together,
    /// Tasks are too deeply inside each other.
    #[error("tasks are too deeply inside each other")]
    TooDeep,
    /// Tasks call each other without anything being done.
    #[error("tasks call each other without end and nothing is done, last `{task}`")]
    NoProgress {
        /// The task.
        task: Arc<str>,
    },
    /// The work allowed for the decision is used up.
    #[error("the work allowed is used up")]
    Budget,
}

impl TaskFailure {
    /// Whether there is no point in trying something else.
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
