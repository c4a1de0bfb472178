//! Plans written beforehand, of which the most useful is chosen: the early utility system of Sloan 2015, ancestor of plans from drives.

use super::build::WrittenCode;
use super::domain::Domain;
use super::plan::Step;
use super::simulate::{Link, Simulator};
use super::urges::Urges;
use crate::condition::{Bindings, Expr};
use crate::vocabulary::{Facts, Id, Verb};
use std::sync::Arc;

/// A plan written beforehand whose targets are chosen when it is considered: `goto pills, get pills, goto patient, medicate patient`.
///
/// A [`Domain`] with such plans does not search: it takes the one that leaves the agent best off.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Written {
    /// What it is called.
    pub name: Arc<str>,
    /// What is done, and with what.
    pub steps: Vec<(Verb, Option<Expr>)>,
}

impl Written {
    /// A plan without steps.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), steps: Vec::new() }
    }

    /// Then something is done with a thing.
    #[must_use]
    pub fn step(mut self, verb: Verb, with: impl Into<Expr>) -> Self {
        self.steps.push((verb, Some(with.into())));
        self
    }

    /// Then something is done with nothing.
    #[must_use]
    pub fn alone(mut self, verb: Verb) -> Self {
        self.steps.push((verb, None));
        self
    }
}

/// The written plans of a domain with their targets as they are now. Those without a target are left out.
pub(super) fn with_targets(written: &[WrittenCode], facts: &impl Facts) -> Vec<Predefined> {
    let plan = |code: &WrittenCode| {
        let step = |(verb, with): &(Verb, Option<crate::condition::CompiledExpr>)| match with {
            None => Some((*verb, None)),
            Some(with) => {
                with.value(facts, &mut Bindings::new(code.variables))?.id().map(|id| (*verb, Some(id)))
            }
        };
        let steps = code.steps.iter().map(step).collect::<Option<Vec<_>>>()?;
        Some(Predefined { name: code.name.to_string(), steps })
    };
    written.iter().filter_map(plan).collect()
}

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
