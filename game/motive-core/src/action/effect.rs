//! Effects of actions, applied to memory or to a [`Projection`](crate::Projection).

use super::declaration::Action;
use crate::condition::{
    Bindings, BuildError, Condition, ConditionCode, ConditionNode, Eval, Expr, ExprCode, ExprNode, NoClaims,
    Pattern, PossibleChange, PropertyOwner, Scope, ValueChange,
};
use crate::vocabulary::{Facts, FactsMut, Id, Kind, Property, Relation, Value, Vocabulary};
use smallvec::SmallVec;
use std::sync::Arc;

/// One change that an action makes. The names of the action's parameters can be used in its expressions.
///
/// An effect that cannot be applied (the thing is gone, an expression has no value) is skipped.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Effect {
    /// `thing.property = value`
    Set {
        /// The thing.
        thing: Expr,
        /// Its property.
        property: Property,
        /// The new value.
        value: Expr,
    },
    /// `thing.property += by`
    Add {
        /// The thing.
        thing: Expr,
        /// Its property.
        property: Property,
        /// The amount; negative to subtract.
        by: Expr,
    },
    /// A new thing, which later effects of the same action can use by its name.
    Create {
        /// Its kind.
        kind: Kind,
        /// The name by which later effects refer to it.
        name: Arc<str>,
        /// Its properties.
        properties: Vec<(Property, Expr)>,
    },
    /// Removes a thing.
    Destroy(Expr),
    /// A row is added to a relation.
    Relate(Relation, Vec<Expr>),
    /// A row is removed from a relation.
    Unrelate(Relation, Vec<Expr>),
    /// Effects for every thing that fits the pattern and satisfies the condition. Name the pattern to use the thing.
    Each {
        /// Which things.
        pattern: Box<Pattern>,
        /// Which of them.
        given: Condition,
        /// What happens for each.
        effects: Vec<Effect>,
    },
    /// Effects that happen if a condition holds.
    When {
        /// When.
        given: Condition,
        /// What happens then.
        effects: Vec<Effect>,
    },
}

impl Effect {
    /// `thing.property = value`
    pub fn set(thing: impl Into<Expr>, property: Property, value: impl Into<Expr>) -> Self {
        Self::Set { thing: thing.into(), property, value: value.into() }
    }

    /// `self.property = value`
    pub fn set_own(property: Property, value: impl Into<Expr>) -> Self {
        Self::set(Id::SELF, property, value)
    }

    /// `thing.property += by`
    pub fn add(thing: impl Into<Expr>, property: Property, by: impl Into<Expr>) -> Self {
        Self::Add { thing: thing.into(), property, by: by.into() }
    }

    /// `self.property += by`
    pub fn add_own(property: Property, by: impl Into<Expr>) -> Self {
        Self::add(Id::SELF, property, by)
    }
}

/// One compiled [`Effect`]: names resolved to numbers.
#[derive(Clone, Debug)]
pub enum EffectCode {
    /// Thing, property, new value.
    Set(ExprCode, Property, ExprCode),
    /// Thing, property, amount to add.
    Add(ExprCode, Property, ExprCode),
    /// Kind, variable that gets the new thing, and its properties.
    Create(Kind, u16, Box<[(Property, ExprCode)]>),
    /// The thing to remove.
    Destroy(ExprCode),
    /// Relation and row to add.
    Relate(Relation, Box<[ExprCode]>),
    /// Relation and row to remove.
    Unrelate(Relation, Box<[ExprCode]>),
    /// Effects for each matching thing.
    Each {
        /// Which things; a binding pattern.
        pattern: ConditionCode,
        /// The variable that stands for the thing.
        variable: u16,
        /// Which of the matching things.
        given: ConditionCode,
        /// What happens for each.
        effects: Box<[EffectCode]>,
    },
    /// Effects under a condition.
    When {
        /// The condition.
        given: ConditionCode,
        /// What happens if it holds.
        effects: Box<[EffectCode]>,
    },
}

