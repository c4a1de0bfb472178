//! Flows added up link by link, in the order of Johnson's program.

use super::field::{Field, Scene, Spread};
use super::influence::{Influence, Kind};
use super::real::Real;

/// `base / card / length`, each step rounded.
pub(super) fn share<N: Real>(base: N, card: u32, length: usize) -> N {
    base * (N::ONE / N::count(card.max(1))) * (N::ONE / N::count(length.max(1) as u32))
}

/// `level * (ratio / card) / length`, each step rounded.
pub(super) fn ratio_share<N: Real>(level: N, ratio: N, card: u32, length: usize) -> N {
    level * (ratio / N::count(card.max(1))) / N::count(length.max(1) as u32)
}

impl<N: Real> Field<N> {
    /// Spreads backward, forward and takes away, link by link.
    pub(super) fn spread_by_link(&mut self, scene: &Scene<'_>, influence: &Influence, step: u64) {
        self.sources.spread.fill(Spread::default());
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

    fn spread_backward(&mut self, scene: &Scene<'_>, from: usize, influence: &Influence, step: u64) {
        let links = scene.links;
        let Some(level) = self.work.live.get(from).copied() else { return };
        let entries = links.needs.keys.row(from).iter().zip(links.needs.pairs.row(from));
        for (key, _) in entries.filter(|(_, pair)| !scene.holds(**pair)) {
            let card = self.rates.adding.get(*key as usize).copied().unwrap_or(1);
            for to in links.adding_key(*key as usize) {
                let to = *to as usize;
                if scene.suppressed(to) {
                    continue;
                }
                let amount = share(level, card, links.adds.keys.row(to).len());
                let amount =
                    amount * influence.link(Kind::Backward, from, to, step, self.rates.kind(Kind::Backward));
                if let Some(sum) = self.sources.spread.get_mut(to).map(|spread| &mut spread.backward) {
                    *sum += amount;
                }
            }
        }
    }

    fn spread_forward(&mut self, scene: &Scene<'_>, from: usize, influence: &Influence, step: u64) {
        let links = scene.links;
        let Some(level) = self.work.live.get(from).copied() else { return };
        let entries = links.adds.keys.row(from).iter().zip(links.adds.pairs.row(from));
        for (key, _) in entries.filter(|(_, pair)| !scene.holds(**pair)) {
            let card = self.rates.needing.get(*key as usize).copied().unwrap_or(1);
            for to in links.needing_key(*key as usize) {
                let to = *to as usize;
                if scene.suppressed(to) {
                    continue;
                }
                let amount = ratio_share(level, self.rates.forward, card, links.needs.keys.row(to).len());
                let amount =
                    amount * influence.link(Kind::Forward, from, to, step, self.rates.kind(Kind::Forward));
                if let Some(sum) = self.sources.spread.get_mut(to).map(|spread| &mut spread.forward) {
                    *sum += amount;
                }
            }
        }
    }

    /// What one skill takes from those that would undo what it has.
    fn inhibit_from(&mut self, scene: &Scene<'_>, from: usize, influence: &Influence, step: u64) {
        let links = scene.links;
        let (Some(level), Some(flow)) = (self.level.get(from).copied(), self.work.live.get(from).copied())
        else {
            return;
        };
        self.work.touched.clear();
        let stamp = from as u32;
        let entries = links.needs.keys.row(from).iter().zip(links.needs.pairs.row(from));
        for (key, _) in entries.filter(|(_, pair)| scene.holds(**pair)) {
            let card = self.rates.dropping.get(*key as usize).copied().unwrap_or(1);
            for to in links.dropping.row(*key as usize) {
                let at = *to as usize;
                if at == from || scene.suppressed(at) {
                    continue;
                }
                let length = links.drop_lengths.get(at).copied().unwrap_or(1) as usize;
                let amount = ratio_share(flow, self.rates.inhibit, card, length);
                self.work.gather(stamp, at, amount);
            }
        }
        if self.work.touched.is_empty() {
            return;
        }
        if scene.spare_the_stronger {
            self.mark_spoiled(scene, from);
        }
        let Self { work, sources, rates, level: levels, .. } = self;
        for to in work.touched.iter().map(|to| *to as usize) {
            let (Some(target), Some(sum)) = (levels.get(to).copied(), work.sums.get(to).copied()) else {
                continue;
            };
            if level < target && work.marks.get(to) == Some(&stamp) {
                continue;
            }
            let sum = sum * influence.link(Kind::Inhibition, from, to, step, rates.kind(Kind::Inhibition));
            let taken = if scene.cap_inhibition { sum.least(target) } else { sum };
            if let Some(total) = sources.spread.get_mut(to).map(|spread| &mut spread.inhibition) {
                *total += taken;
            }
        }
        // The next step uses the same stamps.
        for to in &work.touched {
            if let Some(stamp) = work.stamps.get_mut(*to as usize) {
                *stamp = u32::MAX;
            }
        }
    }

    /// Marks the skills of which this one would undo something that they have.
    fn mark_spoiled(&mut self, scene: &Scene<'_>, from: usize) {
        let links = scene.links;
        for touched in &self.work.touched {
            if let Some(mark) = self.work.marks.get_mut(*touched as usize) {
                *mark = u32::MAX;
            }
        }
        for key in links.drops.row(from) {
            for pair in links.pairs_of.row(*key as usize).iter().filter(|pair| scene.holds(**pair)) {
                for other in links.needing.row(*pair as usize) {
                    if let Some(mark) = self.work.marks.get_mut(*other as usize) {
                        *mark = from as u32;
                    }
                }
            }
        }
    }
}

impl<N: Real> super::field::Work<N> {
    /// Adds to a sum that belongs to a stamp; the first addition begins it.
    pub(super) fn gather(&mut self, stamp: u32, at: usize, amount: N) {
        let (Some(known), Some(sum)) = (self.stamps.get_mut(at), self.sums.get_mut(at)) else { return };
        if *known == stamp {
            *sum += amount;
        } else {
            *known = stamp;
            *sum = N::ZERO + amount;
            self.touched.push(at as u32);
        }
    }
}
