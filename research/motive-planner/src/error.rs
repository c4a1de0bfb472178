//! What is wrong with problems and plans.

use crate::limits::LimitReached;
use crate::plan::PlanPart;

/// What is wrong with a problem. A problem that was read from a file has been checked before; these are for problems built by hand,
/// and for ones that are too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A condition has more than this many parts when its quantifiers and alternatives are written out.
    #[error(
        "the condition of `{0}` has more than {1} parts when written out; state it with fewer quantifiers or alternatives"
    )]
    ConditionTooLarge(String, usize),
    /// Something refers to a thing that the problem does not have.
    #[error("`{of}` refers to {what} number {number}, which the problem does not have")]
    Missing {
        /// The declaration that refers to it.
        of: String,
        /// What kind of thing.
        what: &'static str,
        /// Its number.
        number: u32,
    },
    /// Something has the wrong number of arguments.
    #[error("`{of}` calls `{what}` with {found} arguments, but it has {expected}")]
    Arity {
        /// The caller.
        of: String,
        /// The callee.
        what: String,
        /// How many arguments it is given.
        found: usize,
        /// How many it has.
        expected: usize,
    },
    /// The planner found a plan that the verifier rejects. That is a defect of the planner.
    #[error("the planner is wrong: it found a plan that is not valid ({0}); please report this problem")]
    InvalidPlan(Box<Fault>),
    /// The order of the tasks of a method, or of the root tasks, has a cycle.
    #[error("the tasks of `{0}` are ordered in a circle")]
    Circle(String),
}

/// What is wrong with a plan. Steps and decompositions are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The problem itself is not well formed, so there is nothing to check the plan against.
    #[error(transparent)]
    Problem(#[from] PlanError),
    /// The precondition of a step does not hold when its turn comes.
    #[error("step {step}, {what}, cannot be executed: {why}")]
    Step {
        /// The number of the step.
        step: usize,
        /// The action and its arguments.
        what: String,
        /// Why not.
        why: String,
    },
    /// A compound task is not decomposed as its method says.
    #[error("{what} is not decomposed as method `{method}` says: {why}")]
    Decomposition {
        /// The number of the decomposition.
        decomposition: usize,
        /// The task and its arguments.
        what: String,
        /// The method.
        method: String,
        /// Why not.
        why: String,
    },
    /// The root tasks are not those of the problem, for a reason.
    #[error("the root tasks are not those of the problem: {0}")]
    Roots(String),
    /// A step or decomposition belongs to no task, to several, or to itself.
    #[error("{what} {why}")]
    Tree {
        /// The step or task.
        what: String,
        /// What is wrong with its place in the tree.
        why: String,
        /// The part itself.
        part: PlanPart,
    },
    /// The goal does not hold after the last step; and what is missing.
    #[error("the goal does not hold after the last step: {0}")]
    Goal(String),
}

/// Why planning ended early.
pub(crate) enum Halt {
    Limit(LimitReached),
    Error(PlanError),
}

impl From<LimitReached> for Halt {
    fn from(limit: LimitReached) -> Self {
        Self::Limit(limit)
    }
}

impl From<PlanError> for Halt {
    fn from(error: PlanError) -> Self {
        Self::Error(error)
    }
}
