//! Flows added up link by link, in the order of Johnson's program.

use crate::activation::coefficients::{LinkCoefficients, LinkKind};
use crate::activation::field::{ActivationField, SpreadFlow, StepContext};
use crate::activation::float::Float;

/// `base / card / length`, each step rounded.
pub(crate) fn share<N: Float>(base: N, card: u32, length: usize) -> N {
    base * (N::ONE / N::count(card.max(1))) * (N::ONE / N::count(length.max(1) as u32))
}

/// `level * (ratio / card) / length`, each step rounded.
pub(crate) fn ratio_share<N: Float>(level: N, ratio: N, card: u32, length: usize) -> N {
    level * (ratio / N::count(card.max(1))) / N::count(length.max(1) as u32)
}

impl<N: Float> ActivationField<N> {
    /// Spreads backward, forward and takes away, link by link.
    pub(crate) fn spread_by_link(
        &mut self,
        scene: &StepContext<'_>,
        influence: &LinkCoefficients,
        step: u64,
    ) {
        self.sources.spread.fill(SpreadFlow::default());
        for from in 0..scene.links.skills() {
            if scene.suppressed(from) {
                continue;
            }
            if scene.executable(from) {
                self.spread_forward(scene, from, influence, step);
            } else {
                self.spread_backward(scene, from, influence, step);
            }
        }
        for from in 0..scene.links.skills() {
            if !scene.suppressed(from) {
                self.inhibit_from(scene, from, influence, step);
            }
        }
    }

    fn spread_backward(
        &mut self,
        scene: &StepContext<'_>,
        from: usize,
        influence: &LinkCoefficients,
        step: u64,
    ) {
        let links = scene.links;
        let Some(level) = self.work.live.get(from).copied() else { return };
        let entries = links.needs().keys.row(from).iter().zip(links.needs().literals.row(from));
        for (key, _) in entries.filter(|(_, literal)| !scene.holds(**literal)) {
            let card = self.rates.adding.get(*key as usize).copied().unwrap_or(1);
            for to in links.adding_key(*key as usize) {
                let to = *to as usize;
                if scene.suppressed(to) {
                    continue;
                }
                let amount = share(level, card, links.adds().keys.row(to).len());
                let amount = amount
                    * influence.link(LinkKind::Backward, from, to, step, self.rates.kind(LinkKind::Backward));
                if let Some(sum) = self.sources.spread.get_mut(to).map(|spread| &mut spread.backward) {
                    *sum += amount;
                }
            }
        }
    }

    fn spread_forward(
        &mut self,
        scene: &StepContext<'_>,
        from: usize,
        influence: &LinkCoefficients,
        step: u64,
    ) {
        let links = scene.links;
        let Some(level) = self.work.live.get(from).copied() else { return };
        let entries = links.adds().keys.row(from).iter().zip(links.adds().literals.row(from));
        for (key, _) in entries.filter(|(_, literal)| !scene.holds(**literal)) {
            let card = self.rates.needing.get(*key as usize).copied().unwrap_or(1);
            for to in links.needing_key(*key as usize) {
                let to = *to as usize;
                if scene.suppressed(to) {
                    continue;
                }
                let amount = ratio_share(level, self.rates.forward, card, links.needs().keys.row(to).len());
                let amount = amount
                    * influence.link(LinkKind::Forward, from, to, step, self.rates.kind(LinkKind::Forward));
                if let Some(sum) = self.sources.spread.get_mut(to).map(|spread| &mut spread.forward) {
                    *sum += amount;
                }
            }
        }
    }

    /// What one skill takes from those that would undo what it has.
    fn inhibit_from(
        &mut self,
        scene: &StepContext<'_>,
        from: usize,
        influence: &LinkCoefficients,
        step: u64,
    ) {
        let links = scene.links;
        let (Some(level), Some(flow)) = (self.level.get(from).copied(), self.work.live.get(from).copied())
        else {
            return;
        };
        self.work.begin_sums();
        let entries = links.needs().keys.row(from).iter().zip(links.needs().literals.row(from));
        for (key, _) in entries.filter(|(_, literal)| scene.holds(**literal)) {
            let card = self.rates.deleting.get(*key as usize).copied().unwrap_or(1);
            for to in links.deleting().row(*key as usize) {
                let at = *to as usize;
                if at == from || scene.suppressed(at) {
                    continue;
                }
                let length = links.delete_lengths().get(at).copied().unwrap_or(1) as usize;
                let amount = ratio_share(flow, self.rates.inhibit, card, length);
                self.work.gather(at, amount);
            }
        }
        if self.work.touched.is_empty() {
            return;
        }
        if scene.spare_stronger {
            self.mark_spoiled(scene, from);
        }
        let Self { work, sources, rates, level: levels, .. } = self;
        for to in work.touched.iter().map(|to| *to as usize) {
            let (Some(target), Some(sum)) = (levels.get(to).copied(), work.sums.get(to).copied()) else {
                continue;
            };
            if level < target && work.marks.contains(to as u32) {
                continue;
            }
            let sum =
                sum * influence.link(LinkKind::Inhibition, from, to, step, rates.kind(LinkKind::Inhibition));
            let taken = if scene.cap_inhibition { sum.least(target) } else { sum };
            if let Some(total) = sources.spread.get_mut(to).map(|spread| &mut spread.inhibition) {
                *total += taken;
            }
        }
    }

    /// Marks the skills of which this one would undo something that they have.
    fn mark_spoiled(&mut self, scene: &StepContext<'_>, from: usize) {
        let links = scene.links;
        self.work.marks.clear();
        for key in links.deletes().row(from) {
            for literal in
                links.literals_of().row(*key as usize).iter().filter(|literal| scene.holds(**literal))
            {
                for other in links.needing().row(*literal as usize) {
                    self.work.marks.insert(*other);
                }
            }
        }
    }
}

impl<N: Float> crate::activation::field::SpreadBuffers<N> {
    /// Begins to add up a sum for each skill.
    pub(super) fn begin_sums(&mut self) {
        self.touched.clear();
        self.begun.clear();
    }

    /// Adds to the sum of a skill; the first addition begins it.
    pub(super) fn gather(&mut self, at: usize, amount: N) {
        let Some(sum) = self.sums.get_mut(at) else { return };
        if self.begun.insert(at as u32) {
            *sum = N::ZERO + amount;
            self.touched.push(at as u32);
        } else {
            *sum += amount;
        }
    }
}
