//! Conditions rewritten: with other variables, or without one of their parts.

use super::expression::{BuiltinFunction, Expr, ExprNode};
use super::pattern::{Pattern, Preference, PropertyRequest, PropertyTest, RangeExpr};
use super::range::PreferredEnd;
use super::written::{Column, Condition, ConditionNode};
use crate::vocabulary::{Property, Value};
use std::sync::Arc;

impl Condition {
    /// Whether two conditions are equal up to the names of variables and the order of properties in patterns.
    ///
    /// The order of the parts of "and" and "or" matters.
    pub fn same_as(&self, other: &Self) -> bool {
        normal(self) == normal(other)
    }
}

fn normal(condition: &Condition) -> Condition {
    let mut known: Vec<Arc<str>> = Vec::new();
    // Variables are numbered by their first use. An unnamed pattern equals one whose name is not used.
    let mut number = |_, name: Option<&Arc<str>>| -> Option<Arc<str>> {
        let name = name.cloned().unwrap_or_default();
        let at = known.iter().position(|known| *known == name).unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        Some(format!("v{at}").into())
    };
    let mut condition = condition.clone();
    VariableRenamer { sorts: true, to: &mut number }.condition(&mut condition);
    condition
}

/// How a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameUse {
    /// It is bound, or checked against its earlier binding.
    Bound,
    /// It is read.
    Read,
}

/// Maps names to new ones; an unnamed pattern may get one.
pub(crate) type Rename<'a> = dyn FnMut(NameUse, Option<&Arc<str>>) -> Option<Arc<str>> + 'a;

impl Condition {
    /// The condition with renamed variables.
    pub fn renamed(&self, to: &mut Rename<'_>) -> Self {
        let mut condition = self.clone();
        VariableRenamer { sorts: false, to }.condition(&mut condition);
        condition
    }

    /// Every name that is bound or read, in order.
    pub fn mentions(&self) -> Vec<(NameUse, Arc<str>)> {
        let mut found = Vec::new();
        let _ = self.renamed(&mut |mention, name| {
            found.extend(name.map(|name| (mention, name.clone())));
            name.cloned()
        });
        found
    }
}

struct VariableRenamer<'a, 'b> {
    /// Whether the properties in patterns are sorted as well.
    sorts: bool,
    to: &'a mut Rename<'b>,
}

impl VariableRenamer<'_, '_> {
    fn name(&mut self, mention: NameUse, name: &mut Arc<str>) {
        if let Some(new) = (self.to)(mention, Some(name)) {
            *name = new;
        }
    }

    fn condition(&mut self, condition: &mut Condition) {
        match &mut condition.node {
            ConditionNode::Always | ConditionNode::TooDeep => {}
            ConditionNode::Bind(p)
            | ConditionNode::Optional(p)
            | ConditionNode::Exists(p)
            | ConditionNode::No(p)
            | ConditionNode::NoFree(p)
            | ConditionNode::NotFound(p) => self.pattern(p),
            ConditionNode::Holds(value) => self.expr(value),
            ConditionNode::Compare(left, _, right) => {
                self.expr(left);
                self.expr(right);
            }
            ConditionNode::Related(_, columns) => columns.iter_mut().for_each(|column| match column {
                Column::Is(value) => self.expr(value),
                Column::Named(name) => self.name(NameUse::Bound, name),
                Column::Any => {}
            }),
            ConditionNode::Not(inner) => self.condition(inner),
            ConditionNode::All(parts) | ConditionNode::Any(parts) => {
                parts.iter_mut().for_each(|part| self.condition(part));
            }
            ConditionNode::Every(pattern, body) => {
                self.pattern(pattern);
                self.condition(body);
            }
            ConditionNode::Let(name, value) => {
                self.expr(value);
                self.name(NameUse::Bound, name);
            }
        }
    }

    fn pattern(&mut self, pattern: &mut Pattern) {
        if self.sorts {
            pattern.kinds.sort();
            pattern.required.sort_by_key(|request| request.property);
            pattern.preferred.sort_by_key(|liked| liked.request.property);
        }
        pattern.name = (self.to)(NameUse::Bound, pattern.name.as_ref());
        if let Some(given) = &mut pattern.given {
            self.condition(given);
        }
        let preferred = pattern.preferred.iter_mut().map(|liked| &mut liked.request);
        for request in pattern.required.iter_mut().chain(preferred) {
            match &mut request.test {
                PropertyTest::Any => {}
                PropertyTest::Is(values) => values.iter_mut().for_each(|value| self.expr(value)),
                PropertyTest::In(range) => {
                    range.low.iter_mut().chain(&mut range.high).for_each(|bound| self.expr(bound));
                }
                PropertyTest::Compares(_, value) => self.expr(value),
            }
        }
    }

