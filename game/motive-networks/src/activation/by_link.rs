//! Flows summed link by link, in the order of Johnson's program.

use crate::activation::coefficients::{LinkCoefficients, LinkKind};
use crate::activation::field::{ActivationField, SpreadFlow, StepContext};
use crate::activation::precision::Float;

/// `base / card / length`, each step rounded.
pub(crate) fn share<N: Float>(base: N, card: u32, length: usize) -> N {
    base * (N::ONE / N::count(card.max(1))) * (N::ONE / N::count(length.max(1) as u32))
}

/// `level * (ratio / card) / length`, each step rounded.
pub(crate) fn ratio_share<N: Float>(level: N, ratio: N, card: u32, length: usize) -> N {
    level * (ratio / N::count(card.max(1))) / N::count(length.max(1) as u32)
}

impl<N: Float> ActivationField<N> {
    /// Spreads activation backward and forward and inhibits, link by link.
    pub(crate) fn spread_by_link(
        &mut self,
        cx: &StepContext<'_>,
        coefficients: &LinkCoefficients,
        step: u64,
    ) {
        self.sources.spread.fill(SpreadFlow::default());
        for from in 0..cx.links.skills() {
            if cx.suppressed(from) {
                continue;
            }
            if cx.executable(from) {
                self.spread_forward(cx, from, coefficients, step);
            } else {
                self.spread_backward(cx, from, coefficients, step);
            }
        }
        for from in 0..cx.links.skills() {
            if !cx.suppressed(from) {
                self.inhibit_from(cx, from, coefficients, step);
            }
        }
    }

    fn spread_backward(
        &mut self,
        cx: &StepContext<'_>,
        from: usize,
        coefficients: &LinkCoefficients,
        step: u64,
    ) {
        let links = cx.links;
        let Some(level) = self.buffers.flow.get(from).copied() else { return };
        let entries = links.needs().keys.row(from).iter().zip(links.needs().literals.row(from));
        for (key, _) in entries.filter(|(_, literal)| !cx.holds(**literal)) {
            let card = self.rates.adding.get(*key as usize).copied().unwrap_or(1);
            for to in links.adding_key(*key as usize) {
                let to = *to as usize;
                if cx.suppressed(to) {
                    continue;
                }
                let amount = share(level, card, links.adds().keys.row(to).len());
                let amount = amount
                    * coefficients.link(
                        LinkKind::Backward,
                        from,
                        to,
                        step,
                        self.rates.kind(LinkKind::Backward),
                    );
                if let Some(sum) = self.sources.spread.get_mut(to).map(|spread| &mut spread.backward) {
                    *sum += amount;
                }
            }
        }
    }

    fn spread_forward(
        &mut self,
        cx: &StepContext<'_>,
        from: usize,
        coefficients: &LinkCoefficients,
        step: u64,
    ) {
        let links = cx.links;
        let Some(level) = self.buffers.flow.get(from).copied() else { return };
        let entries = links.adds().keys.row(from).iter().zip(links.adds().literals.row(from));
        for (key, _) in entries.filter(|(_, literal)| !cx.holds(**literal)) {
            let card = self.rates.needing.get(*key as usize).copied().unwrap_or(1);
            for to in links.needing_key(*key as usize) {
                let to = *to as usize;
                if cx.suppressed(to) {
                    continue;
                }
                let amount = ratio_share(level, self.rates.forward, card, links.needs().keys.row(to).len());
                let amount = amount
                    * coefficients.link(
                        LinkKind::Forward,
                        from,
                        to,
                        step,
                        self.rates.kind(LinkKind::Forward),
                    );
                if let Some(sum) = self.sources.spread.get_mut(to).map(|spread| &mut spread.forward) {
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
        let entries = links.needs().keys.row(from).iter().zip(links.needs().literals.row(from));
        for (key, _) in entries.filter(|(_, literal)| cx.holds(**literal)) {
            let card = self.rates.deleting.get(*key as usize).copied().unwrap_or(1);
            for to in links.deleting().row(*key as usize) {
                let at = *to as usize;
                if at == from || cx.suppressed(at) {
                    continue;
                }
                let length = links.delete_lengths().get(at).copied().unwrap_or(1) as usize;
                let amount = ratio_share(flow, self.rates.inhibit, card, length);
                self.buffers.add_to_sum(at, amount);
            }
        }
        if self.buffers.summed.is_empty() {
            return;
        }
        if cx.spare_stronger {
            self.mark_conflicters(cx, from);
        }
        let Self { buffers, sources, rates, level: levels, .. } = self;
        for to in buffers.summed.iter().map(|to| *to as usize) {
            let (Some(target), Some(sum)) = (levels.get(to).copied(), buffers.sums.get(to).copied()) else {
                continue;
            };
            if level < target && buffers.marks.contains(to as u32) {
                continue;
            }
            let sum = sum
                * coefficients.link(LinkKind::Inhibition, from, to, step, rates.kind(LinkKind::Inhibition));
            let taken = if cx.cap_inhibition { sum.smaller(target) } else { sum };
            if let Some(total) = sources.spread.get_mut(to).map(|spread| &mut spread.inhibition) {
                *total += taken;
            }
        }
    }

    /// Marks the skills of which this one deletes a precondition that holds.
    fn mark_conflicters(&mut self, cx: &StepContext<'_>, from: usize) {
        let links = cx.links;
        self.buffers.marks.clear();
        for key in links.deletes().row(from) {
            for literal in links.literals_of().row(*key as usize).iter().filter(|literal| cx.holds(**literal))
            {
                for other in links.needing().row(*literal as usize) {
                    self.buffers.marks.insert(*other);
                }
            }
        }
    }
}

impl<N: Float> crate::activation::field::SpreadBuffers<N> {
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
