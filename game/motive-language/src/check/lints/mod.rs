//! Warnings about files that are right: what is allowed, but probably not meant.
//!
//! They are worked out from the syntax tree once there are no errors. Files in the notation of 2008 get the same warnings from
//! their own reader.

mod goals_and_rules;
mod repeated_conditions;
mod repeated_orders;
mod step_outcomes;
mod task_endings;
mod unused;

use super::{Checker, Problem, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{
    ActionClause, ActionItem, Argument, AssignOp, AstNode, Expr, FieldExpr, NameRef, Step, TaskItem,
};
use repeated_conditions::words_of;
use std::collections::{BTreeMap, BTreeSet};
use step_outcomes::all_calls;
use task_endings::TaskEndings;

/// Names of actions, in the shooter of 2008, that move the agent to their first argument.
const TRAVEL: [&str; 2] = ["runto", "travelto"];

impl Checker<'_> {
    /// Warns about tasks.
    pub(super) fn review_tasks(&mut self) {
        if self.declared.tasks.is_empty() {
            return;
        }
        let mut found = Vec::new();
        let (flow, planned, asked) =
            (TaskEndings::new(self), self.planned_ahead(), repeated_conditions::asked(self));
        let review = TaskReview { checker: self, flow, planned, asked };
        for (file, item) in review.checker.declared.tasks.values() {
            let about: Vec<Diagnostic> = [review.travel(item), review.comes_back(item)]
                .into_iter()
                .flatten()
                .chain(review.hoist(item).unwrap_or_default())
                .chain(review.dead_alternatives(item))
                .collect();
            found.extend(about.into_iter().map(|diagnostic| Problem { file: *file, diagnostic }));
        }
        found.extend(review.unused());
        found.extend(review.orders_again());
        self.problems.extend(found);
    }

    /// The tasks that are planned ahead. A planner can take a choice back: it never leaves a task half done, and it tries the
    /// alternatives after one that cannot fail if the steps that follow do.
    fn planned_ahead(&self) -> BTreeSet<String> {
        let pursued = self.calls.task_pursuits.iter().filter(|pursuit| pursuit.ahead.is_some());
        let mut next: Vec<String> = pursued.map(|pursuit| pursuit.task.clone()).collect();
        let mut reached: BTreeSet<String> = next.iter().cloned().collect();
        while let Some(name) = next.pop() {
            let Some((_, item)) = self.declared.tasks.get(&name) else { continue };
            for (callee, _) in all_calls(item) {
                if reached.insert(callee.text().to_owned()) {
                    next.push(callee.text().to_owned());
                }
            }
        }
        reached
    }
}

struct TaskReview<'l, 'w> {
    checker: &'l Checker<'w>,
    flow: TaskEndings,
    planned: BTreeSet<String>,
    /// The conditions of each task that its callers could test themselves.
    asked: BTreeMap<String, Vec<Expr>>,
}

impl TaskReview<'_, '_> {
    fn task(&self, name: &str) -> Option<&TaskItem> {
        self.checker.declared.tasks.get(name).map(|(_, item)| item)
    }

    /// A task that moves somewhere, without `achieves`: an agent that is there already does not move, which looks like being blocked.
    fn travel(&self, item: &TaskItem) -> Option<Diagnostic> {
        let name = item.name()?;
        let steps: Vec<Step> =
            item.action().filter_map(|clause| clause.steps()).flat_map(|s| s.steps()).collect();
        let [Step::Call(call)] = &steps[..] else { return None };
        let action = call.name()?;
        if item.achieves().next().is_some() || self.task(action.text()).is_some() {
            return None;
        }
        let is_named_so = TRAVEL.contains(&plain(name.text()).as_str());
        let declared = self
            .checker
            .declared
            .actions
            .iter()
            .find(|(_, known)| known.name().is_some_and(|known| known.text() == action.text()));
        let end = declared.and_then(|(_, action)| where_it_ends(action));
        if !is_named_so && end.is_none() {
            return None;
        }
        let end = end.unwrap_or_else(|| "at(...)".to_owned());
        let message =
            format!("`{}` has no `achieves`: an agent that is there already never ends it", name.text());
        let help =
            format!("add what it is for, as in `achieves {end}`: it then succeeds at once where that holds");
        Some(Diagnostic::warning("W-NOGOALTRAVEL", span_of(&name), message).with_help(help))
    }

