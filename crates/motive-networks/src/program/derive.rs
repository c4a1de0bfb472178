//! Skills read off declared actions.

use crate::model::agents::Skill;
use crate::model::literal::Literal;
use motive_core::action::Action;
use motive_core::condition::Condition;
use motive_core::engine::{ConditionNode, PossibleChange, ValueChange};
use motive_core::vocabulary::{Value, Vocabulary};
use std::sync::Arc;

/// A proposition of a network that stands for a condition on memory.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorCondition {
    /// What the network calls it.
    pub proposition: Arc<str>,
    /// When it is true.
    pub condition: Condition,
}

impl SensorCondition {
    /// A proposition and when it is true.
    #[must_use]
    pub fn new(proposition: &str, condition: Condition) -> Self {
        Self { proposition: proposition.into(), condition }
    }
}

/// What an action does to a condition cannot be told; the skill has to be written by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEffect {
    /// Which action.
    pub action: Arc<str>,
    /// Which proposition.
    pub proposition: Arc<str>,
}

/// Gives every part of what an action needs a proposition, unless it has one. `name` says what to call it.
pub fn sensor_conditions(
    action: &Action,
    known: &mut Vec<SensorCondition>,
    mut name: impl FnMut(&Condition) -> String,
) -> Vec<Literal> {
    let mut literals = Vec::new();
    for part in action.needs.conjuncts() {
        let (part, truth) = match &part.node {
            ConditionNode::Always => continue,
            ConditionNode::Not(inner) => (&**inner, false),
            _ => (part, true),
        };
        if !known.iter().any(|meaning| meaning.condition == *part) {
            let proposition = name(part);
            known.push(SensorCondition::new(&proposition, part.clone()));
        }
        if let Some(meaning) = known.iter().find(|meaning| meaning.condition == *part) {
            literals.push(Literal { proposition: meaning.proposition.clone(), value: truth.into() });
        }
    }
    literals
}

/// Reads a skill off an action: what it needs is its condition list; what its effects make true or false of the known
/// propositions are the other two. What cannot be told is given back.
#[must_use]
pub fn derive_skill(
    action: &Action,
    needs: Vec<Literal>,
    known: &[SensorCondition],
    names: &Vocabulary,
) -> (Skill, Vec<UnknownEffect>) {
    let name: Arc<str> = names.action_name(action.action).into();
    let mut skill = Skill::new(&name).needs(needs);
    let mut undecided = Vec::new();
    let changes = action.changes();
    for meaning in known {
        match effect_on(&changes, &meaning.condition, names) {
            EffectOnCondition::None => {}
            EffectOnCondition::Makes(true) => skill = skill.adds([(&*meaning.proposition, true)]),
            EffectOnCondition::Makes(false) => skill = skill.deletes([(&*meaning.proposition, false)]),
            EffectOnCondition::Unknown => {
                let proposition = meaning.proposition.clone();
                undecided.push(UnknownEffect { action: name.clone(), proposition });
            }
        }
    }
    (skill, undecided)
}

/// What changes do to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EffectOnCondition {
    None,
    Makes(bool),
    Unknown,
}

fn effect_on(changes: &[PossibleChange], condition: &Condition, names: &Vocabulary) -> EffectOnCondition {
    let mut effect = EffectOnCondition::None;
    for change in changes {
        effect = match one_effect(change, condition, names) {
            // Of several changes the last that matters counts, as when they are made.
            EffectOnCondition::None => effect,
            other => other,
        };
    }
    effect
}

fn one_effect(change: &PossibleChange, condition: &Condition, names: &Vocabulary) -> EffectOnCondition {
    if let ConditionNode::Not(inner) = &condition.node {
        return match one_effect(change, inner, names) {
            EffectOnCondition::Makes(truth) => EffectOnCondition::Makes(!truth),
            other => other,
        };
    }
    let can = |truth| change.can_make(condition, truth, names);
    match (can(true), can(false)) {
        (false, false) => EffectOnCondition::None,
        (true, false) => EffectOnCondition::Makes(true),
        (false, true) => EffectOnCondition::Makes(false),
        // A property that is itself the condition becomes what it is set to.
        (true, true) => match (&condition.node, change) {
            (ConditionNode::Holds(_), PossibleChange::Property(_, _, ValueChange::To(value))) => {
                EffectOnCondition::Makes(Value::is_true(value))
            }
            _ => EffectOnCondition::Unknown,
        },
    }
}
