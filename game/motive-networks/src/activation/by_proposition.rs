//! Flows summed once per proposition, so that the work grows with the list entries and not with the links.
//!
//! Inhibition depends on both skills and cannot simply be summed; [`Conflicters`](super::conflicters::Conflicters) says which pairs are examined one by one.

use super::conflicters::Inhibitor;
use super::engine::StepContext;
use super::field::{ActivationField, FlowSum, SpreadBuffers};
use super::numbers::{Float, sum_of};
use crate::model::LinkKind;

impl<N: Float> ActivationField<N> {
    /// Spreads activation backward and forward and inhibits, summed per proposition.
    pub(super) fn spread_by_proposition(&mut self, cx: &StepContext<'_>) {
        self.conflicters.refresh(cx, &self.rates);
        let forward = self.sum_forward(cx);
        if self.conflicters.complete {
            self.spread_along_preconditions(cx, forward);
        } else {
            self.sum_backward_and_held(cx);
            self.spread_forward_shares(cx, forward);
        }
        self.spread_along_effects(cx);
    }

    /// By key, what flows backward through it; by skill, its share of what flows forward. Both depend on the preconditions, which
    /// are read once. Used when all conflicters are listed.
    fn spread_along_preconditions(&mut self, cx: &StepContext<'_>, any_forward: bool) {
        let (literals_of, needs) = (&cx.links.literals_of, &cx.links.needs);
        let SpreadBuffers { flow, demand, backward, forward, forward_by_literal, .. } = &mut self.buffers;
        if any_forward {
            let mut by_literal = forward_by_literal.iter_mut();
            let flows = forward.iter_mut().zip(&self.rates.per_needing);
            for (literals, (flow, per_needing)) in literals_of.lengths().zip(flows) {
                let share = std::mem::take(flow) * *per_needing;
                by_literal.by_ref().take(literals).for_each(|place| *place = share);
            }
        }
        let rate = self.rates.forward * self.rates.kind(LinkKind::Forward);
        let skills = needs.literals.iter().zip(flow.iter()).zip(&mut self.spread_flows);
        for (skill, (((row, flow), spread), per_need)) in skills.zip(&self.rates.per_need).enumerate() {
            if *flow > N::ZERO {
                for literal in row {
                    if let Some(demand) = demand.get_mut(*literal as usize) {
                        *demand += *flow;
                    }
                }
            }
            let receives = any_forward && !cx.suppressed(skill);
            spread.forward =
                if receives { sum_of(forward_by_literal, row) * *per_need * rate } else { N::ZERO };
        }
        let mut demand = demand.iter_mut().zip(cx.holds);
        let keys = literals_of.lengths().zip(backward).zip(&self.rates.per_adding);
        for ((literals, backward), per_adding) in keys {
            let mut lacking = N::ZERO;
            // The literals of a key are consecutive.
            for (sum, holds) in demand.by_ref().take(literals) {
                // Computed without a branch: the processor could not predict whether a literal holds.
                let sum = std::mem::take(sum);
                lacking += if *holds { N::ZERO } else { sum };
            }
            *backward = lacking * *per_adding;
        }
    }

    /// By key, what flows backward through it and the inhibition it causes.
    ///
    /// Each skill adds its flow to every literal that it needs. A literal that does not hold makes that flow backward, one that
    /// holds makes it inhibit: an executable skill lacks nothing.
    fn sum_backward_and_held(&mut self, cx: &StepContext<'_>) {
        let (literals_of, needs) = (&cx.links.literals_of, &cx.links.needs);
        let SpreadBuffers { flow, demand_with_largest: demand, backward, held, .. } = &mut self.buffers;
        demand.fill(FlowSum::default());
        for (literals, flow) in needs.literals.iter().zip(flow.iter()).filter(|(_, flow)| **flow > N::ZERO) {
            for literal in literals {
                if let Some(demand) = demand.get_mut(*literal as usize) {
                    *demand = FlowSum { sum: demand.sum + *flow, largest: demand.largest.larger(*flow) };
                }
            }
        }
        let rates = self.rates.per_adding.iter().zip(&self.rates.per_deleting);
        let mut demand = demand.iter().zip(cx.holds);
        for ((literals, (backward, held)), (per_adding, per_deleting)) in
            literals_of.lengths().zip(backward.iter_mut().zip(held)).zip(rates)
        {
            let (mut lacking, mut holding) = (N::ZERO, FlowSum::<N>::default());
            // The literals of a key are consecutive.
            for (demand, holds) in demand.by_ref().take(literals) {
                // Computed without a branch: the processor could not predict whether a literal holds.
                let (yes, no) = if *holds { (*demand, N::ZERO) } else { (FlowSum::default(), demand.sum) };
                holding =
                    FlowSum { sum: holding.sum + yes.sum, largest: holding.largest.larger(yes.largest) };
                lacking += no;
            }
            *backward = lacking * *per_adding;
            *held = FlowSum { sum: holding.sum * *per_deleting, largest: holding.largest * *per_deleting };
        }
    }

