//! Events that record what an agent considered, and why it decided as it did.
//!
//! Every engine reports typed [`Event`]s to a [`Tracer`]. With [`NoTrace`] no event is created. Recording never changes a decision.
//!
//! ```
//! use motive_core::trace::{Event, Recorder, Stage, Tracer};
//!
//! let mut recorder = Recorder::default();
//! recorder.event(Event::Stage(Stage::Allocate));
//! assert_eq!(recorder.events(), [Event::Stage(Stage::Allocate)]);
//! ```

mod event;

pub use event::{ConditionFailure, Event, ProposalResult, Stage, SubtaskEvent, TaskEnd};

/// Receives events.
pub trait Tracer {
    /// Whether events are wanted. If not, none are created.
    fn wants_events(&self) -> bool {
        true
    }

    /// Something happened.
    fn event(&mut self, event: Event);
}

/// Receives nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoTrace;

impl Tracer for NoTrace {
    fn wants_events(&self) -> bool {
        false
    }

    fn event(&mut self, _: Event) {}
}

/// Keeps every event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorder {
    events: Vec<Event>,
}

impl Recorder {
    /// All events so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Forgets all events, and keeps the room they took.
    pub fn clear(&mut self) {
        self.events.clear();
    }

    /// Takes all events so far.
    pub fn take(&mut self) -> Vec<Event> {
        let room = Vec::with_capacity(self.events.len());
        std::mem::replace(&mut self.events, room)
    }
}

impl Tracer for Recorder {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}
