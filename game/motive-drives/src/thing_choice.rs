//! Which things an action is tried with when it is added to a plan.
//!
//! In general every thing that supplies the action is tried, and the simulation shows whether it helps. But among hundreds of things most
//! cannot, and to simulate them all would be most of a search:
//! - If the agent must be where a hole is, only things at that place are worth going to. Where a precondition asks for such a value
//!   (`self.at == it.at`, `self.near == it`), and the action copies it from its thing (`self.at = it.at`, `self.near = it`), the things with that
//!   value are looked up.
//! - A precondition that no action can make hold (`it.nearest == true`) must hold already.
//! - A goal about one thing (`hole.size toward 0`) is not served by an action that changes another thing.

use super::compile::{CompiledAbility, Support};
use super::domain::{Domain, DomainBuilder};
use super::goal_template::{GoalTemplate, Measure};
use super::rules::Hard;
use super::simulate::{ChainLink, HardGoal, Simulator, Unmet};
use super::utility_bound::changes_by_itself;
use motive_core::action::{Action, Effect};
use motive_core::condition::{Comparison, Condition, Expr};
use motive_core::engine::{ConditionNode, ExprNode};
use motive_core::vocabulary::{Facts, Id, Kind, Property, Query, Value};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The thing of each plan that is tried; none for an action that takes no thing.
pub(super) type Things = SmallVec<[Option<Id>; 8]>;

/// A part of a precondition: a property of the agent equals a property of the action's thing, or with [`Property::ID`] the thing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EqualityNeed {
    own: Property,
    of_thing: Property,
}

/// An effect: a property of the agent gets the value that a property of the action's thing has, or with [`Property::ID`] the thing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CopiedProperty {
    own: Property,
    of_thing: Property,
}

/// What the actions and the world change in simulations.
#[derive(Clone, Debug, Default)]
pub(super) struct ChangedProperties {
    /// Properties of things, by whatever effect.
    of_things: Vec<Property>,
    /// Properties of the agent, by the world.
    own_by_world: Vec<Property>,
}

impl ChangedProperties {
    pub(super) fn of(builder: &DomainBuilder) -> Self {
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
    pub(super) fn of(condition: &Condition, action: &Action, changed: &ChangedProperties) -> Option<Self> {
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
pub(super) fn copied_properties(action: &Action, changed: &ChangedProperties) -> Vec<CopiedProperty> {
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
pub(super) fn serves_only_its_thing(template: &GoalTemplate, action: &Action) -> bool {
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

/// The free things with which a plan of one action may serve one of these goals.
pub(super) fn things_for_goals<F: Facts + ?Sized>(
    number: u16,
    action: &CompiledAbility,
    goals: &[HardGoal],
    sim: &Simulator<'_, F>,
) -> Things {
    let mut found = things(action, sim);
    let rules = &sim.domain.rules;
    // A plan that is to reach a goal may have other actions first; one that is filtered for helping nobody may be wanted by a publication.
    let each_must_help = rules.hard == Hard::Needs && !rules.idle_seeds && !changes_by_itself(sim.domain);
    if each_must_help && goals.iter().all(|goal| needs_its_thing(number, goal, sim.domain)) {
        found.retain(|thing| goals.iter().any(|(_, _, about)| about == thing));
    }
    found
}

fn needs_its_thing(action: u16, (drive, template, about): &HardGoal, domain: &Domain) -> bool {
    let template =
        domain.drives.get(*drive as usize).and_then(|drive| drive.templates.get(*template as usize));
    // What is measured of the agent may be changed by way of any thing.
    *about != Some(Id::SELF) && template.is_some_and(|template| template.by_own_thing.contains(&action))
}

/// The free things that supply an action, oldest first.
pub(super) fn things<F: Facts + ?Sized>(action: &CompiledAbility, sim: &Simulator<'_, F>) -> Things {
    if !action.needs_thing {
        return Things::from_slice(&[None]);
    }
    supplying(action, &[], sim)
}

/// The free things with which an action may make an unmet precondition hold.
pub(super) fn things_that_help<F: Facts + ?Sized>(
    support: &Support,
    action: &CompiledAbility,
    unmet: Unmet,
    chain: &[ChainLink],
    sim: &Simulator<'_, F>,
) -> Things {
    let must_meet = sim.domain.rules.relevance && !support.in_part;
    match wanted_value(action, unmet, chain, sim).filter(|_| must_meet) {
        Some(wanted) => supplying(action, &[wanted], sim),
        None => things(action, sim),
    }
}

/// The value that a property of the action's thing must have, if that is known.
fn wanted_value<F: Facts + ?Sized>(
    action: &CompiledAbility,
    unmet: Unmet,
    chain: &[ChainLink],
    sim: &Simulator<'_, F>,
) -> Option<(Property, Value)> {
    let Unmet::Need { at, part, .. } = unmet else { return None };
    let owner = chain.get(at)?;
    let need = sim.domain.actions.get(owner.action as usize)?.parts.get(part as usize)?.equality?;
    let copied = action.copies.iter().find(|copied| copied.own == need.own)?;
    // What the agent itself is like changes with its actions.
    let thing = owner.thing.filter(|thing| *thing != Id::SELF)?;
    let values = sim.facts.values(thing, need.of_thing);
    let [value] = values.as_slice() else { return None };
    Some((copied.of_thing, value.clone()))
}

/// The free things that supply an action and have these values; the agent itself in any case.
fn supplying<F: Facts + ?Sized>(
    action: &CompiledAbility,
    equal: &[(Property, Value)],
    sim: &Simulator<'_, F>,
) -> Things {
    let mut found = Things::new();
    let fixed = sim.domain.rules.relevance && !changes_by_itself(sim.domain);
    let mut add = |id: Id| {
        if (sim.free)(id) && !found.contains(&Some(id)) && !(fixed && is_ruled_out(action, id, sim)) {
            found.push(Some(id));
        }
    };
    let fits = |id: Id, kind: Kind| {
        let has = |(property, value): &(Property, Value)| {
            sim.facts.values(id, *property).as_slice().contains(value)
        };
        sim.facts.is_a(id, kind) && (id == Id::SELF || equal.iter().all(has))
    };
    for kind in &action.kinds {
        if sim.facts.is_a(Id::SELF, *kind) {
            add(Id::SELF);
        }
        sim.facts.candidates(&Query { kind: Some(*kind), equal }, &mut |id| {
            if fits(id, *kind) {
                add(id);
            }
            ControlFlow::Continue(())
        });
    }
    found
}

/// Whether a precondition with this thing does not hold and no action can make it hold.
fn is_ruled_out<F: Facts + ?Sized>(action: &CompiledAbility, thing: Id, sim: &Simulator<'_, F>) -> bool {
    // What comes after a part that binds variables depends on them.
    let mut parts =
        action.parts.iter().take_while(|part| !part.binds).filter(|part| part.supports.is_empty());
    let mut bindings = action.bindings(Some(thing));
    parts.any(|part| part.condition.degree(&sim.facts, &mut bindings) < 1.0)
}
