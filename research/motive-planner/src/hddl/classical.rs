//! Classical planning: files of PDDL, read as those of HDDL without tasks and methods, and within what planners over symbols can express.

use super::reader::HddlReader;
use super::s_expr::SExpr;
use super::{FileDiagnostic, ReadError, read_lists};
use crate::limits::{PlanningLimits, WorkMeter};
use crate::problem::HtnProblem;
use motive_diagnostics::Diagnostic;

/// What is made more by what an action costs.
pub(super) const TOTAL_COST: &str = "total-cost";
/// How many parameters an action may have. Ours; no known file comes near.
const MOST_PARAMETERS: usize = 32;

/// A domain and a problem of classical planning. Costs are numbers that need not be whole.
pub(crate) struct ClassicalProblem {
    pub(crate) problem: HtnProblem,
    /// The names of the domain and of the problem.
    pub(crate) names: [String; 2],
    /// The names of the parameters of each action.
    pub(crate) parameters: Vec<Vec<String>>,
    /// The constant part of what each action costs.
    pub(crate) costs: Vec<f64>,
    /// The values of functions, in the order of the problem.
    pub(crate) values: Vec<f64>,
}

/// Reads a domain and a problem of classical planning.
///
/// # Errors
/// Everything that is wrong with them.
pub(crate) fn read_classical(domain: &str, problem: &str) -> Result<ClassicalProblem, Vec<FileDiagnostic>> {
    let limits = PlanningLimits { memory: usize::MAX, ..PlanningLimits::default() };
    let mut work = WorkMeter::new(&limits);
    let lists = read_lists(domain, problem, &mut work).map_err(ReadError::diagnostics)?;
    let mut reader = HddlReader::new(work, true);
    reader.build(&lists[0], &lists[1]);
    if !reader.flaws.is_empty() {
        return Err(reader.flaws);
    }
    let names =
        |list: &Vec<_>| list.iter().map(|it: &super::reader::DeclaredVariable| it.name.clone()).collect();
    Ok(ClassicalProblem {
        names: lists.map(|list| name_of(&list)),
        parameters: reader.action_variables.iter().map(names).collect(),
        costs: reader.costs,
        values: reader.values,
        problem: reader.problem,
    })
}

fn name_of(file: &SExpr) -> String {
    let name = file.list().and_then(|list| list.get(1)?.list()?.get(1)?.word());
    name.filter(|name| !name.is_empty()).unwrap_or("unnamed").to_ascii_lowercase()
}

impl HddlReader<'_> {
    /// Something that PDDL has and planners over symbols have not.
    pub(super) fn beyond(&mut self, at: &SExpr, what: &str) {
        let message = format!("`{what}` is more than a planner over symbols can express");
        let help = "lists of facts, and of facts that do not hold, are understood: (and (p a) (not (q b)))";
        self.push(Diagnostic::error("beyond", at.span.clone(), message).with_help(help));
    }

    pub(super) fn check_parameters(&mut self, name: &SExpr, count: usize) {
        if self.is_classical && count > MOST_PARAMETERS {
            self.flaw("too-many", name, format!("an action can have {MOST_PARAMETERS} parameters at most"));
        }
    }

    /// Whether a condition, which holds or does not hold, can be read: in a classical problem it is a list of facts and of facts that do not
    /// hold, and except in the goal of things that are the same. What is more is refused.
    pub(super) fn may_be_condition(&mut self, node: &SExpr, holds: bool, in_goal: bool) -> bool {
        if !self.is_classical {
            return true;
        }
        let head = node.head().unwrap_or_default();
        match (head.as_str(), node.rest()) {
            ("and", parts) if holds => {
                // All are looked at, so that all mistakes are found.
                let refused = parts.iter().filter(|part| !self.may_be_condition(part, holds, in_goal));
                refused.count() == 0
            }
            ("not", [part]) => self.may_be_condition(part, !holds, in_goal),
            ("=", [_, _]) if !in_goal => true,
            ("and" | "or" | "imply" | "forall" | "exists" | "when" | "not", _)
            | ("=" | "<" | ">" | "<=" | ">=", _) => {
                self.beyond(node, &head);
                false
            }
            _ => true,
        }
    }

    /// Whether an effect can be read: in a classical problem it is a list of facts that become true or false, and of costs.
    pub(super) fn may_be_effect(&mut self, node: &SExpr) -> bool {
        if !self.is_classical {
            return true;
        }
        let head = node.head().unwrap_or_default();
        match (head.as_str(), node.rest()) {
            ("and", parts) => parts.iter().filter(|part| !self.may_be_effect(part)).count() == 0,
            ("not", [_]) => true,
            ("increase", [what, _]) if what.head().as_deref() == Some(TOTAL_COST) => true,
            ("forall" | "when" | "not", _)
            | ("increase" | "decrease" | "assign" | "scale-up" | "scale-down", _) => {
                self.beyond(node, &head);
                false
            }
            _ => true,
        }
    }

    /// A number: in a classical problem any, and otherwise a whole one.
    pub(super) fn number(&mut self, node: &SExpr, may_be_negative: bool) -> Option<f64> {
        let word = node.word().unwrap_or_default();
        let (number, expected) = match (self.is_classical, may_be_negative) {
            (false, _) => {
                (word.parse::<u32>().ok().map(f64::from), "expected a whole number that is not negative")
            }
            (true, true) => (word.parse().ok(), "expected a number"),
            (true, false) => {
                (word.parse().ok().filter(|it| *it >= 0.0), "expected a number that is not negative")
            }
        };
        let number = number.filter(|number: &f64| number.is_finite());
        if number.is_none() {
            self.flaw("expected", node, expected);
        }
        number
    }
}
