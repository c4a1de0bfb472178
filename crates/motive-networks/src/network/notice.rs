//! What a step has to say beside activations.

use crate::model::literal::Literal;
use crate::model::update::AgentName;
use std::sync::Arc;

/// Something that happened in or between steps, for people and logs.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Notice {
    /// An agent did not answer in time and takes no part any more.
    Disabled {
        /// Which.
        who: AgentName,
        /// How long it owes an answer, in microseconds.
        silent: u64,
    },
    /// An agent was removed.
    Amputated(AgentName),
    /// A skill was judged when it finished.
    Judged {
        /// Which.
        skill: Arc<str>,
        /// The part of its predictions that came true, by weight.
        success: f64,
        /// Its activation afterwards.
        level: f64,
    },
    /// An instance of a template came.
    Instance {
        /// Its name.
        skill: Arc<str>,
        /// For what it was made.
        wanted: Literal,
    },
    /// An instance of a template went.
    InstanceGone(Arc<str>),
    /// The same skill was selected in the same state again and again.
    Loop {
        /// Which.
        skill: Arc<str>,
        /// How often within the window.
        times: u32,
    },
}

/// Notices of the last step and of what happened since.
#[derive(Clone, Debug, Default)]
pub(super) struct Notices {
    list: Vec<Notice>,
    /// The notices belong to a step that is over.
    closed: bool,
}

impl Notices {
    pub(super) fn push(&mut self, notice: Notice) {
        self.reopen();
        self.list.push(notice);
    }

    /// Drops the notices of a step that is over.
    pub(super) fn reopen(&mut self) {
        if std::mem::take(&mut self.closed) {
            self.list.clear();
        }
    }

    /// A step is over.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    pub(super) fn list(&self) -> &[Notice] {
        &self.list
    }
}
