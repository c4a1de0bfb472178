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

pub use event::{
    ConditionFailure, Event, OtherPlan, ProposalResult, SkillLevel, Stage, SubtaskEvent, TaskEnd,
};

/// A part of a mind that a debugger can disable while the mind runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MindPart<'a> {
    /// A goal: it does not come up, and the task that pursues it ends.
    Goal(&'a str),
    /// A rule of a program, by its position from 0: it does not run.
    Rule {
        /// The program.
        program: &'a str,
        /// The position.
        rule: usize,
    },
    /// A task of a hierarchy: it fails when it is entered.
    Task(&'a str),
    /// A skill of a network: it does not start.
    Skill(&'a str),
}

/// Receives events.
pub trait Tracer {
    /// Whether events are wanted. If not, none are created.
    fn wants_events(&self) -> bool {
        true
    }

    /// Something happened.
    fn event(&mut self, event: Event);

    /// Whether a part of the mind is disabled by hand. Asked only if events are wanted, so that it costs nothing otherwise. After the
    /// answer has changed, the mind has to [reconsider](crate::mind::Mind::reconsider).
    fn is_disabled(&self, _part: MindPart<'_>) -> bool {
        false
    }
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
