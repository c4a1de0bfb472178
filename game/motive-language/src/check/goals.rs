//! Goals: cases with conditions and priorities, and what pursues them.

use super::trial_build::count;
use super::{Checker, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::DefinitionKind;
use crate::syntax::ast::{Behaviour, GoalItem, NameRef, Named, Time};
use motive_arbiter::{Goal, Pursuit};
use motive_core::{GoalMode, Type};

impl Checker<'_> {
    /// A goal, or nothing if something in it is wrong.
    pub(super) fn goal(&mut self, item: &GoalItem) -> Option<Goal> {
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
            self.unknown("setting of a goal", name.text(), span_of(&name), ["every"]);
        }
        let goal = goal?;
        self.try_goal(span_of(&name), &goal)?;
        Some(goal)
    }

    /// A program that pursues a goal by itself has no parameters.
    pub(super) fn without_parameters(&mut self, name: &NameRef) -> Option<()> {
        let (_, program) = self.declared.programs.get(name.text())?;
        if count(program.params()) == 0 {
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
        let (text, declared) = (name.text(), &self.declared);
        let engines = [
            ("program", DefinitionKind::Program, declared.programs.contains_key(text)),
            ("task", DefinitionKind::Task, declared.tasks.contains_key(text)),
            ("network", DefinitionKind::Network, declared.networks.contains_key(text)),
            ("machine", DefinitionKind::Machine, declared.machines.contains_key(text)),
            ("schedule", DefinitionKind::Schedule, declared.schedules.contains_key(text)),
            ("goap", DefinitionKind::Planner, declared.goaps.contains_key(text)),
        ];
        let is_meant = |word: &str| named.engine().is_none_or(|written| written == word);
        let found = engines.into_iter().find(|(word, _, is_there)| *is_there && is_meant(word));
        let Some((word, kind, _)) = found else {
            let known = self.behaviour_names(named.engine().as_deref());
            let what = named.engine().unwrap_or_else(|| "program".into());
            self.unknown(&what, text, span_of(&name), known.iter().map(String::as_str));
            return None;
        };
        if word == "task" {
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
        if word == "program" {
            self.without_parameters(&name)?;
        }
        Some(text.to_owned())
    }

    /// The names of all programs and other engines, or of those of one kind.
    fn behaviour_names(&self, engine: Option<&str>) -> Vec<String> {
        let declared = &self.declared;
        let engines: [(&str, Vec<&String>); 6] = [
            ("program", declared.programs.keys().collect()),
            ("task", declared.tasks.keys().collect()),
            ("network", declared.networks.keys().collect()),
            ("machine", declared.machines.keys().collect()),
            ("schedule", declared.schedules.keys().collect()),
            ("goap", declared.goaps.keys().collect()),
        ];
        let meant = engines.into_iter().filter(|(word, _)| engine.is_none_or(|engine| engine == *word));
        meant.flat_map(|(_, names)| names).cloned().collect()
    }
}
