//! Warnings about a domain.

use super::compile::{CompiledAbility, CompiledDrive};
use super::domain::DomainBuilder;
use std::sync::Arc;

/// A probable mistake in a domain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainWarning {
    /// No action helps with the goals of a template.
    #[error("no action helps with `{goal}` of the drive `{drive}`")]
    Unserved {
        /// The drive.
        drive: Arc<str>,
        /// The goal template.
        goal: Arc<str>,
    },
    /// An action that no kind of thing supplies.
    #[error("nothing supplies `{action}`, so it is never planned")]
    Unsupplied {
        /// The action.
        action: String,
    },
    /// An action that changes nothing.
    #[error("`{action}` changes nothing, so it is never planned")]
    Idle {
        /// The action.
        action: String,
    },
    /// An external drive that is never dropped.
    #[error("the drive `{drive}` is external and is never dropped; say when it leaves")]
    Endless {
        /// The drive.
        drive: Arc<str>,
    },
    /// A goal template without a measure is always complete.
    #[error("`{goal}` of the drive `{drive}` measures nothing, so it is always complete")]
    Unmeasured {
        /// The drive.
        drive: Arc<str>,
        /// The template.
        goal: Arc<str>,
    },
}

impl DomainWarning {
    /// The drive that the warning is about, if any.
    #[must_use]
    pub fn drive(&self) -> Option<&str> {
        match self {
            Self::Unserved { drive, .. } | Self::Endless { drive } | Self::Unmeasured { drive, .. } => {
                Some(drive)
            }
            Self::Unsupplied { .. } | Self::Idle { .. } => None,
        }
    }
}

/// What is probably not meant by a domain.
pub(super) fn warnings(
    builder: &DomainBuilder,
    actions: &[CompiledAbility],
    drives: &[CompiledDrive],
) -> Vec<DomainWarning> {
    let mut found = Vec::new();
    for code in actions {
        let action = builder.names.action_name(code.built.declared().action).to_owned();
        if code.needs_thing && code.kinds.is_empty() {
            found.push(DomainWarning::Unsupplied { action });
        } else if code.built.declared().effects.is_empty() {
            found.push(DomainWarning::Idle { action });
        }
    }
    for drive in drives {
        if drive.arrives.is_some() && drive.leaves.is_none() {
            found.push(DomainWarning::Endless { drive: drive.name.clone() });
        }
        for template in &drive.templates {
            let (drive, name) = (drive.name.clone(), template.name.clone());
            if template.measures.is_empty() {
                found.push(DomainWarning::Unmeasured { drive, goal: name });
            } else if template.supports.is_empty() {
                found.push(DomainWarning::Unserved { drive, goal: name });
            }
        }
    }
    found
}
