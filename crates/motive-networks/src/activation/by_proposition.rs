//! Flows summed once per proposition: the work grows with the entries of the lists.
//!
//! Only what is taken away depends on both skills and cannot simply be summed; see `rivals.rs` for when those that meet are looked
//! at one by one.

use crate::activation::coefficients::LinkKind;
use crate::activation::field::{ActivationField, HeldFlow, SpreadBuffers, StepContext};
use crate::activation::float::Float;
use crate::activation::inhibition::Inhibitor;
use crate::graph::links::LinkGraph;

impl<N: Float> ActivationField<N> {
    /// Spreads backward, forward and takes away, summed per proposition.
    pub(crate) fn spread_by_proposition(&mut self, scene: &StepContext<'_>) {
        self.rivals.refresh(scene, &self.rates);
        self.work.looked = 0;
        let forward = self.collect_forward(scene);
        if self.rivals.complete {
            self.collect_needed(scene, forward);
        } else {
            self.collect(scene);
            self.hand_forward(scene, forward);
        }
        self.hand_out(scene);
    }

    /// By key: what flows backward through it, where nothing else is to be known. By skill: its share of what flows forward. Both
    /// depend on what a skill needs, and that list is read once.
    fn collect_needed(&mut self, scene: &StepContext<'_>, forward: bool) {
        let (literals_of, needs, paths) =
            (scene.links.literals_of(), scene.links.needs(), scene.links.paths());
        let SpreadBuffers { live, needed, back, fore, fore_of_literal, .. } = &mut self.work;
        if forward {
            let mut places = fore_of_literal.iter_mut();
            let flows = fore.iter_mut().zip(&self.rates.per_needing);
            for (literals, (flow, per_needing)) in literals_of.lengths().zip(flows) {
                let share = std::mem::take(flow) * *per_needing;
                places.by_ref().take(literals).for_each(|place| *place = share);
            }
        }
        let rate = self.rates.forward * self.rates.kind(LinkKind::Forward);
        let places = live.iter().zip(&mut self.sources.spread).zip(&self.rates.per_need);
        for (skill, ((flow, spread), per_need)) in places.enumerate() {
            let row = paths.needed_literals.row(skill, &needs.literals);
            if *flow > N::ZERO {
                row.add(needed, *flow);
            }
            let gets = forward && !scene.suppressed(skill);
            spread.forward = if gets { row.sum(fore_of_literal) * *per_need * rate } else { N::ZERO };
        }
        let mut needed = needed.iter_mut().zip(scene.holds);
        for ((literals, back), per_adding) in literals_of.lengths().zip(back).zip(&self.rates.per_adding) {
            let mut lacking = N::ZERO;
            // The literals of a key lie together and in order.
            for (sum, holds) in needed.by_ref().take(literals) {
                // Not a branch: whether something holds is anybody's guess.
                let sum = std::mem::take(sum);
                lacking += if *holds { N::ZERO } else { sum };
            }
            *back = lacking * *per_adding;
        }
    }

    /// By key: what flows backward through it, and what is taken for its sake.
    ///
    /// Each skill adds its flow to everything that it needs; skills without activation have nothing to add. Whether that flows
    /// backward or is taken away depends on what holds alone: a skill that can be done lacks nothing.
    fn collect(&mut self, scene: &StepContext<'_>) {
        let (literals_of, needs) = (scene.links.literals_of(), scene.links.needs());
        let SpreadBuffers { live, asked, back, held, .. } = &mut self.work;
        asked.fill(HeldFlow::default());
        for (literals, flow) in needs.literals.iter().zip(live.iter()).filter(|(_, flow)| **flow > N::ZERO) {
            for literal in literals {
                if let Some(asked) = asked.get_mut(*literal as usize) {
                    *asked = HeldFlow { sum: asked.sum + *flow, most: asked.most.most(*flow) };
                }
            }
        }
        let rates = self.rates.per_adding.iter().zip(&self.rates.per_deleting);
        let mut asked = asked.iter().zip(scene.holds);
        for ((literals, (back, held)), (per_adding, per_deleting)) in
            literals_of.lengths().zip(back.iter_mut().zip(held)).zip(rates)
        {
            let (mut lacking, mut had) = (N::ZERO, HeldFlow::<N>::default());
            // The literals of a key lie together and in order.
            for (asked, holds) in asked.by_ref().take(literals) {
                // Not a branch: whether something holds is anybody's guess.
                let (yes, no) = if *holds { (*asked, N::ZERO) } else { (HeldFlow::default(), asked.sum) };
                had = HeldFlow { sum: had.sum + yes.sum, most: had.most.most(yes.most) };
                lacking += no;
            }
            *back = lacking * *per_adding;
            *held = HeldFlow { sum: had.sum * *per_deleting, most: had.most * *per_deleting };
        }
    }

