//! Schedules: lists of actions with a condition to begin and conditions that interrupt them.

use super::{Checker, span_of};
use crate::model::{CheckedSchedule, DefinitionKind};
use crate::syntax::ast::{Expr as View, ScheduleItem, Setting};
use motive_arbiter::teleo::Step;
use motive_core::Condition;
use motive_machines::schedule::ScheduleTask;
use std::collections::BTreeMap;

impl Checker<'_> {
    pub(super) fn schedules(&mut self) -> BTreeMap<String, CheckedSchedule> {
        let declared = self.declared.schedules.clone();
        declared
            .into_iter()
            .filter_map(|(name, (file, item))| Some((name, self.within(file, |this| this.schedule(&item))?)))
            .collect()
    }

    fn schedule(&mut self, item: &ScheduleItem) -> Option<CheckedSchedule> {
        let name = item.name()?;
        if let Some(params) = item.params().filter(|params| params.params().count() > 0) {
            let message = "a schedule pursues a goal by itself, so it has no parameters";
            self.error("parameters-at-top", span_of(&params), message);
            return None;
        }
        let mut parts = CheckedSchedule {
            when: Condition::always(),
            interrupts: Vec::new(),
            on_failure: None,
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
                        "a schedule does actions in order, as in `do hide; reload`, and nothing else";
                    self.error("not-an-action", span_of(&action), message);
                    return None;
                };
                parts.tasks.push(ScheduleTask::act(action, arguments));
            }
        }
        if parts.tasks.is_empty() {
            self.error("nothing-to-do", span_of(&name), "a schedule needs actions, as in `do hide; reload`");
            return None;
        }
        // `until` concerns the last action.
        for until in item.until() {
            let holds = self.scoped(|this| this.conditions(&until.condition()?))?;
            if let Some(ScheduleTask::Act { until, .. }) = parts.tasks.last_mut() {
                *until = Some(holds);
            }
        }
        Some(parts)
    }

    fn schedule_setting(&mut self, setting: &Setting, parts: &mut CheckedSchedule) -> Option<()> {
        let name = setting.name()?;
        match name.text() {
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
                if let Some(View::Name(name)) = setting.values().next() {
                    self.refer(DefinitionKind::Schedule, &name.name()?);
                }
                parts.on_failure = Some(word);
            }
            other => {
                self.unknown("setting of a schedule", other, span_of(&name), ["interrupt", "failure"]);
                return None;
            }
        }
        Some(())
    }
}
