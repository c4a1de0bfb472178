//! What an action may change, told before it is done: delete lists, and what a checker wants to know.

use super::declare::Action;
use super::effect::Effect;
use crate::condition::{Change, Condition, Expr, ExprNode, How, Tree, Whose};
use crate::vocabulary::{Id, Kind, Value};
use std::sync::Arc;

/// What is known of the kinds of the things that names stand for.
#[derive(Clone, Debug, Default)]
pub struct KnownKinds(Vec<(Arc<str>, Vec<Kind>)>);

impl KnownKinds {
    /// What a condition says of the things that it binds.
    pub fn of(condition: &Condition) -> Self {
        let mut known = Self::default();
        for part in condition.flat() {
            if let Tree::Bind(pattern) | Tree::Optional(pattern) = &part.tree
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

    pub fn whose(&self, thing: &Expr) -> Whose {
        match thing.constant() {
            Some(Value::Id(Id::SELF)) => Whose::Own,
            _ => Whose::Of(self.kinds(thing)),
        }
    }
}

impl Action {
    /// What it may change, together with how the world may answer.
    #[must_use]
    pub fn changes(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut known = KnownKinds::of(&self.needs);
        for effect in self.effects.iter().chain(&self.replies) {
            add(effect, &mut known, &mut changes);
        }
        changes
    }
}

fn add(effect: &Effect, known: &mut KnownKinds, changes: &mut Vec<Change>) {
    match effect {
        Effect::Set { thing, property, value } => {
            changes.push(Change::Property(known.whose(thing), *property, becomes(value)));
        }
        Effect::Add { thing, property, by } => {
            let how = by.constant().and_then(Value::number).map_or(How::Somehow, How::By);
            changes.push(Change::Property(known.whose(thing), *property, how));
        }
        Effect::Create { kind, name, .. } => {
            known.0.push((name.clone(), vec![*kind]));
            changes.push(Change::Comes(*kind));
        }
        Effect::Destroy(thing) => changes.push(Change::Goes(known.kinds(thing))),
        Effect::Relate(relation, _) => changes.push(Change::Related(*relation)),
        Effect::Unrelate(relation, _) => changes.push(Change::Unrelated(*relation)),
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

/// How a property changes that gets the value of an expression.
pub fn becomes(value: &Expr) -> How {
    value.constant().map_or(How::Somehow, |value| How::To(value.clone()))
}
