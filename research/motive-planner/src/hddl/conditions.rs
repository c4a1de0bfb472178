//! Conditions and effects.

use super::reader::{HddlReader, VariableScope};
use super::s_expr::SExpr;
use crate::problem::{ActionEffect, Atom, Formula, Term};
use motive_diagnostics::{Diagnostic, wrong_arity};

/// What an action costs: a constant, and functions of its parameters.
#[derive(Default)]
pub(super) struct CostAsRead {
    pub(super) constant: f64,
    pub(super) functions: Vec<Atom>,
}

impl HddlReader<'_> {
    /// A condition. What is wrong is written down, and what is right is kept.
    pub(super) fn formula(&mut self, node: &SExpr, scope: &mut VariableScope) -> Formula {
        let Some(list) = node.list() else {
            self.flaw("expected", node, "expected a condition in brackets");
            return Formula::True;
        };
        let Some(first) = list.first() else { return Formula::True };
        let Some(head) = first.word() else {
            let message = "expected the name of a predicate, or `and`, `or`, `not`, `forall`, ...";
            let expected = Diagnostic::error("expected", first.span.clone(), message);
            self.push(expected.with_help("several conditions are put into `(and ...)`"));
            return Formula::True;
        };
        let rest = &list[1..];
        match (head.to_ascii_lowercase().as_str(), rest) {
            ("and", _) => Formula::And(rest.iter().map(|part| self.formula(part, scope)).collect()),
            ("or", _) => Formula::Or(rest.iter().map(|part| self.formula(part, scope)).collect()),
            ("not", [part]) => Formula::Not(Box::new(self.formula(part, scope))),
            ("imply", [when, then]) => {
                let when = Formula::Not(Box::new(self.formula(when, scope)));
                Formula::Or(vec![when, self.formula(then, scope)])
            }
            ("forall", [variables, part]) => {
                let (variables, part) = self.quantified(variables, part, scope);
                Formula::All(variables, part)
            }
            ("exists", [variables, part]) => {
                let (variables, part) = self.quantified(variables, part, scope);
                Formula::Some(variables, part)
            }
            ("=", [first, second]) => match (self.term(first, scope), self.term(second, scope)) {
                (Some(first), Some(second)) => Formula::Equal(first, second),
                _ => Formula::True,
            },
            ("sortof", [term, dash, kind]) if dash.word() == Some("-") => self.sort_of(term, kind, scope),
            ("sort-of" | "sortof", [term, kind]) => self.sort_of(term, kind, scope),
            ("not" | "imply" | "forall" | "exists" | "=" | "sortof", _) => {
                self.flaw("arity", node, format!("`{head}` has the wrong number of parts"));
                Formula::True
            }
            _ => self.atom(node, scope).map_or(Formula::True, Formula::Atom),
        }
    }

    fn sort_of(&mut self, term: &SExpr, kind: &SExpr, scope: &VariableScope) -> Formula {
        match (self.term(term, scope), self.type_named(kind)) {
            (Some(term), Some(kind)) => Formula::OfType(term, kind),
            _ => Formula::True,
        }
    }

    fn quantified(
        &mut self,
        variables: &SExpr,
        part: &SExpr,
        scope: &mut VariableScope,
    ) -> (Vec<u32>, Box<Formula>) {
        let mark = scope.mark();
        let variables = self.variables(variables, scope);
        let part = Box::new(self.formula(part, scope));
        scope.leave(mark);
        (variables, part)
    }

    /// A predicate with its arguments.
    pub(super) fn atom(&mut self, node: &SExpr, scope: &VariableScope) -> Option<Atom> {
        let first = node.list()?.first()?;
        let name = first.word()?;
        let Some(predicate) = self.predicates.find(name) else {
            self.unknown("predicate", first, |this| &this.predicates);
            return None;
        };
        let expected = self.problem.predicates.get(predicate as usize)?.places.len();
        let terms = self.arguments(node, expected, scope)?;
        Some(Atom { predicate, terms })
    }

    /// The arguments of something that takes so many.
    pub(super) fn arguments(
        &mut self,
        node: &SExpr,
        expected: usize,
        scope: &VariableScope,
    ) -> Option<Vec<Term>> {
        let (first, arguments) = node.list()?.split_first()?;
        if arguments.len() != expected {
            let name = first.word().unwrap_or_default();
            self.flaw("arity", node, wrong_arity(name, expected, arguments.len()));
            return None;
        }
        let terms: Vec<Term> = arguments.iter().filter_map(|argument| self.term(argument, scope)).collect();
        (terms.len() == expected).then_some(terms)
    }

    /// A variable or an object.
    pub(super) fn term(&mut self, node: &SExpr, scope: &VariableScope) -> Option<Term> {
        let Some(word) = node.word() else {
            self.flaw("expected", node, "expected a variable or an object");
            return None;
        };
        if word.starts_with('?') {
            if let Some(variable) = scope.find(word) {
                return Some(Term::Variable(variable));
            }
            let message = format!("there is no variable `{word}` here");
            let unknown = Diagnostic::error("unknown-variable", node.span.clone(), message);
            self.push(unknown.with_nearest(word, scope.names()).with_help("declare it in `:parameters`"));
            return None;
        }
        let object = self.objects.find(word).map(Term::Object);
        if object.is_none() {
            self.unknown("object", node, |this| &this.objects);
        }
        object
    }

    /// The effects of an action, and what it costs.
    pub(super) fn effects(
        &mut self,
        node: &SExpr,
        scope: &mut VariableScope,
        effects: &mut Vec<ActionEffect>,
        cost: &mut Option<CostAsRead>,
    ) {
        self.effect(node, scope, &mut Vec::new(), &Formula::True, effects, cost);
    }

    fn effect(
        &mut self,
        node: &SExpr,
        scope: &mut VariableScope,
        each: &mut Vec<u32>,
        when: &Formula,
        effects: &mut Vec<ActionEffect>,
        cost: &mut Option<CostAsRead>,
    ) {
        let Some(list) = node.list() else {
            self.flaw("expected", node, "expected an effect in brackets");
            return;
        };
        match (node.head().as_deref(), node.rest()) {
            (None, _) if list.is_empty() => {}
            (Some("and"), rest) => {
                rest.iter().for_each(|part| self.effect(part, scope, each, when, effects, cost));
            }
            (Some("forall"), [variables, part]) => {
                let (mark, count) = (scope.mark(), each.len());
                let variables = self.variables(variables, scope);
                each.extend(variables);
                self.effect(part, scope, each, when, effects, cost);
                each.truncate(count);
                scope.leave(mark);
            }
            (Some("when"), [condition, part]) => {
                let condition = self.formula(condition, scope);
                let both = if *when == Formula::True {
                    condition
                } else {
                    Formula::And(vec![when.clone(), condition])
                };
                self.effect(part, scope, each, &both, effects, cost);
            }
            (Some("increase"), [_, amount]) => self.increase(amount, scope, cost),
            (Some("not"), [part]) => self.change(part, false, scope, each, when, effects),
            _ => self.change(node, true, scope, each, when, effects),
        }
    }

    fn change(
        &mut self,
        node: &SExpr,
        becomes: bool,
        scope: &VariableScope,
        each: &[u32],
        when: &Formula,
        effects: &mut Vec<ActionEffect>,
    ) {
        if node.list().is_none() {
            self.flaw("expected", node, "expected an effect in brackets");
        }
        if let Some(atom) = self.atom(node, scope) {
            effects.push(ActionEffect { each: each.to_vec(), when: when.clone(), atom, becomes });
        }
    }

    /// `(increase (total-cost) 3)` or `(increase (total-cost) (distance ?a ?b))`.
    fn increase(&mut self, amount: &SExpr, scope: &VariableScope, cost: &mut Option<CostAsRead>) {
        let cost = cost.get_or_insert_with(CostAsRead::default);
        if amount.word().is_some() {
            cost.constant += self.number(amount, false).unwrap_or(0.0);
            return;
        }
        let Some(first) = amount.list().and_then(<[SExpr]>::first) else { return };
        let name = first.word().unwrap_or_default();
        let Some(function) = self.functions.find(name) else {
            self.flaw("unknown-function", first, format!("there is no function `{name}`"));
            return;
        };
        let expected =
            self.problem.functions.get(function as usize).map_or(0, |function| function.places.len());
        let terms = self.arguments(amount, expected, scope);
        cost.functions.extend(terms.map(|terms| Atom { predicate: function, terms }));
    }
}
