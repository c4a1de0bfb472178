//! Plans written beforehand, of which the most useful is chosen: the early utility system of Sloan 2015, ancestor of plans from drives.

use super::compile::CompiledScript;
use super::domain::Domain;
use super::drive_state::DriveStates;
use super::plan::Step;
use super::simulate::{ChainLink, Simulator};
use super::utility_bound::most_after;
use motive_core::condition::{Bindings, Expr};
use motive_core::vocabulary::{ActionId, Facts, Id};
use smallvec::SmallVec;
use std::sync::Arc;

/// A plan written beforehand whose targets are chosen when it is considered: `goto pills, get pills, goto patient, medicate patient`.
///
/// A [`Domain`] with such plans does not search: it takes the one that leaves the agent best off.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ScriptedPlan {
    /// What it is called.
    pub name: Arc<str>,
    /// What is done, and with what.
    pub steps: Vec<(ActionId, Option<Expr>)>,
}

impl ScriptedPlan {
    /// A plan without steps.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), steps: Vec::new() }
    }

    /// Then something is done with a thing.
    #[must_use]
    pub fn step(mut self, action: ActionId, with: impl Into<Expr>) -> Self {
        self.steps.push((action, Some(with.into())));
        self
    }

    /// Then something is done with nothing.
    #[must_use]
    pub fn alone(mut self, action: ActionId) -> Self {
        self.steps.push((action, None));
        self
    }
}

/// What is done with what, in order.
pub(super) type Steps = SmallVec<[(ActionId, Option<Id>); 4]>;

/// The written plans of a domain with their targets as they are now. Those without a target are left out.
pub(super) fn with_targets(written: &[CompiledScript], facts: &impl Facts) -> SmallVec<[Steps; 8]> {
    written.iter().filter_map(|code| with_targets_of(code, facts)).collect()
}

fn with_targets_of(code: &CompiledScript, facts: &impl Facts) -> Option<Steps> {
    let mut targets = SmallVec::<[Id; 4]>::new();
    for target in &code.targets {
        targets.push(target.value(facts, &mut Bindings::new(code.variables))?.id()?);
    }
    let thing = |with: &Option<u16>| with.and_then(|at| targets.get(usize::from(at)).copied());
    Some(code.steps.iter().map(|(action, with)| (*action, thing(with))).collect())
}

/// A plan written beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predefined {
    /// What it is called.
    pub name: String,
    /// What is done with what, in order.
    pub steps: Vec<(ActionId, Option<Id>)>,
}

/// The plan that leaves the agent best off, and what everything is then worth. Plans that cannot be done as they are, and those that make
/// nothing better, are left out; among equals the first is chosen.
#[must_use]
pub fn most_useful<F: Facts + ?Sized>(
    plans: &[Predefined],
    domain: &Domain,
    drive_states: &DriveStates,
    facts: &F,
) -> Option<(usize, Vec<Step>, f64)> {
    best_of(plans.iter().map(|plan| &plan.steps[..]), domain, drive_states, facts)
}

/// The same for plans without names.
pub(super) fn best_of<'p, F: Facts + ?Sized>(
    plans: impl Iterator<Item = &'p [(ActionId, Option<Id>)]>,
    domain: &Domain,
    drive_states: &DriveStates,
    facts: &F,
) -> Option<(usize, Vec<Step>, f64)> {
    let free = |_| true;
    let mut sim = Simulator::new(domain, drive_states, facts, &free);
    let before = sim.run(&[], None, None);
    let mut chains: SmallVec<[Chain; 8]> = plans
        .enumerate()
        .filter_map(|(number, steps)| {
            let links = links(steps, domain)?;
            let most = most_after(&links, &before.parts, domain);
            Some(Chain { number, links, most })
        })
        .collect();
    // Once one is better than the next can become, the rest need not be thought through.
    chains.sort_by(|one, other| other.most.total_cmp(&one.most));
    let mut best: Option<(&Chain, f64)> = None;
    for chain in &chains {
        if chain.most <= before.utility || best.is_some_and(|(_, utility)| chain.most < utility) {
            break;
        }
        let outcome = sim.run(&chain.links, None, None);
        let possible = outcome.unmet.is_none() && !outcome.broken && outcome.utility > before.utility;
        let better = |(known, utility): (&Chain, f64)| {
            outcome.utility > utility || outcome.utility == utility && chain.number < known.number
        };
        if possible && best.is_none_or(better) {
            best = Some((chain, outcome.utility));
        }
    }
    let (chain, utility) = best?;
    let steps = chain.links.iter().filter_map(|link| Step::of(link, domain)).collect();
    Some((chain.number, steps, utility))
}

/// A plan as the simulator takes it, and the most that everything can be worth after it.
struct Chain {
    number: usize,
    links: SmallVec<[ChainLink; 4]>,
    most: f64,
}

fn links(steps: &[(ActionId, Option<Id>)], domain: &Domain) -> Option<SmallVec<[ChainLink; 4]>> {
    let link = |(joined, (action, thing)): (u16, &(ActionId, Option<Id>))| {
        let action = domain.actions.iter().position(|code| code.built.declared().action == *action)?;
        Some(ChainLink { action: u16::try_from(action).ok()?, thing: *thing, joined })
    };
    (0..).zip(steps).map(link).collect()
}
