//! What can be wrong with tasks.

use motive_core::condition::BuildError;

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