/// Compiled effects.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    code: Box<[EffectCode]>,
    /// By effect: whether it adds the same amount as the one before it, which is then not evaluated again.
    as_much: Box<[bool]>,
}

impl Effects {
    /// Compiles effects in a scope with the parameters of the action.
    pub fn new(effects: &[Effect], scope: &mut Scope<'_>) -> Result<Self, BuildError> {
        Ok(Self { code: build(effects, scope)?, as_much: as_much(effects, scope.vocabulary()) })
    }

    /// Whether there are no effects.
    pub fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    /// Applies the effects in order; each sees those before it. Returns the number of effects that were skipped.
    pub fn apply<F: FactsMut>(&self, facts: &mut F, bindings: &mut Bindings) -> usize {
        let (mut left_out, mut amount) = (0, None);
        for (effect, as_much) in self.code.iter().zip(&self.as_much) {
            left_out += match effect {
                EffectCode::Add(thing, property, by) => {
                    if !as_much {
                        amount = amount_of(by, facts, bindings);
                    }
                    let made = amount.and_then(|amount| add(thing, *property, amount, facts, bindings));
                    usize::from(made.is_none())
                }
                effect => apply(effect, facts, bindings),
            };
        }
        left_out
    }

    /// Applies the effects repeatedly until nothing more happens: one may make the condition of another true. Each effect happens at most
    /// once (an effect for each of many things at most once per thing), and there are at most `rounds` rounds. Returns the number of rounds
    /// in which something happened.
    pub fn settle<F: FactsMut>(&self, facts: &mut F, bindings: &mut Bindings, rounds: usize) -> usize {
        let mut fired: SmallVec<[(usize, Id); 8]> = SmallVec::new();
        for round in 0..rounds {
            let before = fired.len();
            for (at, effect) in self.code.iter().enumerate() {
                fire(at, effect, facts, bindings, &mut fired);
            }
            if fired.len() == before {
                return round;
            }
        }
        rounds
    }

    /// The compiled effects, in order.
    pub fn code(&self) -> &[EffectCode] {
        &self.code
    }

    /// The facts that will be set to values that are known now.
    pub(crate) fn expected(
        &self,
        facts: &impl Facts,
        bindings: &mut Bindings,
    ) -> SmallVec<[ExpectedFact; 2]> {
        let mut eval = Eval { facts, bindings, claims: &mut NoClaims::new() };
        let expected = |effect: &EffectCode| match effect {
            EffectCode::Set(thing, property, value) => {
                let (id, value) = (eval.value(thing)?.id()?, eval.value(value)?);
                Some(ExpectedFact { id, property: *property, value })
            }
            _ => None,
        };
        self.code.iter().filter_map(expected).collect()
    }
}

/// A fact that an action is expected to bring about.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedFact {
    id: Id,
    property: Property,
    value: Value,
}

impl ExpectedFact {
    /// Whether this is about a fact and the fact has the expected value.
    pub fn is(&self, id: Id, property: Property, facts: &impl Facts) -> bool {
        (id, property) == (self.id, self.property) && facts.values(id, property).first() == Some(&self.value)
    }
}

/// Which effects add the same amount as the one before: the same expression, over nothing that changed in between.
fn as_much(effects: &[Effect], names: &Vocabulary) -> Box<[bool]> {
    let mut changed: SmallVec<[Property; 8]> = SmallVec::new();
    let mut before: Option<&Expr> = None;
    let mut all = Vec::with_capacity(effects.len());
    for effect in effects {
        let Effect::Add { property, by, .. } = effect else {
            before = None;
            all.push(false);
            continue;
        };
        let again = before == Some(by) && stays(by, &changed, names);
        if !again {
            changed.clear();
        }
        changed.push(*property);
        before = Some(by);
        all.push(again);
    }
    all.into()
}