    fn expr(&mut self, expression: &mut Expr) {
        match &mut expression.node {
            ExprNode::Constant(_) | ExprNode::Now | ExprNode::TooDeep => {}
            ExprNode::Variable(name) => self.name(NameUse::Read, name),
            ExprNode::Get(thing, _) | ExprNode::Was(thing, _) => self.expr(thing),
            ExprNode::Arithmetic(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprNode::Builtin(_, parts)
            | ExprNode::Call(_, parts)
            | ExprNode::Drawn(parts)
            | ExprNode::List(parts) => parts.iter_mut().for_each(|part| self.expr(part)),
            ExprNode::Choose(pattern) | ExprNode::Count(pattern) => self.pattern(pattern),
            ExprNode::Aggregate(_, pattern, value) => {
                self.pattern(pattern);
                self.expr(value);
            }
            ExprNode::If(condition, then, otherwise) => {
                self.condition(condition);
                self.expr(then);
                self.expr(otherwise);
            }
        }
    }
}

impl Condition {
    /// The condition with every pattern in it replaced. Patterns inside expressions, such as what is counted, stay as
    /// they are.
    pub fn with_patterns(&self, replace: &dyn Fn(Pattern) -> Pattern) -> Self {
        let inner = |pattern: &Pattern| {
            let mut pattern = pattern.clone();
            pattern.given = pattern.given.map(|given| Box::new(given.with_patterns(replace)));
            replace(pattern)
        };
        let each = |parts: &[Self]| parts.iter().map(|part| part.with_patterns(replace)).collect();
        match &self.node {
            ConditionNode::Bind(pattern) => Self::bind(inner(pattern)),
            ConditionNode::Optional(pattern) => Self::optional(inner(pattern)),
            ConditionNode::Exists(pattern) => Self::exists(inner(pattern)),
            ConditionNode::No(pattern) => Self::no(inner(pattern)),
            ConditionNode::NoFree(pattern) => Self::no_free(inner(pattern)),
            ConditionNode::NotFound(pattern) => Self::not_found(inner(pattern)),
            ConditionNode::Not(part) => !part.with_patterns(replace),
            ConditionNode::All(parts) => Self::all(each(parts)),
            ConditionNode::Any(parts) => Self::any(each(parts)),
            ConditionNode::Every(pattern, body) => Self::every(inner(pattern), body.with_patterns(replace)),
            ConditionNode::Always
            | ConditionNode::Holds(_)
            | ConditionNode::Compare(..)
            | ConditionNode::Related(..)
            | ConditionNode::Let(..)
            | ConditionNode::TooDeep => self.clone(),
        }
    }

    /// Only the parts of a conjunction that bind variables. Nothing else is tested.
    pub fn only_names(&self) -> Self {
        let names = |part: &&Self| {
            matches!(part.node, ConditionNode::Bind(_) | ConditionNode::Optional(_) | ConditionNode::Let(..))
        };
        self.conjuncts().iter().filter(names).fold(Self::always(), |all, part| all & part.clone())
    }
}

impl Pattern {
    /// Turns preferences into requirements. Two ranges of one property become their intersection, without a preferred end. Several
    /// preferred values of one property contradict each other and are left out.
    pub fn preferences_required(mut self) -> Self {
        let preferred = std::mem::take(&mut self.preferred);
        let values_of = |property: Property| {
            let values = preferred.iter().filter(|liked| matches!(liked.request.test, PropertyTest::Is(_)));
            values.filter(|liked| liked.request.property == property).count()
        };
        for Preference { request, .. } in &preferred {
            let property = request.property;
            if matches!(request.test, PropertyTest::Is(_)) && values_of(property) > 1 {
                continue;
            }
            let known = self.required.iter_mut().find(|known| known.property == property);
            match (&request.test, known) {
                (PropertyTest::In(liked), Some(PropertyRequest { test: PropertyTest::In(known), .. })) => {
                    known.narrow(liked);
                }
                (PropertyTest::In(liked), _) => {
                    let test = PropertyTest::In(liked.clone().toward(PreferredEnd::Neither));
                    self.required.push(PropertyRequest { property, test });
                }
                _ => self.required.push(request.clone()),
            }
        }
        self
    }

    /// Removes ranges: a property that must lie in one must only exist, and none is preferred. Where a boolean property marks the lowest
    /// value of another, as `nearest: true` for the lowest distance, a preference for that end becomes one for the mark.
    pub fn without_ranges(mut self, marks: &[(Property, Property)]) -> Self {
        for request in &mut self.required {
            if matches!(request.test, PropertyTest::In(_)) {
                request.test = PropertyTest::Any;
            }
        }
        self.preferred.retain_mut(|liked| {
            let PropertyTest::In(range) = &liked.request.test else { return true };
            let lowest = range.toward == PreferredEnd::Lowest;
            let mark = marks.iter().find(|(of, _)| lowest && *of == liked.request.property);
            let Some((_, mark)) = mark else { return false };
            let test = PropertyTest::Is(vec![Expr::from(Value::Bool(true))]);
            liked.request = PropertyRequest { property: *mark, test };
            true
        });
        self
    }
}

impl RangeExpr {
    /// Intersects with another range. A bound is firm if it is firm in either.
    fn narrow(&mut self, other: &Self) {
        let tighter = |one: &mut Option<Expr>, two: &Option<Expr>, which| match (one.take(), two) {
            (Some(one), Some(two)) if one == *two => Some(one),
            (Some(one), Some(two)) => Some(Expr::builtin(which, vec![one, two.clone()])),
            (one, two) => one.or_else(|| two.clone()),
        };
        self.low = tighter(&mut self.low, &other.low, BuiltinFunction::Max);
        self.high = tighter(&mut self.high, &other.high, BuiltinFunction::Min);
        (self.low_is_soft, self.high_is_soft) =
            (self.low_is_soft && other.low_is_soft, self.high_is_soft && other.high_is_soft);
        self.toward = PreferredEnd::Neither;
    }
}
