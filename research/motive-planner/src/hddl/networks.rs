//! Subtasks, their order, and constraints.

use super::reader::{HddlReader, VariableScope};
use super::s_expr::SExpr;
use crate::problem::{Formula, Subtask, TaskId, TaskNetwork};
use motive_diagnostics::Diagnostic;
use std::collections::HashMap;

/// The parts of a method or of the root tasks that make up its network.
#[derive(Default)]
pub(super) struct NetworkParts<'a> {
    pub(super) precondition: Option<&'a SExpr>,
    pub(super) constraints: Option<&'a SExpr>,
    pub(super) subtasks: Option<&'a SExpr>,
    pub(super) in_order: bool,
    pub(super) ordering: Option<&'a SExpr>,
}

impl<'a> NetworkParts<'a> {
    /// Takes up a part, if it is one of these.
    pub(super) fn take(&mut self, key: &str, value: &'a SExpr) -> bool {
        match key {
            ":precondition" => self.precondition = Some(value),
            ":constraints" => self.constraints = Some(value),
            ":subtasks" | ":tasks" => self.subtasks = Some(value),
            ":ordered-subtasks" | ":ordered-tasks" => {
                self.subtasks = Some(value);
                self.in_order = true;
            }
            ":ordering" | ":order" => self.ordering = Some(value),
            _ => return false,
        }
        true
    }
}

impl HddlReader<'_> {
    /// A network from its parts.
    pub(super) fn network(&mut self, parts: &NetworkParts<'_>, scope: &mut VariableScope) -> TaskNetwork {
        let mut conditions = Vec::new();
        for node in [parts.precondition, parts.constraints].into_iter().flatten() {
            match self.formula(node, scope) {
                Formula::True => {}
                condition => conditions.push(condition),
            }
        }
        let precondition = match conditions.len() {
            0 => Formula::True,
            1 => conditions.remove(0),
            _ => Formula::And(conditions),
        };
        let mut labels = HashMap::new();
        let mut calls = Vec::new();
        for node in parts.subtasks.into_iter().flat_map(members) {
            if self.is_over(node) {
                break;
            }
            let (label, node) = labelled(node);
            // A subtask that is wrong still has its name, so that an order that mentions it is not called wrong as well.
            let call =
                self.call(node, scope).unwrap_or(Subtask { task: TaskId::Action(0), terms: Vec::new() });
            if let Some(label) = label
                && labels.insert(label.0.to_owned(), calls.len() as u32).is_some()
            {
                let message = format!("two subtasks are called `{}`", label.0);
                self.push(Diagnostic::error("duplicate", label.1, message));
            }
            calls.push(call);
        }
        let mut order: Vec<(u32, u32)> = Vec::new();
        if parts.in_order {
            order.extend((1..calls.len() as u32).map(|place| (place - 1, place)));
        }
        for node in parts.ordering.into_iter().flat_map(members) {
            if self.is_over(node) {
                break;
            }
            order.extend(self.before(node, &labels));
        }
        let network = TaskNetwork { precondition, calls, order };
        if let Some(node) = parts.ordering.filter(|_| network.in_order().is_none()) {
            self.flaw("circle", node, "these subtasks are ordered in a circle");
        }
        network
    }

    fn call(&mut self, node: &SExpr, scope: &VariableScope) -> Option<Subtask> {
        let Some(first) = node.list().and_then(<[SExpr]>::first) else {
            self.flaw("expected", node, "expected a task with its arguments in brackets");
            return None;
        };
        let Some(name) = first.word() else {
            let expected = Diagnostic::error("expected", first.span.clone(), "expected the name of a task");
            self.push(expected.with_help("several subtasks are put into `(and ...)`"));
            return None;
        };
        let (task, expected) = self.task_named(first, name)?;
        Some(Subtask { task, terms: self.arguments(node, expected, scope)? })
    }

    fn task_named(&mut self, node: &SExpr, name: &str) -> Option<(TaskId, usize)> {
        if let Some(number) = self.actions.find(name) {
            let arity = self.problem.actions.get(number as usize)?.variables.arity;
            return Some((TaskId::Action(number), arity));
        }
        if let Some(number) = self.compounds.find(name) {
            let arity = self.problem.compounds.get(number as usize)?.places.len();
            return Some((TaskId::Compound(number), arity));
        }
        let mut all = self.actions.all();
        all.extend(self.compounds.all());
        let message = format!("there is no task or action `{name}`");
        let unknown = Diagnostic::error("unknown-task", node.span.clone(), message);
        self.push(unknown.with_nearest(name, all));
        None
    }

    /// `(< a b)`.
    fn before(&mut self, node: &SExpr, labels: &HashMap<String, u32>) -> Option<(u32, u32)> {
        let Some([sign, first, second]) = node.list() else {
            self.flaw("expected", node, "expected an order such as `(< t1 t2)`");
            return None;
        };
        if !matches!(sign.word(), Some("<")) {
            self.flaw("expected", sign, "expected `<`");
            return None;
        }
        let mut find = |node: &SExpr| {
            let label = node.word().unwrap_or_default();
            let found = labels.get(label).copied();
            if found.is_none() {
                self.flaw("unknown-subtask", node, format!("no subtask is called `{label}`"));
            }
            found
        };
        Some((find(first)?, find(second)?))
    }
}

/// The members of `(and a b)`, of `()`, or the one thing itself.
fn members(node: &SExpr) -> &[SExpr] {
    match node.head().as_deref() {
        Some("and") => node.rest(),
        _ if node.is_empty_list() => &[],
        _ => std::slice::from_ref(node),
    }
}

/// A subtask and what it is called, if anything: `(t1 (go ?a))`.
fn labelled(node: &SExpr) -> (Option<(&str, std::ops::Range<usize>)>, &SExpr) {
    match node.list() {
        Some([label, call]) if call.list().is_some() && label.word().is_some() => {
            (label.word().map(|word| (word, label.span.clone())), call)
        }
        _ => (None, node),
    }
}
