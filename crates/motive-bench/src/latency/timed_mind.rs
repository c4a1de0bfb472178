//! A mind that notes how long each of its decisions takes.

use cpu_time::ThreadTime;
use motive::mind::{MindText, TaskView, TickContext, WakeCondition};
use motive::{ActionEnd, Decision, Memory, Mind};
use std::any::Any;
use std::sync::{Arc, Mutex, PoisonError};

/// The times of decisions in nanoseconds of processor time, in the order in which they were made.
#[derive(Clone, Debug, Default)]
pub(super) struct DecisionTimes(Arc<Mutex<Vec<u64>>>);

impl DecisionTimes {
    /// Room for so many, so that noting one takes no time of the next.
    pub(super) fn with_room(decisions: usize) -> Self {
        Self(Arc::new(Mutex::new(Vec::with_capacity(decisions))))
    }

    /// The times so far. The list is empty afterwards.
    pub(super) fn take(&self) -> Vec<u64> {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = times.capacity();
        std::mem::replace(&mut times, Vec::with_capacity(room))
    }

    fn note(&self, nanoseconds: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(nanoseconds);
    }
}

/// A mind whose decisions are timed. It decides as the mind in it does.
pub(super) struct TimedMind {
    pub(super) mind: Box<dyn Mind>,
    pub(super) times: DecisionTimes,
}

impl Mind for TimedMind {
    fn think(&mut self, tick_cx: &mut TickContext<'_>) {
        let start = ThreadTime::now();
        self.mind.think(tick_cx);
        self.times.note(start.elapsed().as_nanos() as u64);
    }

    fn decision(&self) -> &Decision {
        self.mind.decision()
    }

    fn wake_condition(&self) -> Option<WakeCondition> {
        self.mind.wake_condition()
    }

    fn pursued(&self) -> Vec<TaskView<'_>> {
        self.mind.pursued()
    }

    fn describe(&self) -> MindText {
        self.mind.describe()
    }

    fn as_any_mut(&mut self) -> Option<&mut dyn Any> {
        self.mind.as_any_mut()
    }

    fn finish(&mut self, run: u64, ending: ActionEnd, memory: &mut Memory) -> bool {
        self.mind.finish(run, ending, memory)
    }
}
