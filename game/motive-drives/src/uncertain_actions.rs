//! Actions that may miss, and the expected utility of plans that contain some.

use super::compile::CompiledAbility;
use super::drive_state::total;
use super::simulate::{ChainLink, SimulationResult, Simulator};
use motive_core::vocabulary::Facts;
use smallvec::SmallVec;

/// The most actions of one plan that may miss in a simulation: every combination of hits and misses is simulated. Further actions count as
/// hits.
const MOST: usize = 6;

/// The actions of a chain that may miss, each with its odds in the state in which it is done if everything before it succeeds.
#[derive(Default)]
pub(super) struct Odds(SmallVec<[(usize, f64); MOST]>);

impl Odds {
    pub(super) fn note(&mut self, at: usize, action: &CompiledAbility, link: &ChainLink, facts: &impl Facts) {
        let Some(misses) = &action.misses else { return };
        let odds = misses.odds.number(facts, &mut action.bindings(link.thing)).unwrap_or(0.0).clamp(0.0, 1.0);
        if odds > 0.0 && self.0.len() < MOST {
            self.0.push((at, odds));
        }
    }
}

impl<F: Facts + ?Sized> Simulator<'_, F> {
    /// Replaces the utility of a chain in which everything succeeds by its expected value. Unmet preconditions stay those of the chain in
    /// which everything succeeds: a plan cannot repair bad luck in advance.
    pub(super) fn expect(&mut self, chain: &[ChainLink], odds: &Odds, result: &mut SimulationResult) {
        if odds.0.is_empty() {
            return;
        }
        let sure: f64 = odds.0.iter().map(|(_, miss)| 1.0 - miss).product();
        let (mut mean, mut square) = (sure * result.utility, sure * result.utility * result.utility);
        let mut parts: SmallVec<[f64; 8]> = result.parts.iter().map(|part| sure * part).collect();
        for missing in 1_u32..1 << odds.0.len() {
            let misses = |number: usize| missing >> number & 1 == 1;
            let weight: f64 = odds
                .0
                .iter()
                .enumerate()
                .map(|(at, (_, miss))| if misses(at) { *miss } else { 1.0 - miss })
                .product();
            if weight <= 0.0 {
                continue;
            }
            let missed: SmallVec<[usize; MOST]> = odds
                .0
                .iter()
                .enumerate()
                .filter(|(number, _)| misses(*number))
                .map(|(_, (at, _))| *at)
                .collect();
            let (utility, others) = self.with_misses(chain, &missed, result);
            mean += weight * utility;
            square += weight * utility * utility;
            parts.iter_mut().zip(&others).for_each(|(part, other)| *part += weight * other);
        }
        result.utility = mean;
        result.spread = (square - mean * mean).max(0.0).sqrt();
        result.parts = parts;
    }

    /// The result of a chain if some of its actions miss. Actions whose preconditions no longer hold because of that are skipped.
    fn with_misses(
        &mut self,
        chain: &[ChainLink],
        missed: &[usize],
        sure: &SimulationResult,
    ) -> (f64, SmallVec<[f64; 8]>) {
        let start = self.facts.mark();
        let mut result = sure.clone();
        result.dead = false;
        for (at, link) in chain.iter().enumerate() {
            let Some(action) = self.domain.actions.get(link.action as usize) else { continue };
            let there = link.thing.is_none_or(|thing| self.facts.exists(thing));
            if there && !result.dead && self.preconditions_hold(action, link) {
                let built = match &action.misses {
                    Some(misses) if missed.contains(&at) => &misses.built,
                    _ => &action.built,
                };
                self.perform(built, link, &mut result);
            }
        }
        let mut parts = SmallVec::new();
        self.drive_states.satisfactions(self.domain, &self.facts, &mut parts);
        let utility = total(self.domain, &self.facts, &parts);
        self.facts.undo(start);
        (utility, parts)
    }

    fn preconditions_hold(&self, action: &CompiledAbility, link: &ChainLink) -> bool {
        let mut bindings = action.bindings(link.thing);
        action.parts.iter().all(|part| part.condition.holds(&self.facts, &mut bindings))
    }
}