    /// By key: what flows forward through it, before it is divided; says whether anything does. Only skills that can be done give, and
    /// they are often few.
    fn collect_forward(&mut self, scene: &StepContext<'_>) -> bool {
        let SpreadBuffers { ready, fore, feeds, .. } = &mut self.work;
        *feeds = false;
        let adds = &scene.links.adds();
        for (skill, flow) in ready.iter().enumerate().filter(|(_, flow)| **flow > N::ZERO) {
            let entries = adds.keys.row(skill).iter().zip(adds.literals.row(skill));
            for (key, _) in entries.filter(|(_, literal)| !scene.holds(**literal)) {
                if let Some(place) = fore.get_mut(*key as usize) {
                    *place += *flow;
                    *feeds = true;
                }
            }
        }
        *feeds
    }

    /// By skill: its share of what flows forward through the keys that it needs.
    fn hand_forward(&mut self, scene: &StepContext<'_>, forward: bool) {
        let fore = &mut self.work.fore;
        fore.iter_mut().zip(&self.rates.per_needing).for_each(|(flow, per)| *flow = *flow * *per);
        let rate = self.rates.forward * self.rates.kind(LinkKind::Forward);
        let rows = self.sources.spread.iter_mut().zip(&self.rates.per_need);
        for (skill, (spread, per_need)) in rows.enumerate() {
            let gets = forward && !scene.suppressed(skill);
            let needs = scene.links.needs().keys.row(skill);
            spread.forward = if gets { sum_of(fore, needs) * *per_need * rate } else { N::ZERO };
        }
        fore.fill(N::ZERO);
    }

    /// By skill: its share of what flows backward through the keys that it adds, and what is taken from it.
    fn hand_out(&mut self, scene: &StepContext<'_>) {
        let links = scene.links;
        let backward = self.rates.kind(LinkKind::Backward);
        for (skill, deletes) in links.deletes().iter().enumerate() {
            let gets = !scene.suppressed(skill);
            let adds = links.paths().added_keys.row(skill, &links.adds().keys);
            let per_add = self.rates.per_add.get(skill).copied().unwrap_or(N::ONE);
            let gained = if gets { adds.sum(&self.work.back) * per_add * backward } else { N::ZERO };
            let loses = gets && !deletes.is_empty();
            let taken = if loses { self.taken_from(scene, skill, deletes) } else { N::ZERO };
            if let Some(spread) = self.sources.spread.get_mut(skill) {
                (spread.backward, spread.inhibition) = (gained, taken);
            }
        }
    }

    /// What all others take from one skill.
    fn taken_from(&mut self, scene: &StepContext<'_>, skill: usize, deletes: &[u32]) -> N {
        let Some(level) = self.level.get(skill).copied() else { return N::ZERO };
        if scene.cap_inhibition && level <= N::ZERO {
            return N::ZERO;
        }
        let per_delete = self.rates.per_delete.get(skill).copied().unwrap_or(N::ONE);
        let rate = per_delete * self.rates.inhibit * self.rates.kind(LinkKind::Inhibition);
        if self.rivals.complete {
            return self.taken_by_all(scene, skill, level, rate);
        }
        let (mut total, mut strongest) = (N::ZERO, N::ZERO);
        for key in deletes {
            if let Some(held) = self.work.held.get(*key as usize) {
                total += held.sum;
                strongest = strongest.most(held.most);
            }
        }
        if self.rivals.by_hand.get(skill).copied().unwrap_or(true) {
            return self.taken_by_each(scene, skill, level, rate);
        }
        let own = self.own_part(scene, skill, deletes);
        let mut taken = (total - own) * rate - self.beyond_of_rivals(scene, skill, level, rate);
        if scene.cap_inhibition && strongest * rate > level {
            taken = taken - self.beyond_of_others(scene, skill, level, rate);
        }
        taken.most(N::ZERO)
    }

    /// What all others take from one skill, if all that meet it are listed.
    fn taken_by_all(&self, scene: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let most = if scene.cap_inhibition { level } else { N::of(f64::MAX) };
        let weaker = below(level);
        let taken = |taker: Inhibitor<N>| match self.work.both.get(taker.who as usize) {
            Some([theirs, flow]) => {
                // Not a branch: which rivals are weaker is anybody's guess.
                let spared = (*theirs < weaker) & taker.mutual & scene.spare_stronger;
                if spared { N::ZERO } else { (*flow * taker.share * rate).least(most) }
            }
            None => N::ZERO,
        };
        self.rivals.takers().sum(skill, taken)
    }

