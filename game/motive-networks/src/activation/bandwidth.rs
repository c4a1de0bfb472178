//! A lower bound for the time of a step, for benchmarks: reading and writing its arrays without applying any rule.

use crate::activation::field::{ActivationField, FlowSum};
use crate::activation::inhibition::Inhibitor;
use crate::activation::precision::Float;
use crate::activation::sums::{sum_of, sum_over};
use crate::graph::links::LinkGraph;

impl<N: Float> ActivationField<N> {
    /// Goes over each array as often as a step by proposition has to, adds up what it reads and writes what a step writes.
    ///
    /// A step reads the preconditions twice (what flows backward and inhibits; each skill's share of what flows forward), the add
    /// lists, delete lists and listed inhibitors once, the arrays by proposition once, and the arrays by skill before and after
    /// spreading. Where inhibition has to be capped one by one, as many entries of `needing` are read again as in the last step.
    pub(crate) fn plain_pass(&mut self, links: &LinkGraph, holds: &[bool]) -> f64 {
        let Self { level, previous, before, sources, rates, buffers, conflicters } = self;
        let mut sum = N::ZERO;
        let rows = |rows: &motive_util::Rows, values: &[N]| {
            rows.iter().fold(N::ZERO, |sum, row| sum + sum_of(values, row))
        };
        if conflicters.is_complete() {
            sum += rows(&links.needs().literals, &buffers.demand);
            if buffers.any_forward {
                sum += rows(&links.needs().literals, &buffers.forward_by_literal);
            }
        } else {
            let demand = |index: &u32| {
                let known: Option<&FlowSum<N>> = buffers.demand_with_largest.get(*index as usize);
                known.map_or(N::ZERO, |known| known.sum + known.largest)
            };
            sum += sum_over(links.needs().literals.items(), demand);
        }
        let entries = links.needing().items();
        let mut again = buffers.examined;
        while again > 0 && !entries.is_empty() {
            let part = entries.get(..again.min(entries.len())).unwrap_or(entries);
            sum += sum_of(level, part);
            again -= part.len();
        }
        sum += rows(&links.adds().keys, &buffers.backward);
        if !conflicters.is_complete() {
            if buffers.any_forward {
                sum += sum_of(&buffers.forward, links.needs().keys.items());
            }
            let held = |index: &u32| {
                let known: Option<&FlowSum<N>> = buffers.held.get(*index as usize);
                known.map_or(N::ZERO, |known| known.sum + known.largest)
            };
            sum += sum_over(links.deletes().items(), held);
        }
        let amount = |inhibitor: Inhibitor<N>| {
            let known = buffers.level_and_flow.get(inhibitor.skill as usize);
            known.map_or(N::ZERO, |[level, flow]| *level + *flow * inhibitor.share)
        };
        for skill in 0..conflicters.inhibitors().len() {
            sum += conflicters.inhibitors().sum(skill, amount);
        }
        for (demand, holds) in buffers.demand.iter_mut().zip(holds) {
            let demand = std::mem::take(demand);
            sum += if *holds { N::ZERO } else { demand };
        }
        for (backward, adding) in buffers.backward.iter_mut().zip(&rates.per_adding) {
            *backward = *adding;
        }
        for (held, deleting) in buffers.held.iter_mut().zip(&rates.per_deleting) {
            *held = FlowSum { sum: *deleting, largest: *deleting };
        }
        let by_skill =
            buffers.executable_flow.iter_mut().zip(&mut buffers.flow).zip(&mut buffers.level_and_flow);
        for (((executable, flow), both), (previous, level)) in by_skill.zip(previous.iter_mut().zip(&*level))
        {
            (*executable, *flow, *both, *previous) = (*level, *level, [*level; 2], *level);
        }
        for (before, (external, spread)) in
            before.iter_mut().zip(sources.external.iter().zip(&sources.spread))
        {
            let external = external.state + external.goals + external.protected + external.followers;
            *before = external + spread.backward + spread.forward + spread.inhibition;
            sum += *before;
        }
        sum.to()
    }
}
