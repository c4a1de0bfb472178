//! What a check finds.

use std::fmt;
use std::sync::Arc;

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Good to know.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The program cannot work.
    Error,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// The first rule acts, so nothing says when the goal is reached.
    NoSuccessRule,
    /// An earlier rule runs whenever this one could.
    Unreachable {
        /// The number of the earlier rule.
        after: usize,
        /// Its name.
        rule: Arc<str>,
    },
    /// The condition can never hold.
    NeverHolds {
        /// Why.
        because: String,
    },
    /// Some rule runs in every state.
    Complete,
    /// There is a state in which no rule runs.
    Incomplete {
        /// Such a state.
        when: String,
    },
    /// Nothing that the rule does can make the condition of an earlier rule true.
    NotRegressive,
    /// A thing that others may be using is changed or forgotten.
    SharedModified {
        /// The variable.
        variable: Arc<str>,
        /// The action or step that changes it.
        by: String,
    },
    /// The rule does nothing, and is not said to succeed.
    DoesNothing,
    /// Every rule calls on, so that a run never ends.
    EndlessCalls {
        /// A way from the program back into the ring.
        through: Vec<Arc<str>>,
    },
    /// A program with parameters is to pursue a goal.
    ArgumentsAtTop,
    /// A program with parameters that nothing calls.
    NeverCalled,
    /// The programs are so large that not all was checked.
    NotAllChecked,
}

/// Something that a check found in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The program.
    pub program: Arc<str>,
    /// The number and name of the rule, if it is about one.
    pub rule: Option<(usize, Arc<str>)>,
    /// What was found.
    pub what: What,
}

impl Finding {
    /// How much it matters.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.what {
            What::Complete | What::DoesNothing | What::NotAllChecked => Severity::Note,
            What::EndlessCalls { .. } | What::ArgumentsAtTop => Severity::Error,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: program `{}`", self.severity(), self.program)?;
        if let Some((_, rule)) = &self.rule {
            write!(f, ", rule `{rule}`")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuccessRule => f.write_str(
                "it acts, so nothing says when the goal is reached; put a rule that succeeds first",
            ),
            Self::Unreachable { rule, .. } => {
                write!(f, "it never runs, because rule `{rule}` before it runs first")
            }
            Self::NeverHolds { because } => write!(f, "it never runs: {because}"),
            Self::Complete => f.write_str("in every state some rule runs"),
            Self::Incomplete { when } => write!(f, "no rule runs {when}"),
            Self::NotRegressive => {
                f.write_str("nothing that it does can make an earlier rule run, so it may go on forever")
            }
            Self::SharedModified { variable, by } => {
                write!(f, "`{by}` changes `{variable}`, which others may be using; ask for it exclusively")
            }
            Self::DoesNothing => f.write_str("it does nothing"),
            Self::EndlessCalls { through } => {
                write!(f, "every rule calls on, so that a run never ends: {}", through.join(" -> "))
            }
            Self::ArgumentsAtTop => {
                f.write_str("it has parameters, so it can be called but cannot pursue a goal")
            }
            Self::NeverCalled => {
                f.write_str("it has parameters, so it cannot pursue a goal, and nothing calls it")
            }
            Self::NotAllChecked => f.write_str("the programs are too large for all of them to be checked"),
        }
    }
}