    /// What the sums hold beyond what rivals may take: nothing if they are weaker and would be spoiled in turn, and at most what
    /// there is.
    fn beyond_of_rivals(&self, scene: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let most = if scene.cap_inhibition { level } else { N::of(f64::MAX) };
        let weaker = below(level);
        let mut beyond = N::ZERO;
        for taker in self.rivals.takers().of(skill) {
            let Some([theirs, flow]) = self.work.both.get(taker.who as usize) else { continue };
            let taken = *flow * taker.share * rate;
            // Not a branch: which rivals are weaker is anybody's guess.
            let spared = (*theirs < weaker) & taker.mutual & scene.spare_stronger;
            beyond += taken - if spared { N::ZERO } else { taken.least(most) };
        }
        beyond
    }

    /// The same of those that meet this skill in one proposition only. Where the strongest does not take too much, none does.
    fn beyond_of_others(&mut self, scene: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let links = scene.links;
        let (deletes, literals_of, needing) = (links.deletes(), links.literals_of(), links.needing());
        let Self { work, rates, rivals, .. } = self;
        work.marks.clear();
        let others = rivals.takers().of(skill).map(|taker| taker.who);
        for other in others.chain(std::iter::once(skill as u32)) {
            work.marks.insert(other);
        }
        let mut beyond = N::ZERO;
        for key in deletes.row(skill) {
            let most = work.held.get(*key as usize).map_or(N::ZERO, |held| held.most);
            if most * rate <= level {
                continue;
            }
            let per = rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO) * rate;
            for literal in literals_of.row(*key as usize).iter().filter(|literal| scene.holds(**literal)) {
                let row = needing.row(*literal as usize);
                work.looked += row.len();
                for other in row.iter().map(|other| *other as usize) {
                    let Some(flow) = work.live.get(other) else { continue };
                    let listed = work.marks.contains(other as u32);
                    let taken = *flow * per;
                    // Not a branch: who takes too much is anybody's guess.
                    beyond += if (taken > level) & !listed { taken - level } else { N::ZERO };
                }
            }
        }
        beyond
    }

    /// The part of the sums that a skill would take from itself, which it does not.
    fn own_part(&self, scene: &StepContext<'_>, skill: usize, deletes: &[u32]) -> N {
        if !self.rivals.spoils_itself(skill) {
            return N::ZERO;
        }
        let own = self.work.live.get(skill).copied().unwrap_or(N::ZERO);
        let entries = scene.links.needs().keys.row(skill).iter().zip(scene.links.needs().literals.row(skill));
        let mut part = N::ZERO;
        for (key, _) in entries.filter(|(_, literal)| scene.holds(**literal)) {
            let per = self.rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO);
            part += deletes.iter().filter(|drop| *drop == key).fold(N::ZERO, |sum, _| sum + own * per);
        }
        part
    }

    /// What all others take from one skill, one after the other.
    fn taken_by_each(&mut self, scene: &StepContext<'_>, skill: usize, level: N, rate: N) -> N {
        let links = scene.links;
        self.work.begin_sums();
        for key in links.deletes().row(skill) {
            let per = self.rates.per_deleting.get(*key as usize).copied().unwrap_or(N::ZERO);
            for literal in
                links.literals_of().row(*key as usize).iter().filter(|literal| scene.holds(**literal))
            {
                for other in links.needing().row(*literal as usize).iter().map(|other| *other as usize) {
                    if other != skill {
                        let flow = self.work.live.get(other).copied().unwrap_or(N::ZERO);
                        self.work.gather(other, flow * per);
                    }
                }
            }
        }
        if scene.spare_stronger {
            self.mark_spoilers(scene, skill);
        }
        let Self { work, level: levels, .. } = self;
        let mut total = N::ZERO;
        for other in work.touched.iter().map(|other| *other as usize) {
            let (Some(theirs), Some(sum)) = (levels.get(other), work.sums.get(other)) else { continue };
            let spared = scene.spare_stronger && *theirs < below(level) && work.marks.contains(other as u32);
            if !spared {
                let taken = *sum * rate;
                total += if scene.cap_inhibition { taken.least(level) } else { taken };
            }
        }
        total
    }

    /// Marks the skills that would undo something that this one has.
    fn mark_spoilers(&mut self, scene: &StepContext<'_>, skill: usize) {
        let links = scene.links;
        self.work.marks.clear();
        let entries = links.needs().keys.row(skill).iter().zip(links.needs().literals.row(skill));
        for (key, _) in entries.filter(|(_, literal)| scene.holds(**literal)) {
            for other in links.deleting().row(*key as usize) {
                self.work.marks.insert(*other);
            }
        }
    }
}

