//! One step backwards: what must hold so that an action leads to a condition.

use motive_core::action::{Action, Effect};
use motive_core::condition::{Column, Comparison, Condition, Expr, Pattern};
use motive_core::engine::{ConditionNode, ExprNode, PossibleChange, PropertyTest};
use motive_core::vocabulary::{Kind, Property, Value, Vocabulary};
use std::sync::Arc;

/// What must hold so that an action leads to a condition, and with what to do it.
pub(super) struct Regressed {
    pub(super) parts: Vec<Condition>,
    pub(super) arguments: Vec<Expr>,
}

/// Every way in which an action can bring about one of the parts of a condition without undoing another. The number keeps the names
/// of this use of the action apart from all others.
pub(super) fn regress(
    parts: &[Condition],
    action: &Action,
    number: usize,
    names: &Vocabulary,
) -> Vec<Regressed> {
    let changes = action.changes();
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        for effect in &action.effects {
            let mut way = Way { number: number + found.len(), known: Vec::new() };
            let Some(remains) = way.achieves(effect, part, names) else { continue };
            let spoils = |(other, part): (usize, &Condition)| other != at && undoes(&changes, part, names);
            if !parts.iter().enumerate().any(spoils) {
                found.push(way.finish(&parts[..at], remains, &parts[at + 1..], action));
            }
        }
    }
    found
}

fn undoes(changes: &[PossibleChange], part: &Condition, names: &Vocabulary) -> bool {
    changes.iter().any(|change| change.can_make(part, false, names))
}

/// One use of an action: which of its names stand for what.
struct Way {
    number: usize,
    known: Vec<(Arc<str>, Expr)>,
}

