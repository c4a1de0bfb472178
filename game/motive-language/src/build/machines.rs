//! State machines and schedules.

use crate::model::{CheckedMachine, CheckedSchedule};
use motive_arbiter::teleo::TeleoProgram;
use motive_core::{Condition, Vocabulary};
use motive_machines::fsm::{Machine, MachineError, MachineProgram, State};
use motive_machines::schedule::{Schedule, ScheduleError, ScheduleProgram, Schedules};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The one state that schedules of a file are in: goals decide which of them runs.
const STATE: &str = "any";

/// A state machine as a program. What its states do is looked up by name.
pub(crate) fn machine(
    checked: &CheckedMachine,
    names: &Vocabulary,
    program: impl Fn(&str) -> Option<TeleoProgram>,
) -> Result<MachineProgram, MachineError> {
    let mut machine = Machine::new(&checked.name);
    for checked in &checked.states {
        let mut state = State::new(&checked.name);
        if let Some(program) = checked.program.as_deref().and_then(&program) {
            state = state.behave(program);
        }
        for (to, when) in &checked.transitions {
            state = state.to(to, when.clone());
        }
        machine = machine.state(state);
    }
    machine.build(names)
}

/// A schedule, and those that follow when it fails, as a program.
pub(crate) fn schedule(
    name: &str,
    all: &BTreeMap<String, CheckedSchedule>,
    names: &Arc<Vocabulary>,
) -> Result<ScheduleProgram, ScheduleError> {
    let mut builder = Schedules::new(names.clone()).state(STATE, Condition::always());
    let (mut open, mut seen) = (vec![name.to_owned()], Vec::new());
    while let Some(name) = open.pop() {
        let Some(checked) = all.get(&name).filter(|_| !seen.contains(&name)) else { continue };
        let flag = |what: &str| format!("{name}.{what}");
        let mut schedule = Schedule::new(&name, STATE).when(&flag("when"));
        // Schedules that only follow another are never chosen by themselves.
        let when = if seen.is_empty() { checked.when.clone() } else { !Condition::always() };
        builder = builder.flag(&flag("when"), when);
        for (number, interrupt) in checked.interrupts.iter().enumerate() {
            let interrupting = flag(&format!("interrupt{number}"));
            builder = builder.flag(&interrupting, interrupt.clone());
            schedule = schedule.fails_on(&interrupting);
        }
        if let Some(failure) = &checked.on_failure {
            schedule = schedule.on_failure(failure);
            open.push(failure.clone());
        }
        builder = builder.schedule(checked.tasks.iter().cloned().fold(schedule, Schedule::task));
        seen.push(name);
    }
    builder.build(name)
}