    /// By key, what flows forward through it before it is divided. Returns whether anything does. Only executable skills spread
    /// forward, and they are often few.
    fn sum_forward(&mut self, cx: &StepContext<'_>) -> bool {
        let SpreadBuffers { executable_flow, forward, .. } = &mut self.buffers;
        let mut any_forward = false;
        let adds = &cx.links.adds;
        for (skill, flow) in executable_flow.iter().enumerate().filter(|(_, flow)| **flow > N::ZERO) {
            for (key, _) in adds.of(skill).filter(|(_, literal)| !cx.holds(*literal)) {
                if let Some(sum) = forward.get_mut(key as usize) {
                    *sum += *flow;
                    any_forward = true;
                }
            }
        }
        any_forward
    }

    /// By skill, its share of what flows forward through the keys that it needs.
    fn spread_forward_shares(&mut self, cx: &StepContext<'_>, any_forward: bool) {
        let forward = &mut self.buffers.forward;
        forward.iter_mut().zip(&self.rates.per_needing).for_each(|(flow, per)| *flow = *flow * *per);
        let rate = self.rates.forward * self.rates.kind(LinkKind::Forward);
        let rows = self.spread_flows.iter_mut().zip(&self.rates.per_need);
        for (skill, (spread, per_need)) in rows.enumerate() {
            let receives = any_forward && !cx.suppressed(skill);
            let needs = cx.links.needs.keys.row(skill);
            spread.forward = if receives { sum_of(forward, needs) * *per_need * rate } else { N::ZERO };
        }
        forward.fill(N::ZERO);
    }

    /// By skill, its share of what flows backward through the keys that it adds, and how much it is inhibited for those that it
    /// deletes.
    fn spread_along_effects(&mut self, cx: &StepContext<'_>) {
        let links = cx.links;
        let rate = self.rates.kind(LinkKind::Backward);
        for (skill, (deletes, adds)) in links.deletes.iter().zip(links.adds.keys.iter()).enumerate() {
            let receives = !cx.suppressed(skill);
            let per_add = self.rates.per_add.get(skill).copied().unwrap_or(N::ONE);
            let backward =
                if receives { sum_of(&self.buffers.backward, adds) * per_add * rate } else { N::ZERO };
            let conflicts = receives && !deletes.is_empty();
            let inhibition = if conflicts { self.inhibition_of(cx, skill, deletes) } else { N::ZERO };
            if let Some(spread) = self.spread_flows.get_mut(skill) {
                (spread.backward, spread.inhibition) = (backward, inhibition);
            }
        }
    }

    /// How much all others inhibit one skill.
    fn inhibition_of(&mut self, cx: &StepContext<'_>, skill: usize, deletes: &[u32]) -> N {
        let Some(level) = self.level.get(skill).copied() else { return N::ZERO };
        if cx.cap_inhibition && level <= N::ZERO {
            return N::ZERO;
        }
        let per_delete = self.rates.per_delete.get(skill).copied().unwrap_or(N::ONE);
        let rate = per_delete * self.rates.inhibit * self.rates.kind(LinkKind::Inhibition);
        if self.conflicters.complete {
            return self.inhibition_by_listed(cx, skill, level, rate);
        }
        if self.conflicters.is_pairwise(skill) {
            return self.inhibition_pairwise(cx, skill, level, rate);
        }
        let (mut total, mut largest) = (N::ZERO, N::ZERO);
        for key in deletes {
            if let Some(held) = self.buffers.held.get(*key as usize) {
                total += held.sum;
                largest = largest.larger(held.largest);
            }
        }
        let own = self.self_inhibition(cx, skill, deletes);
        let mut inhibition = (total - own) * rate - self.excess_of_listed(cx, skill, level, rate);
        if cx.cap_inhibition && largest * rate > level {
            inhibition = inhibition - self.excess_of_others(cx, skill, level, rate);
        }
        inhibition.larger(N::ZERO)
    }

    /// How much all others inhibit one skill, when all its conflicters are listed.
    fn inhibition_by_listed(&self, cx: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let cap = if cx.cap_inhibition { level } else { N::of(f64::MAX) };
        let weaker = below(level);
        let amount = |inhibitor: Inhibitor<N>| match self.buffers.level_and_flow.get(inhibitor.skill as usize)
        {
            Some([other, flow]) => {
                // Computed without a branch: the processor could not predict which conflicters are weaker.
                let spared = (*other < weaker) & inhibitor.mutual & cx.spare_stronger;
                if spared { N::ZERO } else { (*flow * inhibitor.share * rate).smaller(cap) }
            }
            None => N::ZERO,
        };
        self.conflicters.inhibitors.sum(skill, amount)
    }

