//! Flows summed link by link, in the order of Johnson's program.

use super::engine::{LinkCoefficients, StepContext};
use super::field::{ActivationField, SpreadBuffers, SpreadFlow};
use super::numbers::Float;
use crate::model::LinkKind;

/// `base / card / length`, each step rounded.
pub(super) fn share<N: Float>(base: N, card: u32, length: usize) -> N {
    base * (N::ONE / N::count(card.max(1))) * (N::ONE / N::count(length.max(1) as u32))
}

/// `level * (ratio / card) / length`, each step rounded.
fn ratio_share<N: Float>(level: N, ratio: N, card: u32, length: usize) -> N {
    level * (ratio / N::count(card.max(1))) / N::count(length.max(1) as u32)
}

impl<N: Float> ActivationField<N> {
    /// Spreads activation backward and forward and inhibits, link by link.
    pub(super) fn spread_by_link(
        &mut self,
        cx: &StepContext<'_>,
        coefficients: &LinkCoefficients,
        step: u64,
    ) {
        self.spread_flows.fill(SpreadFlow::default());
        for from in (0..cx.links.skills()).filter(|from| !cx.suppressed(*from)) {
            self.spread_from(cx, from, coefficients, step);
        }
        for from in (0..cx.links.skills()).filter(|from| !cx.suppressed(*from)) {
            self.inhibit_from(cx, from, coefficients, step);
        }
    }

    /// An executable skill spreads forward to those that need what it adds; any other backward to those that add what it lacks.
    fn spread_from(&mut self, cx: &StepContext<'_>, from: usize, coefficients: &LinkCoefficients, step: u64) {
        let links = cx.links;
        let Some(level) = self.buffers.flow.get(from).copied() else { return };
        let forward = cx.executable(from);
        let (kind, entries) =
            if forward { (LinkKind::Forward, &links.adds) } else { (LinkKind::Backward, &links.needs) };
        for (key, _) in entries.of(from).filter(|(_, literal)| !cx.holds(*literal)) {
            let key = key as usize;
            let (cards, others) = if forward {
                (&self.rates.needing, links.needing_key(key))
            } else {
                (&self.rates.adding, links.adding_key(key))
            };
            let card = cards.get(key).copied().unwrap_or(1);
            for to in others.iter().map(|to| *to as usize).filter(|to| !cx.suppressed(*to)) {
                let amount = if forward {
                    ratio_share(level, self.rates.forward, card, links.needs.count(to))
                } else {
                    share(level, card, links.adds.count(to))
                };
                let amount = amount * coefficients.link(kind, from, to, step, self.rates.kind(kind));
                if let Some(spread) = self.spread_flows.get_mut(to) {
                    let sum = if forward { &mut spread.forward } else { &mut spread.backward };
                    *sum += amount;
                }
            }
        }
    }

    /// One skill inhibits those that delete a precondition of it that holds.
    fn inhibit_from(
        &mut self,
        cx: &StepContext<'_>,
        from: usize,
        coefficients: &LinkCoefficients,
        step: u64,
    ) {
        let links = cx.links;
        let (Some(level), Some(flow)) = (self.level.get(from).copied(), self.buffers.flow.get(from).copied())
        else {
            return;
        };
        self.buffers.begin_sums();
        for (key, _) in links.needs.of(from).filter(|(_, literal)| cx.holds(*literal)) {
            let card = self.rates.deleting.get(key as usize).copied().unwrap_or(1);
            for to in links.deleting.row(key as usize).iter().map(|to| *to as usize) {
                if to != from && !cx.suppressed(to) {
                    let amount = ratio_share(flow, self.rates.inhibit, card, links.delete_length(to));
                    self.buffers.add_to_sum(to, amount);
                }
            }
        }
        if self.buffers.summed.is_empty() {
            return;
        }
        if cx.spare_stronger {
            self.mark_conflicters(cx, from);
        }
        let Self { buffers, spread_flows, rates, level: levels, .. } = self;
        let of_kind = rates.kind(LinkKind::Inhibition);
        for to in buffers.summed.iter().map(|to| *to as usize) {
            let (Some(target), Some(sum)) = (levels.get(to).copied(), buffers.sums.get(to).copied()) else {
                continue;
            };
            if level < target && buffers.marks.contains(to as u32) {
                continue;
            }
            let sum = sum * coefficients.link(LinkKind::Inhibition, from, to, step, of_kind);
            let taken = if cx.cap_inhibition { sum.smaller(target) } else { sum };
            if let Some(spread) = spread_flows.get_mut(to) {
                spread.inhibition += taken;
            }
        }
    }

    /// Marks the skills of which this one deletes a precondition that holds.
    fn mark_conflicters(&mut self, cx: &StepContext<'_>, from: usize) {
        let links = cx.links;
        self.buffers.marks.clear();
        for key in links.deletes.row(from) {
            for literal in links.literals_of.row(*key as usize).iter().filter(|literal| cx.holds(**literal)) {
                for other in links.needing.row(*literal as usize) {
                    self.buffers.marks.insert(*other);
                }
            }
        }
    }
}

impl<N: Float> SpreadBuffers<N> {
    /// Begins a sum for each skill.
    pub(super) fn begin_sums(&mut self) {
        self.summed.clear();
        self.begun.clear();
    }

    /// Adds to the sum of a skill.
    pub(super) fn add_to_sum(&mut self, at: usize, amount: N) {
        let Some(sum) = self.sums.get_mut(at) else { return };
        if self.begun.insert(at as u32) {
            *sum = N::ZERO + amount;
            self.summed.push(at as u32);
        } else {
            *sum += amount;
        }
    }
}