impl Way {
    /// What remains of a part if the effect can make it true. An effect that has to be repeated counts: a
    /// rule continues until the one before it applies.
    fn achieves(
        &mut self,
        effect: &Effect,
        part: &Condition,
        names: &Vocabulary,
    ) -> Option<Option<Condition>> {
        match (&part.node, effect) {
            (ConditionNode::Compare(left, comparison, right), _) => {
                let done = self.compares(effect, left, *comparison, right)
                    || self.compares(effect, right, comparison.mirrored(), left);
                done.then_some(None)
            }
            (ConditionNode::Holds(subject), Effect::Set { thing, property, value }) => {
                let holds = value.constant().is_some_and(Value::is_true);
                (holds && self.is_property(subject, thing, *property)).then_some(None)
            }
            (
                ConditionNode::Bind(pattern) | ConditionNode::Exists(pattern),
                Effect::Set { thing, property, value },
            ) => self.makes_fit(pattern, thing, *property, value).map(Some),
            (
                ConditionNode::Bind(pattern) | ConditionNode::Exists(pattern),
                Effect::Create { kind, properties, .. },
            ) => self.creates(pattern, *kind, properties, names).then_some(None),
            (
                ConditionNode::No(pattern)
                | ConditionNode::NoFree(pattern)
                | ConditionNode::NotFound(pattern),
                _,
            ) => self.takes_away(effect, pattern).map(Some),
            (ConditionNode::Related(relation, columns), Effect::Relate(of, row)) => {
                (relation == of && self.is_row(columns, row)).then_some(None)
            }
            (ConditionNode::Not(inner), Effect::Unrelate(of, row)) => match &inner.node {
                ConditionNode::Related(relation, columns) => {
                    (relation == of && self.is_row(columns, row)).then_some(None)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an effect makes a comparison true, at once or when repeated.
    fn compares(&mut self, effect: &Effect, subject: &Expr, comparison: Comparison, other: &Expr) -> bool {
        match effect {
            Effect::Set { thing, property, value } => {
                let fits = match (value.constant(), other.constant()) {
                    (Some(value), Some(other)) => comparison.holds(value, other),
                    _ => comparison == Comparison::Equal,
                };
                fits && self.is_property(subject, thing, *property)
                    && (comparison != Comparison::Equal || self.unify(value, other))
            }
            Effect::Add { thing, property, by } => {
                let ordered = !matches!(comparison, Comparison::Equal | Comparison::Unequal);
                let grows =
                    by.constant().and_then(Value::number).is_none_or(|by| comparison.can_become(true, by));
                ordered && grows && self.is_property(subject, thing, *property)
            }
            _ => false,
        }
    }

    /// Whether an expression is the property that an effect changes.
    fn is_property(&mut self, subject: &Expr, thing: &Expr, property: Property) -> bool {
        match &subject.node {
            ExprNode::Get(of, read) if *read == property => self.unify(thing, of),
            _ => false,
        }
    }

    /// A thing that fits but for one property, which the effect gives it.
    fn makes_fit(
        &mut self,
        pattern: &Pattern,
        thing: &Expr,
        property: Property,
        value: &Expr,
    ) -> Option<Condition> {
        let at = pattern.required.iter().position(|request| {
            let admitted = || value.constant().and_then(|value| request.test.admits(value)) == Some(true);
            request.property == property && (admitted() || self.is_test(&request.test, value))
        })?;
        let mut rest = self.named(pattern);
        rest.required.remove(at);
        self.stands_for(thing, &rest).then(|| Condition::bind(rest))
    }

    /// A thing that fits and that the effect destroys or changes so that it fits no longer.
    fn takes_away(&mut self, effect: &Effect, pattern: &Pattern) -> Option<Condition> {
        let one = self.named(pattern);
        let thing = match effect {
            Effect::Destroy(thing) => thing,
            Effect::Set { thing, property, value } => {
                let value = value.constant()?;
                let mut asked = pattern.required.iter().filter(|request| request.property == *property);
                asked.any(|request| request.test.admits(value) == Some(false)).then_some(thing)?
            }
            _ => return None,
        };
        self.stands_for(thing, &one).then(|| Condition::bind(one))
    }

    fn creates(
        &mut self,
        pattern: &Pattern,
        kind: Kind,
        properties: &[(Property, Expr)],
        names: &Vocabulary,
    ) -> bool {
        let is_a = |wanted: &Kind| *wanted == kind || names.ancestors(kind).contains(wanted);
        pattern.kinds.iter().all(is_a)
            && pattern.required.iter().all(|request| {
                properties.iter().any(|(property, value)| {
                    let admitted =
                        || value.constant().and_then(|value| request.test.admits(value)) == Some(true);
                    *property == request.property && (admitted() || self.is_test(&request.test, value))
                })
            })
    }

    fn is_test(&mut self, test: &PropertyTest, value: &Expr) -> bool {
        match test {
            PropertyTest::Is(wanted) if wanted.len() == 1 => self.unify(value, &wanted[0]),
            _ => false,
        }
    }

    fn is_row(&mut self, columns: &[Column], row: &[Expr]) -> bool {
        columns.iter().zip(row).all(|(column, value)| match column {
            Column::Is(wanted) => self.unify(value, wanted),
            Column::Any => true,
            // What the column was to name would have no value any more.
            Column::Named(_) => false,
        })
    }

    /// The pattern with a name, so that an action can be done with what fits it.
    fn named(&self, pattern: &Pattern) -> Pattern {
        let mut pattern = pattern.clone();
        pattern.name.get_or_insert_with(|| format!("it~{}", self.number).into());
        pattern
    }

    fn stands_for(&mut self, thing: &Expr, pattern: &Pattern) -> bool {
        pattern.name.as_ref().is_some_and(|name| self.unify(thing, &Expr::var(name)))
    }

    /// Makes an expression of the action mean one of the condition, by saying what the action's names stand for.
    fn unify(&mut self, own: &Expr, wanted: &Expr) -> bool {
        match (&own.node, &wanted.node) {
            (ExprNode::Variable(name), _) => match self.known.iter().find(|(known, _)| known == name) {
                Some((_, known)) => known == wanted,
                None => {
                    self.known.push((name.clone(), wanted.clone()));
                    true
                }
            },
            (ExprNode::Get(own, property), ExprNode::Get(wanted, of)) => {
                property == of && self.unify(own, wanted)
            }
            (ExprNode::Constant(own), ExprNode::Constant(wanted)) => own == wanted,
            _ => false,
        }
    }

    /// The name, in the rule, of a name of the action: that of a variable which it stands for, or one of its own.
    fn rename(&self, name: &Arc<str>) -> Arc<str> {
        match self.known.iter().find(|(known, _)| known == name) {
            Some((_, Expr { node: ExprNode::Variable(of), .. })) => of.clone(),
            _ => format!("{name}~{}", self.number).into(),
        }
    }

    fn finish(
        &self,
        before: &[Condition],
        remains: Option<Condition>,
        after: &[Condition],
        action: &Action,
    ) -> Regressed {
        let mut parts: Vec<Condition> = Vec::new();
        let mut add = |part: Condition| {
            if !parts.contains(&part) {
                parts.push(part);
            }
        };
        before.iter().cloned().chain(remains).chain(after.iter().cloned()).for_each(&mut add);
        let needs = action.needs.flat();
        for (name, value) in &self.known {
            let is_variable = matches!(value.node, ExprNode::Variable(_));
            let used = || needs.iter().any(|need| need.mentions().iter().any(|(_, used)| used == name));
            if !is_variable && used() {
                add(Condition::named(&self.rename(name), value.clone()));
            }
        }
        for need in needs {
            add(need.renamed(&mut |_, name| name.map(|name| self.rename(name))));
        }
        let argument = |name: &Arc<str>| match self.known.iter().find(|(known, _)| known == name) {
            Some((_, value)) => value.clone(),
            None => Expr::var(&self.rename(name)),
        };
        Regressed { parts, arguments: action.parameters.iter().map(argument).collect() }
    }
}