/// Whether an expression has the same value after changes of these properties as before.
fn stays(expr: &Expr, changed: &[Property], names: &Vocabulary) -> bool {
    match &expr.node {
        ExprNode::Constant(_) | ExprNode::Variable(_) => true,
        ExprNode::Get(thing, property) => {
            let stored = names.property_info(*property).is_some_and(|info| info.computed.is_none());
            stored && !changed.contains(property) && stays(thing, changed, names)
        }
        ExprNode::Arithmetic(_, left, right) => stays(left, changed, names) && stays(right, changed, names),
        _ => false,
    }
}

fn build(effects: &[Effect], scope: &mut Scope<'_>) -> Result<Box<[EffectCode]>, BuildError> {
    effects.iter().map(|effect| build_one(effect, scope)).collect()
}

fn build_one(effect: &Effect, scope: &mut Scope<'_>) -> Result<EffectCode, BuildError> {
    let known = |property: &Property, scope: &Scope<'_>| {
        scope.vocabulary().property_info(*property).map(|_| *property).ok_or(BuildError::Foreign)
    };
    Ok(match effect {
        Effect::Set { thing, property, value } => {
            EffectCode::Set(scope.expr(thing)?, known(property, scope)?, scope.expr(value)?)
        }
        Effect::Add { thing, property, by } => {
            EffectCode::Add(scope.expr(thing)?, known(property, scope)?, scope.expr(by)?)
        }
        Effect::Create { kind, name, properties } => {
            let properties = properties
                .iter()
                .map(|(property, value)| Ok((known(property, scope)?, scope.expr(value)?)))
                .collect::<Result<_, BuildError>>()?;
            EffectCode::Create(*kind, scope.parameter(name)?, properties)
        }
        Effect::Destroy(thing) => EffectCode::Destroy(scope.expr(thing)?),
        Effect::Relate(relation, row) => EffectCode::Relate(*relation, build_row(*relation, row, scope)?),
        Effect::Unrelate(relation, row) => EffectCode::Unrelate(*relation, build_row(*relation, row, scope)?),
        Effect::Each { pattern, given, effects } => {
            let mut pattern = (**pattern).clone();
            // A pattern without a name gets a unique one.
            let name =
                pattern.name.get_or_insert_with(|| format!("(each {})", scope.names().len()).into()).clone();
            let pattern = scope.code(&Condition::bind(pattern))?;
            let variable = scope.variable(&name).ok_or(BuildError::Foreign)?;
            EffectCode::Each { pattern, variable, given: scope.code(given)?, effects: build(effects, scope)? }
        }
        Effect::When { given, effects } => {
            EffectCode::When { given: scope.code(given)?, effects: build(effects, scope)? }
        }
    })
}

fn build_row(relation: Relation, row: &[Expr], scope: &mut Scope<'_>) -> Result<Box<[ExprCode]>, BuildError> {
    let info = scope.vocabulary().relation_info(relation).ok_or(BuildError::Foreign)?;
    if info.arity != row.len() {
        let name = scope.vocabulary().name(info.name).to_owned();
        return Err(BuildError::Arity { name, expected: info.arity, found: row.len() });
    }
    row.iter().map(|value| scope.expr(value)).collect()
}

/// Applies one effect. Returns the number of skipped effects.
fn apply<F: FactsMut>(effect: &EffectCode, facts: &mut F, bindings: &mut Bindings) -> usize {
    let made = match effect {
        EffectCode::Set(thing, property, value) => {
            match (thing_of(thing, facts, bindings), value_of(value, facts, bindings)) {
                (Some(id), Some(value)) => facts.put(id, *property, value),
                _ => false,
            }
        }
        EffectCode::Add(thing, property, by) => amount_of(by, facts, bindings)
            .and_then(|amount| add(thing, *property, amount, facts, bindings))
            .is_some(),
        EffectCode::Create(kind, variable, properties) => {
            return create(*kind, *variable, properties, facts, bindings);
        }
        EffectCode::Destroy(thing) => thing_of(thing, facts, bindings).is_some_and(|id| facts.destroy(id)),
        EffectCode::Relate(relation, row) => match row_of(row, facts, bindings) {
            Some(row) => {
                facts.relate(*relation, &row);
                true
            }
            None => false,
        },
        EffectCode::Unrelate(relation, row) => match row_of(row, facts, bindings) {
            Some(row) => {
                facts.unrelate(*relation, &row);
                true
            }
            None => false,
        },
        EffectCode::Each { pattern, variable, given, effects } => {
            let chosen = choose(pattern, *variable, given, facts, bindings);
            return for_each(&chosen, *variable, effects, facts, bindings);
        }
        EffectCode::When { given, effects } => return when(given, effects, facts, bindings).unwrap_or(0),
    };
    usize::from(!made)
}

