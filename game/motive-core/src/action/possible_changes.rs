//! What an action may change, known in advance: for planners and checkers.

use super::declaration::Action;
use super::effect::Effect;
use crate::condition::{
    Condition, ConditionNode, Expr, ExprNode, PossibleChange, PropertyOwner, ValueChange,
};
use crate::vocabulary::{Id, Kind, Value};
use std::sync::Arc;

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
    #[must_use]
    pub fn changes(&self) -> Vec<PossibleChange> {
        let mut changes = Vec::new();
        let mut known = KnownKinds::of(&self.needs);
        for effect in self.effects.iter().chain(&self.replies) {
            add(effect, &mut known, &mut changes);
        }
        changes
    }
}

fn add(effect: &Effect, known: &mut KnownKinds, changes: &mut Vec<PossibleChange>) {
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
                add(effect, known, changes);
            }
        }
        Effect::When { effects, .. } => {
            for effect in effects {
                add(effect, known, changes);
            }
        }
    }
}

/// The change of a property that is set to an expression.
pub fn constant_change(value: &Expr) -> ValueChange {
    value.constant().map_or(ValueChange::Somehow, |value| ValueChange::To(value.clone()))
}
