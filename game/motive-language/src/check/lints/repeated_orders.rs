//! Coordinators that assign the same tasks over and over.

use super::step_outcomes::called;
use super::{TaskReview, named, value_of};
use crate::check::teams::COORDINATOR;
use crate::check::{Problem, span_of};
use crate::diagnostic::Diagnostic;
use crate::syntax::ast::{Argument, AstNode, Behaviour, NameRef, Step, TaskItem, TeamItem};
use std::collections::BTreeSet;

impl TaskReview<'_, '_> {
    /// The task of a coordinator starts again when it ends. What it assigns each time, whatever the situation, piles up on the lists.
    pub(super) fn orders_again(&self) -> Vec<Problem> {
        let mut found: Vec<Problem> = Vec::new();
        for (_, team) in &self.checker.declared.teams {
            let Some((name, order)) = self.repeated_order(team) else { continue };
            let Some((file, item)) = self.checker.declared.tasks.get(&name) else { continue };
            let Some(head) = item.name() else { continue };
            let message =
                format!("`{name}` starts again when it ends, and then assigns the same tasks once more");
            let mut warning = Diagnostic::warning("W-MAINLOOP", span_of(&head), message);
            let (around, inner) = (item.span(), order.span());
            if around.start <= inner.start && inner.end <= around.end {
                warning = warning.with_secondary(span_of(&order), "assigned each time");
            }
            let help = "end it with `clear(coordinator)`, or write `unique on` in the team";
            let problem = Problem { file: *file, diagnostic: warning.with_help(help) };
            if !found.contains(&problem) {
                found.push(problem);
            }
        }
        found
    }

    /// The task of a coordinator that assigns something each time it runs, and the assignment.
    fn repeated_order(&self, team: &TeamItem) -> Option<(String, NameRef)> {
        let is_unique =
            team.settings().any(|setting| setting.name().is_some_and(|name| name.text() == "unique"));
        let behaviour = team.coordinators().next()?.behaviour()?;
        let Behaviour::Named(task) = behaviour else { return None };
        let main = task.name()?.text().to_owned();
        if is_unique || !self.flow.can_end(&main) {
            return None;
        }
        let mut assigned = None;
        let (mut next, mut seen) = (vec![(main.clone(), true)], BTreeSet::new());
        while let Some((name, always)) = next.pop() {
            let Some(task) = self.task(&name) else { continue };
            if !seen.insert((name, always)) {
                continue;
            }
            let always = always && !has_conditions(task);
            for step in task.syntax().descendants().filter_map(Step::cast) {
                let Some((callee, arguments)) = called(&step) else { continue };
                match callee.text() {
                    order @ ("clear" | "only" | "take_role") if self.checker.order_named(order).is_some() => {
                        // A coordinator that empties lists expects to run again.
                        if order == "clear" || is_coordinator(&arguments) {
                            return None;
                        }
                    }
                    "assign" if self.checker.order_named("assign").is_some() => {
                        if always {
                            assigned = assigned.or(Some(callee.clone()));
                        }
                    }
                    other => next.push((other.to_owned(), always)),
                }
            }
        }
        Some((main, assigned?))
    }
}

fn has_conditions(task: &TaskItem) -> bool {
    task.needs().next().is_some()
        || task.achieves().next().is_some()
        || task.methods().any(|method| method.when().is_some())
}

fn is_coordinator(arguments: &[Argument]) -> bool {
    let first = arguments.first().cloned().and_then(value_of);
    first.is_some_and(|value| named(&value).is_some_and(|name| name.text() == COORDINATOR))
}
