//! Which values the things of an action need and give, found when a domain is built.

use crate::definition::{DomainBuilder, GoalTemplate, Measure};
use motive_core::action::{Action, Effect};
use motive_core::condition::{Comparison, Condition, Expr};
use motive_core::engine::{ConditionNode, ExprNode};
use motive_core::vocabulary::{Id, Property};

/// A part of a precondition: a property of the agent equals a property of the action's thing, or with [`Property::ID`] the thing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EqualityNeed {
    pub(crate) own: Property,
    pub(crate) of_thing: Property,
}

/// An effect: a property of the agent gets the value that a property of the action's thing has, or with [`Property::ID`] the thing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopiedProperty {
    pub(crate) own: Property,
    pub(crate) of_thing: Property,
}

/// What the actions and the world change in simulations.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChangedProperties {
    /// Properties of things, by whatever effect.
    of_things: Vec<Property>,
    /// Properties of the agent, by the world.
    own_by_world: Vec<Property>,
}

impl ChangedProperties {
    pub(crate) fn of(builder: &DomainBuilder) -> Self {
        let mut changed = Self::default();
        let mut ignored = Vec::new();
        for ability in &builder.abilities {
            collect(&ability.action.effects, &mut ignored, &mut changed.of_things);
            collect(&ability.action.replies, &mut changed.own_by_world, &mut changed.of_things);
        }
        for effects in [&builder.passing, &builder.answers] {
            collect(effects, &mut changed.own_by_world, &mut changed.of_things);
        }
        changed
    }
}

/// Collects the properties that effects change: of the agent, and of things.
fn collect(effects: &[Effect], own: &mut Vec<Property>, of_things: &mut Vec<Property>) {
    for effect in effects {
        match effect {
            Effect::Set { thing, property, .. } | Effect::Add { thing, property, .. } => {
                let list = if *thing == Id::SELF.into() { &mut *own } else { &mut *of_things };
                list.push(*property);
            }
            Effect::Each { effects, .. } | Effect::When { effects, .. } => collect(effects, own, of_things),
            _ => {}
        }
    }
}

/// The property that an expression reads of the agent.
fn own_property(value: &Expr) -> Option<Property> {
    match &value.node {
        ExprNode::Get(of, property) if **of == Id::SELF.into() => Some(*property),
        _ => None,
    }
}

/// The property that an expression reads of the only thing of an action, if it stays as it is in simulations; [`Property::ID`] if it is the thing.
fn fixed_property(value: &Expr, action: &Action, changed: &ChangedProperties) -> Option<Property> {
    let [parameter] = &action.parameters[..] else { return None };
    let is_thing = |value: &Expr| matches!(&value.node, ExprNode::Variable(name) if name == parameter);
    match &value.node {
        ExprNode::Get(of, property) if is_thing(of) && !changed.of_things.contains(property) => {
            Some(*property)
        }
        _ => is_thing(value).then_some(Property::ID),
    }
}

impl EqualityNeed {
    /// The need of an action, if this part of its precondition is one.
    pub(crate) fn of(condition: &Condition, action: &Action, changed: &ChangedProperties) -> Option<Self> {
        let ConditionNode::Compare(left, Comparison::Equal, right) = &condition.node else { return None };
        let (own, other) = match (own_property(left), own_property(right)) {
            (Some(own), None) => (own, right),
            (None, Some(own)) => (own, left),
            _ => return None,
        };
        let of_thing = fixed_property(other, action, changed)?;
        (!changed.own_by_world.contains(&own)).then_some(Self { own, of_thing })
    }
}

/// What an action copies from its thing to the agent, where it is the only effect on that property.
pub(crate) fn copied_properties(action: &Action, changed: &ChangedProperties) -> Vec<CopiedProperty> {
    let (mut own, mut of_things) = (Vec::new(), Vec::new());
    collect(&action.effects, &mut own, &mut of_things);
    let copied = |effect: &Effect| match effect {
        Effect::Set { thing, property, value } if *thing == Id::SELF.into() => {
            let of_thing = fixed_property(value, action, changed)?;
            let alone = own.iter().filter(|other| *other == property).count() == 1;
            alone.then_some(CopiedProperty { own: *property, of_thing })
        }
        _ => None,
    };
    action.effects.iter().filter_map(copied).collect()
}

/// Whether an action can serve the goals of a template with their own thing alone: it changes numbers of its thing, and they measure numbers of
/// theirs.
pub(crate) fn serves_only_its_thing(template: &GoalTemplate, action: &Action) -> bool {
    let Some(name) = template.each.as_ref().map(|pattern| pattern.name.as_deref().unwrap_or("it")) else {
        return false;
    };
    let of_thing = |value: &Expr| match &value.node {
        ExprNode::Get(of, _) => matches!(&of.node, ExprNode::Variable(variable) if **variable == *name),
        _ => false,
    };
    let measures_thing = |measure: &Measure| match measure {
        Measure::Toward { value, from, to, .. } => {
            of_thing(value) && from.constant().is_some() && to.constant().is_some()
        }
        Measure::Degree(..) => false,
    };
    let [parameter] = &action.parameters[..] else { return false };
    let changes_own_or_thing = |effect: &Effect| match effect {
        Effect::Set { thing, .. } | Effect::Add { thing, .. } => {
            *thing == Id::SELF.into()
                || matches!(&thing.node, ExprNode::Variable(variable) if variable == parameter)
        }
        _ => false,
    };
    template.measures.iter().all(measures_thing) && action.effects.iter().all(changes_own_or_thing)
}
