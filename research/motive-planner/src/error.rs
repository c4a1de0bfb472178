//! Why a problem cannot be planned for.

use super::limits::LimitReached;

/// What is wrong with a problem. A problem that was read from a file has been checked before; these are for problems built by hand,
/// and for ones that are too large.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A condition grows too large when its quantifiers and alternatives are written out.
    #[error(
        "the condition of `{of}` has more than {limit} parts when written out; state it with fewer quantifiers or alternatives"
    )]
    ConditionTooLarge {
        /// The action, method or task that has it.
        of: String,
        /// How many parts are allowed.
        limit: usize,
    },
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
    InvalidPlan(Box<super::verify::Fault>),
    /// The order of tasks has a cycle.
    #[error("the tasks of `{of}` are ordered in a circle")]
    Circle {
        /// The method, or the root tasks.
        of: String,
    },
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
