//! Flows summed once per proposition, so that the work grows with the list entries and not with the links.
//!
//! Inhibition depends on both skills and cannot simply be summed; [`Conflicters`](super::conflicters::Conflicters) says which pairs are examined one by one.

use super::conflicters::Inhibitor;
use super::engine::StepContext;
use super::field::{ActivationField, FlowSum, SpreadBuffers};
use super::numbers::{Float, sum_of, sum_over};
use crate::graph::LinkGraph;
use crate::model::LinkKind;
use motive_util::Rows;

impl<N: Float> ActivationField<N> {
    /// Spreads activation backward and forward and inhibits, summed per proposition.
    pub(super) fn spread_by_proposition(&mut self, cx: &StepContext<'_>) {
        self.conflicters.refresh(cx, &self.rates);
        self.buffers.examined = 0;
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
        let SpreadBuffers { executable_flow, forward, any_forward, .. } = &mut self.buffers;
        *any_forward = false;
        let adds = &cx.links.adds;
        for (skill, flow) in executable_flow.iter().enumerate().filter(|(_, flow)| **flow > N::ZERO) {
            for (key, _) in adds.of(skill).filter(|(_, literal)| !cx.holds(*literal)) {
                if let Some(sum) = forward.get_mut(key as usize) {
                    *sum += *flow;
                    *any_forward = true;
                }
            }
        }
        *any_forward
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
                buffers.examined += row.len();
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

impl<N: Float> ActivationField<N> {
    /// A lower bound for the time of a step, for benchmarks: reads and writes its arrays without applying any rule. Goes over each array as often as a step by proposition has to, adds up what it reads and writes what a step writes.
    ///
    /// A step reads the preconditions twice (what flows backward and inhibits; each skill's share of what flows forward), the add
    /// lists, delete lists and listed inhibitors once, the arrays by proposition once, and the arrays by skill before and after
    /// spreading. Where inhibition has to be capped one by one, as many entries of `needing` are read again as in the last step.
    pub(super) fn plain_pass(&mut self, links: &LinkGraph, holds: &[bool]) -> f64 {
        let Self { level, previous, before, external_flows, spread_flows, rates, buffers, conflicters } =
            self;
        let mut sum = N::ZERO;
        let rows =
            |rows: &Rows, values: &[N]| rows.iter().fold(N::ZERO, |sum, row| sum + sum_of(values, row));
        if conflicters.complete {
            sum += rows(&links.needs.literals, &buffers.demand);
            if buffers.any_forward {
                sum += rows(&links.needs.literals, &buffers.forward_by_literal);
            }
        } else {
            let demand = |index: &u32| {
                let known: Option<&FlowSum<N>> = buffers.demand_with_largest.get(*index as usize);
                known.map_or(N::ZERO, |known| known.sum + known.largest)
            };
            sum += sum_over(links.needs.literals.items(), demand);
        }
        let entries = links.needing.items();
        let mut again = buffers.examined;
        while again > 0 && !entries.is_empty() {
            let part = entries.get(..again.min(entries.len())).unwrap_or(entries);
            sum += sum_of(level, part);
            again -= part.len();
        }
        sum += rows(&links.adds.keys, &buffers.backward);
        if !conflicters.complete {
            if buffers.any_forward {
                sum += sum_of(&buffers.forward, links.needs.keys.items());
            }
            let held = |index: &u32| {
                let known: Option<&FlowSum<N>> = buffers.held.get(*index as usize);
                known.map_or(N::ZERO, |known| known.sum + known.largest)
            };
            sum += sum_over(links.deletes.items(), held);
        }
        let amount = |inhibitor: Inhibitor<N>| {
            let known = buffers.level_and_flow.get(inhibitor.skill as usize);
            known.map_or(N::ZERO, |[level, flow]| *level + *flow * inhibitor.share)
        };
        for skill in 0..conflicters.inhibitors.len() {
            sum += conflicters.inhibitors.sum(skill, amount);
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
        for (before, (external, spread)) in before.iter_mut().zip(external_flows.iter().zip(&*spread_flows)) {
            let external = external.state + external.goals + external.protected + external.followers;
            *before = external + spread.backward + spread.forward + spread.inhibition;
            sum += *before;
        }
        sum.to()
    }
}
