//! Findings of a check.

use std::fmt;
use std::sync::Arc;

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Not a mistake by itself.
    Note,
    /// Probably not what was meant.
    Warning,
    /// The program cannot work.
    Error,
}

/// The kind of a [`Finding`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingKind {
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
    /// The rule has no steps and is not marked as success.
    DoesNothing,
    /// Every rule calls another program, so that the calls never end.
    EndlessCalls {
        /// The chain of calls, up to the first program that repeats.
        through: Vec<Arc<str>>,
    },
    /// A goal names a program with parameters.
    ArgumentsAtTop,
    /// A program with parameters that nothing calls.
    NeverCalled,
    /// The programs are too large to be checked completely.
    NotAllChecked,
}

/// Something that a check found in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The program.
    pub program: Arc<str>,
    /// The number and name of the rule, if the finding is about a rule.
    pub rule: Option<(usize, Arc<str>)>,
    /// What is wrong.
    pub kind: FindingKind,
}

impl Finding {
    /// How serious it is.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self.kind {
            FindingKind::Complete | FindingKind::DoesNothing | FindingKind::NotAllChecked => Severity::Note,
            FindingKind::EndlessCalls { .. } | FindingKind::ArgumentsAtTop => Severity::Error,
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
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuccessRule => {
                f.write_str("it acts, so nothing says when the goal is reached; put a success rule first")
            }
            Self::Unreachable { rule, .. } => {
                write!(f, "it never runs, because rule `{rule}` before it runs first")
            }
            Self::NeverHolds { because } => write!(f, "it never runs: {because}"),
            Self::Complete => f.write_str("in every state some rule runs"),
            Self::Incomplete { when } => write!(f, "no rule runs {when}"),
            Self::NotRegressive => {
                f.write_str("nothing that it does can make an earlier rule run, so it may run forever")
            }
            Self::SharedModified { variable, by } => {
                write!(f, "`{by}` changes `{variable}`, which others may be using; ask for it exclusively")
            }
            Self::DoesNothing => f.write_str("it does nothing"),
            Self::EndlessCalls { through } => {
                write!(
                    f,
                    "every rule calls another program, so the calls never end: {}",
                    through.join(" -> ")
                )
            }
            Self::ArgumentsAtTop => {
                f.write_str("it has parameters, so it can be called but cannot pursue a goal")
            }
            Self::NeverCalled => {
                f.write_str("it has parameters, so it cannot pursue a goal, and nothing calls it")
            }
            Self::NotAllChecked => f.write_str("the programs are too large to be checked completely"),
        }
    }
}
