//! Plans written beforehand, of which the most useful is chosen: the early utility system of Sloan 2015, ancestor of plans from drives.

use super::domain::Domain;
use super::plan::Step;
use super::simulate::{Link, Simulator};
use super::urges::Urges;
use crate::vocabulary::{Facts, Id, Verb};

/// A plan written beforehand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predefined {
    /// What it is called.
    pub name: String,
    /// What is done with what, in order.
    pub steps: Vec<(Verb, Option<Id>)>,
}

/// The plan that leaves the agent best off, and what everything is then worth. Plans that cannot be done as they are, and those that make
/// nothing better, are left out; among equals the first is chosen.
#[must_use]
pub fn most_useful<F: Facts + ?Sized>(
    plans: &[Predefined],
    domain: &Domain,
    urges: &Urges,
    facts: &F,
) -> Option<(usize, Vec<Step>, f64)> {
    let free = |_| true;
    let mut sim = Simulator::new(domain, urges, facts, &free);
    let now = sim.run(&[], None, None).utility;
    let mut best: Option<(usize, Vec<Step>, f64)> = None;
    for (number, plan) in plans.iter().enumerate() {
        let link = |(joined, (verb, thing)): (u16, &(Verb, Option<Id>))| {
            let action = domain.actions.iter().position(|action| action.built.declared().verb == *verb)?;
            Some(Link { action: u16::try_from(action).ok()?, thing: *thing, joined })
        };
        let Some(links) = (0..).zip(&plan.steps).map(link).collect::<Option<Vec<_>>>() else { continue };
        let outcome = sim.run(&links, None, None);
        let possible = outcome.unmet.is_none() && !outcome.broken && outcome.utility > now;
        if possible && best.as_ref().is_none_or(|(.., utility)| outcome.utility > *utility) {
            let steps = links.iter().filter_map(|link| Step::of(link, domain)).collect();
            best = Some((number, steps, outcome.utility));
        }
    }
    best
}
