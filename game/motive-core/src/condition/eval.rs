//! Evaluating compiled conditions and expressions.

use super::binding_rules::Negation;
use super::claims::{Bindings, Claimant};
use super::compiled::{ColumnCode, ConditionCode, ExprCode, PatternCode};
use super::expression::{Aggregate, Arithmetic, BuiltinFunction};
use super::pattern_search::{HolderCheck, find, find_all, is_there};
use crate::memory::Memory;
use crate::vocabulary::{Facts, Function, PropertyValues, Value};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// Evaluates compiled conditions and expressions over some facts.
pub struct Eval<'a, F: Facts> {
    /// The facts to read.
    pub facts: &'a F,
    /// The variables of the rule.
    pub bindings: &'a mut Bindings,
    /// Where things are reserved.
    pub claims: &'a mut dyn Claimant,
}

impl<F: Facts> Eval<'_, F> {
    /// Whether a condition holds. On failure the caller undoes bindings and claims.
    pub fn holds(&mut self, code: &ConditionCode) -> bool {
        match code {
            ConditionCode::Always => true,
            ConditionCode::Bind(ask) => self.bind(ask),
            ConditionCode::Optional(ask) => {
                self.bind(ask);
                true
            }
            ConditionCode::Exists(ask) => is_there(self, ask),
            ConditionCode::No(ask) => !is_there(self, ask) && self.can_tell(),
            ConditionCode::NoFree(ask) => find(self, ask, HolderCheck::Holders).is_none() && self.can_tell(),
            ConditionCode::NotFound(ask) => {
                let respect = match self.claims.rules().negation {
                    Negation::Unavailable => HolderCheck::Holders,
                    Negation::Unknown => HolderCheck::Nobody,
                };
                find(self, ask, respect).is_none() && self.can_tell()
            }
            ConditionCode::Holds(value) => self.value(value).is_some_and(|value| value.is_true()),
            ConditionCode::Compare(left, comparison, right) => match (self.value(left), self.value(right)) {
                (Some(left), Some(right)) => comparison.holds(&left, &right),
                _ => false,
            },
            ConditionCode::Related(relation, columns) => self.related(*relation, columns),
            ConditionCode::Not(inner) => {
                let held = self.attempt(inner);
                !held.then_undo(self) && self.can_tell()
            }
            ConditionCode::All(parts) => parts.iter().all(|part| self.holds(part)),
            ConditionCode::Any(parts) => parts.iter().any(|part| self.attempt(part).keep_if_held(self)),
            ConditionCode::Every(ask, body) => self.every(ask, body),
            ConditionCode::Let(variable, value) => match self.value(value) {
                Some(value) => {
                    self.bindings.set(*variable, value);
                    true
                }
                None => false,
            },
        }
    }

    /// Whether the budget sufficed. A search that ran out of budget does not show that nothing matches.
    fn can_tell(&mut self) -> bool {
        self.claims.spend(1)
    }

    /// The number of the first part of a conjunction that fails, if one does.
    pub fn first_failure(&mut self, code: &ConditionCode) -> Option<usize> {
        match code {
            ConditionCode::All(parts) => parts.iter().position(|part| !self.holds(part)),
            other => (!self.holds(other)).then_some(0),
        }
    }

    fn attempt(&mut self, code: &ConditionCode) -> Attempt {
        let (bindings, claims) = (self.bindings.mark(), self.claims.mark());
        Attempt { held: self.holds(code), bindings, claims }
    }

    fn undo(&mut self, bindings: usize, claims: usize) {
        self.bindings.undo(bindings);
        self.claims.undo(claims);
    }

    fn bind(&mut self, ask: &PatternCode) -> bool {
        let Some(found) = find(self, ask, HolderCheck::Holders) else { return false };
        if let Some(variable) = ask.var {
            self.bindings.set_thing(variable, found.id, &found.portions);
        }
        if let Some((clock, property, amount)) = found.time {
            let mut portions = super::claims::Portions::new();
            portions.push((property, amount));
            self.claims.claim(super::claims::Claim {
                id: clock,
                name: None,
                // Time is always reserved exclusively.
                access: super::pattern::Access::Exclusive,
                persistent: false,
                portions,
                endless: false,
            });
        }
        self.claims.claim(super::claims::Claim {
            id: found.id,
            name: ask.name.clone(),
            access: ask.access,
            persistent: ask.persistent,
            portions: found.portions,
            endless: found.endless,
        });
        true
    }

    fn every(&mut self, ask: &PatternCode, body: &ConditionCode) -> bool {
        let found = find_all(self, ask, HolderCheck::Nobody);
        let for_each = |id| {
            let (bindings, claims) = (self.bindings.mark(), self.claims.mark());
            if let Some(variable) = ask.var {
                self.bindings.set_thing(variable, id, &super::claims::Portions::new());
            }
            let held = self.holds(body);
            self.undo(bindings, claims);
            held
        };
        found.into_iter().all(for_each) && self.can_tell()
    }

    fn related(&mut self, relation: crate::vocabulary::Relation, columns: &[ColumnCode]) -> bool {
        let mut known: SmallVec<[Option<Value>; 4]> = SmallVec::new();
        for column in columns {
            known.push(match column {
                ColumnCode::Is(value) => match self.value(value) {
                    Some(value) => Some(value),
                    None => return false,
                },
                ColumnCode::Bind(_) | ColumnCode::Any => None,
            });
        }
        if !self.claims.spend(1) {
            return false;
        }
        let mut row: Option<SmallVec<[Value; 4]>> = None;
        self.facts.rows(relation, &known, &mut |found| {
            if repeats_agree(columns, found) {
                row = Some(found.iter().cloned().collect());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let Some(row) = row else { return false };
        for (column, value) in columns.iter().zip(row) {
            if let ColumnCode::Bind(variable) = column {
                self.bindings.set(*variable, value);
            }
        }
        true
    }

    /// The value of an expression, if it is a number.
    pub fn number(&mut self, code: &ExprCode) -> Option<f64> {
        match code {
            ExprCode::Constant(value) => value.number(),
            ExprCode::Own(slot) => only_number(&self.own(*slot)?),
            ExprCode::Arithmetic(sign, left, right) => {
                let n = sign.of(self.number(left)?, self.number(right)?);
                (!n.is_nan()).then_some(n)
            }
            other => self.value(other)?.number(),
        }
    }

    /// The value of an expression, if it has one.
    pub fn value(&mut self, code: &ExprCode) -> Option<Value> {
        match code {
            ExprCode::Constant(value) => Some(value.clone()),
            ExprCode::Variable(variable) => self.bindings.get(*variable),
            ExprCode::Own(slot) => self.own(*slot)?.to_value(),
            ExprCode::Get(thing, property) => match &**thing {
                ExprCode::Variable(variable) => self.bindings.property(*variable, *property, self.facts),
                other => {
                    let id = self.value(other)?.id()?;
                    self.facts.values(id, *property).to_value()
                }
            },
            ExprCode::Was(thing, property) => {
                let id = self.value(thing)?.id()?;
                self.facts.previous(id, *property).to_value()
            }
            ExprCode::Arithmetic(..) => self.number(code).map(Value::Number),
            ExprCode::Builtin(builtin, arguments) => self.builtin(*builtin, arguments),
            ExprCode::Call(function, arguments) => self.call(*function, arguments),
            ExprCode::Choose(ask) => find(self, ask, HolderCheck::Nobody).map(|found| Value::Id(found.id)),
            ExprCode::Count(ask) => {
                let count = find_all(self, ask, HolderCheck::Nobody).len();
                self.can_tell().then_some(Value::Number(count as f64))
            }
            ExprCode::Aggregate(fold, ask, variable, value) => self.fold(*fold, ask, *variable, value),
            ExprCode::Now => Some(Value::Number(self.facts.time().seconds())),
            ExprCode::Drawn(place, choices) => {
                if choices.is_empty() {
                    return None;
                }
                let drawn = self.claims.draw(*place) % choices.len() as u64;
                self.value(choices.get(drawn as usize)?)
            }
            ExprCode::Shuffled(place, list) => self.shuffled(*place, list),
            ExprCode::List(items) => {
                let items: Option<Vec<Value>> = items.iter().map(|item| self.value(item)).collect();
                items.filter(|items| items.iter().all(|item| is_shallow(item, 0))).map(Value::from)
            }
            ExprCode::If(condition, then, otherwise) => {
                let held = self.attempt(condition);
                if held.then_undo(self) { self.value(then) } else { self.value(otherwise) }
            }
        }
    }

    fn fold(&mut self, fold: Aggregate, ask: &PatternCode, variable: u16, value: &ExprCode) -> Option<Value> {
        let found = find_all(self, ask, HolderCheck::Nobody);
        let mut number: Option<f64> = None;
        for id in found {
            let mark = self.bindings.mark();
            self.bindings.set(variable, id);
            let value = self.value(value);
            self.bindings.undo(mark);
            let truth = value.as_ref().is_some_and(Value::is_true);
            match fold {
                Aggregate::All if !truth => return Some(Value::Bool(false)),
                Aggregate::Any if truth => return Some(Value::Bool(true)),
                Aggregate::All | Aggregate::Any => {}
                Aggregate::Sum | Aggregate::Min | Aggregate::Max => {
                    let n = value?.number()?;
                    number = Some(match (fold, number) {
                        (_, None) => n,
                        (Aggregate::Sum, Some(sum)) => sum + n,
                        (Aggregate::Min, Some(least)) => least.min(n),
                        (_, Some(greatest)) => greatest.max(n),
                    });
                }
            }
        }
        match fold {
            Aggregate::All => Some(Value::Bool(true)),
            Aggregate::Any => Some(Value::Bool(false)),
            Aggregate::Sum => sound(number.unwrap_or(0.0)),
            Aggregate::Min | Aggregate::Max => sound(number?),
        }
    }

    fn own(&self, slot: u32) -> Option<PropertyValues<'_>> {
        let property = *self.facts.vocabulary().own_properties().get(slot as usize)?;
        Some(self.facts.values(crate::vocabulary::Id::SELF, property))
    }

    fn call(&mut self, function: Function, arguments: &[ExprCode]) -> Option<Value> {
        let mut values: SmallVec<[Value; 4]> = SmallVec::new();
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        if !self.claims.spend(1) {
            return None;
        }
        let info = self.facts.vocabulary().function_info(function)?;
        (info.body)(self.facts, &values).filter(Value::is_sound)
    }

    fn builtin(&mut self, builtin: BuiltinFunction, arguments: &[ExprCode]) -> Option<Value> {
        if builtin == BuiltinFunction::Distance {
            let [from, to] = arguments else { return None };
            let (from, to) = (self.value(from)?.point()?, self.value(to)?.point()?);
            return sound(from.distance(to));
        }
        if !builtin.is_of_numbers() {
            return self.of_list(builtin, arguments);
        }
        let mut result: Option<f64> = None;
        for argument in arguments {
            let n = self.number(argument)?;
            result = Some(builtin.fold(result, n));
        }
        sound(result?)
    }

    /// A list in random order (Fisher and Yates).
    fn shuffled(&mut self, place: u64, list: &ExprCode) -> Option<Value> {
        let Value::List(items) = self.value(list)? else { return None };
        if !self.claims.spend(1 + items.len() as u64 / 16) {
            return None;
        }
        let mut items = items.to_vec();
        for last in (1..items.len()).rev() {
            // Each draw has a place of its own.
            let drawn = self.claims.draw(place ^ ((last as u64) << 40));
            items.swap(last, (drawn % (last as u64 + 1)) as usize);
        }
        Some(Value::List(items.into()))
    }

    /// Functions on lists. A missing item is no value.
    fn of_list(&mut self, builtin: BuiltinFunction, arguments: &[ExprCode]) -> Option<Value> {
        let (list, other) = arguments.split_first()?;
        let Value::List(items) = self.value(list)? else { return None };
        let other = match other {
            [] => None,
            [other, ..] => Some(self.value(other)?),
        };
        // The work depends on the length, so a long list cannot stall a decision.
        if !self.claims.spend(1 + items.len() as u64 / 16) {
            return None;
        }
        match builtin {
            BuiltinFunction::First => items.first().cloned(),
            BuiltinFunction::Rest => Some(Value::List(items.get(1..)?.into())),
            BuiltinFunction::Rotate => {
                let (first, rest) = items.split_first()?;
                Some(Value::List(rest.iter().chain([first]).cloned().collect()))
            }
            BuiltinFunction::Length => Some(Value::Number(items.len() as f64)),
            BuiltinFunction::Item => {
                let place = other?.number().filter(|place| *place >= 0.0 && place.fract() == 0.0)?;
                items.get(place as usize).cloned()
            }
            BuiltinFunction::Append if items.len() < LONGEST && is_shallow(other.as_ref()?, 0) => {
                Some(Value::List(items.iter().cloned().chain(other).collect()))
            }
            _ => None,
        }
    }
}

/// Limits on lists built at run time: without them, recursive tasks could exhaust memory or the stack.
const LONGEST: usize = 4096;
const DEEPEST_LIST: usize = 8;

/// Whether a list of this value would not be nested too deeply.
fn is_shallow(value: &Value, depth: usize) -> bool {
    match value {
        Value::List(_) if depth >= DEEPEST_LIST => false,
        Value::List(items) => items.iter().all(|item| is_shallow(item, depth + 1)),
        _ => true,
    }
}

/// A branch that was tried, and the marks to undo it.
struct Attempt {
    held: bool,
    bindings: usize,
    claims: usize,
}

impl Attempt {
    fn keep_if_held<F: Facts>(self, eval: &mut Eval<'_, F>) -> bool {
        if !self.held {
            eval.undo(self.bindings, self.claims);
        }
        self.held
    }

    fn then_undo<F: Facts>(self, eval: &mut Eval<'_, F>) -> bool {
        eval.undo(self.bindings, self.claims);
        self.held
    }
}

/// A name in two columns must have the same value.
fn repeats_agree(columns: &[ColumnCode], row: &[Value]) -> bool {
    columns.iter().zip(row).enumerate().all(|(at, (column, value))| match column {
        ColumnCode::Bind(variable) => columns[..at].iter().zip(row).all(|(earlier, known)| {
            !matches!(earlier, ColumnCode::Bind(other) if other == variable) || known == value
        }),
        ColumnCode::Is(_) | ColumnCode::Any => true,
    })
}

impl ExprCode {
    /// Whether [`ExprCode::own_number`] has a value as soon as the agent's own numbers have.
    pub fn reads_only_own_numbers(&self) -> bool {
        match self {
            Self::Own(_) => true,
            Self::Constant(value) => value.number().is_some(),
            Self::Arithmetic(_, left, right) => {
                left.reads_only_own_numbers() && right.reads_only_own_numbers()
            }
            _ => false,
        }
    }

    /// The value of an expression that consists of constants and the agent's own numbers: what [`Eval::number`] returns for it,
    /// without variables and claims. `None` for other expressions, and where a number is missing.
    #[inline]
    pub fn own_number(&self, memory: &Memory) -> Option<f64> {
        match self {
            Self::Own(slot) => memory.own_number(*slot),
            Self::Constant(value) => value.number(),
            Self::Arithmetic(sign, left, right) => sign.of_own_numbers(left, right, memory),
            _ => None,
        }
    }
}

impl Arithmetic {
    fn of_own_numbers(self, left: &ExprCode, right: &ExprCode, memory: &Memory) -> Option<f64> {
        let n = self.of(left.own_number(memory)?, right.own_number(memory)?);
        (!n.is_nan()).then_some(n)
    }
}

fn only_number(found: &PropertyValues<'_>) -> Option<f64> {
    if let [value] = found.as_slice() { value.number() } else { None }
}

fn sound(n: f64) -> Option<Value> {
    (!n.is_nan()).then_some(Value::Number(n))
}

impl BuiltinFunction {
    /// Folds one more number.
    ///
    /// `f64::min` and `f64::max` leave open whether they return 0 or -0; decisions must not depend on that.
    pub fn fold(self, so_far: Option<f64>, n: f64) -> f64 {
        match (self, so_far) {
            (Self::Min, Some(least)) if least <= n => least,
            (Self::Max, Some(greatest)) if greatest >= n => greatest,
            (Self::Abs, _) => n.abs(),
            (Self::Floor, _) => n.floor(),
            (Self::Ceil, _) => n.ceil(),
            _ => n,
        }
    }
}

impl Arithmetic {
    /// May return NaN, which the caller treats as no value.
    pub fn of(self, left: f64, right: f64) -> f64 {
        match self {
            Self::Add => left + right,
            Self::Subtract => left - right,
            Self::Multiply => left * right,
            Self::Divide if right == 0.0 => f64::NAN,
            Self::Divide => left / right,
            Self::Remainder => left % right,
        }
    }
}

impl<F: Facts> Eval<'_, F> {
    /// All things that match a pattern, free or not.
    pub(crate) fn all(&mut self, ask: &PatternCode) -> Vec<crate::vocabulary::Id> {
        find_all(self, ask, HolderCheck::Nobody)
    }

    /// All things that match a pattern and satisfy a condition on a variable, free or not.
    pub fn matching(
        &mut self,
        pattern: &ConditionCode,
        variable: u16,
        given: &ConditionCode,
    ) -> Vec<crate::vocabulary::Id> {
        let ConditionCode::Bind(ask) = pattern else { return Vec::new() };
        let mut found = self.all(ask);
        found.retain(|id| self.holds_for(variable, *id, given));
        found
    }

    /// Whether a condition holds with a variable bound to a thing.
    pub(crate) fn holds_for(
        &mut self,
        variable: u16,
        id: crate::vocabulary::Id,
        code: &ConditionCode,
    ) -> bool {
        let (bindings, claims) = (self.bindings.mark(), self.claims.mark());
        self.bindings.set(variable, id);
        let held = self.holds(code);
        self.undo(bindings, claims);
        held
    }
}
