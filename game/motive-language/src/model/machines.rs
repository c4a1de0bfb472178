//! State machines and schedules.

use motive_core::Condition;
use motive_machines::schedule::ScheduleTask;

/// A state machine. What its states do are programs of the same library as all others.
#[derive(Clone, Debug)]
pub(crate) struct CheckedMachine {
    pub(crate) name: String,
    /// The first is the start state.
    pub(crate) states: Vec<CheckedState>,
}

/// A state of a machine.
#[derive(Clone, Debug)]
pub(crate) struct CheckedState {
    pub(crate) name: String,
    /// The program that runs in this state, if anything does.
    pub(crate) program: Option<String>,
    /// The states that it can be left for, and when.
    pub(crate) transitions: Vec<(String, Condition)>,
}

/// A schedule: actions in order, with conditions that begin it and break it off.
#[derive(Clone, Debug)]
pub(crate) struct CheckedSchedule {
    pub(crate) when: Condition,
    /// Each of these makes it fail.
    pub(crate) interrupts: Vec<Condition>,
    /// The schedule that runs after a failure.
    pub(crate) on_failure: Option<String>,
    pub(crate) tasks: Vec<ScheduleTask>,
}
