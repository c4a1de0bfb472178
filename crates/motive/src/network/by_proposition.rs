//! Flows summed once per proposition: the work grows with the entries of the lists.

use super::field::{Field, Held, Scene};
use super::influence::Kind;
use super::links::Links;
use super::real::Real;
use super::rows::Rows;

impl<N: Real> Field<N> {
    /// Spreads backward, forward and takes away, summed per proposition.
    pub(super) fn spread_by_proposition(&mut self, scene: &Scene<'_>) {
        self.rivals.refresh(scene, &self.rates);
        self.collect(scene);
        self.hand_out(scene);
    }

    /// By key: what flows backward through it, and what is taken for its sake.
    fn collect(&mut self, scene: &Scene<'_>) {
        let Links { pairs_of, needing, .. } = scene.links;
        let work = &mut self.work;
        let rates = self.rates.per_adding.iter().zip(&self.rates.per_dropping);
        let places = work.back.iter_mut().zip(&mut work.held);
        for ((pairs, (back, held)), (per_adding, per_dropping)) in pairs_of.iter().zip(places).zip(rates) {
            (*back, *held) = (N::ZERO, Held::default());
            for pair in pairs {
                let skills = needing.row(*pair as usize);
                if scene.holds(*pair) {
                    let (sum, most) = sum_and_most(&work.live, skills);
                    held.sum += sum;
                    held.most = held.most.most(most);
                } else {
                    *back += sum_of(&work.unready, skills);
                }
            }
            *back = *back * *per_adding;
            *held = Held { sum: held.sum * *per_dropping, most: held.most * *per_dropping };
        }
    }

    /// By key: what flows forward through it. Only skills that can be done give, and they are often few.
    fn collect_forward(&mut self, scene: &Scene<'_>) -> bool {
        for key in self.work.fed.drain(..) {
            if let Some(place) = self.work.fore.get_mut(key as usize) {
                *place = N::ZERO;
            }
        }
        let adds = &scene.links.adds;
        for (skill, flow) in self.work.ready.iter().enumerate().filter(|(_, flow)| **flow > N::ZERO) {
            let entries = adds.keys.row(skill).iter().zip(adds.pairs.row(skill));
            for (key, _) in entries.filter(|(_, pair)| !scene.holds(**pair)) {
                let Some(place) = self.work.fore.get_mut(*key as usize) else { continue };
                if *place == N::ZERO {
                    self.work.fed.push(*key);
                }
                *place += *flow;
            }
        }
        for key in &self.work.fed {
            let per = self.rates.per_needing.get(*key as usize).copied().unwrap_or(N::ZERO);
            if let Some(place) = self.work.fore.get_mut(*key as usize) {
                *place = *place * per;
            }
        }
        !self.work.fed.is_empty()
    }

    /// By skill: its share of what flows through the keys on its lists.
    fn hand_out(&mut self, scene: &Scene<'_>) {
        let links = scene.links;
        let backward = self.rates.kind(Kind::Backward);
        let rows = links.adds.keys.iter().zip(&self.rates.per_add);
        for (skill, (back, (adds, per_add))) in self.sources.backward.iter_mut().zip(rows).enumerate() {
            if !scene.suppressed(skill) {
                *back = sum_of(&self.work.back, adds) * *per_add * backward;
            }
        }
        if self.collect_forward(scene) {
            let forward = self.rates.forward * self.rates.kind(Kind::Forward);
            let rows = links.needs.keys.iter().zip(&self.rates.per_need);
            for (skill, (fore, (needs, per_need))) in self.sources.forward.iter_mut().zip(rows).enumerate() {
                if !scene.suppressed(skill) {
                    *fore = sum_of(&self.work.fore, needs) * *per_need * forward;
                }
            }
        }
        for (skill, drops) in links.drops.iter().enumerate() {
            if drops.is_empty() || scene.suppressed(skill) {
                continue;
            }
            let taken = self.taken_from(scene, skill, drops);
            if let Some(place) = self.sources.inhibition.get_mut(skill) {
                *place = taken;
            }
        }
    }

