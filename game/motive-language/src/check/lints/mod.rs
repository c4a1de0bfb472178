//! Warnings about files that are right: what is allowed, but probably not meant.
//!
//! They are worked out from the syntax tree once there are no errors. Files in the notation of 2008 get the same warnings from
//! their own reader.

mod goals_and_rules;
mod repeated_conditions;
mod task_endings;

use super::findings::{Findings, span_of};
use super::names::{NameTable, parameter_names};
use crate::diagnostic::{Diagnostic, Span};
use crate::model::{COORDINATOR, CheckedMind, EngineCalls, FileProblem};
use crate::syntax::ast::{
    ActionClause, ActionItem, Argument, AssignOp, AstNode, Behaviour, Expr, FieldExpr, Item, Name, NameRef,
    Step, TaskItem, TeamItem,
};
use crate::syntax::{SyntaxKind, SyntaxNode};
use repeated_conditions::words_of;
use std::collections::{BTreeMap, BTreeSet};
use task_endings::{TaskEndings, all_calls, called};

/// Names of actions, in the shooter of 2008, that move the agent to their first argument.
const TRAVEL: [&str; 2] = ["runto", "travelto"];

/// Warns about tasks, goals and rules.
pub(super) fn review(names: &NameTable, minds: &[CheckedMind], findings: &mut Findings) {
    if !names.tasks.is_empty() {
        let (endings, planned) = (TaskEndings::new(names), planned_ahead(names, &findings.calls));
        let review = TaskReview { names, endings, planned, asked: repeated_conditions::asked(names) };
        findings.problems.extend(review.all());
    }
    goals_and_rules::review(names, minds, findings);
}

/// The tasks that are planned ahead. A planner can take a choice back: it never leaves a task half done, and it tries the
/// alternatives after one that cannot fail if the steps that follow do.
fn planned_ahead(names: &NameTable, calls: &EngineCalls) -> BTreeSet<String> {
    let pursued = calls.task_pursuits.iter().filter(|pursuit| pursuit.ahead.is_some());
    let mut next: Vec<String> = pursued.map(|pursuit| pursuit.task.clone()).collect();
    let mut reached: BTreeSet<String> = next.iter().cloned().collect();
    while let Some(name) = next.pop() {
        let Some((_, item)) = names.tasks.get(&name) else { continue };
        for (callee, _) in all_calls(item) {
            if reached.insert(callee.text().to_owned()) {
                next.push(callee.text().to_owned());
            }
        }
    }
    reached
}

/// What the warnings about tasks are worked out from.
struct TaskReview<'n> {
    names: &'n NameTable,
    endings: TaskEndings,
    planned: BTreeSet<String>,
    /// The conditions of each task that its callers could test themselves.
    asked: BTreeMap<String, Vec<Expr>>,
}

