//! Deriving skills from declared actions.

use crate::model::{Literal, Skill};
use motive_core::action::Action;
use motive_core::condition::Condition;
use motive_core::engine::{ConditionNode, PossibleChange, ValueChange};
use motive_core::vocabulary::{Value, Vocabulary};
use std::sync::Arc;

/// A proposition of a network and the condition on memory that it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorCondition {
    /// The proposition.
    pub proposition: Arc<str>,
    /// When it is true.
    pub condition: Condition,
}

impl SensorCondition {
    /// A proposition and when it is true.
    pub fn new(proposition: &str, condition: Condition) -> Self {
        Self { proposition: proposition.into(), condition }
    }
}

/// It cannot be decided what an action does to a condition, so that the skill has to be written by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEffect {
    /// The action.
    pub action: Arc<str>,
    /// The proposition.
    pub proposition: Arc<str>,
}

/// The preconditions of an action as literals. Conditions that have no proposition in `known` get one, which `name` names.
pub fn sensor_conditions(
    action: &Action,
    sensors: &mut Vec<SensorCondition>,
    mut name: impl FnMut(&Condition) -> String,
) -> Vec<Literal> {
    let mut literals = Vec::new();
    for part in action.needs.conjuncts() {
        let (part, truth) = match &part.node {
            ConditionNode::Always => continue,
            ConditionNode::Not(inner) => (&**inner, false),
            _ => (part, true),
        };
        if !sensors.iter().any(|known| known.condition == *part) {
            let proposition = name(part);
            sensors.push(SensorCondition::new(&proposition, part.clone()));
        }
        if let Some(known) = sensors.iter().find(|known| known.condition == *part) {
            literals.push(Literal { proposition: known.proposition.clone(), value: truth.into() });
        }
    }
    literals
}

/// Derives a skill from an action: its preconditions are `needs`, its add and delete list what the action makes true and false of
/// the known propositions. Effects that cannot be decided are returned.
pub fn derive_skill(
    action: &Action,
    needs: Vec<Literal>,
    sensors: &[SensorCondition],
    names: &Vocabulary,
) -> (Skill, Vec<UnknownEffect>) {
    let name: Arc<str> = names.action_name(action.action).into();
    let mut skill = Skill::new(&name).needs(needs);
    let mut unknown = Vec::new();
    let changes = action.changes();
    for known in sensors {
        match effect_on(&changes, &known.condition, names) {
            EffectOnCondition::None => {}
            EffectOnCondition::Makes(true) => skill = skill.adds([(&*known.proposition, true)]),
            EffectOnCondition::Makes(false) => skill = skill.deletes([(&*known.proposition, false)]),
            EffectOnCondition::Unknown => {
                let proposition = known.proposition.clone();
                unknown.push(UnknownEffect { action: name.clone(), proposition });
            }
        }
    }
    (skill, unknown)
}

/// What the changes of an action do to a condition.
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
            // The last change that has an effect counts, as when changes are applied.
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
        // A property that is itself the condition gets the value that it is set to.
        (true, true) => match (&condition.node, change) {
            (ConditionNode::Holds(_), PossibleChange::Property(_, _, ValueChange::To(value))) => {
                EffectOnCondition::Makes(Value::is_true(value))
            }
            _ => EffectOnCondition::Unknown,
        },
    }
}