    /// What all others take from one skill.
    fn taken_from(&mut self, scene: &Scene<'_>, skill: usize, drops: &[u32]) -> N {
        let Some(level) = self.level.get(skill).copied() else { return N::ZERO };
        if scene.cap_inhibition && level <= N::ZERO {
            return N::ZERO;
        }
        let per_drop = self.rates.per_drop.get(skill).copied().unwrap_or(N::ONE);
        let rate = per_drop * self.rates.inhibit * self.rates.kind(Kind::Inhibition);
        let (mut total, mut strongest) = (N::ZERO, N::ZERO);
        for key in drops {
            if let Some(held) = self.work.held.get(*key as usize) {
                total += held.sum;
                strongest = strongest.most(held.most);
            }
        }
        let shared = self.rivals.most_shared.get(skill).copied().unwrap_or(u32::MAX);
        // No other skill takes more than this.
        let most = strongest * rate * N::count(shared.max(1));
        if self.rivals.by_hand.get(skill).copied().unwrap_or(true) {
            return self.taken_by_each(scene, skill, level, rate);
        }
        let spared = if scene.spare_the_stronger { self.spared(skill, level) } else { N::ZERO };
        let own = self.own_part(scene, skill, drops);
        let mut taken = (total - spared - own) * rate;
        if scene.cap_inhibition && most > level {
            taken = taken - self.too_much(scene, skill, level, rate);
        }
        taken.most(N::ZERO)
    }

    /// What the sums hold beyond what each single skill may take, which is at most what there is.
    ///
    /// A skill that takes too much takes more than its part of that through one of the propositions that it shares; only those
    /// are looked at one by one.
    fn too_much(&mut self, scene: &Scene<'_>, skill: usize, level: N, rate: N) -> N {
        let links = scene.links;
        let stamp = skill as u32;
        let shared = N::count(self.rivals.most_shared.get(skill).copied().unwrap_or(1).max(1));
        self.work.touched.clear();
        for key in links.drops.row(skill) {
            let most = self.work.held.get(*key as usize).map_or(N::ZERO, |held| held.most);
            if most * rate * shared <= level {
                continue;
            }
            let per = self.rates.per_dropping.get(*key as usize).copied().unwrap_or(N::ZERO) * rate * shared;
            for pair in links.pairs_of.row(*key as usize).iter().filter(|pair| scene.holds(**pair)) {
                for other in links.needing.row(*pair as usize).iter().map(|other| *other as usize) {
                    let flow = self.work.live.get(other).copied().unwrap_or(N::ZERO);
                    if flow * per > level && other != skill && !self.is_spared(scene, skill, other, level) {
                        self.work.gather(stamp, other, N::ZERO);
                    }
                }
            }
        }
        if self.work.touched.is_empty() {
            return N::ZERO;
        }
        self.sum_marked(scene, skill);
        let work = &mut self.work;
        let mut beyond = N::ZERO;
        for other in work.touched.iter().map(|other| *other as usize) {
            let (Some(flow), Some(share)) = (work.live.get(other), work.sums.get(other)) else { continue };
            beyond += (*flow * *share * rate - level).most(N::ZERO);
            if let Some(stamp) = work.stamps.get_mut(other) {
                *stamp = u32::MAX;
            }
        }
        beyond
    }

    /// For the skills that were noted: their shares, over everything that they have and this skill would undo.
    fn sum_marked(&mut self, scene: &Scene<'_>, skill: usize) {
        let (links, stamp) = (scene.links, skill as u32);
        for key in links.drops.row(skill) {
            let per = self.rates.per_dropping.get(*key as usize).copied().unwrap_or(N::ZERO);
            for pair in links.pairs_of.row(*key as usize).iter().filter(|pair| scene.holds(**pair)) {
                for other in links.needing.row(*pair as usize).iter().map(|other| *other as usize) {
                    if self.work.stamps.get(other) == Some(&stamp)
                        && let Some(sum) = self.work.sums.get_mut(other)
                    {
                        *sum += per;
                    }
                }
            }
        }
    }

    /// Whether the weaker of two rivals does not inhibit.
    fn is_spared(&self, scene: &Scene<'_>, skill: usize, other: usize, level: N) -> bool {
        let weaker = scene.spare_the_stronger && self.level.get(other).is_some_and(|theirs| *theirs < level);
        let (rivals, shares) = self.rivals.of(skill);
        weaker
            && rivals
                .binary_search(&(other as u32))
                .is_ok_and(|at| shares.get(at).is_some_and(|share| *share > N::ZERO))
    }

    /// What weaker rivals would take if they were not also spoiled by this skill.
    fn spared(&self, skill: usize, level: N) -> N {
        let (rivals, shares) = self.rivals.of(skill);
        let mut spared = N::ZERO;
        for (other, share) in rivals.iter().zip(shares) {
            if let (Some(theirs), Some(flow)) =
                (self.level.get(*other as usize), self.work.live.get(*other as usize))
            {
                // Not a branch: which rivals are weaker is anybody's guess.
                spared += if *theirs < level { *flow * *share } else { N::ZERO };
            }
        }
        spared
    }

