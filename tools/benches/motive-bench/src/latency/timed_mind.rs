//! A mind that notes how long each of its decisions takes.

use cpu_time::ThreadTime;
use motive::kernel::mind::{MindText, TaskView, TickContext, WakeCondition};
use motive::kernel::{ActionEnd, Decision, Memory, Mind};
use std::any::Any;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The times of decisions in nanoseconds of processor time, in the order in which they were made, and how many things were known in them.
#[derive(Clone, Debug, Default)]
pub(super) struct DecisionTimes {
    times: Arc<Mutex<Vec<u64>>>,
    /// The sum over all decisions since it was asked for.
    things: Arc<AtomicU64>,
}

impl DecisionTimes {
    /// Room for so many, so that noting one takes no time of the next.
    pub(super) fn with_room(decisions: usize) -> Self {
        Self { times: Arc::new(Mutex::new(Vec::with_capacity(decisions))), things: Arc::default() }
    }

    /// The times so far. The list is empty afterwards.
    pub(super) fn take(&self) -> Vec<u64> {
        let mut times = self.times.lock().unwrap_or_else(PoisonError::into_inner);
        let room = times.capacity();
        std::mem::replace(&mut times, Vec::with_capacity(room))
    }

    /// The sum of the things known in all decisions since the last call.
    pub(super) fn take_things(&self) -> u64 {
        self.things.swap(0, Ordering::Relaxed)
    }

    fn note(&self, nanoseconds: u64, things: usize) {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(nanoseconds);
        self.things.fetch_add(things as u64, Ordering::Relaxed);
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
        self.times.note(start.elapsed().as_nanos() as u64, tick_cx.memory.len());
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