    /// A task that calls itself with the same arguments, directly or not, without an action in between.
    fn comes_back(&self, item: &TaskItem) -> Option<Diagnostic> {
        let name = item.name().filter(|name| self.flow.circles(name.text()))?;
        let message = format!(
            "`{}` can call itself, directly or through others, without an action in between",
            name.text()
        );
        let help = "put an action before the call";
        Some(Diagnostic::warning("W-LOOP", span_of(&name), message).with_help(help))
    }

    /// Alternatives and methods after one that cannot fail.
    fn dead_alternatives(&self, item: &TaskItem) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if item.name().is_none_or(|name| self.planned.contains(name.text())) {
            return found;
        }
        for node in item.syntax().descendants() {
            let Some(Step::Alternatives(line)) = Step::cast(node) else { continue };
            let all: Vec<Step> = line.steps().collect();
            // Weights decide which is tried first, so that each may be.
            if all.iter().any(|step| matches!(step, Step::Weighted(_))) {
                continue;
            }
            let Some(sure) = all.iter().position(|step| self.flow.is_sure(step)) else { continue };
            let before = all.get(sure).map(words_of).unwrap_or_default();
            for dead in all.iter().skip(sure + 1) {
                let message =
                    format!("`{}` is never tried: `{before}` before it cannot fail", words_of(dead));
                found.push(dead_end(span_of(dead), message));
            }
        }
        let methods: Vec<_> = item.methods().collect();
        if let Some(sure) = methods.iter().position(|method| self.flow.is_sure_method(method)) {
            let name = |at: usize| methods.get(at).and_then(|method| method.name());
            let before = name(sure).map(|name| name.text().to_owned()).unwrap_or_default();
            for dead in (sure + 1..methods.len()).filter_map(name) {
                let message =
                    format!("method `{}` is never tried: `{before}` before it cannot fail", dead.text());
                found.push(dead_end(span_of(&dead), message));
            }
        }
        found
    }
}

fn dead_end(span: crate::diagnostic::Span, message: String) -> Diagnostic {
    Diagnostic::warning("W-DEADALT", span, message).with_help("put it first, or remove it")
}

/// A name in lower case without underscores and the prefix `do_`, so that an action and the task for it compare equal.
fn plain(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    name.strip_prefix("do_").unwrap_or(&name).replace('_', "")
}

/// Where a latched action takes the agent, as a condition, if its effects say so: `self.at = place` or `at(self, place)`.
fn where_it_ends(action: &ActionItem) -> Option<String> {
    if !action.is_latched() {
        return None;
    }
    let parameters: Vec<String> = super::programs::parameter_names(action.params());
    let is_parameter =
        |value: &Expr| named(value).is_some_and(|name| parameters.iter().any(|known| known == name.text()));
    let effects = action.clauses().filter_map(|clause| match clause {
        ActionClause::Effect(effect) => effect.steps(),
        _ => None,
    });
    effects.flat_map(|steps| steps.steps()).find_map(|step| match &step {
        Step::Assign(assign) if assign.op() == Some(AssignOp::Set) => {
            let Some(Expr::Field(target)) = assign.target() else { return None };
            let value = assign.value().filter(is_parameter)?;
            is_own(&target).then(|| format!("{} == {}", words_of(&target), words_of(&value)))
        }
        Step::Call(call) => {
            let values: Vec<Expr> = call.arguments().into_iter().filter_map(value_of).collect();
            let of_self = values.iter().any(|value| named(value).is_some_and(|name| name.is_self()));
            (of_self && values.iter().any(is_parameter)).then(|| words_of(&step))
        }
        _ => None,
    })
}

fn is_own(field: &FieldExpr) -> bool {
    field.base().is_some_and(|base| named(&base).is_some_and(|name| name.is_self()))
}

/// The name, if a value is nothing but a name.
fn named(value: &Expr) -> Option<NameRef> {
    match value {
        Expr::Name(name) => name.name(),
        _ => None,
    }
}

fn value_of(argument: Argument) -> Option<Expr> {
    match argument {
        Argument::Expr(value) => Some(value),
        Argument::Each(_) => None,
    }
}