/// The level below which a skill is weaker than one of this level, beyond what rounding explains.
fn below<N: Float>(level: N) -> N {
    level - level * N::TIE
}

/// The sum of the values at these places.
#[inline]
pub(crate) fn sum_of<N: Float>(values: &[N], places: &[u32]) -> N {
    sum_over(places, |place| values.get(*place as usize).copied().unwrap_or(N::ZERO))
}

/// The sum of what these are worth. Four sums that do not wait for each other make up one.
#[inline]
pub(crate) fn sum_over<N: Float, T>(items: &[T], value: impl Fn(&T) -> N) -> N {
    let mut sums = [N::ZERO; 4];
    let chunks = items.chunks_exact(4);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (sum, item) in sums.iter_mut().zip(chunk) {
            *sum += value(item);
        }
    }
    let total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    rest.iter().fold(total, |total, item| total + value(item))
}

impl<N: Float> ActivationField<N> {
    /// A plain pass over the arrays of a step, each as often as a step must go over it, for measures.
    ///
    /// A step has to go twice over the conditions (what flows backward and is taken; each skill's share of what flows forward) and
    /// once over the adds, the deletes and the rivals (each skill's share), because what a skill gets depends on sums over all others;
    /// once over the arrays by proposition, to turn sums into shares; and once over the arrays by skill, before the spreading
    /// and after it. Nobody takes more from a skill than it has: where somebody may, who needs what it undoes is looked at one by one, and
    /// so much of `needing` counts again as the last step had to look at. Here each entry is read, the number that it points to is added up, and what a step writes is written. No rule
    /// is applied; a list is told from the next only where its places are kept as distances.
    pub(crate) fn plain_pass(&mut self, links: &LinkGraph, holds: &[bool]) -> f64 {
        let Self { level, previous, before, sources, rates, work, rivals } = self;
        let mut sum = N::ZERO;
        let lists = &links.paths();
        if rivals.complete {
            sum += lists.needed_literals.sum_all(&work.needed, &links.needs().literals);
            if work.feeds {
                sum += lists.needed_literals.sum_all(&work.fore_of_literal, &links.needs().literals);
            }
        } else {
            let asked = |place: &u32| {
                work.asked.get(*place as usize).map_or(N::ZERO, |asked: &HeldFlow<N>| asked.sum + asked.most)
            };
            sum += sum_over(links.needs().literals.items(), asked);
        }
        let entries = links.needing().items();
        let mut again = work.looked;
        while again > 0 && !entries.is_empty() {
            let part = entries.get(..again.min(entries.len())).unwrap_or(entries);
            sum += sum_of(level, part);
            again -= part.len();
        }
        sum += lists.added_keys.sum_all(&work.back, &links.adds().keys);
        // Where nothing can be done, nothing flows forward, and a step does not look at who would get it.
        if !rivals.complete && work.feeds {
            sum += sum_of(&work.fore, links.needs().keys.items());
        }
        // Where all that meet are listed, a step does not look at what each of them deletes.
        if !rivals.complete {
            let held = |place: &u32| {
                work.held.get(*place as usize).map_or(N::ZERO, |held: &HeldFlow<N>| held.sum + held.most)
            };
            sum += sum_over(links.deletes().items(), held);
        }
        let worth = |taker: Inhibitor<N>| {
            work.both.get(taker.who as usize).map_or(N::ZERO, |[level, flow]| *level + *flow * taker.share)
        };
        for skill in 0..rivals.takers().len() {
            sum += rivals.takers().sum(skill, worth);
        }
        for (needed, holds) in work.needed.iter_mut().zip(holds) {
            let needed = std::mem::take(needed);
            sum += if *holds { N::ZERO } else { needed };
        }
        for (back, adding) in work.back.iter_mut().zip(&rates.per_adding) {
            *back = *adding;
        }
        for (held, deleting) in work.held.iter_mut().zip(&rates.per_deleting) {
            (held.sum, held.most) = (*deleting, *deleting);
        }
        let by_skill = work.ready.iter_mut().zip(&mut work.live).zip(&mut work.both);
        for (((ready, live), both), (previous, level)) in by_skill.zip(previous.iter_mut().zip(level.iter()))
        {
            (*ready, *live, *both, *previous) = (*level, *level, [*level; 2], *level);
        }
        for (before, (given, spread)) in before.iter_mut().zip(sources.given.iter().zip(&sources.spread)) {
            let given = given.state + given.goals + given.protected + given.followers;
            *before = given + spread.backward + spread.forward + spread.inhibition;
            sum += *before;
        }
        sum.to()
    }
}
