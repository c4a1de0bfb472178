//! Upper bounds of utility, so that a search knows when to stop.

use super::compile::CompiledDrive;
use super::domain::Domain;
use super::drive_state::DriveStates;
use super::rules::Rating;
use super::simulate::{ChainLink, SimulationResult};

/// An upper bound of the utility of all plans, computed once per search.
#[derive(Clone, Copy, Debug)]
pub(super) struct UtilityBound {
    utility: f64,
    /// The most that the ambiance of one more action can improve a plan.
    lift: f64,
}

impl UtilityBound {
    /// A drive can be satisfied completely if some action serves one of its goals, or if the world may change by itself. Otherwise it does
    /// not improve. A custom utility function has no known bound.
    pub(super) fn of(domain: &Domain, drive_states: &DriveStates) -> Self {
        let lift = drive_states.action_ambiance.iter().map(|ambiance| -ambiance).fold(0.0, f64::max)
            * domain.rules.ambiance;
        if domain.utility.function.is_some() {
            return Self { utility: f64::INFINITY, lift };
        }
        let stirring = changes_by_itself(domain);
        let (mut weights, mut sum) = (0.0, 0.0);
        for (drive, drive_state) in
            domain.drives.iter().zip(drive_states.drives()).filter(|(_, drive_state)| drive_state.present)
        {
            let served = |goal: &super::drive_state::Goal| {
                drive
                    .templates
                    .get(goal.template as usize)
                    .is_some_and(|template| !template.supports.is_empty())
            };
            let most =
                if stirring || drive_state.goals.iter().any(served) { 1.0 } else { drive_state.satisfaction };
            weights += drive.weight;
            sum += drive.weight * most;
        }
        Self { utility: if weights > 0.0 { sum / weights } else { 1.0 }, lift }
    }

    /// The best rating that a plan can reach with up to this many more actions. More actions never take less time.
    pub(super) fn rating(&self, outcome: &SimulationResult, more: usize, domain: &Domain, now: f64) -> f64 {
        let ambiance = domain.rules.ambiance * outcome.ambiance - self.lift * more as f64;
        match domain.rules.rating {
            Rating::Utility => self.utility - ambiance,
            Rating::PerSecond => {
                let gain = self.utility - now - ambiance;
                // A longer duration makes a loss per second smaller.
                if gain > 0.0 { gain / outcome.seconds.max(0.1) } else { 0.0 }
            }
        }
    }
}

/// Whether the world may change without the actions of the plan.
pub(super) fn changes_by_itself(domain: &Domain) -> bool {
    let replies = domain.actions().any(|action| !action.replies.is_empty());
    replies || domain.passing.is_some() || domain.answers.is_some()
}

/// An upper bound of the utility after a chain of actions, given the satisfactions before it: drives that some action of the chain serves
/// may become satisfied completely, the others stay as they are.
pub(super) fn most_after(chain: &[ChainLink], satisfied: &[f64], domain: &Domain) -> f64 {
    let may_miss = |link: &ChainLink| {
        domain.actions.get(link.action as usize).is_some_and(|action| action.misses.is_some())
    };
    let unknown = domain.utility.function.is_some() || !domain.rules.soft || chain.iter().any(may_miss);
    if unknown || changes_by_itself(domain) {
        return f64::INFINITY;
    }
    let is_for = |drive: &CompiledDrive| {
        let mut supports = drive.templates.iter().flat_map(|template| &template.supports);
        supports.any(|support| chain.iter().any(|link| link.action == support.action))
    };
    let most = |(part, drive): (&f64, &CompiledDrive)| if is_for(drive) { part.max(1.0) } else { *part };
    let (mut weights, mut sum) = (0.0, 0.0);
    for (part, drive) in satisfied.iter().zip(&domain.drives).filter(|(part, _)| !part.is_nan()) {
        weights += drive.weight;
        sum += drive.weight * most((part, drive));
    }
    if weights > 0.0 { sum / weights } else { 1.0 }
}
