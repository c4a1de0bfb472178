//! What is probably not meant by a domain.

use super::compile::{CompiledAbility, CompiledDrive};
use super::domain::DomainBuilder;
use std::sync::Arc;

/// Something that is probably not meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DomainWarning {
    /// No action brings any goal of an aim closer.
    #[error("nothing that can be done brings `{aim}` of the drive `{drive}` any closer")]
    Unserved {
        /// The drive.
        drive: Arc<str>,
        /// The aim.
        aim: Arc<str>,
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
    /// A drive from outside that is never dropped.
    #[error("the drive `{drive}` comes from outside and is never dropped; say when it leaves")]
    Endless {
        /// The drive.
        drive: Arc<str>,
    },
    /// An aim without a measure is always complete.
    #[error("`{aim}` of the drive `{drive}` measures nothing, so it is always complete")]
    Unmeasured {
        /// The drive.
        drive: Arc<str>,
        /// The aim.
        aim: Arc<str>,
    },
}

impl DomainWarning {
    /// The drive that it is about, if it is about one.
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
        for aim in &drive.templates {
            let (drive, aim_name) = (drive.name.clone(), aim.name.clone());
            if aim.measures.is_empty() {
                found.push(DomainWarning::Unmeasured { drive, aim: aim_name });
            } else if aim.supports.is_empty() {
                found.push(DomainWarning::Unserved { drive, aim: aim_name });
            }
        }
    }
    found
}