fn add<F: FactsMut>(
    thing: &ExprCode,
    property: Property,
    amount: f64,
    facts: &mut F,
    bindings: &mut Bindings,
) -> Option<()> {
    let id = thing_of(thing, facts, bindings)?;
    let sum = facts.values(id, property).number()? + amount;
    facts.put(id, property, Value::Number(sum)).then_some(())
}

fn create<F: FactsMut>(
    kind: Kind,
    variable: u16,
    properties: &[(Property, ExprCode)],
    facts: &mut F,
    bindings: &mut Bindings,
) -> usize {
    let Some(id) = facts.create(kind) else { return 1 };
    bindings.set(variable, id);
    let mut left_out = 0;
    for (property, value) in properties {
        let value = value_of(value, facts, bindings);
        left_out += usize::from(!value.is_some_and(|value| facts.put(id, *property, value)));
    }
    left_out
}

/// The things that an effect applies to. They are chosen before any of them is changed.
fn choose<F: FactsMut>(
    pattern: &ConditionCode,
    variable: u16,
    given: &ConditionCode,
    facts: &F,
    bindings: &mut Bindings,
) -> Vec<Id> {
    Eval { facts, bindings, claims: &mut NoClaims::new() }.matching(pattern, variable, given)
}

fn for_each<F: FactsMut>(
    chosen: &[Id],
    variable: u16,
    effects: &[EffectCode],
    facts: &mut F,
    bindings: &mut Bindings,
) -> usize {
    let mut left_out = 0;
    for id in chosen {
        let mark = bindings.mark();
        bindings.set(variable, *id);
        left_out += effects.iter().map(|effect| apply(effect, facts, bindings)).sum::<usize>();
        bindings.undo(mark);
    }
    left_out
}

/// None if the condition does not hold.
fn when<F: FactsMut>(
    given: &ConditionCode,
    effects: &[EffectCode],
    facts: &mut F,
    bindings: &mut Bindings,
) -> Option<usize> {
    let mark = bindings.mark();
    let held = Eval { facts: &*facts, bindings, claims: &mut NoClaims::new() }.holds(given);
    let left_out = held.then(|| effects.iter().map(|effect| apply(effect, facts, bindings)).sum());
    bindings.undo(mark);
    left_out
}

/// Applies an effect unless it was applied before, at all or for the same thing.
fn fire<F: FactsMut>(
    at: usize,
    effect: &EffectCode,
    facts: &mut F,
    bindings: &mut Bindings,
    fired: &mut SmallVec<[(usize, Id); 8]>,
) {
    match effect {
        EffectCode::Each { pattern, variable, given, effects } => {
            let mut chosen = choose(pattern, *variable, given, facts, bindings);
            chosen.retain(|id| !fired.contains(&(at, *id)));
            for_each(&chosen, *variable, effects, facts, bindings);
            fired.extend(chosen.into_iter().map(|id| (at, id)));
        }
        _ if fired.contains(&(at, Id::SELF)) => {}
        EffectCode::When { given, effects } => {
            if when(given, effects, facts, bindings).is_some() {
                fired.push((at, Id::SELF));
            }
        }
        effect => {
            apply(effect, facts, bindings);
            fired.push((at, Id::SELF));
        }
    }
}

fn value_of<F: FactsMut>(code: &ExprCode, facts: &F, bindings: &mut Bindings) -> Option<Value> {
    Eval { facts, bindings, claims: &mut NoClaims::new() }.value(code)
}

