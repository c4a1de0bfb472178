//! Conditions.

use super::types::{fits, type_text};
use super::{ItemChecker, every, span_of};
use crate::diagnostic::Diagnostic;
use crate::model::DefinitionKind;
use crate::syntax::ast::{
    Argument, AstNode, CallExpr, CompareExpr, CompareOp, Condition as List, Expr as View, InExpr, NameRef,
    Quantifier, TakeExpr, Value as Asked,
};
use motive_core::{Column, Comparison, Condition, Expr, Pattern, Type};

impl ItemChecker<'_> {
    /// A list of conditions that must all hold. Names are bound from left to right, and stay bound for what follows.
    pub(super) fn conditions(&mut self, list: &List) -> Option<Condition> {
        let mut parts: Vec<Conjunct> = Vec::new();
        let mut whole = true;
        for term in list.terms() {
            match &term {
                View::Take(take) => whole &= self.take(take, &mut parts).is_some(),
                View::And(and) => {
                    for operand in and.operands() {
                        whole &= self.part(&operand, &mut parts).is_some();
                    }
                }
                other => whole &= self.part(other, &mut parts).is_some(),
            }
        }
        whole.then_some(())?;
        self.all_of(list, parts.into_iter().map(Conjunct::condition))
    }

    fn all_of(&mut self, whole: &impl AstNode, parts: impl Iterator<Item = Condition>) -> Option<Condition> {
        let mut all = Condition::always();
        for part in parts {
            if part.is_too_deep() {
                return self.too_deep(whole);
            }
            all = all & part;
        }
        if all.is_too_deep() { self.too_deep(whole) } else { Some(all) }
    }

    fn part(&mut self, term: &View, parts: &mut Vec<Conjunct>) -> Option<()> {
        if let View::Pattern(view) = term
            && view.quantifier() == Quantifier::Bind
        {
            let (pattern, name) = self.pattern(view, true)?;
            parts.push(Conjunct::Bound { name, pattern: Box::new(pattern), optional: view.is_optional() });
            return Some(());
        }
        parts.push(Conjunct::Other(self.test(term)?));
        Some(())
    }

    /// `take 15 of purse.amount` asks for a part of what an earlier pattern of the same list has bound.
    fn take(&mut self, take: &TakeExpr, parts: &mut [Conjunct]) -> Option<()> {
        let help = "write `take 15 of x.amount` after the pattern that binds `x`";
        let bad = |this: &mut Self| {
            let message = "expected a property of something that was bound before, in the same condition";
            this.report(Diagnostic::error("nothing-to-take", span_of(take), message).with_help(help));
        };
        let Some(View::Field(field)) = take.source() else {
            bad(self);
            return None;
        };
        let names: Vec<NameRef> = field.names().collect();
        let ([name], Some(View::Name(of))) = (&names[..], field.base()) else {
            bad(self);
            return None;
        };
        let property = self.property(name)?;
        let of = of.name()?;
        self.refer_local(&of);
        let place = parts.iter_mut().find_map(|part| match part {
            Conjunct::Bound { name, pattern, .. } if *name == of.text() => Some(pattern),
            _ => None,
        });
        let Some(place) = place else {
            bad(self);
            return None;
        };
        let empty = std::mem::replace(&mut **place, Pattern::anything());
        let taken = match take.amount()? {
            Asked::Range(range) => empty.within(property, self.range(&range)?),
            Asked::Expr(view) => empty.with(property, self.value_for(&view, &Type::Number, "an amount")?),
            other => {
                return self.refuse("not-an-amount", &other, "an amount is a number or a range");
            }
        };
        **place = taken;
        Some(())
    }

    /// One condition.
    pub(super) fn test(&mut self, view: &View) -> Option<Condition> {
        let condition = self.one_test(view)?;
        if condition.is_too_deep() { self.too_deep(view) } else { Some(condition) }
    }

    fn one_test(&mut self, view: &View) -> Option<Condition> {
        match view {
            View::Paren(paren) => self.test(&paren.inner()?),
            // What a branch binds is known only inside it.
            View::Or(or) => Some(Condition::any(every(
                or.operands().map(|operand| self.scoped(|this| this.test(&operand))),
            )?)),
            View::And(and) => {
                let parts = every(and.operands().map(|operand| self.test(&operand)))?;
                self.all_of(view, parts.into_iter())
            }
            View::Not(not) => Some(!self.scoped(|this| this.test(&not.operand()?))?),
            View::Compare(compare) => self.compare(compare),
            View::In(within) => self.within_values(within),
            View::Pattern(pattern) => self.pattern_condition(pattern),
            View::Take(take) => self.refuse(
                "nothing-to-take",
                take,
                "`take` belongs in a list of conditions, after a pattern",
            ),
            View::Name(name) => self.named(&name.name()?),
            View::Call(call) => self.call_condition(call),
            other => Some(self.value(other)?.holds()),
        }
    }

    fn compare(&mut self, compare: &CompareExpr) -> Option<Condition> {
        let (left, right) = (compare.left()?, compare.right()?);
        let op = compare.op()?;
        // `x == none` asks whether there is a value at all.
        for (side, other) in [(&left, &right), (&right, &left)] {
            if is_none(side) {
                let hidden = self.hidden();
                let there = Condition::named(&hidden, self.value(other)?);
                return match op {
                    CompareOp::Equal => Some(!there),
                    CompareOp::NotEqual => Some(there),
                    _ => self.refuse("no-order", compare, "`none` can only be compared with `==` and `!=`"),
                };
            }
        }
        // A side of a known enumeration says which symbols can stand on the other side.
        let (left_expected, right_expected) = (self.enumeration_of(&right), self.enumeration_of(&left));
        let (left_view, right_view) = (left, right);
        let left = self.value_as(&left_view, left_expected.as_ref());
        let right = self.value_as(&right_view, right_expected.as_ref());
        let (left, right) = (left?, right?);
        self.comparable(op, &left_view, &right_view)?;
        let comparison = match op {
            CompareOp::Equal => Comparison::Equal,
            CompareOp::NotEqual => Comparison::Unequal,
            CompareOp::Less => Comparison::Less,
            CompareOp::LessOrEqual => Comparison::AtMost,
            CompareOp::Greater => Comparison::More,
            CompareOp::GreaterOrEqual => Comparison::AtLeast,
        };
        Some(left.compare(comparison, right))
    }

    /// Checks that two values can be compared: for equality their types must overlap, for order both must be numbers.
    fn comparable(&mut self, op: CompareOp, left: &View, right: &View) -> Option<()> {
        if !matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            let what = "what is compared by size";
            let (left, right) =
                (self.expect_type(left, &Type::Number, what), self.expect_type(right, &Type::Number, what));
            return left.and(right);
        }
        let (one, other) = (self.type_of_expr(left), self.type_of_expr(right));
        if fits(&one, &other) {
            return Some(());
        }
        let names = &self.names.vocabulary;
        let (one, other) = (type_text(&one, names), type_text(&other, names));
        let diagnostic = Diagnostic::error("wrong-type", span_of(right), "these can never be equal");
        let diagnostic = diagnostic.with_label(format!("this is {other}"));
        self.report(diagnostic.with_secondary(span_of(left), format!("this is {one}")));
        None
    }

    /// The type of a value that is one of a closed set of symbols, unless it is a symbol itself.
    fn enumeration_of(&self, view: &View) -> Option<Type> {
        if let View::Name(name) = view
            && self.is_symbol(&name.name()?)
        {
            return None;
        }
        match self.infer(view) {
            closed @ Type::OneOf(_) => Some(closed),
            _ => None,
        }
    }

    fn within_values(&mut self, within: &InExpr) -> Option<Condition> {
        let subject = within.value()?;
        let value = self.value(&subject)?;
        match within.within()? {
            Asked::Range(range) => {
                self.expect_type(&subject, &Type::Number, "what lies in a range")?;
                let bound = |this: &mut Self, bound: Option<crate::syntax::ast::Bound>| match bound {
                    None => Some(None),
                    Some(bound) => {
                        this.value_for(&bound.value()?, &Type::Number, "a bound of a range").map(Some)
                    }
                };
                let low = bound(self, range.lower())?.map(|low| value.clone().at_least(low));
                let high = bound(self, range.upper())?.map(|high| value.clone().at_most(high));
                let parts = low.into_iter().chain(high);
                Some(parts.fold(Condition::always(), |all, part| all & part))
            }
            Asked::Expr(View::List(list)) => {
                let expected = self.type_of_expr(&subject);
                let items = every(list.elements().map(|item| self.value_as(&item, Some(&expected))))?;
                Some(Condition::any(items.into_iter().map(|item| value.clone().equals(item)).collect()))
            }
            other => self.refuse("not-a-range", &other, "`in` needs a range or a list"),
        }
    }

    /// A name as a condition: a named condition, a kind (something of that kind exists), or a value that is not false.
    fn named(&mut self, name: &NameRef) -> Option<Condition> {
        let text = name.text();
        if self.meaning(text).is_none() {
            if self.names.conditions.contains_key(text) {
                self.refer(DefinitionKind::Condition, name);
                return self.use_condition(text, &[], span_of(name));
            }
            if let Some(kind) = self.names.vocabulary.find_kind(text) {
                self.refer(DefinitionKind::Kind, name);
                return Some(Condition::exists(Pattern::of(kind)));
            }
        }
        Some(self.value(&View::Name(crate::syntax::ast::NameExpr::cast(name.syntax().parent()?)?))?.holds())
    }

    fn call_condition(&mut self, call: &CallExpr) -> Option<Condition> {
        let name = call.name()?;
        let (text, span) = (name.text(), span_of(&name));
        let arguments: Vec<Argument> = call.arguments().collect();
        if self.names.conditions.contains_key(text) {
            self.refer(DefinitionKind::Condition, &name);
            let values = self.arguments(&arguments)?;
            let params = self.names.conditions.get(text).and_then(|(_, item)| item.params());
            self.expect_arguments(text, &arguments, &self.names.parameter_types(params.as_ref()))?;
            return self.use_condition(text, &values, span);
        }
        if let Some(relation) = self.names.vocabulary.find_relation(text) {
            self.refer(DefinitionKind::Relation, &name);
            let expected = self.names.vocabulary.relation_info(relation)?.arity;
            if expected != arguments.len() {
                self.findings.wrong_arity(text, expected, arguments.len(), span);
                return None;
            }
            return self.related(relation, &arguments);
        }
        Some(self.value(&View::Call(call.clone()))?.holds())
    }

    /// A row of a relation. An unknown name is bound to the value in its column; `any` matches every value.
    fn related(&mut self, relation: motive_core::Relation, arguments: &[Argument]) -> Option<Condition> {
        let mut columns = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let Argument::Expr(view) = argument else { return None };
            let free = match view {
                View::Name(name) => name.name().filter(|name| !self.is_known(name)),
                _ => None,
            };
            columns.push(match free {
                Some(any) if any.text() == "any" => Column::Any,
                Some(name) => Column::named(&self.bind(&name, name.text(), Type::Any)),
                None => Column::Is(self.value(view)?),
            });
        }
        Some(Condition::related_with(relation, columns))
    }

    fn is_known(&self, name: &NameRef) -> bool {
        let text = name.text();
        name.is_self()
            || self.meaning(text).is_some()
            || self.names.lets.contains_key(text)
            || self.names.symbols.contains_key(text)
            || self.names.things.contains_key(text)
    }

    /// A named condition, with its parameters standing for the arguments.
    fn use_condition(
        &mut self,
        name: &str,
        arguments: &[Expr],
        span: crate::diagnostic::Span,
    ) -> Option<Condition> {
        let (file, item) = self.names.conditions.get(name).cloned()?;
        self.inline(name, file, item.params(), arguments, span, |this| this.conditions(&item.condition()?))
    }
}

/// One part of a list of conditions. Patterns stay open until the list ends, because `take` may add to them.
enum Conjunct {
    Bound { name: String, pattern: Box<Pattern>, optional: bool },
    Other(Condition),
}

impl Conjunct {
    fn condition(self) -> Condition {
        match self {
            Self::Bound { pattern, optional: true, .. } => Condition::optional(*pattern),
            Self::Bound { pattern, .. } => Condition::bind(*pattern),
            Self::Other(condition) => condition,
        }
    }
}

fn is_none(view: &View) -> bool {
    match view {
        View::Name(name) => name.name().is_some_and(|name| name.text() == "none"),
        View::Paren(paren) => paren.inner().is_some_and(|inner| is_none(&inner)),
        _ => false,
    }
}