    /// The part of the sums that a skill would take from itself, which it does not.
    fn own_part(&self, scene: &Scene<'_>, skill: usize, drops: &[u32]) -> N {
        if !self.rivals.spoils_itself(skill) {
            return N::ZERO;
        }
        let own = self.work.live.get(skill).copied().unwrap_or(N::ZERO);
        let entries = scene.links.needs.keys.row(skill).iter().zip(scene.links.needs.pairs.row(skill));
        let mut part = N::ZERO;
        for (key, _) in entries.filter(|(_, pair)| scene.holds(**pair)) {
            let per = self.rates.per_dropping.get(*key as usize).copied().unwrap_or(N::ZERO);
            part += drops.iter().filter(|drop| *drop == key).fold(N::ZERO, |sum, _| sum + own * per);
        }
        part
    }

    /// What all others take from one skill, one after the other.
    fn taken_by_each(&mut self, scene: &Scene<'_>, skill: usize, level: N, rate: N) -> N {
        let links = scene.links;
        let stamp = skill as u32;
        self.work.touched.clear();
        for key in links.drops.row(skill) {
            let per = self.rates.per_dropping.get(*key as usize).copied().unwrap_or(N::ZERO);
            for pair in links.pairs_of.row(*key as usize).iter().filter(|pair| scene.holds(**pair)) {
                for other in links.needing.row(*pair as usize).iter().map(|other| *other as usize) {
                    if other != skill {
                        let flow = self.work.live.get(other).copied().unwrap_or(N::ZERO);
                        self.work.gather(stamp, other, flow * per);
                    }
                }
            }
        }
        if scene.spare_the_stronger {
            self.mark_spoilers(scene, skill);
        }
        let Self { work, level: levels, .. } = self;
        let mut total = N::ZERO;
        for other in work.touched.iter().map(|other| *other as usize) {
            let (Some(theirs), Some(sum)) = (levels.get(other), work.sums.get(other)) else { continue };
            let spared = scene.spare_the_stronger && *theirs < level && work.marks.get(other) == Some(&stamp);
            if !spared {
                let taken = *sum * rate;
                total += if scene.cap_inhibition { taken.least(level) } else { taken };
            }
            if let Some(stamp) = work.stamps.get_mut(other) {
                *stamp = u32::MAX;
            }
        }
        total
    }

    /// Marks the skills that would undo something that this one has.
    fn mark_spoilers(&mut self, scene: &Scene<'_>, skill: usize) {
        let links = scene.links;
        for other in &self.work.touched {
            if let Some(mark) = self.work.marks.get_mut(*other as usize) {
                *mark = u32::MAX;
            }
        }
        let entries = links.needs.keys.row(skill).iter().zip(links.needs.pairs.row(skill));
        for (key, _) in entries.filter(|(_, pair)| scene.holds(**pair)) {
            for other in links.dropping.row(*key as usize) {
                if let Some(mark) = self.work.marks.get_mut(*other as usize) {
                    *mark = skill as u32;
                }
            }
        }
    }
}

/// The sum of the values at these places.
#[inline]
pub(super) fn sum_of<N: Real>(values: &[N], places: &[u32]) -> N {
    let mut sums = [N::ZERO; 4];
    let mut chunks = places.chunks_exact(4);
    for chunk in &mut chunks {
        for (sum, place) in sums.iter_mut().zip(chunk) {
            if let Some(value) = values.get(*place as usize) {
                *sum += *value;
            }
        }
    }
    let mut total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for place in chunks.remainder() {
        if let Some(value) = values.get(*place as usize) {
            total += *value;
        }
    }
    total
}

/// The sum of the values at these places, and the greatest of them.
#[inline]
fn sum_and_most<N: Real>(values: &[N], places: &[u32]) -> (N, N) {
    let (mut sum, mut most) = (N::ZERO, N::ZERO);
    for place in places {
        if let Some(value) = values.get(*place as usize) {
            sum += *value;
            most = most.most(*value);
        }
    }
    (sum, most)
}

/// A plain pass over the arrays that a step reads: every entry of every list is read once, and the number that it points to is
/// added up. No step can do with less.
pub(super) fn plain_pass<N: Real>(field: &Field<N>, links: &Links) -> f64 {
    let by_key = |rows: &Rows| sum_of(&field.work.back, rows.items());
    let by_skill = |rows: &Rows| sum_of(&field.level, rows.items());
    let shares = field.rivals.shares.iter().fold(N::ZERO, |sum, share| sum + *share);
    let skills = by_skill(&links.needing) + by_skill(&field.rivals.rows);
    (skills + by_key(&links.adds.keys) + by_key(&links.drops) + shares).to()
}
