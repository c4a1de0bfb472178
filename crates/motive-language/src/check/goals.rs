//! Goals: when something is wanted, and how much.

use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::DefinitionKind;
use crate::syntax::ast::{Behaviour, GoalItem, Named, Time};
use motive_arbiter::{Goal, Pursuit};
use motive_core::{GoalMode, Type};

impl Checker<'_> {
    /// A goal, or nothing if something in it is wrong.
    pub(super) fn goal(&mut self, item: &GoalItem) -> Option<Goal> {
        let name = item.name()?;
        let mode = if item.is_maintained() { GoalMode::Maintain } else { GoalMode::Achieve };
        let pursuit = self.pursuit(item);
        let mut goal = pursuit.clone().map(|pursuit| Goal::new(&name.text(), mode, pursuit));
        let mut cases = 0;
        for case in item.cases() {
            cases += 1;
            let clause = self.scoped(|this| {
                let when = this.when(case.when());
                let priority =
                    case.priority().and_then(|view| this.value_for(&view, &Type::Number, "a priority"));
                Some((when?, priority?))
            });
            goal = goal.and_then(|goal| {
                let (when, priority) = clause?;
                Some(if case.is_update_only() {
                    goal.update(when, priority)
                } else if case.is_updated() {
                    goal.updated(when, priority)
                } else {
                    goal.when(when, priority)
                })
            });
        }
        if cases == 0 {
            let message = format!("goal `{}` never comes up: it has no priority", name.text());
            let help = "give it one, such as `{ priority 20 }`";
            self.report(Diagnostic::error("no-priority", span_of(&name), message).with_help(help));
            return None;
        }
        for every in item.every() {
            match every.period().and_then(|period| period.value()) {
                Some(Time::Ticks(ticks)) if ticks >= 1.0 => goal = goal.map(|goal| goal.every(ticks as u64)),
                _ => {
                    self.error(
                        "not-ticks",
                        span_of(&every),
                        "`every` needs a number of ticks, such as `5 ticks`",
                    );
                    return None;
                }
            }
        }
        for setting in item.settings() {
            let name = setting.name()?;
            self.unknown("setting of a goal", &name.text(), span_of(&name), ["every"]);
        }
        goal
    }

    /// Whether a planner over symbols, a state machine or a schedule is meant.
    pub(super) fn is_other_engine(&self, named: &Named) -> bool {
        let Some(text) = named.name().map(|name| name.text()) else { return false };
        let may_be = |engine: &str| named.engine().is_none_or(|written| written == engine);
        may_be("goap") && self.declared.goaps.contains_key(&text)
            || may_be("machine") && self.declared.machines.contains_key(&text)
            || may_be("schedule") && self.declared.schedules.contains_key(&text)
    }

    fn pursuit(&mut self, item: &GoalItem) -> Option<Pursuit> {
        match item.behaviour()? {
            Behaviour::When(when) => {
                let condition = self.scoped(|this| this.when(Some(when)))?;
                Some(Pursuit::Condition(condition))
            }
            Behaviour::Named(named) => {
                let name = named.name()?;
                let (text, span) = (name.text(), span_of(&name));
                let is_network = named.engine().is_none_or(|engine| engine == "network");
                if is_network && self.declared.networks.contains_key(&text) {
                    self.refer(DefinitionKind::Network, &name);
                    return Some(Pursuit::Program(text.into()));
                }
                if named.engine().is_some_and(|engine| engine == "network") {
                    let known: Vec<String> = self.declared.networks.keys().cloned().collect();
                    self.unknown("network", &text, span, known.iter().map(String::as_str));
                    return None;
                }
                if self.is_other_engine(&named) {
                    if let Some(kind) = self.engine_kind(&text) {
                        self.refer(kind, &name);
                    }
                    return Some(Pursuit::Program(text.into()));
                }
                let is_task = named.engine().is_none_or(|engine| engine == "task");
                if is_task && self.declared.tasks.contains_key(&text) {
                    return self.task_pursuit(&named).map(|whole| Pursuit::Program(whole.into()));
                }
                if named.engine().is_some_and(|engine| engine == "task") {
                    let known: Vec<String> = self.declared.tasks.keys().cloned().collect();
                    self.unknown("task", &text, span, known.iter().map(String::as_str));
                    return None;
                }
                if let Some(engine) = named.engine().filter(|engine| engine != "program") {
                    let known: Vec<String> = match engine.as_str() {
                        "goap" => self.declared.goaps.keys().cloned().collect(),
                        "machine" => self.declared.machines.keys().cloned().collect(),
                        _ => self.declared.schedules.keys().cloned().collect(),
                    };
                    self.unknown(&engine, &text, span, known.iter().map(String::as_str));
                    return None;
                }
                let Some((_, program)) = self.declared.programs.get(&text) else {
                    let known: Vec<String> = self.declared.programs.keys().cloned().collect();
                    self.unknown("program", &text, span, known.iter().map(String::as_str));
                    return None;
                };
                let program = program.clone();
                self.refer(DefinitionKind::Program, &name);
                if program.params().is_some_and(|params| params.params().count() > 0) {
                    let message = format!("`{text}` has parameters, so it cannot pursue a goal by itself");
                    let help = "write a program without parameters that calls it";
                    self.report(Diagnostic::error("parameters-at-top", span, message).with_help(help));
                    return None;
                }
                Some(Pursuit::Program(text.into()))
            }
            Behaviour::PlanFor(plan) => Some(Pursuit::Program(self.plan_for(&plan)?.into())),
        }
    }
}
