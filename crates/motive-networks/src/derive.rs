//! Skills read off declared actions.

use super::agent::Skill;
use super::sign::Pair;
use motive_core::action::Action;
use motive_core::condition::Condition;
use motive_core::engine::{ConditionNode, PossibleChange, ValueChange};
use motive_core::vocabulary::{Value, Vocabulary};
use std::sync::Arc;

/// A proposition of a network that stands for a condition on memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    /// What the network calls it.
    pub proposition: Arc<str>,
    /// When it is true.
    pub condition: Condition,
}

impl Meaning {
    /// A proposition and when it is true.
    #[must_use]
    pub fn new(proposition: &str, condition: Condition) -> Self {
        Self { proposition: proposition.into(), condition }
    }
}

/// What an action does to a condition cannot be told; the skill has to be written by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided {
    /// Which action.
    pub action: Arc<str>,
    /// Which proposition.
    pub proposition: Arc<str>,
}

/// Gives every part of what an action needs a proposition, unless it has one. `name` says what to call it.
pub fn meanings_of(
    action: &Action,
    known: &mut Vec<Meaning>,
    mut name: impl FnMut(&Condition) -> String,
) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for part in action.needs.conjuncts() {
        let (part, truth) = match &part.node {
            ConditionNode::Always => continue,
            ConditionNode::Not(inner) => (&**inner, false),
            _ => (part, true),
        };
        if !known.iter().any(|meaning| meaning.condition == *part) {
            let proposition = name(part);
            known.push(Meaning::new(&proposition, part.clone()));
        }
        if let Some(meaning) = known.iter().find(|meaning| meaning.condition == *part) {
            pairs.push(Pair { proposition: meaning.proposition.clone(), value: truth.into() });
        }
    }
    pairs
}

/// Reads a skill off an action: what it needs is its condition list; what its effects make true or false of the known
/// propositions are the other two. What cannot be told is given back.
#[must_use]
pub fn skill_of(
    action: &Action,
    needs: Vec<Pair>,
    known: &[Meaning],
    names: &Vocabulary,
) -> (Skill, Vec<Undecided>) {
    let name: Arc<str> = names.action_name(action.action).into();
    let mut skill = Skill::new(&name).needs(needs);
    let mut undecided = Vec::new();
    let changes = action.changes();
    for meaning in known {
        match effect_on(&changes, &meaning.condition, names) {
            Effect::None => {}
            Effect::Makes(true) => skill = skill.adds([(&*meaning.proposition, true)]),
            Effect::Makes(false) => skill = skill.drops([(&*meaning.proposition, false)]),
            Effect::Unknown => {
                let proposition = meaning.proposition.clone();
                undecided.push(Undecided { action: name.clone(), proposition });
            }
        }
    }
    (skill, undecided)
}

/// What changes do to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    None,
    Makes(bool),
    Unknown,
}

fn effect_on(changes: &[PossibleChange], condition: &Condition, names: &Vocabulary) -> Effect {
    let mut effect = Effect::None;
    for change in changes {
        effect = match one_effect(change, condition, names) {
            // Of several changes the last that matters counts, as when they are made.
            Effect::None => effect,
            other => other,
        };
    }
    effect
}

fn one_effect(change: &PossibleChange, condition: &Condition, names: &Vocabulary) -> Effect {
    if let ConditionNode::Not(inner) = &condition.node {
        return match one_effect(change, inner, names) {
            Effect::Makes(truth) => Effect::Makes(!truth),
            other => other,
        };
    }
    let can = |truth| change.can_make(condition, truth, names);
    match (can(true), can(false)) {
        (false, false) => Effect::None,
        (true, false) => Effect::Makes(true),
        (false, true) => Effect::Makes(false),
        // A property that is itself the condition becomes what it is set to.
        (true, true) => match (&condition.node, change) {
            (ConditionNode::Holds(_), PossibleChange::Property(_, _, ValueChange::To(value))) => {
                Effect::Makes(Value::is_true(value))
            }
            _ => Effect::Unknown,
        },
    }
}
