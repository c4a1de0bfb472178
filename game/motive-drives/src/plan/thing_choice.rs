//! Which things an action is tried with when it is added to a plan.
//!
//! In general every thing that supplies the action is tried, and the simulation shows whether it helps. But among hundreds of things most
//! cannot, and to simulate them all would be most of a search:
//! - If the agent must be where a hole is, only things at that place are worth going to. Where a precondition asks for such a value
//!   (`self.at == it.at`, `self.near == it`), and the action copies it from its thing (`self.at = it.at`, `self.near = it`), the things with that
//!   value are looked up.
//! - A precondition that no action can make hold (`it.nearest == true`) must hold already.
//! - A goal about one thing (`hole.size toward 0`) is not served by an action that changes another thing.

use super::drive_states::HardGoal;
use super::simulate::{ChainLink, Simulator, Unmet};
use crate::definition::Hard;
use crate::domain::{CompiledAbility, Domain, Support};
use motive_core::vocabulary::{Facts, Id, Kind, Property, Query, Value};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The thing of each plan that is tried; none for an action that takes no thing.
pub(crate) type Things = SmallVec<[Option<Id>; 8]>;

/// The free things with which a plan of one action may serve one of these goals.
pub(crate) fn things_for_goals<F: Facts + ?Sized>(
    number: u16,
    action: &CompiledAbility,
    goals: &[HardGoal],
    sim: &Simulator<'_, F>,
) -> Things {
    let mut found = things(action, sim);
    let rules = &sim.domain.rules;
    // A plan that is to reach a goal may have other actions first; one that is filtered for helping nobody may be wanted by a publication.
    let each_must_help = rules.hard == Hard::Needs && !rules.idle_seeds && !sim.domain.changes_by_itself();
    if each_must_help && goals.iter().all(|goal| needs_its_thing(number, goal, sim.domain)) {
        found.retain(|thing| goals.iter().any(|(_, _, about)| about == thing));
    }
    found
}

fn needs_its_thing(action: u16, (drive, template, about): &HardGoal, domain: &Domain) -> bool {
    let template = domain.template(*drive, *template);
    // What is measured of the agent may be changed by way of any thing.
    *about != Some(Id::SELF) && template.is_some_and(|template| template.by_own_thing.contains(&action))
}

/// The free things that supply an action, oldest first.
pub(crate) fn things<F: Facts + ?Sized>(action: &CompiledAbility, sim: &Simulator<'_, F>) -> Things {
    if !action.needs_thing {
        return Things::from_slice(&[None]);
    }
    supplying(action, &[], sim)
}

/// The free things with which an action may make an unmet precondition hold.
pub(crate) fn things_that_help<F: Facts + ?Sized>(
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
    let need = sim.domain.ability(owner.action)?.parts.get(part as usize)?.equality?;
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
    let fixed = sim.domain.rules.relevance && !sim.domain.changes_by_itself();
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
