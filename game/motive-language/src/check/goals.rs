//! Goals: cases with conditions and priorities, and what pursues them.

use super::names::count;
use super::{ItemChecker, span_of};
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
            return self.refuse_with_help("no-priority", &name, message, help);
        }
        for every in item.every() {
            match every.period().and_then(|period| period.value()) {
                Some(TimeValue::Ticks(ticks)) if ticks >= 1.0 => {
                    goal = goal.map(|goal| goal.every(ticks as u64));
                }
                _ => {
                    return self.refuse(
                        "not-ticks",
                        &every,
                        "`every` needs a number of ticks, such as `5 ticks`",
                    );
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
        self.refuse_with_help("parameters-at-top", name, message, help)
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
        let is_meant = |kind: &DefinitionKind| engine.as_deref().is_none_or(|word| kind.keyword() == word);
        let Some(kind) = self.names.behaviour_kind(text).filter(is_meant) else {
            let what = engine.as_deref().unwrap_or("program");
            let known =
                self.names.behaviours.iter().filter(|(_, kind)| is_meant(kind)).map(|(name, _)| &**name);
            return self.no_such(what, text, &name, known);
        };
        if kind == DefinitionKind::Task {
            return self.task_pursuit(named);
        }
        self.refer(kind, &name);
        let arguments = named.argument_list().map(|arguments| span_of(&arguments));
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
