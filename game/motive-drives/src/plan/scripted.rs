//! Scripted plans, of which the one with the highest utility is followed: the early utility system of Sloan 2015, which preceded planning
//! for drives.

use super::PlanStep;
use super::drive_states::DriveStates;
use super::search::MOST_OTHER_PLANS;
use super::simulate::{ChainLink, Simulator, most_after};
use crate::domain::{CompiledScript, Domain};
use motive_core::condition::Bindings;
use motive_core::trace::OtherPlan;
use motive_core::vocabulary::{ActionId, Facts, Id};
use smallvec::SmallVec;

/// Actions with their targets, in order.
pub(crate) type Steps = SmallVec<[(ActionId, Option<Id>); 4]>;

/// The scripted plans of a domain with their current targets. Plans without a target are left out.
pub(crate) fn with_targets(written: &[CompiledScript], facts: &impl Facts) -> SmallVec<[Steps; 8]> {
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

/// The plan with the highest utility: its position, its steps and its utility. Plans that cannot be executed as they are, and those that
/// improve nothing, are left out; among equals the first is chosen.
pub fn best_script<'p, F: Facts + ?Sized>(
    plans: impl Iterator<Item = &'p [(ActionId, Option<Id>)]>,
    domain: &Domain,
    drive_states: &DriveStates,
    facts: &F,
) -> Option<(usize, Vec<PlanStep>, f64)> {
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
    // Once a plan is better than the next one can be, the rest need not be simulated.
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
    let steps = chain.links.iter().filter_map(|link| PlanStep::of(link, domain)).collect();
    Some((chain.number, steps, utility))
}

/// The best scripted plans other than the chosen one, for explanations: each is rated, also those that cannot win.
pub(crate) fn other_scripts<F: Facts>(
    chosen: &[PlanStep],
    domain: &Domain,
    drive_states: &DriveStates,
    facts: &F,
) -> Vec<OtherPlan> {
    let free = |_| true;
    let mut sim = Simulator::new(domain, drive_states, facts, &free);
    let before = sim.run(&[], None, None).utility;
    let mut others: Vec<OtherPlan> = with_targets(&domain.scripts, facts)
        .iter()
        .filter_map(|script| {
            let links = links(script, domain)?;
            let steps = || links.iter().filter_map(|link| PlanStep::of(link, domain));
            if steps().eq(chosen.iter().copied()) {
                return None;
            }
            let outcome = sim.run(&links, None, None);
            let flaw = if outcome.unmet.is_some() || outcome.broken {
                Some("it cannot be done as it is written".to_owned())
            } else {
                (outcome.utility <= before).then(|| "it improves nothing".to_owned())
            };
            let steps = steps().map(|step| step.display(domain)).collect();
            Some(OtherPlan { steps, utility: outcome.utility, flaw })
        })
        .collect();
    others.sort_by(|one, other| other.utility.total_cmp(&one.utility));
    others.truncate(MOST_OTHER_PLANS);
    others
}

/// A plan as the simulator takes it, and an upper bound of its utility.
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