fn thing_of<F: FactsMut>(code: &ExprCode, facts: &F, bindings: &mut Bindings) -> Option<Id> {
    match code {
        ExprCode::Constant(value) => value.id(),
        code => value_of(code, facts, bindings)?.id(),
    }
}

fn amount_of<F: FactsMut>(code: &ExprCode, facts: &F, bindings: &mut Bindings) -> Option<f64> {
    Eval { facts, bindings, claims: &mut NoClaims::new() }.number(code)
}

fn row_of<F: FactsMut>(row: &[ExprCode], facts: &F, bindings: &mut Bindings) -> Option<SmallVec<[Value; 4]>> {
    row.iter().map(|value| value_of(value, facts, bindings)).collect()
}

/// The known kinds of the things that variables stand for.
#[derive(Clone, Debug, Default)]
pub struct KnownKinds(Vec<(Arc<str>, Vec<Kind>)>);

impl KnownKinds {
    /// The kinds that a condition requires of the things it binds.
    pub fn of(condition: &Condition) -> Self {
        let mut known = Self::default();
        for part in condition.flat() {
            if let ConditionNode::Bind(pattern) | ConditionNode::Optional(pattern) = &part.node
                && let Some(name) = &pattern.name
            {
                known.0.push((name.clone(), pattern.kinds.clone()));
            }
        }
        known
    }

    /// The kinds of the thing that an expression gives; none if they are not known.
    pub fn kinds(&self, thing: &Expr) -> Vec<Kind> {
        let ExprNode::Variable(name) = &thing.node else { return Vec::new() };
        self.0.iter().rev().find(|(known, _)| known == name).map_or_else(Vec::new, |(_, kinds)| kinds.clone())
    }

    /// Whose property an effect on this thing changes.
    pub fn whose(&self, thing: &Expr) -> PropertyOwner {
        match thing.constant() {
            Some(Value::Id(Id::SELF)) => PropertyOwner::Own,
            _ => PropertyOwner::Of(self.kinds(thing)),
        }
    }
}

impl Action {
    /// What it may change, including the reactions of the world.
    pub fn changes(&self) -> Vec<PossibleChange> {
        let mut changes = Vec::new();
        let mut known = KnownKinds::of(&self.needs);
        for effect in self.effects.iter().chain(&self.replies) {
            add_changes(effect, &mut known, &mut changes);
        }
        changes
    }
}

fn add_changes(effect: &Effect, known: &mut KnownKinds, changes: &mut Vec<PossibleChange>) {
    match effect {
        Effect::Set { thing, property, value } => {
            changes.push(PossibleChange::Property(known.whose(thing), *property, constant_change(value)));
        }
        Effect::Add { thing, property, by } => {
            let how = by.constant().and_then(Value::number).map_or(ValueChange::Somehow, ValueChange::By);
            changes.push(PossibleChange::Property(known.whose(thing), *property, how));
        }
        Effect::Create { kind, name, .. } => {
            known.0.push((name.clone(), vec![*kind]));
            changes.push(PossibleChange::Comes(*kind));
        }
        Effect::Destroy(thing) => changes.push(PossibleChange::Goes(known.kinds(thing))),
        Effect::Relate(relation, _) => changes.push(PossibleChange::Related(*relation)),
        Effect::Unrelate(relation, _) => changes.push(PossibleChange::Unrelated(*relation)),
        Effect::Each { pattern, effects, .. } => {
            if let Some(name) = &pattern.name {
                known.0.push((name.clone(), pattern.kinds.clone()));
            }
            for effect in effects {
                add_changes(effect, known, changes);
            }
        }
        Effect::When { effects, .. } => {
            for effect in effects {
                add_changes(effect, known, changes);
            }
        }
    }
}

/// The change of a property that is set to an expression.
pub fn constant_change(value: &Expr) -> ValueChange {
    value.constant().map_or(ValueChange::Somehow, |value| ValueChange::To(value.clone()))
}
