//! Schedules: lists of actions that begin when something holds and break off when something else does.

use super::{Lowering, span_of};
use crate::syntax::ast::{ScheduleItem, Setting};
use motive_arbiter::teleo::Step;
use motive_core::{Condition, Vocabulary};
use motive_machines::schedule::{Schedule, ScheduleError, ScheduleProgram, Schedules, Task};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A schedule of a file.
#[derive(Clone, Debug)]
pub(super) struct ScheduleParts {
    when: Condition,
    /// What makes it fail.
    interrupts: Vec<Condition>,
    /// The schedule that runs then.
    failure: Option<String>,
    tasks: Vec<Task>,
}

/// All schedules of the files, by name.
pub(super) type AllSchedules = BTreeMap<String, ScheduleParts>;

/// The one state that schedules of a file are in: which of them run is for goals to say.
const STATE: &str = "any";

/// A schedule, and those that follow when it fails, as a program.
pub(super) fn build(
    name: &str,
    all: &AllSchedules,
    names: &Arc<Vocabulary>,
) -> Result<ScheduleProgram, ScheduleError> {
    let mut builder = Schedules::new(names.clone()).state(STATE, Condition::always());
    let (mut open, mut seen) = (vec![name.to_owned()], Vec::new());
    while let Some(name) = open.pop() {
        let Some(parts) = all.get(&name).filter(|_| !seen.contains(&name)) else { continue };
        let flag = |what: &str| format!("{name}.{what}");
        let mut schedule = Schedule::new(&name, STATE).when(&flag("when"));
        // Those that only follow another are never chosen by themselves.
        let when = if seen.is_empty() { parts.when.clone() } else { !Condition::always() };
        builder = builder.flag(&flag("when"), when);
        for (number, interrupt) in parts.interrupts.iter().enumerate() {
            let interrupting = flag(&format!("interrupt{number}"));
            builder = builder.flag(&interrupting, interrupt.clone());
            schedule = schedule.fails_on(&interrupting);
        }
        if let Some(failure) = &parts.failure {
            schedule = schedule.on_failure(failure);
            open.push(failure.clone());
        }
        builder = builder.schedule(parts.tasks.iter().cloned().fold(schedule, Schedule::task));
        seen.push(name);
    }
    builder.build(name)
}

impl Lowering<'_> {
    pub(super) fn schedules(&mut self) -> AllSchedules {
        let declared = self.declared.schedules.clone();
        declared
            .into_iter()
            .filter_map(|(name, (file, item))| Some((name, self.within(file, |this| this.schedule(&item))?)))
            .collect()
    }

    fn schedule(&mut self, item: &ScheduleItem) -> Option<ScheduleParts> {
        let name = item.name()?;
        if let Some(params) = item.params().filter(|params| params.params().count() > 0) {
            let message = "a schedule has no parameters: it pursues a goal by itself";
            self.error("parameters-at-top", span_of(&params), message);
            return None;
        }
        let mut parts = ScheduleParts {
            when: Condition::always(),
            interrupts: Vec::new(),
            failure: None,
            tasks: Vec::new(),
        };
        for when in item.when() {
            parts.when = parts.when & self.scoped(|this| this.when(Some(when)))?;
        }
        for setting in item.settings() {
            self.schedule_setting(&setting, &mut parts)?;
        }
        for action in item.action() {
            for step in self.scoped(|this| this.steps(&action.steps()?))? {
                let Step::Do(action, arguments) = step else {
                    let message =
                        "a schedule does actions in order, such as `do hide; reload`; nothing else fits here";
                    self.error("not-a-deed", span_of(&action), message);
                    return None;
                };
                parts.tasks.push(Task::act(action, arguments));
            }
        }
        if parts.tasks.is_empty() {
            self.error("nothing-to-do", span_of(&name), "a schedule says what is done: `do hide; reload`");
            return None;
        }
        // The last action goes on until what is said holds.
        for until in item.until() {
            let holds = self.scoped(|this| this.conditions(&until.condition()?))?;
            if let Some(Task::Act { until, .. }) = parts.tasks.last_mut() {
                *until = Some(holds);
            }
        }
        Some(parts)
    }

    fn schedule_setting(&mut self, setting: &Setting, parts: &mut ScheduleParts) -> Option<()> {
        let name = setting.name()?;
        match name.text().as_str() {
            "interrupt" => {
                for value in setting.values() {
                    parts.interrupts.push(self.scoped(|this| this.test(&value))?);
                }
            }
            "failure" => {
                let (word, span) = self.word(setting)?;
                if !self.declared.schedules.contains_key(&word) {
                    let known: Vec<String> = self.declared.schedules.keys().cloned().collect();
                    self.unknown("schedule", &word, span, known.iter().map(String::as_str));
                    return None;
                }
                parts.failure = Some(word);
            }
            other => {
                self.unknown("setting of a schedule", other, span_of(&name), ["interrupt", "failure"]);
                return None;
            }
        }
        Some(())
    }
}
