//! Goals: cases with conditions and priorities, and what pursues them.

use super::names::{NameTable, count, names_of};
use super::{ItemChecker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::{DefinitionKind, Located};
use crate::syntax::ast::{Behaviour, GoalItem, NameRef, Named, TimeValue};
use motive_arbiter::{Goal, Pursuit};
use motive_core::{GoalMode, Type};

impl ItemChecker<'_> {
    /// A goal, or nothing if something in it is wrong.
    pub(super) fn goal(&mut self, item: &GoalItem) -> Option<Located<Goal>> {
        let name = item.name()?;
        let mode = if item.is_maintained() { GoalMode::Maintain } else { GoalMode::Achieve };
        let pursuit = self.pursuit(item);
        let mut goal = pursuit.clone().map(|pursuit| Goal::new(name.text(), mode, pursuit));
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
                Some(TimeValue::Ticks(ticks)) if ticks >= 1.0 => {
                    goal = goal.map(|goal| goal.every(ticks as u64));
                }
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
            self.unknown("setting of a goal", name.text(), span_of(&name), ["every"]);
        }
        Some(Located { place: self.findings.place_of(&name), definition: goal? })
    }

    /// A program that pursues a goal by itself has no parameters.
    pub(super) fn without_parameters(&mut self, name: &NameRef) -> Option<()> {
        let (_, program) = self.names.programs.get(name.text())?;
        if count(program.params().as_ref()) == 0 {
            return Some(());
        }
        let message = format!("`{}` has parameters, so it cannot pursue a goal by itself", name.text());
        let help = "write a program without parameters that calls it";
        self.report(Diagnostic::error("parameters-at-top", span_of(name), message).with_help(help));
        None
    }

    fn pursuit(&mut self, item: &GoalItem) -> Option<Pursuit> {
        match item.behaviour()? {
            Behaviour::When(when) => {
                let condition = self.scoped(|this| this.when(Some(when)))?;
                Some(Pursuit::Condition(condition))
            }
            Behaviour::Named(named) => Some(Pursuit::Program(self.named_pursuit(&named)?.into())),
            Behaviour::PlanFor(plan) => Some(Pursuit::Program(self.plan_for(&plan)?.into())),
        }
    }

    /// The name of the program, task or other engine that pursues a goal.
    pub(super) fn named_pursuit(&mut self, named: &Named) -> Option<String> {
        let name = named.name()?;
        let (text, engine) = (name.text(), named.engine());
        let is_meant = |kind: &DefinitionKind| engine.as_deref().is_none_or(|word| word_for(*kind) == word);
        let Some(kind) = self.names.behaviour_kind(text).filter(is_meant) else {
            let what = engine.as_deref().unwrap_or("program");
            let known = behaviour_names(self.names, engine.as_deref());
            self.unknown(what, text, span_of(&name), known);
            return None;
        };
        if kind == DefinitionKind::Task {
            return self.task_pursuit(named);
        }
        self.refer(kind, &name);
        let arguments = named.arguments().map(|arguments| span_of(&arguments));
        if let Some(span) = arguments.or_else(|| named.ahead().map(|ahead| span_of(&ahead))) {
            let message =
                format!("`{text}` is no task: only a task takes arguments here, or is planned ahead");
            self.error("not-a-task", span, message);
            return None;
        }
        if kind == DefinitionKind::Program {
            self.without_parameters(&name)?;
        }
        Some(text.to_owned())
    }
}

/// The names of all programs and other engines, or of those of one kind.
fn behaviour_names<'n>(names: &'n NameTable, engine: Option<&str>) -> impl Iterator<Item = &'n str> {
    let all: [(DefinitionKind, Box<dyn Iterator<Item = &str>>); 6] = [
        (DefinitionKind::Program, Box::new(names_of(&names.programs))),
        (DefinitionKind::Task, Box::new(names_of(&names.tasks))),
        (DefinitionKind::Network, Box::new(names_of(&names.networks))),
        (DefinitionKind::Machine, Box::new(names_of(&names.machines))),
        (DefinitionKind::Schedule, Box::new(names_of(&names.schedules))),
        (DefinitionKind::Planner, Box::new(names_of(&names.goaps))),
    ];
    let meant = all.into_iter().filter(move |(kind, _)| engine.is_none_or(|word| word_for(*kind) == word));
    meant.flat_map(|(_, names)| names)
}

/// The word of the language for an engine.
fn word_for(engine: DefinitionKind) -> &'static str {
    match engine {
        DefinitionKind::Task => "task",
        DefinitionKind::Network => "network",
        DefinitionKind::Machine => "machine",
        DefinitionKind::Schedule => "schedule",
        DefinitionKind::Planner => "goap",
        _ => "program",
    }
}