impl TaskReview<'_> {
    fn all(&self) -> Vec<FileProblem> {
        let mut found = Vec::new();
        for (file, item) in self.names.tasks.values() {
            let about = [self.travel(item), self.comes_back(item)]
                .into_iter()
                .flatten()
                .chain(self.hoist(item).unwrap_or_default())
                .chain(self.dead_alternatives(item));
            found.extend(about.map(|diagnostic| FileProblem { file: *file, diagnostic }));
        }
        found.extend(self.unused());
        found.extend(self.orders_again());
        found
    }

    fn task(&self, name: &str) -> Option<&TaskItem> {
        self.names.tasks.get(name).map(|(_, item)| item)
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
        let is_meant = |known: &ActionItem| known.name().is_some_and(|known| known.text() == action.text());
        let declared = self.names.actions.iter().find(|(_, known)| is_meant(known));
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
        let name = item.name().filter(|name| self.endings.circles(name.text()))?;
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
            let Some(sure) = all.iter().position(|step| self.endings.is_sure(step)) else { continue };
            let before = all.get(sure).map(words_of).unwrap_or_default();
            for dead in all.iter().skip(sure + 1) {
                let message =
                    format!("`{}` is never tried: `{before}` before it cannot fail", words_of(dead));
                found.push(dead_end(span_of(dead), message));
            }
        }
        let methods: Vec<_> = item.methods().collect();
        if let Some(sure) = methods.iter().position(|method| self.endings.is_sure_method(method)) {
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

    /// Tasks of the loaded file that cannot be reached from a mind, a team or anything else that is no task. Any occurrence of its name
    /// counts as a use: a call, an order, or the value of a slot. A file without minds and teams is a library, and not warned about.
    fn unused(&self) -> Vec<FileProblem> {
        if !self.names.is_whole() {
            return Vec::new();
        }
        let mut next: Vec<String> = Vec::new();
        for item in self.names.files.iter().flat_map(|file| file.items()) {
            if !matches!(item, Item::Task(_)) {
                next.extend(names_in(item.syntax()));
            }
        }
        let mut used: BTreeSet<String> = next.iter().cloned().collect();
        while let Some(name) = next.pop() {
            for name in self.task(&name).into_iter().flat_map(|task| names_in(task.syntax())) {
                if used.insert(name.clone()) {
                    next.push(name);
                }
            }
        }
        let declared =
            self.names.tasks.iter().filter(|(name, (file, _))| *file == 0 && !used.contains(*name));
        declared
            .filter_map(|(_, (file, item))| Some(FileProblem { file: *file, diagnostic: unused_task(item)? }))
            .collect()
    }

    /// The task of a coordinator starts again when it ends. What it assigns each time, whatever the situation, piles up on the lists.
    fn orders_again(&self) -> Vec<FileProblem> {
        let mut found: Vec<FileProblem> = Vec::new();
        for (_, team) in &self.names.teams {
            let Some((name, order)) = self.repeated_order(team) else { continue };
            let Some((file, item)) = self.names.tasks.get(&name) else { continue };
            let Some(head) = item.name() else { continue };
            let message =
                format!("`{name}` starts again when it ends, and then assigns the same tasks once more");
            let mut warning = Diagnostic::warning("W-MAINLOOP", span_of(&head), message);
            let (around, inner) = (item.span(), order.span());
            if around.start <= inner.start && inner.end <= around.end {
                warning = warning.with_secondary(span_of(&order), "assigned each time");
            }
            let help = "end it with `clear(coordinator)`, or write `unique on` in the team";
            let problem = FileProblem { file: *file, diagnostic: warning.with_help(help) };
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
        if is_unique || !self.endings.can_end(&main) {
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
                    order @ ("clear" | "only" | "take_role") if self.names.order_named(order).is_some() => {
                        // A coordinator that empties lists expects to run again.
                        if order == "clear" || is_coordinator(&arguments) {
                            return None;
                        }
                    }
                    "assign" if self.names.order_named("assign").is_some() => {
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

fn dead_end(span: Span, message: String) -> Diagnostic {
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
    let parameters: Vec<String> = parameter_names(action.params().as_ref());
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

fn unused_task(item: &TaskItem) -> Option<Diagnostic> {
    let name = item.name()?;
    let message = format!("task `{}` is never used", name.text());
    let warning = Diagnostic::warning("W-UNUSED", span_of(&name), message);
    Some(warning.with_help("call it, assign it to a member, or remove it"))
}

/// All names in a piece of the text, except where a task is declared.
fn names_in(node: &SyntaxNode) -> Vec<String> {
    let names = node.descendants().filter(|node| {
        let heads = || node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::TASK_ITEM);
        match node.kind() {
            SyntaxKind::NAME_REF => true,
            SyntaxKind::NAME => !heads(),
            _ => false,
        }
    });
    let text = |node: SyntaxNode| {
        Name::cast(node.clone())
            .map(|name| name.text().to_owned())
            .or_else(|| NameRef::cast(node).map(|name| name.text().to_owned()))
    };
    names.filter_map(text).collect()
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
