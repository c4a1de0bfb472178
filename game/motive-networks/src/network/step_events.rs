//! Events of a step beside activations.

use crate::model::literal::Literal;
use crate::model::update::AgentName;
use std::sync::Arc;

/// Something that happened in or before a step, for logs and user interfaces.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Notice {
    /// An agent did not answer in time and is disabled.
    Disabled {
        /// The agent.
        who: AgentName,
        /// How long it has owed an answer, in microseconds.
        silent: u64,
    },
    /// An agent was removed.
    Amputated(AgentName),
    /// A skill was judged when it finished.
    Judged {
        /// The skill.
        skill: Arc<str>,
        /// The part of its predictions that came true, by weight.
        success: f64,
        /// Its activation afterwards.
        level: f64,
    },
    /// An instance of a template was created.
    Instance {
        /// Its name.
        skill: Arc<str>,
        /// The literal that it was created for.
        wanted: Literal,
    },
    /// An instance of a template was removed.
    InstanceGone(Arc<str>),
    /// The same skill was selected in the same state repeatedly.
    Loop {
        /// The skill.
        skill: Arc<str>,
        /// How often within the window.
        times: u32,
    },
}

/// Notices of the last step and of what happened since.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices {
    list: Vec<Notice>,
    /// The notices belong to a finished step.
    closed: bool,
}

impl Notices {
    pub(super) fn push(&mut self, notice: Notice) {
        self.reopen();
        self.list.push(notice);
    }

    /// Removes the notices of a finished step.
    pub(super) fn reopen(&mut self) {
        if std::mem::take(&mut self.closed) {
            self.list.clear();
        }
    }

    /// Marks the notices as those of a finished step.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    pub(super) fn list(&self) -> &[Notice] {
        &self.list
    }
}