    /// By how much the sums exceed the inhibition by listed conflicters: all of it if the conflict is mutual and the conflicter is
    /// weaker, otherwise what is above the cap.
    fn excess_of_listed(&self, cx: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let cap = if cx.cap_inhibition { level } else { N::of(f64::MAX) };
        let weaker = below(level);
        let mut excess = N::ZERO;
        for inhibitor in self.conflicters.inhibitors.of(skill) {
            let known = self.buffers.level_and_flow.get(inhibitor.skill as usize);
            let Some([other, flow]) = known else { continue };
            let amount = *flow * inhibitor.share * rate;
            // Computed without a branch: the processor could not predict which conflicters are weaker.
            let spared = (*other < weaker) & inhibitor.mutual & cx.spare_stronger;
            excess += amount - if spared { N::ZERO } else { amount.smaller(cap) };
        }
        excess
    }

    /// By how much the sums exceed the inhibition by conflicters that are not listed, which share one proposition with this skill.
    /// Where the largest is below the cap, all are.
    fn excess_of_others(&mut self, cx: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let links = cx.links;
        let (deletes, literals_of, needing) = (&links.deletes, &links.literals_of, &links.needing);
        let Self { buffers, rates, conflicters, .. } = self;
        buffers.marks.clear();
        let listed = conflicters.inhibitors.of(skill).map(|inhibitor| inhibitor.skill);
        for other in listed.chain(std::iter::once(skill as u32)) {
            buffers.marks.insert(other);
        }
        let mut excess = N::ZERO;
        for key in deletes.row(skill) {
            let largest = buffers.held.get(*key as usize).map_or(N::ZERO, |held| held.largest);
            if largest * rate <= level {
                continue;
            }
            let per = rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO) * rate;
            for literal in literals_of.row(*key as usize).iter().filter(|literal| cx.holds(**literal)) {
                let row = needing.row(*literal as usize);
                for other in row.iter().map(|other| *other as usize) {
                    let Some(flow) = buffers.flow.get(other) else { continue };
                    let listed = buffers.marks.contains(other as u32);
                    let amount = *flow * per;
                    // Computed without a branch: the processor could not predict which exceed the cap.
                    excess += if (amount > level) & !listed { amount - level } else { N::ZERO };
                }
            }
        }
        excess
    }

    /// The part of the sums by which a skill would inhibit itself, which it does not.
    fn self_inhibition(&self, cx: &StepContext<'_>, skill: usize, deletes: &[u32]) -> N {
        if !self.conflicters.deletes_own_precondition(skill) {
            return N::ZERO;
        }
        let own = self.buffers.flow.get(skill).copied().unwrap_or(N::ZERO);
        let mut part = N::ZERO;
        for (key, _) in cx.links.needs.of(skill).filter(|(_, literal)| cx.holds(*literal)) {
            let per = self.rates.per_deleting.get(key as usize).copied().unwrap_or(N::ZERO);
            part += deletes.iter().filter(|delete| **delete == key).fold(N::ZERO, |sum, _| sum + own * per);
        }
        part
    }

    /// How much all others inhibit one skill, pair by pair.
    fn inhibition_pairwise(&mut self, cx: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let links = cx.links;
        self.buffers.begin_sums();
        for key in links.deletes.row(skill) {
            let per = self.rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO);
            for literal in links.literals_of.row(*key as usize).iter().filter(|literal| cx.holds(**literal)) {
                for other in links.needing.row(*literal as usize).iter().map(|other| *other as usize) {
                    if other != skill {
                        let flow = self.buffers.flow.get(other).copied().unwrap_or(N::ZERO);
                        self.buffers.add_to_sum(other, flow * per);
                    }
                }
            }
        }
        if cx.spare_stronger {
            self.mark_deleters(cx, skill);
        }
        let Self { buffers, level: levels, .. } = self;
        let mut total = N::ZERO;
        for other in buffers.summed.iter().map(|other| *other as usize) {
            let (Some(theirs), Some(sum)) = (levels.get(other), buffers.sums.get(other)) else { continue };
            let spared = cx.spare_stronger && *theirs < below(level) && buffers.marks.contains(other as u32);
            if !spared {
                let amount = *sum * rate;
                total += if cx.cap_inhibition { amount.smaller(level) } else { amount };
            }
        }
        total
    }

    /// Marks the skills that delete a precondition of this one that holds.
    fn mark_deleters(&mut self, cx: &StepContext<'_>, skill: usize) {
        let links = cx.links;
        self.buffers.marks.clear();
        for (key, _) in links.needs.of(skill).filter(|(_, literal)| cx.holds(*literal)) {
            for other in links.deleting.row(key as usize) {
                self.buffers.marks.insert(*other);
            }
        }
    }
}

/// The level below which a skill is weaker than one of this level by more than rounding errors.
fn below<N: Float>(level: N) -> N {
    level - level * N::TIE
}
